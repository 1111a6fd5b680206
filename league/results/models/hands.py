"""Hands as they were recorded. Nothing here is edited or deleted but what is marked derived."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.clubs.models import Player
from league.competitions.models import PHONE_LENGTH, Table

REASON_LENGTH = 300


class Hand(models.Model):
    """The unit that is scored: hand `number` (1-based) of a table's match.

    What happened is its latest revision, `current`, of the number `revision`; `is_void` and
    `is_disputed` say what that revision and the submissions amount to. A number is free again once
    its hand is void.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="hands")
    number = models.PositiveSmallIntegerField()
    revision = models.PositiveSmallIntegerField(null=True)
    current = models.ForeignObject(
        "HandRevision",
        on_delete=models.DO_NOTHING,
        from_fields=["id", "revision"],
        to_fields=["hand", "number"],
        null=True,
        related_name="+",
    )
    is_void = models.BooleanField(default=False)
    is_disputed = models.BooleanField(default=False)
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("hand")
        verbose_name_plural = _("hands")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["table", "number"],
                condition=Q(is_void=False),
                name="hand_number_counts_once",
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="hand_number_is_1_based"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["table"], condition=Q(is_disputed=True), name="hand_disputed"),
        ]

    def __str__(self) -> str:
        return f"{self.table} · {self.number}"


class Via(models.TextChoices):
    """By which right something was written."""

    CODE = "code", _("the table's code")
    SEAT = "seat", _("a player at the table")
    CLUB = "club", _("a scorer or organiser")
    ONLINE = "online", _("the online table")


class RevisionKind(models.TextChoices):
    """What a revision did."""

    ENTERED = "entered", _("entered")
    CORRECTED = "corrected", _("corrected")
    VOIDED = "voided", _("voided")
    RESTORED = "restored", _("restored")
    SETTLED = "settled", _("settled")


class HandRevision(models.Model):
    """One version of a hand; the highest number is in force. `record` is None in a void.

    `phone` tells the phone that wrote it from others in its round; it is shown to nobody.
    """

    hand = models.ForeignKey(Hand, on_delete=models.CASCADE, related_name="revisions")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=RevisionKind)
    record = models.JSONField(null=True)
    reason = models.CharField(_("reason"), max_length=REASON_LENGTH, blank=True)
    by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    via = models.CharField(max_length=10, choices=Via)
    phone = models.CharField(
        max_length=PHONE_LENGTH, blank=True, default="", db_default="", editable=False
    )
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("revision")
        verbose_name_plural = _("revisions")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["hand", "number"], name="revision_number_is_used_once"),
        ]

    def __str__(self) -> str:
        return f"{self.hand} · {self.number}"


class Verdict(models.TextChoices):
    """What became of a submission."""

    COUNTED = "counted", _("the first for this hand")
    AGREED = "agreed", _("equal to the first")
    DIFFERED = "differed", _("different from the first")


class Submission(models.Model):
    """What a phone sent for a hand, under a key that the phone made.

    The same key with the same digest is answered as the first time; with another it is refused.
    `phone` as in HandRevision.
    """

    hand = models.ForeignKey(Hand, on_delete=models.CASCADE, related_name="submissions")
    key = models.UUIDField(unique=True)
    digest = models.CharField(max_length=64)
    record = models.JSONField()
    verdict = models.CharField(max_length=10, choices=Verdict)
    by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    via = models.CharField(max_length=10, choices=Via)
    phone = models.CharField(
        max_length=PHONE_LENGTH, blank=True, default="", db_default="", editable=False
    )
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("submission")
        verbose_name_plural = _("submissions")

    def __str__(self) -> str:
        return f"{self.hand} · {self.key}"


class HandScore(models.Model):
    """Derived: what the engine makes of a hand that counts.

    `score` is a hand of the engine's command line: scores, totals, places, lines, warnings, each
    list per seat. `is_surplus`: recorded after the match was over, so it counts for nothing.
    """

    hand = models.OneToOneField(Hand, on_delete=models.CASCADE, related_name="score")
    score = models.JSONField()
    is_surplus = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("score")
        verbose_name_plural = _("scores")

    def __str__(self) -> str:
        return str(self.hand)


class TableScore(models.Model):
    """Derived: the running score of a table; `totals` and `places` are per seat."""

    table = models.OneToOneField(Table, on_delete=models.CASCADE, related_name="score")
    hands = models.PositiveSmallIntegerField(default=0)
    totals = models.JSONField(default=list)
    places = models.JSONField(default=list)
    is_over = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("table's score")
        verbose_name_plural = _("tables' scores")

    def __str__(self) -> str:
        return str(self.table)
