"""What is said at online tables: by whom, how much, who reads it, and what is reported."""

import json
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone, translation
from pytest_django import DjangoAssertNumQueries

from league.online.access import key_of
from league.online.chat import EMOTES, PHRASES
from league.online.models import ChatMessage, ChatMode, OnlineSettings, OnlineTable, Report
from league.online.services.chat import hide, report, say
from league.online.services.events import open_table_of_round, set_online_settings
from league.online.services.seat_assignment import Person
from league.online.services.seats import leave, sit_down
from league.online.snapshots import snapshot_of
from tests import factories
from tests.league.online.tables import NOW, make_table

pytestmark = pytest.mark.django_db


@dataclass
class Screen:
    """The page of a seat, as its script talks to the server."""

    table: OnlineTable
    key: str

    def say(self, **what: object) -> tuple[int, dict[str, Any]]:
        return self.post("say", {"key": str(uuid4()), **what})

    def post(self, what: str, body: dict[str, object]) -> tuple[int, dict[str, Any]]:
        answer = Client(enforce_csrf_checks=True).post(
            f"/play/{self.table.token}/{what}/",
            json.dumps({"seat": self.key, **body}),
            content_type="application/json",
        )
        return answer.status_code, answer.json()

    def heard(self) -> list[str]:
        return [each["text"] for each in self.view()["chat"]]

    def view(self) -> dict[str, Any]:
        address = f"/play/{self.table.token}/view/"
        return dict(Client().get(address, {"key": self.key}).json())


def screens(talk: str = ChatMode.PHRASES, spectator_delay: int | None = 0) -> tuple[Screen, Screen]:
    """Return the pages of seats 0 (Ada) and 1 (Ben) of a new table with a bot in seat 2."""
    table = make_table(bots="")
    sit_down(table_id=table.pk, seat=1, person=Person("Ben", guest="b" * 32), now=NOW)
    OnlineTable.objects.filter(pk=table.pk).update(chat_mode=talk, spectator_delay=spectator_delay)
    seats = snapshot_of(table.token).seats
    return Screen(table, key_of(seats[0])), Screen(table, key_of(seats[1]))


def said_at(table: OnlineTable, *texts: str) -> list[ChatMessage]:
    """Let seat 0 say some texts, one a minute."""
    OnlineTable.objects.filter(pk=table.pk).update(chat_mode=ChatMode.FREE)
    return [
        say(
            table_id=table.pk,
            seat=0,
            key=uuid4(),
            text=text,
            now=NOW + timedelta(minutes=minute),
        )
        for minute, text in enumerate(texts)
    ]


def reported_at(table: OnlineTable, *texts: str) -> list[ChatMessage]:
    chat_messages = said_at(table, *texts)
    for message in chat_messages:
        report(table_id=table.pk, seat=1, message_id=message.pk, now=NOW)
    return chat_messages


def table_of_round() -> OnlineTable:
    competition = factories.make_competition()
    set_online_settings(
        competition=competition, settings=OnlineSettings(is_on=True, chat_mode=ChatMode.PHRASES)
    )
    table = factories.make_table(factories.make_round(competition), seats=3)
    return open_table_of_round(table_id=table.pk, now=NOW)


def page(user: Any) -> HttpResponse:
    client = Client()
    client.force_login(user)
    return client.get("/play/reports/")  # type: ignore[return-value]


def test_there_are_ten_phrases_and_ten_emotes() -> None:
    assert (len(PHRASES), len(EMOTES), len({**PHRASES, **EMOTES})) == (10, 10, 20)


def test_a_phrase_is_heard_by_the_others_each_in_the_own_language() -> None:
    ada, ben = screens()
    version = ben.view()["version"]
    status, told = ada.say(say="well_played")
    assert status == 200
    assert [each["text"] for each in told["view"]["chat"]] == ["Well played!"]
    seen = ben.view()
    [message] = seen["chat"]
    assert (message["seat"], message["name"], message["picture"]) == (0, "Ada", None)
    assert seen["version"] == version + 1
    stored = ChatMessage.objects.get()
    assert (stored.code, stored.text) == ("well_played", "")


def test_an_emote_comes_with_the_picture_of_its_animal() -> None:
    ada, ben = screens()
    ada.say(say="lion")
    [message] = ben.view()["chat"]
    assert (message["text"], message["picture"]) == ("Roar!", "lion")


def test_a_text_comes_back_as_the_text_it_was_with_its_edges_stripped() -> None:
    ada, ben = screens(ChatMode.FREE)
    assert ada.say(text="  <script>alert(1)</script>\n &amp; http://example.org ")[0] == 200
    assert ben.heard() == ["<script>alert(1)</script> &amp; http://example.org"]


def test_a_text_in_the_page_of_a_table_is_no_markup() -> None:
    ada, _ = screens(ChatMode.FREE)
    sit_down(table_id=ada.table.pk, seat=2, person=Person("Cleo", guest="c" * 32), now=NOW)
    ada.say(text="<script>alert(1)</script>")
    answer = Client().get(f"/play/{ada.table.token}/")
    assert answer.content.decode().count("<script>alert(1)") == 0
    assert answer.content.decode().count(r"\u003Cscript\u003Ealert(1)") == 1


@pytest.mark.parametrize(
    ("way", "what", "code", "words"),
    [
        (ChatMode.OFF, {"say": "hello"}, "chat_off", "Chat is off at this table."),
        (ChatMode.OFF, {"text": "Hi"}, "chat_off", "Chat is off at this table."),
        (
            ChatMode.PHRASES,
            {"text": "Hi"},
            "phrases_only",
            "Only quick chat is available at this table.",
        ),
        (
            ChatMode.PHRASES,
            {"say": "insult"},
            "no_such_phrase",
            "This quick chat phrase does not exist. Choose one from the list.",
        ),
        (
            ChatMode.FREE,
            {"say": "hello", "text": "Hi"},
            "no_such_phrase",
            "This quick chat phrase does not exist. Choose one from the list.",
        ),
        (ChatMode.FREE, {"text": " \n "}, "text_missing", "Enter a message first."),
        (
            ChatMode.FREE,
            {"text": "x" * 201},
            "text_too_long",
            "The message is too long. Use 200 characters at most.",
        ),
        (
            ChatMode.FREE,
            {"text": "a\x00b"},
            "unreadable_text",
            "The message contains characters that others cannot read. Use other letters.",
        ),
    ],
)
def test_what_a_table_does_not_allow_is_refused_in_words(
    way: str, what: dict[str, object], code: str, words: str
) -> None:
    ada, _ = screens(way)
    status, told = ada.say(**what)
    assert (status, told["code"], told["text"]) == (422, code, words)
    assert ChatMessage.objects.count() == 0


def test_two_hundred_characters_are_not_too_long() -> None:
    ada, ben = screens(ChatMode.FREE)
    assert ada.say(text="ü" * 200)[0] == 200
    assert ben.heard() == ["ü" * 200]


@pytest.mark.parametrize(
    "body",
    [{"say": "hello"}, {"say": "hello", "key": "1"}, {"say": ["hello"], "key": str(uuid4())}],
)
def test_what_has_not_the_shape_of_a_message_is_refused(body: dict[str, object]) -> None:
    ada, _ = screens()
    assert ada.post("say", body)[0] == 400


def test_what_is_sent_twice_is_said_once() -> None:
    ada, ben = screens()
    key = str(uuid4())
    assert [ada.say(say="hello", key=key)[0] for _ in range(2)] == [200, 200]
    assert ben.heard() == ["Hello!"]


def test_a_seat_says_five_things_in_ten_seconds_and_no_sixth() -> None:
    ada, ben = screens()
    statuses = [ada.say(say="hello")[0] for _ in range(5)]
    status, told = ada.say(say="hello")
    assert (statuses, status) == ([200] * 5, 422)
    assert told["text"] == "Too many messages. Wait a few seconds."
    assert ben.say(say="hello")[0] == 200
    later = timezone.now() + timedelta(seconds=11)
    assert say(table_id=ada.table.pk, seat=0, key=uuid4(), code="bye", now=later).code == "bye"


def test_those_who_watch_say_nothing() -> None:
    ada, _ = screens()
    spectator = Screen(ada.table, "")
    assert spectator.say(say="hello")[0] == 403
    assert spectator.post("report", {"message": 1})[0] == 403
    assert ChatMessage.objects.count() == 0


def test_a_seat_that_has_gone_says_nothing() -> None:
    ada, ben = screens()
    leave(table_id=ada.table.pk, seat=0, now=NOW)
    status, told = ada.say(say="hello")
    assert status == 403
    assert told["text"].startswith("Your seat is open now.")
    assert ben.heard() == []


@pytest.mark.parametrize(("delay", "heard"), [(None, []), (0, ["Hello!"]), (3600, [])])
def test_those_who_watch_read_as_late_as_they_see(delay: int | None, heard: list[str]) -> None:
    ada, _ = screens(spectator_delay=delay)
    ada.say(say="hello")
    assert Screen(ada.table, "").heard() == heard


def test_a_view_carries_the_last_thirty_messages() -> None:
    ada, ben = screens()
    said_at(ada.table, *(str(number) for number in range(32)))
    assert ben.heard() == [str(number) for number in range(2, 32)]


def test_a_message_is_reported_once_by_a_seat() -> None:
    ada, ben = screens()
    ada.say(say="hello")
    [message] = ben.view()["chat"]
    assert [ben.post("report", {"message": message["id"]})[0] for _ in range(2)] == [200, 200]
    made = Report.objects.get()
    assert (made.message_id, made.seat, made.name) == (message["id"], 1, "Ben")


def test_a_message_of_another_table_is_not_there_to_report() -> None:
    ada, ben = screens()
    elsewhere = make_table(host=Person("Dora", guest="d" * 32))
    [message] = said_at(elsewhere, "rude")
    status, told = ben.post("report", {"message": message.pk})
    assert (status, told["text"]) == (422, "This message no longer exists.")
    assert ada.post("report", {"message": "first"})[0] == 400
    assert Report.objects.count() == 0


def test_the_owner_of_the_site_hides_a_message_of_a_pick_up_table() -> None:
    _, ben = screens()
    [rude, _] = reported_at(ben.table, "rude", "kind")
    version = ben.view()["version"]
    client = Client()
    client.force_login(factories.make_user(is_superuser=True))
    assert client.post(f"/play/reports/{rude.pk}/hide/").status_code == 302
    assert (ben.heard(), ben.view()["version"]) == (["kind"], version + 1)
    assert ben.post("report", {"message": rude.pk})[0] == 422


def test_organisers_see_and_hide_what_was_reported_in_their_club_alone() -> None:
    table, elsewhere = table_of_round(), table_of_round()
    [rude] = reported_at(table, "rude & loud")
    [foreign] = reported_at(elsewhere, "foreign")
    reported_at(make_table(), "pick-up")
    assert table.table is not None
    organiser = factories.make_organiser(table.table.round.stage.competition.club)
    shown = page(organiser).content.decode()
    told = ("rude &amp; loud", "foreign", "pick-up")
    assert [text in shown for text in told] == [True, False, False]
    hide(message_id=rude.pk, user=organiser, now=NOW)
    rude.refresh_from_db()
    assert rude.hidden_at == NOW
    with pytest.raises(ChatMessage.DoesNotExist):
        hide(message_id=foreign.pk, user=organiser, now=NOW)


def test_who_organises_nothing_finds_no_reports() -> None:
    table = make_table()
    [rude] = reported_at(table, "rude")
    user = factories.make_user()
    assert page(user).status_code == 404
    client = Client()
    assert client.get("/play/reports/").status_code == 302
    client.force_login(user)
    assert client.post(f"/play/reports/{rude.pk}/hide/").status_code == 404


def test_a_message_that_nobody_reported_cannot_be_hidden() -> None:
    [message] = said_at(make_table(), "kind")
    with pytest.raises(ChatMessage.DoesNotExist):
        hide(message_id=message.pk, user=factories.make_user(is_superuser=True), now=NOW)


@pytest.mark.parametrize("rows", [1, 3])
def test_the_page_of_reports_costs_the_same_for_one_and_for_three(
    rows: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    reported_at(table_of_round(), *(str(number) for number in range(rows)))
    client = Client()
    client.force_login(factories.make_user(is_superuser=True))
    with django_assert_num_queries(4):
        answer = client.get("/play/reports/")
    assert answer.content.decode().count("Hide message") == rows


def test_a_phrase_is_worded_by_the_language_of_who_reads() -> None:
    with translation.override("de"):
        german = {code: str(words) for code, words in PHRASES.items()}
    ada, _ = screens()
    ada.say(say="thanks")
    address = f"/play/{ada.table.token}/view/"
    told = Client(headers={"accept-language": "de"}).get(address, {"key": ada.key}).json()
    assert [each["text"] for each in told["chat"]] == [german["thanks"]]
