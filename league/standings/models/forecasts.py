"""Derived: how a stage is likely to end."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.competitions.models import Competition


class Forecast(models.Model):
    """Derived: the forecast of a competition as it was at `competition_version`, at `told_at`.

    `content` is what forecasts.work_out returns, None where there is nothing to be told. `version`
    is that of the forecast itself, for the pages that show it.
    """

    competition = models.OneToOneField(
        Competition, on_delete=models.CASCADE, primary_key=True, related_name="forecast"
    )
    version = models.PositiveBigIntegerField(default=0)
    competition_version = models.PositiveBigIntegerField()
    told_at = models.DateTimeField()
    content = models.JSONField(null=True)

    class Meta:
        verbose_name = _("forecast")
        verbose_name_plural = _("forecasts")

    def __str__(self) -> str:
        return f"{self.competition} · {self.competition_version}"
