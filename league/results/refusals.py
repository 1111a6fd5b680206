"""Why a hand is not written: each refusal has a stable code and plain words."""

from collections.abc import Sequence
from typing import ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.base import Problem
from league.competitions.models import Round, RoundStatus
from league.core.rule_texts import located_words
from league.results.models import Via


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
    """Nothing is entered in a round that is not open; scorers may change what was."""

    code = "round_closed"
    template = _(
        "Round %(number)d is closed, so nothing can be entered or changed at its tables any more. "
        "If something is missing or wrong, tell an organiser, who can still put it right."
    )
    for_the_club = _(
        "Round %(number)d is closed, so it takes no new hands or results. What is recorded can "
        "still be corrected. To enter what is missing, open the round again first."
    )
    not_yet = _(
        "Round %(number)d is not open yet. Its tables can enter hands and results as soon as an "
        "organiser has opened it."
    )

    def __init__(self, round: Round, via: str = Via.CODE) -> None:
        """Refuse it to somebody who writes by the right `via`."""
        super().__init__(number=round.number)
        if round.status == RoundStatus.SCHEDULED:
            self.sentence = self.not_yet
        else:
            self.sentence = self.for_the_club if via == Via.CLUB else self.template

    @property
    def words(self) -> str:
        """Return the sentence to show: what is closed, and what this reader can do."""
        return str(self.sentence) % self.data


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


class SeatNeededError(ResultError):
    """Nobody has said who holds the phone, which takes a seat here."""

    code = "seat_needed"
    template = _("Say first who you are: sign in, or scan the code on the table and tap your name.")


class SeatError(ResultError):
    """A seat is not for this phone; `player` is the name of whoever sits there."""

    def __init__(self, player: str) -> None:
        super().__init__()
        self.player = player

    @property
    def words(self) -> str:
        """Return the sentence to show, with the player's name."""
        return str(self.template) % {"name": self.player}


class SeatHeldError(SeatError):
    """Another phone speaks for the seat."""

    code = "seat_held"
    template = _(
        "Another phone at this table has the seat of %(name)s. If that is a mistake, change the "
        "seat on that phone, or ask an organiser to free it."
    )


class SeatSignedInError(SeatError):
    """The player of the seat is at the table with an account."""

    code = "seat_signed_in"
    template = _(
        "%(name)s is signed in at this table and confirms on their own account. Sign in if this is "
        "you, or choose another seat."
    )


class SeatUsedError(SeatError):
    """The phone has said something for the seat that it has, so it cannot take another."""

    code = "seat_used"
    template = _(
        "This phone has already entered or confirmed something for %(name)s, so it stays with that "
        "seat. If the seat is wrong, ask an organiser to free it."
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


class LaterHandError(ResultError):
    """A hand that was played later could not have been as it is; `reason` says what would clash."""

    code = "later_hand"
    template = _(
        "With this, hand %(number)d could not have been played as it is recorded. %(why)s Nothing "
        "was changed: correct or void hand %(number)d first."
    )

    def __init__(self, *, number: int, reason: Problem) -> None:
        super().__init__(number=number)
        self.reason = reason

    @property
    def words(self) -> str:
        """Return the sentence to show, with the animal or player whom it concerns."""
        why = located_words(self.reason)
        return str(self.template) % {**self.data, "why": why}


class StaleHandError(ResultError):
    """Somebody has changed the hand since it was shown."""

    code = "stale"
    template = _("Somebody else has changed this hand meanwhile. Look at it again before you do.")


class StaleResultError(StaleHandError):
    """Somebody has changed the final result since it was shown."""

    template = _("Somebody else has changed this result meanwhile. Look at it again before you do.")


class HandVoidError(ResultError):
    """A void hand cannot be corrected or settled."""

    code = "hand_void"
    template = _("This hand is void. Restore it first.")


class DecidedError(ResultError):
    """An organiser has decided what counts."""

    code = "decided"
    template = _(
        "An organiser has decided this hand. If something is still wrong, call the organiser."
    )


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


class SealBrokenError(ResultError):
    """The hand that was to be sealed was entered or changed meanwhile."""

    code = "seal_broken"
    template = _(
        "This hand was entered meanwhile, or the one before it was changed. Look at the table."
    )


class SealedElsewhereError(ResultError):
    """A seat has submitted from another phone, and only that one may change it."""

    code = "sealed_elsewhere"
    template = _(
        "This seat has submitted already, from another phone. Change it there, or ask an organiser "
        "to reset the seat."
    )


class ResultStandsError(ResultError):
    """A table with a final result has no hands, and no second result."""

    code = "result_stands"
    template = _(
        "The result of this table was entered as a whole, and that counts. Correct it, or make it "
        "void first."
    )


class HandsStandError(ResultError):
    """A table with hands has no final result."""

    code = "hands_stand"
    template = _(
        "Hands are recorded at this table, and they make its result. Take them back or make them "
        "void first."
    )


class OutcomeRefusedError(ResultError):
    """The outcome of a match is not possible; `problems` has all faults with their fields."""

    code = "invalid_outcome"
    template = _("Something is not right yet. Nothing was sent.")


class TotalsNeededError(ResultError):
    """The competition counts the game's own points, so places alone say too little."""

    code = "totals_needed"
    template = _("This competition counts the points of the game: enter the totals too.")


class ResultVoidError(ResultError):
    """A void result cannot be corrected."""

    code = "result_void"
    template = _("This result is void. Enter it anew.")
