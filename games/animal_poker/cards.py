"""The animals and their seasons, as small integers (AP-01, AP-02).

An animal is its place in the order of nine, the ape included, so that a number means the same
animal at every table. Many animals together are packed into one integer, four bits an animal:
adding two of them adds up the animals.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TypeAlias

Animal: TypeAlias = int
Season: TypeAlias = int
Counts: TypeAlias = int
"""How many there are of each animal, four bits each; no count goes above 15."""

ANIMALS = ("mouse", "rabbit", "snake", "cat", "ape", "dog", "goat", "horse", "elephant")
MOUSE, RABBIT, SNAKE, CAT, APE, DOG, GOAT, HORSE, ELEPHANT = range(9)
ANIMAL_OF_NAME: Mapping[str, Animal] = MappingProxyType(
    {name: animal for animal, name in enumerate(ANIMALS)}
)

SEASONS = ("winter", "spring", "summer", "fall")
WINTER, SPRING, SUMMER, FALL = range(4)
SEASON_OF_NAME: Mapping[str, Season] = MappingProxyType(
    {name: season for season, name in enumerate(SEASONS)}
)
NO_SEASON = -1
"""Of the elephant, which has one card for all seasons, and of an ape that is not in use."""

BITS = 4
FULL = 0b1111
ONE: tuple[Counts, ...] = tuple(1 << BITS * animal for animal in range(len(ANIMALS)))
"""One of an animal, by animal."""
ALL_OF: tuple[Counts, ...] = tuple(FULL * one for one in ONE)
"""The bits that count an animal, by animal."""
ONE_OF_EACH: Counts = sum(ONE)

LOW = sum(ONE[: CAT + 1])
"""One each of the cat and all animals below it."""
HIGH = sum(ONE[DOG:])
"""One each of the dog and all animals above it."""

SEATS = range(3, 7)
_FEWEST_SEATS_WITH_APES = 5
_ALL = tuple(range(len(ANIMALS)))
_WITHOUT_APES = tuple(animal for animal in _ALL if animal != APE)


def animals_in_use(seats: int) -> tuple[Animal, ...]:
    """List the animals of a table of this size, low to high."""
    return _ALL if seats >= _FEWEST_SEATS_WITH_APES else _WITHOUT_APES


def animals_with_seasons(seats: int) -> tuple[Animal, ...]:
    """List the animals whose season card is turned over: all in use but the elephant."""
    return animals_in_use(seats)[:-1]


def animals_to_play(seats: int) -> int:
    """Return how many animals each player plays (AP-04)."""
    return 3 if seats == 3 else 2


def pack(animals: Iterable[Animal]) -> Counts:
    """Return animals packed, those that come twice counted twice."""
    return sum(ONE[animal] for animal in animals)


def count_of(counts: Counts, animal: Animal) -> int:
    """Return how many there are of an animal."""
    return counts >> BITS * animal & FULL


def present(counts: Counts) -> Counts:
    """Return one of each animal of which there is any."""
    any_bit = counts | counts >> 1
    return (any_bit | any_bit >> 2) & ONE_OF_EACH
