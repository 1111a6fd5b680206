import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from league.clubs.models import Player
from league.competitions.models import Competition, Round, RoundStatus, Stage, Table
from league.standings.statistics.queries import (
    amounts_of,
    awards_of,
    awards_of_club,
    awards_of_player,
    champions_of,
    has_ended,
)
from tests.factories import make_club, make_competition
from tests.league.results.hands import send
from tests.league.standings.ratings.evenings import make_evening, seat_again, update_all
from tests.league.standings.test_views import words_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    cache.clear()


def end(competition: Competition) -> None:
    Stage.objects.filter(competition=competition).update(planned_rounds=1)
    Round.objects.filter(stage__competition=competition).update(
        status=RoundStatus.CLOSED, closed_at=competition.created_at
    )


def page(client: Client, name: str, argument: object) -> str:
    answer = client.get(reverse(f"standings:{name}", args=[argument]))
    assert answer.status_code == 200
    return answer.content.decode()


def given(competition: Competition) -> dict[str, tuple[list[str], int]]:
    return {
        give_awards.award.slug: (
            [" + ".join(player.name for player in holder) for holder in give_awards.holders],
            give_awards.number,
        )
        for give_awards in awards_of(competition)
    }


def test_awards_follow_the_hands() -> None:
    competition = make_evening(hands=2)
    assert given(competition)["lion"] == (["Chiara"], 1)
    for _ in range(3):
        send(Table.objects.get(), 0, 1, 3, 2)
    update_all()
    assert given(competition)["lion"] == (["Ada"], 1)
    assert given(competition)["dealer"] == (["Ada", "Björn", "Chiara", "Dörte"], 5)


def test_club_page_names_the_winner_of_the_last_competition(client: Client) -> None:
    competition = make_evening()
    end(competition)

    shown = client.get(reverse("clubs:home", args=[competition.club.slug])).content.decode()

    _before, after = shown.split(f"Winner of {competition.name}")
    assert ">Chiara</a></strong>" in after


def test_awards_of_a_club_count_all_its_competitions_of_a_game() -> None:
    first = make_evening()
    second = make_competition(first.club, options={"mode": "simple"})
    send(seat_again(Table.objects.get(), second), 2, 0, 1, 3)
    update_all()
    lion = awards_of_club(first.club, "franks-zoo")[0]
    assert ([player.name for (player,) in lion.holders], lion.number) == (["Chiara"], 2)
    assert awards_of(second)[0].number == 1
    assert awards_of_club(first.club, "zop-zoo") == []


def test_of_many_who_share_an_award_some_are_named(client: Client) -> None:
    competition = make_evening(tables=4)
    dealers = next(each for each in awards_of(competition) if each.award.slug == "dealer")
    assert (len(dealers.holders), dealers.more, dealers.number) == (12, 4, 1)
    assert "and 4 more" in words_of(page(client, "hall_of_fame", competition.club.slug))


def test_awards_of_a_player_name_them_alone() -> None:
    make_evening(hands=2)
    ada = Player.objects.get(name="Ada")
    dealer = next(
        each for each in awards_of_player(ada, "franks-zoo") if each.award.slug == "dealer"
    )
    assert (dealer.holders, dealer.more) == (((ada,),), 3)
    assert awards_of_player(ada, "zop-zoo") == []


def test_champions_are_those_of_competitions_that_have_ended() -> None:
    competition = make_evening()
    club = competition.club
    assert (has_ended(competition), champions_of(club, "franks-zoo", AnonymousUser())) == (
        False,
        [],
    )
    end(competition)
    (champions,) = champions_of(club, "franks-zoo", AnonymousUser())
    assert champions.competition == competition
    assert [player.name for player in champions.winners] == ["Chiara"]
    assert has_ended(competition)
    Stage.objects.filter(competition=competition).update(planned_rounds=2)
    assert not has_ended(competition)
    Stage.objects.filter(competition=competition).update(planned_rounds=None)
    assert not has_ended(competition)


def test_archive_counts_what_was_played() -> None:
    amounts = amounts_of(make_evening(tables=2, hands=3))
    assert amounts == {"rounds": 1, "tables": 2, "hands": 6}


def test_archive_shows_table_and_awards(client: Client) -> None:
    competition = make_evening()
    end(competition)
    words = words_of(page(client, "archive", competition.pk))
    assert "Finished" in words
    assert "Final standings" in words
    assert "1 Chiara 10 1 1" in words
    assert "Lion Most tables won. Chiara 1" in words
    assert "Match recaps Round 1 Table 1" in words


def test_pages_without_anything_say_so(client: Client) -> None:
    assert "No awards yet" in page(client, "hall_of_fame", make_club().slug)
    assert "No results yet" in page(client, "archive", make_competition().pk)
    address = reverse("standings:hall_of_fame", args=[make_club().slug])
    assert client.get(address + "?game=zop-zoo").status_code == 404


def test_hall_of_fame_shows_champions_and_awards(client: Client) -> None:
    competition = make_evening()
    end(competition)
    words = words_of(page(client, "hall_of_fame", competition.club.slug))
    assert "Champions Winter Cup Chiara" in words
    assert "On a roll Most tables won in a row. Chiara 1" in words


@pytest.mark.parametrize("tables", [1, 3])
def test_pages_take_the_same_queries_for_any_number_of_rows(
    client: Client, tables: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    competition = make_evening(tables=tables, hands=2)
    end(competition)
    with django_assert_num_queries(9):
        page(client, "hall_of_fame", competition.club.slug)
    cache.clear()
    with django_assert_num_queries(10):
        page(client, "archive", competition.pk)
