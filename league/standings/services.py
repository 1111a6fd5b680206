"""Keep results and standings up to date with tables, adjustments and settings."""

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

from django.db import connection, transaction
from django.db.models import F, Prefetch, QuerySet

from games.tournament.points import Scale, Scoring, score_table
from league.competitions.models import (
    Competition,
    Entry,
    Round,
    RoundStatus,
    Seat,
    Stage,
    StageEntry,
    Substitutes,
    Table,
    Unfinished,
)
from league.competitions.writing import bump, lock_competition
from league.results.models import TableScore
from league.results.table_context import TableContext
from league.standings.difference import Derived, Difference, Key, Values
from league.standings.ledger import (
    NO_LEDGER,
    Ledger,
    LedgerTable,
    Rules,
    Totals,
    store_starting_ratings,
)
from league.standings.models import Standing, TableResult
from league.standings.season import credits_in
from league.standings.statistics.services import forget_stats

RESULT_FIELDS = ("seat", "pair", "place", "game_points", "points", "bonuses")
TOTALS_FIELDS = (*Totals._fields, "carried", "ledger")
EntryByPlayer = Mapping[int, Entry]
STANDING_FIELDS = ("competition_id", *TOTALS_FIELDS)


def tables_to_count(tables: QuerySet[Table]) -> QuerySet[Table]:
    """Return tables with all that decides their points."""
    seats = Seat.objects.select_related("entry").order_by("number")
    return tables.select_related("score", "round__stage__competition").prefetch_related(
        Prefetch("seats", queryset=seats)
    )


def in_batches(tables: QuerySet[Table], at_once: int) -> Iterator[list[Table]]:
    """Yield tables by id in batches."""
    last = 0
    in_order = tables.order_by("pk")
    while batch := list(in_order.filter(pk__gt=last)[:at_once]):
        yield batch
        last = batch[-1].pk


def ledgers_to_update(
    stage: Stage, *, entries: Collection[int], tables: Collection[int] = ()
) -> dict[int, Ledger]:
    """Return the stored ledgers of entries and tables; SQL, as every hand needs it."""
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
    """Return SQL placeholders for values."""
    return ", ".join(["%s"] * len(values)) or "NULL"


def ledgers_of_stage(stage: Stage) -> dict[int, Ledger]:
    """Return the ledgers of a stage, computed from results and adjustments."""
    played: dict[int, list[LedgerTable]] = defaultdict(list)
    results = TableResult.objects.filter(table__round__stage=stage)
    for result in results.annotate(number=F("table__round__number")):
        played[result.entry_id].append(LedgerTable.of(result, getattr(result, "number")))  # noqa: B009
    everybody = Entry.objects.filter(competition=stage.competition_id).values_list("pk", flat=True)
    given = credits_in(stage.competition_id, stage.number, everybody)
    carried = dict(stage.stage_entries.values_list("entry_id", "carried_points"))
    return {
        entry_id: Ledger(carried=carried.get(entry_id, 0))
        .with_tables((), played.get(entry_id, ()))
        .with_adjustments(given.get(entry_id, ()))
        for entry_id in sorted(played.keys() | given.keys() | carried.keys())
    }


RESULTS = Derived(TableResult, ("table", "entry"), RESULT_FIELDS)
STANDINGS = Derived(Standing, ("stage", "entry"), STANDING_FIELDS)
TABLES_AT_ONCE = 200
BySeat = dict[tuple[int, int], TableResult]
SeatsByTable = Mapping[Table, Sequence[Seat]]


@transaction.atomic(savepoint=False)
def count_score(*, context: TableContext, score: TableScore | None) -> None:
    """Update results and standings after a table's score has changed."""
    table = context.table
    _count_tables(table.round, {table: context.seats}, {table.pk: score})


@transaction.atomic(savepoint=False)
def update_table(*, table_id: int) -> None:
    """Update results and standings of a changed table; the caller holds the lock."""
    found = Seat.objects.select_related("entry", "table__score", "table__round__stage__competition")
    seats = list(found.filter(table=table_id).order_by("number"))
    table = seats[0].table if seats else tables_to_count(Table.objects.all()).get(pk=table_id)
    _count_tables(table.round, {table: seats}, _scores([table]))
    forget_stats(competition=table.round.stage.competition, rounds=[table.round_id])


@transaction.atomic(savepoint=False)
def update_round(*, round_id: int) -> None:
    """Update results and standings after a round has changed; the caller holds the lock."""
    round = Round.objects.select_related("stage__competition").get(pk=round_id)
    tables = list(tables_to_count(round.tables.all()))
    seats = {table: list(table.seats.all()) for table in tables}
    _count_tables(round, seats, _scores(tables))
    forget_stats(competition=round.stage.competition, rounds=[round.pk])


@transaction.atomic(savepoint=False)
def update_entry(*, entry_id: int, competition_id: int) -> None:
    """Update an entry's standings after its adjustments have changed; the caller holds the lock."""
    entry = Entry.objects.select_related("competition").get(pk=entry_id)
    for stage in Stage.objects.filter(competition=competition_id).order_by("number"):
        stage.competition = entry.competition
        stored = ledgers_to_update(stage, entries=[entry_id])
        before = stored.get(entry_id, NO_LEDGER)
        given = credits_in(competition_id, stage.number, [entry_id])
        after = before.with_adjustments(given.get(entry_id, ()))
        if after != before:
            _write_standings(stage, stored, {entry_id: after})


@transaction.atomic
def recompute_competition(*, competition_id: int) -> list[Difference]:
    """Recompute all of a competition, and return the differences."""
    competition = lock_competition(competition_id=competition_id)
    differences: list[Difference] = []
    tables = tables_to_count(Table.objects.filter(round__stage__competition=competition_id))
    for batch in in_batches(tables, TABLES_AT_ONCE):
        seats = {table: list(table.seats.all()) for table in batch}
        results, _substitutes = _right_results(seats, competition, _scores(batch))
        right: dict[Key, Values] = {
            key: tuple(getattr(result, name) for name in RESULT_FIELDS)
            for key, result in results.items()
        }
        differences += RESULTS.replace(TableResult.objects.filter(table__in=batch), right)
    for stage in Stage.objects.filter(competition=competition_id).order_by("number"):
        stage.competition = competition
        rules, ledgers = Rules.of(competition), ledgers_of_stage(stage)
        store_starting_ratings(competition, ledgers)
        standings: dict[Key, Values] = {
            (stage.pk, pk): (competition_id, *_standing_values(ledger, rules))
            for pk, ledger in ledgers.items()
        }
        differences += STANDINGS.replace(Standing.objects.filter(stage=stage), standings)
    if differences:
        forget_stats(competition=competition)
        bump(competition_id=competition_id)
    return differences


def _scores(tables: Iterable[Table]) -> Mapping[int, TableScore | None]:
    """Return the prefetched scores by table id."""
    return {table.pk: getattr(table, "score", None) for table in tables}


def _right_results(
    seats: SeatsByTable, competition: Competition, scores: Mapping[int, TableScore | None]
) -> tuple[BySeat, EntryByPlayer]:
    """Return the right results by table and entry, and the entries of substitutes."""
    substitutes = entries_of_substitutes(competition, list(chain.from_iterable(seats.values())))
    right = {
        (table.pk, entry_id): result
        for table, of_table in seats.items()
        for entry_id, result in results_of_table(
            table, of_table, competition, substitutes, scores[table.pk]
        ).items()
    }
    return right, substitutes


def _count_tables(
    round: Round, seats: SeatsByTable, scores: Mapping[int, TableScore | None]
) -> None:
    """Update the results of a round's tables and the standings of their entries."""
    stage = round.stage
    tables = [table.pk for table in seats]
    right, substitutes = _right_results(seats, stage.competition, scores)
    concerned = {entry.pk for entry in substitutes.values()}
    concerned |= {seat.entry_id for seat in chain.from_iterable(seats.values())}
    before = ledgers_to_update(stage, entries=concerned, tables=tables)
    played: dict[int, list[LedgerTable]] = {entry_id: [] for entry_id in before}
    for (_, entry_id), result in right.items():
        played.setdefault(entry_id, []).append(LedgerTable.of(result, round.number))
    after = {pk: before.get(pk, NO_LEDGER).with_tables(tables, own) for pk, own in played.items()}
    changed = {pk: ledger for pk, ledger in after.items() if ledger != before.get(pk)}
    if not changed:
        return
    for entry_id in changed.keys() & before.keys():
        had = {played.table for played in before[entry_id].played if played.table in tables}
        if gone := [table for table in had if (table, entry_id) not in right]:
            TableResult.objects.filter(table__in=gone, entry=entry_id).delete()
    TableResult.objects.bulk_create(
        [result for (_, entry_id), result in right.items() if entry_id in changed],
        update_conflicts=True,
        unique_fields=RESULTS.unique,
        update_fields=RESULT_FIELDS,
    )
    _write_standings(stage, before, changed)


def _write_standings(
    stage: Stage, before: Mapping[int, Ledger], changed: Mapping[int, Ledger]
) -> None:
    """Write the standings of changed ledgers."""
    rules = Rules.of(stage.competition)
    unsure = [pk for pk, ledger in changed.items() if pk not in before or ledger.is_empty]
    admitted: dict[int, int] = {}
    if unsure:
        found = StageEntry.objects.filter(stage=stage, entry__in=unsure)
        admitted = dict(found.values_list("entry_id", "carried_points"))
    if first := [pk for pk in unsure if pk not in before]:
        store_starting_ratings(stage.competition, first)
    gone = [pk for pk in unsure if changed[pk].is_empty and pk not in admitted]
    if gone:
        Standing.objects.filter(stage=stage, entry__in=gone).delete()
    ledgers = {
        pk: ledger if pk in before else replace(ledger, carried=admitted.get(pk, 0))
        for pk, ledger in changed.items()
        if pk not in gone
    }
    Standing.objects.bulk_create(
        [
            Standing(
                competition_id=stage.competition_id,
                stage=stage,
                entry_id=pk,
                **dict(zip(TOTALS_FIELDS, _standing_values(ledger, rules), strict=True)),
            )
            for pk, ledger in ledgers.items()
        ],
        update_conflicts=True,
        unique_fields=STANDINGS.unique,
        update_fields=TOTALS_FIELDS,
    )


def _standing_values(ledger: Ledger, rules: Rules) -> tuple[Any, ...]:
    """Return the values of TOTALS_FIELDS."""
    return (*ledger.add_up(rules), ledger.carried, ledger.as_json())


def scale_of(competition: Competition) -> Scale:
    """Return the scale of a competition's tables."""
    scoring: Scoring = competition.scoring  # type: ignore[assignment]  # the column's choices
    return Scale(
        scoring=scoring,
        places=competition.place_points,
        by_size={int(size): scale for size, scale in competition.size_points.items()},
        win_bonus=competition.win_bonus,
        target_bonus=competition.target_bonus,
    )


def results_of_table(
    table: Table,
    seats: Sequence[Seat],
    competition: Competition,
    entries: EntryByPlayer,
    score: TableScore | None,
) -> dict[int, TableResult]:
    """Return the results of a table by entry id; none while it does not count.

    `entries` are those of substitutes, see `entries_of_substitutes`. A table counts from its first
    hand or with its final result until it is dissolved; an unfinished one after its round if the
    competition says so.
    """
    if score is None or not _counts(table, score, competition):
        return {}
    in_order = sorted(seats, key=lambda seat: seat.number)
    totals = totals_to_count(table, score.totals)
    scored = score_table(
        score.places,
        totals,
        scale_of(competition),
        pairs=[seat.pair for seat in in_order],
        target=target_of(table) if competition.target_bonus else None,
    )
    return {
        entry_id: TableResult(
            table_id=table.pk,
            entry_id=entry_id,
            seat=seat.number,
            pair=seat.pair,
            place=points.place,
            game_points=total,
            points=points.points,
            bonuses=dict(points.bonuses),
        )
        for seat, total, points in zip(in_order, totals, scored, strict=True)
        if (entry_id := _entry_id(seat, competition, entries)) is not None
    }


def totals_to_count(table: Table, totals: Sequence[int]) -> Sequence[int]:
    """Return totals of which more is better: where the fewest points win, with a minus."""
    lowest_first = table.site_game.totals_rule.lowest_first
    return [-total for total in totals] if lowest_first else totals


def entries_of_substitutes(competition: Competition, seats: Sequence[Seat]) -> EntryByPlayer:
    """Return the own entries of substitutes by player, where they play for themselves."""
    players = [seat.player_id for seat in seats if seat.player_id != seat.entry.player_id]
    if not players or competition.substitutes != Substitutes.PLAYER:
        return {}
    entries = Entry.objects.filter(competition=competition, player__in=players)
    return {entry.player_id: entry for entry in entries}


def _counts(table: Table, score: TableScore, competition: Competition) -> bool:
    if table.dissolved_at is not None or not (score.hands or score.is_over):
        return False
    may_go_on = table.round.status != RoundStatus.CLOSED or table.adjourned_at is not None
    return score.is_over or may_go_on or competition.unfinished == Unfinished.STANDING


def _entry_id(seat: Seat, competition: Competition, entries: EntryByPlayer) -> int | None:
    """Return the entry for which a seat counts, if any."""
    if seat.player_id == seat.entry.player_id or competition.substitutes == Substitutes.ENTRY:
        return seat.entry_id
    substitute = entries.get(seat.player_id)
    return substitute.pk if substitute else None


def target_of(table: Table) -> int | None:
    """Return the total that ends a match at a table, if its options have one."""
    options: Mapping[str, Any] = table.site_game.engine.options(table.options).as_json()
    return options.get("target")
