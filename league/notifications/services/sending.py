"""Services that send the outbox: at least once, with leases, retries and disabled targets."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from random import Random
from uuid import uuid4

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.audit.actions import Action
from league.audit.services import log_action
from league.clubs.models import Player
from league.clubs.queries import organisers_of
from league.clubs.rights import RUN
from league.core.database import has_expired
from league.core.enqueue import enqueue
from league.notifications import visibility
from league.notifications.channels import chat, email, push
from league.notifications.channels.bundles import DeadTargetError, SendingError, SendingRefusedError
from league.notifications.models import (
    FOR_ORGANISERS,
    Channel,
    ChatIntegration,
    Delivery,
    DeliveryQuerySet,
    Device,
    NotificationKind,
    NotificationSettings,
    NotSent,
)
from league.notifications.services import queueing

LEASE = timedelta(minutes=5)  # far above EMAIL_TIMEOUT
MOST_TRIES = 8
FIRST_PAUSE = timedelta(minutes=1)
LONGEST_PAUSE = timedelta(hours=6)
JITTER = 0.25
LONGEST_ERROR = 500
MOST_TOGETHER = 100

_Kind = NotificationKind
# How long after it was due a notification is still sent, else for a week.
WORTH_FOR: Mapping[str, timedelta] = {
    **dict.fromkeys((_Kind.ROUND, _Kind.SEAT, _Kind.CALL), timedelta(hours=12)),
    **dict.fromkeys((_Kind.DEADLINE, _Kind.TURN, _Kind.CONFIRM), timedelta(days=1)),
}

SENDERS: Mapping[str, Callable[[Sequence[Delivery]], None]] = {
    Channel.EMAIL: email.send,
    Channel.PUSH: push.send,
    Channel.CHAT: chat.send,
}


def claim_next(*, now: datetime) -> list[Delivery]:
    """Lease the next due delivery, with its bundle; the conditional update is the lock."""
    free = has_expired("leased_until", life=LEASE, now=now)
    due = Delivery.objects.unsent().filter(free, due_at__lte=now)
    lease = uuid4()
    while (first := due.order_by("due_at", "pk").values_list("pk", "bundle").first()) is not None:
        pk, bundle = first
        same = [pk]
        if bundle:
            waiting = due.filter(bundle=bundle).order_by("pk").values_list("pk", flat=True)
            same = list(waiting[:MOST_TOGETHER])
        leased = {"leased_until": now + LEASE, "lease": lease, "tries": F("tries") + 1}
        if due.filter(pk__in=same).update(**leased):
            return list(_readable().filter(lease=lease).order_by("pk"))
    return []


def deliver_next(*, now: datetime) -> bool:
    """Send what is due next; return False when nothing is."""
    claimed = claim_next(now=now)
    if not claimed:
        return False
    if wanted := [delivery for delivery in claimed if _is_to_be_sent(delivery, now)]:
        _send(wanted, now)
    return True


def _is_to_be_sent(delivery: Delivery, now: datetime) -> bool:
    if reason := next(_obstacles(delivery), ""):
        give_up([delivery], error=reason, now=now)
    elif not_sent := _not_to_be_tried(delivery, now):
        _finish([delivery], given_up_at=now, not_sent=not_sent, error="")
    else:
        return True
    return False


def _send(wanted: Sequence[Delivery], now: datetime) -> None:
    first = wanted[0]
    try:
        with queueing.locale_of(first.notification.player, first.notification.club).activate():
            SENDERS[first.channel](wanted)
    except DeadTargetError as error:
        give_up(wanted, error=str(error), now=now)
        disable_target(first, why=str(error), now=now)
    except SendingRefusedError as error:
        give_up(wanted, error=str(error), now=now)
        record_failure(first, why=str(error), now=now)
    except SendingError as error:
        put_back(wanted, error=str(error), pause=timedelta(seconds=error.pause), now=now)
        if first.channel != Channel.EMAIL:  # the address is not at fault
            record_failure(first, why=str(error), now=now)
    else:
        _finish(wanted, sent_at=now, error="")
        record_success(first)


def _obstacles(delivery: Delivery) -> Iterator[str]:
    if delivery.tries > MOST_TRIES:
        yield _("No attempt got an answer.")
    notification, player = delivery.notification, delivery.notification.player
    if player is not None and player.left_at is not None:
        yield _("The player has left the club.")
    if _is_gone(delivery):
        yield _("This channel no longer exists.")
    target = delivery.device or delivery.chat
    if target is not None and target.disabled_at is not None:
        yield _("This channel is disabled.")
    if player is None:
        return
    prefs = queueing.notification_settings_of(player)
    if target is None and prefs.mail_off_at is not None:
        yield _("This channel is disabled.")
    if notification.kind in FOR_ORGANISERS and not RUN.is_held_by(player.role):
        yield _("The player is no longer an organiser of the club.")
    if not prefs.wants(notification.kind, delivery.channel):
        yield _("The player has turned off this notification.")
    if not visibility.is_visible_to(player, notification.about):
        yield _("The player no longer has access to this.")


def _not_to_be_tried(delivery: Delivery, now: datetime) -> NotSent | None:
    """Return why a delivery is not even tried, or None."""
    if delivery.channel == Channel.EMAIL and not settings.SENDS_MAIL:
        return NotSent.NO_SERVER
    worth_for = WORTH_FOR.get(delivery.notification.kind, timedelta(days=7))
    return NotSent.LATE if delivery.due_at + worth_for <= now else None


def _is_gone(delivery: Delivery) -> bool:
    player = delivery.notification.player
    if delivery.channel == Channel.EMAIL:
        return player is None or not player.address
    if delivery.channel == Channel.PUSH:  # perhaps another user's by now
        device = delivery.device
        return device is None or player is None or device.user_id != player.user_id
    return delivery.chat is None


def put_back(
    deliveries: Sequence[Delivery], *, error: str, pause: timedelta, now: datetime
) -> None:
    """Schedule the next try, or give up after the last one."""
    if last := [delivery for delivery in deliveries if delivery.tries >= MOST_TRIES]:
        give_up(last, error=error, now=now)
    if rest := [delivery for delivery in deliveries if delivery.tries < MOST_TRIES]:
        wait = max(pause, pause_before(rest[0]))
        _finish(rest, due_at=now + wait, error=error[:LONGEST_ERROR])


def pause_before(delivery: Delivery) -> timedelta:
    """Return the pause before the next try, doubled each time, with jitter."""
    doublings: int = 2 ** (delivery.tries - 1)
    pause = min(FIRST_PAUSE * doublings, LONGEST_PAUSE)
    chance = Random(f"{delivery.pk}:{delivery.tries}")  # noqa: S311 - spreads, and hides nothing
    return pause * (1 + JITTER * chance.random())


def give_up(deliveries: Sequence[Delivery], *, error: str, now: datetime) -> None:
    """Give up with an error."""
    _finish(deliveries, given_up_at=now, error=error[:LONGEST_ERROR])


@transaction.atomic
def resend(*, delivery_id: int, now: datetime) -> bool:
    """Send an unsent delivery again at once; return whether that is possible."""
    waiting = Delivery.objects.filter(pk=delivery_id, sent_at=None, leased_until=None)
    if not settings.SENDS_MAIL:
        waiting = waiting.exclude(channel=Channel.EMAIL)
    changed = waiting.update(given_up_at=None, not_sent="", due_at=now, tries=0, bundle="")
    if changed:
        delivery = Delivery.objects.select_related("notification").get(pk=delivery_id)
        about = delivery.notification
        log_action(
            club_id=about.club_id,
            action=Action.NOTIFICATION_RESENT,
            about=about,
            label=about.subject,
        )
    enqueue(queueing.DELIVER)
    return changed == 1


def _finish(deliveries: Sequence[Delivery], **fields: object) -> None:
    """Store an outcome, unless another worker has leased the rows."""
    ids = [delivery.pk for delivery in deliveries]
    own = Delivery.objects.filter(pk__in=ids, lease=deliveries[0].lease)
    own.update(leased_until=None, lease=None, **fields)


def _readable() -> DeliveryQuerySet:
    return Delivery.objects.select_related(
        "notification__club",
        "notification__player__user",
        "notification__player__notification_settings",
        "device",
        "chat",
    )


# In a row, of a device or chat over some time, and of an address.
MOST_FAILURES, FAILING_FOR, MOST_REFUSALS = 8, timedelta(days=2), 3
LONGEST_REASON = 300


def record_success(delivery: Delivery) -> None:
    """Reset the failures of a target."""
    target = delivery.device or delivery.chat
    if target is not None and target.failures:
        type(target)._default_manager.filter(pk=target.pk).update(failures=0, failing_since=None)
    if delivery.channel == Channel.EMAIL and delivery.notification.player is not None:
        player = delivery.notification.player
        failed = NotificationSettings.objects.filter(player=player, mail_failures__gt=0)
        failed.update(mail_failures=0)


@transaction.atomic
def record_failure(delivery: Delivery, *, why: str, now: datetime) -> None:
    """Count a failure, and disable a target with too many."""
    if delivery.channel == Channel.EMAIL:
        player = delivery.notification.player
        prefs, _is_new = NotificationSettings.objects.get_or_create(player=player)
        own = NotificationSettings.objects.filter(pk=prefs.pk)
        own.update(mail_failures=F("mail_failures") + 1)
        if prefs.mail_failures + 1 >= MOST_REFUSALS:
            disable_target(delivery, why=why, now=now)
        return
    target = _lock(delivery)
    if target is None:
        return
    target.failures += 1
    target.failing_since = target.failing_since or now
    target.save(update_fields=["failures", "failing_since"])
    if target.failures >= MOST_FAILURES and now - target.failing_since >= FAILING_FOR:
        disable_target(delivery, why=why, now=now)


@transaction.atomic
def disable_target(delivery: Delivery, *, why: str, now: datetime) -> None:
    """Disable a target once, give up what waits for it, and notify its owners."""
    if delivery.channel == Channel.EMAIL:
        _disable_mail(delivery, why, now)
        return
    target = _lock(delivery)
    if target is None or target.disabled_at is not None:
        return
    target.disabled_at, target.disabled_reason = now, why[:LONGEST_REASON]
    target.save(update_fields=["disabled_at", "disabled_reason"])
    waiting = Delivery.objects.unsent().filter(channel=delivery.channel, target=delivery.target)
    waiting.update(given_up_at=now, error=target.disabled_reason, leased_until=None, lease=None)
    key = f"{delivery.channel}:{target.pk}:{now:%Y%m%d%H%M%S}"
    subject = (gettext_lazy("“%(way)s” was disabled"), {"way": str(target)})
    if isinstance(target, ChatIntegration) and target.player is None:
        path = reverse("notifications:club_chats", args=[target.club.slug])
        _notify_owners(list(organisers_of(target.club)), key, subject, path, why, now)
    elif player := (
        target if isinstance(target, ChatIntegration) else delivery.notification
    ).player:
        path = reverse("notifications:settings", args=[player.pk])
        _notify_owners([player], key, subject, path, why, now)


def _disable_mail(delivery: Delivery, why: str, now: datetime) -> None:
    player = delivery.notification.player
    enabled = NotificationSettings.objects.filter(player=player, mail_off_at=None)
    if player is None or not enabled.update(mail_off_at=now):
        return
    waiting = Delivery.objects.unsent().filter(channel=Channel.EMAIL, notification__player=player)
    waiting.update(given_up_at=now, error=why[:LONGEST_REASON], leased_until=None, lease=None)
    subject = (gettext_lazy("Email to %(name)s is returned"), {"name": player.name})
    path = reverse("clubs:player", args=[player.pk])
    others = [one for one in organisers_of(delivery.notification.club) if one.pk != player.pk]
    key = f"email:{player.pk}:{now:%Y%m%d%H%M%S}"
    _notify_owners([player, *others], key, subject, path, why, now)


def _notify_owners(
    players: list[Player],
    key: str,
    subject: tuple[Promise, Mapping[str, str]],
    path: str,
    why: str,
    now: datetime,
) -> None:
    def write() -> queueing.Message:
        title, names = subject
        cause = _("This channel was disabled because it refused messages. Last answer: %(why)s")
        advice = _("Fix the problem and enable it again, or remove it, on the page below.")
        text = f"{cause % {'why': why[:LONGEST_REASON]}}\n\n{advice}"
        return queueing.Message(str(title) % names, text, path)

    queueing.notify_players(
        players=players, kind=NotificationKind.CHANNEL, key=key, write=write, now=now
    )


def _lock(delivery: Delivery) -> Device | ChatIntegration | None:
    """Return the device or chat of a delivery, locked, or None."""
    if delivery.chat_id is not None:
        chats = ChatIntegration.objects.select_for_update(of=("self",))
        return chats.select_related("club", "player").filter(pk=delivery.chat_id).first()
    if delivery.device_id is None:
        return None
    return Device.objects.select_for_update().filter(pk=delivery.device_id).first()
