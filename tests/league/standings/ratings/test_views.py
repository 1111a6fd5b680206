import re

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from league.clubs.models import Player
from league.results.models import Hand
from league.standings.models import PlayerRating
from league.standings.ratings.queries import arithmetic_of
from tests.factories import make_club
from tests.league.standings.ratings.evenings import make_evening
from tests.league.standings.test_views import words_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    cache.clear()


def page(client: Client, name: str, *arguments: object) -> str:
    answer = client.get(reverse(f"standings:{name}", args=arguments))
    assert answer.status_code == 200
    return answer.content.decode()


def test_ratings_list_players_with_enough_hands_best_first(client: Client) -> None:
    competition = make_evening(hands=10)
    html = page(client, "ratings", competition.club.slug)
    rows = [words_of(row) for row in re.findall(r"<tr>(.*?)</tr>", html, re.DOTALL)][1:]
    ratings = {rating.player.name: rating.skill for rating in PlayerRating.objects.all()}
    assert rows == [
        f"{place} {name} {ratings[name].shown} ± {ratings[name].margin} 10"
        for place, name in enumerate(("Chiara", "Ada", "Björn", "Dörte"), start=1)
    ]


def test_ratings_say_who_has_played_too_few_hands(client: Client) -> None:
    competition = make_evening(hands=9)
    words = words_of(page(client, "ratings", competition.club.slug))
    assert "No players listed yet Players with at least 10 hands are listed here." in words
    assert "Too few hands Ada · 9" in words


def test_ratings_leave_out_who_has_left(client: Client) -> None:
    competition = make_evening(hands=10)
    Player.objects.filter(name="Ada").update(left_at=competition.created_at)
    assert "Ada" not in page(client, "ratings", competition.club.slug)


def test_ratings_of_a_club_without_hands_say_so(client: Client) -> None:
    assert "No ratings yet" in page(client, "ratings", make_club().slug)


def test_ratings_of_an_unknown_game_or_player_are_not_found(client: Client) -> None:
    competition = make_evening()
    ada = Player.objects.get(name="Ada").pk
    for name, arguments in (
        ("ratings_of_game", [competition.club.slug, "zop-zoo"]),
        ("rating", [ada, "zop-zoo"]),
        ("rating", [0, "franks-zoo"]),
        ("rating", [10**20, "franks-zoo"]),
        ("rated_hand", [0]),
    ):
        assert client.get(reverse(f"standings:{name}", args=arguments)).status_code == 404


def test_rating_shows_every_hand_with_its_change_and_a_curve(client: Client) -> None:
    make_evening(hands=2)
    chiara = Player.objects.get(name="Chiara")
    words = words_of(page(client, "rating", chiara.pk, "franks-zoo"))
    shown = PlayerRating.objects.get(player=chiara).skill.shown
    assert f"{shown} Rating ±" in words
    assert f"Round 1, table 1, hand 2 Winter Cup 1 +{shown - first_rating(chiara)} {shown}" in words
    assert '<polyline class="line"' in page(client, "rating", chiara.pk, "franks-zoo")


def first_rating(player: Player) -> int:
    return player.rating_changes.get(hand__number=1).after.shown


def test_hand_shows_the_arithmetic_of_everybody(client: Client) -> None:
    make_evening()
    words = words_of(page(client, "rated_hand", Hand.objects.get().pk))
    assert (
        "Chance to finish next, in place 1, among the 4 players left: 25 %. This happened. 0.75"
        in words
    )
    assert (
        "Chance to finish next, in place 2, among the 3 players left: 33 %. This happened." in words
    )
    assert words.index("Chiara") < words.index("Ada") < words.index("Dörte")


@pytest.mark.parametrize("mode", ["simple", "partners"])
def test_arithmetic_adds_up_to_the_change(mode: str) -> None:
    make_evening(hands=3, mode=mode)
    for hand in Hand.objects.all():
        for sum_ in arithmetic_of(hand):
            assert sum(step.value for step in sum_.steps) == pytest.approx(sum_.surprise)
            moved = 60 * (sum_.change.mu - sum_.change.mu_before)
            assert sum_.surprise * sum_.factor == pytest.approx(moved, abs=0.01)
            assert abs(moved - sum_.change.points) <= 1
            assert len(sum_.partners) == (1 if mode == "partners" and hand.number > 1 else 0)


@pytest.mark.parametrize("tables", [1, 3])
def test_pages_take_the_same_queries_for_any_number_of_rows(
    client: Client, tables: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    competition = make_evening(tables=tables, hands=10)
    ada = Player.objects.get(name="Ada")
    with django_assert_num_queries(5):
        page(client, "ratings", competition.club.slug)
    with django_assert_num_queries(4):
        page(client, "rating", ada.pk, "franks-zoo")
    hand = Hand.objects.earliest("pk")
    with django_assert_num_queries(2):
        page(client, "rated_hand", hand.pk)
