"""Read what the page of a competition's standings shows."""

from collections import defaultdict
from dataclasses import dataclass

from league.competitions.models import Competition, Entry, Round
from league.standings.models import TableResult
from league.standings.queries import StandingRow, provisional_results, standings_of
from league.standings.words import place_words

ROUNDS_SHOWN = 10


@dataclass(frozen=True, slots=True)
class Cell:
    """Hold the league points of an entry in one round, from one table or several."""

    points: int
    table_id: int
    is_provisional: bool


@dataclass(frozen=True, slots=True)
class OverviewRow:
    """Hold a standing, what decided its place in words, and a cell or None for each round shown."""

    standing: StandingRow
    decided: str
    cells: tuple[Cell | None, ...]


@dataclass(frozen=True, slots=True)
class Overview:
    """Hold all of a page of standings.

    `rounds` are the latest that have a result, oldest first; `earlier_rounds` is how many more
    there are. `waiting` are those who take part and have not played.
    """

    rows: list[OverviewRow]
    rounds: list[Round]
    earlier_rounds: int
    waiting: list[Entry]
    is_provisional: bool


def overview_of(competition: Competition) -> Overview:
    """Read the standings of a competition round by round."""
    standings = standings_of(competition)
    rounds = list(
        Round.objects.filter(stage__competition=competition, tables__results__isnull=False)
        .distinct()
        .order_by("stage__number", "number")
    )
    shown = rounds[-ROUNDS_SHOWN:]
    cells = _cells(competition, shown)
    columns = [each.pk for each in shown]
    return Overview(
        rows=[
            OverviewRow(
                standing,
                decided,
                tuple(cells.get((standing.entry_id, round_id)) for round_id in columns),
            )
            for standing, decided in zip(standings, place_words(standings), strict=True)
        ],
        rounds=shown,
        earlier_rounds=len(rounds) - len(shown),
        waiting=list(
            competition.entries.filter(withdrawn_at=None, standing=None)
            .select_related("player")
            .order_by("player__name", "pk")
        ),
        is_provisional=any(standing.is_provisional for standing in standings),
    )


def _cells(competition: Competition, rounds: list[Round]) -> dict[tuple[int, int], Cell]:
    """Return the cells by entry and round."""
    provisional = set(provisional_results(competition.pk).values_list("pk", flat=True))
    results: dict[tuple[int, int], list[tuple[int, int, int]]] = defaultdict(list)
    rows = TableResult.objects.filter(entry__competition=competition, table__round__in=rounds)
    for entry_id, round_id, *result in rows.order_by("table").values_list(
        "entry_id", "table__round_id", "pk", "points", "table_id"
    ):
        pk, points, table_id = result
        results[entry_id, round_id].append((pk, points, table_id))
    return {
        key: Cell(
            points=sum(points for _, points, _ in of_round),
            table_id=of_round[-1][2],
            is_provisional=any(pk in provisional for pk, _, _ in of_round),
        )
        for key, of_round in results.items()
    }
