"""Derived: what tables are worth in a competition, and who stands where."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.competitions.models import Competition, Entry, Stage, Table


class TableResult(models.Model):
    """Derived: what one entry has from one table that has at least one hand that counts.

    `seat` is the number of the seat it was played on, `pair` that of the seat's partners.
    `game_points` are the match's total, `points` the league points, which include the `bonuses`
    (by kind). A result is provisional while its match is not over and may go on.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="results")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="results")
    seat = models.PositiveSmallIntegerField(default=0)
    pair = models.PositiveSmallIntegerField(null=True)
    place = models.PositiveSmallIntegerField()
    game_points = models.IntegerField()
    points = models.IntegerField()
    bonuses = models.JSONField(default=dict)

    class Meta:
        verbose_name = _("table's result")
        verbose_name_plural = _("tables' results")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["table", "entry"], name="one_result_per_table_and_entry"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry} · {self.table}"


class Unranked(models.TextChoices):
    """Why an entry is listed without a place."""

    GUEST = "guest", _("guest")
    ATTENDANCE = "attendance", _("too few rounds")


class Standing(models.Model):
    """Derived: what an entry has in a stage. Places are found when somebody looks: see ranking.

    `ledger` is what the points come from (see ledger.Ledger), `carried` what was brought along from
    the stage before. `rounds` counts those played.
    """

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="standings")
    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="standings")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="standings")
    points = models.IntegerField()
    wins = models.PositiveIntegerField()
    game_points = models.IntegerField()
    tables = models.PositiveIntegerField()
    rounds = models.PositiveIntegerField(default=0)
    places = models.JSONField(default=list)
    byes = models.PositiveIntegerField(default=0)
    carried = models.IntegerField(default=0)
    ledger = models.JSONField(default=dict)

    class Meta:
        verbose_name = _("standing")
        verbose_name_plural = _("standings")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["stage", "entry"], name="one_standing_per_stage"),
        ]

    def __str__(self) -> str:
        return f"{self.entry} · {self.stage}"
