"""Hands by a score sheet on paper: printed columns, typed hands, columns of a results file."""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from django.utils.translation import gettext as _

from games.base import Seat
from games.score_sheet.sheet import Column, ScoreSheet
from league.core.games.entry import Who
from league.core.games.score_sheet import (
    CHECK,
    NUMBER,
    SELECT,
    Columns,
    FileColumn,
    Input,
    Line,
    ScoreSheetPart,
    SheetHand,
    is_yes,
)
from league.core.names import fold
from league.sheets.entry import NO, YES, lazy_label, own_setup, sides_played, worded


def printed_columns(sheet: ScoreSheet, _options: Mapping[str, Any], _seats: int) -> Columns:
    """Return the headings of a printed sheet."""
    of_seat = [worded(column.label) for column in sheet.columns if column.of == "seat"]
    others = [worded(column.label) for column in sheet.columns if column.of != "seat"]
    return {"of_seat": [*of_seat, _("Total")], "of_table": others}


def paper_of(sheet: ScoreSheet) -> ScoreSheetPart:
    """Return how hands of a sheet are typed in from paper or a file."""
    return ScoreSheetPart(
        lines=partial(_lines, sheet),
        ticked=tuple(
            f"c-{column.id}"
            for column in sheet.columns
            if column.kind == "tick" and column.of == "seat" and column.default
        ),
        file_columns=tuple(_file_column(sheet, column) for column in sheet.columns),
    )


def _lines(sheet: ScoreSheet, hand: SheetHand) -> Iterator[Line]:
    table = [column for column in sheet.columns if column.of == "table"]
    yield Line(None, tuple(_input(column, hand, None, f"c-{column.id}") for column in table))
    seat = [column for column in sheet.columns if column.of == "seat"]
    for who in hand.people:
        inputs = [_input(column, hand, who, f"c-{column.id}-{who.seat}") for column in seat]
        yield Line(who, tuple(inputs))
    for at, side in enumerate(own_setup(hand.setup).sides):
        names = " + ".join(hand.people[number].name for number in side)
        whose = Who(side[0], names)
        yield Line(
            None,
            tuple(
                _input(column, hand, whose, f"c-{column.id}-{at}")
                for column in sheet.columns
                if column.of == "team"
            ),
        )


def _input(column: Column, hand: SheetHand, who: Who | None, name: str) -> Input:
    label = worded(column.label)
    if column.of == "team" and who:
        label = f"{label} ({who.name})"
    at = [column.id] if column.of == "table" else [f"{column.id}[{name.rpartition('-')[2]}]"]
    is_box = column.kind == "tick" and column.of == "seat"
    kind = CHECK if is_box else NUMBER
    choices = _choices(column, hand)
    if choices:
        kind = SELECT
    return hand.input(name, label, who, kind, choices=choices, at=at)


def _choices(column: Column, hand: SheetHand) -> tuple[tuple[str, str], ...]:
    if column.kind == "choice":
        named = {choice.id: worded(choice.label) for choice in column.choices}
        usual = named.get(str(column.default), "–")
        return (("", usual), *named.items())
    if column.kind == "seat":
        nobody = _("Nobody") if column.is_optional else "–"
        return (("", nobody), *((str(who.seat), who.name) for who in hand.people))
    if column.kind == "tick" and column.of != "seat":
        usual = _("yes") if column.default else _("no")
        return (("", usual), (YES, _("yes")), (NO, _("no")))
    return ()


def _file_column(sheet: ScoreSheet, column: Column) -> FileColumn:
    key = f"hand_{column.id}" if column.id in COMMON else column.id
    return FileColumn(key, lazy_label(column.label), partial(_fields_of_cells, sheet, column))


COMMON = ("stage", "round", "table", "player", "place", "date", "round_number", "hand", "total")
"""What all results files have in common."""


def _fields_of_cells(
    sheet: ScoreSheet, column: Column, _key: str, cells: Mapping[Seat, str], _is_there: bool
) -> Iterable[tuple[str, str]]:
    """Return the fields of a hand for the cells that a file has for each seat."""
    name = f"c-{column.id}"
    if column.kind == "seat":
        named = (str(seat) for seat, cell in cells.items() if is_yes(cell))
        return [(name, next(named, ""))]
    if column.of == "table":
        return [(name, _typed(column, next(filter(None, cells.values()), "")))]
    if column.of == "team":
        sides = sides_played(sheet, {}, len(cells))
        said = [next(filter(None, (cells[seat] for seat in side)), "") for side in sides]
        return [(f"{name}-{at}", _typed(column, cell)) for at, cell in enumerate(said)]
    typed = [(f"{name}-{seat}", _typed(column, cell)) for seat, cell in cells.items()]
    return typed if column.kind != "tick" else [(at, cell) for at, cell in typed if cell == YES]


def _typed(column: Column, cell: str) -> str:
    """Return what a field has for a cell: choices may be called by their label in any language."""
    if column.kind == "tick" and cell:
        return YES if is_yes(cell) else NO
    said = fold(cell)
    for choice in column.choices:
        if said in {fold(text) for text in (choice.id, *dict(choice.label.texts).values())}:
            return choice.id
    return cell
