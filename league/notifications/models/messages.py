"""Notifications with their deliveries, and posts of a club's news."""

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from django.db import models
from django.db.models import Q
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from league.clubs.models import Club, Player
from league.notifications.models.kinds import Channel, NotificationKind
from league.notifications.models.targets import ChatIntegration, Device


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
