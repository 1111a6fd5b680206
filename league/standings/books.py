"""Read and write the derived rows of a stage while its competition is locked."""

import json
from collections import defaultdict
from collections.abc import Collection, Iterator

from django.db import connection
from django.db.models import F, Prefetch, Q, QuerySet

from league.competitions.models import Entry, Seat, Stage, StageEntry, Table
from league.results.models import Adjustment
from league.standings.ledger import Credit, Ledger, Played, Sums
from league.standings.models import TableResult

RESULT_FIELDS = ("seat", "pair", "place", "game_points", "points", "bonuses")
BOOK_FIELDS = (*Sums._fields, "carried", "ledger")
STANDING_FIELDS = ("competition_id", *BOOK_FIELDS)


def tables_to_count(tables: QuerySet[Table]) -> QuerySet[Table]:
    """Return tables with all that decides what they are worth."""
    seats = Seat.objects.select_related("entry").order_by("number")
    return tables.select_related("score", "round__stage__competition").prefetch_related(
        Prefetch("seats", queryset=seats)
    )


def table_to_count(table_id: int) -> tuple[Table, list[Seat]]:
    """Return a table and its seats likewise, in one query."""
    seats = list(
        Seat.objects.filter(table=table_id)
        .select_related("entry", "table__score", "table__round__stage__competition")
        .order_by("number")
    )
    if seats:
        return seats[0].table, seats
    return tables_to_count(Table.objects.all()).get(pk=table_id), seats


def in_batches(tables: QuerySet[Table], at_once: int) -> Iterator[list[Table]]:
    """Return tables in the order of their ids, so many at a time."""
    last = 0
    in_order = tables.order_by("pk")
    while batch := list(in_order.filter(pk__gt=last)[:at_once]):
        yield batch
        last = batch[-1].pk


def ledgers_to_count(
    stage: Stage, *, entries: Collection[int], tables: Collection[int] = ()
) -> dict[int, Ledger]:
    """Return the ledgers of these entries in a stage, by entry id; without a standing none.

    With them come those that have a result from one of these tables, whoever they are. Every hand
    asks this, and the ORM takes several times as long to word it as the database to answer.
    """
    statement = f"""
        SELECT entry_id, carried, ledger FROM standings_standing
        WHERE stage_id = %s AND entry_id IN (
            SELECT id FROM competitions_entry WHERE id IN ({_places(entries)})
            UNION SELECT entry_id FROM standings_tableresult WHERE table_id IN ({_places(tables)})
        )
    """  # noqa: S608 - places alone
    with connection.cursor() as cursor:
        cursor.execute(statement, [stage.pk, *entries, *tables])
        return {
            entry_id: Ledger.read(json.loads(ledger), carried)
            for entry_id, carried, ledger in cursor.fetchall()
        }


def _places(values: Collection[int]) -> str:
    """Return a place in a statement for each value."""
    return ", ".join(["%s"] * len(values)) or "NULL"


def carried_by_entry(stage: Stage, entries: Collection[int]) -> dict[int, int]:
    """Return the points that these entries brought along; who is absent was not let in."""
    found = StageEntry.objects.filter(stage=stage, entry__in=entries)
    return dict(found.values_list("entry_id", "carried_points"))


def credits_by_entry(stage: Stage, entries: Collection[int]) -> dict[int, list[Credit]]:
    """Return the adjustments that count in a stage, by entry.

    What belongs to no round counts in the first stage.
    """
    is_here = Q(round__stage=stage)
    if stage.number == 1:
        is_here |= Q(round=None)
    rows = Adjustment.objects.filter(is_here, entry__in=entries, cancelled_at=None)
    found: dict[int, list[Credit]] = defaultdict(list)
    columns = ("entry_id", "round__number", "pk", "kind", "points")
    for entry_id, number, *credit in rows.values_list(*columns):
        found[entry_id].append(Credit(number or 0, *credit))
    return found


def ledgers_of_stage(stage: Stage) -> dict[int, Ledger]:
    """Work out the ledgers of a stage from its results and adjustments, by entry id."""
    played: dict[int, list[Played]] = defaultdict(list)
    results = TableResult.objects.filter(table__round__stage=stage)
    for result in results.annotate(number=F("table__round__number")):
        played[result.entry_id].append(Played.of(result, getattr(result, "number")))  # noqa: B009
    everybody = Entry.objects.filter(competition=stage.competition_id).values_list("pk", flat=True)
    given = credits_by_entry(stage, everybody)
    carried = dict(stage.stage_entries.values_list("entry_id", "carried_points"))
    return {
        entry_id: Ledger(carried=carried.get(entry_id, 0))
        .with_tables((), played.get(entry_id, ()))
        .with_credits(given.get(entry_id, ()))
        for entry_id in sorted(played.keys() | given.keys() | carried.keys())
    }
