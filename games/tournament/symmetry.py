"""Schedules that a group of symmetries maps to themselves: a few rounds stand for all.

The entries are orbits of the group, one after another, each numbered like the group's elements,
and after them some that every element leaves in place. A base round is developed by adding each
element of the group to its entries.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from math import prod

import numpy as np
from numpy.typing import NDArray

from games.tournament.chance import Chance

Integers = NDArray[np.intp]


@dataclass(frozen=True)
class Symmetry:
    """Describe a product of cyclic groups of these orders, and what it moves."""

    orders: tuple[int, ...]
    entries: int
    fixed: int

    @cached_property
    def elements(self) -> int:
        """Count the elements of the group."""
        return prod(self.orders)

    @cached_property
    def orbits(self) -> int:
        """Count the orbits of entries that move."""
        return (self.entries - self.fixed) // self.elements

    @cached_property
    def sums(self) -> Integers:
        """The sum of any two elements of the group."""
        vectors = list(product(*map(range, self.orders)))
        numbers = {vector: number for number, vector in enumerate(vectors)}
        return np.array(
            [[numbers[_sum(one, other, self.orders)] for other in vectors] for one in vectors]
        )

    @cached_property
    def moves(self) -> Integers:
        """Return where each element of the group takes each entry."""
        starts = np.arange(self.orbits) * self.elements
        moving = (starts[None, :, None] + self.sums[:, None, :]).reshape(self.elements, -1)
        staying = np.arange(self.entries - self.fixed, self.entries)
        return np.hstack([moving, np.tile(staying, (self.elements, 1))])

    @cached_property
    def pair_orbits(self) -> Integers:
        """Return for each pair of entries the number of its orbit; -1 for an entry by itself."""
        numbers = np.full((self.entries, self.entries), -1)
        count = 0
        for one, other in combinations(range(self.entries), 2):
            if numbers[one, other] < 0:
                ones, others = self.moves[:, one], self.moves[:, other]
                numbers[ones, others] = numbers[others, ones] = count
                count += 1
        return numbers

    def develop(self, base: Integers) -> Integers:
        """Return the rounds that a base round stands for: `tables[element, entry]`."""
        developed = np.empty_like(self.moves)
        np.put_along_axis(developed, self.moves, np.tile(base, (self.elements, 1)), axis=1)
        return developed

    @cached_property
    def subgroups(self) -> list[tuple[int, ...]]:
        """List the subgroups that up to three elements generate, the small ones first."""
        found = {
            self._generated(some) for some in product(range(self.elements), repeat=len(self.orders))
        }
        return sorted(found, key=lambda group: (len(group), group))

    def _generated(self, some: Sequence[int]) -> tuple[int, ...]:
        group = {0}
        while True:
            more = {int(self.sums[one, other]) for one in group for other in {*some, 0}}
            if more <= group:
                return tuple(sorted(group))
            group |= more

    def invariant_round(self, sizes: Sequence[int], chance: Chance) -> Integers | None:
        """Return by lot a round that the whole group maps to itself; None where luck ran out."""
        tables = np.full(self.entries, -1)
        orbits = chance.order(self.orbits).tolist()
        staying = list(range(self.entries - self.fixed, self.entries))
        numbers = {size: [at for at, own in enumerate(sizes) if own == size] for size in set(sizes)}
        while any(numbers.values()):
            ways = [
                (size, group, stay)
                for size, free in numbers.items()
                for group in self.subgroups
                for stay in (range(len(staying) + 1) if len(group) == self.elements else (0,))
                if self.elements // len(group) <= len(free)
                and 0 <= size - stay <= len(group) * len(orbits)
                and (size - stay) % len(group) == 0
            ]
            if not ways:
                return None
            size, group, stay = ways[chance.below(len(ways))]
            self._place(tables, numbers[size], orbits, (size, group, stay), chance)
            for _ in range(stay):
                tables[staying.pop()] = numbers[size][-1]
            del numbers[size][-(self.elements // len(group)) :]
        return tables if (tables >= 0).all() else None

    def _place(
        self,
        tables: Integers,
        free: list[int],
        orbits: list[int],
        way: tuple[int, tuple[int, ...], int],
        chance: Chance,
    ) -> None:
        """Fill as many tables as the group has cosets with cosets of some orbits."""
        size, group, stay = way
        cosets = sorted(
            {tuple(sorted(self.sums[at, list(group)].tolist())) for at in range(self.elements)}
        )
        names = free[-len(cosets) :]
        number = {element: at for at, coset in enumerate(cosets) for element in coset}
        for _ in range((size - stay) // len(group)):
            orbit = orbits.pop()
            shift = chance.below(self.elements)
            for element in range(self.elements):
                table = names[number[int(self.sums[element, shift])]]
                tables[orbit * self.elements + element] = table


def _sum(one: Sequence[int], other: Sequence[int], orders: Sequence[int]) -> tuple[int, ...]:
    return tuple((x + y) % order for x, y, order in zip(one, other, orders, strict=True))
