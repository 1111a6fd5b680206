"""Rounds: when they are played, who is there, who sits out."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from league.clubs.models import Player, Visibility
from league.competitions.models.entries import Entry
from league.competitions.models.stages import Stage


class RoundStatus(models.TextChoices):
    """Where a round stands."""

    SCHEDULED = "scheduled", _("scheduled")
    OPEN = "open", _("open")
    CLOSED = "closed", _("closed")
    CALLED_OFF = "called_off", _("called off")


SETTLED = (RoundStatus.CLOSED, RoundStatus.CALLED_OFF)
"""Nothing more happens in a round that stands so."""
NOT_PLAYED = (RoundStatus.SCHEDULED, RoundStatus.CALLED_OFF)
"""A round that stands so has not been opened."""


class RoundQuerySet(models.QuerySet["Round"]):
    """Filter rounds."""

    def open(self) -> "RoundQuerySet":
        """Keep those that are being played."""
        return self.filter(status=RoundStatus.OPEN)


class Round(models.Model):
    """One seating of a stage: checked-in entries at tables.

    `closings` counts how often it was closed, so that each closing posts its standings once.
    `seating` grows when it is seated or its seating is undone, so that of two phones that press
    at the same moment the second is told. `draw` says how good the seating is: see
    rounds.services.seating.

    The clock runs from `clock_started_at` for `clock_minutes`, plus `clock_paused_seconds` of
    pauses that are over; while `clock_paused_at` is set, it stands still since then. What has been
    announced has its moment noted, so that nothing is announced twice.

    `recurs_on` is the day of the stage's recurrence that the round was made for, whenever it is
    played in the end.

    `missed_at`: when it was found that its time had passed while nothing ran that could open it.
    """

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=10, choices=RoundStatus, default=RoundStatus.SCHEDULED)
    opens_at = models.DateTimeField(_("opens"), null=True, blank=True)
    closes_at = models.DateTimeField(_("closes"), null=True, blank=True)
    opened_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    closings = models.PositiveSmallIntegerField(default=0)
    seating = models.PositiveIntegerField(default=0)
    seed = models.PositiveBigIntegerField(null=True, blank=True)
    seated_at = models.DateTimeField(null=True, blank=True)
    draw = models.JSONField(null=True, blank=True)
    clock_minutes = models.PositiveSmallIntegerField(_("minutes"), null=True, blank=True)
    clock_started_at = models.DateTimeField(null=True, blank=True)
    clock_paused_at = models.DateTimeField(null=True, blank=True)
    clock_paused_seconds = models.PositiveIntegerField(default=0)
    last_hand_called_at = models.DateTimeField(null=True, blank=True)
    time_called_at = models.DateTimeField(null=True, blank=True)
    check_in_reminded_at = models.DateTimeField(null=True, blank=True)
    deadline_reminded_at = models.DateTimeField(null=True, blank=True)
    recurs_on = models.DateField(null=True, blank=True)
    missed_at = models.DateTimeField(null=True, blank=True)

    objects = RoundQuerySet.as_manager()

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["stage", "number"], name="round_number_is_used_once"),
            models.CheckConstraint(
                condition=Q(status__in=RoundStatus.values), name="round_status_is_known"
            ),
            models.CheckConstraint(
                condition=Q(closes_at=None) | Q(opens_at=None) | Q(closes_at__gt=F("opens_at")),
                name="round_closes_after_it_opens",
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["opens_at"],
                condition=Q(status=RoundStatus.SCHEDULED),
                name="round_to_open",
            ),
            models.Index(
                fields=["closes_at"], condition=Q(status=RoundStatus.OPEN), name="round_to_close"
            ),
            models.Index(
                fields=["clock_started_at"],
                condition=Q(status=RoundStatus.OPEN, clock_paused_at=None, time_called_at=None),
                name="round_clock_runs",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.stage} · {self.number}"

    @property
    def shown_to(self) -> Visibility:
        """Return who may look, which takes stage, competition and club."""
        return self.stage.competition.shown_to

    @property
    def is_missed(self) -> bool:
        """Say whether its time has passed unused and nobody has decided what becomes of it."""
        return self.status == RoundStatus.SCHEDULED and self.missed_at is not None

    @property
    def is_open(self) -> bool:
        """Say whether hands may be recorded by its tables."""
        return self.status == RoundStatus.OPEN


class CheckIn(models.Model):
    """An entry that is there for a round."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="check_ins")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="check_ins")
    by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("check-in")
        verbose_name_plural = _("check-ins")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "entry"], name="entry_checks_in_once"),
        ]

    def __str__(self) -> str:
        return f"{self.entry} · {self.round}"


class Absence(models.TextChoices):
    """Why an entry has no seat in a round."""

    BYE = "bye", _("no seat was left")
    WISH = "wish", _("sits out by wish")
    ABSENT = "absent", _("was not there")
    NO_SHOW = "no_show", _("checked in and did not turn up")


class SittingOut(models.Model):
    """An entry that does not play in a round, and why.

    `is_automatic`: noted when the round closed, and taken back when it is reopened.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="sitting_out")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="sitting_out")
    reason = models.CharField(max_length=10, choices=Absence)
    is_automatic = models.BooleanField(default=False)
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("sitting out")
        verbose_name_plural = _("sitting out")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "entry"], name="entry_sits_out_once"),
        ]

    def __str__(self) -> str:
        return f"{self.entry} · {self.round}"
