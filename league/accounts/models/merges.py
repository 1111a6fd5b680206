"""Two players of a club who were one person, and became one."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.clubs.models import NAME_LENGTH, Club, Player, User


class Merge(models.Model):
    """A merge: who was kept, and all that undoing it takes.

    `gone` is the id of the player that is no more. `changes` are rows that were written over:
    [model, id, field, before, after]. `deleted` are whole rows as Django's serializer writes them,
    the player first: they are made again in this order.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="merges")
    kept = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="merges")
    kept_name = models.CharField(max_length=NAME_LENGTH)
    gone = models.PositiveBigIntegerField()
    gone_name = models.CharField(max_length=NAME_LENGTH)
    changes = models.JSONField()
    deleted = models.JSONField()
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        verbose_name = _("merge")
        verbose_name_plural = _("merges")
        indexes: ClassVar = [
            models.Index(fields=["club", "-created_at", "-id"], name="merge_of_club"),
            models.Index(fields=["gone"], name="merge_by_who_is_gone"),
        ]

    def __str__(self) -> str:
        return f"{self.gone_name} → {self.kept_name}"
