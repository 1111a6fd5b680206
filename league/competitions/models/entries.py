"""Models of who takes part, and of who is kept apart."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from league.clubs.models import NAME_LENGTH, Club, Player, Visibility
from league.competitions.models.competitions import Competition, Stage


class Entry(models.Model):
    """A player who takes part in a competition.

    Entries of the same `team` do not share a table. `rating` is the one before the first
    result, for the tie-break.
    """

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    team = models.CharField(_("team"), max_length=NAME_LENGTH, blank=True)
    is_guest = models.BooleanField(_("guest"), default=False)
    rating = models.IntegerField(_("rating at start"), null=True, blank=True, editable=False)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["competition", "player"], name="one_entry_per_player_and_competition"
            )
        ]

    def __str__(self) -> str:
        return str(self.player)

    @property
    def visible_to(self) -> Visibility:
        """Return the visibility of the competition."""
        return self.competition.visible_to


class StageEntry(models.Model):
    """An entry in a later stage: its seed (1-based) and the points carried over."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="stage_entries")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="stage_entries")
    seed = models.PositiveIntegerField()
    carried_points = models.IntegerField(default=0)

    class Meta:
        verbose_name = _("stage entry")
        verbose_name_plural = _("stage entries")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["stage", "entry"], name="entry_is_in_a_stage_once"),
            models.CheckConstraint(condition=Q(seed__gte=1), name="stage_seed_is_1_based"),
        ]

    def __str__(self) -> str:
        return f"{self.entry} · {self.stage}"


class SeparationReason(models.TextChoices):
    """Why two players do not share a table."""

    FAMILY = "family", _("family")
    REQUEST = "request", _("on request")


class Separation(models.Model):
    """Two players, the smaller id first, who share no table of one or all competitions."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="separations")
    competition = models.ForeignKey(
        Competition, on_delete=models.CASCADE, null=True, blank=True, related_name="separations"
    )
    one = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    reason = models.CharField(
        max_length=10, choices=SeparationReason, default=SeparationReason.REQUEST
    )
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("players kept apart")
        verbose_name_plural = _("players kept apart")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["competition", "one", "other"], name="pair_is_kept_apart_once"
            ),
            models.UniqueConstraint(
                fields=["club", "one", "other"],
                condition=Q(competition=None),
                name="pair_is_kept_apart_once_in_a_club",
            ),
            models.CheckConstraint(condition=Q(one__lt=F("other")), name="separation_is_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.one} · {self.other}"
