"""A question about rounds to come, as numbers: entries are counted from 0 in their order."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import comb

import numpy as np
from numpy.typing import NDArray

from games.tournament.bounds import Levels, fewest_coincidences
from games.tournament.draw import Pair, Tables, count_coincidences
from games.tournament.history import History
from games.tournament.plan_tabu import Question

Integers = NDArray[np.intp]


@dataclass(frozen=True)
class PlanQuestion:
    """Hold what is asked: sorted entries, the sizes of the tables of every round, the past."""

    entries: tuple[int, ...]
    sizes: tuple[int, ...]
    rounds: int
    history: History
    apart: frozenset[Pair]

    @property
    def idle(self) -> int:
        """How many sit out in each round."""
        return len(self.entries) - sum(self.sizes)

    @property
    def is_blank(self) -> bool:
        """Say whether all entries are alike: nobody has met, or is kept apart, or sits out."""
        return not (self.apart or self.idle or self.meetings)

    @cached_property
    def numbers(self) -> dict[int, int]:
        """The number of each entry."""
        return {entry: number for number, entry in enumerate(self.entries)}

    @cached_property
    def meetings(self) -> dict[Pair, int]:
        """How often two numbers met before, where they did."""
        return {
            (self.numbers[one], self.numbers[other]): times
            for (one, other), times in self.history.count_meetings().items()
            if one in self.numbers and other in self.numbers
        }

    @cached_property
    def met(self) -> Integers:
        """How often any two numbers met before."""
        met = np.zeros((len(self.entries), len(self.entries)), dtype=np.intp)
        for (one, other), times in self.meetings.items():
            met[one, other] = met[other, one] = times
        return met

    @cached_property
    def short(self) -> Integers:
        """By how many seats the tables of each entry fell short before."""
        return self._per_entry(self.history.count_short_seats(self.entries))

    @cached_property
    def gone(self) -> int:
        """The coincidences of those who are not there any more."""
        met = self.history.count_meetings()
        of_gone = {pair: times for pair, times in met.items() if not self.numbers.keys() >= {*pair}}
        return count_coincidences(of_gone)

    @cached_property
    def bound(self) -> int:
        """A number of coincidences, those of the history included, that no plan goes below."""
        sizes = (*sorted(self.sizes, reverse=True), *(1,) * self.idle)
        played = [self._played(tables) for tables in self.history.rounds]
        return self.gone + fewest_coincidences(sizes, self.rounds, self._levels(), played)

    def _levels(self) -> list[Levels]:
        """Count for each entry how many of the others it met never, once, twice …."""
        times: list[Counter[int]] = [Counter() for _ in self.entries]
        for pair, met in self.meetings.items():
            for number in pair:
                times[number][met] += 1
        for counts in times:
            counts[0] = len(self.entries) - 1 - counts.total()
        return [tuple(counts[met] for met in range(max(counts) + 1)) for counts in times]

    def _played(self, tables: Tables) -> list[int]:
        """Return the sizes of a round before, counting only who is still there."""
        seated = [sum(entry in self.numbers for entry in table) for table in tables]
        sizes = [size for size in seated if size]
        return sizes + [1] * (len(self.entries) - sum(sizes))

    @cached_property
    def search(self) -> Question:
        """The question as the search of swaps reads it."""
        apart = np.zeros(self.met.shape, dtype=np.bool_)
        for one, other in self.apart:
            first, second = self.numbers[one], self.numbers[other]
            apart[first, second] = apart[second, first] = True
        idle = self._per_entry(self.history.count_idle(self.entries))
        return Question(
            sizes=(*sorted(self.sizes, reverse=True), *(1,) * self.idle),
            singles=self.idle,
            rounds=self.rounds,
            met=self.met.astype(np.float32),
            apart=apart,
            idle=(idle - idle.min()).astype(np.float32),
        )

    @cached_property
    def fewest_broken(self) -> int:
        """A number of meetings of those kept apart that no plan goes below.

        All pairs of a round's tables are either kept apart or not, and only so many are not.
        """
        pairs = sum(comb(size, 2) for size in self.sizes)
        free = len(self.entries) * (len(self.entries) - 1) // 2 - len(self.apart)
        return max(0, pairs - free) * self.rounds

    def _per_entry(self, counts: Mapping[int, int]) -> Integers:
        return np.array([counts[entry] for entry in self.entries], dtype=np.intp)
