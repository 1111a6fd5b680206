"""Records of tables, never edited or deleted, and what is derived from them."""

from typing import ClassVar
from uuid import uuid4

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.clubs.models import Club, Player
from league.competitions.models import PHONE_LENGTH, Competition, Entry, Round, Table
from league.results.authors import Via, Written

REASON_LENGTH = 300


class Hand(models.Model):
    """Hand `number` (1-based) of a table's match; the number of a void hand is free again."""

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
            models.Index(fields=["table"], condition=Q(is_disputed=True), name="hand_disputed")
        ]

    def __str__(self) -> str:
        return f"{self.table} · {self.number}"


class RevisionKind(models.TextChoices):
    """What a revision did."""

    ENTERED = "entered", _("entered")
    CORRECTED = "corrected", _("corrected")
    VOIDED = "voided", _("voided")
    RESTORED = "restored", _("restored")
    RESOLVED = "resolved", _("dispute resolved")


class HandRevision(Written):
    """One version of a hand; the highest number is in force. `record` is None in a void."""

    hand = models.ForeignKey(Hand, on_delete=models.CASCADE, related_name="revisions")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=RevisionKind)
    record = models.JSONField(null=True)
    reason = models.CharField(_("reason"), max_length=REASON_LENGTH, blank=True)

    class Meta:
        verbose_name = _("revision")
        verbose_name_plural = _("revisions")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["hand", "number"], name="revision_number_is_used_once")
        ]

    def __str__(self) -> str:
        return f"{self.hand} · {self.number}"


class SubmissionOutcome(models.TextChoices):
    """How a submission compares with the first."""

    COUNTED = "counted", _("first version of this hand")
    AGREED = "agreed", _("same as the first")
    DIFFERED = "differed", _("different from the first")


class Submission(Written):
    """A record that a phone sent under its own key; the digest tells if a repeat is the same."""

    hand = models.ForeignKey(Hand, on_delete=models.CASCADE, related_name="submissions")
    key = models.UUIDField(unique=True)
    digest = models.CharField(max_length=64)
    record = models.JSONField()
    outcome = models.CharField(max_length=10, choices=SubmissionOutcome)

    class Meta:
        verbose_name = _("submission")
        verbose_name_plural = _("submissions")

    def __str__(self) -> str:
        return f"{self.hand} · {self.key}"


class HandScore(models.Model):
    """Derived: the engine's JSON of a hand; one after the end of the match is a surplus."""

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
        verbose_name = _("table score")
        verbose_name_plural = _("table scores")

    def __str__(self) -> str:
        return str(self.table)


class AdjustmentKind(models.TextChoices):
    """The reason of an adjustment."""

    PENALTY = "penalty", _("penalty")
    BONUS = "bonus", _("bonus")
    BYE = "bye", _("bye")
    ABSENCE = "absence", _("missed round")
    NO_SHOW = "no_show", _("no-show")


class Adjustment(models.Model):
    """Signed points that an entry got besides its tables; counts until it is cancelled.

    `table` is where it happened, `rule` the rule or house rule it rests on, `key` what made it
    automatically, so that it is made once.
    """

    competition = models.ForeignKey(
        Competition, on_delete=models.CASCADE, related_name="adjustments"
    )
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="adjustments")
    round = models.ForeignKey(
        Round, on_delete=models.CASCADE, null=True, blank=True, related_name="adjustments"
    )
    table = models.ForeignKey(
        Table, on_delete=models.CASCADE, null=True, blank=True, related_name="adjustments"
    )
    kind = models.CharField(max_length=10, choices=AdjustmentKind)
    points = models.IntegerField(_("points"))
    reason = models.CharField(_("reason"), max_length=REASON_LENGTH, blank=True)
    rule = models.CharField(_("rule"), max_length=REASON_LENGTH, blank=True)
    key = models.CharField(max_length=80, unique=True, null=True, blank=True)
    by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField()
    cancelled_at = models.DateTimeField(null=True, blank=True)
    cancelled_by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    cancel_reason = models.CharField(max_length=REASON_LENGTH, blank=True)

    class Meta:
        verbose_name = _("adjustment")
        verbose_name_plural = _("adjustments")
        indexes: ClassVar = [models.Index(fields=["competition", "entry"])]

    def __str__(self) -> str:
        return f"{self.entry} · {self.points:+d}"

    @property
    def says_more(self) -> bool:
        """Return whether its reason says more than its kind, as that of most byes does not."""
        return self.reason.casefold() not in ("", self.get_kind_display().casefold())


class HandResponseKind(models.TextChoices):
    """Whether a player confirms or disputes a hand."""

    CONFIRMED = "confirmed", _("confirmed")
    DISPUTED = "disputed", _("disputed")


class HandResponse(Written):
    """A player's response to a revision of a hand; the latest of a seat is in force."""

    revision = models.ForeignKey(HandRevision, on_delete=models.CASCADE, related_name="responses")
    seat = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=HandResponseKind)
    reason = models.CharField(_("reason"), max_length=REASON_LENGTH, blank=True)

    class Meta:
        verbose_name = _("response to a hand")
        verbose_name_plural = _("responses to hands")

    def __str__(self) -> str:
        return f"{self.revision} · {self.seat} · {self.kind}"


class TableCall(Written):
    """A call for an organiser, open until an organiser or the table itself closes it."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="calls")
    message = models.CharField(_("message"), max_length=REASON_LENGTH, blank=True)
    acknowledged_by = models.ForeignKey(
        Player, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    acknowledged_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    closed_via = models.CharField(max_length=10, choices=Via, blank=True)
    closed_phone = models.CharField(
        max_length=PHONE_LENGTH, blank=True, default="", db_default="", editable=False
    )
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("table call")
        verbose_name_plural = _("table calls")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["table"], condition=Q(closed_at=None), name="one_open_call_per_table"
            )
        ]

    def __str__(self) -> str:
        return f"{self.table} · {self.created_at:%H:%M}"


class ClubInbox(models.Model):
    """The version of a club's inbox, which grows with every change in it."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="inbox")
    version = models.PositiveBigIntegerField(default=0)

    class Meta:
        verbose_name = _("inbox")
        verbose_name_plural = _("inboxes")

    def __str__(self) -> str:
        return str(self.club)


class FinalResult(models.Model):
    """The outcome of a match instead of its hands: `current` is its latest revision."""

    table = models.OneToOneField(Table, on_delete=models.CASCADE, related_name="final_result")
    current = models.OneToOneField(
        "FinalRevision", on_delete=models.RESTRICT, null=True, related_name="+"
    )
    is_void = models.BooleanField(default=False)
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("final result")
        verbose_name_plural = _("final results")

    def __str__(self) -> str:
        return str(self.table)


class FinalRevision(Written):
    """A version of a final result; `outcome` has places and totals per seat, None if void."""

    result = models.ForeignKey(FinalResult, on_delete=models.CASCADE, related_name="revisions")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=RevisionKind)
    outcome = models.JSONField(null=True)
    reason = models.CharField(_("reason"), max_length=REASON_LENGTH, blank=True)
    key = models.UUIDField(unique=True, null=True)
    digest = models.CharField(max_length=64, blank=True)

    class Meta:
        verbose_name = _("revision of a final result")
        verbose_name_plural = _("revisions of final results")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["result", "number"], name="outcome_is_numbered_once")
        ]

    def __str__(self) -> str:
        return f"{self.result} · {self.number}"


class SealedHand(models.Model):
    """A hand that each player enters in secret, until it is revealed (`submission`) or given up.

    `recorded` counts the hands that the table had at first, void ones too: with another hand, or
    other people on the seats, it is out of date. `key` is that of the submission it becomes.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="sealed_hands")
    key = models.UUIDField(unique=True, default=uuid4)
    recorded = models.PositiveIntegerField()
    seating = models.PositiveIntegerField()
    seasons = models.JSONField(null=True)
    submission = models.OneToOneField(
        Submission, on_delete=models.SET_NULL, null=True, related_name="sealed"
    )
    created_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("sealed choice")
        verbose_name_plural = _("sealed choices")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["table"], condition=Q(ended_at=None), name="one_open_sealed_hand_per_table"
            )
        ]

    def __str__(self) -> str:
        return f"{self.table} · {self.pk}"


class SealedSeat(models.Model):
    """A seat's secret choice, deleted with the end of the hand; only its own phone reads it."""

    hand = models.ForeignKey(SealedHand, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    content = models.JSONField()
    phone = models.CharField(max_length=32)
    by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("sealed seat")
        verbose_name_plural = _("sealed seats")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["hand", "number"], name="seat_is_sealed_once")
        ]

    def __str__(self) -> str:
        return f"{self.hand} · {self.number}"


class SealReset(models.Model):
    """The reset of a sealed seat, for a reason."""

    hand = models.ForeignKey(SealedHand, on_delete=models.CASCADE, related_name="resets")
    number = models.PositiveSmallIntegerField()
    reason = models.CharField(_("reason"), max_length=REASON_LENGTH)
    by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("seat reset")
        verbose_name_plural = _("seat resets")

    def __str__(self) -> str:
        return f"{self.hand} · {self.number}"
