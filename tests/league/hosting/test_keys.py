"""Another secret key: what the old one has signed counts as long as it is among the fallbacks."""

from io import StringIO
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.core.signing import BadSignature
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from league.api.models import WebhookDelivery, WebhookEventType
from league.api.webhooks import headers_of, secret_of, sign
from league.core.live import read_topic, sign_topic
from league.notifications.channels.email import read_stop_token, stop_token
from league.notifications.channels.push import public_key
from league.notifications.models import Device
from league.online.models import OnlineTable, Phase
from league.online.services.seats import open_rematch
from tests.factories import NOW, make_club, make_player, make_table, make_user
from tests.league.notifications.targets import make_device
from tests.league.online.tables import HOST
from tests.league.online.tables import make_table as make_online_table

pytestmark = pytest.mark.django_db

NEW = "a newer key for tests only, of the usual length"


@pytest.fixture
def change(settings: Settings) -> Any:
    """Change the key; the old one counts for a while, or not."""
    old = settings.SECRET_KEY

    def change(*, old_counts: bool) -> None:
        settings.SECRET_KEY = NEW
        settings.SECRET_KEY_FALLBACKS = [old] if old_counts else []

    return change


@pytest.mark.parametrize("old_counts", [True, False])
def test_people_stay_signed_in_as_long_as_the_old_key_counts(
    client: Client, change: Any, old_counts: bool
) -> None:
    client.force_login(make_user())
    page = reverse("accounts:account")
    assert client.get(page).status_code == 200
    change(old_counts=old_counts)
    assert client.get(page).status_code == (200 if old_counts else 302)
    # By then it is renewed, so that the old key may go.
    change(old_counts=False)
    assert client.get(page).status_code == (200 if old_counts else 302)


def test_signed_addresses_count_as_long_as_the_old_key_does(change: Any) -> None:
    player = make_player()
    topic, stop = sign_topic("table:1"), stop_token(player)
    change(old_counts=True)
    assert read_topic(topic) == "table:1"
    assert read_stop_token(stop) is not None
    assert sign_topic("table:1") != topic
    change(old_counts=False)
    with pytest.raises(BadSignature):
        read_topic(topic)
    assert read_stop_token(stop) is None


def test_printed_table_codes_need_no_key(client: Client, change: Any) -> None:
    code = make_table().codes.get()
    change(old_counts=False)
    assert client.get(reverse("results:code", args=[code.token])).status_code == 200


def test_webhooks_are_signed_by_both_keys_as_long_as_the_old_one_counts(change: Any) -> None:
    webhook = make_club().webhooks.create(
        url="https://example.org/", events=WebhookEventType.values, key=uuid4(), created_at=NOW
    )
    sending = WebhookDelivery(webhook=webhook, body="{}", created_at=NOW, due_at=NOW)
    now = timezone.now()

    def signed_with(secret: str) -> bool:
        headers = headers_of(sending, now)
        own = sign(secret, headers["webhook-id"], int(headers["webhook-timestamp"]), "{}")
        return own in headers["webhook-signature"].split(" ")

    old = secret_of(webhook)
    change(old_counts=True)
    new = secret_of(webhook)
    assert old != new
    assert signed_with(old)
    assert signed_with(new)
    change(old_counts=False)
    assert not signed_with(old)
    assert signed_with(new)


def test_who_plays_again_meets_at_the_table_that_was_opened_before(change: Any) -> None:
    over = make_online_table("zop-zoo", 2)
    OnlineTable.objects.filter(pk=over.pk).update(phase=Phase.OVER, ended_at=NOW, due_at=None)
    opened = open_rematch(table_id=over.pk, person=HOST, now=NOW)
    change(old_counts=True)
    assert open_rematch(table_id=over.pk, person=HOST, now=NOW) == opened


def test_another_push_key_forgets_the_devices_that_know_the_old_one() -> None:
    old = public_key()
    device = make_device(make_player(), "https://push.example.org/ada")
    out = StringIO()
    call_command("renew-push-key", stdout=out)
    assert out.getvalue() == "Devices that have to be added again: 1.\n"
    assert not Device.objects.filter(pk=device.pk).exists()
    assert public_key() != old
