"""Build schedules for entries who have no past: by algebra, from the catalogue, by symmetry."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.tournament.catalogue import catalogue
from games.tournament.chance import Chance
from games.tournament.designs import plane, quartets, transversal, without
from games.tournament.fields import prime_power
from games.tournament.starters import attempts

Integers = NDArray[np.intp]

MOST_TABLES = 128
"""Tables up to which a transversal design is built."""
STARTER_STEPS = 400
MOST_STARTER_ENTRIES = 64


class Built(NamedTuple):
    """Hold rounds, `tables[round, entry]`, and how they were found."""

    tables: Integers
    method: str


def constructed(sizes: tuple[int, ...], rounds: int, chance: Chance) -> Iterator[Built]:
    """Yield schedules of exactly these sizes, larger ones first, that need no search."""
    yield from _once(sizes, rounds, chance)
    yield from _cycled(sizes, rounds, chance)


def _once(sizes: tuple[int, ...], rounds: int, chance: Chance) -> Iterator[Built]:
    for whole in _equal(sizes, rounds, chance):
        missing = whole.tables.shape[1] - sum(sizes)
        for tables in without(whole.tables, missing, rounds, chance):
            yield Built(_ordered(tables), whole.method)
    yield from _catalogued(sizes, rounds, chance)


def _equal(sizes: tuple[int, ...], rounds: int, chance: Chance) -> Iterator[Built]:
    """Yield schedules without a repeat at as many equal tables, from which some may leave."""
    largest, tables = sizes[0], len(sizes)
    if sizes[-1] < largest - 1 or tables > MOST_TABLES:
        return
    if tables == largest and prime_power(tables) and rounds <= tables + 1:
        yield Built(plane(tables), "plane")
    design = transversal(tables, largest, rounds, chance)
    if design is not None:
        yield Built(design, "transversal-design")
    fours = quartets(tables) if largest == 4 else None
    if fours is not None and rounds <= len(fours):
        yield Built(fours, "resolvable-design")
    for starter in catalogue():
        if (
            starter.sizes == (largest,) * tables
            and starter.rounds >= rounds
            and starter.coincidences == 0
        ):
            yield Built(starter.schedule, starter.name)


def _catalogued(sizes: tuple[int, ...], rounds: int, chance: Chance) -> Iterator[Built]:
    for starter in catalogue():
        if starter.sizes != sizes:
            continue
        if starter.rounds == rounds or (starter.rounds > rounds and starter.coincidences == 0):
            kept = np.sort(chance.order(starter.rounds)[:rounds])
            yield Built(_ordered(starter.schedule[kept]), starter.name)


def _cycled(sizes: tuple[int, ...], rounds: int, chance: Chance) -> Iterator[Built]:
    """Yield again and again the rounds in which everybody meets everybody equally often."""
    entries = sum(sizes)
    for whole in range(2, rounds):
        if sizes[0] != sizes[-1] or whole * (sizes[0] - 1) % (entries - 1):
            continue
        for built in _once(sizes, whole, chance):
            yield Built(np.resize(built.tables, (rounds, entries)), built.method)
            break


def searched(
    sizes: tuple[int, ...], rounds: int, goal: int, chance: Chance
) -> Iterator[tuple[int, Built]]:
    """Yield coincidences and schedules developed under symmetries, found by short searches."""
    if sum(sizes) <= MOST_STARTER_ENTRIES:
        for cost, tables, name in attempts(sizes, rounds, STARTER_STEPS, goal, chance):
            yield cost, Built(_ordered(tables), name)


def _ordered(schedule: Integers) -> Integers:
    """Give the tables of each round new numbers, larger ones first."""
    ordered = np.empty_like(schedule)
    for at, tables in enumerate(schedule):
        counts = np.bincount(tables)
        ranks = np.empty_like(counts)
        ranks[np.argsort(-counts, kind="stable")] = np.arange(len(counts))
        ordered[at] = ranks[tables]
    return ordered
