"""The outbox under faults: a worker killed while it sends, servers that fail, two at once."""

import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import Message
from email.policy import default
from random import Random
from threading import Event
from urllib.parse import urlsplit

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from allauth.account.models import EmailAddress
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from league.clubs.models import Player
from league.notifications.models import Delivery, NotificationKind, NotificationSettings
from league.notifications.services import targets
from league.notifications.services.sending import LEASE, MOST_REFUSALS
from tests.factories import NOW, make_player, make_user
from tests.league.core.servers import Heard, receiver
from tests.league.notifications.targets import deliver, make_chat, make_reader, tell
from tests.site import PATIENCE, free_port

pytestmark = pytest.mark.django_db(transaction=True)
WORKER = """
import django
django.setup()
from django.utils import timezone
from league.notifications.services import sending
while sending.deliver_next(now=timezone.now()):
    pass
"""


class Sink:
    """A mail server that keeps what it gets, by recipient, and answers what a test says."""

    def __init__(self) -> None:
        self.got: list[tuple[str, str]] = []
        self.mails: list[Message] = []
        self.on_data: Callable[[int], str] = lambda _number: "250 kept"
        self.on_recipient: Callable[[str], str] = lambda _address: "250 known"

    async def handle_RCPT(  # noqa: N802 - as the library names it
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: object
    ) -> str:
        answer = self.on_recipient(address)
        if answer.startswith("250"):
            envelope.rcpt_tos.append(address)
        return answer

    async def handle_DATA(  # noqa: N802
        self, _server: SMTP, _session: Session, envelope: Envelope
    ) -> str:
        assert isinstance(envelope.content, bytes)
        mail = message_from_bytes(envelope.content, policy=default)
        name = mail["Message-ID"]
        answer = self.on_data(len(self.got) + 1)
        if answer.startswith("250"):
            self.got += [(address, name) for address in envelope.rcpt_tos]
            self.mails.append(mail)
        return answer


@pytest.fixture
def sink(settings: Settings) -> Iterator[Sink]:
    """Send mail to a server on this machine."""
    sink = Sink()
    port = free_port()
    controller = Controller(sink, hostname="127.0.0.1", port=port)
    controller.start()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST = "127.0.0.1"
    settings.EMAIL_PORT = port
    yield sink
    controller.stop()


@pytest.fixture
def start_worker(settings: Settings) -> Iterator[Callable[[], subprocess.Popen[bytes]]]:
    """Start workers in processes of their own, on the tests' database and mail server."""
    started: list[subprocess.Popen[bytes]] = []
    name = connection.settings_dict["NAME"]
    server = os.environ.get("DATABASE_URL")
    database = (
        urlsplit(server)._replace(path=f"/{name}").geturl() if server else f"sqlite:///{name}"
    )

    def start() -> subprocess.Popen[bytes]:
        environment = {
            **os.environ,
            "DATABASE_URL": database,
            "EMAIL_URL": f"smtp://127.0.0.1:{settings.EMAIL_PORT}",
        }
        started.append(subprocess.Popen([sys.executable, "-c", WORKER], env=environment))
        return started[-1]

    yield start
    for worker in started:
        worker.kill()
        worker.wait()


def make_readers(count: int) -> list[Player]:
    return [make_reader(f"P{n}", f"p{n}@example.org") for n in range(count)]


@pytest.mark.postgres
@pytest.mark.thorough
def test_worker_killed_while_it_sends_loses_nothing(
    sink: Sink, start_worker: Callable[[], subprocess.Popen[bytes]]
) -> None:
    readers = make_readers(8)
    tell(*readers, now=timezone.now())
    reached, over = Event(), Event()

    def stop_at_third(number: int) -> str:
        if number == 3 and not reached.is_set():
            reached.set()
            over.wait(PATIENCE)
        return "250 kept"

    sink.on_data = stop_at_third
    try:
        worker = start_worker()
        assert reached.wait(PATIENCE)
        worker.kill()
        worker.wait()
    finally:
        over.set()  # the server has the third mail, and the worker never heard that it has
    assert Delivery.objects.filter(sent_at__isnull=False).count() == 2

    Delivery.objects.filter(leased_until__isnull=False).update(leased_until=NOW - LEASE)
    assert start_worker().wait(PATIENCE) == 0

    assert {address for address, _name in sink.got} == {one.contact_email for one in readers}
    assert Delivery.objects.filter(sent_at=None).count() == 0
    twice = [name for name, count in Counter(name for _to, name in sink.got).items() if count > 1]
    assert len(twice) <= 1
    assert len(set(sink.got)) == 8  # what came twice has the same Message-ID


@pytest.mark.postgres
@pytest.mark.thorough
def test_two_workers_at_once_send_every_mail_once(
    sink: Sink, start_worker: Callable[[], subprocess.Popen[bytes]]
) -> None:
    readers = make_readers(30)
    tell(*readers, now=timezone.now())

    workers = [start_worker(), start_worker()]
    assert [worker.wait(PATIENCE) for worker in workers] == [0, 0]

    assert sorted(address for address, _name in sink.got) == sorted(
        one.contact_email for one in readers
    )
    assert Delivery.objects.filter(sent_at__isnull=False, tries=1).count() == 30


def test_mail_server_that_puts_off_gets_every_mail_in_the_end(sink: Sink) -> None:
    readers = make_readers(6)
    tell(*readers)
    chance = Random(3)
    sink.on_data = lambda _number: "250 kept" if chance.random() < 0.4 else "451 later"
    now = NOW
    for _try in range(7):
        deliver(now)
        now += timedelta(hours=6)

    assert sorted(address for address, _name in sink.got) == sorted(
        one.contact_email for one in readers
    )


def test_address_that_is_refused_for_good_is_written_to_no_more(sink: Sink) -> None:
    ada = make_reader()
    sink.on_recipient = lambda _address: "550 no such mailbox"
    for number in range(MOST_REFUSALS + 1):
        tell(ada, key=str(number))
        deliver()

    wishes = NotificationSettings.objects.get(player=ada)
    assert (wishes.mail_failures, wishes.mail_off_at) == (MOST_REFUSALS, NOW)
    errors = set(Delivery.objects.values_list("error", flat=True))
    assert errors == {"550 no such mailbox"}
    assert (Delivery.objects.count(), sink.got) == (MOST_REFUSALS, [])
    targets.enable_mail(player_id=ada.pk)
    sink.on_recipient = lambda _address: "250 known"
    tell(ada, key="again")
    assert (deliver(), len(sink.got)) == (1, 1)


def test_chat_server_that_fails_at_random_gets_every_message_once(settings: Settings) -> None:
    settings.OUTGOING_PRIVATE_HOSTS = ["127.0.0.1"]
    chance = Random(7)
    taken: Counter[bytes] = Counter()

    def answer(heard: Heard) -> tuple[int, dict[str, str], bytes]:
        if chance.random() < 0.5:
            return chance.choice([500, 502, 503, 429]), {}, b""
        taken[heard.body] += 1
        return 200, {}, b"ok"

    with receiver() as server:
        server.answer = answer
        players = [make_player() for _each in range(10)]
        for number, player in enumerate(players):
            make_chat(player, f"http://127.0.0.1:{server.port}/{number}")
            tell(player, kind=NotificationKind.SEAT, text=f"Seat {number}")
        now = NOW
        for _try in range(8):
            deliver(now)
            now += timedelta(hours=6)

    assert sorted(taken.values()) == [1] * 10
    assert Delivery.objects.filter(sent_at__isnull=False).count() == 10


def test_mail_that_has_arrived_is_stopped_by_one_click_and_never_comes_twice(sink: Sink) -> None:
    ada = make_reader()
    for _ in range(2):
        assert tell(ada) == (1 if not sink.mails else 0)
        deliver()
    [mail] = sink.mails

    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    address = urlsplit(mail["List-Unsubscribe"].strip(" <>"))
    body = mail["List-Unsubscribe-Post"]
    program = Client(enforce_csrf_checks=True)
    answer = program.post(address.path, body, content_type="application/x-www-form-urlencoded")
    assert (answer.status_code, answer.headers.get("Location")) == (200, None)

    assert tell(ada, key="another") == 0
    deliver()
    assert len(sink.mails) == 1


def test_digest_arrives_as_one_mail_with_a_stop_for_all_of_it(sink: Sink) -> None:
    ada = make_reader()
    NotificationSettings.objects.create(
        player=ada, frequency="daily", hour=8, chosen={"email": {"round": True}}
    )
    kinds = (NotificationKind.STANDINGS, NotificationKind.ROUND)
    for kind in kinds:
        tell(ada, kind=kind)
    tell(ada)
    deliver()
    assert sink.mails == []
    for _ in range(2):
        deliver(now=NOW + timedelta(days=1))
    [mail] = sink.mails

    assert "2 notifications" in mail["Subject"]
    program = Client(enforce_csrf_checks=True)
    program.post(
        urlsplit(mail["List-Unsubscribe"].strip(" <>")).path, {"List-Unsubscribe": "One-Click"}
    )
    assert [tell(ada, kind=kind, key="another") for kind in kinds] == [0, 0]


def test_mail_waits_for_the_end_of_the_quiet_hours_that_its_reader_chose(
    sink: Sink, client: Client
) -> None:
    user = make_user("ada@example.org")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    ada = make_player(name="Ada", user=user)
    client.force_login(user)
    page = reverse("notifications:settings", args=[ada.pk])
    shown = client.get(page).context["form"]
    chosen = {field.html_name: "on" for field in shown if field.value() is True}
    hours = {"quiet_from": "22", "quiet_until": "6", "time_zone": "Europe/Rome"}
    timing = {"frequency": "at_once", "hour": "8", "weekday": "0", "language": "en"}
    assert client.post(page, chosen | timing | hours).status_code == 302

    night, morning = (datetime(2026, 11, day, hour, tzinfo=UTC) for day, hour in ((6, 22), (7, 5)))
    tell(ada, now=night)
    for now in (night, morning - timedelta(seconds=1)):
        deliver(now)
        assert sink.mails == []
    deliver(morning)
    [mail] = sink.mails
    assert mail["To"] == "ada@example.org"

    body = mail.get_body(("plain",)).get_content()  # type: ignore[attr-defined]
    [link] = re.findall(r"\S+/mails/stop/\S+", body)
    reader = Client()
    assert "Unsubscribe from:" in reader.get(urlsplit(link).path).content.decode()
    assert reader.post(urlsplit(link).path, {"all": "1"}).status_code == 200
    assert tell(ada, key="another", now=morning) == 0
