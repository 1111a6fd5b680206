"""How often something was tried that can be guessed, or mailed to somebody."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class TryCount(models.Model):
    """How often something was tried of late under one limit.

    `key` is a keyed hash of what is counted: no address and no network can be read from it.
    """

    key = models.CharField(max_length=64, primary_key=True)
    count = models.PositiveIntegerField()
    last_at = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name = _("count of tries")
        verbose_name_plural = _("counts of tries")

    def __str__(self) -> str:
        return str(self.count)
