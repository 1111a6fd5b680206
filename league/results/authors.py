"""Who wrote something at a table, by which right, when, and on which phone."""

from datetime import datetime
from typing import NamedTuple

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.clubs.models import Player
from league.competitions.models import PHONE_LENGTH


class Via(models.TextChoices):
    """The right by which something was written."""

    CODE = "code", _("table code")
    SEAT = "seat", _("player at the table")
    CLUB = "club", _("scorer or organiser")
    ONLINE = "online", _("online table")


class Author(NamedTuple):
    """Who writes (None where a phone did not say), by which right, when, and on which phone."""

    by: Player | None
    via: str
    created_at: datetime
    phone: str = ""


class Written(models.Model):
    """Something written at a table by an `Author`, whose phone is secret."""

    by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    via = models.CharField(max_length=10, choices=Via)
    phone = models.CharField(
        max_length=PHONE_LENGTH, blank=True, default="", db_default="", editable=False
    )
    created_at = models.DateTimeField()

    class Meta:
        abstract = True

    @property
    def is_online(self) -> bool:
        """Whether an online table wrote it, for those who played there."""
        return self.via == Via.ONLINE
