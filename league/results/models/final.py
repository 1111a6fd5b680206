"""Matches of which only the outcome is known."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.clubs.models import Player
from league.competitions.models import PHONE_LENGTH, Table
from league.results.models.hands import REASON_LENGTH, RevisionKind, Via


class FinalResult(models.Model):
    """The outcome of a match that was played elsewhere or on paper, instead of its hands.

    What it says is its latest revision, which `current` names. A void one counts for nothing, and
    the table may have hands, or a result anew.
    """

    table = models.OneToOneField(Table, on_delete=models.CASCADE, related_name="final_result")
    current = models.OneToOneField(
        "FinalRevision", on_delete=models.RESTRICT, null=True, related_name="+"
    )
    is_void = models.BooleanField(default=False)
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("final result")
        verbose_name_plural = _("final results")

    def __str__(self) -> str:
        return str(self.table)


class FinalRevision(models.Model):
    """One version of a final result; the highest number is in force.

    `outcome` has `places` per seat, and `totals` if they are known; it is None in a void. `key`,
    `digest` and `phone` are as those of a submission.
    """

    result = models.ForeignKey(FinalResult, on_delete=models.CASCADE, related_name="revisions")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=RevisionKind)
    outcome = models.JSONField(null=True)
    reason = models.CharField(_("reason"), max_length=REASON_LENGTH, blank=True)
    key = models.UUIDField(unique=True, null=True)
    digest = models.CharField(max_length=64, blank=True)
    by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    via = models.CharField(max_length=10, choices=Via)
    phone = models.CharField(
        max_length=PHONE_LENGTH, blank=True, default="", db_default="", editable=False
    )
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("revision of a final result")
        verbose_name_plural = _("revisions of final results")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["result", "number"], name="outcome_is_numbered_once"),
        ]

    def __str__(self) -> str:
        return f"{self.result} · {self.number}"
