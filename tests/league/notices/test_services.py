"""The feed and the outbox: told once, sent at least once, never lost."""

import smtplib
import time
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from threading import Barrier, Thread
from typing import Any, ClassVar

import pytest
from django.core import mail
from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.message import EmailMessage, EmailMultiAlternatives
from django.db import connection
from django.test import override_settings

from league.clubs.models import MAIL_WISHES, Player
from league.clubs.services import stop_mail
from league.notices import services, tasks
from league.notices.mail import make_message
from league.notices.models import WISHES, Kind, Notice, Post
from tests.factories import NOW, make_club, make_player, make_user

pytestmark = pytest.mark.django_db


class BrokenBackend(BaseEmailBackend):
    """A mail server that refuses everything."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        raise smtplib.SMTPServerDisconnected("The server has gone away")


class SlowBackend(BaseEmailBackend):
    """A mail server that takes its time, so that two workers meet at work."""

    sent: ClassVar[list[str]] = []

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        time.sleep(0.02)
        self.sent.extend(message.to[0] for message in email_messages)
        return len(email_messages)


BROKEN = f"{__name__}.BrokenBackend"


def make_reader(name: str = "Ada", email: str = "ada@example.org") -> Player:
    """Make a player with a noted address."""
    return make_player(make_club(), name, contact_email=email)


def queue(*players: Player, key: str = "round:1", html: str = "", now: datetime = NOW) -> int:
    """Queue a mail."""
    return services.queue_mail(
        players=players, key=key, subject="Round 1\nis over", text="Ada 42", html=html, now=now
    )


def deliver(now: datetime = NOW) -> int:
    """Send what is due and return how many mails were tried."""
    tried = 0
    while services.deliver_next(now=now):
        tried += 1
    return tried


def test_post_of_a_key_is_posted_once() -> None:
    club = make_club()
    table = {"head": ["Place", "Player"], "rows": [["1", "Ada"]]}
    first = services.post(club=club, key="round:1", title="Round 1", table=table, now=NOW)
    again = services.post(club=club, key="round:1", title="Other", now=NOW)

    assert again == first
    assert (again.title, again.table) == ("Round 1", table)
    services.post(club=make_club(), key="round:1", title="Elsewhere", now=NOW)
    assert Post.objects.count() == 2


def test_mail_is_queued_once_a_key_and_player() -> None:
    ada, ben = make_reader(), make_reader("Ben", "ben@example.org")

    assert queue(ada) == 1
    assert queue(ada, ben) == 1
    assert queue(ada, key="round:2") == 1
    assert Notice.objects.count() == 3
    assert {notice.subject for notice in Notice.objects.all()} == {"Round 1 is over"}


def test_player_without_address_or_wish_gets_none() -> None:
    silent = make_reader()
    silent.wants_email = False
    silent.save()

    assert queue(make_player(), silent) == 0
    assert Notice.objects.count() == 0


def test_mail_carries_the_text_and_a_way_to_stop_it() -> None:
    queue(make_reader(), html="<b>Ada</b> 42")
    assert deliver() == 1

    [sent] = mail.outbox
    assert (sent.to, sent.subject) == (["ada@example.org"], "Round 1 is over")
    assert str(sent.body).startswith("Ada 42\n")
    stop = sent.extra_headers["List-Unsubscribe"].strip("<>")
    assert "/mails/stop/" in stop
    assert stop in str(sent.body)
    assert sent.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert isinstance(sent, EmailMultiAlternatives)
    [(html, kind)] = sent.alternatives
    assert kind == "text/html"
    assert "<b>Ada</b> 42" in str(html)
    notice = Notice.objects.get()
    assert (notice.sent_at, notice.tries, notice.leased_until) == (NOW, 1, None)


def test_own_address_is_used_before_the_noted_one() -> None:
    player = make_player(user=make_user("own@example.org"), contact_email="noted@example.org")
    queue(player)
    deliver()

    assert mail.outbox[0].to == ["own@example.org"]


def test_sent_mail_is_not_sent_again() -> None:
    queue(make_reader())

    assert (deliver(), deliver(NOW + timedelta(days=9))) == (1, 0)
    assert len(mail.outbox) == 1


def test_player_who_stopped_mail_meanwhile_gets_none() -> None:
    player = make_reader()
    queue(player)
    player.wants_email = False
    player.save()
    deliver()

    assert mail.outbox == []
    assert Notice.objects.get().given_up_at == NOW


def test_mail_that_fails_waits_longer_each_time_and_is_given_up_at_last() -> None:
    queue(make_reader())
    now, pauses = NOW, []
    with override_settings(EMAIL_BACKEND=BROKEN):
        for _try in range(services.MOST_TRIES):
            assert deliver(now) == 1
            notice = Notice.objects.get()
            pauses.append(int((notice.due_at - now).total_seconds() // 60))
            now = max(notice.due_at, now)
        assert deliver(now + timedelta(days=9)) == 0

    assert pauses[:7] == [1, 2, 4, 8, 16, 32, 64]
    assert notice.given_up_at is not None
    assert notice.error == "SMTPServerDisconnected: The server has gone away"
    assert notice.sent_at is None


def test_mail_that_failed_is_sent_when_the_server_is_back() -> None:
    queue(make_reader())
    with override_settings(EMAIL_BACKEND=BROKEN):
        deliver()

    assert deliver(NOW + timedelta(seconds=59)) == 0
    assert deliver(NOW + timedelta(minutes=1)) == 1
    notice = Notice.objects.get()
    assert (len(mail.outbox), notice.error, notice.tries) == (1, "", 2)


def test_given_up_mail_is_tried_again_when_asked() -> None:
    queue(make_reader())
    Notice.objects.update(given_up_at=NOW, tries=8)
    services.try_again(notice_id=Notice.objects.get().pk, now=NOW)

    assert (deliver(), len(mail.outbox)) == (1, 1)
    services.try_again(notice_id=Notice.objects.get().pk, now=NOW)
    assert deliver() == 0


def test_broken_address_does_not_hold_up_the_others() -> None:
    bad, good = make_reader("Bad", "bad\n@example.org"), make_reader()
    queue(bad, good)

    assert deliver() == 2
    assert [message.to for message in mail.outbox] == [["ada@example.org"]]
    assert Notice.objects.get(player=bad).error.startswith("BadHeaderError")


def test_worker_takes_what_no_other_has_and_what_a_dead_one_left() -> None:
    queue(make_reader())
    taken = services.claim_next(now=NOW)

    assert taken is not None
    assert services.claim_next(now=NOW + timedelta(minutes=4)) is None
    after = services.claim_next(now=NOW + timedelta(minutes=5))
    assert after is not None
    assert (after.pk, after.tries) == (taken.pk, 2)


def test_second_sending_of_a_mail_is_known_by_its_message_id() -> None:
    queue(make_reader())
    deliver()
    Notice.objects.update(sent_at=None)  # as if the worker had died before it noted the sending
    deliver()

    first, second = mail.outbox
    assert first.extra_headers["Message-ID"] == second.extra_headers["Message-ID"]


def test_task_sends_all_that_is_due() -> None:
    queue(*(make_reader(f"P{n}", f"p{n}@example.org") for n in range(3)))
    tasks.deliver()
    tasks.deliver()

    assert sorted(message.to[0] for message in mail.outbox) == [
        "p0@example.org",
        "p1@example.org",
        "p2@example.org",
    ]


def test_mail_is_written_to_files_where_no_server_is_set(tmp_path: Path) -> None:
    queue(make_reader())
    folder = tmp_path / "mail"
    with override_settings(
        EMAIL_BACKEND="django.core.mail.backends.filebased.EmailBackend", EMAIL_FILE_PATH=folder
    ):
        deliver()

    [file] = folder.iterdir()
    assert "To: ada@example.org" in file.read_text(encoding="utf-8")
    assert Notice.objects.get().sent_at == NOW


@pytest.fixture
def slow_mail() -> Iterator[list[str]]:
    """Send through a slow server, and give the addresses it has sent to."""
    SlowBackend.sent.clear()
    with override_settings(EMAIL_BACKEND=f"{__name__}.SlowBackend"):
        yield SlowBackend.sent


@pytest.mark.django_db(transaction=True)
def test_workers_at_once_send_every_mail_once(slow_mail: list[str]) -> None:
    readers = [make_reader(f"P{n}", f"p{n}@example.org") for n in range(20)]
    queue(*readers)
    start = Barrier(4)

    def work() -> None:
        start.wait()
        try:
            deliver()
        finally:
            connection.close()

    workers = [Thread(target=work) for _worker in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()

    assert sorted(slow_mail) == sorted(reader.contact_email for reader in readers)
    assert Notice.objects.filter(sent_at=NOW, tries=1).count() == 20


@pytest.mark.parametrize("kind", Kind)
def test_mail_goes_by_the_wish_for_its_kind(kind: Kind) -> None:
    wish = WISHES[kind]
    club = make_club()
    only_this: dict[str, Any] = {**dict.fromkeys(MAIL_WISHES, False), wish: True}
    all_but_this: dict[str, Any] = {**dict.fromkeys(MAIL_WISHES, True), wish: False}
    wants = make_player(club, contact_email="ada@example.org", **only_this)
    make_player(club, contact_email="ben@example.org", **all_but_this)

    queued = services.queue_mail(
        players=club.players.all(), key="k", kind=kind, subject="S", text="T", now=NOW
    )

    notice = Notice.objects.get()
    assert (queued, notice.player, notice.kind) == (1, wants, kind)
    assert make_message(notice) is not None
    setattr(notice.player, wish, False)
    assert make_message(notice) is None


def test_stopped_mail_is_of_no_kind_any_more() -> None:
    player = make_player(wants_seat_email=True, wants_round_email=True)
    assert player.wants_any_email is True

    stop_mail(player_id=player.pk)

    player.refresh_from_db()
    assert player.wants_any_email is False
