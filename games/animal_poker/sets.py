"""Herds and chains: which there are, how strong, and which of them may be guessed (AP-05, AP-06).

All sets of a table stand on one ladder, weakest first. A set is known by its rung, and many sets
together are one integer with a bit a rung, so that the best of them is the highest bit.
"""

from collections.abc import Callable
from functools import cache
from typing import Literal, NamedTuple, TypeAlias

from games.animal_poker.cards import (
    ANIMALS,
    CAT,
    DOG,
    GOAT,
    HORSE,
    RABBIT,
    SEATS,
    SNAKE,
    Animal,
    Counts,
    animals_in_use,
    pack,
)
from games.base import Json

Kind = Literal["herd", "chain"]
Rung: TypeAlias = int
Rungs: TypeAlias = int
"""A set of rungs, one bit each."""

KINDS: tuple[Kind, ...] = ("herd", "chain")
GUESS_SIZES = range(2, 10)
SMALLEST_CHAIN = 3
LARGEST_HERD = 22
"""No player ever has more: 12 animals are played at most; of 6 rabbits and a stored one a spring
rabbit makes 7 more; fall cat and fall dog add one each."""


class AnimalSet(NamedTuple):
    """A herd of `size` of the animal, or a chain of `size` up to it."""

    kind: Kind
    size: int
    animal: Animal

    @property
    def strength(self) -> int:
        """What type and size are worth (AP-06); sets of equal strength go by their animals."""
        return 2 * self.size - (4 if self.kind == "herd" else 5)

    def as_json(self) -> dict[str, Json]:
        """Write the set as a record holds it."""
        return {"kind": self.kind, "size": self.size, "animal": ANIMALS[self.animal]}

    def __str__(self) -> str:
        """Name the set in English."""
        if self.kind == "herd":
            return f"herd of {self.size} {plural(self.animal)}"
        return f"chain of {self.size} to the {ANIMALS[self.animal]}"


def plural(animal: Animal) -> str:
    """Name several of an animal in English."""
    return "mice" if ANIMALS[animal] == "mouse" else f"{ANIMALS[animal]}s"


class Ladder:
    """Hold all sets of a table size, weakest first, with what the effects say of them.

    `needed[rung]` is one of each animal of a chain, 0 for a herd. `guesses` are the rungs that may
    be submitted (AP-R19). `added[season]` are those that a mouse guesses beside the own one (AP-11;
    the fall mouse depends on the others and has none here), `spared[season]` those that another's
    snake does not forbid (AP-13).
    """

    __slots__ = ("added", "all", "guesses", "needed", "rung_of", "sets", "spared")

    def __init__(self, animals: tuple[Animal, ...]) -> None:
        herds = [
            AnimalSet("herd", size, animal)
            for size in range(GUESS_SIZES[0], LARGEST_HERD + 1)
            for animal in animals
        ]
        chains = [
            AnimalSet("chain", size, animals[rank - 1])
            for size in range(SMALLEST_CHAIN, len(animals) + 1)
            for rank in range(size, len(animals) + 1)
        ]
        by_strength = sorted(herds + chains, key=lambda each: (each.strength, each.animal))
        self.sets: tuple[AnimalSet, ...] = tuple(by_strength)
        self.rung_of: dict[AnimalSet, Rung] = {each: at for at, each in enumerate(self.sets)}
        self.needed: tuple[Counts, ...] = tuple(_needed(each, animals) for each in self.sets)
        self.all: Rungs = (1 << len(self.sets)) - 1
        self.guesses: tuple[Rung, ...] = tuple(
            rung for rung, each in enumerate(self.sets) if each.size in GUESS_SIZES
        )
        self.added: tuple[Rungs, ...] = (
            self._where(lambda each: each.kind == "herd" and each.animal in (RABBIT, SNAKE, CAT)),
            self._where(lambda each: each[:2] in (("herd", 3), ("chain", 4))),
            self._where(lambda each: each.kind == "chain" and each.animal in (DOG, GOAT, HORSE)),
            0,
        )
        chain_of_five = AnimalSet("chain", 5, DOG).strength
        herd_of_three = AnimalSet("herd", 3, DOG).strength
        self.spared: tuple[Rungs, ...] = (
            self._where(lambda each: each.kind != "herd"),
            self._where(lambda each: each.kind != "chain"),
            self._where(lambda each: each.strength < chain_of_five),
            self._where(lambda each: each.strength > herd_of_three),
        )

    def _where(self, holds: Callable[[AnimalSet], bool]) -> Rungs:
        return sum(1 << rung for rung, each in enumerate(self.sets) if holds(each))


def _needed(each: AnimalSet, animals: tuple[Animal, ...]) -> Counts:
    if each.kind == "herd":
        return 0
    top = animals.index(each.animal) + 1
    return pack(animals[top - each.size : top])


@cache
def _ladder(animals: tuple[Animal, ...]) -> Ladder:
    return Ladder(animals)


_LADDERS = {seats: _ladder(animals_in_use(seats)) for seats in SEATS}


def ladder_of(seats: int) -> Ladder:
    """Return the sets of a table of this size."""
    return _LADDERS[seats]
