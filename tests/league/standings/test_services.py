from collections.abc import Iterable

import pytest
from pytest_django import DjangoAssertNumQueries

from league.competitions.models import Competition, Seat, Table
from league.results.models import TableScore
from league.standings.models import Standing, TableResult
from league.standings.queries import StandingRow, standings_of
from league.standings.services import recompute_competition, update_table
from tests.factories import NOW, make_competition, make_entry, make_round, make_table

pytestmark = [pytest.mark.django_db, pytest.mark.databases]


def score(table: Table, totals: list[int], *, hands: int = 1, is_over: bool = False) -> None:
    """Give a table these totals and count it."""
    places = [1 + sum(other > total for other in totals) for total in totals]
    TableScore.objects.update_or_create(
        table=table,
        defaults={"hands": hands, "totals": totals, "places": places, "is_over": is_over},
    )
    count(table)


def count(table: Table) -> None:
    update_table(table_id=table.pk)


def results_of(competition: Competition) -> dict[tuple[int, int], tuple[int, int, int]]:
    return {
        (result.table_id, result.entry_id): (result.place, result.game_points, result.points)
        for result in TableResult.objects.filter(entry__competition=competition)
    }


def names(rows: Iterable[StandingRow]) -> list[tuple[str, int | None, int]]:
    return [(row.name, row.place, row.points) for row in rows]


def test_update_table_gives_points_by_place_and_ranks_the_entries() -> None:
    table = make_table(seats=4)
    score(table, [7, 12, -1, 9])
    competition = table.round.stage.competition
    rows = standings_of(competition)
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
    rows = standings_of(table.round.stage.competition)
    assert names(rows) == [("Chiara", 1, 10), ("Björn", 2, 7), ("Ada", 3, 5)]


def test_update_table_adds_up_the_tables_of_an_entry() -> None:
    first = make_table(seats=3)
    competition = first.round.stage.competition
    second = make_table(make_round(competition, number=2), seats=3, number=2)
    ada, again = first.seats.get(number=0).entry, second.seats.get(number=2)
    Seat.objects.filter(pk=again.pk).update(entry=ada, player=ada.player)
    score(first, [9, 3, 2])
    score(second, [3, 8, 5])
    row = standings_of(competition)[0]
    assert row.entry_id == ada.pk
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
    assert names(standings_of(competition)) == [("Zoë", 1, 10), ("Björn", 2, 7), ("Chiara", 3, 5)]


def test_update_table_leaves_other_competitions_alone() -> None:
    score(make_table(seats=3), [3, 2, 1])
    kept = list(Standing.objects.order_by("pk").values())
    score(make_table(seats=4), [1, 2, 3, 4])
    assert list(Standing.objects.filter(pk__in=[row["id"] for row in kept]).values()) == kept


def test_update_table_twice_writes_once(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    table = make_table(seats=3)
    score(table, [3, 2, 1])
    # The table with its seats, the standings, forget deeds.
    with django_assert_num_queries(3) as captured:
        count(table)
    written = [query["sql"] for query in captured if query["sql"].startswith(("INSERT", "UPDATE"))]
    assert not [sql for sql in written if "standings_ratinglist" not in sql]


@pytest.mark.parametrize("tables", [1, 3])
def test_update_table_takes_the_same_queries_however_long_the_season(
    tables: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    table = _season_of(tables)
    totals = [100 * tables + at for at in (9, 7, 5, 3)]
    TableScore.objects.filter(table=table).update(totals=totals)
    # Seats, ledgers, results, standings, forget deeds.
    with django_assert_num_queries(5):
        count(table)


def test_update_table_writes_nothing_of_who_did_not_sit_there(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    table = _season_of(3)
    first = [row.name for row in standings_of(table.round.stage.competition)]
    TableScore.objects.filter(table=table).update(totals=[1, 2, 3, 4], places=[4, 3, 2, 1])
    with django_assert_num_queries(5):
        count(table)
    assert [row.name for row in standings_of(table.round.stage.competition)] != first


def _season_of(tables: int) -> Table:
    """Score a table of four in each of so many rounds, later ones higher; return the last."""
    competition = make_competition()
    for number in range(1, tables + 1):
        table = make_table(make_round(competition, number=number), seats=4, number=number)
        score(table, [100 * number + at for at in (8, 6, 4, 2)])
    return table


def test_update_table_writes_only_the_standings_that_changed() -> None:
    competition = make_competition()
    first = make_table(make_round(competition, number=1), seats=3, number=1)
    second = make_table(make_round(competition, number=2), seats=3, number=2)
    score(first, [30, 20, 10])
    score(second, [3, 2, 1])
    last = second.seats.get(number=2).entry
    # What nobody counts, and so only a row that is written loses.
    Standing.objects.update(wins=77)
    score(second, [3, 2, 0])
    written = Standing.objects.exclude(wins=77)
    assert [standing.entry for standing in written] == [last]


def test_recompute_competition_follows_a_new_scale_and_tells_what_changed() -> None:
    table = make_table(seats=3)
    competition = table.round.stage.competition
    score(table, [3, 2, 1])
    version = Competition.objects.get(pk=competition.pk).version
    Competition.objects.filter(pk=competition.pk).update(place_points=[10, 7, 6])
    last = table.seats.get(number=2).entry_id
    stage = table.round.stage_id

    before, after = (  # type: ignore[var-annotated]
        {"played": [[1, table.pk, 2, None, 3, points, 1, {}]], "credits": []} for points in (5, 6)
    )
    assert [
        str(difference) for difference in recompute_competition(competition_id=competition.pk)
    ] == [
        f"table result of table {table.pk} and entry {last}: points is 5, should be 6",
        f"standing of stage {stage} and entry {last}: points is 5, should be 6",
        f"standing of stage {stage} and entry {last}: ledger is {before}, should be {after}",
    ]
    assert Competition.objects.get(pk=competition.pk).version == version + 1
    assert recompute_competition(competition_id=competition.pk) == []
    assert Competition.objects.get(pk=competition.pk).version == version + 1
