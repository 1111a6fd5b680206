"""Hands that each player enters on an own phone, unseen until all are in."""

from typing import ClassVar
from uuid import uuid4

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.clubs.models import Player
from league.competitions.models import Table
from league.results.models.hands import REASON_LENGTH, Submission


class SealedHand(models.Model):
    """A hand that each player enters on an own phone, so that nobody sees another's before all.

    It is open until it is revealed (`submission`) or given up. `recorded` counts the hands that the
    table had when it was begun, void ones too: with another hand, or other people on the seats, it
    is out of date. `key` is that of the submission which it becomes.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="sealed_hands")
    key = models.UUIDField(unique=True, default=uuid4)
    recorded = models.PositiveIntegerField()
    seating = models.PositiveIntegerField()
    seasons = models.JSONField(null=True)
    submission = models.OneToOneField(
        Submission, on_delete=models.SET_NULL, null=True, related_name="sealed"
    )
    created_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("sealed hand")
        verbose_name_plural = _("sealed hands")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["table"], condition=Q(ended_at=None), name="one_open_sealed_hand_per_table"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table} · {self.pk}"


class SealedSeat(models.Model):
    """What one seat has submitted. It is deleted once the hand is revealed or given up.

    `content` is for the phone alone that `phone` tells from others: no page, piece, JSON or admin
    screen reads it for anybody else.
    """

    hand = models.ForeignKey(SealedHand, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    content = models.JSONField()
    phone = models.CharField(max_length=32)
    by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("sealed seat")
        verbose_name_plural = _("sealed seats")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["hand", "number"], name="seat_is_sealed_once"),
        ]

    def __str__(self) -> str:
        return f"{self.hand} · {self.number}"


class SealReset(models.Model):
    """Somebody has thrown away what a seat had submitted, for a reason."""

    hand = models.ForeignKey(SealedHand, on_delete=models.CASCADE, related_name="resets")
    number = models.PositiveSmallIntegerField()
    reason = models.CharField(_("reason"), max_length=REASON_LENGTH)
    by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("reset of a seat")
        verbose_name_plural = _("resets of seats")

    def __str__(self) -> str:
        return f"{self.hand} · {self.number}"
