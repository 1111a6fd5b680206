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
    FieldsOfCells,
    FileColumn,
    Input,
    Line,
    ScoreSheetPart,
    SheetHand,
    field_of_table,
    fields_by_seat,
    is_yes,
)
from league.sheets.entry import NO, YES, lazy_label, own_setup, worded


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
        file_columns=tuple(map(_file_column, sheet.columns)),
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


def _file_column(column: Column) -> FileColumn:
    is_box = column.kind == "tick" and column.of == "seat"
    fill: FieldsOfCells = _ticked if is_box else _of_table if column.of == "table" else _by_seat
    return FileColumn(column.id, lazy_label(column.label), fill)


def _by_seat(column: str, cells: Mapping[Seat, str], is_there: bool) -> Iterable[tuple[str, str]]:
    return fields_by_seat(f"c-{column}", cells, is_there)


def _of_table(column: str, cells: Mapping[Seat, str], is_there: bool) -> Iterable[tuple[str, str]]:
    return field_of_table(f"c-{column}", cells, is_there)


def _ticked(column: str, cells: Mapping[Seat, str], _is_there: bool) -> Iterable[tuple[str, str]]:
    return [(f"c-{column}-{seat}", YES) for seat, cell in cells.items() if is_yes(cell)]
