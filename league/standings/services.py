"""Keep results and standings in step with tables, adjustments and terms.

All of these lead to the same rows: `count_score`, `update_table`, `update_round` and `update_entry`
from what has changed, `recompute_competition` from everything. The first four read the standings of
one stage and the books of the entries concerned, never another table's hands or scores.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from django.db import transaction

from games.tournament.meetings import Meeting
from league.competitions.models import Competition, Entry, Round, Seat, Stage, Table
from league.competitions.services import bump, lock_competition
from league.core.writing import Change, Insert, Update, write
from league.results.models import TableScore
from league.standings.books import (
    BOOK_FIELDS,
    PLACE_FIELDS,
    RESULT_FIELDS,
    STANDING_FIELDS,
    Kept,
    carried_by_entry,
    credits_by_entry,
    guests_of,
    in_batches,
    kept_meetings,
    ledgers_of_stage,
    opened_ledgers,
    results_by_seat,
    standings_to_count,
    table_to_count,
    tables_to_count,
)
from league.standings.difference import Difference, replace_rows
from league.standings.ledger import NO_LEDGER, Ledger, Played
from league.standings.models import Standing, TableResult
from league.standings.ranking import Field, MeetingsOf, Ranked, Terms, meetings_of, rank_field
from league.standings.starting import keep_starting_ratings, starting_ratings
from league.standings.statistics.deeds import forget_deeds
from league.standings.worth import EntryByPlayer, entries_of_substitutes, results_of_table

TABLES_AT_ONCE = 200
BySeat = dict[tuple[int, int], TableResult]
SeatsByTable = Mapping[Table, Sequence[Seat]]


@transaction.atomic(savepoint=False)
def count_score(
    *, table: Table, seats: Sequence[Seat], score: TableScore | None
) -> Sequence[Change]:
    """Return what is to be written with a table's score, as results.projections asks for it."""
    return _count_tables(table.round, {table: seats}, {table.pk: score})


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
        before = opened_ledgers(kept).get(entry_id, NO_LEDGER)
        given = credits_by_entry(stage, [entry_id])
        after = before.with_credits(given.get(entry_id, ()))
        if after != before:
            guests = guests_of(kept) | ({entry_id} if entry.is_guest else set())
            write(_standings_to_write(stage, kept, {entry_id: after}, guests))


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
        right = _right_results(seats, competition, substitutes, _scores(batch))
        kept = results_by_seat(batch)
        differences += replace_rows(TableResult, ("table", "entry"), RESULT_FIELDS, kept, right)
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
) -> Sequence[Change]:
    """Return what brings the results of a round's tables and the standings that hang on them up."""
    stage = round.stage
    tables = [table.pk for table in seats]
    substitutes = _substitutes(seats, stage.competition)
    right = _right_results(seats, stage.competition, substitutes, scores)
    seated = [seat.entry for seat in chain.from_iterable(seats.values())]
    concerned = {entry.pk: entry for entry in [*seated, *substitutes.values()]}
    kept = standings_to_count(stage, entries=concerned, tables=tables)
    before = opened_ledgers(kept)
    played: dict[int, list[Played]] = {entry_id: [] for entry_id in before}
    for (_, entry_id), result in right.items():
        played.setdefault(entry_id, []).append(Played.of(result, round.number))
    after = {pk: before.get(pk, NO_LEDGER).with_tables(tables, own) for pk, own in played.items()}
    changed = {pk: ledger for pk, ledger in after.items() if ledger != before.get(pk)}
    if not changed:
        return []
    guests = {entry.pk for entry in concerned.values() if entry.is_guest}
    _delete_results(tables, before, changed, right)
    results = [result for (_, entry_id), result in right.items() if entry_id in changed]
    return _standings_to_write(stage, kept, changed, guests | guests_of(kept), results)


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
    stage: Stage,
    kept: Mapping[int, Kept],
    changed: Mapping[int, Ledger],
    guests: Collection[int],
    results: Sequence[TableResult] = (),
) -> Sequence[Change]:
    """Rank a stage anew with some ledgers that have changed; return results and rows that move."""
    terms = Terms.of(stage.competition)
    to_ask = [pk for pk, ledger in changed.items() if pk not in kept or ledger.is_empty]
    let_in = carried_by_entry(stage, to_ask) if to_ask else {}
    if first := [pk for pk in to_ask if pk not in kept]:
        keep_starting_ratings(stage.competition, first)
    gone = [pk for pk in to_ask if changed[pk].is_empty and pk not in let_in]
    ledgers = {
        pk: ledger if pk in kept else Ledger(ledger.played, ledger.credits, let_in.get(pk, 0))
        for pk, ledger in changed.items()
        if pk not in gone
    }
    sums = {pk: row.sums for pk, row in kept.items() if pk not in changed}
    sums |= {pk: ledger.add_up(terms.rules) for pk, ledger in ledgers.items()}
    pending: list[Change] = [Insert(results, unique=["table", "entry"], update=RESULT_FIELDS)]
    field = Field(
        sums,
        frozenset(guests),
        _meetings_after(pending, kept_meetings(stage)),
        starting_ratings(stage.competition),
    )
    ranked = rank_field(field, terms)
    new = [_standing(stage, ranked[pk], ledgers[pk]) for pk in ledgers if pk not in kept]
    opened = {kept[pk].pk: _book(ranked[pk], ledgers[pk]) for pk in ledgers if pk in kept}
    others = [pk for pk in sums if pk not in ledgers and kept[pk].is_moved(ranked[pk])]
    moved = {kept[pk].pk: ranked[pk].place_fields for pk in others}
    if gone:
        Standing.objects.filter(stage=stage, entry__in=gone).delete()
    return [
        *pending,
        Insert(new),
        Update(Standing, BOOK_FIELDS, opened),
        Update(Standing, PLACE_FIELDS, moved),
    ]


def _meetings_after(pending: list[Change], meetings: MeetingsOf) -> MeetingsOf:
    """Have the results that meetings are read from written before, should they be needed."""

    def read(entries: frozenset[int]) -> Sequence[Meeting]:
        write(pending)
        pending.clear()
        return meetings(entries)

    return read


def _recount_stage(stage: Stage) -> list[Difference]:
    terms = Terms.of(stage.competition)
    ledgers = ledgers_of_stage(stage)
    keep_starting_ratings(stage.competition, ledgers)
    guests = Entry.objects.filter(competition=stage.competition_id, is_guest=True)
    field = Field(
        {pk: ledger.add_up(terms.rules) for pk, ledger in ledgers.items()},
        frozenset(guests.values_list("pk", flat=True)),
        meetings_of(ledgers),
        starting_ratings(stage.competition),
    )
    ranked = rank_field(field, terms)
    right = {(stage.pk, pk): _standing(stage, ranked[pk], ledger) for pk, ledger in ledgers.items()}
    kept = {(row.stage_id, row.entry_id): row for row in Standing.objects.filter(stage=stage)}
    return replace_rows(Standing, ("stage", "entry"), STANDING_FIELDS, kept, right)


def _standing(stage: Stage, ranked: Ranked, ledger: Ledger) -> Standing:
    return Standing(
        competition_id=stage.competition_id,
        stage=stage,
        entry_id=ranked.entry_id,
        **dict(zip(BOOK_FIELDS, _book(ranked, ledger), strict=True)),
    )


def _book(ranked: Ranked, ledger: Ledger) -> tuple[Any, ...]:
    """Return what a standing keeps of an entry: see BOOK_FIELDS."""
    return (*ranked.place_fields, *ranked.sums, ledger.carried, ledger.as_json())
