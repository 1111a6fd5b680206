from typing import Any

import pytest

from league.competitions.models import Competition, Entry, Table
from league.standings.models import PlayerRating
from league.standings.overview import StandingsQuery, overview_of
from league.standings.queries import standings_of
from league.standings.services import recompute_competition
from tests.factories import make_competition, make_entry, make_round, make_table
from tests.league.results.hands import send
from tests.league.standings.ratings.evenings import make_evening, seat_again, update_all

pytestmark = pytest.mark.django_db
LEVEL: dict[str, Any] = {
    "scoring": "places",
    "place_points": [0],
    "options": {"mode": "simple", "target": 99},
}


def begin_again(tie_breaks: list[str]) -> Competition:
    """Play a hand that is rated, and one of another competition in which all are level."""
    first = make_evening()
    cup = make_competition(club=first.club, tie_breaks=tie_breaks, **LEVEL)
    table = Table.objects.get(round__stage__competition=first)
    send(seat_again(table, cup), 2, 0, 1, 3)
    return cup


def places(competition: Competition) -> list[tuple[int | None, int | None]]:
    ratings = dict(Entry.objects.values_list("pk", "rating"))
    return [(row.place, ratings[row.entry_id]) for row in standings_of(competition)]


def test_who_is_rated_higher_comes_first_among_the_level() -> None:
    cup = begin_again(["rating"])
    assert places(cup) == [(1, 1668), (2, 1593), (3, 1481), (4, 1258)]
    words = [row.decided for row in overview_of(cup, StandingsQuery()).rows]
    names = [row.name for row in standings_of(cup)]
    assert words[0] == f"ahead of {names[1]} on rating at start (1668 to 1593)"


def test_a_rating_at_the_start_stays_as_it_was() -> None:
    cup = begin_again(["rating"])
    before = places(cup)
    update_all()
    send(Table.objects.get(round__stage__competition=cup), 3, 1, 0, 2)
    assert recompute_competition(competition_id=cup.pk) == []
    assert places(cup) == before
    assert set(PlayerRating.objects.values_list("hands", flat=True)) == {2}


def test_ratings_at_the_start_are_kept_before_they_are_compared() -> None:
    cup = begin_again(["wins"])
    Competition.objects.filter(pk=cup.pk).update(tie_breaks=["rating"])
    update_all()
    recompute_competition(competition_id=cup.pk)
    cup.refresh_from_db()
    assert [place for place, _ in places(cup)] == [1, 2, 3, 4]


def test_who_has_not_been_rated_begins_where_everybody_does() -> None:
    cup = make_competition(tie_breaks=["rating"], **LEVEL)
    send(make_table(make_round(cup)), 2, 0, 1, 3)
    waiting = make_entry(cup)
    assert places(cup) == [(1, 1500)] * 4
    assert Entry.objects.get(pk=waiting.pk).rating is None


def test_a_moment_in_the_past_compares_the_same_ratings() -> None:
    cup = begin_again(["rating"])
    rows = overview_of(cup, StandingsQuery(after=1)).rows
    assert [row.standing.place for row in rows] == [1, 2, 3, 4]
