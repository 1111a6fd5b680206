"""Create webhooks, send them signed events, and disable those that fail."""

import base64
import hashlib
import hmac
import json
from collections.abc import Collection
from datetime import datetime, timedelta
from urllib.parse import urlsplit
from uuid import UUID, uuid4

from django.conf import settings
from django.db import transaction
from django.db.models import F, QuerySet
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from league.api.event_detection import WebhookEvent, events_since, start_cursor
from league.api.models import TEST, Webhook, WebhookCursor, WebhookDelivery
from league.audit.actions import Action
from league.audit.services import log_action
from league.clubs.models import Club, Player
from league.clubs.queries import Visitor, clubs_organised_by, organisers_of
from league.core.database import has_expired
from league.core.enqueue import enqueue
from league.core.safe_http import SafeHttpError, check_url, send
from league.notifications.models import NotificationKind
from league.notifications.services.queueing import Message, notify_players

PREFIX = "whsec_"


def secret_of(webhook: Webhook) -> str:
    """Return the secret for the receiver: 256 bits, derived and not stored."""
    return _secret(webhook, settings.SECRET_KEY)


def _secret(webhook: Webhook, key: str) -> str:
    digest = salted_hmac(
        "league.api.webhooks", webhook.seed, secret=key, algorithm="sha256"
    ).digest()
    return PREFIX + base64.b64encode(digest).decode()


def sign(secret: str, identity: str, timestamp: int, body: str) -> str:
    """Return the signature of a message."""
    key = base64.b64decode(secret.removeprefix(PREFIX))
    signed = f"{identity}.{timestamp}.{body}".encode()
    digest = hmac.new(key, signed, hashlib.sha256).digest()
    return "v1," + base64.b64encode(digest).decode()


def headers_of(delivery: WebhookDelivery, now: datetime) -> dict[str, str]:
    """Return the headers of a message, signed by the current and earlier keys of the site."""
    timestamp = int(now.timestamp())
    identity = str(delivery.uuid)
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    secrets = [_secret(delivery.webhook, key) for key in keys]
    signatures = [sign(secret, identity, timestamp, delivery.body) for secret in secrets]
    return {
        "Content-Type": "application/json",
        "webhook-id": identity,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": " ".join(signatures),
    }


SWEEP = "league.api.tasks.sweep"
LEASE = timedelta(minutes=1)
"""Longer than any request takes."""
FIRST_PAUSE = timedelta(seconds=30)
MOST_TRIES = 9
"""With pauses that double, the last try is more than two hours after the first."""
MOST_FAILURES = 12
FAILING_FOR = timedelta(days=1)
"""A webhook is disabled after MOST_FAILURES in a row during at least this time."""


def webhooks_organised_by(user: Visitor) -> QuerySet[Webhook]:
    """Return the webhooks of the clubs that a user organises."""
    organised = clubs_organised_by(user).order_by().values("pk")
    return Webhook.objects.filter(club__in=organised).select_related("club", "created_by")


@transaction.atomic
def create_webhook(
    *, club: Club, url: str, events: Collection[str], key: UUID, by: Player | None, now: datetime
) -> Webhook:
    """Create a webhook, once for each key; raises RefusedAddressError."""
    values = {
        "club": club,
        "url": check_url(url),
        "events": sorted(events),
        "created_by": by,
        "created_at": now,
    }
    webhook, is_new = Webhook.objects.get_or_create(key=key, defaults=values)
    start_cursor(club, now)
    if is_new:
        _log_webhook(Action.WEBHOOK_CREATED, webhook)
    return webhook


@transaction.atomic
def remove_webhook(*, webhook_id: int) -> None:
    """Delete a webhook and its deliveries."""
    if (found := Webhook.objects.filter(pk=webhook_id).first()) is not None:
        _log_webhook(Action.WEBHOOK_REMOVED, found)
        found.delete()
        if not Webhook.objects.filter(club=found.club_id).exists():
            WebhookCursor.objects.filter(club=found.club_id).delete()


@transaction.atomic
def enable_webhook(*, webhook_id: int) -> None:
    """Enable a webhook from now on."""
    Webhook.objects.filter(pk=webhook_id).update(
        disabled_at=None, disabled_reason="", failures=0, failing_since=None
    )
    _log_webhook(Action.WEBHOOK_ENABLED, Webhook.objects.get(pk=webhook_id))


@transaction.atomic
def disable_webhooks_of(*, player: Player, now: datetime) -> None:
    """Disable the webhooks of a player who leaves, and notify the other organisers."""
    made = Webhook.objects.select_for_update(of=("self",)).filter(
        created_by=player, disabled_at=None
    )
    for webhook in made.select_related("club").order_by("pk"):
        webhook.disabled_at = now
        webhook.disabled_reason = _("The player who created it has left the club.")
        webhook.save(update_fields=["disabled_at", "disabled_reason"])
        _log_webhook(Action.WEBHOOK_DISABLED, webhook)
        _notify_disabled(webhook, player, now)


@transaction.atomic
def send_test(*, webhook: Webhook, now: datetime) -> WebhookDelivery:
    """Send a test event."""
    event = WebhookEvent(TEST, f"test:{uuid4()}", now, {})
    delivery = _delivery(webhook, event, now)
    delivery.save()
    _log_webhook(Action.WEBHOOK_TESTED, webhook)
    enqueue(SWEEP)
    return delivery


@transaction.atomic
def resend(*, delivery_id: int, now: datetime) -> None:
    """Send a delivery again, under the same id."""
    WebhookDelivery.objects.filter(pk=delivery_id).update(
        due_at=now, leased_until=None, tries=0, sent_at=None, given_up_at=None
    )
    _log_webhook(Action.WEBHOOK_RESENT, Webhook.objects.get(deliveries=delivery_id))
    enqueue(SWEEP)


def _log_webhook(action: Action, webhook: Webhook) -> None:
    """Log an action on a webhook, with the host name alone, as its path may be secret."""
    address = urlsplit(webhook.url)
    log_action(club_id=webhook.club_id, action=action, about=webhook, label=address.hostname or "")


@transaction.atomic
def detect_events(*, club_id: int, now: datetime) -> int:
    """Queue the new events of a club for its webhooks; return their number."""
    cursors = WebhookCursor.objects.select_for_update(of=("self",)).select_related("club")
    cursor = cursors.get(club=club_id)
    found = events_since(cursor, now)
    cursor.save()
    webhooks = list(Webhook.objects.filter(club=club_id, disabled_at=None))
    wanted = [
        _delivery(webhook, event, now)
        for webhook in webhooks
        for event in found
        if event.event in webhook.events and event.at >= webhook.created_at
    ]
    sent = WebhookDelivery.objects.filter(webhook__in=webhooks, key__in=[w.key for w in wanted])
    known = set(sent.values_list("webhook", "key"))
    fresh = [each for each in wanted if (each.webhook_id, each.key) not in known]
    WebhookDelivery.objects.bulk_create(fresh, ignore_conflicts=True)
    return len(fresh)


def deliver_next(*, now: datetime) -> bool:
    """Send the delivery that is due first; return False if none is due."""
    delivery = _claim(now)
    if delivery is None:
        return False
    status, error = None, ""
    try:
        answer = send(
            delivery.webhook.url, headers=headers_of(delivery, now), body=delivery.body.encode()
        )
    except SafeHttpError as refusal:
        error = str(refusal)
    else:
        status = answer.status
        if not answer.is_success:
            error = _("The receiver answered with status %(status)d.") % {"status": status}
    if error:
        _record_failure(delivery, status, error, now)
        return True
    with transaction.atomic():
        WebhookDelivery.objects.filter(pk=delivery.pk).update(
            sent_at=now, status=status, error="", leased_until=None
        )
        Webhook.objects.filter(pk=delivery.webhook_id).update(failures=0, failing_since=None)
    return True


def _delivery(webhook: Webhook, event: WebhookEvent, now: datetime) -> WebhookDelivery:
    identity = uuid4()
    body = {
        "id": str(identity),
        "type": event.event,
        "timestamp": event.at.isoformat(timespec="seconds"),
        "data": {"club": webhook.club.slug, **event.data},
    }
    what = {"key": event.key, "event": event.event, "body": json.dumps(body)}
    return WebhookDelivery(webhook=webhook, uuid=identity, created_at=now, due_at=now, **what)


def _claim(now: datetime) -> WebhookDelivery | None:
    """Lease the delivery that is due first, if any, to one worker."""
    free = has_expired("leased_until", life=LEASE, now=now)
    due = WebhookDelivery.objects.filter(
        free, sent_at=None, given_up_at=None, due_at__lte=now, webhook__disabled_at=None
    ).order_by("due_at", "pk")
    for pk in due.values_list("pk", flat=True)[:10]:
        taken = WebhookDelivery.objects.filter(free, pk=pk, sent_at=None, given_up_at=None)
        if taken.update(leased_until=now + LEASE, tries=F("tries") + 1):
            return WebhookDelivery.objects.select_related("webhook__club").get(pk=pk)
    return None


@transaction.atomic
def _record_failure(
    delivery: WebhookDelivery, status: int | None, error: str, now: datetime
) -> None:
    """Schedule the next try with exponential backoff, or give up and disable the webhook."""
    is_last = delivery.tries >= MOST_TRIES
    WebhookDelivery.objects.filter(pk=delivery.pk).update(
        status=status,
        error=error[:300],
        leased_until=None,
        due_at=now + FIRST_PAUSE * 2 ** (delivery.tries - 1),
        given_up_at=now if is_last else None,
    )
    webhook = Webhook.objects.select_for_update(of=("self",)).get(pk=delivery.webhook_id)
    webhook.failures += 1
    webhook.failing_since = webhook.failing_since or now
    is_dead = webhook.failures >= MOST_FAILURES and now - webhook.failing_since >= FAILING_FOR
    if is_dead and webhook.disabled_at is None:
        webhook.disabled_at, webhook.disabled_reason = now, error[:300]
        _notify_disabled(webhook, None, now)
    webhook.save(update_fields=["failures", "failing_since", "disabled_at", "disabled_reason"])


def _notify_disabled(webhook: Webhook, left: Player | None, now: datetime) -> None:
    """Notify the organisers of a disabled webhook, except the player who has left, if any."""

    def write() -> Message:
        if left is not None:
            text = _(
                "%(name)s created the webhook to %(url)s and has left the club. Enable it "
                "again if the club needs it and you know who receives the data."
            )
        else:
            text = _("No event has reached %(url)s for a day. Last error: %(why)s")
        names = {"url": webhook.url, "why": webhook.disabled_reason, "name": left and left.name}
        return Message(
            subject=_("A webhook of %(club)s was disabled") % {"club": webhook.club.name},
            text=text % names,
            path=reverse("api:webhook", args=[webhook.pk]),
        )

    organisers = organisers_of(webhook.club)
    notify_players(
        players=organisers.exclude(pk=left.pk) if left else organisers,
        kind=NotificationKind.CHANNEL,
        key=f"webhook:{webhook.pk}:{now.isoformat()}",
        write=write,
        now=now,
    )
