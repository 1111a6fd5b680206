"""The record of a hand: read it from JSON, with every fault at once."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from games.base import Json, Problem
from games.score_sheet.read_partners import read_teams
from games.score_sheet.setup import ScoreSheetSetup
from games.score_sheet.sheet import Column, ScoreSheet, Teams
from games.validation import is_list_of, is_seat, is_whole_number, unknown_fields

Item: TypeAlias = int | bool | str
TEAMS_FIELD = "teams"


@dataclass(frozen=True, slots=True)
class ScoreSheetRecord:
    """What was written down of a hand: for each column its value, or one for each seat or team.

    `teams` are those that played, where they change from hand to hand; a seat that is nobody is
    None.
    """

    sheet: ScoreSheet
    values: tuple[Item | tuple[Item, ...] | None, ...]
    teams: Teams = ()

    def as_json(self) -> dict[str, Json]:
        """Write the record in the shape it is read from; what the hand does not count is absent."""
        data: dict[str, Json] = {}
        if self.teams:
            data[TEAMS_FIELD] = [list(team) for team in self.teams]
        for column, value in zip(self.sheet.columns, self.values, strict=True):
            if value is not None:
                data[column.id] = list(value) if isinstance(value, tuple) else value
        return data


class Reading(NamedTuple):
    """A record, None where there are errors, and all problems: errors first, then warnings."""

    record: ScoreSheetRecord | None
    problems: tuple[Problem, ...]


def read_record(data: object, setup: ScoreSheetSetup) -> Reading:
    """Read the record of the hand that was set up so, from JSON or from a record; never raise."""
    if isinstance(data, ScoreSheetRecord):
        data = data.as_json()
    if isinstance(data, dict):
        record = read_plain(data, setup)
        if record is not None:
            return Reading(record, ())
    if not isinstance(data, Mapping):
        text = "The record of a hand must be given by name of field."
        return Reading(None, (Problem("not_an_object", "", None, text),))
    return _RecordReader(data, setup).read()


def read_plain(data: Mapping[Any, Any], setup: ScoreSheetSetup) -> ScoreSheetRecord | None:
    """Read a record that nothing is to be said about, as nearly all are; None for any other."""
    sheet = setup.sheet
    if setup.records_teams or len(data) != len(sheet.columns):
        return None
    values: list[Item | tuple[Item, ...]] = []
    for column in sheet.columns:
        value: Any = data.get(column.id)
        if column.of == "table":
            if not _is_plain_item(column, value, setup.seats):
                return None
            values.append(value)
        else:
            size = setup.seats if column.of == "seat" else len(setup.sides)
            if not _is_plain_list(column, value, size):
                return None
            values.append(tuple(value))
    return ScoreSheetRecord(sheet, tuple(values))


def _is_plain_item(column: Column, value: Any, seats: int) -> bool:
    kind = column.kind
    if kind == "tick":
        return value is True or value is False
    if kind == "choice":
        return type(value) is str and value in column.choice_ids
    if type(value) is not int:
        return False
    if kind == "seat":
        return 0 <= value < seats
    return column.lowest <= value <= column.highest and not value % column.step


def _is_plain_list(column: Column, value: Any, size: int) -> bool:
    kind = column.kind
    if kind == "tick":
        return is_list_of(value, bool, size)
    if kind == "choice":
        return is_list_of(value, str, size) and column.choice_ids.issuperset(value)
    if not is_list_of(value, int, size):
        return False
    if kind == "place":
        return are_places(value, column)
    if not column.lowest <= min(value) <= max(value) <= column.highest:
        return False
    return column.step == 1 or not any(item % column.step for item in value)


def are_places(places: list[int], column: Column) -> bool:
    """Tell whether places are 1, 2, 3, or where some are shared 1, 1, 3."""
    if column.is_shared:
        return all(place == 1 + sum(other < place for other in places) for place in places)
    return sorted(places) == [*range(1, len(places) + 1)]


class _RecordReader:
    """Read one record column by column and gather what is wrong."""

    def __init__(self, data: Mapping[object, Any], setup: ScoreSheetSetup) -> None:
        self.data = data
        self.setup = setup
        names = [column.id for column in setup.sheet.columns]
        if setup.sheet.partners.are_recorded:
            names.append(TEAMS_FIELD)
        self.errors = unknown_fields(data, names)
        self.warnings: list[Problem] = []

    def read(self) -> Reading:
        teams = self.teams()
        values = tuple(self.value(column) for column in self.setup.sheet.columns)
        record = None
        if not self.errors:
            record = ScoreSheetRecord(self.setup.sheet, values, teams)
        return Reading(record, (*self.errors, *self.warnings))

    def refuse(self, code: str, field: str, text: str, **data: int) -> None:
        self.errors.append(Problem(code, field, None, text, data=data))

    def teams(self) -> Teams:
        """Return who played with whom: as set up, unless the record says otherwise."""
        value, setup = self.data.get(TEAMS_FIELD), self.setup
        rule = setup.sheet.partners.rule
        if not setup.records_teams:
            if value is not None and setup.sheet.partners.are_recorded:
                self.refuse("not_counted", TEAMS_FIELD, "This hand is not played in teams.")
            return ()
        if value is None:
            return setup.teams
        teams = read_teams(value, setup.seats)
        if teams is None or sorted(map(len, teams)) != sorted(map(len, setup.teams)):
            text = "List as many teams as the sheet has, of the same sizes, each seat once at most."
            self.refuse("not_teams", TEAMS_FIELD, text)
            return ()
        if {frozenset(team) for team in teams} != {frozenset(team) for team in setup.teams}:
            text = "The sheet would have formed other teams."
            self.warnings.append(Problem("teams_differ", TEAMS_FIELD, rule, text, "warning"))
        return teams

    def value(self, column: Column) -> Item | tuple[Item, ...] | None:
        """Return what a column holds; anything where it is at fault."""
        value = self.data.get(column.id)
        if column.of == "table":
            return self.item(column, value, column.id)
        size = self.setup.seats if column.of == "seat" else len(self.setup.sides)
        if value is None and column.default is not None:
            return (column.default,) * size
        if value is None:
            self.refuse("missing", column.id, "This is missing.")
            return None
        if not isinstance(value, list | tuple) or len(value) != size:
            whom = "player" if column.of == "seat" else "team"
            text = f"This must be given once for each {whom}."
            self.refuse(f"not_one_a_{column.of}", column.id, text, **{f"{column.of}s": size})
            return None
        before = len(self.errors)
        found = [self.item(column, item, f"{column.id}[{at}]") for at, item in enumerate(value)]
        items = tuple(item for item in found if item is not None)
        if column.kind == "place" and len(self.errors) == before:
            self.check_places(column, [int(place) for place in items])
        return items

    def check_places(self, column: Column, places: list[int]) -> None:
        if not are_places(places, column):
            if column.is_shared:
                text = "Places are counted 1, 2, 3, or 1, 1, 3 where some are shared."
                self.refuse("not_places", column.id, text, seats=len(places))
            else:
                text = "Give each place once: 1, 2, 3."
                self.refuse("not_once_each", column.id, text, seats=len(places))

    def item(self, column: Column, value: Any, field: str) -> Item | None:
        """Return one value; None where it is at fault, or nobody."""
        if value is None and column.default is not None:
            return column.default
        if value is None:
            if not column.is_optional:
                self.refuse("missing", field, "This is missing.")
            return None
        readers: Mapping[str, Callable[[Column, Any, str], Item | None]] = {
            "tick": self.tick,
            "choice": self.choice,
            "seat": self.seat,
        }
        return readers.get(column.kind, self.number)(column, value, field)

    def seat(self, _column: Column, value: object, field: str) -> int | None:
        if is_seat(value, self.setup.seats):
            return value
        self.refuse("not_a_seat", field, "This is not a seat of this table.")
        return None

    def tick(self, _column: Column, value: object, field: str) -> bool | None:
        if isinstance(value, bool):
            return value
        self.refuse("not_yes_or_no", field, "This must be yes or no.")
        return None

    def choice(self, column: Column, value: object, field: str) -> str | None:
        if isinstance(value, str) and value in column.choice_ids:
            return value
        known = ", ".join(choice.id for choice in column.choices)
        self.refuse("not_a_choice", field, f"Choose one of: {known}.")
        return None

    def number(self, column: Column, value: object, field: str) -> int | None:
        low, high = column.lowest, column.highest
        if column.kind == "place":
            low, high = 1, self.setup.seats
        if not is_whole_number(value):
            self.refuse("not_a_number", field, "This must be a whole number.")
        elif not low <= value <= high:
            text = f"This must be from {low} to {high}."
            self.refuse("out_of_range", field, text, lowest=low, highest=high)
        elif value % column.step:
            text = f"This must be a multiple of {column.step}."
            self.refuse("not_a_step", field, text, step=column.step)
        else:
            return value
        return None
