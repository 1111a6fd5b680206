"""Write the life of rounds: opening, check-in, seating, repair of a seating, closing.

Everything here locks the competition first and is safe to call twice. What cannot be done now is a
RoundError, whose words are for the person who asked.
"""

from league.rounds.services.check_in import (
    NotYetError,
    SeatedError,
    check_in_new_player,
    check_in_players,
    check_in_self,
    check_out_player,
)
from league.rounds.services.closing import close_due_round, close_round
from league.rounds.services.competition import edit_competition
from league.rounds.services.life import (
    BadTimesError,
    RoundInUseError,
    WrongStatusError,
    delete_round,
    open_due_round,
    open_round,
    reopen_round,
    set_round_times,
)
from league.rounds.services.locking import RoundError
from league.rounds.services.repair import (
    HandsRecordedError,
    TableFullError,
    TooFewPlayersError,
)
from league.rounds.services.seating import (
    CannotSeatError,
    SeatingChangedError,
    seat_round,
    undo_seating,
)
from league.rounds.services.seats import (
    TableSizeError,
    dissolve_table,
    open_table,
    seat_player,
    swap_players,
    take_out_player,
)

__all__ = [
    "BadTimesError",
    "CannotSeatError",
    "HandsRecordedError",
    "NotYetError",
    "RoundError",
    "RoundInUseError",
    "SeatedError",
    "SeatingChangedError",
    "TableFullError",
    "TableSizeError",
    "TooFewPlayersError",
    "WrongStatusError",
    "check_in_new_player",
    "check_in_players",
    "check_in_self",
    "check_out_player",
    "close_due_round",
    "close_round",
    "delete_round",
    "dissolve_table",
    "edit_competition",
    "open_due_round",
    "open_round",
    "open_table",
    "reopen_round",
    "seat_player",
    "seat_round",
    "set_round_times",
    "swap_players",
    "take_out_player",
    "undo_seating",
]
