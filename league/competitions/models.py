"""Competitions, and who sits where in them."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from league.clubs.models import NAME_LENGTH, Club, Player, make_token

SEATS_MIN = 3
SEATS_MAX = 7
DEFAULT_PLACE_POINTS = (10, 7, 5, 3, 2, 1, 0)


def default_place_points() -> list[int]:
    """Return the league points for the places of a table, first place first."""
    return list(DEFAULT_PLACE_POINTS)


def default_preferred_sizes() -> list[int]:
    """Return the table sizes that a seating prefers."""
    return [4, 5]


class Kind(models.TextChoices):
    """What a competition is."""

    LEAGUE = "league", _("league")
    TOURNAMENT = "tournament", _("tournament")


class Competition(models.Model):
    """A league (a season of rounds) or a tournament (a day or a weekend) of one game.

    `version` grows with every change that a screen of this competition could show.
    `place_points[place - 1]` are the league points for a place at a table; places past its end
    are worth 0.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="competitions")
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    kind = models.CharField(_("kind"), max_length=10, choices=Kind, default=Kind.LEAGUE)
    game = models.CharField(_("game"), max_length=20)
    options = models.JSONField(_("options of the game"), default=dict, blank=True)
    table_min = models.PositiveSmallIntegerField(_("smallest table"), default=SEATS_MIN)
    table_max = models.PositiveSmallIntegerField(_("largest table"), default=SEATS_MAX)
    table_preferred = models.JSONField(_("preferred tables"), default=default_preferred_sizes)
    place_points = models.JSONField(_("league points by place"), default=default_place_points)
    is_seated_on_opening = models.BooleanField(
        _("seat those checked in when a round opens at its time"), default=False
    )
    version = models.PositiveBigIntegerField(default=1, editable=False)
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("competition")
        verbose_name_plural = _("competitions")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(
                    table_min__gte=SEATS_MIN,
                    table_max__lte=SEATS_MAX,
                    table_min__lte=F("table_max"),
                ),
                name="competition_table_sizes_are_in_order",
            ),
            models.UniqueConstraint(
                fields=["club", "name"], name="competition_name_is_used_once_in_a_club"
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["club", "-created_at", "-id"])]

    def __str__(self) -> str:
        return self.name


class Method(models.TextChoices):
    """How a stage seats its rounds."""

    RANDOM = "random", _("at random")


class Stage(models.Model):
    """A part of a competition with one pairing method."""

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField(default=1)
    method = models.CharField(max_length=10, choices=Method, default=Method.RANDOM)

    class Meta:
        verbose_name = _("stage")
        verbose_name_plural = _("stages")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["competition", "number"], name="stage_number_is_used_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.competition} · {self.number}"


class Entry(models.Model):
    """A player who takes part in a competition."""

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["competition", "player"], name="one_entry_per_player_and_competition"
            ),
        ]

    def __str__(self) -> str:
        return str(self.player)


class RoundStatus(models.TextChoices):
    """Where a round stands."""

    SCHEDULED = "scheduled", _("scheduled")
    OPEN = "open", _("open")
    CLOSED = "closed", _("closed")


class RoundQuerySet(models.QuerySet["Round"]):
    """Filter rounds."""

    def open(self) -> "RoundQuerySet":
        """Keep those that are being played."""
        return self.filter(status=RoundStatus.OPEN)


class Round(models.Model):
    """One seating of a stage: checked-in entries at tables.

    `closings` counts how often it was closed, so that each closing posts its standings once.
    `seating` grows when it is seated or its seating is undone, so that of two phones that press
    at the same moment the second is told.
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
        ]

    def __str__(self) -> str:
        return f"{self.stage} · {self.number}"

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


class TableQuerySet(models.QuerySet["Table"]):
    """Filter tables."""

    def standing(self) -> "TableQuerySet":
        """Keep those that a later seating has not dissolved."""
        return self.filter(dissolved_at=None)


class Table(models.Model):
    """One match of one game: its seats, its game options, the hands recorded at it.

    `seating` grows when its seats change, so that a phone with an old page is told. A table that
    is not wanted any more is dissolved, never deleted, so that its old code can say so.
    `version` grows with every change a screen of this table could show.
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

    objects = TableQuerySet.as_manager()

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["round", "number"],
                condition=Q(dissolved_at=None),
                name="table_number_is_used_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round} · {self.number}"


class Seat(models.Model):
    """A place at a table, 0-based, clockwise, and the player in it.

    `entry` is whose league points are played for.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="seats")

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "number"], name="seat_number_is_used_once"),
            models.UniqueConstraint(fields=["table", "player"], name="player_sits_once_at_a_table"),
        ]

    def __str__(self) -> str:
        return f"{self.player} · {self.number}"


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
            ),
        ]

    def __str__(self) -> str:
        return str(self.table)
