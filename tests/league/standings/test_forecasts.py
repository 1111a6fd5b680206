import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from league.competitions.models import Competition, Cut, Round, RoundStatus, Stage
from league.competitions.services import bump
from league.results.adjustments import adjust
from league.results.models import TableScore
from league.standings.forecasts import StageForecast, forecast_of
from league.standings.templatetags.forecasts import percent
from tests.factories import NOW, make_competition
from tests.league.standings.ratings.evenings import make_evening
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


def told(competition: Competition) -> StageForecast:
    competition.refresh_from_db()
    found = forecast_of(competition)
    assert found is not None
    return found


def chances(competition: Competition) -> dict[str, float]:
    return {row.standing.name: row.chance for row in told(competition).rows}


def test_chances_to_win_add_up_and_follow_points_and_ratings() -> None:
    found = chances(make_season())
    assert sum(found.values()) == pytest.approx(1)
    assert found["Chiara"] > found["Ada"] > found["Björn"] > found["Dörte"]


def test_forecast_is_the_same_each_time() -> None:
    competition = make_season()
    first = told(competition)
    cache.clear()
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
    assert told(competition).rounds_left == 1


def test_open_round_whose_tables_have_ended_is_not_to_come() -> None:
    competition = make_season(rounds=2, is_over=False)
    TableScore.objects.update(is_over=True)
    found = told(competition)
    assert found.rounds_left == 1
    assert not any(row.needs for row in found.rows)


def test_cut_counts_who_goes_on() -> None:
    competition = make_season()
    Stage.objects.create(competition=competition, number=2, cut=Cut.PLACES, cut_at=2)
    found = chances(competition)
    assert sum(found.values()) == pytest.approx(2)


def test_nothing_is_forecast_where_nothing_can_be() -> None:
    assert forecast_of(make_competition()) is None
    open_ended = make_evening()
    assert forecast_of(open_ended) is None
    over = make_season(rounds=1)
    assert forecast_of(over) is None
    raw = make_season()
    raw.scoring = "raw"
    assert forecast_of(raw) is None
    too_few = make_season()
    too_few.table_min = 5
    too_few.table_preferred = [5]
    assert forecast_of(too_few) is None


def test_forecast_is_worked_out_once_a_version(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    competition = make_season()
    TableScore.objects.update(is_over=True)  # a match to measure how much skill counts by
    told(competition)
    with django_assert_num_queries(2):
        told(competition)
    bump(competition_id=competition.pk)
    competition.refresh_from_db()
    with django_assert_num_queries(10):
        forecast_of(competition)


def test_chance_is_never_said_to_be_none_or_certain() -> None:
    assert [percent(chance) for chance in (0, 0.004, 0.123, 0.995, 1)] == [
        "under 1 %",
        "under 1 %",
        "12 %",
        "over 99 %",
        "over 99 %",
    ]


@pytest.mark.parametrize("tables", [1, 3])
def test_page_takes_the_same_queries_for_any_number_of_rows(
    client: Client, tables: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    competition = make_season(tables=tables, is_over=False)
    with django_assert_num_queries(9):
        answer = client.get(reverse("standings:forecast", args=[competition.pk]))
    words = words_of(answer.content.decode())
    assert "What a place now would mean" in words
    assert f"(seed {competition.lot_seed})" in words


def test_page_says_what_a_forecast_needs(client: Client) -> None:
    competition = make_season()
    Stage.objects.update(planned_rounds=None)
    answer = client.get(reverse("standings:forecast", args=[competition.pk]))
    assert "Nothing to forecast" in answer.content.decode()
    assert client.get(reverse("standings:forecast", args=[0])).status_code == 404
