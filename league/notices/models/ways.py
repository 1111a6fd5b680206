"""The ways on which notices reach somebody: devices, chats, and secret addresses to fetch from."""

import secrets
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.clubs.models import Club, Player, User


class Device(models.Model):
    """A browser that shows notices by itself, of whoever is signed in there.

    `session` is the SHA-256 of the key of the session that added it: who signs out there hears no
    more there. `failing_since` and `failures` tell of refusals in a row.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="devices")
    endpoint = models.URLField(max_length=1000)
    digest = models.CharField(max_length=64, unique=True)
    p256dh = models.CharField(max_length=120)
    auth = models.CharField(max_length=40)
    label = models.CharField(max_length=80, blank=True)
    session = models.CharField(max_length=64)
    created_at = models.DateTimeField()
    failing_since = models.DateTimeField(null=True, blank=True)
    failures = models.PositiveSmallIntegerField(default=0)
    off_at = models.DateTimeField(null=True, blank=True)
    why_off = models.CharField(max_length=300, blank=True)

    class Meta:
        verbose_name = _("device")
        verbose_name_plural = _("devices")

    def __str__(self) -> str:
        return self.label or str(_("A device"))


class Service(models.TextChoices):
    """A chat service that takes messages at an address."""

    DISCORD = "discord", "Discord"
    SLACK = "slack", "Slack"
    TELEGRAM = "telegram", "Telegram"


class Chat(models.Model):
    """A chat that a person, or a club (`player` is None), wants notices in.

    `url` is a secret: who knows it can write there. `room` is the chat's id, for Telegram alone.
    `kinds` are those a club's chat hears of; a person chooses on the page of wishes.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="chats")
    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, null=True, blank=True, related_name="chats"
    )
    service = models.CharField(max_length=10, choices=Service)
    url = models.URLField(max_length=1000)
    room = models.CharField(max_length=80, blank=True)
    label = models.CharField(_("name"), max_length=80)
    kinds = models.JSONField(default=list, blank=True)
    created_at = models.DateTimeField()
    failing_since = models.DateTimeField(null=True, blank=True)
    failures = models.PositiveSmallIntegerField(default=0)
    off_at = models.DateTimeField(null=True, blank=True)
    why_off = models.CharField(max_length=300, blank=True)

    class Meta:
        verbose_name = _("chat")
        verbose_name_plural = _("chats")
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(service__in=Service.values), name="chat_is_known"),
        ]

    def __str__(self) -> str:
        return self.label


def make_secret() -> str:
    """Return a new unguessable part of an address: 32 characters, 192 bits."""
    return secrets.token_urlsafe(24)


class Source(models.TextChoices):
    """What can be fetched from a secret address."""

    CALENDAR = "calendar", _("calendar")
    NEWS = "news", _("news")


class Subscription(models.Model):
    """A secret address from which a program fetches a calendar, or news, as one player.

    `about` is blank for all that concerns the player, else it names one competition. The address
    shows what the player may see at the moment it is fetched.
    """

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
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} · {self.get_source_display()}"


class CalendarEntry(models.Model):
    """What a calendar was told of one event, so that the next fetch can tell what has changed.

    `sequence` grows with every change, as RFC 5545 wants it. What is no longer there is told as
    cancelled, with the facts it had.
    """

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
            ),
        ]

    def __str__(self) -> str:
        return self.uid


class PushKey(models.Model):
    """The key by which push services know this site (VAPID, RFC 8292): one, made at first use."""

    private = models.TextField()
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("push key")
        verbose_name_plural = _("push keys")
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(id=1), name="there_is_one_push_key"),
        ]

    def __str__(self) -> str:
        return str(self.created_at)
