"""League points besides the tables."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.clubs.models import Player
from league.competitions.models import Competition, Entry, Round, Table
from league.results.models.hands import REASON_LENGTH


class AdjustmentKind(models.TextChoices):
    """What league points are given or taken for, besides tables."""

    PENALTY = "penalty", _("penalty")
    BONUS = "bonus", _("bonus")
    BYE = "bye", _("bye")
    ABSENCE = "absence", _("missed round")
    NO_SHOW = "no_show", _("did not turn up")


class Adjustment(models.Model):
    """League points that an entry got or lost besides its tables, for a reason, never silently.

    `points` are signed. `table` is where it happened, `rule` the rule or house rule it rests on.
    `key` names what made an adjustment by itself, so that it is made once. It is never deleted:
    one that is cancelled counts no longer.
    """

    competition = models.ForeignKey(
        Competition, on_delete=models.CASCADE, related_name="adjustments"
    )
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="adjustments")
    round = models.ForeignKey(
        Round, on_delete=models.CASCADE, null=True, blank=True, related_name="adjustments"
    )
    table = models.ForeignKey(
        Table, on_delete=models.CASCADE, null=True, blank=True, related_name="adjustments"
    )
    kind = models.CharField(max_length=10, choices=AdjustmentKind)
    points = models.IntegerField(_("points"))
    reason = models.CharField(_("reason"), max_length=REASON_LENGTH, blank=True)
    rule = models.CharField(_("rule"), max_length=REASON_LENGTH, blank=True)
    key = models.CharField(max_length=80, unique=True, null=True, blank=True)
    by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField()
    cancelled_at = models.DateTimeField(null=True, blank=True)
    cancelled_by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    cancel_reason = models.CharField(max_length=REASON_LENGTH, blank=True)

    class Meta:
        verbose_name = _("adjustment")
        verbose_name_plural = _("adjustments")
        indexes: ClassVar = [models.Index(fields=["competition", "entry"])]

    def __str__(self) -> str:
        return f"{self.entry} · {self.points:+d}"
