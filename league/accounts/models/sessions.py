"""Where somebody is signed in."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.clubs.models import User


class OpenSession(models.Model):
    """A browser in which somebody is signed in: the session is Django's, this says whose it is.

    `last_seen_at` is written at most once in an hour of use.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="open_sessions")
    session_key = models.CharField(max_length=40, unique=True)
    browser = models.CharField(max_length=80, blank=True)
    created_at = models.DateTimeField()
    last_seen_at = models.DateTimeField()

    class Meta:
        verbose_name = _("session")
        verbose_name_plural = _("sessions")
        indexes: ClassVar = [
            models.Index(fields=["user", "-last_seen_at", "-id"], name="session_of_user"),
        ]

    def __str__(self) -> str:
        return self.browser or str(_("An unknown browser"))
