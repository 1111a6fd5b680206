"""Improve a round of pairs: who is whose partner, and which pairs share a table."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from games.tournament.round_costs import Integers
from games.tournament.round_tabu import Search, Swapping


class Cells(NamedTuple):
    """Hold the places of a round: pairs of two seats, single seats, and those who sit out.

    `tables[cell]` is its table; `sizes[cell]` is 2 or 1; `idle[cell]` is 1 where nobody plays and
    `alone[cell]` where somebody plays without a partner.
    """

    tables: Integers
    sizes: Integers
    idle: Integers
    alone: Integers


def cells_of(sizes: tuple[int, ...], idle: int) -> Cells:
    """Cut each table into pairs; of an odd number one plays alone."""
    rows = [
        (table, width, 0, int(width == 1))
        for table, size in enumerate(sizes)
        for width in (*[2] * (size // 2), *[1] * (size % 2))
    ]
    rows += [(len(sizes) + at, 1, 1, 0) for at in range(idle)]
    return Cells(*np.array(rows, dtype=np.int64).T)


@dataclass(frozen=True, slots=True)
class PairCosts:
    """Hold what it costs: that two are partners, that they are opponents, and a cell by itself."""

    partners: Integers
    opponents: Integers
    alone: Integers


class PairSwapping(Swapping):
    """Keep a round of pairs; `tables[entry]` is the cell of each, `around` costs by table.

    Two in a cell share a table as well: the cost of a cell is what partners cost more than
    opponents, which may be less than nothing.
    """

    def __init__(self, costs: PairCosts, cells: Cells, start: Integers, work: int) -> None:
        everybody = np.ones(len(start), dtype=np.bool_)
        beyond = costs.partners - costs.opponents
        super().__init__(Search(beyond, costs.alone, everybody, 0, work, 0), start)
        self.opponents = costs.opponents
        self.table_of = cells.tables
        seated = np.zeros((len(start), int(cells.tables.max()) + 1), dtype=np.int64)
        seated[self.everyone, cells.tables[start]] = 1
        self.around = costs.opponents @ seated
        self.cost += int(self.around[self.everyone, cells.tables[start]].sum()) // 2

    def own_costs(self) -> Integers:
        """Return what each entry costs with its partner and its opponents."""
        here = self.around[self.everyone, self.table_of[self.tables]]
        return np.asarray(super().own_costs() + here, dtype=np.int64)

    def changes(self, costly: Integers) -> Integers:
        """Add what changes between tables to what changes between pairs."""
        at = self.table_of[self.tables]
        own = self.around[self.everyone, at]
        leaving = self.around[np.ix_(costly, at)] - own[costly, None]
        coming = self.around[:, at[costly]].T - own
        change = leaving + coming - 2 * self.opponents[costly]
        change[at[costly, None] == at[None, :]] = 0
        return np.asarray(super().changes(costly) + change, dtype=np.int64)

    def swap(self, one: int, other: int, longer: int) -> None:
        """Let two change places, and keep the costs by table."""
        left, right = (int(self.table_of[self.tables[entry]]) for entry in (one, other))
        difference = self.opponents[:, other] - self.opponents[:, one]
        self.around[:, left] += difference
        self.around[:, right] -= difference
        super().swap(one, other, longer)
