"""How hands of a game are entered and described. Forms are flat sets of fields."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple, Protocol, TypeAlias

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.base import HandSetup, Json, Match, Problem, Seat

Text: TypeAlias = str | Promise
Texts: TypeAlias = Mapping[str, Text]


@dataclass(frozen=True, kw_only=True)
class RuleTexts:
    """The texts of a game; missing ones are the engine's own English.

    Problems by code or "code/field", lines by code, places and shared places by rule, terms by name
    and value of the data, subjects by field. `sentence` words a rule with the data of a line or
    problem, where the data name the sheet that they are of.
    """

    problems: Texts = field(default_factory=dict)
    lines: Texts = field(default_factory=dict)
    places: Texts = field(default_factory=dict)
    shared: Texts = field(default_factory=dict)
    terms: Mapping[str, Texts] = field(default_factory=dict)
    subjects: Texts = field(default_factory=dict)
    sentence: Callable[[str, Mapping[str, Any]], str] | None = None


Record = Mapping[str, Any]


class Who(NamedTuple):
    """A player at a seat."""

    seat: Seat
    name: str


class Choice(NamedTuple):
    """A choice."""

    value: str
    text: str
    is_picked: bool


@dataclass(frozen=True, slots=True)
class EntryFormContext:
    """Names, hand and errors by field; with `picks_teams` the form asks for the teams."""

    names: Sequence[str]
    setup: HandSetup
    errors: Mapping[str, Sequence[str]]
    picks_teams: bool = False

    def errors_at(self, *fields: str) -> list[str]:
        """Return the errors of fields and of what lies in them, each once."""
        found = [
            text
            for at, texts in self.errors.items()
            if any(at == field or at.startswith((f"{field}.", f"{field}[")) for field in fields)
            for text in texts
        ]
        return list(dict.fromkeys(found))


class Entry(Protocol):
    """Input of a hand, perhaps invalid; `TEMPLATE` renders it, `SCRIPT` may enhance it."""

    TEMPLATE: ClassVar[str]
    SCRIPT: ClassVar[str]

    @classmethod
    def blank(cls, setup: HandSetup, last: Record | None = None) -> "Entry":
        """Return an empty form, shaped like the table's last hand."""

    @classmethod
    def of_record(cls, record: Record) -> "Entry":
        """Return the form of an accepted record."""

    @classmethod
    def of_form(cls, data: Mapping[str, str], size: int) -> "Entry":
        """Return the input of a submitted form."""

    def fit(self, setup: HandSetup) -> "Entry":
        """Return the form with only the fields that the hand counts."""

    def press(self, data: Mapping[str, str]) -> "Entry":
        """Return the form after a button was pressed without scripts."""

    @property
    def is_complete(self) -> bool:
        """Say whether the hand can be scored."""

    def as_record(self) -> dict[str, Any]:
        """Return the record to submit, perhaps invalid."""

    def fields(self, asked: EntryFormContext) -> object:
        """Return the template's data."""

    def shows(self, field: str) -> bool:
        """Say whether the form shows errors of a field."""


def read_count(text: str) -> int | str:
    """Return a whole number, or an invalid text unchanged."""
    text = text.strip().replace("\u2212", "-")
    digits = text.removeprefix("-")
    is_number = digits.isascii() and digits.isdecimal() and len(text) <= 7
    return int(text) if is_number else text


class Fact(NamedTuple):
    """A labelled text about a hand."""

    label: str
    text: str


class ExplanationStep(NamedTuple):
    """A step of scoring a hand; `seat` is None for the table."""

    seat: Seat | None
    text: str
    rule: str


def _say_nothing(*_args: object) -> list[Any]:
    return []


SCORE = _("Score")
ALONE = _("Everyone plays alone in this hand.")


@dataclass(frozen=True, kw_only=True)
class EntryPart:
    """How a hand is entered and described; `names` are the players' by seat.

    `duties` are tasks at the start of a hand, `preparation` what to do before it, `stakes` more
    facts; `team_roles` are those of partners by their order in a team, `without_teams` is said of
    a hand without teams. `explain` returns steps
    where the score's lines do not suffice. `preview_script` scores without network, by
    `preview_rules` if it needs any, and finds `preview_problems` itself. `first_hand_differs`: it
    counts no cards.
    """

    form: type[Entry]
    describe_record: Callable[[Record, Sequence[str]], list[Fact]]
    why_over: Callable[[Match, Sequence[str]], str]
    score_label: Text = SCORE
    team_roles: tuple[Text, ...] = ()
    without_teams: Text = ALONE
    duties: Callable[[HandSetup], list[tuple[str, Seat]]] = _say_nothing
    preparation: Callable[[HandSetup, Sequence[str]], list[str]] = _say_nothing
    stakes: Callable[[HandSetup, Sequence[str]], list[Fact]] = _say_nothing
    explain: Callable[[Match, Record, Sequence[str]], Iterable[ExplanationStep]] = _say_nothing
    preview_script: str = ""
    preview_rules: Callable[[], Mapping[str, Json]] = dict
    preview_problems: Callable[[int], list[Problem]] = _say_nothing
    first_hand_differs: bool = False
