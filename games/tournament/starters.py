"""Find starters: base rounds under a symmetry, from random ones, again and again."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.tournament.chance import Chance
from games.tournament.packing import pack
from games.tournament.plan_tabu import Question, Search
from games.tournament.starter_search import StarterSearch
from games.tournament.symmetry import Symmetry

Integers = NDArray[np.intp]

INVARIANT_ATTEMPTS = 50
LARGEST_GROUP = 24


class Shape(NamedTuple):
    """Say which symmetry is looked for, and how many rounds it maps to themselves."""

    orders: tuple[int, ...]
    fixed: int
    invariant: int


class Found(NamedTuple):
    """Hold base rounds, the rounds that stay as they are, and the coincidences of them all."""

    coincidences: int
    base: Integers
    invariant: Integers


def shapes(entries: int, rounds: int) -> list[Shape]:
    """List symmetries that may work, those with the most elements first."""
    found = []
    for invariant in (0, 1):
        for elements in range(min(rounds - invariant, LARGEST_GROUP), 2, -1):
            if (rounds - invariant) % elements == 0 and elements <= entries:
                fixed = entries % elements
                found.append(Shape((elements,), fixed, invariant))
                if fixed + elements <= 4:
                    found.append(Shape((elements,), fixed + elements, invariant))
    return found


def attempt(
    sizes: Sequence[int], rounds: int, shape: Shape, steps: int, goal: int, chance: Chance
) -> Found | None:
    """Search once from random rounds; None where too few rounds are mapped to themselves."""
    symmetry = Symmetry(shape.orders, sum(sizes), shape.fixed)
    if shape.invariant == rounds:
        packed = pack(symmetry, sizes, rounds, chance)
        return None if packed is None else Found(0, packed[:0], packed)
    chosen = [_invariant(symmetry, sizes, chance) for _ in range(shape.invariant)]
    invariant = [tables for tables in chosen if tables is not None]
    if len(invariant) < shape.invariant:
        return None
    bases = (rounds - shape.invariant) // symmetry.elements
    fixed = np.array(invariant, dtype=np.intp).reshape(shape.invariant, sum(sizes))
    start = rounds_by_lot(sizes, bases, chance)
    if symmetry.elements == 1:
        nobody = np.zeros((sum(sizes), sum(sizes)), np.float32)
        question = Question(
            tuple(sizes), 0, rounds, nobody, nobody.astype(np.bool_), nobody[0].copy()
        )
        cost, base = Search(question, chance).improve(start, steps, goal)
    else:
        cost, base = StarterSearch(symmetry, sizes, start, fixed, chance).improve(steps, goal)
    return Found(cost, base, fixed)


def _invariant(symmetry: Symmetry, sizes: Sequence[int], chance: Chance) -> Integers | None:
    tries = (symmetry.invariant_round(sizes, chance) for _ in range(INVARIANT_ATTEMPTS))
    return next((tables for tables in tries if tables is not None), None)


def rounds_by_lot(sizes: Sequence[int], rounds: int, chance: Chance) -> Integers:
    """Return random rounds: `tables[round, entry]`."""
    seats = np.repeat(np.arange(len(sizes)), sizes)
    tables = np.empty((rounds, len(seats)), dtype=np.intp)
    for row in tables:
        row[chance.order(len(seats))] = seats
    return tables


def developed(shape: Shape, found: Found) -> Integers:
    """Return all rounds that base rounds stand for."""
    symmetry = Symmetry(shape.orders, found.base.shape[1], shape.fixed)
    return np.vstack([*map(symmetry.develop, found.base), found.invariant])


def attempts(
    sizes: Sequence[int], rounds: int, steps: int, goal: int, chance: Chance
) -> Iterator[tuple[int, Integers, str]]:
    """Yield what one attempt at each symmetry finds: coincidences, rounds, the group's name."""
    for shape in shapes(sum(sizes), rounds):
        found = attempt(sizes, rounds, shape, steps, goal, chance)
        if found is not None:
            name = "x".join(f"Z{order}" for order in shape.orders)
            yield found.coincidences, developed(shape, found), f"starter-{name}"
