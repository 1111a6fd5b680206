"""How the tables of a competition are played on screens."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.competitions.models import Competition
from league.online.models.tables import (
    DEFAULT_MOVE_SECONDS,
    DEFAULT_RESERVE_SECONDS,
    Absence,
    Talk,
)


class OnlineTerms(models.Model):
    """Say whether the tables of a competition may be played on screens, and how.

    Nobody talks and nobody watches unless the organiser says so. See OnlineTable for the fields.
    """

    competition = models.OneToOneField(
        Competition, on_delete=models.CASCADE, related_name="online_terms"
    )
    is_on = models.BooleanField(_("tables may be played online"), default=False)
    move_seconds = models.PositiveIntegerField(
        _("time for a move"), null=True, blank=True, default=DEFAULT_MOVE_SECONDS
    )
    reserve_seconds = models.PositiveIntegerField(
        _("reserve for the match"), default=DEFAULT_RESERVE_SECONDS
    )
    absence = models.CharField(
        _("when somebody’s time is up"), max_length=10, choices=Absence, default=Absence.BOT
    )
    talk = models.CharField(_("talk"), max_length=10, choices=Talk, default=Talk.OFF)
    watch_delay = models.PositiveSmallIntegerField(_("who watches sees"), null=True, blank=True)

    class Meta:
        verbose_name = _("online play of a competition")
        verbose_name_plural = _("online play of competitions")

    def __str__(self) -> str:
        return str(self.competition)
