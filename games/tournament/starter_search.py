"""Search base rounds whose development under a symmetry has few coincidences, by tabu search."""

from collections import deque
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from games.tournament.chance import Chance
from games.tournament.symmetry import Integers, Symmetry

Floats = NDArray[np.float32]
NEVER = np.float32(2**22)
TENURE = 1, 4
NOISE = 8192


class StarterSearch:
    """Hold base rounds, and what any swap in one of them changes in all rounds developed.

    Pairs of one orbit meet equally often: `counts[orbit]` pairs of it share a table in the base
    rounds, each worth `weights[orbit]` meetings of every pair of the orbit, beside `others[orbit]`
    meetings in the rounds that the group maps to themselves.
    """

    def __init__(
        self,
        symmetry: Symmetry,
        sizes: Sequence[int],
        base: Integers,
        invariant: Integers,
        chance: Chance,
    ) -> None:
        self.symmetry, self.chance = symmetry, chance
        self.tables = base.copy()
        self.sizes = len(sizes)
        numbers = symmetry.pair_orbits
        pairs = numbers[np.triu_indices(symmetry.entries, 1)]
        lengths = np.bincount(pairs).astype(np.float32)
        self.orbits = len(lengths)
        self.marks = (numbers[:, :, None] == np.arange(self.orbits)).astype(np.float32)
        weights = symmetry.elements / lengths
        shared = self._pairs_together(invariant) / lengths
        self.quadratic = lengths * weights * weights / 2
        self.linear = lengths * weights * (2 * shared - 1) / 2
        self.constant = float((lengths * shared * (shared - 1) / 2).sum())
        self.counts = self._pairs_together(base)
        self.sums = np.zeros((len(base), symmetry.entries, self.sizes, self.orbits), np.float32)
        for at in range(len(base)):
            for table in range(self.sizes):
                self._count_table(at, table)
        words = chance.words(symmetry.entries**2 + NOISE)
        self.noise = (words >> np.uint64(48)).astype(np.float32) / np.float32(2**17)
        self.everyone = np.arange(symmetry.entries)

    def _pairs_together(self, rounds: Integers) -> Floats:
        """Count for each orbit its pairs that share a table."""
        count = np.zeros(self.orbits, np.float32)
        for tables in rounds:
            together = np.triu(tables[:, None] == tables[None, :], 1)
            count += np.bincount(self.symmetry.pair_orbits[together], minlength=self.orbits)
        return count

    def _count_table(self, at: int, table: int) -> None:
        members = np.flatnonzero(self.tables[at] == table)
        self.sums[at, :, table] = self.marks[:, members].sum(axis=1)

    @property
    def cost(self) -> int:
        """Count the coincidences of all rounds."""
        counts = self.counts
        return round(
            float((self.quadratic * counts * counts + self.linear * counts).sum()) + self.constant
        )

    def improve(self, steps: int, goal: int) -> tuple[int, Integers]:
        """Return the lowest cost seen within so many steps, and its base rounds."""
        cost = best = self.cost
        found = self.tables.copy()
        tabu: deque[tuple[int, int, int, int]] = deque()
        for step in range(steps):
            if best <= goal:
                break
            at = self.chance.below(len(self.tables))
            while tabu and tabu[0][0] <= step:
                tabu.popleft()
            chosen = self._choose(at, [entry[1:] for entry in tabu])
            if chosen is None:
                continue
            one, other, change = chosen
            here, there = int(self.tables[at, one]), int(self.tables[at, other])
            until = step + len(self.tables) * (1 + TENURE[0] + self.chance.below(TENURE[1]))
            tabu.append((until, at, one, here))
            tabu.append((until, at, other, there))
            self._swap(at, one, other)
            cost += change
            if cost < best:
                best, found = cost, self.tables.copy()
        return best, found

    def _choose(self, at: int, tabu: list[tuple[int, int, int]]) -> tuple[int, int, int] | None:
        """Return the best swap of an entry with coincidences, by lot among equals."""
        sums, tables = self.sums[at], self.tables[at]
        own = sums[self.everyone, tables]
        slope = 2 * self.quadratic * self.counts + self.linear
        many = (slope > self.quadratic) & (self.counts > 0)
        rows = np.flatnonzero(own @ many.astype(np.float32) > 0)
        if len(rows) == 0:
            return None
        change = sums[rows][:, tables] - own[rows][:, None]
        change += sums[:, tables[rows]].transpose(1, 0, 2) - own
        change -= 2 * self.marks[rows]
        values = change @ slope + (change * change) @ self.quadratic
        values[tables[rows][:, None] == tables] = NEVER
        for when, entry, table in tabu:
            if when == at:
                values[rows == entry] += NEVER * (tables == table)
                values[:, entry] += NEVER * (tables[rows] == table)
        begin = self.chance.below(NOISE)
        noise = self.noise[begin : begin + values.size].reshape(values.shape)
        chosen, other = divmod(int((values + noise).argmin()), len(tables))
        value = float(values[chosen, other])
        return None if value >= NEVER // 2 else (int(rows[chosen]), other, round(value))

    def _swap(self, at: int, one: int, other: int) -> None:
        tables, sums = self.tables[at], self.sums[at]
        here, there = int(tables[one]), int(tables[other])
        mark = self.marks[one, other]
        self.counts += sums[other, here] + sums[one, there] - 2 * mark
        self.counts -= sums[one, here] + sums[other, there]
        tables[one], tables[other] = there, here
        self._count_table(at, here)
        self._count_table(at, there)
