"""Competitions: leagues and tournaments, and the terms they are played on."""

import secrets
from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from league.clubs.models import NAME_LENGTH, Club, Visibility, narrower

SEATS_MIN = 2
SEATS_MAX = 8
DEFAULT_TABLE_MIN = 3
DEFAULT_TABLE_MAX = 7
DEFAULT_PLACE_POINTS = (10, 7, 5, 3, 2, 1, 0)
DEFAULT_TIE_BREAKS = ("wins", "game_points")
LOT_SEEDS = 1_000_000_000
DEFAULT_CONFIRM_MINUTES = 10


def default_place_points() -> list[int]:
    """Return the league points for the places of a table, first place first."""
    return list(DEFAULT_PLACE_POINTS)


def default_tie_breaks() -> list[str]:
    """Return what decides between entries with equal league points, the first one first."""
    return list(DEFAULT_TIE_BREAKS)


def make_lot_seed() -> int:
    """Return a new number that all lots of a competition are drawn from."""
    return secrets.randbelow(LOT_SEEDS)


def default_preferred_sizes() -> list[int]:
    """Return the table sizes that a seating prefers."""
    return [4, 5]


class Kind(models.TextChoices):
    """What a competition is."""

    LEAGUE = "league", _("league")
    TOURNAMENT = "tournament", _("tournament")


class Scoring(models.TextChoices):
    """What the league points of a table come from."""

    PLACES = "places", _("a scale by place")
    BEATEN = "beaten", _("the share of opponents beaten, from 0 to 1000")
    RAW = "raw", _("the game’s own points")
    NORMALISED = "normalised", _("the game’s own points, from 0 (last) to 1000 (first)")


class TieBreak(models.TextChoices):
    """What can decide between entries with equal league points."""

    WINS = "wins", _("tables won")
    PLACES = "places", _("most first places, then second ones, and so on")
    HEAD_TO_HEAD = "head_to_head", _("the tables they shared")
    GAME_POINTS = "game_points", _("the game’s own points")
    OPPONENTS = "opponents", _("league points of their opponents, on average")
    BEST = "best", _("the best result")
    LATEST = "latest", _("the latest result")
    BYES = "byes", _("fewer byes")
    RATING = "rating", _("rating")
    LOT = "lot", _("the lot")


class Substitutes(models.TextChoices):
    """For whom a table counts that a substitute played."""

    ENTRY = "entry", _("for whoever they stand in for")
    PLAYER = "player", _("for themselves")
    NOBODY = "nobody", _("for nobody")


class Unfinished(models.TextChoices):
    """What a match counts that is not over when its round closes."""

    STANDING = "standing", _("as it stands")
    NOTHING = "nothing", _("nothing")


class Confirmation(models.TextChoices):
    """Who at a table has to agree with a hand, besides whoever entered it."""

    NOBODY = "nobody", _("nobody: it is right unless somebody disagrees")
    OTHER = "other", _("one other player of the table")
    EVERYONE = "everyone", _("everyone at the table")


class PhoneUse(models.TextChoices):
    """What a phone that is not signed in may say for others at its table."""

    OWN = "own", _("Each seat on its own phone")
    ENTERS = "enters", _("One phone enters for all, and confirms one seat")
    TABLE = "table", _("One phone may confirm for the whole table")


class Competition(models.Model):
    """A league (a season of rounds) or a tournament (a day or a weekend) of one game.

    `version` grows with every change that a screen of this competition could show.
    `scoring` says what a table's league points come from. `place_points[place - 1]` are those for a
    place at a table; places past its end are worth 0; `size_points` has another such list for
    tables of some sizes ("5": [12, 8, …]). Whoever wins a table gets `win_bonus` more, whoever
    reaches the target of the match `target_bonus`, and every round that is played is worth
    `attendance_bonus`. `tie_breaks` are TieBreak values in the order in which they are compared;
    the lot is drawn from `lot_seed`, which everybody can read. Of a team the best `team_best`
    count, of an entry's rounds the best `best_of`; None: all of them.
    `attendance_min`: who has played fewer rounds is listed without a place. `bye_points` are the
    league points of a round for which there was no seat, `absence_points` those of one that was
    missed, `no_show_points` those of one missed after checking in.

    `confirmation` says who confirms a hand; after `confirm_minutes` without a word against it, it
    is confirmed by silence. It counts from the first either way. `phone_use` says what one phone
    may say for others.

    `visibility` says who may look where that is fewer than may look at the club; empty: the same.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="competitions")
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    kind = models.CharField(_("kind"), max_length=10, choices=Kind, default=Kind.LEAGUE)
    game = models.CharField(_("game"), max_length=20)
    options = models.JSONField(_("options of the game"), default=dict, blank=True)
    table_min = models.PositiveSmallIntegerField(_("smallest table"), default=DEFAULT_TABLE_MIN)
    table_max = models.PositiveSmallIntegerField(_("largest table"), default=DEFAULT_TABLE_MAX)
    table_preferred = models.JSONField(_("preferred tables"), default=default_preferred_sizes)
    place_points = models.JSONField(_("league points by place"), default=default_place_points)
    scoring = models.CharField(
        _("league points come from"), max_length=10, choices=Scoring, default=Scoring.PLACES
    )
    size_points = models.JSONField(_("other scales by table size"), default=dict, blank=True)
    win_bonus = models.SmallIntegerField(_("bonus for winning a table"), default=0)
    target_bonus = models.SmallIntegerField(_("bonus for reaching the target"), default=0)
    attendance_bonus = models.SmallIntegerField(_("bonus for every round played"), default=0)
    tie_breaks = models.JSONField(_("tie-breaks"), default=default_tie_breaks, blank=True)
    lot_seed = models.PositiveBigIntegerField(default=make_lot_seed, editable=False)
    team_best = models.PositiveSmallIntegerField(
        _("best members that count for a team"), null=True, blank=True
    )
    is_seated_on_opening = models.BooleanField(
        _("seat those checked in when a round opens at its time"), default=False
    )
    best_of = models.PositiveSmallIntegerField(_("best results that count"), null=True, blank=True)
    attendance_min = models.PositiveSmallIntegerField(_("rounds to be ranked"), default=0)
    bye_points = models.SmallIntegerField(_("points of a bye"), default=0)
    absence_points = models.SmallIntegerField(_("points of a missed round"), default=0)
    no_show_points = models.SmallIntegerField(_("points of not turning up"), default=0)
    are_guests_ranked = models.BooleanField(_("guests are ranked"), default=True)
    substitutes = models.CharField(
        _("a substitute plays"), max_length=10, choices=Substitutes, default=Substitutes.ENTRY
    )
    unfinished = models.CharField(
        _("an unfinished match counts"),
        max_length=10,
        choices=Unfinished,
        default=Unfinished.STANDING,
    )
    confirmation = models.CharField(
        _("who confirms a hand"),
        max_length=10,
        choices=Confirmation,
        default=Confirmation.NOBODY,
    )
    confirm_minutes = models.PositiveSmallIntegerField(
        _("minutes until silence confirms"), default=DEFAULT_CONFIRM_MINUTES
    )
    phone_use = models.CharField(
        _("what one phone may do at a table"),
        max_length=10,
        choices=PhoneUse,
        default=PhoneUse.ENTERS,
        db_default=PhoneUse.ENTERS,
    )
    visibility = models.CharField(
        _("who may look"), max_length=8, choices=Visibility, blank=True, default=""
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
    def shown_to(self) -> Visibility:
        """Return who may look, by its own wish and its club's."""
        return narrower(self.visibility, self.club.visibility)
