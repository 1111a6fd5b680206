"""Write competitions: who takes part, on which terms, in which stages, with which rounds.

Every write to a competition, its rounds, its tables or their hands takes the competition's lock
first, and bumps versions when a screen could show the change.
"""

from league.competitions.services.competitions import (
    COMPETITION_TERMS,
    create_competition,
    edit_competition,
)
from league.competitions.services.entries import (
    EntryDescription,
    describe_entries,
    enter_players,
    keep_apart,
    let_together,
    withdraw_players,
)
from league.competitions.services.locking import (
    bump,
    lock_competition,
    lock_competition_of_table,
    lock_table,
    share_lock_of_table,
)
from league.competitions.services.rounds import add_round
from league.competitions.services.stages import STAGE_TERMS, add_stage, edit_stage, remove_stage

__all__ = [
    "COMPETITION_TERMS",
    "STAGE_TERMS",
    "EntryDescription",
    "add_round",
    "add_stage",
    "bump",
    "create_competition",
    "describe_entries",
    "edit_competition",
    "edit_stage",
    "enter_players",
    "keep_apart",
    "let_together",
    "lock_competition",
    "lock_competition_of_table",
    "lock_table",
    "remove_stage",
    "share_lock_of_table",
    "withdraw_players",
]
