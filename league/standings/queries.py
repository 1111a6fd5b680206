"""Read results and standings."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Count, Q, QuerySet, Sum

from league.competitions.models import Competition, RoundStatus, Table
from league.standings.models import Standing, TableResult


class Totals(NamedTuple):
    """Hold what an entry has collected at all its tables; `tables` is how many."""

    points: int
    wins: int
    game_points: int
    tables: int


@dataclass(frozen=True, slots=True)
class StandingRow:
    """Hold a row of a competition's table as it is shown and posted.

    `decided_by` is the last criterion that was needed to find the place, "" if there is no other
    place. `is_provisional`: a table of this entry is still being played.
    """

    entry_id: int
    name: str
    place: int
    points: int
    wins: int
    game_points: int
    tables: int
    decided_by: str
    is_provisional: bool


def standings_of(competition: Competition) -> list[StandingRow]:
    """List the rows of a competition's table, best first, equal ones by their entries' age."""
    provisional = set(provisional_results(competition.pk).values_list("entry_id", flat=True))
    standings = (
        Standing.objects.filter(competition=competition)
        .select_related("entry__player")
        .order_by("place", "entry_id")
    )
    return [
        StandingRow(
            entry_id=standing.entry_id,
            name=standing.entry.player.name,
            place=standing.place,
            points=standing.points,
            wins=standing.wins,
            game_points=standing.game_points,
            tables=standing.tables,
            decided_by=standing.decided_by,
            is_provisional=standing.entry_id in provisional,
        )
        for standing in standings
    ]


def provisional_results(competition_id: int) -> QuerySet[TableResult]:
    """Return the results of matches that are still being played: not over, in an open round."""
    return TableResult.objects.filter(
        entry__competition_id=competition_id,
        table__score__is_over=False,
        table__round__status=RoundStatus.OPEN,
    )


def table_to_count(table_id: int) -> Table:
    """Return a table with all that decides what it is worth."""
    return _tables_to_count().get(pk=table_id)


def tables_to_count(competition_id: int, *, at_once: int) -> Iterator[list[Table]]:
    """Return all tables of a competition in batches, each with what decides its worth."""
    tables = _tables_to_count().filter(round__stage__competition_id=competition_id).order_by("pk")
    last = 0
    while batch := list(tables.filter(pk__gt=last)[:at_once]):
        yield batch
        last = batch[-1].pk


def _tables_to_count() -> QuerySet[Table]:
    tables = Table.objects.select_related("score", "round__stage__competition")
    return tables.prefetch_related("seats")


def totals_by_entry(entry_ids: Collection[int]) -> dict[int, Totals]:
    """Add up the results of these entries; those without a result are absent."""
    return _add_up(TableResult.objects.filter(entry_id__in=entry_ids))


def totals_of_competition(competition_id: int) -> dict[int, Totals]:
    """Add up the results of all entries of a competition that have one."""
    return _add_up(TableResult.objects.filter(entry__competition_id=competition_id))


def _add_up(results: QuerySet[TableResult]) -> dict[int, Totals]:
    sums = (
        results.order_by()
        .values("entry_id")
        .annotate(
            all_points=Sum("points"),
            wins=Count("pk", filter=Q(place=1)),
            all_game_points=Sum("game_points"),
            tables=Count("pk"),
        )
    )
    fields = ("entry_id", "all_points", "wins", "all_game_points", "tables")
    return {entry_id: Totals(*totals) for entry_id, *totals in sums.values_list(*fields)}


def standings_by_entry(competition_id: int) -> dict[int, Standing]:
    """Return the standings of a competition by entry id, in no order."""
    standings = Standing.objects.filter(entry__competition_id=competition_id)
    return {standing.entry_id: standing for standing in standings}


def results_by_seat(tables: Iterable[Table]) -> dict[tuple[int, int], TableResult]:
    """Return the kept results of these tables by table id and entry id."""
    results = TableResult.objects.filter(table__in=list(tables))
    return {(result.table_id, result.entry_id): result for result in results}
