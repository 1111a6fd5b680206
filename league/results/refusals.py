"""Why a hand is not written: each refusal has a stable code and plain words."""

from collections.abc import Sequence
from typing import ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.base import Problem


class ResultError(Exception):
    """A hand was refused and nothing was changed; `words` tell people why and what to do."""

    code: ClassVar[str]
    template: ClassVar[str | Promise]

    def __init__(self, *, problems: Sequence[Problem] = (), **data: int) -> None:
        super().__init__(self.code)
        self.problems = tuple(problems)
        self.data = data

    @property
    def words(self) -> str:
        """Return the sentence to show, in the reader's language."""
        return str(self.template) % self.data


class KeyReusedError(ResultError):
    """The key was used before, for something else."""

    code = "key_reused"
    template = _(
        "This phone has sent this hand already, with something else in it, and that counts. "
        "To change it, take it back at the table and enter it again."
    )


class RoundClosedError(ResultError):
    """Only organisers and scorers may change a hand of a round that is not open."""

    code = "round_closed"
    template = _(
        "The round is not open, so the table cannot change its hands. An organiser still can."
    )


class TableDissolvedError(ResultError):
    """The table was replaced by another seating."""

    code = "table_dissolved"
    template = _("This table was seated again. Scan the code that lies on the new table.")


class SeatingChangedError(ResultError):
    """The form was made for other people on the seats."""

    code = "seating_changed"
    template = _(
        "Somebody else sits at this table now. Look through what you entered and send it again."
    )


class SkipsAheadError(ResultError):
    """A hand before this one is missing."""

    code = "skips_ahead"
    template = _("Hand %(next)d comes next, so hand %(number)d cannot be entered yet.")


class NumberVoidError(ResultError):
    """The hand of this number was made void and later ones stand."""

    code = "number_void"
    template = _(
        "Hand %(number)d was made void. Hand %(next)d comes next; an organiser can restore the "
        "old one."
    )


class MatchOverError(ResultError):
    """The match was won before this hand."""

    code = "match_over"
    template = _("The match is over: no further hand counts.")


class RecordRefusedError(ResultError):
    """The engine refuses the record; `problems` has all faults with their fields."""

    code = "invalid_record"
    template = _("Something is not right yet. Nothing was sent.")


class StaleHandError(ResultError):
    """Somebody has changed the hand since it was shown."""

    code = "stale"
    template = _("Somebody else has changed this hand meanwhile. Look at it again before you do.")


class HandVoidError(ResultError):
    """A void hand cannot be corrected or settled."""

    code = "hand_void"
    template = _("This hand is void. Restore it first.")


class NotLastHandError(ResultError):
    """A table may take back its last hand only."""

    code = "not_last"
    template = _("Only the last hand can be taken back. An organiser can correct earlier ones.")


class NumberTakenError(ResultError):
    """A hand cannot be restored while another one of its number counts."""

    code = "number_taken"
    template = _("Another hand %(number)d counts now. Make that one void first.")


class ReasonMissingError(ResultError):
    """Who changes what others have entered says why."""

    code = "reason_missing"
    template = _("Say in a few words why.")


class UnconfirmedError(ResultError):
    """The engine warns of something that nobody has confirmed; `problems` are the warnings."""

    code = "unconfirmed"
    template = _("Look once more. If it is right as it is, send it anyway.")
