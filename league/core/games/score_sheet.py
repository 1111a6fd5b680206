"""A game's score sheet: what is printed of a hand, and typed in from a whole sheet."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.base import HandSetup, Seat
from league.core.games.entry import EntryFormContext, Who
from league.core.games.rule_texts import Words

NUMBER, CHECK, SELECT = "number", "check", "select"
Data: TypeAlias = Mapping[str, str]
Choices: TypeAlias = tuple[tuple[str, str], ...]
Columns: TypeAlias = dict[str, list[str]]
YES: Final = frozenset({"yes", "y", "x", "1", "true", "ja", "si", "oui"})
PrintedColumns: TypeAlias = Callable[[Mapping[str, Any], int], Columns]


@dataclass(frozen=True, slots=True)
class Input:
    """One input: `label` is short and seen, `said` names it for a screen reader."""

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
    """The inputs of one player, or (None) of the table."""

    who: Who | None
    inputs: tuple[Input, ...]
    is_rare: bool = False


@dataclass(frozen=True, slots=True)
class SheetHand:
    """A hand to be drawn on a sheet: what was typed, for whom, and what was wrong."""

    data: Data
    context: EntryFormContext

    @property
    def setup(self) -> HandSetup:
        """What is known of the hand."""
        return self.context.setup

    @property
    def people(self) -> list[Who]:
        """Everybody by seat."""
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
        """Return an input with what was typed there and the words about the fields `at`."""
        said = _("%(label)s of %(name)s") % {"label": label, "name": who.name} if who else label
        errors = tuple(self.context.errors_at(*at)) if at else ()
        return Input(name, label, said, kind, self.data.get(name, ""), choices, errors, way)


FieldsOfCells: TypeAlias = Callable[[str, Mapping[Seat, str], bool], Iterable[tuple[str, str]]]


def fields_by_seat(
    column: str, cells: Mapping[Seat, str], _is_there: bool
) -> Iterable[tuple[str, str]]:
    """Return a field for each seat, as its cell has it."""
    return [(f"{column}-{seat}", cell) for seat, cell in cells.items()]


def field_of_table(
    column: str, cells: Mapping[Seat, str], _is_there: bool
) -> Iterable[tuple[str, str]]:
    """Return the one field of the table, from the first cell that says anything."""
    return [(column, next(filter(None, cells.values()), ""))]


def ticked_fields(
    column: str, cells: Mapping[Seat, str], _is_there: bool
) -> Iterable[tuple[str, str]]:
    """Return a ticked box for each seat whose cell says yes."""
    return [(f"{column}-{seat}", "1") for seat, cell in cells.items() if is_yes(cell)]


def is_yes(cell: str) -> bool:
    """Say whether a cell is ticked."""
    return cell.strip().casefold() in YES


@dataclass(frozen=True, slots=True)
class FileColumn:
    """A column of a file of results that tells of hands.

    `as_fields` turns its cells, by seat, into fields of the sheet; the last argument says whether
    the file has the column at all.
    """

    key: str
    label: Words
    as_fields: FieldsOfCells = fields_by_seat


def points_and_total(_options: Mapping[str, Any], _seats: int) -> Columns:
    """Print the points of a hand and their total."""
    return {"of_seat": [_("Points"), _("Total")], "of_table": []}


def as_typed(data: Data, _size: int) -> dict[str, str]:
    """Return the fields of the hand's own form, where the sheet has the same."""
    return dict(data)


ONLY_POINTS = gettext_lazy("Only points")
HOW_TO_TYPE = gettext_lazy(
    "Tab leads from field to field. Hands that you leave empty at the end are left out."
)


@dataclass(frozen=True, kw_only=True)
class ScoreSheetPart:
    """How all hands of a match are typed in from paper, or brought in by a file.

    `lines` asks for a hand, `as_form` returns what the hand's own form would carry. `ways` is what
    can be entered instead, the first one unless told; "cards" is one of them. `ticked` are boxes
    that are on until somebody switches them off. `doubtful` fields cannot be judged after a hand
    that is wrong. `texts` take the place of other words about a field.
    """

    lines: Callable[[SheetHand], Iterator[Line]]
    as_form: Callable[[Data, int], dict[str, str]] = as_typed
    ways: tuple[str, ...] = ()
    other_way_label: Words = ONLY_POINTS
    ticked: tuple[str, ...] = ()
    doubtful: tuple[str, ...] = ()
    texts: Mapping[str, Words] = field(default_factory=dict)
    help: Words = HOW_TO_TYPE
    file_columns: tuple[FileColumn, ...] = ()
