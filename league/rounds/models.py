"""History of seating changes, which can be undone."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.clubs.models import Player
from league.competitions.models import Round


class ChangeKind(models.TextChoices):
    """Kind of a seating change."""

    SEATED = "seated", _("round seated")
    UNSEATED = "unseated", _("seating undone")
    REPAIRED = "repaired", _("waiting players seated")
    MOVED = "moved", _("player seated")
    SWAPPED = "swapped", _("seats swapped")
    LEFT = "left", _("player left")
    SAT_OUT = "sat_out", _("requested bye")
    NO_SHOW = "no_show", _("no-show")
    SUBSTITUTED = "substituted", _("substitute added")
    OPENED = "opened", _("table added")
    MERGED = "merged", _("tables merged")
    SPLIT = "split", _("table split")
    DISSOLVED = "dissolved", _("table dissolved")
    ORDERED = "ordered", _("seats redrawn")
    DEALS = "deals", _("first dealer changed")
    REDUCED = "reduced", _("player left, table goes on")
    ENDED = "ended", _("player left, table ended")
    VOIDED = "voided", _("player left, table void")


LEAVING = (ChangeKind.REDUCED, ChangeKind.ENDED, ChangeKind.VOIDED)
"""What happens to a match that a player leaves."""


class SeatingChange(models.Model):
    """One change of a round's seating.

    `number` is the round's `seating` after it, `request` the organiser's choice (a repeated
    press is recognised by it), `data` fills the text of the kind; `before` and `after` are
    SeatingState as JSON.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seating_changes")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=12, choices=ChangeKind)
    request = models.JSONField()
    data = models.JSONField(default=dict)
    before = models.JSONField()
    after = models.JSONField()
    by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        verbose_name = _("seating change")
        verbose_name_plural = _("seating changes")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["round", "number"], name="seating_changes_once_a_number"
            )
        ]

    def __str__(self) -> str:
        return f"{self.round} · {self.number}"
