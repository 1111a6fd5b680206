"""Prove how few coincidences there can be at all."""

from collections import Counter
from collections.abc import Sequence
from itertools import zip_longest
from math import comb
from typing import TypeAlias

Levels: TypeAlias = tuple[int, ...]
"""How many pairs met never, once, twice …, as far as any did."""


def fewest_between(one: Sequence[int], other: Sequence[int]) -> int:
    """Return a bound on the pairs that two rounds of these table sizes have in common.

    A table of one round is dealt over the tables of the other, each of which takes as many as it
    has seats: it takes the next one where the fewest sit already.
    """
    return max(_dealt(one, other), _dealt(other, one))


def _dealt(tables: Sequence[int], over: Sequence[int]) -> int:
    return sum(times * _fewest_pairs(size, over) for size, times in Counter(tables).items())


def _fewest_pairs(size: int, over: Sequence[int]) -> int:
    pairs = level = 0
    while size > 0:
        room = sum(seats > level for seats in over)
        if room == 0:
            raise ValueError("The other round seats fewer.")
        pairs += level * min(size, room)
        size -= room
        level += 1
    return pairs


def fewest_spread(levels: Levels, seatings: int, rounds: int) -> int:
    """Return the fewest coincidences when so many more meetings are spread over the pairs.

    `levels[m]` pairs met m times before. A pair that meets for the (m + 1)th time adds m. A pair
    meets once a round at most.
    """
    total = sum(pairs * comb(times, 2) for times, pairs in enumerate(levels))
    for level in range(len(levels) + rounds):
        room = sum(levels[max(0, level - rounds + 1) : level + 1])
        taken = min(seatings, room)
        total += level * taken
        seatings -= taken
    return total


def fewest_coincidences(
    sizes: Sequence[int],
    rounds: int,
    meetings: Sequence[Levels],
    played: Sequence[Sequence[int]] = (),
) -> int:
    """Return a number of coincidences that no plan goes below.

    `sizes` are those of every round to come, with a table of one for each who sits out. Of the
    other entries `meetings[entry][m]` met that entry m times before. `played` are the table sizes
    of rounds before, as far as they are known and with only those seated who are still there.

    Whichever is highest counts. (1) All meetings are spread evenly over all pairs. (2) So they are
    over the pairs of each entry by itself: with equal tables everybody has as many more meetings.
    (3) A coincidence is a pair of rounds that have a pair of entries in common, and any two rounds
    have some in common.
    """
    levels = tuple(sum(column) // 2 for column in zip_longest(*meetings, fillvalue=0))
    past = sum(pairs * comb(times, 2) for times, pairs in enumerate(levels))
    seatings = sum(comb(size, 2) for size in sizes)
    return max(
        fewest_spread(levels, seatings * rounds, rounds),
        _fewest_by_entry(meetings, sizes, rounds),
        past
        + comb(rounds, 2) * fewest_between(sizes, sizes)
        + rounds * sum(fewest_between(sizes, own) for own in played),
    )


def _fewest_by_entry(meetings: Sequence[Levels], sizes: Sequence[int], rounds: int) -> int:
    """Spread what each entry is sure to meet over its own pairs; each pair is counted twice."""
    sure = rounds * (min(sizes) - 1)
    alike = Counter(meetings)
    twice = sum(entries * fewest_spread(levels, sure, rounds) for levels, entries in alike.items())
    return -(-twice // 2)
