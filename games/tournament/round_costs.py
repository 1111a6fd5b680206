"""What a round costs, in whole numbers: pairs that should not meet, and seats that are not liked.

Entries are counted 0, 1, 2 … here. Memory grows with the entries and the pairs that have met,
never with the square of the entries.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.tournament.draw import Pair
from games.tournament.history import History

Integers = NDArray[np.int64]


class Weights(NamedTuple):
    """Say what one of each costs; what is 0 does not count."""

    apart: int
    idle: int
    meeting: int
    spread: int
    short: int


class Places(NamedTuple):
    """Hold the tables of a round; those who sit out have a table of one each, at the end.

    `missing[table]` seats it falls short of the largest, `idle[table]` is 1 where none plays.
    """

    sizes: Integers
    missing: Integers
    idle: Integers


@dataclass(frozen=True, slots=True)
class Costs:
    """Hold what counts about entries and pairs.

    `keys` are the pairs that matter, sorted, as smaller * entries + larger; `met` how often they
    have met and `apart` whether they are to be kept apart. `scores` are scaled to small integers,
    `idle_debt` grows with each time an entry sat out and `short_debt` with each short table.
    """

    keys: Integers
    met: Integers
    apart: Integers
    scores: Integers
    idle_debt: Integers
    short_debt: Integers

    def between(self, weights: Weights, ones: Integers, others: Integers) -> Integers:
        """Return what it costs that these meet, element by element; nobody costs with itself."""
        keys = np.minimum(ones, others) * len(self.scores) + np.maximum(ones, others)
        values = weights.meeting * self.met + weights.apart * self.apart
        found = look_up(self.keys, values, keys)
        if weights.spread:
            found += weights.spread * (self.scores[ones] - self.scores[others]) ** 2
        return found

    def alone(self, weights: Weights, places: Places) -> Integers:
        """Return `cost[entry, table]`, what a table costs whoever else is there."""
        idle = np.multiply.outer(weights.idle * self.idle_debt, places.idle)
        short = np.multiply.outer(weights.short * self.short_debt, places.missing)
        return np.asarray(idle + short, dtype=np.int64)


def look_up(keys: Integers, values: Integers, wanted: Integers) -> Integers:
    """Return the value of each wanted key, 0 where there is none; `keys` are sorted."""
    if not len(keys):
        return np.zeros(wanted.shape, dtype=np.int64)
    at = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    return np.where(keys[at] == wanted, values[at], 0)


def meeting_keys(tables: Sequence[Sequence[int]], entries: Integers) -> Integers:
    """Return the keys of all pairs of the round's tables; `entries` are sorted, others dropped."""
    sizes = np.fromiter(map(len, tables), dtype=np.int64, count=len(tables))
    seats = np.fromiter(chain.from_iterable(tables), dtype=np.int64, count=int(sizes.sum()))
    at = np.minimum(np.searchsorted(entries, seats), len(entries) - 1)
    numbers = np.where(entries[at] == seats, at, -1)
    starts = np.cumsum(sizes) - sizes
    found = [np.zeros(0, dtype=np.int64)]
    for size in np.unique(sizes).tolist():
        rows = numbers[starts[sizes == size][:, None] + np.arange(size)]
        for one, other in combinations(range(size), 2):
            found.append(_keys(rows[:, one], rows[:, other], len(entries)))
    return np.concatenate(found)


def _keys(ones: Integers, others: Integers, entries: int) -> Integers:
    low, high = np.minimum(ones, others), np.maximum(ones, others)
    return (low * entries + high)[low >= 0]


def pair_keys(pairs: Collection[Pair], entries: Integers) -> Integers:
    """Return the key of each pair, -1 where one of the two is no entry."""
    flat = np.fromiter(chain.from_iterable(pairs), dtype=np.int64, count=2 * len(pairs))
    at = np.minimum(np.searchsorted(entries, flat), len(entries) - 1)
    numbers = np.where(entries[at] == flat, at, -1).reshape(-1, 2)
    keys = numbers.min(axis=1) * len(entries) + numbers.max(axis=1)
    return np.where(numbers.min(axis=1) < 0, -1, keys)


def count_keys(history: History, entries: Integers) -> tuple[Integers, Integers]:
    """Return the keys of the pairs that have met, sorted, and how often."""
    keys = np.concatenate(
        [np.zeros(0, dtype=np.int64), *(meeting_keys(past, entries) for past in history.rounds)]
    )
    times = np.ones(len(keys), dtype=np.int64)
    if history.meetings:
        further = pair_keys(history.meetings, entries)
        counts = np.fromiter(history.meetings.values(), dtype=np.int64, count=len(further))
        keys = np.concatenate([keys, further[further >= 0]])
        times = np.concatenate([times, counts[further >= 0]])
    unique, inverse = np.unique(keys, return_inverse=True)
    counted = np.zeros(len(unique), dtype=np.int64)
    np.add.at(counted, inverse, times)
    return unique, counted


def per_entry(counts: Mapping[int, int], entries: Iterable[int]) -> Integers:
    """Return the count of each entry."""
    return np.array([counts.get(entry, 0) for entry in entries], dtype=np.int64)
