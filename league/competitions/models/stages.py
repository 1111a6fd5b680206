"""Stages: the parts of a competition, each with one way of seating."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.clubs.models import NAME_LENGTH
from league.competitions.models.competitions import Competition


class Method(models.TextChoices):
    """How a stage seats its rounds."""

    VARIETY = "variety", _("new faces: as few repeats as possible")
    SWISS = "swiss", _("Swiss: similar scores together")
    FIXED = "fixed", _("home groups: the same tables every round")
    SCRIPTED = "scripted", _("by a list of your own")
    PAIRS = "pairs", _("rotating pairs: another partner every round")
    FINALS = "finals", _("finals: tables by place")
    RANDOM = "random", _("at random")


class Balance(models.TextChoices):
    """What a seating prefers where table sizes and new faces conflict."""

    EVEN = "even", _("equal tables")
    FRESH = "fresh", _("new faces")


class CarryOver(models.TextChoices):
    """How much of the points before a stage counts in it."""

    NONE = "none", _("nothing: everybody starts at 0")
    HALF = "half", _("half the points, rounded up")
    FULL = "full", _("all points")


class Cut(models.TextChoices):
    """Who goes on to a stage."""

    EVERYBODY = "everybody", _("everybody")
    PLACES = "places", _("the best so many")
    POINTS = "points", _("whoever has so many points")


class CutTies(models.TextChoices):
    """What happens to entries that are level at the cut."""

    TIE_BREAK = "tie_break", _("the tie-breaks decide, then the lot")
    ALL = "all", _("all of them go on")


class Deadline(models.TextChoices):
    """What happens to a table that has not ended when its round has to close."""

    CLOSE = "close", _("the round closes, and the table counts as it stands")
    WAIT = "wait", _("the round waits for the table")
    ADJOURN = "adjourn", _("the round closes, and the table may finish later")


class NextRound(models.TextChoices):
    """When the round after one that has closed begins."""

    HAND = "hand", _("when the organiser starts it, or at its time")
    CLOSING = "closing", _("as soon as the round before has closed")


class Stage(models.Model):
    """A part of a competition with one pairing method.

    `planned_rounds` is how many rounds it has in all, None when that is open. `cut_at` is the
    number of places or of points that the cut asks for. `pull` says how strongly Swiss puts
    similar scores together, from 0 (new faces first) to 100 (strictly by score).
    `hands_limit` ends a match after so many hands, `minutes` is the length of a round's clock,
    `last_call_minutes` before its end the last hand is called, and `reminder_hours` before a
    deadline players are reminded. `groups` are the home groups (lists of entry ids), `script` the
    uploaded rounds (lists of tables of entry ids), `plan` the rounds planned ahead.
    """

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField(default=1)
    name = models.CharField(_("name"), max_length=NAME_LENGTH, blank=True)
    method = models.CharField(_("seating"), max_length=10, choices=Method, default=Method.VARIETY)
    planned_rounds = models.PositiveSmallIntegerField(_("rounds"), null=True, blank=True)
    balance = models.CharField(
        _("when they conflict, prefer"), max_length=10, choices=Balance, default=Balance.EVEN
    )
    pull = models.PositiveSmallIntegerField(_("pull of the scores"), default=50)
    carry_over = models.CharField(
        _("points from before"), max_length=10, choices=CarryOver, default=CarryOver.FULL
    )
    cut = models.CharField(_("who goes on"), max_length=10, choices=Cut, default=Cut.EVERYBODY)
    cut_at = models.PositiveIntegerField(_("how many"), null=True, blank=True)
    cut_ties = models.CharField(
        _("level at the cut"), max_length=10, choices=CutTies, default=CutTies.TIE_BREAK
    )
    hands_limit = models.PositiveSmallIntegerField(_("hands a match"), null=True, blank=True)
    minutes = models.PositiveSmallIntegerField(_("minutes a round"), null=True, blank=True)
    last_call_minutes = models.PositiveSmallIntegerField(
        _("last hand is called … minutes before the end"), default=10
    )
    reminder_hours = models.PositiveSmallIntegerField(
        _("remind … hours before the deadline"), null=True, blank=True
    )
    deadline = models.CharField(
        _("at the deadline"), max_length=10, choices=Deadline, default=Deadline.CLOSE
    )
    next_round = models.CharField(
        _("the next round begins"), max_length=10, choices=NextRound, default=NextRound.HAND
    )
    groups = models.JSONField(null=True, blank=True)
    script = models.JSONField(null=True, blank=True)
    plan = models.JSONField(null=True, blank=True)
    begun_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("stage")
        verbose_name_plural = _("stages")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["competition", "number"], name="stage_number_is_used_once"
            ),
            models.CheckConstraint(condition=Q(pull__lte=100), name="stage_pull_is_a_share"),
            models.CheckConstraint(
                condition=Q(cut="everybody") | Q(cut_at__gte=1), name="stage_cut_says_where"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.competition} · {self.number}"

    @property
    def label(self) -> str:
        """The name, or the number where it has none."""
        return stage_label(self.number, self.name)

    @property
    def has_begun(self) -> bool:
        """Say whether it is known who plays in it; in the first stage, whoever takes part."""
        return self.number == 1 or self.begun_at is not None

    @property
    def has_cut(self) -> bool:
        """Say whether only those who went on play in it."""
        return self.number > 1 and self.cut != Cut.EVERYBODY


class Recurrence(models.Model):
    """The rounds of a league that make themselves: every second Tuesday at 19:30 in Rome.

    `starts_at` is the first round, `rule` how it goes on, as iCalendar writes it (RFC 5545, such
    as FREQ=WEEKLY;INTERVAL=2), by the clock of `time_zone`. `ahead` rounds are made in advance,
    up to the planned rounds of the stage; `minutes_open` after opening they close, None: by hand.
    `skipped` are the days (YYYY-MM-DD, by that clock) without a round after all: holidays.
    `ended_at` is set once the rule has no further day.
    """

    stage = models.OneToOneField(Stage, on_delete=models.CASCADE, related_name="recurrence")
    rule = models.CharField(max_length=200)
    time_zone = models.CharField(max_length=64)
    starts_at = models.DateTimeField()
    minutes_open = models.PositiveIntegerField(null=True, blank=True)
    ahead = models.PositiveSmallIntegerField(default=2)
    skipped = models.JSONField(default=list, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("recurrence")
        verbose_name_plural = _("recurrences")

    def __str__(self) -> str:
        return f"{self.stage} · {self.rule}"


def stage_label(number: int, name: str) -> str:
    """Return a stage's name, or its number where it has none."""
    return name or gettext("Stage %(number)d") % {"number": number}
