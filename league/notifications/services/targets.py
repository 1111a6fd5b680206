"""Services of devices, chats, subscriptions and notification settings."""

import hashlib
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _

from league.audit.actions import Action
from league.audit.services import log_action
from league.clubs.models import Club, Player, User
from league.clubs.services import choose_language
from league.core.enqueue import enqueue
from league.core.safe_http import check_url
from league.notifications.models import (
    CHOSEN,
    OF_CLUBS,
    Channel,
    ChatIntegration,
    Delivery,
    Device,
    DigestFrequency,
    Notification,
    NotificationKind,
    NotificationSettings,
    PushKey,
    Source,
    Subscription,
)
from league.notifications.services.queueing import DELIVER

MOST_DEVICES = 20
MOST_CHATS = 10
ENABLED: Mapping[str, Any] = {
    "failing_since": None,
    "failures": 0,
    "disabled_at": None,
    "disabled_reason": "",
}


class TooManyError(Exception):
    """Too many devices or chats."""


class Keys(NamedTuple):
    """A browser's push subscription: address and two keys."""

    endpoint: str
    p256dh: str
    auth: str


def digest_of(text: str) -> str:
    """Return the SHA-256 of a text."""
    return hashlib.sha256(text.encode()).hexdigest()


@transaction.atomic
def add_device(*, user: User, keys: Keys, session: str, label: str, now: datetime) -> Device:
    """Add or take over a browser; raise RefusedAddressError, TooManyError."""
    endpoint = check_url(keys.endpoint)
    User.objects.select_for_update().get(pk=user.pk)
    others = Device.objects.filter(user=user).exclude(digest=digest_of(endpoint))
    if others.count() >= MOST_DEVICES:
        raise TooManyError
    values = {**keys._asdict(), **ENABLED, "user": user, "endpoint": endpoint, "created_at": now}
    values |= {"session": digest_of(session), "label": label[:80]}
    return Device.objects.update_or_create(digest=digest_of(endpoint), defaults=values)[0]


@transaction.atomic
def change_device(*, before: str, keys: Keys) -> bool:
    """Replace a browser's address, proven by the old one; say whether that was known."""
    device = Device.objects.select_for_update().filter(digest=digest_of(before)).first()
    if device is None:
        return False
    endpoint = check_url(keys.endpoint)
    Device.objects.filter(digest=digest_of(endpoint)).exclude(pk=device.pk).delete()
    device.endpoint, device.digest = endpoint, digest_of(endpoint)
    device.p256dh, device.auth = keys.p256dh, keys.auth
    _enable(device)
    device.save()
    return True


@transaction.atomic
def remove_device(*, user: User, device_id: int) -> None:
    """Remove a device."""
    Device.objects.filter(user=user, pk=device_id).delete()


@transaction.atomic
def remove_devices_of_session(*, session: str) -> None:
    """Remove the devices of a session."""
    Device.objects.filter(session=digest_of(session)).delete()


@transaction.atomic
def renew_push_key() -> int:
    """Delete the push key and all devices, which know it; return their number."""
    PushKey.objects.all().delete()
    return Device.objects.all().delete()[0]


@transaction.atomic
def add_chat(
    *,
    club: Club,
    player: Player | None,
    service: str,
    url: str,
    room: str = "",
    label: str,
    kinds: Sequence[str] = (),
    now: datetime,
) -> ChatIntegration:
    """Add a chat of a player or club, once; raise RefusedAddressError, TooManyError."""
    address = check_url(url)
    Club.objects.select_for_update().get(pk=club.pk)
    known = ChatIntegration.objects.filter(club=club, player=player)
    same = known.filter(url=address, room=room).first()
    if same is None and known.count() >= MOST_CHATS:
        raise TooManyError
    chat = same or ChatIntegration(club=club, player=player, url=address, room=room, created_at=now)
    chat.service, chat.label = service, label
    chat.kinds = [kind for kind in OF_CLUBS if kind in kinds]
    _enable(chat)
    chat.save()
    _log_chat(Action.CHAT_ADDED, chat)
    return chat


def _enable(target: Device | ChatIntegration) -> None:
    for name, value in ENABLED.items():
        setattr(target, name, value)


def _log_chat(action: Action, chat: ChatIntegration) -> None:
    if chat.player_id is None:
        log_action(club_id=chat.club_id, action=action, about=chat, label=chat.label)


@transaction.atomic
def remove_chat(*, chat_id: int) -> None:
    """Remove a chat."""
    if chat := ChatIntegration.objects.filter(pk=chat_id).first():
        _log_chat(Action.CHAT_REMOVED, chat)
        chat.delete()


@transaction.atomic
def enable_chat(*, chat_id: int) -> None:
    """Enable a disabled chat."""
    ChatIntegration.objects.filter(pk=chat_id).update(**ENABLED)


@transaction.atomic
def test_chat(*, chat_id: int, now: datetime) -> Notification:
    """Queue a test message to a chat, at most once a second."""
    chat = ChatIntegration.objects.select_related("club", "player").get(pk=chat_id)
    notification, is_new = Notification.objects.get_or_create(
        key=f"test:{chat.pk}:{now:%Y%m%d%H%M%S}",
        defaults={
            "club": chat.club,
            "player": chat.player,
            "kind": NotificationKind.CHANNEL,
            "subject": _("Test message from %(club)s") % {"club": chat.club.name},
            "text": _("Notifications arrive here."),
            "created_at": now,
        },
    )
    if is_new:
        target = {"channel": Channel.CHAT, "target": str(chat.pk), "chat": chat}
        Delivery.objects.create(notification=notification, due_at=now, **target)
        _log_chat(Action.CHAT_TESTED, chat)
    enqueue(DELIVER)
    return notification


@transaction.atomic
def subscribe(*, player: Player, source: Source, about: str = "", now: datetime) -> Subscription:
    """Return a player's subscription, created once."""
    return Subscription.objects.get_or_create(
        player=player, source=source, about=about, defaults={"created_at": now}
    )[0]


@transaction.atomic
def remove_subscription(*, player: Player, subscription_id: int) -> None:
    """Remove a subscription."""
    Subscription.objects.filter(player=player, pk=subscription_id).delete()


class Timing(NamedTuple):
    """When mail is sent, and the quiet hours."""

    frequency: str = DigestFrequency.AT_ONCE
    hour: int = 8
    weekday: int = 0
    quiet_from: int | None = None
    quiet_until: int | None = None
    time_zone: str = ""


@transaction.atomic
def save_notification_settings(
    *,
    player_id: int,
    chosen: Mapping[str, Mapping[str, bool]],
    timing: Timing,
    language: str | None = None,
) -> NotificationSettings:
    """Store a player's settings, and the user's language unless None."""
    prefs = _lock(player_id)
    if language is not None and prefs.player.user_id is not None:
        choose_language(user_id=prefs.player.user_id, language=language)
    prefs.chosen = {
        str(channel): {str(kind): bool(wanted) for kind, wanted in kinds.items() if kind in CHOSEN}
        for channel, kinds in chosen.items()
        if channel in Channel
    }
    for name, value in timing._asdict().items():
        setattr(prefs, name, value)
    prefs.save()
    return prefs


@transaction.atomic
def stop_mail(
    *, player_id: int, kinds: Collection[NotificationKind] = CHOSEN
) -> NotificationSettings:
    """Switch off mail of these kinds to a player."""
    prefs = _lock(player_id)
    off = {str(kind): False for kind in kinds}
    prefs.chosen = {**prefs.chosen, "email": {**prefs.chosen.get("email", {}), **off}}
    prefs.save(update_fields=["chosen"])
    return prefs


@transaction.atomic
def enable_mail(*, player_id: int) -> None:
    """Enable mail to an address that refused it."""
    NotificationSettings.objects.filter(player=player_id).update(mail_off_at=None, mail_failures=0)


def _lock(player_id: int) -> NotificationSettings:
    Player.objects.select_for_update().get(pk=player_id)
    return NotificationSettings.objects.get_or_create(player_id=player_id)[0]
