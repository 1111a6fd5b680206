"""Work out everything derived from the hands anew, and tell where it was not so."""

from collections.abc import Callable, Iterator, Sequence

from django.db import transaction
from django.db.models import QuerySet

from games.base import InvalidInputError
from league.competitions.models import Table
from league.competitions.services import bump, lock_competition
from league.results.models import (
    FinalResult,
    FinalRevision,
    Hand,
    HandRevision,
    HandScore,
    RevisionKind,
    TableScore,
)
from league.results.refusals import LaterHandError
from league.results.scoring import ComputedTable, compute_hands, score_fields
from league.standings.difference import Difference, compare, replace_rows
from league.standings.services import recompute_competition

TABLES_AT_ONCE = 50
HAND_FIELDS = ("revision", "is_void")
RESULT_FIELDS = ("current_id", "is_void")
HAND_SCORE_FIELDS = ("score", "is_surplus")
TABLE_SCORE_FIELDS = ("hands", "totals", "places", "is_over")

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
    latest: dict[int, HandRevision] = {}
    for revision in HandRevision.objects.filter(hand__table__in=tables).order_by("number"):
        latest[revision.hand_id] = revision
    for hand in Hand.objects.filter(table__in=tables).order_by("pk"):
        if hand.pk not in latest:
            raise UnscorableTableError(f"hand {hand.pk} of table {hand.table_id} has no revision")
        right = {
            "revision": latest[hand.pk].number,
            "is_void": latest[hand.pk].kind == RevisionKind.VOIDED,
        }
        found = compare(f"hand {hand.pk}", hand, Hand(pk=hand.pk, **right), HAND_FIELDS)
        if found:
            Hand.objects.filter(pk=hand.pk).update(**right)
        yield from found


def _put_results_right(tables: Sequence[Table]) -> Iterator[Difference]:
    """Let each final result name its latest revision likewise."""
    latest: dict[int, FinalRevision] = {}
    for revision in FinalRevision.objects.filter(result__table__in=tables).order_by("number"):
        latest[revision.result_id] = revision
    for result in FinalResult.objects.filter(table__in=tables).order_by("pk"):
        if result.pk not in latest:
            raise UnscorableTableError(f"the result of table {result.table_id} has no revision")
        right = {
            "current": latest[result.pk],
            "is_void": latest[result.pk].kind == RevisionKind.VOIDED,
        }
        fixed = FinalResult(pk=result.pk, **right)
        found = compare(f"final result {result.pk}", result, fixed, RESULT_FIELDS)
        if found:
            FinalResult.objects.filter(pk=result.pk).update(**right)
        yield from found


def _put_scores_right(tables: Sequence[Table]) -> Iterator[Difference]:
    """Score every hand in force by the engine, and add the tables up."""
    hands: dict[int, list[Hand]] = {table.pk: [] for table in tables}
    for hand in Hand.objects.filter(table__in=tables, is_void=False).select_related("current"):
        hands[hand.table_id].append(hand)
    results = FinalResult.objects.filter(table__in=tables, is_void=False)
    outcomes = results.select_related("current").in_bulk(field_name="table_id")
    hand_scores: dict[int, HandScore] = {}
    table_scores: dict[int, TableScore] = {}
    for table in tables:
        computed = _compute(table, hands[table.pk])
        for each in computed.hands:
            hand_scores[each.hand.pk] = HandScore(
                hand=each.hand, score=each.score, is_surplus=each.is_surplus
            )
        if fields := score_fields(computed, outcomes.get(table.pk)):
            table_scores[table.pk] = TableScore(table=table, **fields)
    kept_of_hands = HandScore.objects.filter(hand__table__in=tables).in_bulk(field_name="hand_id")
    kept_of_tables = TableScore.objects.filter(table__in=tables).in_bulk(field_name="table_id")
    yield from replace_rows(HandScore, ("hand",), HAND_SCORE_FIELDS, kept_of_hands, hand_scores)
    yield from replace_rows(
        TableScore, ("table",), TABLE_SCORE_FIELDS, kept_of_tables, table_scores
    )


def _compute(table: Table, hands: Sequence[Hand]) -> ComputedTable:
    try:
        return compute_hands(table, len(table.seats.all()), hands)
    except InvalidInputError as error:
        raise UnscorableTableError(f"table {table.pk} cannot be scored: {error}") from error
    except LaterHandError as error:
        raise UnscorableTableError(f"table {table.pk} cannot be scored: {error.words}") from error
