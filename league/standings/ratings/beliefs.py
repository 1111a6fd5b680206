"""Rate hands one after the other, from what is believed of the players before them."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from django.db.models import OuterRef, Subquery

from games.tournament.ratings import START, Rating, rate
from league.clubs.models import Player
from league.standings.difference import Derived, Key, Values
from league.standings.models import RatingBook, RatingChange
from league.standings.ratings.sources import CountedHand

CHANGES: Final = Derived(
    RatingChange,
    ("hand", "player"),
    (
        "book_id",
        "position",
        "side",
        "place",
        "mu_before",
        "sigma_before",
        "mu",
        "sigma",
        "points",
        "hands",
    ),
)


class Belief(NamedTuple):
    """Hold a player's rating after so many hands."""

    rating: Rating
    hands: int


UNKNOWN: Final = Belief(START, 0)


def beliefs_before(book: RatingBook, position: int, players: Iterable[int]) -> dict[int, Belief]:
    """Return what was believed of those of the players who had played before a position."""
    latest = (
        RatingChange.objects.filter(book=book, player=OuterRef("pk"), position__lt=position)
        .order_by("-position")
        .values("pk")[:1]
    )
    of_players = Player.objects.filter(pk__in=players).values_list(Subquery(latest))
    return {
        change.player_id: Belief(change.after, change.hands)
        for change in RatingChange.objects.filter(pk__in=of_players)
    }


def rate_hands(
    book: RatingBook, hands: Iterable[CountedHand], beliefs: dict[int, Belief]
) -> dict[Key, Values]:
    """Return what hands change, in their order, and bring the beliefs up to date: see CHANGES."""
    changes: dict[Key, Values] = {}
    for hand in hands:
        before = {
            player: beliefs.get(player, UNKNOWN) for side in hand.sides for player in side.entries
        }
        rated = rate(hand.sides, {player: belief.rating for player, belief in before.items()})
        for number, side in enumerate(hand.sides, start=1):
            for player in side.entries:
                (was, played), now = before[player], rated[player]
                changes[hand.hand_id, player] = (
                    book.pk,
                    hand.position,
                    number,
                    side.place,
                    *was,
                    *now,
                    now.shown - was.shown,
                    played + 1,
                )
                beliefs[player] = Belief(now, played + 1)
    return changes
