"""Read rows of results: the text of any spreadsheet.

The first row names the columns. Every row stands for itself, so that a forgotten quote spoils one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import override

from league.clubs.likeness import fold
from league.clubs.paste import split_cells
from league.core.workbooks import LONGEST_CELL, MOST_COLUMNS, UnreadableFileError, too_long
from league.exports.listings import FORMULA_SIGNS
from league.exports.results_file.columns import OTHER_NAMES, every_column

MOST_ROWS: Final = 2000


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
        raise too_long(MOST_ROWS)
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
            names |= {fold(label): key for key, label in every_column()}
    return names | {fold(key): key for key, _label in every_column()}


def _cells(columns: Sequence[str], cells: Sequence[str]) -> dict[str, str]:
    return {
        column: _bare(cell)[:LONGEST_CELL]
        for column, cell in zip(columns, cells, strict=False)
        if column
    }


def _bare(cell: str) -> str:
    """Return a cell without the mark that keeps spreadsheets from taking it for a formula."""
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(FORMULA_SIGNS) else cell
