"""Somebody who says to be a player of a club."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.clubs.models import Player, User


class Answer(models.TextChoices):
    """What became of a claim."""

    WAITING = "waiting", _("waits for an organiser")
    APPROVED = "approved", _("approved")
    REFUSED = "refused", _("refused")
    WITHDRAWN = "withdrawn", _("withdrawn")


class Claim(models.Model):
    """Somebody signed in says: that is me. An organiser answers, a refusal with words."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="claims")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="claims")
    answer = models.CharField(max_length=10, choices=Answer, default=Answer.WAITING)
    words = models.CharField(max_length=300, blank=True)
    created_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        verbose_name = _("claim")
        verbose_name_plural = _("claims")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["player", "user"],
                condition=Q(answer="waiting"),
                name="one_waiting_claim_per_player_and_user",
            ),
            models.CheckConstraint(
                condition=Q(answer__in=Answer.values), name="answer_of_claim_is_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} · {self.player}"
