from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from league.competitions.models import Competition, Cut, Round, RoundStatus, Stage
from league.competitions.writing import bump
from league.results.adjustments import adjust
from league.results.models import TableScore
from league.standings import forecasts
from league.standings.forecast_store import (
    StageForecast,
    forecast_of,
    forecasts_to_make,
    update_forecast,
)
from league.standings.models import Forecast
from league.standings.tasks import sweep
from league.standings.templatetags.standings import after_places, percent
from tests.factories import NOW, make_competition, make_user
from tests.league.standings.ratings.evenings import make_evening, update_all
from tests.league.standings.test_views import words_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    cache.clear()


def make_season(*, tables: int = 1, rounds: int = 3, is_over: bool = True) -> Competition:
    """Make a season of so many rounds, the first of which is closed if it is over."""
    competition = make_evening(tables=tables, hands=2)
    Stage.objects.filter(competition=competition).update(planned_rounds=rounds)
    if is_over:
        Round.objects.update(status=RoundStatus.CLOSED, closed_at=NOW)
    return competition


def work_out(competition: Competition) -> StageForecast | None:
    update_forecast(competition_id=competition.pk, now=NOW)
    return forecast_of(competition)


def told(competition: Competition) -> StageForecast:
    found = work_out(competition)
    assert found is not None
    return found


def chances(competition: Competition) -> dict[str, float]:
    return {row.name: row.chance for row in told(competition).rows}


def test_chances_to_win_add_up_and_follow_points_and_ratings() -> None:
    found = chances(make_season())
    assert sum(found.values()) == pytest.approx(1)
    assert found["Chiara"] > found["Ada"] > found["Björn"] > found["Dörte"]


def test_forecast_is_the_same_each_time() -> None:
    competition = make_season()
    first = told(competition)
    assert told(competition) == first
    assert (first.seed, first.rounds_left) == (competition.lot_seed, 2)


def test_penalty_lessens_the_chance_at_once() -> None:
    competition = make_season()
    before = chances(competition)["Chiara"]
    adjust(
        competition_id=competition.pk,
        entry_id=competition.entries.get(player__name="Chiara").pk,
        kind="penalty",
        points=-9,
        reason="late",
        by=None,
        now=NOW,
    )
    assert chances(competition)["Chiara"] < before


def test_place_at_the_table_now_says_what_it_would_mean() -> None:
    competition = make_season(rounds=2, is_over=False)
    rows = told(competition).rows
    for row in rows:
        places = [place for place, _ in row.needs]
        by_place = [chance for _, chance in row.needs]
        assert places == sorted(places)
        assert by_place[0] > by_place[-1]
        assert min(by_place) <= row.chance <= max(by_place)
    found = told(competition)
    assert (found.rounds_left, found.is_playing) == (1, True)


def test_open_round_whose_tables_have_ended_is_not_to_come() -> None:
    competition = make_season(rounds=2, is_over=False)
    TableScore.objects.update(is_over=True)
    found = told(competition)
    assert (found.rounds_left, found.is_playing) == (1, False)
    assert all(len(row.needs) == 4 for row in found.rows)


def test_cut_counts_who_goes_on() -> None:
    competition = make_season()
    Stage.objects.create(competition=competition, number=2, cut=Cut.PLACES, cut_at=2)
    found = chances(competition)
    assert sum(found.values()) == pytest.approx(2)


def test_cut_by_points_counts_who_has_enough() -> None:
    competition = make_season(rounds=2)
    Stage.objects.create(competition=competition, number=2, cut=Cut.POINTS, cut_at=17)
    found = chances(competition)
    assert found["Chiara"] > 0.3
    assert found["Dörte"] == 0


@pytest.mark.parametrize("scoring", ["beaten", "raw", "normalised"])
def test_every_scoring_has_a_forecast(scoring: str) -> None:
    competition = make_season(is_over=False)
    TableScore.objects.update(is_over=True)
    Competition.objects.update(scoring=scoring)
    found = told(competition)
    assert sum(row.chance for row in found.rows) == pytest.approx(1)
    assert found.rows[0].name == "Chiara"
    assert found.matches == (None if scoring == "beaten" else 1)


def test_points_of_the_game_need_a_match_that_has_ended() -> None:
    competition = make_season()
    Competition.objects.update(scoring="raw")
    assert work_out(competition) is None
    assert Forecast.objects.get().content is None


def test_nothing_is_forecast_where_nothing_can_be() -> None:
    assert work_out(make_competition()) is None
    open_ended = make_evening()
    assert work_out(open_ended) is None
    over = make_season(rounds=1)
    assert work_out(over) is None
    too_few = make_season()
    Competition.objects.filter(pk=too_few.pk).update(table_min=5, table_preferred=[5])
    assert work_out(too_few) is None


def test_best_rounds_and_points_of_open_tables_are_told_apart() -> None:
    competition = make_season(rounds=2, is_over=False)
    every = chances(competition)
    Competition.objects.update(best_of=1)
    best = chances(competition)
    assert best["Dörte"] > every["Dörte"]


def test_forecast_is_due_once_a_change_is_rated_and_a_minute_old() -> None:
    competition = make_season()
    assert forecasts_to_make(NOW) == [competition.pk]
    told(competition)
    assert forecasts_to_make(NOW) == []
    bump(competition_id=competition.pk)
    update_all()
    assert forecasts_to_make(NOW + timedelta(seconds=59)) == []
    assert forecasts_to_make(NOW + timedelta(seconds=60)) == [competition.pk]


def test_forecast_waits_for_the_ratings() -> None:
    competition = make_season()
    bump(competition_id=competition.pk)
    assert forecasts_to_make(NOW) == []


def test_sweep_works_out_what_is_due_and_nothing_twice() -> None:
    competition = make_season()
    sweep()
    sweep()
    assert Forecast.objects.get(competition=competition).version == 1


@pytest.mark.parametrize("rounds", [1, 3])
def test_forecast_reads_no_more_of_a_longer_season(
    rounds: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    competition = make_season(rounds=9)
    TableScore.objects.update(is_over=True)
    for number in range(2, rounds + 1):
        Round.objects.create(
            stage=competition.stages.get(), number=number, status=RoundStatus.CLOSED
        )
    with django_assert_num_queries(10):
        forecasts.work_out(Competition.objects.get(pk=competition.pk))


def test_chance_is_never_said_to_be_none_or_certain() -> None:
    assert [percent(chance) for chance in (0, 0.004, 0.123, 0.995, 1)] == [
        "< 1 %",
        "< 1 %",
        "12 %",
        "> 99 %",
        "> 99 %",
    ]


@pytest.mark.parametrize("tables", [1, 3])
def test_page_takes_the_same_queries_for_any_number_of_rows(
    client: Client, tables: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    competition = make_season(tables=tables, is_over=False)
    told(competition)
    address = reverse("standings:forecast", args=[competition.pk])
    with django_assert_num_queries(3):
        answer = client.get(address)
    words = words_of(answer.content.decode())
    assert "Chances by place at the current table" in words
    assert f"(draw number {competition.lot_seed})" in words
    with django_assert_num_queries(1):
        piece = client.get(address, headers={"hx-request": "true", "hx-target": "forecast"})
    assert "<h1>" not in piece.content.decode()


def test_page_says_first_what_the_visitor_needs(client: Client) -> None:
    competition = make_season(is_over=False)
    found = {row.name: row for row in told(competition).rows}
    player = competition.entries.get(player__name="Ada").player
    player.user = make_user()
    player.save()
    client.force_login(player.user)
    words = words_of(
        client.get(reverse("standings:forecast", args=[competition.pk])).content.decode()
    )
    place, chance = found["Ada"].needs[0]
    own = f"Your chance {percent(found['Ada'].chance)}"
    assert f"{own} By place at your current table:" in words
    assert f"Place {place} {percent(chance)}" in words


def test_what_is_needed_is_told_once_where_the_place_changes_nothing() -> None:
    assert after_places([(1, 0.5), (2, 0.001)]) == "place 1: 50 % · place 2: < 1 %"
    assert after_places([(1, 0.002), (2, 0.001)]) == "< 1 % in any place"


def test_page_says_that_game_points_take_a_match_hand_by_hand(client: Client) -> None:
    competition = make_season()
    address = reverse("standings:forecast", args=[competition.pk])
    needed = "a finished match of this game recorded hand by hand"
    TableScore.objects.update(is_over=False)
    for scoring, is_asked in (("raw", True), ("places", False)):
        Competition.objects.update(scoring=scoring)
        Stage.objects.update(planned_rounds=None if scoring == "places" else 3)
        work_out(Competition.objects.get(pk=competition.pk))
        words = words_of(client.get(address).content.decode())
        assert "No forecast possible" in words
        assert (needed in words) is is_asked


def test_page_says_that_a_forecast_follows_and_what_it_needs(client: Client) -> None:
    competition = make_season()
    address = reverse("standings:forecast", args=[competition.pk])
    assert "Forecast not ready yet" in client.get(address).content.decode()
    cache.clear()
    Stage.objects.update(planned_rounds=None)
    assert "No forecast possible" in client.get(address).content.decode()
    work_out(competition)
    assert "No forecast possible" in client.get(address).content.decode()
    assert client.get(reverse("standings:forecast", args=[0])).status_code == 404
