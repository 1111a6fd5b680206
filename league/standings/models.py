"""Derived: what tables are worth in a competition, and who stands where."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.competitions.models import Competition, Entry, Table


class TableResult(models.Model):
    """Derived: what one entry has from one table that has at least one hand that counts.

    `game_points` are the match's total, `points` the league points of `place`. A result is
    provisional while its match is not over and its round is open.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="results")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="results")
    place = models.PositiveSmallIntegerField()
    game_points = models.IntegerField()
    points = models.IntegerField()

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


class Standing(models.Model):
    """Derived: a row of a competition's table. `decided_by` names the tie-break behind `place`."""

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="standings")
    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="standing")
    place = models.PositiveIntegerField()
    points = models.IntegerField()
    wins = models.PositiveIntegerField()
    game_points = models.IntegerField()
    tables = models.PositiveIntegerField()
    decided_by = models.CharField(max_length=20, blank=True)

    class Meta:
        verbose_name = _("standing")
        verbose_name_plural = _("standings")
        constraints: ClassVar = [
            models.CheckConstraint(condition=models.Q(place__gte=1), name="place_is_1_based"),
        ]
        indexes: ClassVar = [models.Index(fields=["competition", "place", "entry"])]

    def __str__(self) -> str:
        return f"{self.place} · {self.entry}"
