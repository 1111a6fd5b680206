"""Where channels lead, and the secret addresses of calendars and news."""

import secrets
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.clubs.models import Club, Player, User


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
