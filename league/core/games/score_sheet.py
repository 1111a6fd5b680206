"""A game's score sheet: printed columns and typed hands."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.base import HandSetup, Seat
from league.core.games.entry import EntryFormContext, Text, Who

NUMBER, CHECK, SELECT = "number", "check", "select"
Data: TypeAlias = Mapping[str, str]
Choices: TypeAlias = tuple[tuple[str, str], ...]
Columns: TypeAlias = dict[str, list[str]]
PrintedColumns: TypeAlias = Callable[[Mapping[str, Any], int], Columns]


@dataclass(frozen=True, slots=True)
class Input:
    """An input with a short visible label and the accessible label `said`."""

    name: str
    label: str
    said: str
    kind: str
    value: str
    choices: Choices = ()
    errors: tuple[str, ...] = ()
    way: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """Inputs of one player, or of the table (None)."""

    who: Who | None
    inputs: tuple[Input, ...]
    is_rare: bool = False


@dataclass(frozen=True, slots=True)
class SheetHand:
    """A hand of a sheet with its input and errors."""

    data: Data
    context: EntryFormContext

    @property
    def setup(self) -> HandSetup:
        """Return the setup of the hand."""
        return self.context.setup

    @property
    def people(self) -> list[Who]:
        """Return all players by seat."""
        return [Who(seat, name) for seat, name in enumerate(self.context.names)]

    def input(
        self,
        name: str,
        label: str,
        who: Who | None,
        kind: str = NUMBER,
        *,
        choices: Choices = (),
        at: Sequence[str] = (),
        way: str = "",
    ) -> Input:
        """Return an input with its value and the errors of the fields `at`."""
        said = _("%(label)s of %(name)s") % {"label": label, "name": who.name} if who else label
        errors = tuple(self.context.errors_at(*at)) if at else ()
        return Input(name, label, said, kind, self.data.get(name, ""), choices, errors, way)


FieldsOfCells: TypeAlias = Callable[[str, Mapping[Seat, str], bool], Iterable[tuple[str, str]]]


def fields_by_seat(
    column: str, cells: Mapping[Seat, str], _is_there: bool
) -> Iterable[tuple[str, str]]:
    """Return a field for each seat."""
    return [(f"{column}-{seat}", cell) for seat, cell in cells.items()]


def field_of_table(
    column: str, cells: Mapping[Seat, str], _is_there: bool
) -> Iterable[tuple[str, str]]:
    """Return the table's field, from the first cell with a value."""
    return [(column, next(filter(None, cells.values()), ""))]


def ticked_fields(
    column: str, cells: Mapping[Seat, str], _is_there: bool
) -> Iterable[tuple[str, str]]:
    """Return a ticked box for each seat whose cell says yes."""
    return [(f"{column}-{seat}", "1") for seat, cell in cells.items() if is_yes(cell)]


def is_yes(cell: str) -> bool:
    """Say whether a cell is ticked."""
    return cell.strip().casefold() in {"yes", "y", "x", "1", "true", "ja", "si", "oui"}


@dataclass(frozen=True, slots=True)
class FileColumn:
    """A column of a results file; `as_fields` turns cells by seat into fields of the sheet."""

    key: str
    label: Text
    as_fields: FieldsOfCells = fields_by_seat


def points_and_total(_options: Mapping[str, Any], _seats: int) -> Columns:
    """Return the columns of points and total."""
    return {"of_seat": [_("Points"), _("Total")], "of_table": []}


def as_typed(data: Data, _size: int) -> dict[str, str]:
    """Return the fields unchanged."""
    return dict(data)


ONLY_POINTS = gettext_lazy("Points only")
HOW_TO_TYPE = gettext_lazy("Tab moves from field to field. Empty hands at the end are ignored.")


@dataclass(frozen=True, kw_only=True)
class ScoreSheetPart:
    """How all hands of a match are typed in from paper or imported.

    `lines` returns a hand's inputs, `as_form` the fields of its own form. `ways` are the kinds of
    input, the first by default. `ticked` boxes are on by default, `doubtful` fields are unchecked
    after a wrong hand, `texts` replace others by field.
    """

    lines: Callable[[SheetHand], Iterator[Line]]
    as_form: Callable[[Data, int], dict[str, str]] = as_typed
    ways: tuple[str, ...] = ()
    other_way_label: Text = ONLY_POINTS
    ticked: tuple[str, ...] = ()
    doubtful: tuple[str, ...] = ()
    texts: Mapping[str, Text] = field(default_factory=dict)
    help: Text = HOW_TO_TYPE
    file_columns: tuple[FileColumn, ...] = ()
