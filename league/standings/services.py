"""Keep results and standings in step with tables, adjustments and terms.

All of these lead to the same rows: `count_score`, `update_table`, `update_round` and `update_entry`
from what has changed, `recompute_competition` from everything. The first four read the books of the
entries concerned, never another table's hands or scores. Places are not kept: see queries.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

from django.db import transaction

from league.competitions.models import Competition, Entry, Round, Seat, Stage, Table
from league.competitions.services import bump, lock_competition
from league.results.models import TableScore
from league.results.place import Place
from league.standings.books import (
    BOOK_FIELDS,
    RESULT_FIELDS,
    STANDING_FIELDS,
    carried_by_entry,
    credits_by_entry,
    in_batches,
    ledgers_of_stage,
    ledgers_to_count,
    table_to_count,
    tables_to_count,
)
from league.standings.difference import Derived, Difference, Key, Values
from league.standings.ledger import NO_LEDGER, Ledger, Played, Rules
from league.standings.models import Standing, TableResult
from league.standings.ranking import Terms
from league.standings.starting import keep_starting_ratings
from league.standings.statistics.deeds import forget_deeds
from league.standings.worth import EntryByPlayer, entries_of_substitutes, results_of_table

RESULTS = Derived(TableResult, ("table", "entry"), RESULT_FIELDS)
STANDINGS = Derived(Standing, ("stage", "entry"), STANDING_FIELDS)
TABLES_AT_ONCE = 200
BySeat = dict[tuple[int, int], TableResult]
SeatsByTable = Mapping[Table, Sequence[Seat]]


@transaction.atomic(savepoint=False)
def count_score(*, place: Place, score: TableScore | None) -> None:
    """Count a table anew as its score has changed: see results.projections."""
    table = place.table
    _count_tables(table.round, {table: place.seats}, {table.pk: score})


@transaction.atomic(savepoint=False)
def update_table(*, table_id: int) -> None:
    """Count a table anew after its seats or its life have changed.

    The caller holds the lock of the competition and bumps its version.
    """
    table, seats = table_to_count(table_id)
    _count_tables(table.round, {table: seats}, _scores([table]))
    forget_deeds(competition=table.round.stage.competition, rounds=[table.round_id])


@transaction.atomic(savepoint=False)
def update_round(*, round_id: int) -> None:
    """Count a round's tables anew after it was closed or reopened, or a table was adjourned.

    The caller holds the lock of the competition and bumps its version.
    """
    round = Round.objects.select_related("stage__competition").get(pk=round_id)
    tables = list(tables_to_count(round.tables.all()))
    seats = {table: list(table.seats.all()) for table in tables}
    _count_tables(round, seats, _scores(tables))
    forget_deeds(competition=round.stage.competition, rounds=[round.pk])


@transaction.atomic(savepoint=False)
def update_entry(*, entry_id: int, competition_id: int) -> None:
    """Count an entry anew after its adjustments have changed; the caller holds the lock."""
    entry = Entry.objects.select_related("competition").get(pk=entry_id)
    for stage in Stage.objects.filter(competition=competition_id).order_by("number"):
        stage.competition = entry.competition
        kept = ledgers_to_count(stage, entries=[entry_id])
        before = kept.get(entry_id, NO_LEDGER)
        given = credits_by_entry(stage, [entry_id])
        after = before.with_credits(given.get(entry_id, ()))
        if after != before:
            _write_standings(stage, kept, {entry_id: after})


@transaction.atomic
def recompute_competition(*, competition_id: int) -> list[Difference]:
    """Count all of a competition anew, as when its terms, stages or entries have changed.

    Returns what was not as it should be.
    """
    competition = lock_competition(competition_id=competition_id)
    differences: list[Difference] = []
    tables = tables_to_count(Table.objects.filter(round__stage__competition=competition_id))
    for batch in in_batches(tables, TABLES_AT_ONCE):
        seats = {table: list(table.seats.all()) for table in batch}
        substitutes = _substitutes(seats, competition)
        right: dict[Key, Values] = {
            key: tuple(getattr(result, name) for name in RESULT_FIELDS)
            for key, result in _right_results(
                seats, competition, substitutes, _scores(batch)
            ).items()
        }
        differences += RESULTS.replace(TableResult.objects.filter(table__in=batch), right)
    for stage in Stage.objects.filter(competition=competition_id).order_by("number"):
        stage.competition = competition
        differences += _recount_stage(stage)
    if differences:
        forget_deeds(competition=competition)
        bump(competition_id=competition_id)
    return differences


def _substitutes(seats: SeatsByTable, competition: Competition) -> EntryByPlayer:
    return entries_of_substitutes(competition, list(chain.from_iterable(seats.values())))


def _scores(tables: Iterable[Table]) -> Mapping[int, TableScore | None]:
    """Return the kept scores of tables that were read with them, by the table's id."""
    return {table.pk: getattr(table, "score", None) for table in tables}


def _right_results(
    seats: SeatsByTable,
    competition: Competition,
    substitutes: EntryByPlayer,
    scores: Mapping[int, TableScore | None],
) -> BySeat:
    """Return the results that these tables should have, by table and entry."""
    return {
        (table.pk, entry_id): result
        for table, of_table in seats.items()
        for entry_id, result in results_of_table(
            table, of_table, competition, substitutes, scores[table.pk]
        ).items()
    }


def _count_tables(
    round: Round, seats: SeatsByTable, scores: Mapping[int, TableScore | None]
) -> None:
    """Bring the results of a round's tables and the standings that hang on them up to date."""
    stage = round.stage
    tables = [table.pk for table in seats]
    substitutes = _substitutes(seats, stage.competition)
    right = _right_results(seats, stage.competition, substitutes, scores)
    concerned = {entry.pk for entry in substitutes.values()}
    concerned |= {seat.entry_id for seat in chain.from_iterable(seats.values())}
    before = ledgers_to_count(stage, entries=concerned, tables=tables)
    played: dict[int, list[Played]] = {entry_id: [] for entry_id in before}
    for (_, entry_id), result in right.items():
        played.setdefault(entry_id, []).append(Played.of(result, round.number))
    after = {pk: before.get(pk, NO_LEDGER).with_tables(tables, own) for pk, own in played.items()}
    changed = {pk: ledger for pk, ledger in after.items() if ledger != before.get(pk)}
    if not changed:
        return
    _delete_results(tables, before, changed, right)
    TableResult.objects.bulk_create(
        [result for (_, entry_id), result in right.items() if entry_id in changed],
        update_conflicts=True,
        unique_fields=RESULTS.unique,
        update_fields=RESULT_FIELDS,
    )
    _write_standings(stage, before, changed)


def _delete_results(
    tables: Collection[int],
    before: Mapping[int, Ledger],
    changed: Mapping[int, Ledger],
    right: BySeat,
) -> None:
    """Delete what entries whose ledgers have changed have from these tables no longer."""
    for entry_id in changed.keys() & before.keys():
        had = {played.table for played in before[entry_id].played if played.table in tables}
        if gone := [table for table in had if (table, entry_id) not in right]:
            TableResult.objects.filter(table__in=gone, entry=entry_id).delete()


def _write_standings(
    stage: Stage, before: Mapping[int, Ledger], changed: Mapping[int, Ledger]
) -> None:
    """Add up ledgers that have changed, and write their standings."""
    rules = Terms.of(stage.competition).rules
    to_ask = [pk for pk, ledger in changed.items() if pk not in before or ledger.is_empty]
    let_in = carried_by_entry(stage, to_ask) if to_ask else {}
    if first := [pk for pk in to_ask if pk not in before]:
        keep_starting_ratings(stage.competition, first)
    gone = [pk for pk in to_ask if changed[pk].is_empty and pk not in let_in]
    if gone:
        Standing.objects.filter(stage=stage, entry__in=gone).delete()
    ledgers = {
        pk: ledger if pk in before else replace(ledger, carried=let_in.get(pk, 0))
        for pk, ledger in changed.items()
        if pk not in gone
    }
    Standing.objects.bulk_create(
        [_standing(stage, pk, ledger, rules) for pk, ledger in ledgers.items()],
        update_conflicts=True,
        unique_fields=STANDINGS.unique,
        update_fields=BOOK_FIELDS,
    )


def _recount_stage(stage: Stage) -> list[Difference]:
    rules = Terms.of(stage.competition).rules
    ledgers = ledgers_of_stage(stage)
    keep_starting_ratings(stage.competition, ledgers)
    right: dict[Key, Values] = {
        (stage.pk, pk): (stage.competition_id, *_book(ledger, rules))
        for pk, ledger in ledgers.items()
    }
    return STANDINGS.replace(Standing.objects.filter(stage=stage), right)


def _standing(stage: Stage, entry_id: int, ledger: Ledger, rules: Rules) -> Standing:
    return Standing(
        competition_id=stage.competition_id,
        stage=stage,
        entry_id=entry_id,
        **dict(zip(BOOK_FIELDS, _book(ledger, rules), strict=True)),
    )


def _book(ledger: Ledger, rules: Rules) -> tuple[Any, ...]:
    """Return what a standing keeps of an entry: see BOOK_FIELDS."""
    return (*ledger.add_up(rules), ledger.carried, ledger.as_json())
