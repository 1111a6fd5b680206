"""What is to be told: the outbox, and the posts of a club's feed."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.clubs.models import Club, Player


class Post(models.Model):
    """Something a club shows in its feed. The same key is posted once."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="posts")
    key = models.CharField(max_length=120)
    title = models.CharField(_("title"), max_length=200)
    body = models.TextField(_("text"), blank=True)
    path = models.CharField(max_length=200, blank=True)
    table = models.JSONField(default=dict, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("post")
        verbose_name_plural = _("posts")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "key"], name="post_key_is_used_once"),
        ]
        indexes: ClassVar = [models.Index(fields=["club", "-created_at", "-id"])]

    def __str__(self) -> str:
        return self.title


class Kind(models.TextChoices):
    """What a mail is about: players choose for each whether they want it."""

    STANDINGS = "standings", _("the standings")
    SEAT = "seat", _("your table")
    ROUND = "round", _("rounds to come")
    DEADLINE = "deadline", _("deadlines")
    CORRECTION = "correction", _("hands that were changed")
    CALL = "call", _("tables that need an organiser")


WISHES = {
    Kind.STANDINGS: "wants_email",
    Kind.SEAT: "wants_seat_email",
    Kind.ROUND: "wants_round_email",
    Kind.DEADLINE: "wants_deadline_email",
    Kind.CORRECTION: "wants_correction_email",
    Kind.CALL: "wants_call_email",
}
"""The field of a player that says whether a kind is wanted."""


class NoticeQuerySet(models.QuerySet["Notice"]):
    """Filter notices."""

    def unsent(self) -> "NoticeQuerySet":
        """Keep those that are still to be sent."""
        return self.filter(sent_at=None, given_up_at=None)


class Notice(models.Model):
    """Something to tell somebody by email: a row of the outbox, sent at least once.

    A worker takes a row by setting `leased_until`; one that dies leaves a lease that runs out.
    The same key is queued once.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="notices")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.STANDINGS)
    key = models.CharField(max_length=160, unique=True)
    subject = models.CharField(max_length=200)
    text = models.TextField()
    html = models.TextField(blank=True)
    created_at = models.DateTimeField()
    due_at = models.DateTimeField()
    leased_until = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    error = models.TextField(blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    given_up_at = models.DateTimeField(null=True, blank=True)

    objects = NoticeQuerySet.as_manager()

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        indexes: ClassVar = [
            models.Index(
                fields=["due_at", "id"],
                condition=Q(sent_at=None, given_up_at=None),
                name="notice_unsent",
            ),
        ]

    def __str__(self) -> str:
        return self.subject
