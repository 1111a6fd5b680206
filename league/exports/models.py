"""Model of imported seasons."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.competitions.models import Competition


class SeasonImport(models.Model):
    """An imported competition; `players` are the ids of players created with it."""

    competition = models.OneToOneField(
        Competition, on_delete=models.CASCADE, related_name="season_import"
    )
    players = models.JSONField(default=list)
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("imported season")
        verbose_name_plural = _("imported seasons")

    def __str__(self) -> str:
        return str(self.competition)
