"""The log: who did what to which thing, when, and by which way."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from league.audit.actions import Action

LABEL_LENGTH = 200


class Origin(models.TextChoices):
    """By which way something was done."""

    PAGE = "page", _("website")
    API = "api", _("API")


class AuditEntry(models.Model):
    """One thing that was done; it is written once and never changed.

    But where two players are merged: then it names the one who is kept, until the merge is undone.

    `player` is who did it, None for an owner of the site who is not in the club. `about_kind` is a
    model's label (`competitions.round`), `label` what the thing was called then. `changes` says of
    fields what was before and after: {"name": ["Zoo", "Zoo Club"]}.
    """

    club = models.ForeignKey("clubs.Club", on_delete=models.CASCADE, related_name="audit_entries")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    player = models.ForeignKey(
        "clubs.Player", on_delete=models.SET_NULL, null=True, related_name="audit_entries"
    )
    role = models.CharField(max_length=10)
    origin = models.CharField(max_length=10, choices=Origin)
    action = models.CharField(max_length=40, choices=Action)
    about_kind = models.CharField(max_length=60, blank=True)
    about_id = models.PositiveBigIntegerField(null=True)
    label = models.CharField(max_length=LABEL_LENGTH, blank=True)
    changes = models.JSONField(default=dict, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("audit log entry")
        verbose_name_plural = _("audit log entries")
        indexes: ClassVar = [
            models.Index(fields=["club", "-created_at", "-id"], name="entries_of_a_club"),
            models.Index(fields=["about_kind", "about_id"], name="entries_about_a_thing"),
        ]

    def __str__(self) -> str:
        return f"{self.action} {self.label}"

    @property
    def kind(self) -> str:
        """The kind of verb by which the log is filtered."""
        return self.action.partition(".")[0]
