"""Webhooks: every event arrives, signed, once for each key, however often the receiver fails."""

import base64
import hashlib
import hmac
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.api import webhooks
from league.api.models import Webhook, WebhookCursor, WebhookDelivery, WebhookEventType
from league.api.tasks import sweep
from league.api.webhooks import secret_of
from league.clubs.models import Role
from league.core.safe_http import RefusedAddressError
from league.notifications.models import Notification
from league.online.models import OnlineTable
from league.results.authors import Author, Via
from league.results.confirmation import confirm_hand, dispute_hand
from league.results.services import correct_hand, record_hand
from league.rounds.services.closing import close_round
from league.rounds.services.lifecycle import open_round
from tests.factories import make_club, make_organiser, make_player, make_user
from tests.league.api.receivers import Message, listening
from tests.league.api.scenes import Scene
from tests.league.results.hands import record_for

pytestmark = pytest.mark.django_db

START = timezone.now().replace(microsecond=0)


@pytest.fixture(autouse=True)
def clock(settings: Any) -> Iterator[time_machine.Traveller]:
    settings.OUTGOING_PRIVATE_HOSTS = ["127.0.0.0/8"]
    with time_machine.travel(START, tick=False) as traveller:
        yield traveller


def _webhook(scene: Scene, url: str, *events: str) -> Webhook:
    return webhooks.create_webhook(
        club=scene.club,
        url=url,
        events=events or WebhookEventType.values,
        key=uuid4(),
        by=None,
        now=timezone.now(),
    )


def _record(scene: Scene) -> int:
    """Record the next hand and return its id."""
    submission = record_hand(
        table_id=scene.table.pk,
        number=2,
        key=uuid4(),
        seating=scene.table.seating,
        record=record_for(scene.table),
        author=Author(scene.player, "seat", timezone.now()),
    )
    return submission.hand_id


def _types(messages: list[Message]) -> list[str]:
    return [message.told["type"] for message in messages]


def _is_signed(message: Message, secret: str) -> bool:
    """Check a message as docs/api.md tells receivers to."""
    signed = f"{message.headers['webhook-id']}.{message.headers['webhook-timestamp']}."
    key = base64.b64decode(secret.removeprefix("whsec_"))
    digest = hmac.new(key, (signed + message.body).encode(), hashlib.sha256).digest()
    expected = "v1," + base64.b64encode(digest).decode()
    signatures = message.headers["webhook-signature"].split(" ")
    return any(hmac.compare_digest(expected, each) for each in signatures)


def test_everything_that_happens_is_told_and_signed() -> None:
    scene = Scene()
    with listening() as receiver:
        webhook = _webhook(scene, receiver.url)
        sweep()
        assert receiver.messages == []
        hand, now = _record(scene), timezone.now()
        correct_hand(
            hand_id=scene.hand.pk,
            expected_revision=1,
            record={"finish": [1, 0, 2, 3]},
            reason="A slip",
            author=Author(None, Via.CLUB, now),
        )
        answering: dict[str, Any] = {
            "expected_revision": 1,
            "author": Author(scene.player, Via.SEAT, now),
        }
        confirm_hand(hand_id=hand, seat=0, **answering)
        dispute_hand(hand_id=hand, seat=0, reason="No", **answering)
        open_round(round_id=scene.scheduled.pk, now=now)
        close_round(round_id=scene.round.pk, now=now)
        OnlineTable.objects.filter(pk=scene.online.pk).update(table=scene.table, ended_at=now)
        sweep()
        sweep()
    types = _types(receiver.messages)
    assert sorted(set(types)) == sorted(WebhookEventType.values)
    assert types.count(WebhookEventType.STANDINGS_CHANGED) == 1
    assert types.count(WebhookEventType.HAND_CORRECTED) == 1
    assert all(_is_signed(message, secret_of(webhook)) for message in receiver.messages)
    told = next(each.told for each in receiver.messages if each.told["type"] == "hand.recorded")
    assert told["data"] == {
        "club": scene.club.slug,
        "competition": scene.competition.pk,
        "round": scene.round.pk,
        "table": scene.table.pk,
        "hand": hand,
        "number": 2,
        "revision": 1,
        "kind": "entered",
    }


def test_what_fails_at_random_arrives_in_the_end_once_a_key(clock: time_machine.Traveller) -> None:
    scene = Scene()
    with listening(failing=0.6, seed=3) as receiver:
        _webhook(scene, receiver.url)
        _record(scene)
        open_round(round_id=scene.scheduled.pk, now=timezone.now())
        for _ in range(9):
            sweep()
            clock.shift(timedelta(hours=1))
    assert sorted(_types(receiver.messages)) == [
        "hand.recorded",
        "round.opened",
        "standings.changed",
    ]
    assert receiver.tries > len(receiver.messages)
    assert WebhookDelivery.objects.filter(sent_at=None).count() == 0


def test_pauses_double_until_it_is_given_up(clock: time_machine.Traveller) -> None:
    scene = Scene()
    with listening(failing=1) as receiver:
        webhook = _webhook(scene, receiver.url)
        webhooks.send_test(webhook=webhook, now=timezone.now())
        pauses = []
        for _ in range(webhooks.MOST_TRIES):
            assert webhooks.deliver_next(now=timezone.now())
            delivery = WebhookDelivery.objects.get()
            pauses.append((delivery.due_at - timezone.now()).total_seconds())
            assert not webhooks.deliver_next(now=timezone.now())
            clock.move_to(delivery.due_at)
    assert pauses == [30 * 2**number for number in range(webhooks.MOST_TRIES)]
    assert delivery.given_up_at is not None
    assert receiver.tries == webhooks.MOST_TRIES


def test_a_dead_receiver_is_switched_off_and_its_organisers_are_told(
    clock: time_machine.Traveller,
) -> None:
    scene = Scene()
    scene.users[Role.ORGANISER].email = "olga@example.org"
    scene.users[Role.ORGANISER].save()
    with listening(failing=1) as receiver:
        webhook = _webhook(scene, receiver.url)
        webhooks.send_test(webhook=webhook, now=timezone.now())
        for _ in range(webhooks.MOST_FAILURES):
            if not webhooks.deliver_next(now=timezone.now()):
                webhooks.resend(delivery_id=WebhookDelivery.objects.get().pk, now=timezone.now())
                webhooks.deliver_next(now=timezone.now())
            clock.shift(timedelta(hours=3))
        webhook.refresh_from_db()
        assert webhook.disabled_at is not None
        tries = receiver.tries
        webhooks.send_test(webhook=webhook, now=timezone.now())
        assert not webhooks.deliver_next(now=timezone.now())
        assert receiver.tries == tries
    assert Notification.objects.filter(subject__startswith="A webhook of").count() >= 1
    webhooks.enable_webhook(webhook_id=webhook.pk)
    again = Webhook.objects.get()
    assert (again.disabled_at, again.failures) == (None, 0)


def test_a_worker_that_died_is_taken_over(clock: time_machine.Traveller) -> None:
    scene = Scene()
    with listening() as receiver:
        webhook = _webhook(scene, receiver.url)
        webhooks.send_test(webhook=webhook, now=timezone.now())
        WebhookDelivery.objects.update(leased_until=timezone.now() + webhooks.LEASE)
        assert not webhooks.deliver_next(now=timezone.now())
        clock.shift(webhooks.LEASE)
        assert webhooks.deliver_next(now=timezone.now())
    assert _types(receiver.messages) == ["test"]


@pytest.mark.usefixtures("clock")
def test_what_was_taken_before_the_clock_was_put_back_is_sent() -> None:
    scene = Scene()
    with listening() as receiver:
        webhook = _webhook(scene, receiver.url)
        webhooks.send_test(webhook=webhook, now=timezone.now())
        WebhookDelivery.objects.update(leased_until=timezone.now() + timedelta(hours=1))
        assert webhooks.deliver_next(now=timezone.now())
    assert _types(receiver.messages) == ["test"]


def test_what_is_sent_again_has_its_first_id() -> None:
    scene = Scene()
    with listening() as receiver:
        webhook = _webhook(scene, receiver.url)
        delivery = webhooks.send_test(webhook=webhook, now=timezone.now())
        sweep()
        webhooks.resend(delivery_id=delivery.pk, now=timezone.now())
        sweep()
    ids = [message.headers["webhook-id"] for message in receiver.messages]
    assert ids == [str(delivery.uuid)] * 2


def test_only_what_is_wanted_of_ones_own_club_is_told() -> None:
    scene = Scene()
    other = make_club("Other")
    with listening() as receiver:
        _webhook(scene, receiver.url, WebhookEventType.ROUND_OPENED)
        webhooks.create_webhook(
            club=other,
            url=receiver.url,
            events=WebhookEventType.values,
            key=uuid4(),
            by=None,
            now=timezone.now(),
        )
        _record(scene)
        open_round(round_id=scene.scheduled.pk, now=timezone.now())
        sweep()
    assert _types(receiver.messages) == ["round.opened"]


def test_private_addresses_are_refused(settings: Any) -> None:
    settings.OUTGOING_PRIVATE_HOSTS = []
    scene = Scene()
    with pytest.raises(RefusedAddressError):
        _webhook(scene, "ftp://example.org/")
    webhook = _webhook(scene, "http://127.0.0.1/hook")
    webhooks.send_test(webhook=webhook, now=timezone.now())
    assert webhooks.deliver_next(now=timezone.now())
    delivery = WebhookDelivery.objects.get()
    assert (delivery.sent_at, delivery.tries) == (None, 1)
    assert delivery.error == "This name does not resolve to a public address."


def test_pages_make_test_replay_and_remove() -> None:
    scene = Scene()
    client = Client()
    client.force_login(scene.users[Role.ORGANISER])
    path = reverse("api:webhooks", args=[scene.club.slug])
    form = {"url": "https://example.org/hook", "events": ["round.opened"], "key": str(uuid4())}
    assert client.post(path, form | {"url": "gopher://x"}).status_code == 422
    for _ in range(2):
        answer = client.post(path, form)
    webhook = Webhook.objects.get()
    assert answer.headers["Location"] == reverse("api:webhook", args=[webhook.pk])
    assert webhook.url in client.get(path).content.decode()
    client.post(reverse("api:test_webhook", args=[webhook.pk]))
    delivery = WebhookDelivery.objects.get()
    page = client.get(reverse("api:webhook", args=[webhook.pk])).content.decode()
    assert secret_of(webhook) in page
    assert str(delivery.uuid) in page
    WebhookDelivery.objects.update(given_up_at=timezone.now())
    client.post(reverse("api:resend", args=[webhook.pk, delivery.pk]))
    delivery.refresh_from_db()
    assert delivery.given_up_at is None
    client.post(reverse("api:switch_on_webhook", args=[webhook.pk]))
    client.post(reverse("api:remove_webhook", args=[webhook.pk]))
    assert (Webhook.objects.count(), WebhookCursor.objects.count()) == (0, 0)


def test_pages_are_for_the_clubs_organisers() -> None:
    scene = Scene()
    webhook = _webhook(scene, "https://example.org/hook")
    stranger, player, visitor = Client(), Client(), Client()
    stranger.force_login(make_organiser(make_club()))
    player.force_login(make_player(scene.club, user=make_user()).user or make_user())
    for path in (
        reverse("api:webhooks", args=[scene.club.slug]),
        reverse("api:webhook", args=[webhook.pk]),
    ):
        statuses = [client.get(path).status_code for client in (stranger, player, visitor)]
        assert statuses == [404, 404, 302]
    for name in ("test_webhook", "switch_on_webhook", "remove_webhook"):
        path = reverse(f"api:{name}", args=[webhook.pk])
        assert [client.post(path).status_code for client in (stranger, player)] == [404, 404]
    assert Webhook.objects.count() == 1
