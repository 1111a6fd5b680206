"""Read and write the derived rows of a stage while its competition is locked."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

from django.db.models import Exists, F, OuterRef, Prefetch, Q, QuerySet

from league.competitions.models import Entry, Seat, Stage, StageEntry, Table
from league.core.prepared import Given, IsAmong, Prepared
from league.results.models import Adjustment
from league.standings.ledger import Credit, Ledger, Played, Sums
from league.standings.models import Standing, TableResult

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


class Kept(NamedTuple):
    """Hold what is read of a standing to count it anew."""

    entry_id: int
    pk: int
    carried: int
    ledger: Mapping[str, Any]

    @property
    def opened(self) -> Ledger:
        """Its ledger."""
        return Ledger.read(self.ledger, self.carried)


def _to_count(given: type[Given]) -> QuerySet[Standing, tuple[Any, ...]]:
    of_table = TableResult.objects.filter(IsAmong("table_id", "tables"), entry=OuterRef("entry"))
    standings = Standing.objects.filter(
        Q(IsAmong("entry_id", "entries")) | Q(Exists(of_table)), stage=given("stage")
    )
    return standings.values_list(*Kept._fields)


STANDINGS = Prepared(_to_count)


def standings_of_table() -> QuerySet[Standing, tuple[Any, ...]]:
    """Return what is read of the standings that hang on a table, which is the OuterRef."""
    table = OuterRef(OuterRef("pk"))
    seated = Seat.objects.filter(table=table).values("entry")
    with_result = TableResult.objects.filter(table=table).values("entry")
    standings = Standing.objects.filter(entry__in=seated.union(with_result))
    return standings.filter(stage=OuterRef("round__stage")).values_list(*Kept._fields)


def standings_to_count(
    stage: Stage, *, entries: Collection[int], tables: Collection[int] = ()
) -> dict[int, Kept]:
    """Return the standings of these entries in a stage, by entry id.

    With them come those that have a result from one of these tables, whoever they are.
    """
    rows = STANDINGS.read(stage=stage.pk, entries=entries, tables=tables)
    return {row[0]: Kept(*row) for row in rows}


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
