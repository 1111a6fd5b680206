"""Construct whist tournaments: everybody is everybody's partner once and opponent twice.

They exist for every number of entries that leaves 0 or 1 when divided by four (Wilson, Baker; see
Anderson, "Combinatorial Designs and Tournaments"). Each here is one base round that turns.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Final

from games.tournament.chance import Chance
from games.tournament.fields import field, prime_power

Table = tuple[int, int, int, int]
"""Two pairs, who sit opposite: the first with the third, the second with the fourth."""

STARTERS: Final[dict[int, tuple[Table, ...]]] = {
    20: ((19, 16, 0, 18), (1, 11, 12, 14), (2, 8, 6, 13), (3, 7, 10, 17), (4, 9, 5, 15)),
    24: (
        (23, 6, 0, 11),
        (1, 14, 15, 22),
        (2, 16, 12, 19),
        (3, 7, 10, 8),
        (4, 9, 21, 13),
        (5, 18, 17, 20),
    ),
    28: (
        (27, 2, 0, 5),
        (1, 12, 13, 20),
        (3, 9, 19, 22),
        (4, 15, 8, 17),
        (6, 18, 24, 23),
        (7, 10, 14, 16),
        (11, 25, 21, 26),
    ),
}
"""Base rounds that the search of this module found, where it takes more than a moment."""
MOST_SEARCHED = 16
MOST_STEPS = 40_000
TRIES = 12


@cache
def whist(entries: int) -> tuple[tuple[Table, ...], ...]:
    """Return the rounds of a whist tournament of 0 to `entries` - 1, none if none is found.

    With one entry more than tables hold each sits out once.
    """
    if entries % 4 == 1 and prime_power(entries):
        return tuple(_in_a_field(entries))
    if entries % 4 == 0 and entries >= 8:
        base = STARTERS.get(entries) or (
            search_starter(entries) if entries <= MOST_SEARCHED else ()
        )
        turns = range(entries - 1) if base else ()
        return tuple(tuple(_turned(table, by, entries - 1) for table in base) for by in turns)
    return ()


def _in_a_field(order: int) -> Iterator[tuple[Table, ...]]:
    """Yield a round for each element: the fourth roots of one, multiplied and moved."""
    numbers = field(order)
    powers = _powers(order)
    step = (order - 1) // 4
    base = [[powers[first + step * turn] for turn in range(4)] for first in range(step)]
    for by in range(order):
        yield tuple(
            (numbers.sums[a][by], numbers.sums[b][by], numbers.sums[c][by], numbers.sums[d][by])
            for a, b, c, d in base
        )


def _powers(order: int) -> list[int]:
    """Return the powers of an element whose powers are all but zero."""
    products = field(order).products
    for element in range(1, order):
        powers = [1]
        while len(powers) < order - 1 and (following := products[powers[-1]][element]) != 1:
            powers.append(following)
        if len(powers) == order - 1:
            return powers
    raise AssertionError("Every finite field has a primitive element.")


def _turned(table: Table, by: int, modulus: int) -> Table:
    """Move all but the last entry, who stays."""
    a, b, c, d = (entry if entry == modulus else (entry + by) % modulus for entry in table)
    return a, b, c, d


def search_starter(entries: int) -> tuple[Table, ...]:
    """Search a base round modulo `entries` - 1, the last entry fixed.

    Each difference has to appear once between partners and twice between opponents. A search by
    lot that went astray begins anew.
    """
    for attempt in range(TRIES):
        search = _StarterSearch(entries, Chance(entries, attempt))
        if search.extend():
            return tuple(search.tables)
    return ()


class _StarterSearch:
    """Fill tables one by one, the rarest difference of partners first, and take back."""

    def __init__(self, entries: int, chance: Chance) -> None:
        self.modulus = entries - 1
        self.left = MOST_STEPS
        self.chance = chance
        self.free = set(range(self.modulus))
        self.partners = [1] * ((self.modulus + 1) // 2)
        self.opponents = [2] * ((self.modulus + 1) // 2)
        self.tables: list[Table] = []

    def extend(self) -> bool:
        """Add tables until all are full; False if that cannot be, or takes too long."""
        self.left -= 1
        if self.left < 0:
            return False
        if not self.tables:
            return any(self._try((self.modulus, b, 0, d)) for b, d in self._pairs({0}))
        if not self.free:
            return True
        first = min(self.free)
        for third in self._mixed(self.free - {first}):
            if self.partners[self._difference(first, third)]:
                for second, fourth in self._pairs({first, third}):
                    if self._try((first, second, third, fourth)):
                        return True
                    if self.left < 0:
                        return False
        return False

    def _pairs(self, taken: set[int]) -> list[tuple[int, int]]:
        """List the pairs of the free who may still be partners."""
        free = sorted(self.free - taken)
        pairs = [both for both in combinations(free, 2) if self.partners[self._difference(*both)]]
        return [pairs[at] for at in self.chance.order(len(pairs)).tolist()]

    def _mixed(self, free: set[int]) -> list[int]:
        listed = sorted(free)
        return [listed[at] for at in self.chance.order(len(listed)).tolist()]

    def _difference(self, one: int, other: int) -> int:
        apart = (one - other) % self.modulus
        return min(apart, self.modulus - apart)

    def _try(self, table: Table) -> bool:
        a, b, c, d = table
        partners = [
            self._difference(*both) for both in ((a, c), (b, d)) if self.modulus not in both
        ]
        opponents = [
            self._difference(*both)
            for both in ((a, b), (b, c), (c, d), (d, a))
            if self.modulus not in both
        ]
        if not self._spend(self.partners, partners):
            return False
        if self._spend(self.opponents, opponents):
            self.tables.append(table)
            self.free -= set(table)
            if self.extend():
                return True
            self.free |= set(table) - {self.modulus}
            self.tables.pop()
            self._give_back(self.opponents, opponents)
        self._give_back(self.partners, partners)
        return False

    def _spend(self, counts: list[int], differences: list[int]) -> bool:
        """Use up differences; False, and nothing is used, if one is there too few times."""
        for at, difference in enumerate(differences):
            if not counts[difference]:
                self._give_back(counts, differences[:at])
                return False
            counts[difference] -= 1
        return True

    def _give_back(self, counts: list[int], differences: list[int]) -> None:
        for difference in differences:
            counts[difference] += 1
