"""Read rows of results: text of any spreadsheet, or a workbook, which becomes such text.

The first row names the columns. Every row stands for itself, so that a forgotten quote spoils one.
"""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final
from xml.etree.ElementTree import ParseError
from zipfile import BadZipFile, ZipFile
from zlib import error as ZlibError  # noqa: N812 - the module gives it no better name

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import override
from openpyxl import load_workbook
from openpyxl.utils.exceptions import InvalidFileException

from league.clubs.likeness import fold
from league.clubs.paste import split_cells
from league.exports.listings import FORMULA_SIGNS
from league.exports.results_file.columns import COLUMNS, OTHER_NAMES

MOST_ROWS: Final = 2000
MOST_COLUMNS: Final = 40
LONGEST_CELL: Final = 200
LARGEST_UNPACKED: Final = 32 * 1024 * 1024
MOST_PARTS: Final = 200
UNREADABLE = (
    BadZipFile,
    EOFError,
    InvalidFileException,
    KeyError,
    NotImplementedError,
    OSError,
    ParseError,
    RuntimeError,
    TypeError,
    ValueError,
    ZlibError,
)
"""What the libraries raise for a file that only looks like a workbook."""


class UnreadableFileError(Exception):
    """The file as a whole cannot be read; the message tells people why."""


@dataclass(frozen=True, slots=True)
class Line:
    """A row: its number as a spreadsheet counts, and what stands in each known column."""

    number: int
    cells: Mapping[str, str]

    def said(self, column: str) -> str:
        """Return what stands in a column, "" where there is none."""
        return self.cells.get(column, "")


@dataclass(frozen=True, slots=True)
class ResultsFile:
    """All rows that are not empty, the columns they have, and headings that mean nothing here."""

    lines: tuple[Line, ...]
    columns: frozenset[str]
    unread: tuple[str, ...]


def read_results(text: str) -> ResultsFile:
    """Read rows whose cells most lines separate by tabs, semicolons or commas.

    Raises UnreadableFileError.
    """
    text = text.replace("\x00", "").removeprefix("\ufeff")
    numbered = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if not numbered:
        raise UnreadableFileError(_("There is nothing in it."))
    if len(numbered) > MOST_ROWS + 1:
        raise _too_long()
    separator = max("\t;,", key=lambda mark: sum(mark in line for _number, line in numbered))
    headings = split_cells(numbered[0][1], separator)[:MOST_COLUMNS]
    columns = _columns(headings)
    rows = ((number, split_cells(line, separator)) for number, line in numbered[1:])
    lines = (Line(number, _cells(columns, cells)) for number, cells in rows)
    told = tuple(line for line in lines if any(line.cells.values()))
    if not told:
        raise UnreadableFileError(_("There is no row below the names of the columns."))
    return ResultsFile(
        lines=told,
        columns=frozenset(columns) - {""},
        unread=tuple(
            heading
            for heading, column in zip(headings, columns, strict=True)
            if heading and not column
        ),
    )


def text_of_workbook(data: bytes) -> str:
    """Return the first sheet of a workbook as text, a line for each row.

    What would unpack to more than any sheet of results is not unpacked. Raises UnreadableFileError.
    """
    try:
        _refuse_bomb(data)
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
        rows = book.worksheets[0].iter_rows(
            max_row=MOST_ROWS + 2, max_col=MOST_COLUMNS, values_only=True
        )
        return _as_text(rows)
    except IndexError as error:
        raise UnreadableFileError(_("The workbook has no sheet.")) from error
    except UNREADABLE as error:
        raise UnreadableFileError(_("This is no workbook that can be read.")) from error


def _refuse_bomb(data: bytes) -> None:
    with ZipFile(io.BytesIO(data)) as archive:
        parts = archive.infolist()
    # Python reads no more of a part than it claims to hold.
    if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > LARGEST_UNPACKED:
        raise UnreadableFileError(_("There is more in this workbook than results."))


def _as_text(rows: Iterable[Sequence[object]]) -> str:
    written = io.StringIO()
    writer = csv.writer(written, delimiter="\t", lineterminator="\n")
    for number, row in enumerate(rows, 1):
        if number > MOST_ROWS + 1:
            raise _too_long()
        writer.writerow([" ".join(_cell_text(cell).split()) for cell in row])
    return written.getvalue()


def _cell_text(cell: object) -> str:
    """Write a cell as somebody would type it."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "yes" if cell else ""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    if isinstance(cell, datetime | date):
        return cell.isoformat()
    return str(cell)[:LONGEST_CELL]


def _columns(headings: Sequence[str]) -> list[str]:
    """Return which column each heading names, "" where none; raises UnreadableFileError."""
    names = _names()
    columns = [names.get(fold(heading), "") for heading in headings]
    if doubled := {column for column in columns if column and columns.count(column) > 1}:
        raise UnreadableFileError(
            _("Two columns are called “%(name)s”.") % {"name": min(doubled)},
        )
    if missing := [name for name in ("round", "table", "player") if name not in columns]:
        raise UnreadableFileError(
            _("The first row has to name the columns; these are missing: %(names)s.")
            % {"names": ", ".join(missing)}
        )
    return columns


def _names() -> dict[str, str]:
    """Return the column that each name means, in every language of the site."""
    names = dict(OTHER_NAMES)
    for language, _title in settings.LANGUAGES:
        with override(language):
            names |= {fold(str(column.label)): column.key for column in COLUMNS}
    return names | {fold(column.key): column.key for column in COLUMNS}


def _cells(columns: Sequence[str], cells: Sequence[str]) -> dict[str, str]:
    return {
        column: _bare(cell)[:LONGEST_CELL]
        for column, cell in zip(columns, cells, strict=False)
        if column
    }


def _bare(cell: str) -> str:
    """Return a cell without the mark that keeps spreadsheets from taking it for a formula."""
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(FORMULA_SIGNS) else cell


def _too_long() -> UnreadableFileError:
    return UnreadableFileError(
        _("It has more than %(most)d rows. Bring it in by parts.") % {"most": MOST_ROWS}
    )
