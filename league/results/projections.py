"""What else is derived from results, told here by the apps above that keep it."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from django.db.models import QuerySet

from league.competitions.models import Seat, Table
from league.core.prepared import Listed
from league.core.writing import Change
from league.results.models import TableScore
from league.results.place import Place


class Derive(Protocol):
    """Bring what is derived from a table's score up to date, inside the caller's transaction."""

    def __call__(
        self, *, table: Table, seats: Sequence[Seat], score: TableScore | None, read: Sequence[Any]
    ) -> Sequence[Change]:
        """Return what is to be written with the score, None if the table has one no longer.

        The table comes with round, stage and competition, the seats with their entries, and `read`
        with what the projection itself reads. Nobody else writes at the table or counts one of
        its entries meanwhile, and of the competition nothing changes but its version.
        """


class TableProjection(NamedTuple):
    """Something that is derived from tables' scores.

    `rows` is the query of what it takes to do so besides, of which the table is the OuterRef: all
    that is read of a table under its lock is read at once.
    """

    name: str
    rows: Callable[[], QuerySet[Any, Any]]
    derive: Derive


class EntryProjection(Protocol):
    """Bring what is derived from an entry's adjustments up to date."""

    def __call__(self, *, entry_id: int, competition_id: int) -> object:
        """Do so; the caller holds the competition's lock."""


class PlacedRow(NamedTuple):
    """Where an entry stands in a competition: its place, None for who has none, and its points."""

    entry_id: int
    name: str
    place: int | None
    points: int


ReadStandings = Callable[[int], Sequence[PlacedRow]]

_projections: list[TableProjection] = []
_entry_projections: list[EntryProjection] = []
_readers: list[ReadStandings] = []


def register(
    of_table: TableProjection,
    of_entry: EntryProjection | None = None,
    read_standings: ReadStandings | None = None,
) -> None:
    """Have these called after every change; call it in `AppConfig.ready`.

    `read_standings` returns the rows of a competition's table, best first, given its id.
    """
    if of_table not in _projections:
        _projections.append(of_table)
    if of_entry is not None and of_entry not in _entry_projections:
        _entry_projections.append(of_entry)
    if read_standings is not None and read_standings not in _readers:
        _readers.append(read_standings)


def readings() -> dict[str, Listed]:
    """Return what is to be read with a table, by the names under which it comes."""
    return {f"{each.name}_read": Listed(each.rows()) for each in _projections}


def changes(place: Place, score: TableScore | None) -> list[Change]:
    """Return all that is to be written with the score of a table that was read with `readings`."""
    return [
        change
        for each in _projections
        for change in each.derive(
            table=place.table,
            seats=place.seats,
            score=score,
            read=getattr(place.table, f"{each.name}_read"),
        )
    ]


def project_entry(*, entry_id: int, competition_id: int) -> None:
    """Tell all that are registered that an entry's adjustments have changed."""
    for projection in _entry_projections:
        projection(entry_id=entry_id, competition_id=competition_id)


def standings_now(competition_id: int) -> list[PlacedRow]:
    """Return where everybody stands in a competition now, as those that are registered say."""
    return [row for read in _readers for row in read(competition_id)]
