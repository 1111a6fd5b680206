from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from league.competitions.models import Competition, Entry, Seat
from tests.factories import NOW, make_competition, make_round, make_table
from tests.league.results.hands import send
from tests.league.standings.test_views import words_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    cache.clear()


def make_teams(tables: int = 1, **settings: Any) -> Competition:
    """Play a hand at each table, Lions on the first two seats, Seals on the others."""
    competition = make_competition(options={"mode": "simple", "target": 99}, **settings)
    evening = make_round(competition)
    for number in range(1, tables + 1):
        table = make_table(evening, number=number)
        for seat in table.seats.order_by("number"):
            team = "Lions" if seat.number < 2 else "Seals & Co"
            Entry.objects.filter(pk=seat.entry_id).update(team=team)
        send(table, 2, 0, 1, 3)
    return competition


def page_of(client: Client, competition: Competition, team: str) -> str:
    address = reverse("standings:team", args=[competition.pk])
    return words_of(client.get(address, {"name": team}).content.decode())


def test_team_page_adds_its_members_up(client: Client) -> None:
    words = page_of(client, make_teams(), "Seals & Co")
    assert "Place 1 of 2 teams Ranking points 13" in words
    assert "Points breakdown Chiara +10 Dörte +3 Ranking points 13" in words
    assert "All players of a team count." in words


def test_team_page_strikes_through_who_does_not_count(client: Client) -> None:
    words = page_of(client, make_teams(team_best=1), "Seals & Co")
    assert "Chiara +10 Dörte does not count +3 Ranking points 10" in words


def test_level_teams_say_what_parts_them(client: Client) -> None:
    competition = make_teams(place_points=[5, 5, 5, 5])
    assert "Place 1 ahead of Lions on wins (1 to 0)" in page_of(client, competition, "Seals & Co")
    assert "Place 2 behind Seals & Co on wins (0 to 1)" in page_of(client, competition, "Lions")


def test_team_that_is_not_there_is_not_found(client: Client) -> None:
    address = reverse("standings:team", args=[make_teams().pk])
    assert client.get(address, {"name": "Cats"}).status_code == 404


def test_standings_lead_to_the_team(client: Client) -> None:
    competition = make_teams()
    shown = client.get(reverse("standings:table", args=[competition.pk])).content.decode()
    address = reverse("standings:team", args=[competition.pk])
    assert shown.count(f'href="{address}?name=Seals%20%26%20Co"') == 3


def test_who_takes_part_no_longer_is_not_asked_for_more_rounds(client: Client) -> None:
    competition = make_teams(attendance_min=2)
    again = make_table(make_round(competition, number=2), seats=0)
    for seat in Seat.objects.filter(number__gt=0).select_related("entry"):
        Seat.objects.create(
            table=again, number=seat.number - 1, player=seat.player, entry=seat.entry
        )
    send(again, 2, 0, 1)
    Entry.objects.filter(player__name="Ada").update(withdrawn_at=NOW)
    address = reverse("standings:table", args=[competition.pk])
    words = words_of(client.get(address).content.decode())
    assert "Lions entry withdrawn 7" in words
    assert "needed for a place" not in words


def test_teams_are_taken_away_with_their_members(client: Client) -> None:
    competition = make_teams(team_best=1)
    answer = client.get(reverse("exports:teams", args=[competition.pk, "json"]))
    rows = b"".join(answer.streaming_content).decode()  # type: ignore[attr-defined]
    assert '"team": "Seals & Co", "points": 10' in rows
    assert '"player": "Dörte", "player_points": 3, "is_counted": false' in rows


@pytest.mark.parametrize("tables", [1, 3])
def test_team_page_takes_the_same_queries_for_any_number_of_members(
    client: Client, tables: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    competition = make_teams(tables=tables)
    with django_assert_num_queries(3):
        page_of(client, competition, "Lions")
