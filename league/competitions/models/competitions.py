"""Models of competitions, their stages and recurring rounds."""

import secrets
from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.clubs.models import NAME_LENGTH, Club, Visibility, narrower
from league.core.games import SiteGame, site_game

SEATS_MIN = 2
SEATS_MAX = 8
DEFAULT_TABLE_MIN = 3
DEFAULT_TABLE_MAX = 7
DEFAULT_PLACE_POINTS = (10, 7, 5, 3, 2, 1, 0)
DEFAULT_TIE_BREAKS = ("wins", "game_points")
DEFAULT_CONFIRM_MINUTES = 10


def default_place_points() -> list[int]:
    """Return the default ranking points by place at a table."""
    return list(DEFAULT_PLACE_POINTS)


def default_tie_breaks() -> list[str]:
    """Return the default tie-breaks in order."""
    return list(DEFAULT_TIE_BREAKS)


def make_lot_seed() -> int:
    """Return a random seed for the drawing of lots."""
    return secrets.randbelow(1_000_000_000)


def default_preferred_sizes() -> list[int]:
    """Return the default preferred table sizes."""
    return [4, 5]


class Kind(models.TextChoices):
    """Kind of a competition."""

    LEAGUE = "league", _("league")
    TOURNAMENT = "tournament", _("tournament")


class Scoring(models.TextChoices):
    """Source of the ranking points of a table."""

    PLACES = "places", _("scale by place")
    BEATEN = "beaten", _("share of opponents beaten, from 0 to 1000")
    RAW = "raw", _("game points")
    NORMALISED = "normalised", _("game points, scaled from 0 (last) to 1000 (first)")


class TieBreak(models.TextChoices):
    """Criterion between entries with equal ranking points."""

    WINS = "wins", _("tables won")
    PLACES = "places", _("countback: most first places, then second places, and so on")
    HEAD_TO_HEAD = "head_to_head", _("head-to-head: tables played together")
    GAME_POINTS = "game_points", _("game points")
    OPPONENTS = "opponents", _("Buchholz (average): ranking points of opponents")
    BEST = "best", _("best result")
    LATEST = "latest", _("latest result")
    BYES = "byes", _("fewer byes")
    RATING = "rating", _("rating")
    LOT = "lot", _("drawing of lots")


class Substitutes(models.TextChoices):
    """For whom a table played by a substitute counts."""

    ENTRY = "entry", _("for the replaced player")
    PLAYER = "player", _("for the substitute")
    NOBODY = "nobody", _("for no one")


class Unfinished(models.TextChoices):
    """What an unfinished match counts when its round closes."""

    STANDING = "standing", _("with their current score")
    NOTHING = "nothing", _("nothing")


class Confirmation(models.TextChoices):
    """Who confirms a hand besides the player who entered it."""

    NOBODY = "nobody", _("no one: hands count unless a player disputes them")
    OTHER = "other", _("one other player at the table")
    EVERYONE = "everyone", _("everyone at the table")


class PhoneUse(models.TextChoices):
    """What a phone that is not signed in may do for others at its table."""

    OWN = "own", _("Each seat on its own phone")
    ENTERS = "enters", _("One phone enters for everyone and confirms for one seat")
    TABLE = "table", _("One phone may confirm for the whole table")


class Competition(models.Model):
    """A league (a season of rounds) or a tournament (a day or a weekend) of one game.

    `version` grows with every change a screen could show. `place_points[place - 1]` are the
    ranking points for a place at a table (0 past its end); `size_points` has other such lists
    by table size ("5": [12, 8, …]). `tie_breaks` are TieBreak values in order; `lot_seed` is
    public. `team_best` and `best_of` limit how many members and rounds count (None: all); below
    `attendance_min` rounds an entry has no place. A hand nobody disputes is confirmed after
    `confirm_minutes`. An empty `visibility` is that of the club.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="competitions")
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    kind = models.CharField(_("kind"), max_length=10, choices=Kind, default=Kind.LEAGUE)
    game = models.CharField(_("game"), max_length=20)
    options = models.JSONField(_("game options"), default=dict, blank=True)
    table_min = models.PositiveSmallIntegerField(_("smallest table"), default=DEFAULT_TABLE_MIN)
    table_max = models.PositiveSmallIntegerField(_("largest table"), default=DEFAULT_TABLE_MAX)
    table_preferred = models.JSONField(_("preferred tables"), default=default_preferred_sizes)
    place_points = models.JSONField(_("ranking points by place"), default=default_place_points)
    scoring = models.CharField(
        _("source of ranking points"), max_length=10, choices=Scoring, default=Scoring.PLACES
    )
    size_points = models.JSONField(_("other scales by table size"), default=dict, blank=True)
    win_bonus = models.SmallIntegerField(_("bonus for winning a table"), default=0)
    target_bonus = models.SmallIntegerField(_("bonus for reaching the target"), default=0)
    attendance_bonus = models.SmallIntegerField(_("bonus for every round played"), default=0)
    tie_breaks = models.JSONField(_("tie-breaks"), default=default_tie_breaks, blank=True)
    lot_seed = models.PositiveBigIntegerField(default=make_lot_seed, editable=False)
    team_best = models.PositiveSmallIntegerField(
        _("members that count for a team"), null=True, blank=True
    )
    is_seated_on_opening = models.BooleanField(
        _("automatic seating when a round opens"), default=False
    )
    best_of = models.PositiveSmallIntegerField(
        _("number of best results that count"), null=True, blank=True
    )
    attendance_min = models.PositiveSmallIntegerField(_("minimum rounds for a place"), default=0)
    bye_points = models.SmallIntegerField(_("points for a bye"), default=0)
    absence_points = models.SmallIntegerField(_("points for a missed round"), default=0)
    no_show_points = models.SmallIntegerField(_("points for a no-show"), default=0)
    are_guests_ranked = models.BooleanField(_("guests are ranked"), default=True)
    substitutes = models.CharField(
        _("results of a substitute"), max_length=10, choices=Substitutes, default=Substitutes.ENTRY
    )
    unfinished = models.CharField(
        _("unfinished matches count"),
        max_length=10,
        choices=Unfinished,
        default=Unfinished.STANDING,
    )
    confirmation = models.CharField(
        _("confirmation of hands"), max_length=10, choices=Confirmation, default=Confirmation.NOBODY
    )
    confirm_minutes = models.PositiveSmallIntegerField(
        _("automatic confirmation (minutes)"), default=DEFAULT_CONFIRM_MINUTES
    )
    phone_use = models.CharField(
        _("use of a phone at a table"),
        max_length=10,
        choices=PhoneUse,
        default=PhoneUse.ENTERS,
        db_default=PhoneUse.ENTERS,
    )
    visibility = models.CharField(
        _("visibility"), max_length=8, choices=Visibility, blank=True, default=""
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
            models.CheckConstraint(
                condition=Q(visibility__in=["", *Visibility.values]),
                name="competition_visibility_is_known",
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["club", "-created_at", "-id"])]

    def __str__(self) -> str:
        return self.name

    @property
    def site_game(self) -> SiteGame:
        """Return the game by the version of its rules that new tables play."""
        return site_game(self.game, self.options)

    @property
    def visible_to(self) -> Visibility:
        """Return the narrower visibility of the competition's own and its club's."""
        return narrower(self.visibility, self.club.visibility)


class SeatingMethod(models.TextChoices):
    """Seating method of a stage."""

    VARIETY = "variety", _("fewest repeats")
    SWISS = "swiss", _("Swiss")
    FIXED = "fixed", _("fixed groups")
    LIST = "list", _("seating list")
    ROTATING = "rotating", _("rotating partners")
    FINALS = "finals", _("finals")
    RANDOM = "random", _("random")


class SeatingPriority(models.TextChoices):
    """Preference where equal table sizes and new opponents conflict."""

    EVEN = "even", _("even table sizes")
    FRESH = "fresh", _("few repeats")


class CarryOver(models.TextChoices):
    """Share of earlier points that counts in a stage."""

    NONE = "none", _("none: all start at 0")
    HALF = "half", _("half the points, rounded up")
    FULL = "full", _("all points")


class Cut(models.TextChoices):
    """Who qualifies for a stage."""

    EVERYBODY = "everybody", _("everyone")
    PLACES = "places", _("number of places")
    POINTS = "points", _("minimum points")


class CutTies(models.TextChoices):
    """Treatment of entries that are level at the cut."""

    TIE_BREAK = "tie_break", _("tie-breaks decide, then drawing of lots")
    ALL = "all", _("all of them advance")


class Deadline(models.TextChoices):
    """Treatment of unfinished tables when their round has to close."""

    CLOSE = "close", _("the round closes; the table counts with its current score")
    WAIT = "wait", _("the round waits for the table")
    ADJOURN = "adjourn", _("the round closes; the table can finish later")


class NextRound(models.TextChoices):
    """When the round after a closed one starts."""

    HAND = "hand", _("when the organiser opens it, or on schedule")
    CLOSING = "closing", _("as soon as the previous round has closed")


class Stage(models.Model):
    """A part of a competition with one seating method.

    `planned_rounds` None: open-ended. `cut_at` is a number of places or of points,
    `score_weight` (0 to 100) the weight of scores in Swiss. `hands_limit` ends a match,
    `minutes` is the round clock, `last_call_minutes` before its end the last hand is called.
    `groups` are home groups (lists of entry ids), `seating_list` rounds of tables of entry ids,
    `plan` the rounds planned ahead. `declined` are entries that would qualify and do not want to.
    """

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField(default=1)
    name = models.CharField(_("name"), max_length=NAME_LENGTH, blank=True)
    method = models.CharField(
        _("seating method"), max_length=10, choices=SeatingMethod, default=SeatingMethod.VARIETY
    )
    planned_rounds = models.PositiveSmallIntegerField(_("rounds"), null=True, blank=True)
    seating_priority = models.CharField(
        _("in a conflict, prefer"),
        max_length=10,
        choices=SeatingPriority,
        default=SeatingPriority.EVEN,
    )
    score_weight = models.PositiveSmallIntegerField(_("weight of scores"), default=50)
    carry_over = models.CharField(
        _("carry-over"), max_length=10, choices=CarryOver, default=CarryOver.FULL
    )
    cut = models.CharField(_("cut"), max_length=10, choices=Cut, default=Cut.EVERYBODY)
    cut_at = models.PositiveIntegerField(_("cut value"), null=True, blank=True)
    cut_ties = models.CharField(
        _("ties at the cut"), max_length=10, choices=CutTies, default=CutTies.TIE_BREAK
    )
    hands_limit = models.PositiveSmallIntegerField(_("hands per match"), null=True, blank=True)
    minutes = models.PositiveSmallIntegerField(_("round length (minutes)"), null=True, blank=True)
    last_call_minutes = models.PositiveSmallIntegerField(
        _("last hand before the end (minutes)"), default=10
    )
    reminder_hours = models.PositiveSmallIntegerField(
        _("reminder before the deadline (hours)"), null=True, blank=True
    )
    deadline = models.CharField(
        _("at the deadline"), max_length=10, choices=Deadline, default=Deadline.CLOSE
    )
    next_round = models.CharField(
        _("next round opens"), max_length=10, choices=NextRound, default=NextRound.HAND
    )
    groups = models.JSONField(null=True, blank=True)
    seating_list = models.JSONField(null=True, blank=True)
    plan = models.JSONField(null=True, blank=True)
    declined = models.JSONField(_("declined"), null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("stage")
        verbose_name_plural = _("stages")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["competition", "number"], name="stage_number_is_used_once"
            ),
            models.CheckConstraint(
                condition=Q(score_weight__lte=100), name="stage_score_weight_is_a_share"
            ),
            models.CheckConstraint(
                condition=Q(cut="everybody") | Q(cut_at__gte=1), name="stage_cut_says_where"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.competition} · {self.number}"

    @property
    def label(self) -> str:
        """Return the name, or the number of a stage without one."""
        return stage_label(self.number, self.name)

    @property
    def has_started(self) -> bool:
        """Return whether its entries are known."""
        return self.number == 1 or self.started_at is not None

    @property
    def has_cut(self) -> bool:
        """Return whether only qualified entries play in it."""
        return self.number > 1 and self.cut != Cut.EVERYBODY


class Recurrence(models.Model):
    """Recurring rounds of a stage, such as every second Tuesday at 19:30 in Rome.

    `rule` follows RFC 5545 (FREQ=WEEKLY;INTERVAL=2) in `time_zone`. `ahead` rounds exist in
    advance, each open for `minutes_open` (None: closed by hand). `skipped` are days
    (YYYY-MM-DD) without a round. `ended_at`: the rule has no further day.
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
        verbose_name = _("recurring rounds")
        verbose_name_plural = _("recurring rounds")

    def __str__(self) -> str:
        return f"{self.stage} · {self.rule}"


def stage_label(number: int, name: str) -> str:
    """Return a stage's name, or its number where it has none."""
    return name or gettext("Stage %(number)d") % {"number": number}
