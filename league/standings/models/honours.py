"""Derived: what awards count, round by round, and who has been given which."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.competitions.models import Competition, Round
from league.standings.models.ratings import RatingBook


class RoundDeeds(models.Model):
    """Derived: what each award counts in a round, by award and by holder: see statistics.deeds."""

    round = models.OneToOneField(
        Round, on_delete=models.CASCADE, primary_key=True, related_name="deeds"
    )
    book = models.ForeignKey(RatingBook, on_delete=models.CASCADE, related_name="deeds")
    content = models.JSONField(default=dict)

    class Meta:
        verbose_name = _("deeds of a round")
        verbose_name_plural = _("deeds of rounds")

    def __str__(self) -> str:
        return str(self.round)


class Honours(models.Model):
    """Derived: the awards of a competition, or of a club's game of all time (`competition` None).

    `content` are lists of an award's slug, its holders, and how much they have.
    """

    book = models.ForeignKey(RatingBook, on_delete=models.CASCADE, related_name="honours")
    competition = models.OneToOneField(
        Competition, on_delete=models.CASCADE, null=True, related_name="honours"
    )
    content = models.JSONField(default=list)

    class Meta:
        verbose_name = _("honours")
        verbose_name_plural = _("honours")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["book"],
                condition=models.Q(competition=None),
                name="one_hall_of_fame_per_game",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.book} · {self.competition}"
