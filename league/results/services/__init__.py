"""Write hands: enter, take back, correct, void, restore, settle, and seal until all are in.

Nothing is edited or deleted: each change is a new revision. Every function locks the competition, a
further hand only its table; each leaves the derived scores right, and may be called twice. Refusals
are ResultErrors.
"""

from league.results.services.hands import (
    TAKEN_BACK,
    Entered,
    correct_hand,
    enter_hand,
    keep_hand,
    record_hand,
    restore_hand,
    settle_hand,
    take_back_hand,
    void_hand,
)
from league.results.services.paper import PaperRecord, record_hands
from league.results.services.sealed import (
    choose_seasons,
    give_up_sealed_hand,
    reset_sealed_seat,
    seal_submission,
)

__all__ = [
    "TAKEN_BACK",
    "Entered",
    "PaperRecord",
    "choose_seasons",
    "correct_hand",
    "enter_hand",
    "give_up_sealed_hand",
    "keep_hand",
    "record_hand",
    "record_hands",
    "reset_sealed_seat",
    "restore_hand",
    "seal_submission",
    "settle_hand",
    "take_back_hand",
    "void_hand",
]
