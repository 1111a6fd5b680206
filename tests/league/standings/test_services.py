from collections.abc import Iterable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given, settings
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries

from league.competitions.models import Competition, Seat, Table
from league.results.models import TableScore
from league.standings.models import Standing, TableResult
from league.standings.services import recompute_competition, update_table
from tests.factories import NOW, make_competition, make_entry, make_round, make_table
from tests.oracles.standings import expected_results, expected_standings

pytestmark = pytest.mark.django_db


def score(table: Table, totals: list[int], *, hands: int = 1, is_over: bool = False) -> None:
    """Give a table these totals and count it."""
    places = [1 + sum(other > total for other in totals) for total in totals]
    TableScore.objects.update_or_create(
        table=table,
        defaults={"hands": hands, "totals": totals, "places": places, "is_over": is_over},
    )
    count(table)


def count(table: Table) -> None:
    update_table(table_id=table.pk, competition_id=table.round.stage.competition_id)


def results_of(competition: Competition) -> dict[tuple[int, int], tuple[int, int, int]]:
    return {
        (result.table_id, result.entry_id): (result.place, result.game_points, result.points)
        for result in TableResult.objects.filter(entry__competition=competition)
    }


def standings_of(competition: Competition) -> list[tuple[Any, ...]]:
    fields = ("entry", "place", "points", "wins", "game_points", "tables", "decided_by")
    return list(
        Standing.objects.filter(competition=competition).order_by("entry").values_list(*fields)
    )


def names(rows: Iterable[Standing]) -> list[tuple[str, int, int]]:
    return [(row.entry.player.name, row.place, row.points) for row in rows]


def test_update_table_gives_points_by_place_and_ranks_the_entries() -> None:
    table = make_table(seats=4)
    score(table, [7, 12, -1, 9])
    competition = table.round.stage.competition
    rows = competition.standings.order_by("place")
    assert names(rows) == [("Björn", 1, 10), ("Dörte", 2, 7), ("Ada", 3, 5), ("Chiara", 4, 3)]
    assert [(row.wins, row.game_points, row.tables) for row in rows] == [
        (1, 12, 1),
        (0, 9, 1),
        (0, 7, 1),
        (0, -1, 1),
    ]


def test_update_table_counts_an_open_table_as_it_stands_and_then_as_it_ends() -> None:
    table = make_table(seats=3)
    score(table, [4, 3, 2])
    score(table, [4, 20, 22], hands=5, is_over=True)
    rows = table.round.stage.competition.standings.order_by("place")
    assert names(rows) == [("Chiara", 1, 10), ("Björn", 2, 7), ("Ada", 3, 5)]


def test_update_table_adds_up_the_tables_of_an_entry() -> None:
    first = make_table(seats=3)
    competition = first.round.stage.competition
    second = make_table(make_round(competition, number=2), seats=3, number=2)
    ada, again = first.seats.get(number=0).entry, second.seats.get(number=2)
    Seat.objects.filter(pk=again.pk).update(entry=ada, player=ada.player)
    score(first, [9, 3, 2])
    score(second, [3, 8, 5])
    row = ada.standing
    assert (row.place, row.points, row.wins, row.game_points, row.tables) == (1, 17, 1, 14, 2)


@pytest.mark.parametrize("reason", ["no hand counts", "dissolved"])
def test_update_table_forgets_a_table_that_counts_no_more(reason: str) -> None:
    table = make_table(seats=3)
    competition = table.round.stage.competition
    score(table, [3, 2, 1])
    assert Standing.objects.count() == 3
    if reason == "dissolved":
        Table.objects.filter(pk=table.pk).update(dissolved_at=NOW)
        count(table)
    else:
        score(table, [0, 0, 0], hands=0)
    assert results_of(competition) == {}
    assert standings_of(competition) == []


def test_update_table_without_a_score_changes_nothing() -> None:
    table = make_table(seats=3)
    count(table)
    assert TableResult.objects.count() == 0


def test_update_table_follows_a_seat_given_to_another_entry() -> None:
    table = make_table(seats=3)
    competition = table.round.stage.competition
    score(table, [3, 2, 1])
    zoe = make_entry(competition, name="Zoë")
    table.seats.filter(number=0).update(entry=zoe, player=zoe.player)
    count(table)
    assert names(competition.standings.order_by("place")) == [
        ("Zoë", 1, 10),
        ("Björn", 2, 7),
        ("Chiara", 3, 5),
    ]


def test_update_table_leaves_other_competitions_alone() -> None:
    score(make_table(seats=3), [3, 2, 1])
    kept = list(Standing.objects.order_by("pk").values())
    score(make_table(seats=4), [1, 2, 3, 4])
    assert list(Standing.objects.filter(pk__in=[row["id"] for row in kept]).values()) == kept


def test_update_table_twice_writes_once(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    table = make_table(seats=3)
    score(table, [3, 2, 1])
    with django_assert_num_queries(5) as captured:  # three reads between savepoint and release
        count(table)
    assert not [query for query in captured if query["sql"].startswith(("INSERT", "UPDATE"))]


@pytest.mark.parametrize("tables", [1, 3])
def test_update_table_takes_the_same_queries_however_long_the_season(
    tables: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    competition = make_competition()
    for number in range(1, tables + 1):
        table = make_table(make_round(competition, number=number), seats=4, number=number)
        score(table, [number, 2, 3, 4])
    TableScore.objects.filter(table=table).update(totals=[9, 1, 2, 3], places=[1, 4, 3, 2])
    with django_assert_num_queries(9):
        # savepoint, table, seats, results, write results, standings, sums, write, release
        count(table)


def test_update_table_writes_only_the_standings_that_changed() -> None:
    competition = make_competition()
    first = make_table(make_round(competition, number=1), seats=3, number=1)
    second = make_table(make_round(competition, number=2), seats=3, number=2)
    score(first, [30, 20, 10])
    score(second, [3, 2, 1])
    with CaptureQueriesContext(connection) as captured:
        score(second, [3, 2, 0])
    written = [
        query["sql"] for query in captured if query["sql"].startswith('INSERT INTO "standings_st')
    ]
    last = second.seats.get(number=2).entry_id
    assert len(written) == 1
    assert written[0].count("), (") == 0
    assert f" {last}, " in written[0]


def test_recompute_competition_follows_a_new_scale_and_tells_what_changed() -> None:
    table = make_table(seats=3)
    competition = table.round.stage.competition
    score(table, [3, 2, 1])
    version = Competition.objects.get(pk=competition.pk).version
    Competition.objects.filter(pk=competition.pk).update(place_points=[10, 7, 6])
    last = table.seats.get(number=2).entry_id
    assert [
        str(difference) for difference in recompute_competition(competition_id=competition.pk)
    ] == [
        f"table's result of table {table.pk} and entry {last}: points is 5, should be 6",
        f"standing of entry {last}: points is 5, should be 6",
    ]
    assert Competition.objects.get(pk=competition.pk).version == version + 1
    assert recompute_competition(competition_id=competition.pk) == []
    assert Competition.objects.get(pk=competition.pk).version == version + 1


Event = tuple[str, int, list[int]]
events = st.lists(
    st.tuples(
        st.sampled_from(["score", "score", "score", "void", "dissolve", "swap"]),
        st.integers(0, 3),
        st.lists(st.integers(-2, 3), min_size=5, max_size=5),
    ),
    max_size=10,
)


@settings(max_examples=30, deadline=None)
@given(events=events)
def test_update_table_ends_where_a_recount_does_after_any_sequence(events: list[Event]) -> None:
    competition = make_competition(place_points=[10, 7, 5, 3])
    tables = _season_of_four_tables(competition)
    for kind, at, values in events:
        _happen(kind, tables[at], values)
    expected = expected_standings(competition)
    assert standings_of(competition) == expected
    assert results_of(competition) == {row[:2]: row[2:] for row in expected_results(competition)}
    assert recompute_competition(competition_id=competition.pk) == []
    Standing.objects.filter(competition=competition).delete()
    TableResult.objects.filter(entry__competition=competition).delete()
    recompute_competition(competition_id=competition.pk)
    assert standings_of(competition) == expected


def _season_of_four_tables(competition: Competition) -> list[Table]:
    """Seat ten players at two tables in each of two rounds, the second time by other neighbours."""
    entries = [make_entry(competition) for _ in range(10)]
    tables = []
    for number, order in ((1, entries), (2, entries[::2] + entries[1::2])):
        evening = make_round(competition, number=number)
        for at in (0, 1):
            table = make_table(evening, seats=0, number=at + 1)
            for seat, entry in enumerate(order[5 * at : 5 * at + 5]):
                Seat.objects.create(table=table, number=seat, player=entry.player, entry=entry)
            tables.append(table)
    return tables


def _happen(kind: str, table: Table, values: list[int]) -> None:
    if kind == "score":
        score(table, values)
    elif kind == "void":
        score(table, [0] * 5, hands=0)
    elif kind == "dissolve":
        Table.objects.filter(pk=table.pk).update(dissolved_at=NOW)
        count(table)
    else:
        first, *_, last = table.seats.order_by("number")
        Seat.objects.filter(pk=first.pk).update(number=99)
        Seat.objects.filter(pk=last.pk).update(number=first.number)
        Seat.objects.filter(pk=first.pk).update(number=last.number)
        count(table)
