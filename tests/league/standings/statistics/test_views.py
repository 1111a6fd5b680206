import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from league.clubs.models import Player, Visibility
from league.clubs.queries import Visitor
from league.competitions.models import Competition, Seat, Table
from league.standings.models import RatingChange
from league.standings.ratings.services import update_ratings
from league.standings.services import update_table
from league.standings.statistics.queries import Career, career_of
from tests.factories import make_competition, make_player
from tests.league.results.hands import send
from tests.league.standings.ratings.evenings import make_evening, seat_again, update_all
from tests.league.standings.test_views import words_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    cache.clear()


def page(client: Client, player: Player, query: str = "") -> str:
    answer = client.get(reverse("standings:player", args=[player.pk]) + query)
    assert answer.status_code == 200
    return answer.content.decode()


def player(name: str) -> Player:
    return Player.objects.get(name=name)


def test_results_of_a_player_show_form_places_and_opponents(client: Client) -> None:
    make_evening(hands=2)
    words = words_of(page(client, player("Ada")))
    assert "Round 1, table 1 Winter Cup 2 of 4" in words
    assert "Against Tables Ahead Behind Björn 1 1 0 Chiara 1 0 1 Dörte 1 1 0" in words
    assert "Partners" not in words


def test_results_show_with_whom_hands_were_played(client: Client) -> None:
    make_evening(hands=4, mode="partners")
    ada = player("Ada")
    career = career_of(ada, "franks-zoo", AnonymousUser())
    own = {row.hand_id: row for row in RatingChange.objects.filter(player=ada)}
    mates = [
        (mate.player_id, own[mate.hand_id].place == 1, own[mate.hand_id].points)
        for mate in RatingChange.objects.exclude(player=ada)
        if mate.side == own[mate.hand_id].side
    ]
    assert len(mates) == 3
    for partner in career.partners:
        together = [mate for mate in mates if mate[0] == partner.player_id]
        assert (partner.hands, partner.wins, partner.points) == (
            len(together),
            sum(mate[1] for mate in together),
            sum(mate[2] for mate in together),
        )
    assert sum(partner.hands for partner in career.partners) == 3
    assert "With Hands Won Rating" in words_of(page(client, ada))


def test_partners_for_the_round_are_no_opponents() -> None:
    make_evening()
    table = Table.objects.get()
    for number, pair in enumerate([1, 2, 1, 2]):
        Seat.objects.filter(table=table, number=number).update(pair=pair)
    update_table(table_id=table.pk)
    career = career_of(player("Ada"), "franks-zoo", AnonymousUser())
    assert [against.name for against in career.opponents] == ["Björn", "Dörte"]


def test_career_goes_through_all_competitions_of_a_game() -> None:
    first = make_evening()
    second = seat_again(
        Table.objects.get(), make_competition(first.club, options={"mode": "simple"})
    )
    send(second, 0, 1, 2, 3)
    update_all()
    career = career_of(player("Ada"), "franks-zoo", AnonymousUser())
    assert [table.place for table in career.tables] == [2, 1]
    assert [table.own.place for table in career.form] == [1, 2]
    assert (career.places, career.wins, career.winning_run) == ([1, 1], 1, 1)
    against = {each.name: (each.tables, each.ahead, each.behind) for each in career.opponents}
    assert against == {"Björn": (2, 2, 0), "Chiara": (2, 1, 1), "Dörte": (2, 2, 0)}


def test_results_are_drawn_anew_when_the_player_has_played_or_is_rated(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    competition = make_evening(tables=2)
    own, other = Table.objects.order_by("number")
    ada = own.seats.get(number=0).player
    drawn: list[int] = []

    def note(player: Player, game: str, user: Visitor) -> Career:
        drawn.append(player.pk)
        return career_of(player, game, user)

    monkeypatch.setattr("league.standings.statistics.views.career_of", note)
    page(client, ada)
    send(other, 2, 0, 1, 3)
    update_ratings(competition_id=competition.pk)
    page(client, ada)
    assert len(drawn) == 1
    send(own, 0, 1, 2, 3)
    page(client, ada)
    assert len(drawn) == 2
    update_ratings(competition_id=competition.pk)
    page(client, ada)
    assert len(drawn) == 3
    Competition.objects.filter(pk=competition.pk).update(visibility=Visibility.PRIVATE)
    assert "has not played yet" in page(client, ada)


def test_results_of_nobody_say_so_and_of_an_unknown_game_are_not_found(client: Client) -> None:
    newcomer = make_player(name="Zoë")
    assert "Zoë has not played yet" in words_of(page(client, newcomer))
    address = reverse("standings:player", args=[newcomer.pk])
    assert client.get(address + "?game=zop-zoo").status_code == 404
    assert client.get(reverse("standings:player", args=[0])).status_code == 404


@pytest.mark.parametrize("tables", [1, 3])
def test_results_take_the_same_queries_for_any_number_of_rows(
    client: Client, tables: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    make_evening(tables=1, hands=2, mode="partners")
    table = Table.objects.get()
    for _ in range(tables - 1):
        club = table.round.stage.competition.club
        options = {"mode": "partners", "target": 99}
        send(seat_again(table, make_competition(club, options=options)))
    update_all()
    ada = player("Ada")
    with django_assert_num_queries(14):
        page(client, ada)
