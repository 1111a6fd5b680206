"""Who was erased, and for how long a club keeps what concerns persons."""

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
    """Somebody who was erased, by the id alone, so that a restored backup can erase them again.

    `of` is the id, `made_at` when that row had been made: an id that came again after a restore
    names somebody else. `number` tells the placeholders of a club apart (`club` None: those at
    tables of no club).
    """

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


class Keeping(models.Model):
    """For how many days a club keeps something, where it has chosen; see `keeping.kinds`."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="keepings")
    kind = models.CharField(max_length=20)
    days = models.PositiveIntegerField()

    class Meta:
        verbose_name = _("time of keeping")
        verbose_name_plural = _("times of keeping")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "kind"], name="kept_for_one_time"),
        ]

    def __str__(self) -> str:
        return f"{self.club} · {self.kind}"
