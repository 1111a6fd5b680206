"""How a hand of a game is entered and put into words: the form, and what is said of its record.

Every form is a flat set of fields, the same with and without scripts, online and from a queue:
`key`, `number`, `seating` and `confirmed` of every hand, and beside them those of its game.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, Protocol

from django.utils.translation import gettext_lazy as _

from games.base import HandSetup, Match, Problem, Seat
from league.core.games.rule_texts import Words

LONGEST_NUMBER = 7
Record = Mapping[str, Any]


class Who(NamedTuple):
    """Somebody on a seat."""

    seat: Seat
    name: str


class Choice(NamedTuple):
    """One of the things that can be picked."""

    value: str
    words: str
    is_picked: bool


@dataclass(frozen=True, slots=True)
class EntryFormContext:
    """What a form is drawn for: who plays, which hand, and what was wrong with it, by field.

    `picks_teams`: nobody but the players knows who was in a team with whom.
    """

    names: Sequence[str]
    setup: HandSetup
    errors: Mapping[str, Sequence[str]]
    picks_teams: bool = False

    def errors_at(self, *fields: str) -> list[str]:
        """Return the words about these fields and what lies in them, each once."""
        found = [
            sentence
            for at, words in self.errors.items()
            if any(at == field or at.startswith((f"{field}.", f"{field}[")) for field in fields)
            for sentence in words
        ]
        return list(dict.fromkeys(found))


class Entry(Protocol):
    """What somebody has entered of a hand so far, right or wrong, as the form's fields carry it.

    `TEMPLATE` draws the fields, `SCRIPT` answers taps at once ("" where plain fields do).
    """

    TEMPLATE: ClassVar[str]
    SCRIPT: ClassVar[str]

    @classmethod
    def blank(cls, setup: HandSetup, last: Record | None = None) -> "Entry":
        """Return the form before anything is entered, shaped as the table's last hand was."""

    @classmethod
    def of_record(cls, record: Record) -> "Entry":
        """Return the form filled in with a record that the engine has accepted."""

    @classmethod
    def of_form(cls, data: Mapping[str, str], size: int) -> "Entry":
        """Return what a form of a table of this size carries."""

    def fit(self, setup: HandSetup) -> "Entry":
        """Return the form with just the fields that the hand counts, blank where they lacked."""

    def press(self, data: Mapping[str, str]) -> "Entry":
        """Return the form after the button that was pressed without scripts."""

    @property
    def is_complete(self) -> bool:
        """Say whether there is enough to see what the hand is worth."""

    def as_record(self) -> dict[str, Any]:
        """Return the record to send, faults and all."""

    def fields(self, asked: EntryFormContext) -> object:
        """Return what the template draws."""

    def shows(self, field: str) -> bool:
        """Say whether the form has a place for words about a field of the record."""


def read_count(text: str) -> int | str:
    """Read a whole number; what is none stays text, which the engine refuses at its field."""
    text = text.strip().replace("\u2212", "-")
    digits = text.removeprefix("-")
    is_number = digits.isascii() and digits.isdecimal() and len(text) <= LONGEST_NUMBER
    return int(text) if is_number else text


class Fact(NamedTuple):
    """One thing about a hand, in words."""

    label: str
    words: str


class ExplanationStep(NamedTuple):
    """One step in the judging of a hand; `seat` is whom it concerns, None: the table."""

    seat: Seat | None
    words: str
    rule: str


def _say_nothing(*_args: object) -> list[Any]:
    return []


SCORE = _("Score")


@dataclass(frozen=True, kw_only=True)
class EntryPart:
    """How a hand is entered, and what is said of it. `names` are the players' names by seat.

    `describe_record` says what happened in a hand, `why_over` why a match has ended; `duties` who
    does what at the beginning of a hand, `preparation` what is to be done before it, `stakes` what
    else is known of it. `explain` tells how the hand after a match was judged; nothing where the
    lines of its score say it all. `score_label` is what is counted: points or coins.

    `preview_script` shows on a phone without network what a hand is worth, and finds the problems
    of `preview_problems` by itself, given how many play. `first_hand_differs`: it has no teams and
    counts no cards, so that the calculator may begin with the second.
    """

    form: type[Entry]
    describe_record: Callable[[Record, Sequence[str]], list[Fact]]
    why_over: Callable[[Match, Sequence[str]], str]
    score_label: Words = SCORE
    duties: Callable[[HandSetup], list[tuple[str, Seat]]] = _say_nothing
    preparation: Callable[[HandSetup, Sequence[str]], list[str]] = _say_nothing
    stakes: Callable[[HandSetup, Sequence[str]], list[Fact]] = _say_nothing
    explain: Callable[[Match, Record, Sequence[str]], Iterable[ExplanationStep]] = _say_nothing
    preview_script: str = ""
    preview_problems: Callable[[int], list[Problem]] = _say_nothing
    first_hand_differs: bool = False
