"""Models of erasures and retention periods."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.clubs.models import Club


class ErasureKind(models.TextChoices):
    """What was erased."""

    USER = "user", _("account")
    PLAYER = "player", _("player")


class Erasure(models.Model):
    """An erased row by id and creation time, repeatable after a restore."""

    kind = models.CharField(max_length=10, choices=ErasureKind)
    of = models.PositiveBigIntegerField()
    made_at = models.DateTimeField()
    club = models.ForeignKey(Club, on_delete=models.CASCADE, null=True, related_name="erasures")
    number = models.PositiveIntegerField()
    erased_at = models.DateTimeField()

    class Meta:
        verbose_name = _("erasure")
        verbose_name_plural = _("erasures")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["kind", "of"], name="erased_once"),
            models.CheckConstraint(
                condition=Q(kind__in=ErasureKind.values), name="erasure_kind_is_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.of}"


class RetentionPeriod(models.Model):
    """A club's own retention period of a kind."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="retention_periods")
    kind = models.CharField(max_length=20)
    days = models.PositiveIntegerField()

    class Meta:
        verbose_name = _("retention period")
        verbose_name_plural = _("retention periods")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "kind"], name="kept_for_one_time")
        ]

    def __str__(self) -> str:
        return f"{self.club} · {self.kind}"
