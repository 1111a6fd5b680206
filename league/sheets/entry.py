"""The form of a hand by a score sheet.

Its fields: `c-<column>` of the table, `c-<column>-<seat>`, `c-<column>-<side>` where a column is of
each team, `sides` (how many teams there are) and `team-<seat>` where partners change.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple

from django.utils.functional import lazy
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.base import HandSetup, Problem, Seat
from games.score_sheet.labels import FALLBACK, Label
from games.score_sheet.record import TEAMS_FIELD
from games.score_sheet.setup import ScoreSheetSetup, sides_of
from games.score_sheet.sheet import Column, ScoreSheet, Teams
from league.core.games.entry import Choice, EntryFormContext, Record, Who, read_count

YES, NO = "1", "0"
FEW_CHOICES = 4
TAPPED_NUMBERS = 6
"""Up to this many numbers are tapped instead of typed."""


def worded(label: Label) -> str:
    """Return a label in the reader's language."""
    return label.within(get_language() or FALLBACK)


lazy_label = lazy(worded, str)
"""A label in the language of whoever reads it."""


def own_setup(setup: HandSetup) -> ScoreSheetSetup:
    """Return the setup of a hand as score sheets have it."""
    if not isinstance(setup, ScoreSheetSetup):
        raise TypeError(f"This is not a hand of a score sheet: {setup!r}")
    return setup


class CellField(NamedTuple):
    """An input: of a player, of a team (by its names), or of the table."""

    name: str
    who: Who | None
    label: str
    value: str
    choices: tuple[Choice, ...]
    errors: list[str]

    @property
    def is_ticked(self) -> bool:
        """Say whether a box is ticked."""
        return self.value == YES


class ColumnFields(NamedTuple):
    """What the form asks by one column; `way` says how: number, tick, taps, picks or select."""

    id: str
    label: str
    way: str
    of: str
    has_sign: bool
    has_numbers: bool
    cells: tuple[CellField, ...]
    errors: list[str]


class SheetFields(NamedTuple):
    """What the template draws."""

    columns: tuple[ColumnFields, ...]
    sides: int
    teams: tuple[CellField, ...]
    team_errors: list[str]
    has_other_teams: bool


@dataclass(frozen=True, slots=True)
class SheetEntry:
    """What was typed by column, a text for each seat, team or the table; `teams` by seat."""

    TEMPLATE: ClassVar[str] = "sheets/_fields.html"
    SCRIPT: ClassVar[str] = "js/entry-sheet.js"
    sheet: ClassVar[ScoreSheet]

    size: int
    cells: Mapping[str, tuple[str, ...]]
    teams: tuple[str, ...] = ()

    @classmethod
    def blank(cls, setup: HandSetup, last: Record | None = None) -> "SheetEntry":  # noqa: ARG003 - every hand of a sheet asks the same
        """Return the form before anything is entered."""
        own = own_setup(setup)
        cells = {
            column.id: (_default(column),) * _count(column, own) for column in cls.sheet.columns
        }
        teams = _team_texts(own.teams, own.seats) if own.records_teams else ()
        return cls(own.seats, cells, teams)

    @classmethod
    def of_record(cls, record: Record) -> "SheetEntry":
        """Return the form filled in with an accepted record."""
        cells = {}
        for column in cls.sheet.columns:
            value = record.get(column.id)
            values = value if isinstance(value, list | tuple) else [value]
            cells[column.id] = tuple(map(_text, values))
        sizes = [len(cells[each.id]) for each in cls.sheet.columns if each.of == "seat"]
        teams = record.get(TEAMS_FIELD, ())
        size = max(sizes, default=cls.sheet.players[-1])
        return cls(size, cells, _team_texts(teams, size) if teams else ())

    @classmethod
    def of_form(cls, data: Mapping[str, str], size: int) -> "SheetEntry":
        """Return what a form carries."""
        sides = read_count(data.get("sides", ""))
        is_count = isinstance(sides, int) and 0 < sides <= size
        counts = {"table": 0, "seat": size, "team": sides if is_count else size}
        cells = {
            column.id: tuple(
                _typed(column, data, name)
                for name in (
                    [f"c-{column.id}-{at}" for at in range(int(counts[column.of]))]
                    or [f"c-{column.id}"]
                )
            )
            for column in cls.sheet.columns
        }
        has_teams = cls.sheet.partners.are_recorded and "team-0" in data
        teams = tuple(data.get(f"team-{seat}", "") for seat in range(size)) if has_teams else ()
        return cls(size, cells, teams)

    def fit(self, setup: HandSetup) -> "SheetEntry":
        """Return the form with a cell for each seat and team that the hand has."""
        own, blank = own_setup(setup), self.blank(setup)
        cells = {
            name: (*self.cells.get(name, ()), *texts[len(self.cells.get(name, ())) :])[: len(texts)]
            for name, texts in blank.cells.items()
        }
        teams = (self.teams or blank.teams) if own.records_teams else ()
        return replace(self, size=own.seats, cells=cells, teams=teams)

    def press(self, data: Mapping[str, str]) -> "SheetEntry":  # noqa: ARG002 - no buttons of its own
        """Return the form as it is."""
        return self

    @property
    def is_complete(self) -> bool:
        """Say whether everything is there that has no default."""
        return all(
            all(self.cells[column.id])
            for column in self.sheet.columns
            if column.default is None and not column.is_optional and column.kind != "tick"
        )

    def as_record(self) -> dict[str, Any]:
        """Return the record to submit, perhaps invalid."""
        record: dict[str, Any] = {}
        for column in self.sheet.columns:
            values = [_value(column, text) for text in self.cells[column.id]]
            record[column.id] = values[0] if column.of == "table" else values
        if self.teams:
            numbers = sorted(filter(None, {*self.teams}))
            record[TEAMS_FIELD] = [
                [seat for seat, team in enumerate(self.teams) if team == number]
                for number in numbers
            ]
        return record

    def shows(self, field: str) -> bool:
        """Say whether the form shows errors of a field."""
        return field.partition("[")[0] in {*self.cells, TEAMS_FIELD}

    def fields(self, asked: EntryFormContext) -> SheetFields:
        """Return the template's data."""
        setup = own_setup(asked.setup)
        people = [Who(seat, name) for seat, name in enumerate(asked.names)]
        columns = tuple(self._column(column, asked, people, setup) for column in self.sheet.columns)
        by_rule = _team_texts(setup.teams, setup.seats)
        teams = tuple(
            CellField(f"team-{who.seat}", who, who.name, team, _team_choices(setup, team), [])
            for who, team in zip(people, self.teams, strict=False)
        )
        errors = asked.errors_at(TEAMS_FIELD)
        has_other = asked.picks_teams or bool(errors) or (bool(teams) and self.teams != by_rule)
        return SheetFields(columns, len(setup.sides), teams, errors, has_other)

    def _column(
        self,
        column: Column,
        asked: EntryFormContext,
        people: Sequence[Who],
        setup: ScoreSheetSetup,
    ) -> ColumnFields:
        label, way = worded(column.label), _way(column)
        cells = []
        for at, text in enumerate(self.cells[column.id]):
            name = f"c-{column.id}" if column.of == "table" else f"c-{column.id}-{at}"
            errors = [] if column.of == "table" else asked.errors_at(f"{column.id}[{at}]")
            who = people[at] if column.of == "seat" else None
            choices = _choices(column, text, people)
            title = _cell_label(column, at, people, setup)
            cells.append(CellField(name, who, title, text, choices, errors))
        errors = list(asked.errors.get(column.id, ()))
        has_sign = way == "number" and column.lowest < 0
        has_numbers = column.kind in ("number", "count", "place")
        how = (way, column.of, has_sign, has_numbers)
        return ColumnFields(column.id, label, *how, tuple(cells), errors)


def entry_of(sheet: ScoreSheet) -> type[SheetEntry]:
    """Return the form of a sheet's hands."""
    return type("EntryBySheet", (SheetEntry,), {"__slots__": (), "sheet": sheet})


def preview_problems(sheet: ScoreSheet, seats: int) -> list[Problem]:
    """Return the problems that the preview on a phone finds by itself, for their texts."""
    found = [Problem(code, TEAMS_FIELD, None, "") for code in ("not_teams", "not_counted")]
    found += [
        Problem("teams_differ", TEAMS_FIELD, None, "", "warning"),
        Problem("match_over", "", None, ""),
    ]
    for column in sheet.columns:
        is_place = column.kind == "place"
        data = {"lowest": column.lowest, "highest": column.highest, "step": column.step}
        data |= {"lowest": 1, "highest": seats} if is_place else {}
        found += [Problem(code, column.id, None, "", data=data) for code in PREVIEWED_FAULTS]
    return found


PREVIEWED_FAULTS = (
    *("missing", "not_a_number", "out_of_range", "not_a_step", "not_a_choice", "not_a_seat"),
    *("not_one_a_seat", "not_one_a_team", "not_places", "not_once_each"),
)


def _cell_label(column: Column, at: int, people: Sequence[Who], setup: ScoreSheetSetup) -> str:
    if column.of == "table":
        return worded(column.label)
    if column.of == "seat":
        return people[at].name
    return " + ".join(people[seat].name for seat in setup.sides[at])


def _way(column: Column) -> str:
    """Return how a column is asked for."""
    if column.kind == "tick":
        return "tick"
    if column.kind == "seat":
        return "taps"
    if column.kind == "choice":
        return "picks" if len(column.choices) <= FEW_CHOICES else "select"
    if column.kind == "place":
        return "picks"
    is_small = column.lowest >= 0 and column.highest - column.lowest < TAPPED_NUMBERS
    return "picks" if is_small and column.step == 1 else "number"


def _choices(column: Column, text: str, people: Sequence[Who]) -> tuple[Choice, ...]:
    """Return what may be chosen in a cell, in order."""
    if column.kind == "choice":
        found = [(choice.id, worded(choice.label)) for choice in column.choices]
    elif column.kind == "seat":
        found = [(str(who.seat), who.name) for who in people]
        found += [("", _("Nobody"))] if column.is_optional else []
    elif column.kind == "place":
        found = [(str(place), str(place)) for place in range(1, len(people) + 1)]
    elif _way(column) == "picks":
        found = [(str(number),) * 2 for number in range(column.lowest, column.highest + 1)]
    else:
        found = []
    return tuple(Choice(value, label, value == text) for value, label in found)


def _count(column: Column, setup: ScoreSheetSetup) -> int:
    return {"table": 1, "seat": setup.seats, "team": len(setup.sides)}[column.of]


def _default(column: Column) -> str:
    return _text(column.default)


def _text(value: object) -> str:
    """Return a value of a record as a form has it."""
    if isinstance(value, bool):
        return YES if value else ""
    return "" if value is None else str(value)


def _typed(column: Column, data: Mapping[str, str], name: str) -> str:
    text = data.get(name, "").strip()
    if column.kind != "tick" or name not in data:
        return text
    # A box that is there is ticked; on paper an empty cell is what is usual.
    return (YES if column.default else "") if not text else "" if text == NO else YES


def _value(column: Column, text: str) -> object:
    if column.kind == "tick":
        return text == YES
    if not text:
        return None
    return text if column.kind == "choice" else read_count(text)


def _team_texts(teams: Sequence[Sequence[Seat]], size: int) -> tuple[str, ...]:
    """Return by seat the number of its team, "" for one who plays alone."""
    numbers = {seat: str(at) for at, team in enumerate(teams, start=1) for seat in team}
    return tuple(numbers.get(seat, "") for seat in range(size))


def _team_choices(setup: ScoreSheetSetup, picked: str) -> tuple[Choice, ...]:
    found = [
        (str(at), _("Team %(number)d") % {"number": at}) for at in range(1, len(setup.teams) + 1)
    ]
    if sum(map(len, setup.teams)) < setup.seats:
        found.append(("", _("Alone")))
    return tuple(Choice(value, text, value == picked) for value, text in found)


def sides_played(sheet: ScoreSheet, record: Record, size: int) -> Teams:
    """Return the teams of a record, and behind them each seat that played alone."""
    usual = sheet.partners.turns.get(size, ((),))[0] if not sheet.partners.are_recorded else ()
    teams = tuple(tuple(team) for team in record.get(TEAMS_FIELD) or usual)
    return sides_of(teams, size)
