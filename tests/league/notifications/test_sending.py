"""The outbox: sent at least once, never lost, never for ever."""

import smtplib
from collections.abc import Iterator, Sequence
from datetime import timedelta
from threading import Barrier, Lock, Thread
from typing import ClassVar

import pytest
import time_machine
from django.core import mail
from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.message import EmailMessage
from django.db import connection
from django.test import override_settings

from league.clubs.models import Role
from league.notifications import tasks, visibility
from league.notifications.models import Delivery, Notification, NotificationKind
from league.notifications.services import sending, targets
from league.notifications.services.sending import FIRST_PAUSE, JITTER, LEASE, MOST_TRIES, give_up
from tests.factories import NOW, make_competition, want_mail
from tests.league.notifications.targets import deliver, make_chat, make_reader, tell

pytestmark = [pytest.mark.django_db, pytest.mark.databases]


class BrokenBackend(BaseEmailBackend):
    """A mail server that is away."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        raise smtplib.SMTPServerDisconnected("The server has gone away")


class MeetingBackend(BaseEmailBackend):
    """A mail server that takes two mails at a time, so that two workers meet at work."""

    sent: ClassVar[list[str]] = []
    lock: ClassVar[Lock] = Lock()
    meeting: ClassVar[Barrier] = Barrier(2)

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        self.meeting.wait(timeout=30)
        with self.lock:
            self.sent.extend(message.to[0] for message in email_messages)
        return len(email_messages)


BROKEN = f"{__name__}.BrokenBackend"


def test_sent_notice_is_not_sent_again() -> None:
    tell(make_reader())

    assert (deliver(), deliver(NOW + timedelta(days=9))) == (1, 0)
    delivery = Delivery.objects.get()
    assert (delivery.sent_at, delivery.tries, delivery.leased_until) == (NOW, 1, None)
    assert len(mail.outbox) == 1


def test_what_is_no_longer_wanted_or_possible_is_given_up() -> None:
    unwilling = make_reader("A", "a@example.org")
    gone = make_reader("B", "b@example.org")
    without = make_reader("C", "c@example.org")
    tell(unwilling, gone, without)
    want_mail(unwilling, standings=False)
    gone.left_at = NOW
    gone.save()
    without.contact_email = ""
    without.save()

    assert deliver() == 3
    assert mail.outbox == []
    assert dict(Delivery.objects.values_list("notification__player__name", "error")) == {
        "A": "The player has turned off this notification.",
        "B": "The player has left the club.",
        "C": "This channel no longer exists.",
    }
    assert set(Delivery.objects.values_list("given_up_at", flat=True)) == {NOW}


def test_what_is_for_organisers_is_not_sent_to_who_is_none_any_more() -> None:
    still = make_reader("A", "a@example.org", role=Role.ORGANISER)
    once = make_reader("B", "b@example.org", role=Role.ORGANISER)
    tell(still, once, kind=NotificationKind.CLAIM)
    once.role = Role.PLAYER
    once.save()

    assert deliver() == 2
    assert [each.to for each in mail.outbox] == [["a@example.org"]]
    assert Delivery.objects.get(notification__player=once).error == (
        "The player is no longer an organiser of the club."
    )


def test_notice_of_what_a_player_may_no_longer_see_is_not_sent() -> None:
    ada = make_reader()
    seen = make_competition(ada.club)
    removed = make_competition(ada.club)
    elsewhere = make_competition()
    for competition in (seen, removed, elsewhere):
        about = visibility.name_of("competition", competition.pk)
        tell(ada, key=str(competition.pk), about=about)
    removed.delete()

    assert (deliver(), len(mail.outbox)) == (3, 1)
    refused = Delivery.objects.filter(given_up_at=NOW)
    assert set(refused.values_list("error", flat=True)) == {
        "The player no longer has access to this."
    }
    assert refused.count() == 2


def test_failing_sending_waits_longer_each_time_and_is_given_up_at_last() -> None:
    tell(make_reader())
    now, pauses = NOW, []
    with override_settings(EMAIL_BACKEND=BROKEN):
        for _try in range(MOST_TRIES):
            assert deliver(now) == 1
            delivery = Delivery.objects.get()
            pauses.append(delivery.due_at - now)
            now = max(delivery.due_at, now)
        assert deliver(now + timedelta(days=9)) == 0

    for number, pause in enumerate(pauses[:7]):
        shortest = FIRST_PAUSE * 2**number
        assert shortest <= pause <= shortest * (1 + JITTER)
    assert delivery.given_up_at is not None
    assert delivery.error == "SMTPServerDisconnected: The server has gone away"
    assert delivery.sent_at is None


def test_what_failed_together_does_not_come_back_together() -> None:
    tell(*(make_reader(f"P{n}", f"p{n}@example.org") for n in range(5)))
    with override_settings(EMAIL_BACKEND=BROKEN):
        deliver()

    assert len(set(Delivery.objects.values_list("due_at", flat=True))) == 5


def test_what_failed_is_sent_when_the_server_is_back() -> None:
    tell(make_reader())
    with override_settings(EMAIL_BACKEND=BROKEN):
        deliver()

    assert deliver(NOW + timedelta(seconds=59)) == 0
    assert deliver(NOW + FIRST_PAUSE * (1 + JITTER)) == 1
    delivery = Delivery.objects.get()
    assert (len(mail.outbox), delivery.error, delivery.tries) == (1, "", 2)


def test_given_up_delivery_is_sent_again_when_asked_but_a_sent_one_is_not() -> None:
    tell(make_reader())
    Delivery.objects.update(given_up_at=NOW, tries=8)
    pk = Delivery.objects.get().pk

    assert sending.resend(delivery_id=pk, now=NOW) is True
    assert (deliver(), len(mail.outbox)) == (1, 1)
    assert sending.resend(delivery_id=pk, now=NOW) is False
    assert deliver() == 0


def test_broken_address_does_not_hold_up_the_others() -> None:
    bad, good = make_reader("Bad", "bad\n@example.org"), make_reader()
    tell(bad, good)

    assert deliver() == 2
    assert [message.to for message in mail.outbox] == [["ada@example.org"]]
    delivery = Delivery.objects.get(notification__player=bad)
    assert (delivery.error.partition(":")[0], delivery.given_up_at) == ("BadHeaderError", NOW)


def test_worker_takes_what_no_other_has_and_what_a_dead_one_left() -> None:
    tell(make_reader())
    [taken] = sending.claim_next(now=NOW)

    assert sending.claim_next(now=NOW + timedelta(minutes=4)) == []
    [after] = sending.claim_next(now=NOW + LEASE)
    assert (after.pk, after.tries) == (taken.pk, 2)


def test_worker_takes_what_was_taken_before_the_clock_was_put_back() -> None:
    tell(make_reader())
    [taken] = sending.claim_next(now=NOW + timedelta(hours=1))

    [after] = sending.claim_next(now=NOW)
    assert (after.pk, after.tries) == (taken.pk, 2)


def test_what_kills_every_worker_is_given_up_at_last() -> None:
    tell(make_reader())
    for number in range(MOST_TRIES):
        assert len(sending.claim_next(now=NOW + number * LEASE)) == 1

    assert deliver(NOW + MOST_TRIES * LEASE) == 1
    assert Delivery.objects.get().error == "No attempt got an answer."
    assert mail.outbox == []


def test_slow_worker_writes_nothing_over_what_another_has_taken_since() -> None:
    tell(make_reader())
    slow = sending.claim_next(now=NOW)
    fast = sending.claim_next(now=NOW + LEASE)
    give_up(slow, error="too late", now=NOW)

    delivery = Delivery.objects.get()
    assert (delivery.given_up_at, delivery.lease) == (None, fast[0].lease)


def test_second_sending_is_known_by_its_message_id() -> None:
    tell(make_reader())
    deliver()
    Delivery.objects.update(sent_at=None)  # as if the worker had died before it noted the sending
    deliver()

    first, second = mail.outbox
    assert first.extra_headers["Message-ID"] == second.extra_headers["Message-ID"]


def test_task_sends_all_that_is_due() -> None:
    tell(*(make_reader(f"P{n}", f"p{n}@example.org") for n in range(3)))
    with time_machine.travel(NOW, tick=False):
        tasks.deliver()
        tasks.deliver()

    assert sorted(message.to[0] for message in mail.outbox) == [
        "p0@example.org",
        "p1@example.org",
        "p2@example.org",
    ]


def test_chat_that_was_removed_is_given_up() -> None:
    ada = make_reader()
    chat = make_chat(ada, "https://hooks.slack.com/services/1")
    tell(ada, kind=NotificationKind.SEAT)
    targets.remove_chat(chat_id=chat.pk)

    assert deliver() == 1
    assert Delivery.objects.get(channel="chat").error == "This channel no longer exists."


@pytest.fixture
def meeting() -> Iterator[list[str]]:
    """Send through a server at which two workers meet, and give the addresses it has sent to."""
    MeetingBackend.sent.clear()
    with override_settings(EMAIL_BACKEND=f"{__name__}.MeetingBackend"):
        yield MeetingBackend.sent


@pytest.mark.django_db(transaction=True)
def test_two_workers_at_once_send_everything_once(meeting: list[str]) -> None:
    readers = [make_reader(f"P{n}", f"p{n}@example.org") for n in range(20)]
    tell(*readers)

    def work() -> None:
        try:
            for _each in range(10):
                sending.deliver_next(now=NOW)
        finally:
            connection.close()

    workers = [Thread(target=work) for _worker in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()

    assert sorted(meeting) == sorted(reader.contact_email for reader in readers)
    assert Delivery.objects.filter(sent_at=NOW, tries=1).count() == 20


@pytest.mark.django_db(transaction=True)
def test_two_that_tell_the_same_at_once_tell_it_once() -> None:
    readers = [make_reader(f"P{n}", f"p{n}@example.org") for n in range(5)]
    start = Barrier(2)

    def work() -> None:
        start.wait()
        try:
            tell(*readers)
        finally:
            connection.close()

    workers = [Thread(target=work) for _worker in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()

    assert (Notification.objects.count(), Delivery.objects.count()) == (5, 5)
