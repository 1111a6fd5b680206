"""Make webhooks, tell them what has happened, and switch off those that nobody hears."""

import json
from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from functools import partial
from urllib.parse import urlsplit
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import F, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from league.api.models import TEST, Sending, Watch, Webhook
from league.api.webhooks.event_detection import WebhookEvent, begin_watch, events_since
from league.api.webhooks.signing import headers_of
from league.audit.services import note
from league.audit.verbs import Verb
from league.clubs.models import Club, Player
from league.clubs.queries import organisers_of
from league.core.leases import has_run_out
from league.core.outgoing import OutgoingError, check_url, send
from league.core.wake import wake
from league.notices.models import Kind
from league.notices.services import Message, tell

SWEEP = "league.api.tasks.sweep"
LEASE = timedelta(minutes=1)
"""Longer than any request may take."""
FIRST_PAUSE = timedelta(seconds=30)
MOST_TRIES = 9
"""With pauses that double, the last try is more than two hours after the first."""
MOST_FAILURES = 12
FAILING_FOR = timedelta(days=1)
"""A webhook is switched off after so many failures in a row, over so long a time."""


@transaction.atomic
def make_webhook(
    *, club: Club, url: str, events: Collection[str], key: UUID, by: Player | None, now: datetime
) -> Webhook:
    """Send a club's events to an address from now on; the same key again makes no second one.

    Raises league.core.outgoing.RefusedAddressError.
    """
    values = {
        "club": club,
        "url": check_url(url),
        "events": sorted(events),
        "made_by": by,
        "created_at": now,
    }
    webhook, is_new = Webhook.objects.get_or_create(key=key, defaults=values)
    begin_watch(club, now)
    if is_new:
        _note(Verb.WEBHOOK_MADE, webhook)
    return webhook


@transaction.atomic
def remove_webhook(*, webhook_id: int) -> None:
    """Send nothing to an address any more, and forget what was sent."""
    found = Webhook.objects.filter(pk=webhook_id).first()
    if found is not None:
        club = found.club_id
        _note(Verb.WEBHOOK_REMOVED, found)
        found.delete()
        if not Webhook.objects.filter(club=club).exists():
            Watch.objects.filter(club=club).delete()


@transaction.atomic
def switch_on(*, webhook_id: int) -> None:
    """Send to an address again that was switched off, but not all that happened meanwhile."""
    Webhook.objects.filter(pk=webhook_id).update(
        off_at=None, off_why="", failures=0, failing_since=None
    )
    _note(Verb.WEBHOOK_ON, Webhook.objects.get(pk=webhook_id))


@transaction.atomic
def switch_off_of(*, player: Player, now: datetime) -> None:
    """Send nothing more to addresses that a player, who is leaving the club, had it sent to.

    The other organisers are told: whatever serves the club itself is switched on again by one.
    """
    made = Webhook.objects.select_for_update(of=("self",)).filter(made_by=player, off_at=None)
    for webhook in made.select_related("club").order_by("pk"):
        webhook.off_at = now
        webhook.off_why = _("The player who made it has left the club.")
        webhook.save(update_fields=["off_at", "off_why"])
        _note(Verb.WEBHOOK_OFF, webhook)
        others = organisers_of(webhook.club).exclude(pk=player.pk)
        _tell_off(webhook, others, partial(_made_by_who_left, webhook, player), now)


@transaction.atomic
def send_test(*, webhook: Webhook, now: datetime) -> Sending:
    """Send an event that says nothing, to see whether it arrives."""
    happening = WebhookEvent(TEST, f"test:{uuid4()}", now, {})
    sending = _sending(webhook, happening, now)
    sending.save()
    _note(Verb.WEBHOOK_TESTED, webhook)
    wake(SWEEP)
    return sending


@transaction.atomic
def send_again(*, sending_id: int, now: datetime) -> None:
    """Send something again, under its first id, so that the receiver can tell."""
    Sending.objects.filter(pk=sending_id).update(
        due_at=now, leased_until=None, tries=0, sent_at=None, given_up_at=None
    )
    _note(Verb.WEBHOOK_RESENT, Webhook.objects.get(sendings=sending_id))
    wake(SWEEP)


def _note(verb: Verb, webhook: Webhook) -> None:
    """Note what was done to a webhook; of its address the part before any secret."""
    address = urlsplit(webhook.url)
    note(club_id=webhook.club_id, verb=verb, about=webhook, label=address.hostname or "")


@transaction.atomic
def notice(*, club_id: int, now: datetime) -> int:
    """Queue what has happened in a club for those who want to know; return how much is new."""
    watch = Watch.objects.select_for_update(of=("self",)).select_related("club").get(club=club_id)
    found = events_since(watch, now)
    watch.save()
    webhooks = list(Webhook.objects.filter(club=club_id, off_at=None))
    wanted = [
        _sending(webhook, happening, now)
        for webhook in webhooks
        for happening in found
        if happening.event in webhook.events and happening.at >= webhook.created_at
    ]
    known = set(
        Sending.objects.filter(
            webhook__in=webhooks, key__in=[each.key for each in wanted]
        ).values_list("webhook", "key")
    )
    fresh = [each for each in wanted if (each.webhook_id, each.key) not in known]
    Sending.objects.bulk_create(fresh, ignore_conflicts=True)
    return len(fresh)


def deliver_next(*, now: datetime) -> bool:
    """Send what has waited longest, if anything is due; say whether there was something.

    It is sent at least once: a process that dies meanwhile leaves a lease that runs out.
    """
    sending = _claim(now)
    if sending is None:
        return False
    status, error = None, ""
    try:
        answer = send(sending.webhook.url, headers=headers_of(sending, now), body=_body(sending))
    except OutgoingError as refusal:
        error = str(refusal)
    else:
        status = answer.status
        if not answer.is_success:
            error = _("The receiver answered %(status)d.") % {"status": status}
    if error:
        _note_failure(sending, status, error, now)
    else:
        _note_success(sending, status, now)
    return True


def _sending(webhook: Webhook, happening: WebhookEvent, now: datetime) -> Sending:
    identity = uuid4()
    body = {
        "id": str(identity),
        "type": happening.event,
        "timestamp": happening.at.isoformat(timespec="seconds"),
        "data": {"club": webhook.club.slug, **happening.data},
    }
    return Sending(
        webhook=webhook,
        uuid=identity,
        key=happening.key,
        event=happening.event,
        body=json.dumps(body),
        created_at=now,
        due_at=now,
    )


def _body(sending: Sending) -> bytes:
    return sending.body.encode()


def _claim(now: datetime) -> Sending | None:
    """Take what has waited longest; of two workers that want it, one gets it."""
    free = has_run_out("leased_until", life=LEASE, now=now)
    due = Sending.objects.filter(
        free, sent_at=None, given_up_at=None, due_at__lte=now, webhook__off_at=None
    ).order_by("due_at", "pk")
    for pk in due.values_list("pk", flat=True)[:10]:
        taken = Sending.objects.filter(free, pk=pk, sent_at=None, given_up_at=None)
        if taken.update(leased_until=now + LEASE, tries=F("tries") + 1):
            return Sending.objects.select_related("webhook__club").get(pk=pk)
    return None


@transaction.atomic
def _note_success(sending: Sending, status: int | None, now: datetime) -> None:
    Sending.objects.filter(pk=sending.pk).update(
        sent_at=now, status=status, error="", leased_until=None
    )
    Webhook.objects.filter(pk=sending.webhook_id).update(failures=0, failing_since=None)


@transaction.atomic
def _note_failure(sending: Sending, status: int | None, error: str, now: datetime) -> None:
    """Try again later, ever later; give up at last, and switch off what nobody hears."""
    is_last = sending.tries >= MOST_TRIES
    Sending.objects.filter(pk=sending.pk).update(
        status=status,
        error=error[:300],
        leased_until=None,
        due_at=now + FIRST_PAUSE * 2 ** (sending.tries - 1),
        given_up_at=now if is_last else None,
    )
    webhook = Webhook.objects.select_for_update(of=("self",)).get(pk=sending.webhook_id)
    webhook.failures += 1
    webhook.failing_since = webhook.failing_since or now
    is_dead = webhook.failures >= MOST_FAILURES and now - webhook.failing_since >= FAILING_FOR
    if is_dead and webhook.off_at is None:
        webhook.off_at, webhook.off_why = now, error[:300]
        _tell_off(webhook, organisers_of(webhook.club), partial(_not_arriving, webhook), now)
    webhook.save(update_fields=["failures", "failing_since", "off_at", "off_why"])


def _not_arriving(webhook: Webhook) -> str:
    return _("Nothing has arrived at %(url)s for a day. The last try said: %(why)s") % {
        "url": webhook.url,
        "why": webhook.off_why,
    }


def _made_by_who_left(webhook: Webhook, player: Player) -> str:
    return _(
        "%(name)s, who made the webhook to %(url)s, has left the club. Switch it on again if the "
        "club needs it and you know who receives it."
    ) % {"name": player.name, "url": webhook.url}


def _tell_off(
    webhook: Webhook, organisers: QuerySet[Player], write_text: Callable[[], str], now: datetime
) -> None:
    def write() -> Message:
        return Message(
            subject=_("A webhook of %(club)s was switched off") % {"club": webhook.club.name},
            text=write_text(),
            path=reverse("api:webhook", args=[webhook.pk]),
        )

    tell(
        players=organisers,
        kind=Kind.CHANNEL,
        key=f"webhook:{webhook.pk}:{now.isoformat()}",
        write=write,
        now=now,
    )
