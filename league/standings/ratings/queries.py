"""Ratings for pages."""

from collections.abc import Sequence
from itertools import groupby
from typing import Final, NamedTuple

from django.db.models import Exists, OuterRef, QuerySet

from games.tournament.ratings import SHOWN_PER_UNIT, Change, Side, explain
from league.clubs.models import Club, Player
from league.clubs.queries import Visitor
from league.competitions.queries import is_listed, is_seen
from league.results.models import Hand
from league.standings.models import PlayerRating, RatingChange, RatingList

CURVE_POINTS: Final = 200
HANDS_TO_BE_LISTED: Final = 10
"""Whoever has played fewer hands is not listed among the others: little is known yet."""


class Step(NamedTuple):
    """A step of the arithmetic: which of the `left` sides takes `place`, and its surprise."""

    place: int
    left: int
    percent: float
    is_own: bool
    value: float


class Arithmetic(NamedTuple):
    """The change of a rating by a hand: `factor` × the steps' values, rounded."""

    change: RatingChange
    partners: tuple[Player, ...]
    steps: tuple[Step, ...]
    surprise: float
    factor: float


def rating_lists_of(club: Club) -> list[RatingList]:
    """Return a club's rating lists with ratings."""
    rated = PlayerRating.objects.filter(rating_list=OuterRef("pk"))
    return list(RatingList.objects.filter(Exists(rated), club=club).order_by("pk"))


def leaderboard(rating_list: RatingList) -> QuerySet[PlayerRating]:
    """Return the ratings with enough hands, best first."""
    return _ratings(rating_list).filter(hands__gte=HANDS_TO_BE_LISTED).order_by("-mu", "player")


def newcomers(rating_list: RatingList) -> QuerySet[PlayerRating]:
    """Return the ratings with too few hands, most hands first."""
    return _ratings(rating_list).filter(hands__lt=HANDS_TO_BE_LISTED).order_by("-hands", "player")


def changes_of(rating: PlayerRating, user: Visitor) -> QuerySet[RatingChange]:
    """Return the changes of a rating visible to a visitor, newest first."""
    changes = RatingChange.objects.filter(
        is_listed(user, "hand__table__round__stage__competition__"),
        rating_list=rating.rating_list_id,
        player=rating.player_id,
    )
    return changes.order_by("-position")


def thin_out(changes: Sequence[RatingChange]) -> list[RatingChange]:
    """Return at most about CURVE_POINTS changes."""
    step = 1 + len(changes) // CURVE_POINTS
    return [*changes[:-1:step], *changes[-1:]]


def rated_hands_seen_by(user: Visitor) -> QuerySet[Hand]:
    """Return the visible rated hands."""
    rated = RatingChange.objects.filter(hand=OuterRef("pk"))
    return Hand.objects.filter(
        Exists(rated), is_seen(user, "table__round__stage__competition__")
    ).select_related("table__round__stage__competition__club")


def arithmetic_of(hand: Hand) -> list[Arithmetic]:
    """Return the arithmetic of a hand by place."""
    changes = list(
        RatingChange.objects.filter(hand=hand)
        .select_related("player")
        .order_by("side", "player_id")
    )
    by_side = [list(rows) for _, rows in groupby(changes, lambda each: each.side)]
    sides = [Side(tuple(row.player_id for row in rows), rows[0].place) for rows in by_side]
    rated = explain(sides, {change.player_id: change.before for change in changes})
    found = [
        _arithmetic(row, rows, rated[row.player_id], sides) for rows in by_side for row in rows
    ]
    return sorted(found, key=lambda each: (each.change.place, each.change.side))


def _ratings(rating_list: RatingList) -> QuerySet[PlayerRating]:
    return PlayerRating.objects.filter(
        rating_list=rating_list, player__left_at=None
    ).select_related("player")


def _arithmetic(
    change: RatingChange, side: Sequence[RatingChange], rated: Change, sides: Sequence[Side]
) -> Arithmetic:
    steps = []
    for choice in rated.choices:
        level = sum(side.place == choice.place for side in sides)
        left = sum(side.place >= choice.place for side in sides)
        if left == 1:
            continue  # the last one left fills the last place in any case
        value = (choice.is_own - choice.chance) / level
        steps.append(Step(choice.place, left, 100 * choice.chance, choice.is_own, value))
    return Arithmetic(
        change=change,
        partners=tuple(row.player for row in side if row != change),
        steps=tuple(steps),
        surprise=rated.surprise,
        factor=rated.step * rated.share * SHOWN_PER_UNIT,
    )
