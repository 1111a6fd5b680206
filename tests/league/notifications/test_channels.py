"""What goes out on each channel, heard by real servers, and what its answers mean."""

import json
from datetime import timedelta
from typing import Any

import http_ece
import pytest
from django.core import mail
from django.core.mail.message import EmailMultiAlternatives
from py_vapid import Vapid02
from pytest_django import Settings

from league.core.address import absolute_url
from league.notifications.channels.push import public_key, site_key
from league.notifications.models import (
    Delivery,
    Device,
    Notification,
    NotificationKind,
    NotificationSettings,
    PushKey,
)
from league.notifications.services import queueing, targets
from league.notifications.services.sending import FAILING_FOR, MOST_FAILURES
from tests.factories import NOW, make_club, make_organiser, make_player
from tests.league.core.servers import Receiver, receiver
from tests.league.notifications.targets import (
    SECRET,
    Browser,
    deliver,
    make_chat,
    make_device,
    make_reader,
    tell,
)

pytestmark = pytest.mark.django_db
NASTY = "<b>*Ada*</b> @everyone <!channel> [x](http://evil.example)"


@pytest.fixture(autouse=True)
def at_home(settings: Settings) -> None:
    """Let the servers of this machine be sent to."""
    settings.OUTGOING_PRIVATE_HOSTS = ["127.0.0.1"]


def url_of(server: Receiver, path: str = "/hook") -> str:
    return f"http://127.0.0.1:{server.port}{path}"


def heard_by(server: Receiver) -> Any:
    [heard] = server.heard
    return json.loads(heard.body)


def refuse(status: int, body: bytes = b"", **headers: str) -> Any:
    return lambda _heard: (status, {k.replace("_", "-"): v for k, v in headers.items()}, body)


def test_discord_gets_an_embed_that_pings_nobody_and_means_nothing() -> None:
    with receiver() as server:
        ada = make_player()
        make_chat(ada, url_of(server), "discord")
        tell(ada, kind=NotificationKind.SEAT, text=NASTY, path="/tables/4/")
        deliver()

    message = heard_by(server)
    [embed] = message["embeds"]
    assert message["allowed_mentions"] == {"parse": []}
    assert (embed["title"], embed["url"]) == ("Round 1 is over", absolute_url("/tables/4/"))
    assert "\\*Ada\\*" in embed["description"]
    assert "\\[x\\]\\(http" in embed["description"]


def test_slack_gets_escaped_text_with_a_link() -> None:
    with receiver() as server:
        ada = make_player()
        make_chat(ada, url_of(server), "slack")
        tell(ada, kind=NotificationKind.SEAT, text=NASTY, path="/tables/4/")
        deliver()

    [block] = heard_by(server)["blocks"]
    link = f"*<{absolute_url('/tables/4/')}|Round 1 is over>*"
    assert block["text"]["text"].startswith(f"{link}\n&lt;b&gt;*Ada*&lt;/b&gt; @everyone")
    assert "<!channel>" not in block["text"]["text"]


def test_telegram_gets_plain_text_for_its_chat() -> None:
    with receiver() as server:
        ada = make_player()
        make_chat(ada, url_of(server, "/bot1:x/sendMessage"), "telegram", room="-42")
        tell(ada, kind=NotificationKind.SEAT, text=NASTY, path="/tables/4/")
        deliver()

    message = heard_by(server)
    assert message["chat_id"] == "-42"
    assert message["text"] == f"Round 1 is over\n\n{NASTY}\n\n{absolute_url('/tables/4/')}"
    assert "parse_mode" not in message


def test_push_is_read_by_its_browser_alone_and_signed_by_the_site() -> None:
    browser = Browser()
    with receiver() as server:
        ada = make_player()
        make_device(ada, url_of(server, "/push/1"), browser)
        tell(ada, kind=NotificationKind.SEAT, text="Seat A", path="/tables/4/")
        deliver()

    [heard] = server.heard
    payload = json.loads(
        http_ece.decrypt(
            heard.body, private_key=browser.key, auth_secret=SECRET, version="aes128gcm"
        )
    )
    assert payload["title"] == "Round 1 is over"
    assert (payload["body"], payload["url"]) == ("Seat A", absolute_url("/tables/4/"))
    assert heard.headers["content-encoding"] == "aes128gcm"
    assert (heard.headers["urgency"], heard.headers["ttl"]) == ("high", "86400")
    assert heard.headers["topic"] == payload["tag"]
    assert Vapid02.verify(heard.headers["authorization"]) is True
    assert heard.headers["authorization"].endswith(f"k={public_key()}")
    assert b"Seat A" not in heard.body


def test_key_of_the_site_is_made_once() -> None:
    first = public_key()

    assert public_key() == first
    assert PushKey.objects.count() == 1
    assert site_key().private_pem().startswith(b"-----BEGIN PRIVATE KEY-----")


@pytest.mark.parametrize("status", [401, 403, 404, 410])
def test_chat_that_is_gone_is_switched_off_and_its_owner_told_by_mail(status: int) -> None:
    with receiver() as server:
        server.answer = refuse(status, b"no_service")
        ada = make_reader()
        chat = make_chat(ada, url_of(server))
        tell(ada, kind=NotificationKind.SEAT, key="1")
        tell(ada, kind=NotificationKind.SEAT, key="2")
        deliver()

    chat.refresh_from_db()
    assert (chat.disabled_at, chat.disabled_reason) == (NOW, f"{status} no_service")
    assert len(server.heard) == 1
    assert Delivery.objects.filter(channel="chat", given_up_at=NOW).count() == 2
    [told] = mail.outbox
    assert (told.to, told.subject) == (["ada@example.org"], "“#cards” was disabled")
    assert f"{status} no_service" in str(told.body)
    assert "List-Unsubscribe" not in told.extra_headers


def test_device_that_is_gone_is_switched_off_and_its_owner_told_in_the_chat() -> None:
    with receiver() as gone, receiver() as chat:
        gone.answer = refuse(410)
        ada = make_player()
        device = make_device(ada, url_of(gone))
        make_chat(ada, url_of(chat))
        tell(ada, kind=NotificationKind.SEAT)
        deliver()

    device.refresh_from_db()
    assert device.disabled_at == NOW
    titles = [json.loads(heard.body)["text"] for heard in chat.heard]
    assert titles == ["Round 1 is over", "“Firefox, Android” was disabled"]


def test_club_s_chat_that_is_gone_is_told_to_its_organisers() -> None:
    club = make_club()
    organiser = make_organiser(club)
    with receiver() as server:
        server.answer = refuse(404)
        make_chat(None, url_of(server), club=club, kinds=["standings"])
        queueing.notify_club(
            club=club,
            kind=NotificationKind.STANDINGS,
            key="1",
            write=lambda: queueing.Message("S"),
            now=NOW,
        )
        deliver()

    [told] = mail.outbox
    assert told.to == [organiser.email]
    assert f"/c/{club.slug}/chats/" in str(told.body)


@pytest.mark.parametrize(
    ("status", "body", "headers", "seconds"),
    [
        (429, b"", {"Retry_After": "1200"}, 1200),
        (429, b'{"parameters": {"retry_after": 1500}}', {}, 1500),
        (503, b"", {"Retry_After": "99999"}, 3600),
        (503, b"", {"Retry_After": "Wed, 21 Oct 2026 07:28:00 GMT"}, 60),
        (500, b"", {}, 60),
    ],
)
def test_busy_server_is_left_in_peace_for_as_long_as_it_asks(
    status: int, body: bytes, headers: dict[str, str], seconds: int
) -> None:
    with receiver() as server:
        server.answer = refuse(status, body, **headers)
        ada = make_player()
        make_chat(ada, url_of(server))
        tell(ada, kind=NotificationKind.SEAT)
        deliver()
        delivery = Delivery.objects.get()
        pause = (delivery.due_at - NOW).total_seconds()
        assert seconds <= pause <= seconds * 1.25
        server.answer = lambda _heard: (204, {}, b"")
        assert deliver(delivery.due_at) == 1

    delivery.refresh_from_db()
    assert (delivery.sent_at, delivery.tries, len(server.heard)) == (delivery.due_at, 2, 2)


def test_message_that_is_refused_for_good_is_given_up_and_the_chat_goes_on() -> None:
    with receiver() as server:
        server.answer = refuse(400, b"invalid_payload")
        ada = make_player()
        chat = make_chat(ada, url_of(server))
        tell(ada, kind=NotificationKind.SEAT)
        deliver()

    chat.refresh_from_db()
    assert (chat.disabled_at, chat.failures) == (None, 1)
    assert Delivery.objects.get().error == "400 invalid_payload"


def test_chat_that_fails_again_and_again_for_days_is_switched_off() -> None:
    with receiver() as server:
        server.answer = refuse(500)
        ada = make_reader()
        chat = make_chat(ada, url_of(server))
        for number in range(MOST_FAILURES - 1):
            tell(ada, kind=NotificationKind.SEAT, key=str(number))
        deliver()
        chat.refresh_from_db()
        assert (chat.disabled_at, chat.failures, chat.failing_since) == (
            None,
            MOST_FAILURES - 1,
            NOW,
        )
        late = NOW + FAILING_FOR
        tell(ada, kind=NotificationKind.SEAT, key="late", now=late)
        deliver(late)

    chat.refresh_from_db()
    assert chat.disabled_at == late
    assert mail.outbox[-1].subject == "“#cards” was disabled"


def test_success_forgets_earlier_failures() -> None:
    with receiver() as server:
        ada = make_player()
        chat = make_chat(ada, url_of(server), failures=5, failing_since=NOW - timedelta(days=9))
        tell(ada, kind=NotificationKind.SEAT)
        deliver()

    chat.refresh_from_db()
    assert (chat.failures, chat.failing_since) == (0, None)


def test_address_that_became_private_is_never_reached(settings: Settings) -> None:
    settings.OUTGOING_PRIVATE_HOSTS = []
    with receiver() as server:
        ada = make_player()
        make_chat(ada, url_of(server).replace(str(server.port), "8080"))
        tell(ada, kind=NotificationKind.SEAT)
        deliver()

    assert server.heard == []
    assert Delivery.objects.get().error == "This name does not resolve to a public address."


def test_device_of_somebody_who_signed_in_there_since_shows_nothing_of_the_first() -> None:
    ada, ben = make_player(), make_player()
    with receiver() as server:
        device = make_device(ada, url_of(server))
        tell(ada, kind=NotificationKind.SEAT)
        make_device(ben, f"{url_of(server)}2")
        Device.objects.filter(pk=device.pk).update(user=ben.user)
        deliver()

    assert server.heard == []


def test_mail_carries_text_and_html_and_stops_by_one_click() -> None:
    ada = make_reader()
    tell(ada, text="1. <Ada>: 17 points", path="/competitions/4/standings/")
    deliver()

    [sent] = mail.outbox
    assert isinstance(sent, EmailMultiAlternatives)
    [(html, kind)] = sent.alternatives
    assert (sent.to, sent.subject, kind) == (["ada@example.org"], "Round 1 is over", "text/html")
    address = absolute_url("/competitions/4/standings/")
    assert str(sent.body).startswith(f"1. <Ada>: 17 points\n\n{address}\n")
    assert "1. &lt;Ada&gt;: 17 points" in str(html)
    assert f'href="{address}"' in str(html)
    stop = sent.extra_headers["List-Unsubscribe"].strip("<>")
    assert "/mails/stop/" in stop
    assert stop in str(sent.body)
    assert stop in str(html)
    assert sent.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert sent.extra_headers["Auto-Submitted"] == "auto-generated"


def test_test_message_goes_into_the_chat_alone() -> None:
    with receiver() as server:
        ada = make_reader()
        chat = make_chat(ada, url_of(server))
        for _twice in range(2):
            targets.test_chat(chat_id=chat.pk, now=NOW)
        deliver()

    assert (len(server.heard), mail.outbox) == (1, [])
    assert Notification.objects.get().subject == "Test message from Zoo Club"
    assert NotificationSettings.objects.count() == 0
