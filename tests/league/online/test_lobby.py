"""The lobbies of everybody and of clubs, quick match, and tables that wait on every page."""

import re
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks

from league.clubs.models import User
from league.core.games import online_games
from league.online.errors import OnlineError
from league.online.lobby import lobby_of, open_tables, waiting_in
from league.online.models import Listing, Lobby, OnlineTable, Phase, QuickMatch
from league.online.services.quick_match import (
    match_players,
    stop_waiting,
    wait_for_match,
)
from league.online.services.seat_assignment import Person
from league.online.services.seats import leave, list_table, sit_down
from league.online.tables_waiting import tables_waiting_for
from league.online.tasks import match_waiting_players
from tests.factories import make_club, make_player, make_user
from tests.league.online.rounds import evening
from tests.league.online.tables import NOW, make_table

pytestmark = pytest.mark.django_db
POKER: dict[str, Any] = {"game": "animal-poker", "seats": 3, "move_seconds": 45, "bots_after": 60}
WITHOUT_BOTS = POKER | {"bots_after": None}
SECOND = timedelta(seconds=1)
Capture = DjangoCaptureOnCommitCallbacks


def guest(name: str) -> Person:
    return Person(name, guest=uuid4().hex, adds_share=True)


def listed(club_id: int | None = None, move_seconds: int | None = 45) -> OnlineTable:
    table = make_table("animal-poker", 3, bots="", hands=3, move_seconds=move_seconds)
    list_table(table_id=table.pk, club_id=club_id)
    return table


def names_at(table: OnlineTable) -> list[str]:
    return [seat.name for seat in table.seats.order_by("number") if not seat.bot]


def test_players_who_want_the_same_match_get_a_table() -> None:
    rows = [wait_for_match(person=guest(name), **POKER, now=NOW) for name in "ABC"]
    assert [row.table for row in rows[:2]] == [None, None]
    table = rows[2].table
    assert table is not None
    assert (table.phase, names_at(table)) == (Phase.BETWEEN, ["A", "B", "C"])
    assert {row.table for row in QuickMatch.objects.all()} == {table}


def test_another_game_pace_or_club_is_another_match() -> None:
    club = make_club()
    others = [
        WITHOUT_BOTS | {"game": "zop-zoo"},
        WITHOUT_BOTS | {"move_seconds": 20},
        WITHOUT_BOTS | {"club_id": club.pk},
    ]
    for wanted in (POKER, POKER, *others):
        row = wait_for_match(person=guest("A"), **wanted, now=NOW)
        assert row.table is None
    assert [people for *_, people in waiting_in(None, NOW)] == [1, 2, 1]
    assert [people for *_, people in waiting_in(club, NOW)] == [1]


def test_bots_fill_the_table_after_the_time_a_player_chose() -> None:
    row = wait_for_match(person=guest("A"), **POKER, now=NOW)
    stays = wait_for_match(person=guest("B"), **WITHOUT_BOTS, now=NOW)
    late = NOW + timedelta(seconds=60)
    match_players(now=late - SECOND)
    row.refresh_from_db()
    assert row.table is None
    match_players(now=late)
    for each in (row, stays):
        each.refresh_from_db()
    assert row.table is not None
    assert [seat.bot for seat in row.table.seats.order_by("number")] == ["", *["greedy"] * 2]
    # Who wants no bots goes on waiting.
    assert stays.table is None


def test_who_has_left_the_page_is_matched_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    wait_for_match(person=guest("A"), **POKER, now=NOW)
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOW + timedelta(minutes=2))
    match_waiting_players()
    assert QuickMatch.objects.count() == 0
    assert OnlineTable.objects.count() == 0


def test_somebody_waits_once_and_may_stop_twice() -> None:
    person = guest("A")
    first = wait_for_match(person=person, **POKER, now=NOW)
    second = wait_for_match(person=person, game="zop-zoo", seats=3, now=NOW)
    assert list(QuickMatch.objects.all()) == [second]
    for token in (first.token, second.token, second.token):
        stop_waiting(token=token)
    assert QuickMatch.objects.count() == 0
    with pytest.raises(OnlineError, match="name"):
        wait_for_match(person=guest(" "), **POKER, now=NOW)


def test_quick_match_takes_a_free_seat_of_a_listed_table_first() -> None:
    table, slow = listed(), listed(move_seconds=None)
    row = wait_for_match(person=guest("B"), **POKER, now=NOW)
    assert row.table == table
    assert names_at(table)[:2] == ["Ada", "B"]
    assert open_tables(None) == [slow, table]


def test_table_leaves_the_lobby_as_it_begins_or_is_left() -> None:
    club = make_club()
    table, left = listed(club.pk), listed(club.pk)
    assert open_tables(club) == [left, table]
    assert open_tables(None) == []
    before = lobby_of(club).version
    for seat in (1, 2):
        sit_down(table_id=table.pk, seat=seat, person=guest("B"), now=NOW)
    leave(table_id=left.pk, seat=0, now=NOW)
    assert open_tables(club) == []
    assert Listing.objects.count() == 0
    assert Lobby.objects.get(club=club).version == before + 3
    list_table(table_id=table.pk, club_id=club.pk)
    assert Listing.objects.count() == 0


def test_visitor_opens_a_listed_table_and_waits_by_one_tap(client: Client) -> None:
    said = {"name": "Ada", "seats": "3", "company": "lobby", "bot": "greedy", "hands": "3"}
    options = client.get("/play/?game=animal-poker").context["options"].initial
    answer = client.post(
        "/play/?game=animal-poker",
        {**options, **said, "pace": "45", "chat_mode": "phrases"},
    )
    assert answer.status_code == 302
    assert "Ada" in Client().get("/play/").content.decode()
    other = Client()
    form = {"name": "Ben", "bots_after": "0", "quick_pace": "90"}
    waiting = other.post("/play/quick/?game=animal-poker", form)
    row = QuickMatch.objects.get()
    assert waiting.headers["location"] == f"/play/quick/{row.token}/"
    assert "1 of 4 players is here." in other.get(waiting.headers["location"]).content.decode()
    assert "1 player waits" in client.get("/play/", headers=fragment()).content.decode()
    stopped = other.post(f"/play/quick/{row.token}/stop/")
    assert (stopped.headers["location"], QuickMatch.objects.count()) == ("/play/", 0)


@pytest.mark.parametrize("game", [game.slug for game in online_games()])
def test_lobby_has_the_cards_it_shows_and_no_other(client: Client, game: str) -> None:
    page = client.get(f"/play/?game={game}").content.decode()
    shown = set(re.findall(r'<use href="#(picture-.+?)"', page))
    assert set(re.findall(r'<symbol id="(.+?)"', page)) == shown
    assert len(shown) >= 3 * len(online_games())
    assert "img/cards/" not in page


def fragment(target: str = "tables") -> dict[str, str]:
    return {"HX-Request": "true", "HX-Target": target}


def test_page_that_waits_leads_to_the_table(client: Client) -> None:
    form = {"name": "Ben", "bots_after": "15", "quick_pace": "45"}
    address = client.post("/play/quick/?game=animal-poker", form).headers["location"]
    QuickMatch.objects.update(bots_after=3600)
    page = client.get(address, headers=fragment("quick")).content.decode()
    assert re.search(r"Bots take the free seats in 3[56]\d\d seconds\.", page)
    QuickMatch.objects.update(created_at=NOW - timedelta(days=1))
    answer = client.get(address, headers=fragment("quick"))
    table = OnlineTable.objects.get()
    assert answer.headers["HX-Redirect"] == f"/play/{table.token}/"
    assert client.get(address).headers["location"] == "/play/"
    assert client.get(f"/play/{table.token}/").context["seat"].name == "Ben"


def test_what_is_missing_for_a_quick_match_is_said(client: Client) -> None:
    answer = client.post("/play/quick/?game=zop-zoo", {"quick_pace": "45"}, follow=True)
    assert "Enter your name and choose a pace." in answer.content.decode()
    assert QuickMatch.objects.count() == 0


def test_lobby_of_a_club_is_its_members_alone(client: Client) -> None:
    club = make_club()
    member = make_user()
    make_player(club, user=member)
    table = listed(club.pk)
    address = f"/c/{club.slug}/play/"
    assert client.get(address).status_code == 404
    client.force_login(make_user())
    assert client.get(address).status_code == 404
    assert client.post(f"{address}quick/").status_code == 404
    client.force_login(member)
    assert table.token in client.get(address).content.decode()
    assert table.token not in client.get("/play/").content.decode()
    assert address in client.get(f"/c/{club.slug}/").content.decode()
    form = {"name": "Ben", "bots_after": "0", "quick_pace": "45"}
    client.post(f"{address}quick/?game=zop-zoo", form)
    assert QuickMatch.objects.get().club == club


def waits(client: Client) -> bool:
    return "Your table is waiting" in client.get("/calculator/").content.decode()


def test_your_table_is_waiting_on_every_page(
    client: Client, user: User, django_capture_on_commit_callbacks: Capture
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        table = make_table("animal-poker", 3, hands=1, host=Person("Ada", user))
    other = Client()
    other.force_login(make_user())
    assert (waits(client), waits(other)) == (True, False)
    assert "Your table is waiting" not in client.get(f"/play/{table.token}/").content.decode()
    leave(table_id=table.pk, seat=0, now=NOW)
    assert not waits(client)


@pytest.fixture
def user(client: Client) -> User:
    account = make_user()
    client.force_login(account)
    return account


def test_pages_of_people_for_whom_no_table_waits_ask_for_nothing(
    user: User,
    django_assert_num_queries: DjangoAssertNumQueries,
    django_capture_on_commit_callbacks: Capture,
) -> None:
    with django_assert_num_queries(0):
        assert tables_waiting_for(user.pk) == []
    with django_capture_on_commit_callbacks(execute=True):
        table = make_table("animal-poker", 3, hands=1, host=Person("Ada", user))
    with django_assert_num_queries(1):
        assert tables_waiting_for(user.pk) == [table]


def test_table_of_a_round_waits_for_a_player_once_somebody_is_there(
    django_capture_on_commit_callbacks: Capture,
) -> None:
    night = evening(game="animal-poker")
    first, second = night.users[:2]
    assert tables_waiting_for(second.pk) == []
    with django_capture_on_commit_callbacks(execute=True):
        sit_down(table_id=night.online.pk, seat=0, person=Person("", first), now=NOW)
    assert tables_waiting_for(second.pk) == [night.online]
    sit_down(table_id=night.online.pk, seat=1, person=Person("", second), now=NOW)
    assert tables_waiting_for(second.pk) == []
