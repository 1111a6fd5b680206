"""The page around a table, over HTTP: who may replace, adjourn, stand in, watch and read what."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from league.clubs.models import User
from league.online.models import (
    ChatMode,
    OnlineSeat,
    OnlineSettings,
    OnlineTable,
    Phase,
    Spectator,
    TableEventType,
)
from league.online.models.hands import WINDOW
from league.online.services.bots import do_what_is_due
from league.online.services.chat import watch
from league.online.services.seat_assignment import Person
from league.online.services.seats import sit_down
from league.online.snapshots import snapshot_of
from league.online.table_log import SEEN_FOR, log_event, spectators_at
from tests.factories import make_organiser, make_user
from tests.league.online.rounds import Evening, all_sit, evening
from tests.league.online.tables import NOW

pytestmark = pytest.mark.django_db


def client_of(user: User | None = None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def organiser_of(night: Evening) -> Client:
    return client_of(make_organiser(night.table.round.stage.competition.club))


def pick_up(host: Client, other: Client | None = None, seats: int = 2) -> OnlineTable:
    """Open a table over HTTP; the second seat is the other's, or a bot's."""
    said = {"name": "Ada", "seats": str(seats), "company": "people" if other else "bots"}
    said |= {"bot": "greedy", "hands": "3", "pace": "", "chat_mode": "free"}
    page = host.get("/play/?game=zop-zoo")
    options = page.context["options"].initial
    answer = host.post("/play/?game=zop-zoo", {**options, **said})
    table = OnlineTable.objects.get(token=answer.headers["location"].split("/")[2])
    if other is not None:
        other.post(f"/play/{table.token}/sit/1/", {"name": "Ben"})
    table.refresh_from_db()
    return table


def seat_of(table: OnlineTable, number: int) -> OnlineSeat:
    return OnlineSeat.objects.get(table=table, number=number)


def test_the_host_replaces_and_nobody_else_does() -> None:
    host, other = client_of(), client_of()
    table = pick_up(host, other)
    address = f"/play/{table.token}/people/"
    said = {"replacement": "greedy", "when": "now"}
    assert other.post(f"{address}0/replace/", said).status_code == 404
    assert client_of().post(f"{address}1/replace/", said).status_code == 404
    assert host.post(f"{address}1/replace/", {**said, "replacement": "me"}).status_code == 404
    assert host.post(f"{address}7/replace/", said).status_code == 404
    assert seat_of(table, 1).bot == ""
    assert host.post(f"{address}1/replace/", said).status_code == 302
    assert seat_of(table, 1).bot == "greedy"
    assert "A bot replaced Ben" in other.get(address).content.decode()


def test_nobody_is_replaced_at_a_seat_that_waits_for_somebody() -> None:
    host = client_of()
    table = pick_up(host, client_of(), seats=3)
    page = host.get(f"/play/{table.token}/people/").content.decode()
    assert f"/play/{table.token}/people/1/replace/" in page
    assert f"/play/{table.token}/people/2/replace/" not in page
    assert "not here yet" not in page


def test_whoever_has_the_link_takes_the_seat_of_a_player_once() -> None:
    night = evening()
    all_sit(night)
    organiser, stranger = organiser_of(night), client_of()
    address = f"/play/{night.online.token}/people/"
    organiser.post(f"{address}1/replace/", {"replacement": "open", "when": "now"})
    page = organiser.get(address).content.decode()
    link = re.findall(r'value="http://testserver(/play/[^"]*/substitute/[^"]*)"', page)
    assert len(link) == 1
    assert "/substitute/" not in stranger.get(address).content.decode()
    assert night.users[1].name in stranger.get(link[0]).content.decode()
    assert stranger.post(link[0], {"name": ""}).status_code == 422
    stranger.post(link[0], {"name": "Carla"})
    seat = seat_of(night.online, 1)
    assert (seat.name, seat.is_taken_by_person, seat.user) == (night.users[1].name, True, None)
    late = client_of()
    assert late.get(link[0]).status_code == 302
    late.post(link[0], {"name": "Dora"})
    assert seat_of(night.online, 1).guest == seat.guest
    assert f"Carla took the seat of {seat.name}." in late.get(address).content.decode()


def test_a_forged_link_leads_to_no_seat() -> None:
    night = evening()
    all_sit(night)
    answer = client_of().get(f"/play/{night.online.token}/substitute/{night.online.pk}:1:2:x/")
    assert answer.headers["location"] == f"/play/{night.online.token}/"


def test_only_the_organiser_adjourns_a_table_of_a_round() -> None:
    night = evening()
    all_sit(night)
    address = f"/play/{night.online.token}/people/pause/"
    assert client_of(night.users[0]).post(address).status_code == 404
    organiser = organiser_of(night)
    organiser.post(address)
    night.online.refresh_from_db()
    assert night.online.phase == Phase.ADJOURNED
    organiser.post(address, {"resume": ""})
    night.online.refresh_from_db()
    assert night.online.phase == Phase.PLAYING


def test_people_agree_on_a_break_by_their_own_pages() -> None:
    host, other = client_of(), client_of()
    table = pick_up(host, other)
    address = f"/play/{table.token}/people/"
    assert host.post(f"{address}pause/").status_code == 404
    host.post(f"{address}break-vote/", {"action": "break"})
    assert "Break requested by: Ada" in " ".join(other.get(address).content.decode().split())
    other.post(f"{address}break-vote/", {"action": "break"})
    table.refresh_from_db()
    assert table.phase == Phase.ADJOURNED
    assert host.post(f"{address}break-vote/", {"action": "dance"}).status_code == 404
    assert client_of().post(f"{address}break-vote/", {"action": "break"}).status_code == 404


def test_who_watches_is_a_number_unless_they_show_their_name() -> None:
    table = pick_up(client_of())
    address = f"/play/{table.token}/"
    signed_in = client_of(make_user(name="Wilma"))
    for client in (client_of(), signed_in, signed_in):
        client.get(address)
    assert spectators_at(table, timezone.now()) == ((), 2)
    signed_in.post(f"{address}people/watch/", {"show": ""})
    assert spectators_at(table, timezone.now()) == (("Wilma",), 1)
    view = client_of().get(f"{address}view/").json()
    assert view["spectators"] == {"names": ["Wilma"], "others": 1}
    signed_in.post(f"{address}people/watch/", {"hide": ""})
    assert spectators_at(table, timezone.now()) == ((), 2)
    assert client_of().post(f"{address}people/watch/", {"show": ""}).status_code == 404


def test_who_sits_there_does_not_watch_and_who_has_gone_does_no_longer() -> None:
    host = client_of()
    table = pick_up(host)
    host.get(f"/play/{table.token}/")
    assert Spectator.objects.count() == 0
    version = OnlineTable.objects.get(pk=table.pk).version
    for _ in range(2):
        watch(table=table, person=Person("", guest="w" * 32), now=NOW)
    assert OnlineTable.objects.get(pk=table.pk).version == version + 1
    assert spectators_at(table, NOW + SEEN_FOR - timedelta(seconds=1)) == ((), 1)
    assert spectators_at(table, NOW + SEEN_FOR) == ((), 0)


def test_the_page_of_who_watches_says_that_it_is_open_and_opens_no_seat() -> None:
    table = pick_up(client_of())
    client = client_of()
    key = client.get(f"/play/{table.token}/").context["screen"]["key"]
    Spectator.objects.update(seen_at=NOW)
    view = client.get(f"/play/{table.token}/view/", {"key": key})
    assert (view.status_code, view.json()["you"]) == (200, None)
    assert Spectator.objects.get().seen_at > NOW
    body = {"seat": key, "action": "leave"}
    told = client.post(f"/play/{table.token}/action/", body, content_type="application/json")
    assert told.status_code == 403


def test_where_nobody_may_watch_nobody_is_counted_and_no_card_is_shown() -> None:
    night = evening()
    all_sit(night)
    client = client_of()
    page = client.get(f"/play/{night.online.token}/")
    assert page.context["screen"]["key"] == ""
    assert page.context["screen"]["view"]["observation"] is None
    assert Spectator.objects.count() == 0


def test_people_talk_while_they_wait_where_the_table_allows_it() -> None:
    host = client_of()
    table = pick_up(host, None)
    OnlineTable.objects.filter(pk=table.pk).update(phase=Phase.WAITING, chat_mode=ChatMode.FREE)
    OnlineSeat.objects.filter(table=table, number=1).update(bot="")
    address = f"/play/{table.token}/"
    page = host.get(address)
    key = page.context["chat"]["key"]
    for _ in range(2):
        host.post(f"{address}phrase/", {"key": key, "text": "Where are you?"})
    assert [each.text for each in snapshot_of(table.token).chat_messages] == ["Where are you?"]
    assert "Where are you?" in host.get(address).content.decode()
    assert client_of().get(address).context["chat"] is None
    assert client_of().post(f"{address}phrase/", {"key": key, "text": "Me!"}).status_code == 404


def test_in_a_competition_nobody_talks_while_they_wait_unless_it_is_said() -> None:
    night = evening()
    user = night.users[0]
    sit_down(table_id=night.online.pk, seat=0, person=Person(user.name, user), now=NOW)
    client = client_of(user)
    assert client.get(f"/play/{night.online.token}/").context["chat"] is None
    assert OnlineSettings().chat_mode == ChatMode.OFF


def test_a_table_begins_by_itself_once_all_its_people_are_there() -> None:
    night = evening(4)
    clients = [client_of(user) for user in night.users]
    address = f"/play/{night.online.token}/"
    for number, client in enumerate(clients):
        waiting = client.get(address)
        assert waiting.context["here"] == number
        words = f"{number} of 4 players are here."
        assert words in waiting.content.decode()
        client.post(f"{address}sit/{number}/")
    # No browser takes part in shuffling here: the hand begins when their time is over.
    do_what_is_due(table_id=night.online.pk, now=timezone.now() + WINDOW)
    views = [client.get(address).context["screen"]["view"] for client in clients]
    assert [(view["phase"], view["hand"], view["you"]) for view in views] == [
        ("playing", 1, number) for number in range(4)
    ]
    assert all(view["observation"]["hand"] for view in views)


@pytest.mark.parametrize("rows", [1, 3])
def test_the_page_asks_the_same_number_of_queries_however_much_has_happened(
    rows: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    host = client_of()
    table = pick_up(host)
    for number in range(rows):
        log_event(table, TableEventType.HOST, NOW, seat_of(table, 0))
        watch(table=table, person=Person("", guest=f"{number:032}"), now=timezone.now())
    with django_assert_num_queries(11):
        page = host.get(f"/play/{table.token}/people/")
    assert page.content.decode().count("Ada is the new host") == rows
