"""Prove how many coincidences one more round must add at the least."""

from collections.abc import Sequence
from itertools import pairwise
from math import comb

import numpy as np

from games.tournament.draw import Tables
from games.tournament.round_costs import Costs, Integers


def fewest_added(
    costs: Costs, entries: Integers, sizes: Sequence[int], past: Sequence[Tables]
) -> int:
    """Return a number of coincidences that no round of these table sizes can go below.

    The larger of two bounds counts: what each entry must meet again, and what each round of the
    past must bring together again.
    """
    return max(_by_entries(costs, sizes), _by_rounds(entries, sizes, past))


def _by_entries(costs: Costs, sizes: Sequence[int]) -> int:
    """Give each entry the table mates it met least often.

    An entry that has met `k` others of `n` can have `n - 1 - k` new mates; only those that met
    nearly everybody are looked at closely. Each step up in size is taken by those it costs least.
    """
    count = len(costs.scores)
    steps = sorted(set(sizes))
    met = _mates_met(costs)
    least = np.zeros((count, len(steps)), dtype=np.int64)
    for entry in np.flatnonzero(count - np.bincount(met[0], minlength=count) < max(steps)):
        times = np.zeros(count - 1, dtype=np.int64)
        own = met[1][met[0] == entry]
        times[: len(own)] = own
        times.sort()
        least[entry] = [times[: size - 1].sum() for size in steps]
    idle = count - sum(sizes)
    total = int(np.sort(least[:, 0])[: count - idle].sum())
    for at, (_, larger) in enumerate(pairwise(steps), start=1):
        seats = sum(size for size in sizes if size >= larger)
        total += int(np.sort(least[:, at] - least[:, at - 1])[:seats].sum())
    return -(-total // 2)


def _mates_met(costs: Costs) -> tuple[Integers, Integers]:
    """Return for each pair that has met, from both sides: the entry, and how often."""
    low, high = np.divmod(costs.keys, max(len(costs.scores), 1))
    known = costs.met > 0
    return (
        np.concatenate([low[known], high[known]]),
        np.concatenate([costs.met[known], costs.met[known]]),
    )


def _by_rounds(entries: Integers, sizes: Sequence[int], past: Sequence[Tables]) -> int:
    """Deal each new table over the tables of each past round, and each of those over the new.

    Who was not there in the past counts as a table of one.
    """
    idle = len(entries) - sum(sizes)
    total = 0
    for tables in past:
        groups = _present(entries, tables)
        groups += [1] * (len(entries) - sum(groups))
        one_way = sum(_fewest_pairs(size, groups) for size in sizes)
        other_way = sum(_fewest_pairs(group - min(group, idle), sizes) for group in groups)
        total += max(one_way, other_way)
    return total


def _present(entries: Integers, tables: Tables) -> list[int]:
    known = set(entries.tolist())
    sizes = (sum(entry in known for entry in table) for table in tables)
    return [size for size in sizes if size]


def _fewest_pairs(size: int, groups: Sequence[int]) -> int:
    """Return how many pairs of `size` entries share a group in the most even split over groups.

    A group takes no more than it holds.
    """
    if size <= len(groups):
        return 0
    share = 0
    left = size
    while left > 0:
        open_groups = sum(group > share for group in groups)
        if left <= open_groups:
            break
        left -= open_groups
        share += 1
    at_share = sum(comb(min(group, share), 2) for group in groups)
    return at_share + left * share
