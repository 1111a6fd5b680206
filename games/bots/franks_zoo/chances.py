"""How likely a set is to be beaten, from what a seat sees."""

from functools import lru_cache
from math import comb

from games.base import Seat
from games.franks_zoo.cards import ANIMALS, BITS, JOKER, count
from games.franks_zoo.observation import FranksZooObservation
from games.franks_zoo.sets import OUTRANKED_BY, size_of

WILLING = 0.7
"""How often a seat that could beat a set does so; others save their cards."""

_BEATERS = tuple(
    tuple(ANIMALS.index(other) for other in OUTRANKED_BY.get(animal, ())) for animal in ANIMALS
)


@lru_cache(maxsize=20_000)
def holds_at_least(needed: int, copies: int, hand: int, unseen: int) -> float:
    """Return the chance that a hand of unseen cards has enough of some copies among them."""
    if needed <= 0:
        return 1.0
    ways = sum(
        comb(copies, held) * comb(unseen - copies, hand - held)
        for held in range(needed, min(copies, hand) + 1)
        if hand - held <= unseen - copies
    )
    return ways / comb(unseen, hand)


class Chances:
    """Judge sets as one seat sees the hand at one moment."""

    def __init__(self, view: FranksZooObservation) -> None:
        self.others = view.unplayed - view.hand - view.laid_aside
        self.unseen = count(self.others)
        self.has_joker = self.others >= JOKER
        self.sizes = {
            seat: size for seat, size in enumerate(view.sizes) if size and seat != view.seat
        }
        self._answers: dict[int, dict[Seat, float]] = {}

    def beaten(self, reading: int, partner: Seat) -> float:
        """Return how likely somebody other than the partner beats a set."""
        safe = 1.0
        for seat, chance in self.answers(reading).items():
            if seat != partner:
                safe *= 1 - WILLING * chance
        return 1 - safe

    def answers(self, reading: int) -> dict[Seat, float]:
        """Return for each other seat with cards how likely it could beat a set."""
        known = self._answers.get(reading)
        if known is None:
            known = {seat: self._can_beat(reading, size) for seat, size in self.sizes.items()}
            self._answers[reading] = known
        return known

    def _can_beat(self, reading: int, hand: int) -> float:
        animal, size = reading >> 3, size_of(reading)
        cannot = 1.0
        for other, needed in (*((beater, size) for beater in _BEATERS[animal]), (animal, size + 1)):
            copies = self.others >> BITS * other & 7
            cannot *= 1 - holds_at_least(needed, copies, hand, self.unseen)
        if self.has_joker and size > 1:
            cannot *= 1 - 0.3 * hand / self.unseen
        return 1 - cannot
