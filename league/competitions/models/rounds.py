"""Models of rounds and tables."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, TypeVar

from django.db import models
from django.db.models import F, Q
from django.utils.functional import cached_property
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.clubs.models import Player, Visibility, make_token
from league.competitions.models.competitions import Stage
from league.competitions.models.entries import Entry
from league.core.games import SiteGame, site_game


class RoundStatus(models.TextChoices):
    """Status of a round."""

    SCHEDULED = "scheduled", _("scheduled")
    OPEN = "open", _("open")
    CLOSED = "closed", _("closed")
    CALLED_OFF = "called_off", _("round cancelled")


SETTLED = (RoundStatus.CLOSED, RoundStatus.CALLED_OFF)
NOT_PLAYED = (RoundStatus.SCHEDULED, RoundStatus.CALLED_OFF)


class RoundQuerySet(models.QuerySet["Round"]):
    """Query set of rounds."""

    def open(self) -> "RoundQuerySet":
        """Filter the open rounds."""
        return self.filter(status=RoundStatus.OPEN)


class Round(models.Model):
    """One seating of a stage: checked-in entries at tables.

    `closings` counts closings, each of which posts standings once. `seating` counts seatings,
    so that the second of two simultaneous changes is refused. `draw` is the summary of a
    DrawResult. The clock runs from `clock_started_at` for `clock_minutes` plus
    `clock_paused_seconds`, and stands still from `clock_paused_at` on. `recurs_on` is its day
    of the recurrence rule. `missed_at`: nothing opened it in its time.
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
    draw_seed = models.PositiveBigIntegerField(null=True, blank=True)
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
                fields=["opens_at"], condition=Q(status=RoundStatus.SCHEDULED), name="round_to_open"
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
    def visible_to(self) -> Visibility:
        """Return the visibility of the competition."""
        return self.stage.competition.visible_to

    @property
    def label(self) -> str:
        """Return its number, or the name of a later stage that has this round alone."""
        if self.has_name:
            return self.stage.name
        return gettext("Round %(number)d") % {"number": self.number}

    @property
    def has_name(self) -> bool:
        """Return whether it is called by its stage, such as a final."""
        return bool(self.stage.number > 1 and self.stage.name and self.stage.planned_rounds == 1)

    @property
    def is_missed(self) -> bool:
        """Return whether its time passed unused and no organiser has decided yet."""
        return self.status == RoundStatus.SCHEDULED and self.missed_at is not None

    @property
    def is_open(self) -> bool:
        """Return whether its tables may record hands."""
        return self.status == RoundStatus.OPEN


class CheckIn(models.Model):
    """Presence of an entry at a round."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="check_ins")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="check_ins")
    by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("check-in")
        verbose_name_plural = _("check-ins")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "entry"], name="entry_checks_in_once")
        ]

    def __str__(self) -> str:
        return f"{self.entry} · {self.round}"


class Reply(models.Model):
    """A player's answer, ahead of a round, whether they come."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="replies")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="replies")
    is_coming = models.BooleanField()
    replied_at = models.DateTimeField()

    class Meta:
        verbose_name = _("reply")
        verbose_name_plural = _("replies")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "player"], name="player_replies_once")
        ]

    def __str__(self) -> str:
        return f"{self.player} · {self.round}"


class AbsenceReason(models.TextChoices):
    """Why an entry has no seat in a round."""

    BYE = "bye", _("bye")
    REQUESTED_BYE = "requested_bye", _("requested bye")
    ABSENT = "absent", _("missed round")
    NO_SHOW = "no_show", _("no-show")


class EntryAbsence(models.Model):
    """An entry without a seat in a round; `is_automatic`: written by closing the round."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="absences")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="absences")
    reason = models.CharField(max_length=20, choices=AbsenceReason)
    is_automatic = models.BooleanField(default=False)
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("absence")
        verbose_name_plural = _("absence")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "entry"], name="entry_sits_out_once")
        ]

    def __str__(self) -> str:
        return f"{self.entry} · {self.round}"


PHONE_LENGTH = 32


Departures = Mapping[str, Any] | None
"""As stored at a table: the `seats` at first, and for each that `left` its hand and number."""
Value = TypeVar("Value")


def departures_of(stored: Departures) -> list[tuple[int, int]]:
    """Return for each departure the first hand without the seat, and its number until then."""
    return [(first, seat) for first, seat in stored["left"]] if stored else []


def playing_seats(stored: Departures, seats: Sequence[Value]) -> Sequence[Value]:
    """Return the first of a table's seats: without those that it goes on without."""
    return seats[: len(seats) - len(departures_of(stored))]


class TableQuerySet(models.QuerySet["Table"]):
    """Query set of tables."""

    def standing(self) -> "TableQuerySet":
        """Filter the tables that are not dissolved."""
        return self.filter(dissolved_at=None)


class Table(models.Model):
    """One match: its seats, game options and hands.

    `seating` grows with every change of seats, `version` with every change a screen could show.
    Tables are dissolved, never deleted, so that old codes can say so. An adjourned table goes
    on after its round. `hands_limit` is the stage's when the table was created, or what was played
    when it was ended early. `departures` are those after which it went on without a seat: the first
    hand without it, and the number that the seat had. `seating_notified` is the last seating that
    its players were notified of.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField(_("number"))
    game = models.CharField(max_length=20)
    options = models.JSONField(default=dict, blank=True)
    dealer = models.PositiveSmallIntegerField(_("first dealer"), default=0)
    seating = models.PositiveIntegerField(default=1)
    version = models.PositiveBigIntegerField(default=1)
    created_at = models.DateTimeField()
    dissolved_at = models.DateTimeField(null=True, blank=True)
    adjourned_at = models.DateTimeField(null=True, blank=True)
    hands_limit = models.PositiveSmallIntegerField(null=True, blank=True)
    departures = models.JSONField(null=True, blank=True, editable=False)
    seating_notified = models.PositiveIntegerField(default=0)

    objects = TableQuerySet.as_manager()

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["round", "number"],
                condition=Q(dissolved_at=None),
                name="table_number_is_used_once",
            )
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["adjourned_at"],
                condition=Q(adjourned_at__isnull=False),
                name="table_adjourned",
            ),
            models.Index(
                fields=["round"],
                condition=Q(dissolved_at=None, seating__gt=F("seating_notified")),
                name="table_to_notify",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round} · {self.number}"

    @property
    def visible_to(self) -> Visibility:
        """Return the visibility of the competition."""
        return self.round.visible_to

    @cached_property
    def site_game(self) -> SiteGame:
        """Return the game by the version of its rules that the table plays."""
        return site_game(self.game, self.options)

    @property
    def takes_hands(self) -> bool:
        """Return whether hands may be recorded: the round is open or the table adjourned."""
        return self.dissolved_at is None and (self.round.is_open or self.adjourned_at is not None)


SUBSTITUTE = "substitute"
"""The code of the reason for a seat that a substitute has taken."""


class Seat(models.Model):
    """A seat of a table, 0-based, clockwise.

    A substitute is a `player` other than the entry's own. Seats with the same `pair` are
    partners. `reason` is a code with data for its text. `phone` may act for the seat by table
    code, unless the player came signed in (`signed_in_at`). `left_from` is the first hand without
    a player who has left in the middle of the match.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="seats")
    pair = models.PositiveSmallIntegerField(null=True, blank=True)
    reason = models.JSONField(null=True, blank=True)
    phone = models.CharField(
        max_length=PHONE_LENGTH, blank=True, default="", db_default="", editable=False
    )
    signed_in_at = models.DateTimeField(null=True, blank=True, editable=False)
    left_from = models.PositiveSmallIntegerField(null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "number"], name="seat_number_is_used_once"),
            models.UniqueConstraint(fields=["table", "player"], name="player_sits_once_at_a_table"),
            models.UniqueConstraint(
                fields=["table", "phone"], condition=~Q(phone=""), name="phone_speaks_for_one_seat"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} · {self.number}"

    @property
    def has_substitutes(self) -> bool:
        """Return whether another than the entry's player sits there, or has."""
        is_other = self.player_id != self.entry.player_id
        return is_other or (self.reason or {}).get("code") == SUBSTITUTE


class Substitution(models.Model):
    """A change of the player on a seat, from hand `from_hand` (1-based) on."""

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="substitutions")
    player_out = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    player_in = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    from_hand = models.PositiveSmallIntegerField()
    by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("substitution")
        verbose_name_plural = _("substitutions")

    def __str__(self) -> str:
        return f"{self.player_out} → {self.player_in}"


class TableCode(models.Model):
    """An unguessable code, printed as a QR code, that opens one table while its round is open."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="codes")
    token = models.CharField(max_length=32, unique=True, default=make_token)
    created_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("table code")
        verbose_name_plural = _("table codes")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["table"], condition=Q(revoked_at=None), name="one_valid_code_per_table"
            )
        ]

    def __str__(self) -> str:
        return str(self.table)
