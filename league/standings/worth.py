"""What a table is worth to the entries that sit at it."""

from collections.abc import Sequence
from typing import NamedTuple

from games.tournament.points import place_points
from league.competitions.models import Table
from league.results.models import TableScore


class Worth(NamedTuple):
    """Hold what an entry has from one table: its place, the match's points, league points."""

    place: int
    game_points: int
    points: int


def worth_of_table(
    table: Table, score: TableScore | None, scale: Sequence[int]
) -> dict[int, Worth]:
    """Return what the table is worth by entry id; nothing while it does not count.

    A table counts from its first hand that counts, as it stands, and until it is dissolved.
    Reads the table's seats, which the caller has fetched.
    """
    if table.dissolved_at is not None or score is None or not score.hands:
        return {}
    seats = sorted(table.seats.all(), key=lambda seat: seat.number)
    points = place_points(score.places, scale)
    return {
        seat.entry_id: Worth(place, total, league_points)
        for seat, place, total, league_points in zip(
            seats, score.places, score.totals, points, strict=True
        )
    }
