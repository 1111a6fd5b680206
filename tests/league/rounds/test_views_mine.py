import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from league.competitions.models import RoundStatus
from tests.factories import make_competition, make_player, make_round, make_table, make_user
from tests.league.rounds.pages import address

pytestmark = [pytest.mark.django_db, pytest.mark.databases]


def test_mine_shows_the_table_after_the_button(client: Client) -> None:
    table = make_table()
    user = make_user()
    player = table.seats.get(number=2).player
    player.user = user
    player.save()
    client.force_login(user)

    page = client.get(address("mine")).content.decode()

    assert "Table 1" in page
    assert "Go to your table" in page
    assert "<strong>You</strong>" in page


def test_mine_says_who_plays_instead(client: Client) -> None:
    table = make_table()
    seat = table.seats.get(number=0)
    seat.player.user = make_user()
    seat.player.save()
    vera = make_player(table.round.stage.competition.club, "Vera")
    table.seats.filter(number=0).update(player=vera)
    client.force_login(seat.player.user)

    page = client.get(address("mine")).content.decode()

    assert "Vera substitutes for you at table 1." in page
    assert "Your table appears here" not in page


def test_mine_shows_only_what_is_on(client: Client) -> None:
    user = make_user()
    player = make_player(user=user)
    competition = make_competition(player.club)
    make_round(competition, status=RoundStatus.CLOSED)
    make_round(competition, number=2, status=RoundStatus.SCHEDULED)
    soon = make_round(competition, number=3, status=RoundStatus.SCHEDULED, opens_at=timezone.now())
    make_round(make_competition())
    client.force_login(user)

    shown = client.get(address("mine")).context["rounds"]

    assert [one.round for one in shown] == [soon]


@pytest.mark.parametrize("rounds", [1, 3])
def test_mine_takes_the_same_queries_for_one_and_three_rounds(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, rounds: int
) -> None:
    user = make_user()
    player = make_player(user=user)
    competition = make_competition(player.club)
    for number in range(1, rounds + 1):
        table = make_table(make_round(competition, number=number), number=1)
        table.seats.filter(number=0).update(player=player)
    client.force_login(user)

    with django_assert_num_queries(8):
        page = client.get(address("mine")).content.decode()

    assert page.count("Go to your table") == rounds
