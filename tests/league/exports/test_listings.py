"""Listings as files: CSV, XLSX and JSON."""

import csv
import io
import json
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from openpyxl import load_workbook

from league.exports.listings import Cell, Column, Listing, write_csv, write_json, write_xlsx

COLUMNS = (Column("name", "Name"), Column("points", "Points"), Column("at", "Time"))
MOMENT = datetime(2026, 11, 6, 19, 30, 12, 345, tzinfo=UTC)
FORMULAS = ("=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1")


def listing(*rows: tuple[Cell, ...], name: str = "list") -> Listing:
    return Listing(name, COLUMNS, rows)


def read_csv(listing: Listing) -> list[list[str]]:
    text = "".join(write_csv(listing))
    assert text[0] == "\ufeff"
    return list(csv.reader(io.StringIO(text[1:], newline="")))


def read_xlsx(listing: Listing) -> list[tuple[object, ...]]:
    with write_xlsx(listing) as file:
        sheet = load_workbook(file).active
        return list(sheet.iter_rows(values_only=True))


def test_csv_has_labels_then_rows_with_iso_moments() -> None:
    assert read_csv(listing(("Dörte, 🦁", -3, MOMENT), ("Emil", None, None))) == [
        ["Name", "Points", "Time"],
        ["Dörte, 🦁", "-3", "2026-11-06T19:30:12+00:00"],
        ["Emil", "", ""],
    ]


@pytest.mark.parametrize("name", FORMULAS)
def test_csv_defuses_what_a_spreadsheet_would_calculate(name: str) -> None:
    assert read_csv(listing((name, 1, None)))[1][0] == f"'{name}"


@pytest.mark.parametrize("name", FORMULAS[:4])
def test_xlsx_keeps_formulas_as_text(name: str) -> None:
    with write_xlsx(listing((name, -3, None))) as file:
        cells = next(load_workbook(file).active.iter_rows(min_row=2))
    assert [(cell.data_type, cell.value) for cell in cells[:2]] == [("s", name), ("n", -3)]


def test_xlsx_leaves_out_what_a_workbook_cannot_hold() -> None:
    name = "a[b]:" + "c" * 40
    rows = read_xlsx(listing(("A\x00\x1fda", 2, MOMENT), name=name))
    assert rows == [("Name", "Points", "Time"), ("Ada", 2, "2026-11-06T19:30:12+00:00")]


def test_json_is_a_list_of_objects_by_key() -> None:
    text = "".join(write_json(listing(("=Ada", 2, MOMENT), ("Björn", None, None))))
    assert json.loads(text) == [
        {"name": "=Ada", "points": 2, "at": "2026-11-06T19:30:12+00:00"},
        {"name": "Björn", "points": None, "at": None},
    ]


def test_empty_listing_has_its_head_alone() -> None:
    assert read_csv(listing()) == [["Name", "Points", "Time"]]
    assert read_xlsx(listing()) == [("Name", "Points", "Time")]
    assert json.loads("".join(write_json(listing()))) == []


def test_rows_are_read_only_as_they_are_written() -> None:
    read: list[int] = []

    def rows() -> Iterator[tuple[Cell, ...]]:
        for number in range(3):
            read.append(number)
            yield ("Ada", number, None)

    lines = write_csv(Listing("list", COLUMNS, rows()))
    next(lines)
    next(lines)
    assert read == [0]
