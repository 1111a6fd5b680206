"""Errors of tables and their results."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from league.competitions.models import Round, RoundStatus
from league.core.errors import RefusedError, Text
from league.results.authors import Via


class ResultError(RefusedError):
    """Raised when a hand, a result or a response to it is refused."""

    TEXTS: Mapping[str, Text] = {
        "key_reused": _(
            "This phone has already sent this hand with other data, and that version counts. "
            "To change it, undo the hand at the table and enter it again."
        ),
        "round_closed": _(
            "Round %(number)d is closed. Its tables accept no more entries or changes. If "
            "something is missing or wrong, tell an organiser, who can still correct it."
        ),
        "table_dissolved": _(
            "The seating of this table has changed. Scan the code on your new table."
        ),
        "seating_changed": _(
            "The seating of this table has changed. Check your entry and send it again."
        ),
        "seat_needed": _(
            "Choose your seat first: sign in, or scan the table code and tap your name."
        ),
        "seat_held": _(
            "Another phone at this table uses the seat of %(name)s. Change the seat on that "
            "phone, or ask an organiser to free it."
        ),
        "seat_signed_in": _(
            "%(name)s is signed in and confirms with their own account. Sign in if this is "
            "you, or choose another seat."
        ),
        "seat_used": _(
            "This phone has already entered or confirmed something for %(name)s, so it keeps "
            "that seat. If the seat is wrong, ask an organiser to free it."
        ),
        "skips_ahead": _("%(hand)s cannot be entered yet. Enter %(next_hand)s first."),
        "number_void": _(
            "%(hand)s is void. Enter %(next_hand)s next, or ask an organiser to restore the void "
            "one."
        ),
        "match_over": _("The match is over. No more hands count."),
        "invalid_record": _("Nothing was sent. Check the marked fields."),
        "later_hand": _(
            "This change conflicts with %(hand)s as recorded. %(why)s Nothing was changed: correct "
            "or void %(hand)s first."
        ),
        "stale": _("The hand has changed since you opened this page. Review it and try again."),
        "hand_void": _("This hand is void. Restore it first."),
        "decided": _(
            "An organiser has decided this hand. If it is still wrong, call an organiser."
        ),
        "not_last": _("You can undo only the last hand. An organiser can correct earlier hands."),
        "number_taken": _("Another %(hand)s already counts. Void that one first."),
        "reason_missing": _("Enter a short reason."),
        "unconfirmed": _("Check it again. If it is right, send it anyway."),
        "seal_broken": _(
            "This hand was entered meanwhile, or the previous one has changed. Check the table "
            "first."
        ),
        "sealed_elsewhere": _(
            "This seat has already submitted from another phone. Change it there, or ask an "
            "organiser to reset the seat."
        ),
        "result_stands": _("This table already has a final result. Correct or void it first."),
        "hands_stand": _(
            "This table already has recorded hands, which make up its result. Undo or void "
            "them first."
        ),
        "invalid_outcome": _("Nothing was sent. Check the marked fields."),
        "totals_needed": _("This competition counts game points. Enter the totals too."),
        "result_void": _("This result is void. Enter it again."),
        "wrong_sign": _("Enter at least 1 point."),
        "other_competition": _(
            "This is not part of the competition. Reload the list and try again."
        ),
    }
    MEANINGS: Mapping[str, str] = {
        "invalid_outcome": "The outcome of a match is not possible; `errors` says where.",
        "invalid_record": "The engine refuses the record; `errors` says where.",
        "seating_changed": "The seating is another one than was shown.",
        "stale": "Somebody has changed what was shown meanwhile.",
    }


RESULT_CHANGED = _("The result has changed since you opened this page. Review it and try again.")
CLOSED_TO_CLUB = _(
    "Round %(number)d is closed. You can correct recorded hands and results; to add missing "
    "ones, reopen the round first."
)
NOT_OPEN_YET = _(
    "Round %(number)d is not open yet. You can enter hands and results once an organiser opens it."
)


def round_closed(round: Round, via: str = Via.CODE) -> ResultError:
    """Return the error of a round that is not open, for who writes by the right `via`."""
    if round.status == RoundStatus.SCHEDULED:
        return ResultError("round_closed", NOT_OPEN_YET, number=round.number)
    text = CLOSED_TO_CLUB if via == Via.CLUB else ""
    return ResultError("round_closed", text, number=round.number)


def required_reason(reason: str) -> str:
    """Return a reason; raises reason_missing without one."""
    if not reason.strip():
        raise ResultError("reason_missing")
    return reason.strip()
