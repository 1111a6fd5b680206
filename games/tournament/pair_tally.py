"""Count partners, opponents, who sat out and who played alone; weigh one more round by it."""

from collections.abc import Collection, Sequence
from math import comb

import numpy as np

from games.tournament.draw import Pair, Tables
from games.tournament.pair_search import Cells, PairCosts
from games.tournament.round_costs import Integers, count_keys, pair_keys, per_entry
from games.tournament.round_question import RoundQuestion
from games.tournament.round_weights import MOST, refuse_large_numbers


class Tally:
    """Keep the counts; entries are counted from 0 in their order, matrices are symmetrical.

    `met` counts meetings at tables, partners and opponents alike.
    """

    def __init__(
        self, question: RoundQuestion, entries: Integers, partners: Sequence[Collection[Pair]]
    ) -> None:
        self.count = len(entries)
        self.partners, self.opponents, self.met, self.apart = np.zeros(
            (4, self.count, self.count), dtype=np.int64
        )
        _add_keys(self.met, *count_keys(question.history, entries))
        for pairs in partners:
            keys = pair_keys(pairs, entries)
            _add_keys(self.partners, keys[keys >= 0], np.ones(1, dtype=np.int64))
        self.opponents += np.maximum(self.met - self.partners, 0)
        _add_keys(self.apart, pair_keys(question.apart, entries), np.ones(1, dtype=np.int64))
        idle = question.history.count_idle(question.entries)
        self.idle = per_entry(idle, question.entries)
        self.alone = per_entry(_times_alone(question.history.rounds, partners), question.entries)

    def add(self, seats: Integers, cells: Cells, times: int) -> None:
        """Add a round, `seats[entry]` the cell of each; take it away with `times` of -1."""
        tables = cells.tables[seats]
        together = (tables[:, None] == tables[None, :]).astype(np.int64)
        np.fill_diagonal(together, 0)
        partners = (seats[:, None] == seats[None, :]).astype(np.int64)
        np.fill_diagonal(partners, 0)
        self.partners += times * partners
        self.opponents += times * (together - partners)
        self.met += times * together
        self.idle += times * cells.idle[seats]
        self.alone += times * cells.alone[seats]

    def worth(self, broken: int) -> tuple[int, ...]:
        """Return what is bad, the worst first."""
        return (
            broken,
            sum_of_coincidences(self.idle),
            sum_of_coincidences(self.partners) // 2,
            sum_of_coincidences(self.alone),
            sum_of_coincidences(self.opponents) // 2,
            sum_of_coincidences(self.met) // 2,
        )

    def costs(self, cells: Cells) -> PairCosts:
        """Weigh one more round; what comes first outweighs all that comes after it."""
        tables = np.bincount(cells.tables, weights=cells.sizes).astype(np.int64).tolist()
        pairs = sum(comb(size, 2) for size in tables)
        opponent = pairs * int(self.met.max(initial=0)) + 1
        alone = opponent * (pairs * int(self.opponents.max(initial=0)) + 1)
        partner = alone * (int(cells.alone.sum()) * int(self.alone.max(initial=0)) + 1)
        idle = partner * (self.count * int(self.partners.max(initial=0)) + 1)
        apart = idle * (int(cells.idle.sum()) * int(self.idle.max(initial=0)) + 1)
        if apart * (min(pairs, int(self.apart.sum())) + 1) >= MOST:
            raise refuse_large_numbers()
        either = self.met + apart * self.apart
        return PairCosts(
            partners=either + partner * self.partners,
            opponents=either + opponent * self.opponents,
            alone=idle * np.multiply.outer(self.idle, cells.idle)
            + alone * np.multiply.outer(self.alone, cells.alone),
        )

    def broken(self, seats: Integers, cells: Cells) -> int:
        """Count the pairs that share a table although they are to be kept apart."""
        tables = cells.tables[seats]
        together = tables[:, None] == tables[None, :]
        return int((self.apart * together).sum()) // 2


def sum_of_coincidences(counts: Integers) -> int:
    """Return the sum of C(count, 2)."""
    return int((counts * (counts - 1) // 2).sum())


def _add_keys(matrix: Integers, keys: Integers, times: Integers) -> None:
    rows, columns = np.divmod(keys, max(len(matrix), 1))
    np.add.at(matrix, (rows, columns), times)
    np.add.at(matrix, (columns, rows), times)


def _times_alone(rounds: Sequence[Tables], partners: Sequence[Collection[Pair]]) -> dict[int, int]:
    """Count who had no partner in rounds whose partners are known."""
    times: dict[int, int] = {}
    for tables, pairs in zip(rounds, partners, strict=False):
        paired = {entry for both in pairs for entry in both}
        for table in tables:
            for entry in table:
                if entry not in paired and pairs:
                    times[entry] = times.get(entry, 0) + 1
    return times
