"""Improve one round by swapping two entries at a time, every swap weighed at once."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from games.tournament.chance import Chance
from games.tournament.round_costs import Integers

BARRED = 1 << 61
"""More than any swap can cost: two of it still fit into 64 bits."""
TENURE = 6
"""Steps for which nobody returns to a table, at most twice as many; fewer in a small field."""
STALE = 60
SHAKE = 4
STEP_WORK = 4_000
"""What a step costs beyond its matrix, in elements of a matrix."""


@dataclass(frozen=True, slots=True)
class Search:
    """Say what is searched.

    `pairs[i, j]` is what it costs that two share a table, `alone[i, table]` what a table costs by
    itself; both are nowhere negative. Who is not `movable` stays. The search ends at a cost of
    `goal`, or when it has looked at `work` elements of matrices.
    """

    pairs: Integers
    alone: Integers
    movable: NDArray[np.bool_]
    goal: int
    work: int
    seed: int


def cost_of(search: Search, tables: Integers) -> int:
    """Return what the round costs; `tables[entry]` is the table of each."""
    together = tables[:, None] == tables[None, :]
    alone = search.alone[np.arange(len(tables)), tables].sum()
    return int((search.pairs * together).sum()) // 2 + int(alone)


def improve(search: Search, start: Integers) -> Integers:
    """Return the best round that was met: a tabu search from `start`.

    A swap that makes the round better moves somebody who costs something where he sits, so only
    swaps of those are weighed. Who left a table may not return to it for some steps. The work is
    counted and never timed, and all numbers are whole: the answer is the same on every machine.
    """
    return Swapping(search, start).run(search.goal, search.work, Chance(search.seed))


class Swapping:
    """Keep the round, its cost, and what each entry would cost at each table."""

    def __init__(self, search: Search, start: Integers) -> None:
        self.pairs = search.pairs
        self.movable = search.movable
        self.tables = start.copy()
        self.cost = cost_of(search, start)
        self.everyone = np.arange(len(start))
        seated = np.zeros(search.alone.shape, dtype=np.int64)
        seated[self.everyone, start] = 1
        self.at = search.pairs @ seated + search.alone
        self.lowest = search.alone.min(axis=1)
        self.barred_until = np.zeros(self.at.shape, dtype=np.int64)
        self.steps = 0

    def run(self, goal: int, work: int, chance: Chance) -> Integers:
        """Swap until the goal is reached or the work is done; return the best round met, last."""
        best, best_cost, stale = self.tables.copy(), self.cost, 0
        while best_cost > goal and work > 0:
            stale += 1
            if stale > STALE + len(best):
                self.shake(chance)
                stale = 0
            costly = np.flatnonzero((self.own_costs() > self.lowest) & self.movable)
            if not len(costly):
                break
            work -= STEP_WORK + len(costly) * len(best)
            if not self.step(costly, chance):
                break
            if self.cost <= best_cost:
                stale = 0 if self.cost < best_cost else stale
                best, best_cost = self.tables.copy(), self.cost
        return best

    def shake(self, chance: Chance) -> None:
        """Make some swaps by lot, to get away from where the search goes round in circles."""
        self.barred_until[:] = 0
        movable = np.flatnonzero(self.movable).tolist()
        for _ in range(SHAKE):
            one, other = (movable[chance.below(len(movable))] for _ in range(2))
            if self.tables[one] != self.tables[other]:
                self.cost += int(self.changes(np.array([one]))[0, other])
                self.swap(one, other, 0)
                self.barred_until[:] = 0

    def own_costs(self) -> Integers:
        """Return what each entry costs where it sits."""
        return self.at[self.everyone, self.tables]

    def step(self, costly: Integers, chance: Chance) -> bool:
        """Make the best swap that is not barred, one by lot of equals; False: there is none."""
        changes = self.changes(costly)
        least = changes.min()
        if least >= BARRED // 2:
            if not self.barred_until.any():
                return False
            self.barred_until[:] = 0
            changes = self.changes(costly)
            least = changes.min()
            if least >= BARRED // 2:
                return False
        found = np.flatnonzero(changes == least)
        row, other = divmod(int(found[chance.below(len(found))]), len(self.tables))
        self.swap(int(costly[row]), other, chance.below(TENURE))
        self.cost += int(least)
        return True

    def changes(self, costly: Integers) -> Integers:
        """Return `change[row, other]`, how a swap with one of the costly changes the cost."""
        own = self.at[self.everyone, self.tables]
        into = self.at + BARRED * (self.barred_until > self.steps)
        into[self.everyone, self.tables] = BARRED
        into[~self.movable] = BARRED
        leaving = into[np.ix_(costly, self.tables)] - own[costly, None]
        coming = into[:, self.tables[costly]].T - own
        both = self.pairs[costly]
        return np.asarray(leaving + coming - both - both, dtype=np.int64)

    def swap(self, one: int, other: int, longer: int) -> None:
        """Let two change places; neither may return for some steps, and so many more."""
        left, right = int(self.tables[one]), int(self.tables[other])
        difference = self.pairs[:, other] - self.pairs[:, one]
        self.at[:, left] += difference
        self.at[:, right] -= difference
        self.tables[one], self.tables[other] = right, left
        self.steps += 1
        tenure = min(TENURE, len(self.tables) // 3) + longer
        self.barred_until[one, left] = self.barred_until[other, right] = self.steps + tenure
