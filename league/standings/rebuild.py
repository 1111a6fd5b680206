"""Work out everything derived from the hands anew, and tell where it was not so."""

from collections.abc import Callable, Iterator, Sequence

from django.db import transaction
from django.db.models import QuerySet

from games.base import InvalidInputError
from league.competitions.models import Table
from league.competitions.services import bump, lock_competition
from league.results.errors import ResultError
from league.results.models import (
    FinalResult,
    FinalRevision,
    Hand,
    HandRevision,
    HandScore,
    RevisionKind,
    TableScore,
)
from league.results.scoring import ComputedTable, compute_hands, score_fields
from league.standings.difference import Derived, Difference, Key, Values, compare
from league.standings.services import recompute_competition

TABLES_AT_ONCE = 50
HAND_FIELDS = ("revision", "is_void")
RESULT_FIELDS = ("current_id", "is_void")
HAND_SCORES = Derived(HandScore, ("hand",), ("score", "is_surplus"))
TABLE_SCORES = Derived(TableScore, ("table",), ("hands", "totals", "places", "is_over"))

Report = Callable[[Difference], None]


class UnscorableTableError(ValueError):
    """What is stored of a table is against the rules, so nothing can be derived from it."""


def rebuild_competition(*, competition_id: int, is_check: bool, report: Report) -> int:
    """Rewrite what is derived from a competition's hands; return how much was not right.

    Reports each difference as it is found. `is_check` leaves everything as it was. Raises
    UnscorableTableError, and then changes nothing.
    """
    with transaction.atomic():
        lock_competition(competition_id=competition_id)
        number = 0
        for difference in _differences(competition_id):
            report(difference)
            number += 1
        if number and not is_check:
            bump(competition_id=competition_id, table_ids=_table_ids(competition_id))
        transaction.set_rollback(is_check)
    return number


def _table_ids(competition_id: int) -> QuerySet[Table, int]:
    tables = Table.objects.filter(round__stage__competition=competition_id)
    return tables.values_list("pk", flat=True)


def _differences(competition_id: int) -> Iterator[Difference]:
    """Put right and tell, from the hands upwards: each step builds on the one before."""
    last = 0
    tables = Table.objects.filter(round__stage__competition=competition_id).order_by("pk")
    while batch := list(tables.filter(pk__gt=last)[:TABLES_AT_ONCE].prefetch_related("seats")):
        yield from _put_hands_right(batch)
        yield from _put_results_right(batch)
        yield from _put_scores_right(batch)
        last = batch[-1].pk
    yield from recompute_competition(competition_id=competition_id)


def _put_hands_right(tables: Sequence[Table]) -> Iterator[Difference]:
    """Let each hand name its latest revision, and be void if that one is."""
    revisions = HandRevision.objects.filter(hand__table__in=tables).order_by("number")
    latest = {
        hand: (number, kind == RevisionKind.VOIDED)
        for hand, number, kind in revisions.values_list("hand", "number", "kind")
    }
    hands = Hand.objects.filter(table__in=tables).order_by("pk")
    for pk, table, *kept in hands.values_list("pk", "table", *HAND_FIELDS):
        if pk not in latest:
            raise UnscorableTableError(f"hand {pk} of table {table} has no revision")
        found = compare(f"hand {pk}", HAND_FIELDS, tuple(kept), latest[pk])
        if found:
            Hand.objects.filter(pk=pk).update(**dict(zip(HAND_FIELDS, latest[pk], strict=True)))
        yield from found


def _put_results_right(tables: Sequence[Table]) -> Iterator[Difference]:
    """Let each final result name its latest revision likewise."""
    revisions = FinalRevision.objects.filter(result__table__in=tables).order_by("number")
    latest = {
        result: (pk, kind == RevisionKind.VOIDED)
        for result, pk, kind in revisions.values_list("result", "pk", "kind")
    }
    results = FinalResult.objects.filter(table__in=tables).order_by("pk")
    for pk, table, *kept in results.values_list("pk", "table", *RESULT_FIELDS):
        if pk not in latest:
            raise UnscorableTableError(f"the result of table {table} has no revision")
        found = compare(f"final result {pk}", RESULT_FIELDS, tuple(kept), latest[pk])
        if found:
            right = dict(zip(RESULT_FIELDS, latest[pk], strict=True))
            FinalResult.objects.filter(pk=pk).update(**right)
        yield from found


def _put_scores_right(tables: Sequence[Table]) -> Iterator[Difference]:
    """Score every hand in force by the engine, and add the tables up."""
    hands: dict[int, list[Hand]] = {table.pk: [] for table in tables}
    for hand in Hand.objects.filter(table__in=tables, is_void=False).select_related("current"):
        hands[hand.table_id].append(hand)
    results = FinalResult.objects.filter(table__in=tables, is_void=False)
    outcomes = results.select_related("current").in_bulk(field_name="table_id")
    hand_scores: dict[Key, Values] = {}
    table_scores: dict[Key, Values] = {}
    for table in tables:
        computed = _compute(table, hands[table.pk])
        for each in computed.hands:
            hand_scores[(each.hand.pk,)] = (each.score, each.is_surplus)
        if fields := score_fields(computed, outcomes.get(table.pk)):
            table_scores[(table.pk,)] = tuple(fields[name] for name in TABLE_SCORES.fields)
    yield from HAND_SCORES.replace(HandScore.objects.filter(hand__table__in=tables), hand_scores)
    yield from TABLE_SCORES.replace(TableScore.objects.filter(table__in=tables), table_scores)


def _compute(table: Table, hands: Sequence[Hand]) -> ComputedTable:
    try:
        return compute_hands(table, len(table.seats.all()), hands)
    except (InvalidInputError, ResultError) as error:
        raise UnscorableTableError(f"table {table.pk} cannot be scored: {error}") from error
