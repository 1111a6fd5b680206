"""Models of a club's own games."""

import secrets
from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.clubs.models import Club, Player

OWN = "own-"
LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"


def make_slug() -> str:
    """Return a new name of a sheet, unlike those of the sheets that come along."""
    return OWN + "".join(secrets.choice(LETTERS) for _place in range(12))


class ClubSheet(models.Model):
    """A club's own game; `slug` is what competitions, tables and rating lists call it.

    A shared one can be read and copied by whoever has its `share_token`. A retired one is offered
    no longer, and goes on where it is played.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="sheets")
    slug = models.SlugField(max_length=20, unique=True, default=make_slug)
    share_token = models.CharField(max_length=32, unique=True, null=True, blank=True)
    created_at = models.DateTimeField()
    retired_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("score sheet")
        verbose_name_plural = _("score sheets")

    def __str__(self) -> str:
        return self.slug


class SheetVersion(models.Model):
    """A version of a sheet, never changed: hands keep the one by which they were played."""

    sheet = models.ForeignKey(ClubSheet, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    source = models.JSONField()
    created_by = models.ForeignKey(
        Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("version of a score sheet")
        verbose_name_plural = _("versions of score sheets")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["sheet", "number"], name="sheet_version_is_made_once")
        ]

    def __str__(self) -> str:
        return f"{self.sheet_id} · {self.number}"
