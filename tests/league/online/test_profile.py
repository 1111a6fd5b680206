"""Finished matches: results, ratings, worst moves, and what guests take along to an account."""

import random
from datetime import timedelta

import pytest
from django.test import Client

from games.bots.strength import STRENGTH
from games.tournament.ratings import START, Rating, Side, rate
from league.clubs.models import User
from league.core.games import online_games
from league.online.forms import BOT_CHOICES
from league.online.models import (
    MatchResult,
    MoveAnalysis,
    OnlineSeat,
    OnlineTable,
    PickUpRating,
    TableEventType,
)
from league.online.profile import ratings_of, results_of, worst_moves
from league.online.services.match_results import KNOWN_SIGMA, take_along, together
from league.online.services.play import begin_due_hand
from league.online.services.seat_assignment import DEFAULT_BOT, STRONG, Person
from league.online.services.seats import leave, sit_down
from league.online.snapshots import snapshot_of
from league.online.table_log import log_event
from league.results.access import PHONE
from tests.factories import make_user
from tests.league.online.tables import HOST, NOW, make_table, play_to_the_end

pytestmark = pytest.mark.django_db
RNG_SEED = 3


def finished(host: Person = HOST, hands: int = 1) -> OnlineTable:
    table = make_table("animal-poker", 3, hands=hands, host=host)
    return play_to_the_end(table, random.Random(RNG_SEED))


def test_finished_match_is_remembered_with_its_opponents() -> None:
    table = finished()
    ((result, opponents),) = results_of(None, HOST.guest)
    assert (result.table, result.seat, result.name) == (table, 0, "Ada")
    assert result.place in {1, 2, 3}
    assert [seat.name for seat in opponents] == ["Bruno", "Minna"]
    assert results_of(None, "") == []
    assert results_of(None, "b" * 32) == []


def test_rating_moves_against_bots_of_known_strength() -> None:
    table = finished()
    places = snapshot_of(table.token).matches.now.places
    result = MatchResult.objects.get()
    (row,) = ratings_of(None, HOST.guest)
    assert (row.game, row.matches) == ("animal-poker", 1)
    assert (result.mu_before, result.sigma_before) == (START.mu, START.sigma)
    assert row.rating == (result.mu, result.sigma)
    bots = {
        seat.number: Rating(START.mu + STRENGTH["animal-poker"][seat.bot], KNOWN_SIGMA)
        for seat in table.seats.exclude(bot="")
    }
    sides = [Side((seat,), place) for seat, place in enumerate(places)]
    assert row.rating == rate(sides, bots)[0]
    assert row.sigma < START.sigma
    assert result.change == row.rating.shown - START.shown


def test_all_bots_that_are_offered_have_a_known_strength() -> None:
    for game in online_games():
        known = STRENGTH[game.slug]
        assert {name for name, _label in BOT_CHOICES} <= set(known)
        assert known["greedy"] < known[DEFAULT_BOT] <= known[STRONG]


def test_who_leaves_early_comes_last() -> None:
    table = make_table("animal-poker", 3, bots="", hands=1)
    others = [Person(name, guest=name.lower() * 32) for name in "BC"]
    for number, person in enumerate(others, start=1):
        sit_down(table_id=table.pk, seat=number, person=person, now=NOW)
    begin_due_hand(table_id=table.pk, now=NOW + timedelta(minutes=1))
    leave(table_id=table.pk, seat=2, now=NOW)
    leave(table_id=table.pk, seat=1, now=NOW)
    play_to_the_end(table, random.Random(RNG_SEED))
    places = {each.name: each.place for each in MatchResult.objects.all()}
    assert places == {"Ada": MatchResult.objects.get(name="Ada").place, "B": None, "C": None}
    assert PickUpRating.objects.get(guest="c" * 32).mu < START.mu
    assert PickUpRating.objects.get(guest=HOST.guest).mu > START.mu


def test_match_with_cards_taken_back_is_not_rated() -> None:
    table = make_table("animal-poker", 3, hands=1)
    OnlineTable.objects.update(undone=1)
    log_event(table, TableEventType.UNDONE_UNRATED, NOW)
    table.refresh_from_db()
    play_to_the_end(table, random.Random(RNG_SEED))
    assert MatchResult.objects.get().change is None
    assert PickUpRating.objects.count() == 0


def test_guest_who_signs_in_takes_matches_along(client: Client) -> None:
    session = client.session
    session[PHONE] = HOST.guest
    session.save()
    finished()
    running = make_table("zop-zoo", 2)
    before = PickUpRating.objects.get().rating
    account = make_user()
    client.force_login(account)
    assert [each.result.name for each in results_of(account, "")] == ["Ada"]
    assert results_of(None, HOST.guest) == []
    assert [row.rating for row in ratings_of(account, "")] == [before]
    assert running.seats.get(number=0).user == account
    assert client.get(f"/play/{running.token}/").context["seat"].number == 0


def test_what_an_account_has_of_its_own_stays() -> None:
    account = make_user()
    finished(Person("Ada", account))
    finished()
    shared = make_table("animal-poker", 3, bots="", host=Person("Ada", account))
    sit_down(table_id=shared.pk, seat=1, person=HOST, now=NOW)
    own, other = (row.rating for row in PickUpRating.objects.order_by("pk"))
    take_along(guest=HOST.guest, user=account)
    take_along(guest=HOST.guest, user=account)
    (row,) = ratings_of(account, "")
    assert (row.rating, row.matches) == (together(own, other), 2)
    assert len(results_of(account, "")) == 2
    # Nobody sits in two seats of a table.
    assert OnlineSeat.objects.get(table=shared, number=1).guest == HOST.guest


def test_two_runs_of_results_are_surer_together() -> None:
    better, worse = Rating(30.0, 3.0), Rating(26.0, 3.0)
    mu, sigma = together(better, worse)
    assert 28.0 < mu < 30.0
    assert sigma < 3.0
    assert together(START, better) == pytest.approx(better)


def analyse(table: OnlineTable, *behind: tuple[float, float]) -> None:
    moves = table.hands.get(number=1).moves.filter(seat=0).order_by("number")
    for move, (points, error) in zip(moves, behind, strict=False):
        MoveAnalysis.objects.create(
            move=move,
            chosen=0,
            best=points,
            best_action={},
            behind=points,
            error=error,
            hands=10,
            tried=2,
        )


def test_worst_moves_are_those_that_luck_does_not_explain(user: User, client: Client) -> None:
    table = make_table("zop-zoo", 2, hands=1, host=Person("Ada", user))
    table = play_to_the_end(table, random.Random(RNG_SEED))
    analyse(table, (1.0, 0.1), (5.0, 4.0), (2.0, 0.1), (3.0, 0.1), (4.0, 0.1))
    assert [each.behind for each in worst_moves(user, "")] == [4.0, 3.0, 2.0]
    assert worst_moves(make_user(), "") == []
    page = client.get("/play/profile/").content.decode()
    number = worst_moves(user, "")[0].move
    assert f"/play/{table.token}/hands/1/?move={number}&amp;seat=0" in page
    assert "4.0 points worse" in page


@pytest.fixture
def user(client: Client) -> User:
    account = make_user()
    client.force_login(account)
    return account


def test_profile_shows_matches_and_rating_to_their_owner_alone(client: Client, user: User) -> None:
    table = finished(Person("Ada", user))
    page = client.get("/play/profile/").content.decode()
    assert table.token in page
    assert str(ratings_of(user, "")[0].rating.shown) in page
    assert table.token in client.get("/play/").content.decode()
    assert table.token not in Client().get("/play/profile/").content.decode()
