"""Schedules without a repeat from algebra: transversal designs, planes, and parts of them.

A schedule is an array `tables[round, entry]` of the numbers of tables, entries counted from 0.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from games.tournament.chance import Chance
from games.tournament.fields import prime_power
from games.tournament.rings import Ring, ring

Schedule: TypeAlias = NDArray[np.intp]

ATTEMPTS = 60
"""How often rows of differences are begun anew."""
NODES = 3000
"""How many elements are tried before a row is given up."""


def transversal(tables: int, size: int, rounds: int, chance: Chance) -> Schedule | None:
    """Return rounds of equal tables in which nobody meets twice; None where none was found.

    Entry `row * tables + element` sits in round r at the table `element - shifts[row][r]`: the
    tables of a round are one table moved through the ring. Two of different rows meet once at most
    where the differences of the two rows of shifts are all different; two of a row never do.
    """
    if tables < size or rounds > tables:
        return None
    of = ring(tables)
    shifts = _multiples(of, size, rounds) or _difference_rows(of, size, rounds, chance)
    if shifts is None:
        return None
    elements = np.arange(tables)
    return np.array(
        [
            list(chain(*(of.differences[elements, row[at]] for row in shifts)))
            for at in range(rounds)
        ]
    )


def _multiples(of: Ring, size: int, rounds: int) -> list[list[int]] | None:
    """Return as rows the multiples of elements any two of which differ by a unit."""
    if len(of.apart) < size:
        return None
    return [[int(of.products[element, at]) for at in range(rounds)] for element in of.apart[:size]]


def _difference_rows(of: Ring, size: int, rounds: int, chance: Chance) -> list[list[int]] | None:
    """Search rows of elements such that any two rows have different differences everywhere."""
    for _ in range(ATTEMPTS):
        rows = [[0] * rounds]
        while len(rows) < size:
            row = _RowSearch(of, rows, chance).find()
            if row is None:
                break
            rows.append(row)
        else:
            return rows
    return None


class _RowSearch:
    """Extend rows of differences by one, element by element, going back where it gets stuck."""

    def __init__(self, of: Ring, rows: list[list[int]], chance: Chance) -> None:
        self.differences = of.differences.tolist()
        self.columns = list(zip(*rows, strict=True))
        self.elements = chance.order(of.order).tolist()
        self.chance = chance
        self.used: list[set[int]] = [set() for _ in rows]
        self.row: list[int] = []
        self.nodes = NODES

    def find(self) -> list[int] | None:
        """Return the row, None where the search got too long."""
        return self.row if self._fill() else None

    def _fill(self) -> bool:
        at = len(self.row)
        if at == len(self.columns):
            return True
        turn = self.chance.below(len(self.elements))
        for element in self.elements[turn:] + self.elements[:turn]:
            self.nodes -= 1
            differences = [self.differences[element][other] for other in self.columns[at]]
            if any(map(set.__contains__, self.used, differences)):
                continue
            self._put(element, differences)
            if self._fill():
                return True
            self._take_back(differences)
            if self.nodes < 0:
                return False
        return False

    def _put(self, element: int, differences: Sequence[int]) -> None:
        self.row.append(element)
        for used, difference in zip(self.used, differences, strict=True):
            used.add(difference)

    def _take_back(self, differences: Sequence[int]) -> None:
        self.row.pop()
        for used, difference in zip(self.used, differences, strict=True):
            used.discard(difference)


def plane(order: int) -> Schedule:
    """Return the affine plane: order + 1 rounds in which everybody meets everybody else once."""
    lines = transversal(order, order, order, Chance(0))
    if lines is None:
        raise ValueError("There is a plane for every power of a prime.")
    return np.vstack([lines, np.repeat(np.arange(order), order)])


def quartets(tables: int) -> Schedule | None:
    """Return rounds at tables of four in which everybody meets everybody else once.

    They are there for 3k + 1 tables where 4k + 1 is the power of a prime: 4, 7, 10, 13, 19 …
    Entries are three copies of a field and one more. With a root x of the field, a round has a
    table of that one with the three zeros, and for each copy and each i < k a table of ±x^i in it
    and ±x^(i + k) in the next; the other rounds are that round moved through the field
    (Ray-Chaudhuri and Wilson, 1971).
    """
    quarter, rest = divmod(tables - 1, 3)
    order = 4 * quarter + 1
    if rest or not quarter or not prime_power(order):
        return None
    of = ring(order)
    powers = _powers_of_root(of)
    base = np.zeros(3 * order + 1, np.intp)
    for copy in range(3):
        for at in range(quarter):
            table = 1 + copy * quarter + at
            base[[copy * order + powers[at], copy * order + powers[at + 2 * quarter]]] = table
            following = (copy + 1) % 3 * order
            base[[following + powers[at + quarter], following + powers[at + 3 * quarter]]] = table
    moved = of.differences.T
    return np.hstack(
        [*(base[copy * order + moved] for copy in range(3)), np.zeros((order, 1), np.intp)]
    )


def _powers_of_root(of: Ring) -> list[int]:
    """Return the powers of an element of a field that all but zero are a power of, from 1 on."""
    for root in range(1, of.order):
        powers = [of.apart[1]]
        while len(powers) == len({*powers}):
            powers.append(int(of.products[powers[-1], root]))
        if len(powers) == of.order:
            return powers[:-1]
    raise AssertionError("Every field has a root.")


def without(schedule: Schedule, missing: int, rounds: int, chance: Chance) -> Iterator[Schedule]:
    """Yield so many rounds of a schedule with so many entries less, each at another table.

    Those who leave grow one by one, always by one who shares a table in the fewest rounds.
    """
    entries = schedule.shape[1]
    for _ in range(ATTEMPTS if missing else 1):
        leaving: list[int] = []
        good = np.ones(len(schedule), dtype=bool)
        while len(leaving) < missing:
            meets = (schedule[:, :, None] == schedule[:, None, leaving]).any(axis=2)
            left = (good[:, None] & ~meets).sum(axis=0)
            order = chance.order(entries)
            chosen = int(order[np.argmax(left[order])])
            leaving.append(chosen)
            good &= ~meets[:, chosen]
        if good.sum() >= rounds:
            kept = np.flatnonzero(good)[chance.order(int(good.sum()))[:rounds]]
            yield np.delete(schedule[np.sort(kept)], leaving, axis=1)
