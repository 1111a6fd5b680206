"""Services that write posts and queue notifications, in each reader's language and time zone."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime, time, timedelta
from functools import cache
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import transaction
from django.utils import timezone, translation

from league.clubs.models import Club, Player, User
from league.core.enqueue import enqueue
from league.notifications.models import (
    OF_CLUBS,
    URGENT,
    Channel,
    ChatIntegration,
    Delivery,
    Device,
    DigestFrequency,
    Notification,
    NotificationKind,
    NotificationSettings,
    Post,
    PostText,
)

DELIVER = "league.notifications.tasks.deliver"
LONGEST_SUBJECT = 200


class Message(NamedTuple):
    """Subject, plain text, page and what the reader must be able to see (`about`)."""

    subject: str
    text: str = ""
    path: str = ""
    about: str = ""


Writer = Callable[[], Message]


class Target(NamedTuple):
    """A channel with its device or chat."""

    channel: Channel
    device: Device | None = None
    chat: ChatIntegration | None = None

    @property
    def key(self) -> str:
        """Return the id of device or chat, "" for mail."""
        one = self.device or self.chat
        return str(one.pk) if one else ""


@transaction.atomic
def post(
    *,
    club: Club,
    key: str,
    write: Callable[[], PostText],
    path: str = "",
    rows: Sequence[Sequence[str]] = (),
    about: str = "",
    now: datetime,
) -> Post:
    """Return the post of a key, created once, in all languages; `rows` are those of a table."""
    texts = {language: _written_in(language, write) for language in dict(settings.LANGUAGES)}
    own = texts.pop(settings.LANGUAGE_CODE)
    different = {language: text._asdict() for language, text in texts.items() if text != own}
    defaults = {
        "title": own.title,
        "body": own.body,
        "table": {"head": own.head, "rows": rows} if rows else {},
        "translations": different or None,
        "path": path,
        "about": about,
        "created_at": now,
    }
    return Post.objects.get_or_create(club=club, key=key, defaults=defaults)[0]


def _written_in(language: str, write: Callable[[], PostText]) -> PostText:
    with translation.override(language):
        text = write()
    return text._replace(title=text.title[:LONGEST_SUBJECT])


@transaction.atomic
def notify_players(
    *,
    players: Iterable[Player],
    kind: NotificationKind,
    key: str,
    write: Writer,
    now: datetime,
    not_before: datetime | None = None,
    channels: Collection[Channel] = tuple(Channel),
) -> int:
    """Notify players once a key, not before `not_before`; return the number of new ones."""
    targets = {
        player: [each for each in targets_of(player, kind) if each.channel in channels]
        for player in _with_targets(players)
    }
    written = _writer_for_readers(write)
    notifications = [
        _notification(written(player), f"{kind}:{key}:{player.pk}", kind, player, now)
        for player, found in targets.items()
        if found
    ]
    earliest = max(now, not_before) if not_before else now
    return _queue(notifications, {player.pk: found for player, found in targets.items()}, earliest)


@transaction.atomic
def notify_club(
    *, club: Club, kind: NotificationKind, key: str, write: Writer, now: datetime
) -> int:
    """Notify a club's chats once a key; return the number of new notifications."""
    if kind not in OF_CLUBS:
        raise ValueError(f"{kind} is told to people only.")
    chats = ChatIntegration.objects.filter(club=club, player=None, disabled_at=None).order_by("pk")
    targets = [Target(Channel.CHAT, chat=chat) for chat in chats if kind in chat.kinds]
    if not targets:
        return 0
    with locale_of(None, club).activate():
        message = write()
    notification = _notification(message, f"{kind}:{key}:club{club.pk}", kind, club, now)
    return _queue([notification], {None: targets}, now)


@transaction.atomic
def cancel_notifications(*, kind: NotificationKind, key: str, player: Player | None = None) -> int:
    """Delete unsent notifications of a key, or of all keys below it; return how many."""
    keys = {"key": f"{kind}:{key}:{player.pk}"} if player else {"key__startswith": f"{kind}:{key}:"}
    found = Notification.objects.filter(**keys)
    sent = Delivery.objects.filter(notification__in=found).exclude(
        sent_at=None, given_up_at=None, leased_until=None, tries=0
    )
    waiting = found.exclude(pk__in=sent.values("notification")).values_list("pk", flat=True)
    _count, each = Notification.objects.filter(pk__in=list(waiting)).delete()
    return each.get("notifications.Notification", 0)


def targets_of(player: Player, kind: NotificationKind) -> list[Target]:
    """Return where a player wants notifications of a kind."""
    prefs = notification_settings_of(player)
    devices = player.user.devices.all() if player.user else ()
    targets = [Target(Channel.EMAIL)] if player.address and prefs.mail_off_at is None else []
    targets += [Target(Channel.PUSH, device=each) for each in devices if not each.disabled_at]
    targets += [
        Target(Channel.CHAT, chat=each) for each in player.chats.all() if not each.disabled_at
    ]
    return [target for target in targets if prefs.wants(kind, target.channel)]


def notification_settings_of(player: Player) -> NotificationSettings:
    """Return a player's settings, else the defaults."""
    try:
        return player.notification_settings
    except NotificationSettings.DoesNotExist:
        return NotificationSettings(player=player)


def _with_targets(players: Iterable[Player]) -> list[Player]:
    chosen = Player.objects.active().filter(pk__in=[player.pk for player in players])
    return list(
        chosen.select_related("user", "club", "notification_settings")
        .prefetch_related("user__devices", "chats")
        .order_by("pk")
    )


def _queue(
    notifications: Sequence[Notification],
    targets: Mapping[int | None, Sequence[Target]],
    now: datetime,
) -> int:
    """Store notifications of new keys with their deliveries; return how many."""
    if not notifications:
        return 0
    by_key = {notification.key: notification for notification in notifications}
    known = set(Notification.objects.filter(key__in=by_key).values_list("key", flat=True))
    fresh = [notification for notification in notifications if notification.key not in known]
    if not fresh:
        return 0
    # Another worker may store the same key at this moment.
    Notification.objects.bulk_create(fresh, ignore_conflicts=True)
    stored = Notification.objects.filter(key__in=[notification.key for notification in fresh])
    deliveries = [
        _delivery(pk, by_key[key], target, now)
        for pk, key in stored.order_by("pk").values_list("pk", "key")
        for target in targets[by_key[key].player_id]
    ]
    Delivery.objects.bulk_create(deliveries, ignore_conflicts=True)
    enqueue(DELIVER)
    return len(fresh)


def _writer_for_readers(write: Writer) -> Callable[[Player], Message]:
    """Return a cached writer, which writes once for each locale."""

    @cache
    def written(locale: LocaleContext) -> Message:
        with locale.activate():
            return write()

    return lambda player: written(locale_of(player, player.club))


def _notification(
    message: Message, key: str, kind: NotificationKind, to: Player | Club, now: datetime
) -> Notification:
    club, player = (to.club, to) if isinstance(to, Player) else (to, None)
    subject = " ".join(message.subject.split())[:LONGEST_SUBJECT]
    content = message._replace(subject=subject, text=message.text.strip())._asdict()
    return Notification(club=club, player=player, kind=kind, key=key, created_at=now, **content)


def _delivery(pk: int, notification: Notification, target: Target, now: datetime) -> Delivery:
    due_at, bundle = now, ""
    if (player := notification.player) is not None:
        prefs, zone = notification_settings_of(player), player.club.time_zone
        due_at, bundle = due_time_for(prefs, notification.kind, target.channel, zone=zone, now=now)
    bundle = bundle and f"{target.channel}{target.key}:{notification.player_id}:{bundle}"
    values = {"target": target.key, "bundle": bundle, "due_at": due_at}
    return Delivery(notification_id=pk, **values, **target._asdict())


class LocaleContext(NamedTuple):
    """A reader's language and time zone."""

    language: str
    zone: str

    @contextmanager
    def activate(self) -> Iterator[None]:
        """Activate language and time zone."""
        with translation.override(self.language), timezone.override(ZoneInfo(self.zone)):
            yield


def locale_of(player: Player | None, club: Club) -> LocaleContext:
    """Return the locale of a player, or of a club's chats."""
    zone = notification_settings_of(player).time_zone if player else ""
    return LocaleContext(language_of(player.user if player else None), zone or club.time_zone)


def language_of(user: User | None) -> str:
    """Return a user's language if the site has it, else the site's."""
    chosen = user.language if user else ""
    return chosen if chosen in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


class DueTime(NamedTuple):
    """When something is sent, and in which bundle."""

    due_at: datetime
    bundle: str = ""


def due_time_for(
    prefs: NotificationSettings, kind: str, channel: str, *, zone: str, now: datetime
) -> DueTime:
    """Return when a notification is due: digests for mail, quiet hours for everything."""
    clock = ZoneInfo(prefs.time_zone or zone)
    has_digest = prefs.frequency != DigestFrequency.AT_ONCE
    if channel == Channel.EMAIL and has_digest and kind not in URGENT:
        at = _next_digest(prefs, clock, now)
        return DueTime(at, f"digest:{at:%Y%m%d%H%M}")
    until = quiet_until(prefs, zone=zone, now=now)
    return DueTime(now) if until is None else DueTime(until, f"quiet:{until:%Y%m%d%H%M}")


def quiet_until(prefs: NotificationSettings, *, zone: str, now: datetime) -> datetime | None:
    """Return the end of the current quiet hours, or None."""
    begin, end = prefs.quiet_from, prefs.quiet_until
    if begin is None or end is None or begin == end:
        return None
    clock = ZoneInfo(prefs.time_zone or zone)
    local = now.astimezone(clock)
    is_quiet = begin <= local.hour < end if begin < end else not end <= local.hour < begin
    return _next(end, clock, now) if is_quiet else None


def _next_digest(prefs: NotificationSettings, clock: ZoneInfo, now: datetime) -> datetime:
    at = _next(prefs.hour, clock, now)
    if prefs.frequency == DigestFrequency.WEEKLY:
        days = (prefs.weekday - at.astimezone(clock).weekday()) % 7
        day = at.astimezone(clock).date() + timedelta(days=days)
        at = datetime.combine(day, time(prefs.hour), clock)
    return at.astimezone(now.tzinfo)


def _next(hour: int, clock: ZoneInfo, now: datetime) -> datetime:
    day = now.astimezone(clock).date()
    at = datetime.combine(day, time(hour), clock)
    if at <= now:
        at = datetime.combine(day + timedelta(days=1), time(hour), clock)
    return at.astimezone(now.tzinfo)
