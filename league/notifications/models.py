"""Models of notifications, their deliveries and targets, of posts and subscriptions."""

import secrets
from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from league.clubs.models import Club, Player, User, check_time_zone


class NotificationKind(models.TextChoices):
    """What a notification is about."""

    SEAT = "seat", _("your table is ready")
    ROUND = "round", _("a round opens, now or soon")
    DEADLINE = "deadline", _("a deadline is approaching")
    TURN = "turn", _("it is your turn")
    CONFIRM = "confirm", _("a result needs your confirmation")
    DISPUTE = "dispute", _("one of your hands is disputed")
    CORRECTION = "correction", _("one of your hands was changed")
    STANDINGS = "standings", _("standings after a round")
    INVITATION = "invitation", _("you are entered or invited")
    CALL = "call", _("a table calls the organiser")
    MISSED = "missed", _("a player missed a round")
    REPORT = "report", _("a chat message was reported")
    CLAIM = "claim", _("a player was claimed")
    CLAIMED = "claimed", _("your player claim was decided")
    CHANNEL = "channel", _("a notification channel was disabled")
    ANNOUNCEMENT = "announced", _("an organiser writes to all")


class Channel(models.TextChoices):
    """A channel of notifications."""

    EMAIL = "email", _("email")
    PUSH = "push", _("push")
    CHAT = "chat", _("chat app")


_Kind = NotificationKind
FOR_ORGANISERS = frozenset({_Kind.CALL, _Kind.MISSED, _Kind.REPORT, _Kind.CLAIM})
ALWAYS = frozenset({_Kind.CHANNEL})  # cannot be switched off
# Not for a digest: useless the day after.
URGENT = ALWAYS | {_Kind.SEAT, _Kind.DEADLINE, _Kind.TURN, _Kind.CONFIRM, _Kind.CALL}
CHOSEN = tuple(kind for kind in _Kind if kind not in ALWAYS)
OF_CLUBS = (_Kind.ANNOUNCEMENT, _Kind.STANDINGS, _Kind.ROUND, _Kind.SEAT)  # for a club's own chats
DEFAULTS = {
    Channel.EMAIL: frozenset(CHOSEN)
    - {_Kind.SEAT, _Kind.ROUND, _Kind.CONFIRM, _Kind.DISPUTE, _Kind.CALL},
    Channel.PUSH: frozenset(CHOSEN) - {_Kind.STANDINGS},
    Channel.CHAT: frozenset(CHOSEN),
}


class DigestFrequency(models.TextChoices):
    """How often mail is sent."""

    AT_ONCE = "at_once", _("immediately")
    DAILY = "daily", _("once a day, as a digest")
    WEEKLY = "weekly", _("once a week, as a digest")


HOUR = [MinValueValidator(0), MaxValueValidator(23)]


class NotificationSettings(models.Model):
    """A player's settings; `chosen` is {channel: {kind: bool}}, 0 is Monday."""

    player = models.OneToOneField(
        Player, on_delete=models.CASCADE, related_name="notification_settings"
    )
    chosen = models.JSONField(default=dict, blank=True)
    frequency = models.CharField(
        _("email frequency"),
        max_length=10,
        choices=DigestFrequency,
        default=DigestFrequency.AT_ONCE,
    )
    hour = models.PositiveSmallIntegerField(_("time"), default=8, validators=HOUR)
    weekday = models.PositiveSmallIntegerField(
        _("weekday"), default=0, validators=[MaxValueValidator(6)]
    )
    quiet_from = models.PositiveSmallIntegerField(null=True, blank=True, validators=HOUR)
    quiet_until = models.PositiveSmallIntegerField(null=True, blank=True, validators=HOUR)
    time_zone = models.CharField(
        _("time zone"), max_length=64, blank=True, validators=[check_time_zone]
    )
    mail_failures = models.PositiveSmallIntegerField(default=0)
    mail_off_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("notification settings")
        verbose_name_plural = _("notification settings")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(quiet_from=None, quiet_until=None)
                | Q(quiet_from__isnull=False, quiet_until__isnull=False),
                name="quiet_hours_begin_and_end",
            ),
            models.CheckConstraint(
                condition=Q(hour__lte=23) & Q(weekday__lte=6), name="digest_has_an_hour_and_a_day"
            ),
        ]

    def __str__(self) -> str:
        return str(self.player)

    def wants(self, kind: str, channel: str) -> bool:
        """Say whether a kind is wanted on a channel."""
        if kind in ALWAYS:
            return True
        default = kind in DEFAULTS[Channel(channel)]
        return bool(self.chosen.get(channel, {}).get(kind, default))


class Target(models.Model):
    """Where a channel leads, with its failures in a row."""

    failing_since = models.DateTimeField(null=True, blank=True)
    failures = models.PositiveSmallIntegerField(default=0)
    disabled_at = models.DateTimeField(null=True, blank=True)
    disabled_reason = models.CharField(max_length=300, blank=True)

    class Meta:
        abstract = True


class Device(Target):
    """A browser with push messages; `session` is the SHA-256 of the session's key."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="devices")
    endpoint = models.URLField(max_length=1000)
    digest = models.CharField(max_length=64, unique=True)
    p256dh = models.CharField(max_length=120)
    auth = models.CharField(max_length=40)
    label = models.CharField(max_length=80, blank=True)
    session = models.CharField(max_length=64)
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("push device")
        verbose_name_plural = _("push devices")

    def __str__(self) -> str:
        return self.label or str(_("Device"))


class ChatService(models.TextChoices):
    """A chat service with webhooks."""

    DISCORD = "discord", "Discord"
    SLACK = "slack", "Slack"
    TELEGRAM = "telegram", "Telegram"


class ChatIntegration(Target):
    """A chat of a player, or of a club; `url` is secret, `room` is for Telegram."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="chats")
    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, null=True, blank=True, related_name="chats"
    )
    service = models.CharField(max_length=10, choices=ChatService)
    url = models.URLField(max_length=1000)
    room = models.CharField(max_length=80, blank=True)
    label = models.CharField(_("name"), max_length=80)
    kinds = models.JSONField(default=list, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("chat app")
        verbose_name_plural = _("chat apps")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(service__in=ChatService.values), name="chat_is_known"
            )
        ]

    def __str__(self) -> str:
        return self.label


def make_secret() -> str:
    """Return a new random secret of 32 characters, 192 bits."""
    return secrets.token_urlsafe(24)


class Source(models.TextChoices):
    """What a subscription returns."""

    CALENDAR = "calendar", _("calendar")
    NEWS = "news", _("news")


class Subscription(models.Model):
    """A secret address of a player's calendar or news, of one competition if `about` is set."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="subscriptions")
    source = models.CharField(max_length=10, choices=Source)
    about = models.CharField(max_length=40, blank=True)
    secret = models.CharField(max_length=40, unique=True, default=make_secret)
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("subscription")
        verbose_name_plural = _("subscriptions")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["player", "source", "about"], name="one_address_for_each_subscription"
            )
        ]

    def __str__(self) -> str:
        return f"{self.player} · {self.get_source_display()}"


class CalendarEntry(models.Model):
    """The last state of a calendar's event; `sequence` grows with each change (RFC 5545)."""

    subscription = models.ForeignKey(
        Subscription, on_delete=models.CASCADE, related_name="calendar_entries"
    )
    uid = models.CharField(max_length=80)
    sequence = models.PositiveIntegerField(default=0)
    facts = models.JSONField()
    is_cancelled = models.BooleanField(default=False)
    ends_at = models.DateTimeField()
    changed_at = models.DateTimeField()

    class Meta:
        verbose_name = _("calendar entry")
        verbose_name_plural = _("calendar entries")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["subscription", "uid"], name="calendar_entry_is_kept_once"
            )
        ]

    def __str__(self) -> str:
        return self.uid


class PushKey(models.Model):
    """The site's key for push services (VAPID, RFC 8292); one row."""

    private = models.TextField()
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("push key")
        verbose_name_plural = _("push keys")
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(id=1), name="there_is_one_push_key")
        ]

    def __str__(self) -> str:
        return str(self.created_at)


class Notification(models.Model):
    """A message to a player, or to a club's chats; `about` limits who may read it."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="notifications")
    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, null=True, blank=True, related_name="notifications"
    )
    kind = models.CharField(
        max_length=10, choices=NotificationKind, default=NotificationKind.STANDINGS
    )
    key = models.CharField(max_length=160, unique=True)
    subject = models.CharField(max_length=200)
    text = models.TextField(blank=True)
    path = models.CharField(max_length=200, blank=True)
    about = models.CharField(max_length=40, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("notification")
        verbose_name_plural = _("notifications")
        indexes: ClassVar = [
            models.Index(fields=["club", "-created_at", "-id"], name="notification_of_club")
        ]

    def __str__(self) -> str:
        return self.subject


UNSENT = Q(sent_at=None, given_up_at=None)


class NotSent(models.TextChoices):
    """Why a delivery was never tried."""

    NO_SERVER = "no_server", _("no mail server")
    LATE = "late", _("too late")


class DeliveryQuerySet(models.QuerySet["Delivery"]):
    """Deliveries."""

    def unsent(self) -> "DeliveryQuerySet":
        """Return those still to be sent."""
        return self.filter(UNSENT)


class Delivery(models.Model):
    """A notification's way out on one channel, leased by a worker; equal bundles go together."""

    notification = models.ForeignKey(
        Notification, on_delete=models.CASCADE, related_name="deliveries"
    )
    channel = models.CharField(max_length=10, choices=Channel)
    target = models.CharField(max_length=24, blank=True)
    device = models.ForeignKey(Device, on_delete=models.SET_NULL, null=True, blank=True)
    chat = models.ForeignKey(ChatIntegration, on_delete=models.SET_NULL, null=True, blank=True)
    bundle = models.CharField(max_length=80, blank=True)
    due_at = models.DateTimeField()
    leased_until = models.DateTimeField(null=True, blank=True)
    lease = models.UUIDField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    error = models.TextField(blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    given_up_at = models.DateTimeField(null=True, blank=True)
    not_sent = models.CharField(
        max_length=10, choices=NotSent, blank=True, default="", db_default=""
    )

    objects = DeliveryQuerySet.as_manager()

    class Meta:
        verbose_name = _("delivery")
        verbose_name_plural = _("deliveries")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["notification", "channel", "target"], name="notification_has_one_delivery"
            )
        ]
        indexes: ClassVar = [
            models.Index(fields=["due_at", "id"], condition=UNSENT, name="delivery_unsent"),
            models.Index(
                fields=["bundle"], condition=UNSENT & ~Q(bundle=""), name="delivery_bundle"
            ),
            models.Index(fields=["lease"], condition=Q(lease__isnull=False), name="delivery_lease"),
        ]

    def __str__(self) -> str:
        return f"{self.notification} · {self.get_channel_display()}"


class PostText(NamedTuple):
    """The title and text of a post, and the heads of its table's columns."""

    title: str
    body: str = ""
    head: Sequence[str] = ()


class Post(models.Model):
    """An item of a club's news feed; `about` limits who may read it.

    `title`, `body` and `table` (with "head" and "rows") are in the club's language, which is the
    site's. What the site writes is in `translations`, too: PostText as JSON by language. An
    announcement of an organiser is on the club's page and on projectors until `shown_until`.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="posts")
    key = models.CharField(max_length=120)
    title = models.CharField(_("title"), max_length=200)
    body = models.TextField(_("text"), blank=True)
    path = models.CharField(max_length=200, blank=True)
    table = models.JSONField(default=dict, blank=True)
    translations = models.JSONField(null=True, blank=True)
    about = models.CharField(max_length=40, blank=True)
    created_at = models.DateTimeField()
    shown_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("post")
        verbose_name_plural = _("posts")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "key"], name="post_key_is_used_once")
        ]
        indexes: ClassVar = [
            models.Index(fields=["club", "-created_at", "-id"]),
            models.Index(fields=["about", "-created_at", "-id"], name="post_about"),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def shown(self) -> PostText:
        """Return the text in the reader's language where it has one, else as it was written."""
        if translated := (self.translations or {}).get(get_language()):
            return PostText(**translated)
        return PostText(self.title, self.body, self.table.get("head", ()))
