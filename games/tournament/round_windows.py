"""Improve a round of any number of entries: mend what costs, then search small windows of tables.

Memory and time grow with the entries and with what has to be mended, never with their square.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from games.tournament.chance import Chance
from games.tournament.round_costs import Costs, Integers, Places, Weights
from games.tournament.round_tabu import Search, improve

CANDIDATES = 48
PASSES = 5
WINDOW = 64
"""Entries of a window, about."""
WINDOW_WORK = 600_000
MOST_WINDOWS = 12


@dataclass(frozen=True, slots=True)
class Crowd:
    """Say what is improved; `order` lists the entries so that good partners stand close."""

    costs: Costs
    weights: Weights
    places: Places
    movable: NDArray[np.bool_]
    order: Integers
    seed: int
    effort: int


def mend(crowd: Crowd, start: Integers) -> Integers:
    """Return a better round: who meets somebody again swaps with the best of some candidates.

    Candidates stand close in the order or are drawn by lot; each pass looks further. What still
    clashes then is searched window by window.
    """
    seating = _Seating(crowd, start)
    chance = Chance(crowd.seed)
    for reach in range(PASSES):
        clashing = seating.clashing()
        if not len(clashing):
            return seating.tables
        for entry in clashing.tolist():
            seating.swap_best(entry, _candidates(seating, entry, reach, chance))
    for _ in range(MOST_WINDOWS * crowd.effort):
        clashing = seating.clashing()
        if not len(clashing):
            break
        seating.search_window(int(clashing[chance.below(len(clashing))]), chance)
    return seating.tables


def _candidates(seating: "_Seating", entry: int, reach: int, chance: Chance) -> Integers:
    """Choose half of them nearby, half from further around; without scores, from anywhere."""
    crowd = seating.crowd
    count = len(crowd.order)
    lots = (chance.words(CANDIDATES) >> np.uint64(12)).astype(np.int64)
    half = CANDIDATES // 2
    near = min(count, half << reach)
    far = min(count, CANDIDATES << (2 * reach)) if crowd.weights.spread else count
    steps = np.concatenate([lots[:half] % near - near // 2, lots[half:] % far - far // 2])
    chosen = crowd.order[np.clip(seating.rank[entry] + steps, 0, count - 1)]
    elsewhere = seating.tables[chosen] != seating.tables[entry]
    return np.asarray(chosen[crowd.movable[chosen] & elsewhere], dtype=np.int64)


class _Seating:
    """Keep who sits where: `tables[entry]`, and `seats[table]` padded with -1."""

    def __init__(self, crowd: Crowd, start: Integers) -> None:
        self.crowd = crowd
        self.tables = start.copy()
        sizes = crowd.places.sizes
        order = np.argsort(start, kind="stable")
        column = np.arange(len(start)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        self.seats = np.full((len(sizes), int(sizes.max())), -1, dtype=np.int64)
        self.seats[start[order], column] = order
        self.rank = np.argsort(crowd.order, kind="stable")

    def clashing(self) -> Integers:
        """List the movable who meet somebody again or should be kept apart, the worst first."""
        rows = self.seats
        size = rows.shape[1]
        clash_weights = self.crowd.weights._replace(spread=0)
        found = np.zeros(len(self.tables), dtype=np.int64)
        for one in range(size):
            for other in range(one + 1, size):
                both = rows[(rows[:, one] >= 0) & (rows[:, other] >= 0)]
                ones, others = both[:, one], both[:, other]
                cost = self.crowd.costs.between(clash_weights, ones, others)
                found[ones] += cost
                found[others] += cost
        found[~self.crowd.movable] = 0
        clashing = np.flatnonzero(found)
        return clashing[np.argsort(-found[clashing], kind="stable")]

    def swap_best(self, entry: int, others: Integers) -> None:
        """Make the best swap with one of the others if it lowers the cost."""
        if not len(others):
            return
        changes = self._changes(entry, others)
        best = int(changes.argmin())
        if changes[best] < 0:
            self._swap(entry, int(others[best]))

    def _changes(self, entry: int, others: Integers) -> Integers:
        here = self.seats[self.tables[entry]]
        mates = np.broadcast_to(here, (len(others), len(here)))
        theirs = self.seats[self.tables[others]]
        alone = np.broadcast_to(entry, others.shape)
        change = self._sum(alone, theirs, others) + self._sum(others, mates, alone)
        change -= self._sum(alone, mates, alone) + self._sum(others, theirs, others)
        change += self._alone_change(entry, others)
        return change

    def _sum(self, ones: Integers, rows: Integers, without: Integers) -> Integers:
        """Add up what each of `ones` costs with its row, `without` one of it."""
        counted = (rows >= 0) & (rows != without[:, None])
        cost = self.crowd.costs.between(
            self.crowd.weights, ones[:, None], np.where(counted, rows, ones[:, None])
        )
        return np.asarray((cost * counted).sum(axis=1), dtype=np.int64)

    def _alone_change(self, entry: int, others: Integers) -> Integers:
        costs, weights, places = self.crowd.costs, self.crowd.weights, self.crowd.places
        here, there = self.tables[entry], self.tables[others]
        idle = weights.idle * (costs.idle_debt[entry] - costs.idle_debt[others])
        short = weights.short * (costs.short_debt[entry] - costs.short_debt[others])
        return np.asarray(
            idle * (places.idle[there] - places.idle[here])
            + short * (places.missing[there] - places.missing[here]),
            dtype=np.int64,
        )

    def _swap(self, one: int, other: int) -> None:
        left, right = self.tables[one], self.tables[other]
        self.seats[left][self.seats[left] == one] = other
        self.seats[right][self.seats[right] == other] = one
        self.tables[one], self.tables[other] = right, left

    def search_window(self, entry: int, chance: Chance) -> None:
        """Search the tables around an entry, as many as make a window."""
        crowd = self.crowd
        around = crowd.order[max(0, self.rank[entry] - 4 * WINDOW) :][: 8 * WINDOW]
        nearest = around[np.argsort(abs(self.rank[around] - self.rank[entry]), kind="stable")]
        tables = self._fill(nearest, chance)
        inside = np.flatnonzero(np.isin(self.tables, tables))
        start = np.searchsorted(tables, self.tables[inside])
        places = Places(*(column[tables] for column in crowd.places))
        costs = crowd.costs
        part = Costs(
            costs.keys,
            costs.met,
            costs.apart,
            costs.scores,
            costs.idle_debt[inside],
            costs.short_debt[inside],
        )
        search = Search(
            pairs=costs.between(crowd.weights, inside[:, None], inside[None, :]),
            alone=part.alone(crowd.weights, places),
            movable=crowd.movable[inside],
            goal=0,
            work=WINDOW_WORK,
            seed=chance.below(1 << 30),
        )
        self._write(inside, tables[improve(search, start)])

    def _fill(self, nearest: Integers, chance: Chance) -> Integers:
        """Take the table of the first and others by lot of the nearby until the window is full."""
        own = int(self.tables[nearest[0]])
        nearby = list(dict.fromkeys(self.tables[nearest].tolist()))[1:]
        if not self.crowd.weights.spread:
            nearby = [nearby[at] for at in chance.order(len(nearby)).tolist()]
        taken = [own]
        filled = int(self.crowd.places.sizes[own])
        for table in nearby:
            if filled >= WINDOW:
                break
            taken.append(table)
            filled += int(self.crowd.places.sizes[table])
        return np.array(sorted(taken), dtype=np.int64)

    def _write(self, inside: Integers, tables: Integers) -> None:
        self.tables[inside] = tables
        self.seats[np.unique(tables)] = -1
        for entry, table in zip(inside.tolist(), tables.tolist(), strict=True):
            row = self.seats[table]
            row[np.flatnonzero(row < 0)[0]] = entry
