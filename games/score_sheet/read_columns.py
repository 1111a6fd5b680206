"""Read what a sheet writes down of a hand: its columns, and its parameters and tables."""

import re
from collections.abc import Mapping
from typing import Any, Literal, cast, get_args

from games.score_sheet.compiling import Rows
from games.score_sheet.faults import ID, Faults, join
from games.score_sheet.kinds import CONDITION, SEAT, Kind, number
from games.score_sheet.labels import read_label
from games.score_sheet.scope import Scope
from games.score_sheet.sheet import Choice, Column, ColumnKind, ColumnOf, Parameter

FURTHEST = 1_000_000
"""No column or parameter is further from 0."""
MOST_CHOICES = 40
MOST_ROWS = 200
KINDS: tuple[str, ...] = get_args(ColumnKind)
COLUMN_FIELDS = ("id", "label", "kind", "of", "default")
FIELDS_OF_KIND: Mapping[str, tuple[str, ...]] = {
    "number": ("lowest", "highest", "step"),
    "count": ("highest",),
    "tick": (),
    "choice": ("choices",),
    "place": ("shared",),
    "seat": ("optional",),
}
OF_KIND: Mapping[str, tuple[str, ...]] = {"place": ("seat",), "seat": ("table",)}
_STEP = re.compile(r"-?[0-9]{1,9}", re.ASCII)


def read_parameter(value: object, path: str, scope: Scope) -> Parameter | None:
    """Read a number that each competition may choose; None where it is at fault."""
    faults = scope.faults
    data = faults.fields(value, path, ("id", "label", "lowest", "highest", "default"))
    name = faults.name(data.get("id"), f"{path}.id", scope.taken)
    label = read_label(data.get("label"), f"{path}.label", faults)
    lowest, highest = _bounds(data, path, faults, 0, FURTHEST)
    default = faults.number(data.get("default"), f"{path}.default", lowest, highest)
    if name is None or default is None:
        scope.refuse(data.get("id"))
        return None
    scope.define(name, number(lowest, highest), "table", of_hand=False)
    return Parameter(name, label, lowest, highest, default)


def _bounds(
    data: Mapping[str, Any], path: str, faults: Faults, low: int, high: int
) -> tuple[int, int]:
    """Return the lowest and the highest number, in order."""
    lowest = faults.number(data.get("lowest", low), f"{path}.lowest", -FURTHEST, FURTHEST)
    highest = faults.number(data.get("highest", high), f"{path}.highest", -FURTHEST, FURTHEST)
    lowest, highest = (low if lowest is None else lowest), (high if highest is None else highest)
    if lowest > highest:
        faults.add("out_of_order", f"{path}.highest", "The highest is below the lowest.")
        return highest, lowest
    return lowest, highest


def read_tables(value: object, path: str, scope: Scope) -> None:
    """Read the tables, each an object of numbers by a choice or by a step."""
    faults = scope.faults
    if not isinstance(value, Mapping) or len(value) > MOST_CHOICES:
        faults.add("not_an_object", path, f"Give up to {MOST_CHOICES} tables by their names.")
        return
    for name, rows in value.items():
        where = join(path, name)
        known = faults.name(name, where, scope.taken)
        found = _read_rows(rows, where, faults)
        if known and found:
            scope.taken[known] = found
            scope.tables[known] = found


def _read_rows(value: object, path: str, faults: Faults) -> Rows | None:
    if not isinstance(value, Mapping) or not 0 < len(value) <= MOST_ROWS:
        text = f"A table is an object of up to {MOST_ROWS} numbers, each by a choice or a step."
        faults.add("not_a_table", path, text)
        return None
    rows: dict[str, int] = {}
    for key, number_of in value.items():
        found = faults.number(number_of, join(path, key), -FURTHEST, FURTHEST)
        if isinstance(key, str) and found is not None:
            rows[key] = found
    if len(rows) < len(value):
        return None
    steps = [key for key in rows if _STEP.fullmatch(key)]
    if not steps and all(ID.fullmatch(key) for key in rows):
        return Rows(rows)
    if len(steps) < len(rows) or len({int(key) for key in steps}) < len(steps):
        faults.add("not_a_table", path, "The rows are steps, each another number, or choices.")
        return None
    return Rows(None, tuple(sorted((int(key), rows[key]) for key in steps)))


def read_column(value: object, path: str, scope: Scope, sides: bool) -> Column | None:
    """Read a column; None where it is at fault. `sides`: teams are known before a hand."""
    faults = scope.faults
    data = value if isinstance(value, Mapping) else {}
    kind = faults.one_of(data.get("kind"), f"{path}.kind", KINDS)
    if kind is None:
        scope.refuse(data.get("id"))
        return None
    data = faults.fields(value, path, (*COLUMN_FIELDS, *FIELDS_OF_KIND[kind]))
    name = faults.name(data.get("id"), f"{path}.id", scope.taken)
    label = read_label(data.get("label"), f"{path}.label", faults)
    places = [*OF_KIND.get(kind, ("seat", "table")), *(["team"] if sides and kind in _TEAM else [])]
    of = faults.one_of(data.get("of", places[0]), f"{path}.of", places)
    lowest, highest, step = _numbers(kind, data, path, faults)
    choices = _choices(data.get("choices"), f"{path}.choices", faults) if kind == "choice" else ()
    column = Column(
        id=name or "?",
        label=label,
        kind=cast(ColumnKind, kind),
        of=cast(ColumnOf, of),
        lowest=lowest,
        highest=highest,
        step=step,
        choices=choices,
        choice_ids=frozenset(choice.id for choice in choices),
        default=_default(kind, data, path, faults, (lowest, highest, step), choices),
        is_optional=kind == "seat"
        and faults.truth(data.get("optional", False), f"{path}.optional"),
        is_shared=kind == "place" and faults.truth(data.get("shared", False), f"{path}.shared"),
    )
    if name is None or of is None:
        scope.refuse(data.get("id"))
        return None
    known: Literal["seat", "table"] = "table" if of == "table" else "seat"
    scope.define(name, _kind_of(column, scope.players), known, of_hand=True)
    if choices:
        scope.choices[name] = {choice.id: choice.label for choice in choices}
    return column


_TEAM = ("number", "count", "tick", "choice")


def _numbers(kind: str, data: Mapping[str, Any], path: str, faults: Faults) -> tuple[int, int, int]:
    """Return the bounds and the step of a column of numbers; 0, 0, 1 for any other."""
    if kind == "count":
        highest = faults.number(data.get("highest", 1_000), f"{path}.highest", 1, FURTHEST)
        return 0, highest or 1, 1
    if kind != "number":
        return 0, 0, 1
    lowest, highest = _bounds(data, path, faults, -10_000, 10_000)
    step = faults.number(data.get("step", 1), f"{path}.step", 1, FURTHEST) or 1
    if highest // step < -(-lowest // step):
        faults.add("out_of_order", f"{path}.step", "There is no multiple of it between the bounds.")
    return lowest, highest, step


def _choices(value: object, path: str, faults: Faults) -> tuple[Choice, ...]:
    taken: dict[str, object] = {}

    def read(item: object, at: str) -> Choice | None:
        data = faults.fields(item, at, ("id", "label"))
        name = faults.name(data.get("id"), f"{at}.id", taken)
        label = read_label(data.get("label"), f"{at}.label", faults)
        if name is None:
            return None
        taken[name] = label
        return Choice(name, label)

    choices = faults.items(value, path, MOST_CHOICES, read)
    if isinstance(value, list | tuple) and not value:
        faults.add("missing", path, "There must be something to choose.")
    return choices


def _default(
    kind: str,
    data: Mapping[str, Any],
    path: str,
    faults: Faults,
    numbers: tuple[int, int, int],
    choices: tuple[Choice, ...],
) -> int | bool | str | None:
    """Return what stands where nothing is written; None: something must be."""
    value, path = data.get("default"), f"{path}.default"
    if value is None:
        return None
    if kind in ("number", "count"):
        found = faults.number(value, path, numbers[0], numbers[1])
        if found is not None and found % numbers[2]:
            faults.add("not_a_step", path, f"This must be a multiple of {numbers[2]}.")
        return found
    if kind == "tick":
        return faults.truth(value, path)
    if kind == "choice":
        return faults.one_of(value, path, [choice.id for choice in choices])
    faults.add("not_counted", path, "This kind of column has no default.")
    return None


def _kind_of(column: Column, players: range) -> Kind:
    """Return what formulas know of a column."""
    if column.kind in ("number", "count"):
        return number(column.lowest, column.highest)
    if column.kind == "place":
        return number(1, players[-1])
    if column.kind == "choice":
        return Kind("choice", choices=column.choice_ids)
    return CONDITION if column.kind == "tick" else SEAT
