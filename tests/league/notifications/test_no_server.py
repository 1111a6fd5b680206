"""Mail without a mail server, and what comes too late to be sent."""

from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from league.notifications.models import Delivery, NotificationKind, NotSent
from league.notifications.queries import STATES
from league.notifications.services import sending
from tests.factories import NOW, make_organiser, want_mail
from tests.league.notifications.targets import deliver, make_reader, tell

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@pytest.fixture
def no_server(settings: Settings) -> None:
    """Let the site have no mail server."""
    settings.SENDS_MAIL = False


@pytest.mark.usefixtures("no_server")
def test_mail_without_a_server_is_not_called_sent(client: Client) -> None:
    ada = make_reader()
    tell(ada)

    assert (deliver(), mail.outbox) == (1, [])

    delivery = Delivery.objects.get()
    assert (delivery.sent_at, delivery.given_up_at, delivery.not_sent) == (
        None,
        NOW,
        NotSent.NO_SERVER,
    )
    client.force_login(make_organiser(ada.club))
    address = reverse("notifications:outbox", args=[ada.club.slug])
    page = client.get(address).content.decode()
    assert "Not sent: no mail server" in page
    assert "badge open" not in page
    assert reverse("notifications:resend", args=[delivery.pk]) not in page
    found = {
        state: len(client.get(address, {"state": state}).context["page_obj"]) for state in STATES
    }
    assert {state for state, number in found.items() if number} == {"no_server"}


def test_server_that_is_set_up_later_is_not_flooded(settings: Settings) -> None:
    ada = make_reader()
    settings.SENDS_MAIL = False
    tell(ada, key="before")
    deliver()
    settings.SENDS_MAIL = True
    tell(ada, key="after")
    deliver(NOW + HOUR)
    assert [delivery.notification.key.split(":")[1] for delivery in _sent()] == ["after"]


def test_single_mail_is_sent_again_once_there_is_a_server(settings: Settings) -> None:
    settings.SENDS_MAIL = False
    tell(make_reader())
    deliver()
    delivery = Delivery.objects.get()
    assert not sending.resend(delivery_id=delivery.pk, now=NOW)
    settings.SENDS_MAIL = True
    assert sending.resend(delivery_id=delivery.pk, now=NOW + 400 * HOUR)
    deliver(NOW + 400 * HOUR)
    assert [(one.pk, one.not_sent) for one in _sent()] == [(delivery.pk, "")]
    assert len(mail.outbox) == 1


def test_digest_that_is_due_later_waits_for_the_server(settings: Settings) -> None:
    ada = make_reader()
    want_mail(ada, standings=True)
    ada.notification_settings.frequency = "daily"
    ada.notification_settings.save()
    settings.SENDS_MAIL = False
    tell(ada)
    assert deliver() == 0
    settings.SENDS_MAIL = True
    assert deliver(NOW + 24 * HOUR) == 1
    assert len(mail.outbox) == 1


@pytest.mark.parametrize(
    ("kind", "hours", "is_sent"),
    [
        (NotificationKind.ROUND, 11, True),
        (NotificationKind.ROUND, 12, False),
        (NotificationKind.DEADLINE, 23, True),
        (NotificationKind.DEADLINE, 24, False),
        (NotificationKind.STANDINGS, 7 * 24 - 1, True),
        (NotificationKind.STANDINGS, 7 * 24, False),
    ],
)
def test_what_a_worker_finds_too_late_is_not_sent(
    kind: NotificationKind, hours: int, is_sent: bool
) -> None:
    ada = make_reader(mail={kind: True})
    tell(ada, kind=kind)
    deliver(NOW + hours * HOUR)
    delivery = Delivery.objects.get()
    assert (delivery.sent_at is not None, len(mail.outbox)) == (is_sent, int(is_sent))
    assert delivery.not_sent == ("" if is_sent else NotSent.LATE)


def test_outbox_says_what_came_too_late(client: Client) -> None:
    ada = make_reader()
    tell(ada)
    deliver(NOW + 30 * 24 * HOUR)
    client.force_login(make_organiser(ada.club))
    page = client.get(reverse("notifications:outbox", args=[ada.club.slug]), {"state": "late"})
    assert "Not sent: too late" in page.content.decode()


def _sent() -> list[Delivery]:
    return list(Delivery.objects.filter(sent_at__isnull=False).select_related("notification"))
