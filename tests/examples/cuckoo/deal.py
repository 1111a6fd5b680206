"""Deal the cards of Cuckoo: the only place where chance enters."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from games.base import Json, Problem, Rng, Seat
from games.refusals import InvalidDealError
from games.validation import is_whole_number, unknown_fields
from tests.examples.cuckoo.setup import CuckooSetup

RANKS = range(1, 14)
COPIES = 4


@dataclass(frozen=True, slots=True)
class CuckooDeal:
    """Hold the ranks dealt, one a seat, and last the top card of the pile."""

    cards: tuple[int, ...]

    def as_json(self) -> dict[str, Json]:
        """Write all cards."""
        return {"cards": list(self.cards)}

    def as_seen_by(self, seat: Seat | None) -> dict[str, Json]:
        """Write the card of this seat, null for the others."""
        return {"cards": [card if at == seat else None for at, card in enumerate(self.cards)]}


def sample_deal(setup: CuckooSetup, rng: Rng) -> CuckooDeal:
    """Deal a card to each seat, and turn none over."""
    return CuckooDeal(draw(Counter(dict.fromkeys(RANKS, COPIES)), setup.seats + 1, rng))


def draw(deck: Counter[int], count: int, rng: Rng) -> tuple[int, ...]:
    """Draw so many cards from what is left of a deck."""
    left = sorted(deck.elements())
    return tuple(left.pop(rng.randrange(len(left))) for _ in range(count))


def read_deal(setup: CuckooSetup, data: object) -> CuckooDeal:
    """Read a deal from JSON; raises InvalidDealError."""
    if not isinstance(data, Mapping):
        raise InvalidDealError([Problem("not_an_object", "", None, "A deal is an object.")])
    problems = unknown_fields(data, ("cards",))
    cards = data.get("cards")
    if not isinstance(cards, list) or len(cards) != setup.seats + 1:
        text = "There is one card for each seat, and one on the pile."
        problems.append(Problem("wrong_number", "cards", "CK-02", text))
    elif not all(is_whole_number(card) and card in RANKS for card in cards):
        problems.append(Problem("not_a_card", "cards", "CK-01", "Ranks are from 1 to 13."))
    elif max(Counter(cards).values()) > COPIES:
        problems.append(Problem("too_many", "cards", "CK-01", "There are four of each rank."))
    if problems or not isinstance(cards, list):
        raise InvalidDealError(problems)
    return CuckooDeal(tuple(cards))
