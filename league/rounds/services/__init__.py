"""Write the life of rounds: opening, check-in, seating, changes of a seating, closing.

Everything here locks the competition first and is safe to call twice. What cannot be done now is a
RoundError, whose words are for the person who asked.
"""

from league.rounds.services.changes import (
    change_seating,
    refuse_unless_open,
    seating_without,
    undo_change,
)
from league.rounds.services.check_in import (
    check_in_new_player,
    check_in_players,
    check_in_self,
    check_out_player,
)
from league.rounds.services.closing import close_due_round, close_round
from league.rounds.services.competition import describe_entries, edit_competition, enter_team
from league.rounds.services.life import (
    add_round,
    delete_round,
    open_due_round,
    open_round,
    reopen_round,
    set_round_times,
)
from league.rounds.services.missed import (
    call_off_round,
    expect_round_again,
    mark_missed_rounds,
    undo_call_off,
)
from league.rounds.services.recurrence import (
    make_recurring_rounds,
    pause_recurrence,
    remove_recurrence,
    resume_recurrence,
    set_recurrence,
)
from league.rounds.services.scripts import save_script
from league.rounds.services.seating import seat_round

__all__ = [
    "add_round",
    "call_off_round",
    "change_seating",
    "check_in_new_player",
    "check_in_players",
    "check_in_self",
    "check_out_player",
    "close_due_round",
    "close_round",
    "delete_round",
    "describe_entries",
    "edit_competition",
    "enter_team",
    "expect_round_again",
    "make_recurring_rounds",
    "mark_missed_rounds",
    "open_due_round",
    "open_round",
    "pause_recurrence",
    "refuse_unless_open",
    "remove_recurrence",
    "reopen_round",
    "resume_recurrence",
    "save_script",
    "seat_round",
    "seating_without",
    "set_recurrence",
    "set_round_times",
    "undo_call_off",
    "undo_change",
]
