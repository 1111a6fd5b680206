"""Read ratings for their pages."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from django.db.models import Exists, OuterRef, QuerySet

from games.tournament.ratings import SHOWN_PER_UNIT, Change, Side, explain
from league.clubs.models import Club, Player
from league.clubs.queries import Visitor
from league.competitions.queries import is_listed, is_seen
from league.results.models import Hand
from league.standings.models import PlayerRating, RatingBook, RatingChange

CURVE_POINTS: Final = 200
HANDS_TO_BE_LISTED: Final = 10
"""Whoever has played fewer hands is not listed among the others: little is known yet."""


@dataclass(frozen=True, slots=True)
class Step:
    """One choice of the arithmetic: who fills `place` among the `left` sides that were left.

    `value` is what it adds to the surprise: positive for who filled it.
    """

    place: int
    left: int
    percent: float
    is_own: bool
    value: float


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """Hold what a hand changed about a player: `factor` × the steps' values, rounded."""

    change: RatingChange
    partners: tuple[Player, ...]
    steps: tuple[Step, ...]
    surprise: float
    factor: float


def books_of(club: Club) -> list[RatingBook]:
    """List a club's games that have ratings."""
    rated = PlayerRating.objects.filter(book=OuterRef("pk"))
    return list(RatingBook.objects.filter(Exists(rated), club=club).order_by("pk"))


def leaderboard(book: RatingBook) -> QuerySet[PlayerRating]:
    """Return who has played enough hands and is still there, best first."""
    return _ratings(book).filter(hands__gte=HANDS_TO_BE_LISTED).order_by("-mu", "player")


def newcomers(book: RatingBook) -> QuerySet[PlayerRating]:
    """Return who has played too few hands to be listed, most hands first."""
    return _ratings(book).filter(hands__lt=HANDS_TO_BE_LISTED).order_by("-hands", "player")


def changes_of(rating: PlayerRating, user: Visitor) -> QuerySet[RatingChange]:
    """Return what made a rating, the latest hand first, of what is listed for a visitor."""
    changes = RatingChange.objects.filter(
        is_listed(user, "hand__table__round__stage__competition__"),
        book=rating.book_id,
        player=rating.player_id,
    )
    return changes.order_by("-position")


def curve_of(rating: PlayerRating, user: Visitor) -> list[RatingChange]:
    """List what made a rating, oldest first; of many hands only some: see `thin_out`."""
    return thin_out(list(changes_of(rating, user).order_by("position")))


def thin_out(changes: Sequence[RatingChange]) -> list[RatingChange]:
    """Return every so many of a player's changes and the last, as many as a curve can show."""
    step = 1 + len(changes) // CURVE_POINTS
    return [*changes[:-1:step], *changes[-1:]]


def rated_hands_seen_by(user: Visitor) -> QuerySet[Hand]:
    """Return the hands that ratings know and a visitor may see, with table and all above it."""
    rated = RatingChange.objects.filter(hand=OuterRef("pk"))
    return Hand.objects.filter(
        Exists(rated), is_seen(user, "table__round__stage__competition__")
    ).select_related("table__round__stage__competition__club")


def arithmetic_of(hand: Hand) -> list[Arithmetic]:
    """Work out again what a hand changed about each who played it, by place."""
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


def _ratings(book: RatingBook) -> QuerySet[PlayerRating]:
    return PlayerRating.objects.filter(book=book, player__left_at=None).select_related("player")


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
