"""What is to be told, and the outbox."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.clubs.models import Club, Player
from league.notices.models.ways import Chat, Device
from league.notices.models.wishes import Channel, Kind


class Notice(models.Model):
    """Something to tell one player, or a club's own chats (`player` is None). A key is used once.

    `text` is plain, paragraphs apart by a blank line; `path` is the page it is about. `about` names
    what the reader must be allowed to see when it goes out; see league.notices.sight.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="notices")
    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, null=True, blank=True, related_name="notices"
    )
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.STANDINGS)
    key = models.CharField(max_length=160, unique=True)
    subject = models.CharField(max_length=200)
    text = models.TextField(blank=True)
    path = models.CharField(max_length=200, blank=True)
    about = models.CharField(max_length=40, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        indexes: ClassVar = [
            models.Index(fields=["club", "-created_at", "-id"], name="notice_of_club"),
        ]

    def __str__(self) -> str:
        return self.subject


class NotSent(models.TextChoices):
    """Why a delivery was given up without a try."""

    NO_SERVER = "no_server", _("no mail server")
    LATE = "late", _("too late")


class DeliveryQuerySet(models.QuerySet["Delivery"]):
    """Filter deliveries."""

    def unsent(self) -> "DeliveryQuerySet":
        """Keep those that are still to be sent."""
        return self.filter(sent_at=None, given_up_at=None)


class Delivery(models.Model):
    """One notice on one way: a row of the outbox, sent at least once.

    `target` tells the device or chat among several, and is blank for mail. A worker takes a row by
    setting `leased_until` and its own `lease`; one that dies leaves a lease that runs out. Rows of
    the same `bundle` go out as one message. `not_sent` says why one was given up that no server
    was asked to take.
    """

    notice = models.ForeignKey(Notice, on_delete=models.CASCADE, related_name="deliveries")
    channel = models.CharField(max_length=10, choices=Channel)
    target = models.CharField(max_length=24, blank=True)
    device = models.ForeignKey(Device, on_delete=models.SET_NULL, null=True, blank=True)
    chat = models.ForeignKey(Chat, on_delete=models.SET_NULL, null=True, blank=True)
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
                fields=["notice", "channel", "target"], name="notice_goes_once_each_way"
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["due_at", "id"],
                condition=Q(sent_at=None, given_up_at=None),
                name="delivery_unsent",
            ),
            models.Index(
                fields=["bundle"],
                condition=Q(sent_at=None, given_up_at=None) & ~Q(bundle=""),
                name="delivery_bundle",
            ),
            models.Index(fields=["lease"], condition=Q(lease__isnull=False), name="delivery_lease"),
        ]

    def __str__(self) -> str:
        return f"{self.notice} · {self.get_channel_display()}"
