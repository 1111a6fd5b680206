"""Entries: who takes part, in which stage, and who is kept apart."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from league.clubs.models import NAME_LENGTH, Club, Player, Visibility
from league.competitions.models.competitions import Competition
from league.competitions.models.stages import Stage


class Entry(models.Model):
    """A player who takes part in a competition.

    Entries with the same `team` are team mates, who are kept apart at the tables. A guest plays
    along, ranked or not as the competition says. `rating` is the player's when the first result
    came in, for the tie-break; None before.
    """

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    team = models.CharField(_("team"), max_length=NAME_LENGTH, blank=True)
    is_guest = models.BooleanField(_("guest"), default=False)
    rating = models.IntegerField(_("rating at the start"), null=True, blank=True, editable=False)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["competition", "player"], name="one_entry_per_player_and_competition"
            ),
        ]

    def __str__(self) -> str:
        return str(self.player)

    @property
    def shown_to(self) -> Visibility:
        """Return who may look, which takes competition and club."""
        return self.competition.shown_to


class StageEntry(models.Model):
    """An entry that plays in a stage: its seed (1-based), and the points it brought along.

    A first stage has none of these: everybody who takes part plays in it.
    """

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="stage_entries")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="stage_entries")
    seed = models.PositiveIntegerField()
    carried_points = models.IntegerField(default=0)

    class Meta:
        verbose_name = _("entry of a stage")
        verbose_name_plural = _("entries of stages")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["stage", "entry"], name="entry_is_in_a_stage_once"),
            models.CheckConstraint(condition=Q(seed__gte=1), name="stage_seed_is_1_based"),
        ]

    def __str__(self) -> str:
        return f"{self.entry} · {self.stage}"


class ApartReason(models.TextChoices):
    """Why two players do not sit together."""

    FAMILY = "family", _("family")
    WISH = "wish", _("not together")


class Apart(models.Model):
    """Two players of a club who are not seated at one table if that is possible.

    `competition` None: in all of the club's competitions. `one` is the player with the smaller id.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="aparts")
    competition = models.ForeignKey(
        Competition, on_delete=models.CASCADE, null=True, blank=True, related_name="aparts"
    )
    one = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    reason = models.CharField(max_length=10, choices=ApartReason, default=ApartReason.WISH)
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("pair kept apart")
        verbose_name_plural = _("pairs kept apart")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["competition", "one", "other"], name="pair_is_kept_apart_once"
            ),
            models.UniqueConstraint(
                fields=["club", "one", "other"],
                condition=Q(competition=None),
                name="pair_is_kept_apart_once_in_a_club",
            ),
            models.CheckConstraint(condition=Q(one__lt=F("other")), name="apart_pair_is_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.one} · {self.other}"
