"""Keep results and standings in step with tables, adjustments and terms.

All of these lead to the same rows: `count_score`, `update_table`, `update_round` and `update_entry`
from what has changed, `recompute_competition` from everything. The first four read the books of the
entries concerned, never another table's hands or scores. Places are not kept: see queries.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from django.db import transaction

from league.competitions.models import Competition, Entry, Round, Seat, Stage, Table
from league.competitions.services import bump, lock_competition
from league.core.writing import Change, Insert, Update, write
from league.results.models import TableScore
from league.standings.books import (
    BOOK_FIELDS,
    RESULT_FIELDS,
    STANDING_FIELDS,
    Kept,
    carried_by_entry,
    credits_by_entry,
    in_batches,
    ledgers_of_stage,
    standings_to_count,
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
def count_score(
    *,
    table: Table,
    seats: Sequence[Seat],
    score: TableScore | None,
    read: Sequence[tuple[Any, ...]],
) -> Sequence[Change]:
    """Return what is to be written with a table's score, as results.projections asks for it."""
    kept = {row[0]: Kept(*row) for row in read}
    return _count_tables(table.round, {table: seats}, {table.pk: score}, kept)


@transaction.atomic(savepoint=False)
def update_table(*, table_id: int) -> None:
    """Count a table anew after its seats or its life have changed.

    The caller holds the lock of the competition and bumps its version.
    """
    table, seats = table_to_count(table_id)
    write(_count_tables(table.round, {table: seats}, _scores([table])))
    forget_deeds(competition=table.round.stage.competition, rounds=[table.round_id])


@transaction.atomic(savepoint=False)
def update_round(*, round_id: int) -> None:
    """Count a round's tables anew after it was closed or reopened, or a table was adjourned.

    The caller holds the lock of the competition and bumps its version.
    """
    round = Round.objects.select_related("stage__competition").get(pk=round_id)
    tables = list(tables_to_count(round.tables.all()))
    seats = {table: list(table.seats.all()) for table in tables}
    write(_count_tables(round, seats, _scores(tables)))
    forget_deeds(competition=round.stage.competition, rounds=[round.pk])


@transaction.atomic(savepoint=False)
def update_entry(*, entry_id: int, competition_id: int) -> None:
    """Count an entry anew after its adjustments have changed; the caller holds the lock."""
    entry = Entry.objects.select_related("competition").get(pk=entry_id)
    for stage in Stage.objects.filter(competition=competition_id).order_by("number"):
        stage.competition = entry.competition
        kept = standings_to_count(stage, entries=[entry_id])
        before = kept[entry_id].opened if entry_id in kept else NO_LEDGER
        given = credits_by_entry(stage, [entry_id])
        after = before.with_credits(given.get(entry_id, ()))
        if after != before:
            write(_standings_to_write(stage, kept, {entry_id: after}))


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
    round: Round,
    seats: SeatsByTable,
    scores: Mapping[int, TableScore | None],
    known: Mapping[int, Kept] | None = None,
) -> Sequence[Change]:
    """Return what brings the results of a round's tables and the standings that hang on them up.

    `known` are the standings of who sits there or has a result of these tables, if they are read.
    """
    stage = round.stage
    tables = [table.pk for table in seats]
    substitutes = _substitutes(seats, stage.competition)
    right = _right_results(seats, stage.competition, substitutes, scores)
    concerned = {entry.pk for entry in substitutes.values()}
    kept = dict(known or {})
    if known is None:
        concerned |= {seat.entry_id for seat in chain.from_iterable(seats.values())}
    if concerned:
        kept |= standings_to_count(stage, entries=concerned, tables=tables)
    before = {entry_id: row.opened for entry_id, row in kept.items()}
    played: dict[int, list[Played]] = {entry_id: [] for entry_id in before}
    for (_, entry_id), result in right.items():
        played.setdefault(entry_id, []).append(Played.of(result, round.number))
    after = {pk: before.get(pk, NO_LEDGER).with_tables(tables, own) for pk, own in played.items()}
    changed = {pk: ledger for pk, ledger in after.items() if ledger != before.get(pk)}
    if not changed:
        return []
    _delete_results(tables, before, changed, right)
    results = [result for (_, entry_id), result in right.items() if entry_id in changed]
    return [
        Insert(results, unique=["table", "entry"], update=RESULT_FIELDS),
        *_standings_to_write(stage, kept, changed),
    ]


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


def _standings_to_write(
    stage: Stage, kept: Mapping[int, Kept], changed: Mapping[int, Ledger]
) -> Sequence[Change]:
    """Add up ledgers that have changed; return the standings to write."""
    rules = Terms.of(stage.competition).rules
    to_ask = [pk for pk, ledger in changed.items() if pk not in kept or ledger.is_empty]
    let_in = carried_by_entry(stage, to_ask) if to_ask else {}
    if first := [pk for pk in to_ask if pk not in kept]:
        keep_starting_ratings(stage.competition, first)
    gone = [pk for pk in to_ask if changed[pk].is_empty and pk not in let_in]
    if gone:
        Standing.objects.filter(stage=stage, entry__in=gone).delete()
    new = [
        _standing(stage, pk, Ledger(ledger.played, ledger.credits, let_in.get(pk, 0)), rules)
        for pk, ledger in changed.items()
        if pk not in kept and pk not in gone
    ]
    books = {
        kept[pk].pk: _book(ledger, rules)
        for pk, ledger in changed.items()
        if pk in kept and pk not in gone
    }
    return [Insert(new), Update(Standing, BOOK_FIELDS, books)]


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
