"""The vocabulary all games share.

Seats are 0-based and clockwise. Everything that is "per seat" has one item a seat, in seat order.
Games take plain JSON values at their edge and hand back frozen values; they read no clock, do no
I/O and hide no chance.
"""

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

Seat: TypeAlias = int
Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"
Data: TypeAlias = Mapping[str, int | str]
"""The values behind a sentence, for a screen that words it again with names or translated."""

Level: TypeAlias = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Problem:
    """Say what is wrong with an input, and where.

    `code` is stable, `field` is the path of the value at fault ("" is the whole input), `rule` the
    id of the rule that is broken (None: no rule, only the shape), `text` an English sentence.
    A warning may be confirmed; an error may not.
    """

    code: str
    field: str
    rule: str | None
    text: str
    level: Level = "error"
    data: Data = dataclasses.field(default_factory=dict, hash=False)

    def inside(self, path: str) -> "Problem":
        """Return this problem with its field seen from an outer value, `path` being the inner's."""
        where = f"{path}.{self.field}" if self.field else path
        return Problem(self.code, where, self.rule, self.text, self.level, self.data)

    def as_json(self) -> dict[str, Json]:
        """Write the problem as formats.md shows it; level and data stay inside."""
        return {"code": self.code, "field": self.field, "rule": self.rule, "text": self.text}


class InvalidInputError(ValueError):
    """An input was refused; `problems` holds every fault that was found, warnings excluded."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(" ".join(problem.text for problem in problems))
        self.problems = tuple(problems)


class InvalidOptionsError(InvalidInputError):
    """The options of a match were refused; fields are the options' names."""


class InvalidMatchError(InvalidInputError):
    """A match cannot be set up so; fields are `seats` and `dealer`."""


class InvalidRecordError(InvalidInputError):
    """The record of a hand was refused; fields are the record's."""


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """Explain some points of one seat in one hand.

    `code` says which sentence this is (a rule may have several), `data` the numbers in it.
    """

    rule: str
    points: int
    text: str
    code: str
    data: Data = dataclasses.field(default_factory=dict, hash=False)

    def as_json(self) -> dict[str, Json]:
        """Write the line as formats.md shows it; code and data stay inside."""
        return {"rule": self.rule, "points": self.points, "text": self.text}


@dataclass(frozen=True, slots=True)
class HandScore:
    """Hold what a hand is worth: `lines[seat]` add up to `scores[seat]`."""

    lines: tuple[tuple[ScoreLine, ...], ...]
    warnings: tuple[Problem, ...] = ()

    @property
    def scores(self) -> tuple[int, ...]:
        """Add up the lines of every seat."""
        return tuple(sum(line.points for line in lines) for lines in self.lines)


@dataclass(frozen=True, slots=True)
class PlaceReason:
    """Say what gave a seat its place.

    `ahead_of` is the seat placed next below (None: there is none), `rule` the id of the rule that
    decided between the two, `shared_with` the seats on the same place.
    """

    rule: str
    ahead_of: Seat | None
    shared_with: tuple[Seat, ...] = ()


class Options(Protocol):
    """Frozen, validated options of a match."""

    def as_json(self) -> dict[str, Json]:
        """Write all options, defaults included."""


class HandRecord(Protocol):
    """What happened in one hand, in the one shape that a phone and an online table share."""

    def as_json(self) -> dict[str, Json]:
        """Write the record in the shape it is read from; what it does not count is absent."""


class HandSetup(Protocol):
    """What is known of a hand before it is played, and what is to be recorded of it."""

    @property
    def number(self) -> int:
        """1-based, void hands included."""

    @property
    def dealer(self) -> Seat:
        """The seat that deals."""

    @property
    def leader(self) -> Seat:
        """The seat whose turn is first."""

    @property
    def teams(self) -> tuple[tuple[Seat, ...], ...]:
        """Partners for this hand; empty when everyone plays alone."""

    @property
    def solo(self) -> Seat | None:
        """The seat without a partner in a hand with teams."""

    def as_json(self) -> dict[str, Json]:
        """Write what `next` of a match shows."""


class Match(Protocol):
    """The running score of one table, for room and online alike; never changed in place."""

    @property
    def totals(self) -> tuple[int, ...]:
        """The sum of all counted hands, per seat."""

    @property
    def places(self) -> tuple[int, ...]:
        """1-based, by the game's own tie-break; shared places count 1, 1, 3; all 1 at first."""

    @property
    def place_reasons(self) -> tuple[PlaceReason, ...]:
        """What decided each place, per seat."""

    @property
    def is_over(self) -> bool:
        """Whether no further hand counts."""

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Empty until the match is over."""

    @property
    def number(self) -> int:
        """Of the next hand, 1-based."""

    @property
    def dealer(self) -> Seat:
        """Of the next hand."""

    def next_hand(self) -> HandSetup | None:
        """Describe the next hand; None once the match is over."""

    def check(self, record: object) -> list[Problem]:
        """List all faults of a record of the next hand, whatever JSON value it is."""

    def read(self, record: object) -> HandRecord:
        """Return the record of the next hand as a value; raises InvalidRecordError."""

    def score(self, record: object) -> HandScore:
        """Score a record of the next hand; raises InvalidRecordError."""

    def add(self, record: object) -> "Match":
        """Return the match after the next hand; raises InvalidRecordError."""

    def skip(self) -> "Match":
        """Return the match with the next hand void: its number is used up, nothing else is."""


class Game(Protocol):
    """One a game, found by its slug in the registry."""

    @property
    def slug(self) -> str:
        """The name in addresses and files."""

    @property
    def title(self) -> str:
        """The name on screens."""

    @property
    def seats(self) -> range:
        """How many may play at a table."""

    def options(self, data: object) -> Options:
        """Read options from JSON, defaults filled in; raises InvalidOptionsError."""

    def new_match(self, options: Options, seats: int, dealer: Seat) -> Match:
        """Return a match before its first hand; raises InvalidMatchError."""

    def rules(self) -> Mapping[str, str]:
        """Map each rule id to a short explanation in our own words."""
