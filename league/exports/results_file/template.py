"""A file of results to fill in: a row for everybody at the tables that have no result yet."""

from collections.abc import Iterator

from league.competitions.models import Competition, RoundStatus
from league.competitions.queries import tables
from league.exports.listings import Cell, Column, Listing
from league.exports.results_file.columns import OUTCOME, WHERE


def template_listing(competition: Competition) -> Listing:
    """List who sits at open tables without any hand or result, with room for how they ended."""
    # Programs and people of every language read the same names in the first row.
    columns = [Column(column.key, column.key) for column in (*WHERE, *OUTCOME)]
    return Listing("results-to-fill-in", columns, _rows(competition))


def _rows(competition: Competition) -> Iterator[tuple[Cell, ...]]:
    found = (
        tables()
        .standing()
        .filter(round__stage__competition=competition, round__status=RoundStatus.OPEN, score=None)
    )
    for table in found.order_by("round__stage__number", "round__number", "number"):
        for seat in table.seats.all():
            stage = table.round.stage.number
            yield stage, table.round.number, table.number, seat.player.name, None, None
