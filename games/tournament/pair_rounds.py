"""Draw rounds of pairs one after another, then each again in the light of all others."""

from collections.abc import Collection, Sequence

import numpy as np

from games.tournament.chance import Chance
from games.tournament.draw import Pair
from games.tournament.pair_designs import whist
from games.tournament.pair_search import PairSwapping, cells_of
from games.tournament.pair_tally import Tally, sum_of_coincidences
from games.tournament.round_costs import Integers
from games.tournament.round_question import RoundQuestion, by_lot
from games.tournament.round_tabu import STEP_WORK

STEPS = 120
"""Swaps that are tried to draw one round once."""
SWEEPS = 20
MOST_WORK = 40_000_000
PATIENCE = 4
"""Times that all rounds are drawn again without gain."""


class PairRounds:
    """Keep the rounds, `rounds[round][entry]` as table and cell, and what they add up to."""

    def __init__(
        self, question: RoundQuestion, partners: Sequence[Collection[Pair]], seed: int
    ) -> None:
        self.question = question
        self.seed = seed
        self.entries = np.array(question.entries, dtype=np.int64)
        self.drawn = np.searchsorted(self.entries, by_lot(question.entries, seed))
        self.cells = cells_of(question.sizes, question.idle)
        self.tally = Tally(question, self.entries, partners)
        self.seats: list[Integers] = []

    @property
    def rounds(self) -> list[dict[int, tuple[int, int]]]:
        """Say for each round at which table, and in which cell, each entry is."""
        return [
            {
                entry: (int(self.cells.tables[cell]), cell)
                for entry, cell in zip(self.question.entries, seats.tolist(), strict=True)
            }
            for seats in self.seats
        ]

    def draw(self, rounds: int, effort: int) -> str:
        """Draw the rounds; return the name of the method."""
        designed = self._designed(rounds)
        if designed and rounds == len(whist(len(self.entries))):
            self._take(designed)
            return "whist"
        found = [(*self._search(designed, effort), "whist and search")] if designed else []
        found.append((*self._search(self._in_turn(rounds), effort), "search"))
        _, best, method = min(found, key=lambda candidate: candidate[0])
        self._take(best)
        return method

    def _take(self, seats: Sequence[Integers]) -> None:
        self.seats = list(seats)
        for cells in seats:
            self.tally.add(cells, self.cells, 1)

    def _designed(self, rounds: int) -> list[Integers]:
        """Return rounds of a whist tournament under numbers by lot, where one fits."""
        question = self.question
        fits = set(question.sizes) == {4} and question.idle == len(self.entries) % 4
        if not fits or question.history.rounds or question.history.meetings or question.apart:
            return []
        design = whist(len(self.entries))
        if rounds > len(design):
            return []
        order = Chance(self.seed, 1).order(len(design))[:rounds]
        return [self._numbered(design[at]) for at in order.tolist()]

    def _numbered(self, tables: Sequence[Sequence[int]]) -> Integers:
        seats = np.full(len(self.entries), len(self.cells.sizes) - 1, dtype=np.int64)
        for at, (a, b, c, d) in enumerate(tables):
            seats[self.drawn[[a, c]]] = 2 * at
            seats[self.drawn[[b, d]]] = 2 * at + 1
        return seats

    def _in_turn(self, rounds: int) -> list[Integers]:
        """Draw one round after another."""
        seats: list[Integers] = []
        for at in range(rounds):
            lots = self.drawn[Chance(self.seed, 2, at).order(len(self.entries))]
            start = np.empty(len(lots), dtype=np.int64)
            start[lots] = np.repeat(np.arange(len(self.cells.sizes)), self.cells.sizes)
            seats.append(self._improved(start, at, 4))
            self.tally.add(seats[-1], self.cells, 1)
        for cells in seats:
            self.tally.add(cells, self.cells, -1)
        return seats

    def _search(
        self, seats: Sequence[Integers], effort: int
    ) -> tuple[tuple[int, ...], list[Integers]]:
        """Draw each round again while all others stand, until that gains nothing more."""
        seats = list(seats)
        for cells in seats:
            self.tally.add(cells, self.cells, 1)
        best, found, stale = self._worth(seats), list(seats), 0
        for sweep in range(self._sweeps(len(seats), effort)):
            chance = Chance(self.seed, 3, sweep)
            for at in chance.order(len(seats)).tolist():
                self.tally.add(seats[at], self.cells, -1)
                seats[at] = self._improved(seats[at], chance.below(1 << 20), 1)
                self.tally.add(seats[at], self.cells, 1)
            stale += 1
            if self._worth(seats) < best:
                best, found, stale = self._worth(seats), list(seats), 0
            if stale == PATIENCE or not any(best):
                break
        for cells in seats:
            self.tally.add(cells, self.cells, -1)
        return best, found

    def _worth(self, seats: Sequence[Integers]) -> tuple[int, ...]:
        return self.tally.worth(sum(self.tally.broken(cells, self.cells) for cells in seats))

    def _sweeps(self, rounds: int, effort: int) -> int:
        work = max(rounds, 1) * STEPS * (STEP_WORK + len(self.entries) ** 2)
        return min(SWEEPS, max(2, MOST_WORK // work)) * effort if rounds > 1 else 0

    def _improved(self, start: Integers, purpose: int, effort: int) -> Integers:
        work = effort * STEPS * (STEP_WORK + len(start) ** 2)
        swapping = PairSwapping(self.tally.costs(self.cells), self.cells, start, work)
        return swapping.run(0, work, Chance(self.seed, 4, purpose))

    def opponent_range(self) -> tuple[int, int]:
        """Return the fewest and the most times that two entries met as opponents."""
        counts = self.tally.opponents[np.triu_indices(len(self.entries), 1)]
        return (int(counts.min()), int(counts.max())) if len(counts) else (0, 0)

    def opponent_coincidences(self) -> int:
        """Return the sum over pairs of C(times, 2), times they met as opponents."""
        return sum_of_coincidences(self.tally.opponents) // 2
