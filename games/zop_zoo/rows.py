"""What lies before the players: their rows, and the side bonuses beside them."""

from collections.abc import Sequence

from games.base import Seat
from games.zop_zoo.cards import (
    BEST_BEAST,
    BEST_BEAST_POINTS,
    BONUS_CATEGORIES,
    CATEGORY_ANIMALS,
    FIRST_BONUS,
    MINUSES,
    TO_COVER,
    WHITES,
    Card,
    Cards,
    cards_in,
)
from games.zop_zoo.deck import Deck
from games.zop_zoo.record import SeatRecord


class Rows:
    """Hold the cards of every seat as sets of animals, one bit each; changed in place.

    `wants[seat]` is every black card that the seat can use: the matches of its uncovered cards
    and the side bonuses that its row entitles it to. `matched` are animals covered by their match
    or connected, `under_beast` and `under_best` those below a wild card, `bonuses` the side
    bonuses beside the row. A white card is in exactly one of the first four.
    """

    __slots__ = ("bonuses", "deck", "matched", "under_beast", "under_best", "wants")

    def __init__(self, deck: Deck, dealt: Sequence[Sequence[Card]]) -> None:
        seats = len(dealt)
        self.deck = deck
        self.wants = [0] * seats
        self.matched = [0] * seats
        self.under_beast = [0] * seats
        self.under_best = [0] * seats
        self.bonuses = [0] * seats
        for seat, row in enumerate(dealt):
            for card in row:
                self.wants[seat] |= 1 << card
            self._look_for_bonuses(seat)

    def points(self, seat: Seat) -> int:
        """Return all that a seat shows, side bonuses included: what it would score as winner."""
        return sum(self.unit_points(seat, unit) for unit in cards_in(self.units(seat)))

    def clone(self) -> "Rows":
        """Return an independent copy."""
        copy = object.__new__(Rows)
        copy.deck = self.deck
        copy.wants = self.wants.copy()
        copy.matched = self.matched.copy()
        copy.under_beast = self.under_beast.copy()
        copy.under_best = self.under_best.copy()
        copy.bonuses = self.bonuses.copy()
        return copy

    def is_complete(self, seat: Seat) -> bool:
        """Tell whether every card of a row shows points (ZZ-23); minus cards do (ZZ-13).

        No row is ever empty: of six cards the three specialties take away three at most (ZZ-R7).
        """
        return not self.wants[seat] & TO_COVER

    def gain(self, seat: Seat, card: Card) -> None:
        """Cover or connect a card of a row, or lay a side bonus beside it (ZZ-07, ZZ-20)."""
        bit = 1 << card
        if card >= FIRST_BONUS:
            self.bonuses[seat] |= bit
            return
        self.wants[seat] ^= bit
        self.matched[seat] |= bit
        if not bit & MINUSES:
            self.wants[seat] |= self.deck.bonus_shown[card]

    def cover(self, seat: Seat, card: Card, wild: Card) -> None:
        """Cover a card with a wild card, for good; its category is hidden (ZZ-11, ZZ-R8)."""
        under = self.under_best if wild == BEST_BEAST else self.under_beast
        under[seat] |= 1 << card
        self.wants[seat] ^= 1 << card
        self._look_for_bonuses(seat)

    def _look_for_bonuses(self, seat: Seat) -> None:
        """Work out anew which side bonuses a row entitles to (ZZ-21)."""
        wanted = self.wants[seat] & WHITES
        shown = wanted & CATEGORY_ANIMALS | self.matched[seat]
        for card in cards_in(shown & TO_COVER):
            wanted |= self.deck.bonus_shown[card]
        self.wants[seat] = wanted

    def units(self, seat: Seat) -> Cards:
        """Return all point units of a seat, each by its animal or side bonus (ZZ-18)."""
        return (
            self.wants[seat] & MINUSES
            | self.matched[seat]
            | self.under_beast[seat]
            | self.under_best[seat]
            | self.bonuses[seat]
        )

    def unit_points(self, seat: Seat, unit: Card) -> int:
        """Return what a point unit of a seat is worth."""
        bit = 1 << unit
        if bit & self.under_beast[seat]:
            return 0
        if bit & self.under_best[seat]:
            return BEST_BEAST_POINTS
        points = self.deck.points[unit]
        return -points if bit & self.wants[seat] & MINUSES else points

    def owner(self, unit: Card) -> Seat:
        """Return the seat whose point unit this is."""
        return next(seat for seat in range(len(self.wants)) if self.units(seat) >> unit & 1)

    def move(self, unit: Card, giver: Seat, taker: Seat) -> None:
        """Move a point unit whole from one seat to another (ZZ-18, ZZ-20)."""
        bit = 1 << unit
        held = (self.matched, self.under_beast, self.under_best, self.bonuses)
        lies_in = next((cards for cards in held if cards[giver] & bit), self.wants)
        lies_in[giver] ^= bit
        lies_in[taker] |= bit
        self._look_for_bonuses(giver)
        self._look_for_bonuses(taker)

    def shown(self, seat: Seat) -> SeatRecord:
        """Return what a seat shows, as a record holds it."""
        points = self.deck.points
        covered = sum(points[card] for card in cards_in(self.matched[seat]))
        best = BEST_BEAST_POINTS if self.under_best[seat] else 0
        minus = sum(points[card] for card in cards_in(self.wants[seat] & MINUSES))
        bonus = cards_in(self.bonuses[seat])
        return SeatRecord(
            cards=covered + best,
            minus=-minus,
            bonus=tuple(BONUS_CATEGORIES[card - FIRST_BONUS] for card in bonus),
        )
