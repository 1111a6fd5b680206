"""Webhooks: where a club's events are sent, and what was sent there."""

from typing import ClassVar
from uuid import uuid4

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.clubs.models import Club, Player, make_token

URL_LENGTH = 500
ERROR_LENGTH = 300
KEY_LENGTH = 80


class Event(models.TextChoices):
    """What a webhook can tell of."""

    HAND_RECORDED = "hand.recorded", _("a hand was recorded")
    HAND_CORRECTED = "hand.corrected", _("a hand was corrected, voided, restored or settled")
    HAND_CONFIRMED = "hand.confirmed", _("somebody confirmed a hand")
    HAND_DISPUTED = "hand.disputed", _("somebody disputed a hand")
    ROUND_OPENED = "round.opened", _("a round opened")
    ROUND_CLOSED = "round.closed", _("a round closed")
    STANDINGS_CHANGED = "standings.changed", _("something changed in a competition")
    ONLINE_FINISHED = "online.finished", _("an online table of a round was over")


TEST = "test"
"""The event that the test button sends."""


class Webhook(models.Model):
    """An address to which a club's events are sent, signed.

    `seed` makes its secret, together with the site's own: see `secret_of`. `failures` counts tries
    that failed in a row since `failing_since`; after too many it is switched off, `off_why` says
    why. `key` was made by the form, so that sending it twice makes one.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="webhooks")
    made_by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    url = models.CharField(_("address"), max_length=URL_LENGTH)
    events = models.JSONField(_("events"), default=list)
    seed = models.CharField(max_length=32, default=make_token)
    key = models.UUIDField(unique=True)
    failures = models.PositiveIntegerField(default=0)
    failing_since = models.DateTimeField(null=True, blank=True)
    off_at = models.DateTimeField(null=True, blank=True)
    off_why = models.CharField(max_length=ERROR_LENGTH, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")

    def __str__(self) -> str:
        return self.url


class Watch(models.Model):
    """How far a club's events have been noticed.

    `revision` and `answer` are the newest ids that were seen, `versions` those of competitions, by
    id. Rows before them are looked at once more, as transactions do not commit in order.
    """

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="watch")
    revision = models.PositiveBigIntegerField(default=0)
    answer = models.PositiveBigIntegerField(default=0)
    versions = models.JSONField(default=dict)
    watched_at = models.DateTimeField()
    began_at = models.DateTimeField()

    class Meta:
        verbose_name = _("watch")
        verbose_name_plural = _("watches")

    def __str__(self) -> str:
        return str(self.club)


class Sending(models.Model):
    """An event on its way to a webhook; the same key is sent there once.

    A worker takes it by setting `leased_until`; one that dies leaves a lease that runs out.
    """

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="sendings")
    uuid = models.UUIDField(unique=True, default=uuid4)
    key = models.CharField(max_length=KEY_LENGTH)
    event = models.CharField(max_length=20)
    body = models.TextField()
    created_at = models.DateTimeField()
    due_at = models.DateTimeField()
    leased_until = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    status = models.PositiveSmallIntegerField(null=True, blank=True)
    error = models.CharField(max_length=ERROR_LENGTH, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    given_up_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("sending")
        verbose_name_plural = _("sendings")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["webhook", "key"], name="event_is_sent_once")
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["due_at", "id"],
                condition=Q(sent_at=None, given_up_at=None),
                name="sending_unsent",
            )
        ]

    def __str__(self) -> str:
        return f"{self.event} · {self.webhook}"
