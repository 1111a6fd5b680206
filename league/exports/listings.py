"""A listing: rows under named columns, written as CSV, as an XLSX workbook or as JSON."""

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from tempfile import TemporaryFile
from typing import IO, Final

from django.utils.functional import Promise
from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell

Cell = str | int | bool | datetime | None

FORMULA_SIGNS: Final = ("=", "+", "-", "@", "\t", "\r")
BYTE_ORDER_MARK: Final = "\ufeff"
"""Spreadsheets take a CSV file for UTF-8 only when it begins so."""
LONGEST_CELL: Final = 32_767
LONGEST_SHEET_NAME: Final = 31
# A workbook is XML, which has no room for these.
UNWRITABLE: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
UNNAMABLE: Final = re.compile(r"[\[\]:*?/\\]")


@dataclass(frozen=True, slots=True)
class Column:
    """Name a column: `key` for programs, in every language the same, `label` for people."""

    key: str
    label: str | Promise


@dataclass(frozen=True, slots=True)
class Listing:
    """Hold what is taken away: `name` is that of the file, rows are read as they are written."""

    name: str
    columns: Sequence[Column]
    rows: Iterable[Sequence[Cell]]


def write_csv(listing: Listing) -> Iterator[str]:
    """Write a line at a time; what a spreadsheet would take for a formula is set off by a ’."""
    buffer = io.StringIO()
    writer = csv.writer(buffer)
    writer.writerow([str(column.label) for column in listing.columns])
    yield BYTE_ORDER_MARK + _take(buffer)
    for row in listing.rows:
        writer.writerow([_defused(plain(cell)) for cell in row])
        yield _take(buffer)


def write_json(listing: Listing) -> Iterator[str]:
    """Write a list of objects, one a line."""
    keys = [column.key for column in listing.columns]
    opening = "[\n"
    for row in listing.rows:
        values = dict(zip(keys, map(plain, row), strict=True))
        yield opening + json.dumps(values, ensure_ascii=False)
        opening = ",\n"
    yield "[]\n" if opening == "[\n" else "\n]\n"


def write_xlsx(listing: Listing) -> IO[bytes]:
    """Write a workbook of one sheet; every text is a text, whatever it begins with."""
    book = Workbook(write_only=True)
    sheet = book.create_sheet(UNNAMABLE.sub(" ", listing.name)[:LONGEST_SHEET_NAME])
    sheet.freeze_panes = "A2"

    def cells(row: Iterable[Cell]) -> Iterator[WriteOnlyCell]:
        for value in row:
            kept = plain(value)
            if not isinstance(kept, str):
                yield WriteOnlyCell(sheet, kept)
                continue
            cell = WriteOnlyCell(sheet, UNWRITABLE.sub("", kept)[:LONGEST_CELL])
            cell.data_type = "s"
            yield cell

    sheet.append(cells(str(column.label) for column in listing.columns))
    for row in listing.rows:
        sheet.append(cells(row))
    file = TemporaryFile()  # noqa: SIM115 - the answer closes it
    book.save(file)
    file.seek(0)
    return file


def plain(cell: Cell) -> str | int | bool | None:
    """Write a moment as ISO 8601 does, which no program reads in two ways."""
    return cell.isoformat(timespec="seconds") if isinstance(cell, datetime) else cell


def _defused(cell: str | int | bool | None) -> str | int | bool | None:
    if isinstance(cell, str) and cell.startswith(FORMULA_SIGNS):
        return f"'{cell}"
    return cell


def _take(buffer: io.StringIO) -> str:
    text = buffer.getvalue()
    buffer.seek(0)
    buffer.truncate()
    return text
