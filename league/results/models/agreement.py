"""What those at a table say of its hands, and their calls for an organiser."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.clubs.models import Club, Player
from league.competitions.models import PHONE_LENGTH, Table
from league.results.models.hands import REASON_LENGTH, HandRevision, Via


class AnswerKind(models.TextChoices):
    """What a player says of a hand."""

    CONFIRMED = "confirmed", _("confirmed")
    DISPUTED = "disputed", _("disputed")


class HandAnswer(models.Model):
    """What the player of a seat says of a version of a hand; the latest of a seat is in force.

    Answers are to one revision: a new one asks anew. `words` say why somebody disagrees.
    `phone` tells the phone that said it from others in its round; it is shown to nobody.
    """

    revision = models.ForeignKey(HandRevision, on_delete=models.CASCADE, related_name="answers")
    seat = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=AnswerKind)
    words = models.CharField(_("reason"), max_length=REASON_LENGTH, blank=True)
    by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    via = models.CharField(max_length=10, choices=Via)
    phone = models.CharField(
        max_length=PHONE_LENGTH, blank=True, default="", db_default="", editable=False
    )
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("answer to a hand")
        verbose_name_plural = _("answers to hands")

    def __str__(self) -> str:
        return f"{self.revision} · {self.seat} · {self.kind}"


class TableCall(models.Model):
    """A table asks for an organiser; it is open until somebody has seen to it.

    `coming_*` is who has said to be on the way, `done_*` who has ended it, maybe the table itself.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="calls")
    words = models.CharField(_("what it is about"), max_length=REASON_LENGTH, blank=True)
    by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    via = models.CharField(max_length=10, choices=Via)
    phone = models.CharField(
        max_length=PHONE_LENGTH, blank=True, default="", db_default="", editable=False
    )
    created_at = models.DateTimeField()
    coming_by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    coming_at = models.DateTimeField(null=True, blank=True)
    done_by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    done_via = models.CharField(max_length=10, choices=Via, blank=True)
    done_phone = models.CharField(
        max_length=PHONE_LENGTH, blank=True, default="", db_default="", editable=False
    )
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("call of a table")
        verbose_name_plural = _("calls of tables")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["table"], condition=Q(done_at=None), name="one_open_call_per_table"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table} · {self.created_at:%H:%M}"


class Desk(models.Model):
    """What waits for a club's organisers: calls and disputed hands.

    `version` grows with every change of either.
    """

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="desk")
    version = models.PositiveBigIntegerField(default=0)

    class Meta:
        verbose_name = _("desk")
        verbose_name_plural = _("desks")

    def __str__(self) -> str:
        return str(self.club)
