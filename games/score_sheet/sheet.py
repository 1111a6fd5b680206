"""A score sheet: all that is to be known of a game that a club scores on paper, as one value."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from games.base import Json, Level, ScoreLine, Seat
from games.score_sheet.compiling import Cell, Formula, Rows
from games.score_sheet.frame import Frame
from games.score_sheet.labels import FALLBACK, Label
from games.score_sheet.syntax import Tree

ColumnKind: TypeAlias = Literal["number", "count", "tick", "choice", "place", "seat"]
ColumnOf: TypeAlias = Literal["seat", "team", "table"]
Basis: TypeAlias = Literal["total", "last_hand", "wins", "sum"]
DealerOrder: TypeAlias = Literal["left", "right", "same", "first", "last", "column"]
PartnersKind: TypeAlias = Literal["none", "seats", "fixed", "rotating", "places", "declared"]
Team: TypeAlias = tuple[Seat, ...]
Teams: TypeAlias = tuple[Team, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the answers of a column."""

    id: str
    label: Label


@dataclass(frozen=True, slots=True)
class Column:
    """Say what is written down of a hand: of each seat, of each team or of the whole table.

    `default` stands where nothing is written (None: something must be); `is_optional` is for a seat
    that may be nobody, `is_shared` for places that several may share.
    """

    id: str
    label: Label
    kind: ColumnKind
    of: ColumnOf
    lowest: int = 0
    highest: int = 0
    step: int = 1
    choices: tuple[Choice, ...] = ()
    default: int | bool | str | None = None
    is_optional: bool = False
    is_shared: bool = False
    choice_ids: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number that each competition may choose."""

    id: str
    label: Label
    lowest: int
    highest: int
    default: int


@dataclass(frozen=True, slots=True)
class Expression:
    """A formula as it was written, as a tree and compiled."""

    text: str
    tree: Tree
    formula: Formula


@dataclass(frozen=True, slots=True)
class Value:
    """A number or condition of a hand that formulas after it may name."""

    id: str
    of: Literal["seat", "table"]
    expression: Expression
    label: Label | None = None


@dataclass(frozen=True, slots=True)
class Sentence:
    """A label with the cells that its names in braces stand for.

    `choices` are the labels of what a named column of choices may hold.
    """

    label: Label
    cells: tuple[tuple[str, Cell], ...] = ()
    choices: Mapping[str, Mapping[str, Label]] = field(default_factory=dict, hash=False)

    def values(self, frame: Frame, seat: Seat) -> tuple[int | str, ...]:
        """Return the values of the names, seen from a seat."""
        return tuple(
            [
                frame[cell.at][seat] if cell.of == "seat" else frame[cell.at]
                for _, cell in self.cells
            ]
        )

    def data(self, values: tuple[int | str, ...]) -> dict[str, int | str]:
        """Return values by their names."""
        return {name: value for (name, _), value in zip(self.cells, values, strict=True)}

    def worded(self, data: Mapping[str, int | str], language: str = FALLBACK) -> str:
        """Return the sentence in a language, choices by their labels."""
        labels = {
            name: of[str(data[name])].within(language)
            for name, of in self.choices.items()
            if data.get(name) in of
        }
        return self.label.filled(language, {**data, **labels})


@dataclass(frozen=True, slots=True)
class Line:
    """Say how some points of each seat follow; `when` says for whom (None: where there are any).

    `written` are lines that were worded before: there are few different ones.
    """

    rule: str
    sentence: Sentence
    points: Expression
    when: Expression | None = None
    written: dict[tuple[int, tuple[int | str, ...]], ScoreLine] = field(
        default_factory=dict, compare=False, repr=False
    )


@dataclass(frozen=True, slots=True)
class Check:
    """Say what has to hold of a hand, or should; `column` is where a fault of it is shown."""

    rule: str
    sentence: Sentence
    that: Expression
    of: Literal["seat", "table"]
    level: Level
    column: str


@dataclass(frozen=True, slots=True)
class Criterion:
    """Say what orders the seats; `value` is what is summed up over all hands, by `sum`."""

    rule: str
    label: Label
    by: Basis
    highest_first: bool
    value: str = ""


Bound: TypeAlias = int | str | None
"""A number, the id of the parameter that says which, or None: no such end."""


@dataclass(frozen=True, slots=True)
class End:
    """Say when a match is over: by what comes first; `plays_on` while the first place is shared."""

    rule: str
    label: Label
    hands: Bound = None
    rounds: Bound = None
    reaches: Bound = None
    falls_to: Bound = None
    plays_on: bool = False


@dataclass(frozen=True, slots=True)
class Dealer:
    """Say who deals next, and how; `column` names who, left of the dealer where it is nobody."""

    rule: str
    label: Label
    order: DealerOrder
    column: str = ""


@dataclass(frozen=True, slots=True)
class Partners:
    """Say who plays with whom.

    `turns[players]` are the teams of one hand after the other; `side` says of each seat whether it
    is in the first of two teams, once a hand was played.
    """

    rule: str
    label: Label
    kind: PartnersKind
    turns: Mapping[int, tuple[Teams, ...]] = field(default_factory=dict, hash=False)
    side: Expression | None = None

    def team_sizes(self, players: range) -> range:
        """Return how many can be in a team, from the fewest, one who plays alone, to the most."""
        if self.kind == "declared":
            return range(1, players[-1] + 1)
        if self.kind in ("none", "places"):
            return range(1, 2 if self.kind == "none" else 3)
        sizes = [
            len(team) if team else 1
            for number, turns in self.turns.items()
            for teams in turns
            for team in (*teams, *[()] * (number - sum(map(len, teams))))
        ]
        return range(min(sizes, default=1), max(sizes, default=1) + 1)

    @property
    def are_known_ahead(self) -> bool:
        """Tell whether teams are formed before the hand is played."""
        return self.kind not in ("none", "declared")

    @property
    def are_recorded(self) -> bool:
        """Tell whether a record says who was in a team: where that changes from hand to hand."""
        return self.kind in ("rotating", "places")


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """Hold a whole sheet; two are equal if they were written alike.

    `source` is its JSON with sorted names. `tracked` are the cells of sums over earlier hands, by
    the name that is summed up; `cells` all that formulas can name; `size` is how many cells a frame
    has.
    """

    source: str
    slug: str = field(compare=False)
    version: int = field(compare=False)
    title: Label = field(compare=False)
    hand: Label = field(compare=False)
    players: range = field(compare=False)
    parameters: tuple[Parameter, ...] = field(compare=False)
    columns: tuple[Column, ...] = field(compare=False)
    tables: Mapping[str, Rows] = field(compare=False)
    partners: Partners = field(compare=False)
    values: tuple[Value, ...] = field(compare=False)
    lines: tuple[Line, ...] = field(compare=False)
    checks: tuple[Check, ...] = field(compare=False)
    dealer: Dealer = field(compare=False)
    end: End = field(compare=False)
    ranking: tuple[Criterion, ...] = field(compare=False)
    cells: Mapping[str, Cell] = field(compare=False)
    tracked: Mapping[str, Cell] = field(compare=False)
    size: int = field(compare=False)

    def as_json(self) -> dict[str, Json]:
        """Write the sheet in the shape it is read from."""
        data: dict[str, Any] = json.loads(self.source)
        return data

    @property
    def name(self) -> str:
        """The slug with the version: by it the data of lines and problems name their sheet."""
        return f"{self.slug}@{self.version}"

    @property
    def sentences(self) -> Mapping[str, Sentence]:
        """Map the rule ids of lines and checks to what is said of a hand in any language."""
        parts: tuple[Line | Check, ...] = (*self.lines, *self.checks)
        return {part.rule: part.sentence for part in parts}

    @property
    def rules(self) -> Mapping[str, Label]:
        """Map each rule id of the sheet to its text."""
        found = [(line.rule, line.sentence.label) for line in self.lines]
        found += [(check.rule, check.sentence.label) for check in self.checks]
        found += [(each.rule, each.label) for each in self.ranking]
        found += [(each.rule, each.label) for each in (self.end, self.dealer, self.partners)]
        return dict(found)
