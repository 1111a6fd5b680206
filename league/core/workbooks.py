"""Workbooks as text, a line for each row of the first sheet."""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import Final
from xml.etree.ElementTree import ParseError
from zipfile import BadZipFile, ZipFile
from zlib import error as ZlibError  # noqa: N812 - the module gives it no better name

from django.utils.translation import gettext as _
from openpyxl import load_workbook
from openpyxl.utils.exceptions import InvalidFileException

MOST_COLUMNS: Final = 40
LONGEST_CELL: Final = 200
LARGEST_UNPACKED: Final = 16 * 1024 * 1024
MOST_PARTS: Final = 200
CELL_TAG: Final = re.compile(rb"</?(?:\w{1,9}:)?(?:c|f|is|r|row|si|t|v)[\s/>]")
MOST_CELL_TAGS: Final = 560_000  # 2000 rows of 40 cells
MOST_OTHER_TAGS: Final = 20_000  # of a kilobyte each
# What the libraries raise for a file that only looks like a workbook.
UNREADABLE = (
    *(BadZipFile, EOFError, InvalidFileException, KeyError, NotImplementedError, OSError),
    *(ParseError, RuntimeError, TypeError, ValueError, ZlibError),
)


class UnreadableFileError(Exception):
    """A file that cannot be read, with a text for people."""


def is_workbook(data: bytes) -> bool:
    """Say whether a file starts like a workbook."""
    return data.startswith(b"PK\x03\x04")


def text_of_workbook(data: bytes, *, most_rows: int) -> str:
    """Return the first sheet, tab-separated; raise UnreadableFileError."""
    try:
        _refuse_bomb(data)
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
        rows = book.worksheets[0].iter_rows(
            max_row=most_rows + 2, max_col=MOST_COLUMNS, values_only=True
        )
        return _as_text(rows, most_rows)
    except IndexError as error:
        raise UnreadableFileError(_("The workbook has no sheet.")) from error
    except UNREADABLE as error:
        raise UnreadableFileError(_("This workbook cannot be read.")) from error


def _refuse_bomb(data: bytes) -> None:
    with ZipFile(io.BytesIO(data)) as archive:
        parts = archive.infolist()
        if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > LARGEST_UNPACKED:
            raise _too_much()
        tags = of_cells = 0
        for part in parts:
            xml = archive.read(part)
            tags += xml.count(b"<")
            if tags > MOST_CELL_TAGS + MOST_OTHER_TAGS:
                raise _too_much()
            of_cells += sum(1 for _tag in CELL_TAG.finditer(xml))
        if of_cells > MOST_CELL_TAGS or tags - of_cells > MOST_OTHER_TAGS:
            raise _too_much()


def _as_text(rows: Iterable[Sequence[object]], most_rows: int) -> str:
    written = io.StringIO()
    writer = csv.writer(written, delimiter="\t", lineterminator="\n")
    for number, row in enumerate(rows, 1):
        if number > most_rows + 1:
            raise too_long(most_rows)
        writer.writerow([" ".join(_cell_text(cell).split()) for cell in row])
    return written.getvalue()


def _cell_text(cell: object) -> str:
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "yes" if cell else ""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    if isinstance(cell, datetime | date):
        return cell.isoformat()
    return str(cell)[:LONGEST_CELL]


def _too_much() -> UnreadableFileError:
    return UnreadableFileError(_("This workbook is too large. Keep only the sheet with your list."))


def too_long(most_rows: int) -> UnreadableFileError:
    """Return the error of a file with too many rows."""
    return UnreadableFileError(
        _("The list has more than %(most)d rows. Import it in parts.") % {"most": most_rows}
    )
