"""What was said at online tables, and what somebody has reported."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.clubs.models import NAME_LENGTH
from league.online.models.tables import OnlineTable

LONGEST_TEXT = 200
CODE_LENGTH = 20


class Remark(models.Model):
    """One thing that a seat said: a ready phrase by its code, or a text, exactly as it was typed.

    `name` is the speaker's: somebody else may have the seat later. `key` was made by the page, so
    that what is sent twice is said once. Who judges reports may hide it from all screens.
    """

    table = models.ForeignKey(OnlineTable, on_delete=models.CASCADE, related_name="remarks")
    seat = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=NAME_LENGTH)
    code = models.CharField(max_length=CODE_LENGTH, blank=True)
    text = models.CharField(max_length=LONGEST_TEXT, blank=True)
    key = models.UUIDField()
    created_at = models.DateTimeField()
    hidden_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("message at a table")
        verbose_name_plural = _("messages at a table")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "key"], name="remark_key_is_used_once"),
            models.CheckConstraint(
                condition=(Q(code="") & ~Q(text="")) | (~Q(code="") & Q(text="")),
                name="remark_is_a_phrase_or_a_text",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name}: {self.text or self.code}"


class Report(models.Model):
    """A seat that found a remark not fit for the table; `name` is who sat there."""

    remark = models.ForeignKey(Remark, on_delete=models.CASCADE, related_name="reports")
    seat = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=NAME_LENGTH)
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("reported message")
        verbose_name_plural = _("reported messages")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["remark", "seat"], name="seat_reports_a_remark_once"),
        ]

    def __str__(self) -> str:
        return f"{self.remark} · {self.name}"
