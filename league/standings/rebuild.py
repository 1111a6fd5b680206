"""Recompute everything derived from hands, and report differences."""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from games.base import InvalidInputError
from league.clubs.models import Club
from league.competitions.models import Competition, Table
from league.competitions.queries import competitions_played_by
from league.competitions.writing import bump, lock_competition
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
from league.standings.models import RatingList
from league.standings.ratings.services import recompute_ratings
from league.standings.services import in_batches, recompute_competition
from league.standings.statistics.services import recount_stats

TABLES_AT_ONCE = 50
HAND_SCORES = Derived(HandScore, ("hand",), ("score", "is_surplus"))
TABLE_SCORES = Derived(TableScore, ("table",), ("hands", "totals", "places", "is_over"))

Report = Callable[[Difference], None]


class UnscorableTableError(ValueError):
    """Raised when the stored hands of a table cannot be scored."""


def rebuild_competition(*, competition_id: int, is_check: bool, report: Report) -> int:
    """Recompute a competition and return the number of differences; `is_check` changes nothing."""
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
    """Yield the differences, from hands upwards."""
    tables = Table.objects.filter(round__stage__competition=competition_id)
    for batch in in_batches(tables.prefetch_related("seats"), TABLES_AT_ONCE):
        hands = HandRevision.objects.filter(hand__table__in=batch)
        yield from _put_revisions_right(
            "hand",
            Hand.objects.filter(table__in=batch),
            hands.values_list("hand", "number", "kind"),
            ("revision", "is_void"),
        )
        results = FinalRevision.objects.filter(result__table__in=batch)
        yield from _put_revisions_right(
            "final result",
            FinalResult.objects.filter(table__in=batch),
            results.values_list("result", "pk", "kind"),
            ("current_id", "is_void"),
        )
        yield from _put_scores_right(batch)
    yield from recompute_competition(competition_id=competition_id)


def _put_revisions_right(
    name: str, rows: QuerySet[Any], revisions: QuerySet[Any], fields: tuple[str, str]
) -> Iterator[Difference]:
    """Point hands or final results to their latest revisions, void if that one is."""
    latest = {
        pk: (revision, kind == RevisionKind.VOIDED)
        for pk, revision, kind in revisions.order_by("number")
    }
    for pk, table, *stored in rows.order_by("pk").values_list("pk", "table", *fields):
        if pk not in latest:
            raise UnscorableTableError(f"{name} {pk} of table {table} has no revision")
        found = compare(f"{name} {pk}", fields, tuple(stored), latest[pk])
        if found:
            rows.filter(pk=pk).update(**dict(zip(fields, latest[pk], strict=True)))
        yield from found


def _put_scores_right(tables: Sequence[Table]) -> Iterator[Difference]:
    """Score every current hand, and add up the tables."""
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


def rebuild_ratings(*, competition_id: int, is_check: bool, report: Report) -> int:
    """Recompute the ratings and awards of a competition's game; as above."""
    with transaction.atomic():
        differences = recompute_ratings(competition_id=competition_id)
        club, game = Competition.objects.values_list("club", "game").get(pk=competition_id)
        differences += recount_stats(rating_list=RatingList.objects.get(club=club, game=game))
        transaction.set_rollback(is_check)
    for difference in differences:
        report(difference)
    return len(differences)


def rebuild(club: Club, players: Collection[int]) -> None:
    """Recompute what depends on players, whose names are on many pages."""
    of_game: dict[str, int] = {}
    played = Competition.objects.filter(pk__in=competitions_played_by(players))
    for competition in played.order_by("pk"):
        recompute_competition(competition_id=competition.pk)
        bump(competition_id=competition.pk, table_ids=_table_ids(competition.pk))
        of_game[competition.game] = competition.pk
    for pk in of_game.values():
        recompute_ratings(competition_id=pk)
    for rating_list in RatingList.objects.filter(club=club, game__in=of_game).order_by("pk"):
        recount_stats(rating_list=rating_list)
