"""The deck: how many cards there are of each animal (FZ-01, FZ-32)."""

from collections.abc import Mapping
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
