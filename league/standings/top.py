"""The best of a competition, for pages that lead to its standings."""

from collections.abc import Sequence
from typing import NamedTuple

from league.competitions.models import Competition
from league.standings.queries import StandingRow, standings_of
from league.standings.statistics.queries import has_ended

PLACES_ON_PODIUM = 3
MOST_ON_PODIUM = 4


class Top(NamedTuple):
    """Who is on the `podium` of a competition that has ended, and the best `rows` below it.

    `own` is the entry of the reader, whose row is always there.
    """

    podium: Sequence[StandingRow]
    rows: Sequence[StandingRow]
    players: int
    has_ended: bool
    is_provisional: bool
    own: int | None


def top_of(competition: Competition, *, own: int | None, places: int) -> Top:
    """Return the first `places` rows of a competition and its podium."""
    found = standings_of(competition)
    is_over = bool(found) and has_ended(competition)
    podium = podium_of(found) if is_over else []
    rows = [row for at, row in enumerate(found) if at < places or (own and row.entry_id == own)]
    return Top(
        podium=podium,
        rows=[row for row in rows if row not in podium],
        players=len(found),
        has_ended=is_over,
        is_provisional=any(row.is_provisional for row in found),
        own=own,
    )


def podium_of(rows: Sequence[StandingRow]) -> list[StandingRow]:
    """Return who stands on the podium; nobody where too many share its places."""
    podium = [row for row in rows if row.place and row.place <= PLACES_ON_PODIUM]
    return podium if len(podium) <= MOST_ON_PODIUM else []
