"""What is refused at a table and about its results."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from league.competitions.models import Round, RoundStatus
from league.core.errors import RefusedError, Text
from league.results.models import Via


class ResultError(RefusedError):
    """A hand, a result or an answer to it was refused."""

    TEXTS: Mapping[str, Text] = {
        "key_reused": _(
            "This phone has sent this hand already, with something else in it, and that counts. "
            "To change it, take it back at the table and enter it again."
        ),
        "round_closed": _(
            "Round %(number)d is closed, so nothing can be entered or changed at its tables any "
            "more. If something is missing or wrong, tell an organiser, who can still put it right."
        ),
        "table_dissolved": _(
            "This table was seated again. Scan the code that lies on the new table."
        ),
        "seating_changed": _(
            "Somebody else sits at this table now. Look through what you entered and send it again."
        ),
        "seat_needed": _(
            "Say first who you are: sign in, or scan the code on the table and tap your name."
        ),
        "seat_held": _(
            "Another phone at this table has the seat of %(name)s. If that is a mistake, change "
            "the seat on that phone, or ask an organiser to free it."
        ),
        "seat_signed_in": _(
            "%(name)s is signed in at this table and confirms on their own account. Sign in if "
            "this is you, or choose another seat."
        ),
        "seat_used": _(
            "This phone has already entered or confirmed something for %(name)s, so it stays with "
            "that seat. If the seat is wrong, ask an organiser to free it."
        ),
        "skips_ahead": _("Hand %(next)d comes next, so hand %(number)d cannot be entered yet."),
        "number_void": _(
            "Hand %(number)d was made void. Hand %(next)d comes next; an organiser can restore the "
            "old one."
        ),
        "match_over": _("The match is over: no further hand counts."),
        "invalid_record": _("Something is not right yet. Nothing was sent."),
        "later_hand": _(
            "With this, hand %(number)d could not have been played as it is recorded. %(why)s "
            "Nothing was changed: correct or void hand %(number)d first."
        ),
        "stale": _(
            "Somebody else has changed this hand meanwhile. Look at it again before you do."
        ),
        "hand_void": _("This hand is void. Restore it first."),
        "decided": _(
            "An organiser has decided this hand. If something is still wrong, call the organiser."
        ),
        "not_last": _(
            "Only the last hand can be taken back. An organiser can correct earlier ones."
        ),
        "number_taken": _("Another hand %(number)d counts now. Make that one void first."),
        "reason_missing": _("Say in a few words why."),
        "unconfirmed": _("Look once more. If it is right as it is, send it anyway."),
        "seal_broken": _(
            "This hand was entered meanwhile, or the one before it was changed. Look at the table."
        ),
        "sealed_elsewhere": _(
            "This seat has submitted already, from another phone. Change it there, or ask an "
            "organiser to reset the seat."
        ),
        "result_stands": _(
            "The result of this table was entered as a whole, and that counts. Correct it, or make "
            "it void first."
        ),
        "hands_stand": _(
            "Hands are recorded at this table, and they make its result. Take them back or make "
            "them void first."
        ),
        "invalid_outcome": _("Something is not right yet. Nothing was sent."),
        "totals_needed": _("This competition counts the points of the game: enter the totals too."),
        "result_void": _("This result is void. Enter it anew."),
        "wrong_sign": _("A penalty takes at least one point, and a bonus gives at least one."),
        "other_competition": _("This is not part of the competition. Look at the list again."),
    }
    MEANINGS: Mapping[str, str] = {
        "invalid_outcome": "The outcome of a match is not possible; `errors` says where.",
        "invalid_record": "The engine refuses the record; `errors` says where.",
        "seating_changed": "The seating is another one than was shown.",
        "stale": "Somebody has changed what was shown meanwhile.",
    }


RESULT_CHANGED = _(
    "Somebody else has changed this result meanwhile. Look at it again before you do."
)
CLOSED_TO_CLUB = _(
    "Round %(number)d is closed, so it takes no new hands or results. What is recorded can "
    "still be corrected. To enter what is missing, open the round again first."
)
NOT_OPEN_YET = _(
    "Round %(number)d is not open yet. Its tables can enter hands and results as soon as an "
    "organiser has opened it."
)


def round_closed(round: Round, via: str = Via.CODE) -> ResultError:
    """Return what somebody who writes by the right `via` reads of a round that is not open."""
    if round.status == RoundStatus.SCHEDULED:
        return ResultError("round_closed", NOT_OPEN_YET, number=round.number)
    text = CLOSED_TO_CLUB if via == Via.CLUB else ""
    return ResultError("round_closed", text, number=round.number)
