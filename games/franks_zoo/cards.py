"""The deck (FZ-01, FZ-32), and cards packed into one whole number.

Packed cards keep 4 bits an animal, in the order of `ANIMALS`, the whale lowest. A deck has at most
five of an animal, so no bit is ever carried: adding and subtracting numbers adds and takes cards,
and `fits` is one subtraction and one mask.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

FULL_DECK: Mapping[str, int] = MappingProxyType(
    {
        "whale": 5,
        "elephant": 5,
        "crocodile": 5,
        "polar_bear": 5,
        "lion": 5,
        "seal": 5,
        "fox": 5,
        "perch": 5,
        "hedgehog": 5,
        "fish": 5,
        "mouse": 5,
        "mosquito": 4,
        "joker": 1,
    }
)
_ONE_TAKEN_OUT = frozenset({"lion", "elephant", "mouse"})


def _taken_out_for_three(animal: str) -> int:
    if animal == "joker":
        return 0
    return 1 if animal in _ONE_TAKEN_OUT else 2


SMALL_DECK: Mapping[str, int] = MappingProxyType(
    {animal: count - _taken_out_for_three(animal) for animal, count in FULL_DECK.items()}
)


def deck(seats: int) -> Mapping[str, int]:
    """Return the cards of the deck that this many players use, as animal -> count."""
    return SMALL_DECK if seats == 3 else FULL_DECK


ANIMALS = tuple(FULL_DECK)
BITS = 4
ONE: Mapping[str, int] = MappingProxyType(
    {animal: 1 << BITS * at for at, animal in enumerate(ANIMALS)}
)
"""One card of each animal, packed."""
JOKER = ONE["joker"]
MOSQUITO = ONE["mosquito"]
TOO_FEW = sum(8 * one for one in ONE.values())
"""The top bit of every animal: set in a difference where a card was missing, and never in cards."""


def pack(animals: Iterable[str]) -> int:
    """Pack cards given by name, one name a card; raises KeyError for a name that is no animal."""
    return sum(ONE[animal] for animal in animals)


def read_cards(data: object) -> int | None:
    """Pack cards given as a list of names; None for anything else, or more than a deck has."""
    if not isinstance(data, list | tuple) or len(data) > sum(FULL_DECK.values()):
        return None
    if not all(isinstance(name, str) and name in ONE for name in data):
        return None
    if any(data.count(animal) > copies for animal, copies in FULL_DECK.items()):
        return None
    return pack(data)


def names(cards: int) -> list[str]:
    """List packed cards by name, one name a card, in the order of the deck."""
    return [animal for at, animal in enumerate(ANIMALS) for _ in range(cards >> BITS * at & 7)]


def number(cards: int, animal: str) -> int:
    """Count the cards of one animal among packed cards."""
    return cards // ONE[animal] & 7


def count(cards: int) -> int:
    """Count packed cards, up to a whole deck."""
    halves = 0x0F0F0F0F0F0F0F
    return ((cards & halves) + (cards >> BITS & halves)) % 255


def fits(part: int, whole: int) -> bool:
    """Tell whether packed cards hold all of some others; hot loops write this out."""
    return not (whole - part) & TOO_FEW


def without(cards: int, gone: int) -> int:
    """Return the cards that are left when as many as there are of some others are taken away."""
    difference = (cards | TOO_FEW) - gone
    enough = difference & TOO_FEW
    return difference & (enough - (enough >> 3))


def either(one: int, other: int) -> int:
    """Return for each animal the larger number of the two."""
    return other + without(one, other)


PACKED_DECKS: Mapping[int, int] = MappingProxyType(
    {
        seats: sum(ONE[animal] * copies for animal, copies in deck(seats).items())
        for seats in range(3, 8)
    }
)
"""The whole deck, packed, by the number of seats."""
