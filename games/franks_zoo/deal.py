"""Deal the cards (FZ-03, FZ-32, FZ-R2)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from games.base import Json, Problem, Rng, Seat
from games.franks_zoo.cards import ONE, PACKED_DECKS, count, names, read_cards
from games.franks_zoo.setup import FranksZooSetup
from games.refusals import InvalidDealError
from games.validation import unknown_fields


@dataclass(frozen=True, slots=True)
class FranksZooDeal:
    """Hold the cards that each seat is dealt, packed."""

    hands: tuple[int, ...]

    def as_json(self) -> dict[str, Json]:
        """Write the hands by the names of their cards."""
        return {"hands": [names(hand) for hand in self.hands]}

    def as_seen_by(self, seat: Seat | None) -> dict[str, Json]:
        """Write the seat's own hand and null for the others (FZ-06)."""
        return {
            "hands": [names(hand) if at == seat else None for at, hand in enumerate(self.hands)]
        }


def hand_sizes(setup: FranksZooSetup) -> tuple[int, ...]:
    """Return how many cards each seat is dealt; who is first after the dealer has more (FZ-R2)."""
    return _hand_sizes(setup.seats, setup.dealer)


@cache
def _hand_sizes(seats: int, dealer: Seat) -> tuple[int, ...]:
    even, left_over = divmod(count(PACKED_DECKS[seats]), seats)
    return tuple(even + ((seat - dealer - 1) % seats < left_over) for seat in range(seats))


def sample_deal(setup: FranksZooSetup, rng: Rng) -> FranksZooDeal:
    """Shuffle and deal the whole deck."""
    cards = shuffled(PACKED_DECKS[setup.seats], rng)
    hands = []
    for size in hand_sizes(setup):
        hands.append(sum(cards[:size]))
        del cards[:size]
    return FranksZooDeal(tuple(hands))


def shuffled(cards: int, rng: Rng) -> list[int]:
    """Return packed cards one by one in random order.

    Sorting by a random key is several times as fast as swapping one by one. Equal keys, which
    would favour the order of the deck, come up once in about 10^12 deals.
    """
    chance = rng.random
    return sorted(_one_by_one(cards), key=lambda _: chance())


@lru_cache(maxsize=1_000)
def _one_by_one(cards: int) -> tuple[int, ...]:
    return tuple(one for one in ONE.values() for _ in range((cards & 7 * one) // one))


def read_deal(setup: FranksZooSetup, data: object) -> FranksZooDeal:
    """Read a deal from JSON; raises InvalidDealError."""
    if not isinstance(data, Mapping):
        raise InvalidDealError([Problem("not_an_object", "", None, "A deal is an object.")])
    problems = unknown_fields(data, ("hands",))
    hands = data.get("hands")
    if not isinstance(hands, list | tuple) or len(hands) != setup.seats:
        text = "There must be one hand for each seat."
        problems.append(Problem("not_hands", "hands", "FZ-03", text))
        raise InvalidDealError(problems)
    packed = [_read_hand(hand, at, problems) for at, hand in enumerate(hands)]
    if not problems:
        problems += deal_problems(setup, packed)
    if problems:
        raise InvalidDealError(problems)
    return FranksZooDeal(tuple(packed))


def _read_hand(hand: object, at: Seat, problems: list[Problem]) -> int:
    cards = read_cards(hand)
    if cards is None:
        text = "A hand is a list of animals, no more of any than the deck has."
        problems.append(Problem("not_cards", f"hands[{at}]", "FZ-01", text))
        return 0
    return cards


def deal_problems(setup: FranksZooSetup, hands: Sequence[int]) -> list[Problem]:
    """List what is wrong with packed hands: not the deck, or not as many as each seat gets."""
    if sum(hands) != PACKED_DECKS[setup.seats]:
        rule = "FZ-32" if setup.seats == 3 else "FZ-01"
        text = "The hands together must be the deck that this many players use."
        return [Problem("not_the_deck", "hands", rule, text)]
    rule = "FZ-R2" if setup.seats == 7 else "FZ-03"
    return [
        Problem("wrong_number_of_cards", f"hands[{at}]", rule, f"This seat is dealt {size} cards.")
        for at, (hand, size) in enumerate(zip(hands, hand_sizes(setup), strict=True))
        if count(hand) != size
    ]
