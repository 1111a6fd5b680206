"""The pages of duplicate events, and what nobody may learn before a deal lies open."""

import json
import re
from datetime import timedelta
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timezone import localtime

from league.competitions.models import Competition
from league.online.forms import GUEST_NAMES
from league.online.models import DuplicateEvent, DuplicateSettings, OnlineHand, OnlineTable
from tests.factories import make_competition, make_organiser, make_user
from tests.league.online.events import look, make_event, open_numbers, play_hand, tables_of
from tests.league.online.tables import NOW
from tests.portions import some_of

pytestmark = pytest.mark.django_db

GAMES = ["animal-poker", "franks-zoo", "zop-zoo"]
SAID = {
    "name": "Ada",
    "seats": "3",
    "tables": "2",
    "company": "bots",
    "bot": "greedy",
    "hands": "2",
    "method": "datum",
    "window": "3",
    "pace": "",
}


def page(client: Client, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status, address
    return unescape(answer.content.decode())


def addresses(event: DuplicateEvent) -> list[str]:
    """Return all pages and downloads that could tell something of an event's deals."""
    found = [f"/play/duplicate/{event.token}/"]
    found += [f"/play/duplicate/{event.token}/deals/3/{number}/" for number in (1, 2)]
    for table in tables_of(event):
        at = f"/play/{table.token}/"
        found += [at, f"{at}view/?after=0"]
        for number in (1, 2):
            hand = f"{at}hands/{number}/"
            found += [hand, f"{hand}?seat=1&move=1", f"{hand}log.jsonl", f"{hand}proof/"]
    return found


def told_to_a_stranger(event: DuplicateEvent) -> str:
    """Read everything without a seat, as somebody who is about to play these deals might."""
    answers = [Client().get(address) for address in addresses(event)]
    assert {answer.status_code for answer in answers} <= {200, 302, 403, 404}
    return "\n".join(unescape(answer.content.decode()) for answer in answers)


@pytest.mark.parametrize("game", some_of(GAMES, 1))
def test_nothing_of_a_deal_is_told_before_it_lies_open(game: str) -> None:
    event = make_event(game)
    fast, slow = tables_of(event)
    first, second = play_hand(fast), play_hand(fast)
    look(event)
    told = told_to_a_stranger(event)
    for hand in (first, second):
        assert hand.deal["salt"] not in told
        assert hand.commitment in told
        assert json.dumps(hand.record) not in told
    for number in (1, 2):
        for rest in ("", "log.jsonl"):
            address = f"/play/{fast.token}/hands/{number}/{rest}"
            assert "Not open yet" in page(Client(), address, 403)
    view = Client().get(f"/play/{fast.token}/view/?after=0").json()
    assert (view["result"], view["observation"], view["events"]) == (None, None, [])
    assert {(seat["total"], seat["place"]) for seat in view["seats"]} == {(0, 1)}
    play_hand(slow)
    look(event)
    told = told_to_a_stranger(event)
    assert (first.deal["salt"] in told, second.deal["salt"] in told) == (True, False)
    assert Client().get(f"/play/{fast.token}/hands/1/log.jsonl").status_code == 200
    assert Client().get(f"/play/{fast.token}/hands/2/log.jsonl").status_code == 403


def test_nobody_watches_a_table_while_its_deals_are_played_elsewhere() -> None:
    event = make_event(hands=1)
    table = tables_of(event)[1]
    answer = Client().get(f"/play/{table.token}/")
    assert (answer.status_code, answer["Location"]) == (302, f"/play/duplicate/{event.token}/")
    for each in tables_of(event):
        play_hand(each)
    look(event)
    assert Client().get(f"/play/{table.token}/").status_code == 200


def test_who_opens_an_event_sits_at_its_first_table(client: Client) -> None:
    answer = client.post("/play/duplicate/?game=zop-zoo", SAID)
    event = DuplicateEvent.objects.get()
    tables = tables_of(event)
    assert (answer.status_code, answer["Location"]) == (302, f"/play/{tables[0].token}/")
    assert (event.game, event.method, event.hands, event.takes_tables) == (
        "zop-zoo",
        "datum",
        2,
        False,
    )
    assert tables[0].seats.get(number=0).name == "Ada"
    assert client.get(f"/play/{tables[0].token}/").status_code == 200
    shown = page(client, f"/play/duplicate/{event.token}/")
    assert "Fill free seats with bots" in shown
    assert f'<a class="button large wide" href="/play/{tables[0].token}/">' in shown
    assert "Play these deals" not in shown
    assert "Fill free seats with bots" not in page(Client(), f"/play/duplicate/{event.token}/")


def test_who_opens_an_event_for_people_is_shown_its_link_first(client: Client) -> None:
    answer = client.post("/play/duplicate/?game=zop-zoo", {**SAID, "company": "people"})
    event = DuplicateEvent.objects.get()
    assert answer["Location"] == f"/play/duplicate/{event.token}/"
    assert "Invite players" in page(client, answer["Location"])


def named(client: Client, address: str) -> str:
    """Return the name that stands in the form of a page."""
    [name] = re.findall(r'name="name" value="([^"]+)"', page(client, address))
    return str(name)


def test_a_name_stands_there_already() -> None:
    address = "/play/duplicate/?game=zop-zoo"
    guest, member = Client(), Client()
    assert named(guest, address) in {str(name) for name in GUEST_NAMES}
    guest.post(address, SAID)
    assert named(guest, address) == "Ada"
    member.force_login(make_user(name="Berta"))
    assert named(member, address) == "Berta"
    event = make_event(takes_tables=True, now=timezone.now())
    assert named(member, f"/play/duplicate/{event.token}/") == "Berta"


@pytest.mark.parametrize(
    ("takes_tables", "said"),
    [
        (False, "A deal opens once all tables have played it. All deals open on {} at the latest."),
        (True, "All deals open on {}. More tables may start until then."),
    ],
)
def test_an_event_says_when_its_deals_open_and_keeps_to_it(
    client: Client, takes_tables: bool, said: str
) -> None:
    event = make_event(takes_tables=takes_tables)
    for table in tables_of(event):
        play_hand(table)
    numbers = [] if takes_tables else [1]
    closes_at = NOW + timedelta(days=1)
    said = said.format(date_format(localtime(closes_at), "DATETIME_FORMAT"))
    assert open_numbers(look(event, closes_at - timedelta(seconds=1))) == numbers
    at = f"/play/duplicate/{event.token}/"
    assert said in page(client, at)
    assert said in page(client, f"{at}deals/3/2/")
    if takes_tables:
        assert said in page(client, f"/play/{tables_of(event)[0].token}/hands/1/", 403)
    assert open_numbers(look(event, closes_at)) == [1, 2]
    assert said not in page(client, at)


@pytest.mark.parametrize(
    ("field", "value"), [("seats", "9"), ("hands", "0"), ("method", "luck"), ("name", "")]
)
def test_what_cannot_be_chosen_is_refused_at_its_field(
    client: Client, field: str, value: str
) -> None:
    answer = client.post("/play/duplicate/?game=zop-zoo", {**SAID, field: value})
    assert (answer.status_code, DuplicateEvent.objects.count()) == (422, 0)
    assert list(answer.context["form"].errors) == [field]


def test_a_further_table_is_opened_in_the_seat_that_was_asked_for(client: Client) -> None:
    event = make_event(takes_tables=True, now=timezone.now())
    said = {"name": "Berta", "seat": "2", "company": "bots"}
    answer = client.post(f"/play/duplicate/{event.token}/tables/", said)
    table = OnlineTable.objects.latest("pk")
    assert answer["Location"] == f"/play/{table.token}/"
    assert table.seats.get(number=2).name == "Berta"
    client.post(f"/play/duplicate/{event.token}/tables/", said)
    assert event.tables.count() == 3


def test_a_further_table_that_cannot_be_is_refused_in_words(client: Client) -> None:
    event = make_event(now=timezone.now())
    said = {"name": "Berta", "seat": "2", "company": "bots"}
    answer = client.post(f"/play/duplicate/{event.token}/tables/", said, follow=True)
    assert "No more tables can start now." in answer.content.decode()
    answer = client.post(f"/play/duplicate/{event.token}/tables/", {"name": ""}, follow=True)
    assert "Enter your name and choose a seat" in answer.content.decode()
    assert event.tables.count() == 2


def test_only_the_host_lets_bots_sit_down(client: Client) -> None:
    event = make_event(bots="")
    assert client.post(f"/play/duplicate/{event.token}/bots/").status_code == 404
    assert [table.seats.exclude(bot="").count() for table in tables_of(event)] == [0, 0]


def test_standings_and_deals_explain_each_number(client: Client) -> None:
    event = make_event(tables=3, hands=1)
    for table in tables_of(event):
        play_hand(table, seed=table.pk)
    look(event)
    shown = page(client, f"/play/duplicate/{event.token}/")
    assert "<h2>Standings</h2>" in shown
    assert len(re.findall(r"\d of 2 beaten, \d tied", shown)) == 9
    deal = page(client, f"/play/duplicate/{event.token}/deals/3/1/")
    assert re.findall(r'id="seat-(\d)"', deal) == ["0", "1", "2"]
    links = re.findall(r'href="(/play/[\w-]+/hands/1/)"', deal)
    assert sorted(set(links)) == sorted(f"/play/{each.token}/hands/1/" for each in tables_of(event))
    assert len(links) == 9
    hand = OnlineHand.objects.filter(duplicate_deal__event=event)[0]
    assert page(client, links[0]).count("<h2>After the deal</h2>") == 1
    assert hand.commitment in deal


def test_a_deal_that_is_not_in_the_event_is_not_found(client: Client) -> None:
    event = make_event()
    for rest in ("deals/3/9/", "deals/4/1/"):
        page(client, f"/play/duplicate/{event.token}/{rest}", 404)
    page(client, "/play/duplicate/nowhere/", 404)


def organised() -> tuple[Competition, Client]:
    competition = make_competition()
    client = Client()
    client.force_login(make_organiser(competition.club))
    return competition, client


def test_an_organiser_turns_duplicate_on() -> None:
    competition, client = organised()
    address = f"/competitions/{competition.pk}/online/duplicate/"
    said = {"is_on": "on", "method": "datum", "hands": "6"}
    assert client.post(address, said).status_code == 302
    settings = DuplicateSettings.objects.get(competition=competition)
    assert (settings.is_on, settings.method, settings.hands) == (True, "datum", 6)
    assert client.post(address, {**said, "hands": "7"}).status_code == 422
    assert Client().get(address).status_code == 302
    assert address in page(client, f"/competitions/{competition.pk}/online/")
