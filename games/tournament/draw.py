"""The vocabulary of all draws: rounds as tables of entries, what is asked, what is answered.

Entries are integers that only their owner understands. A round is a tuple of tables, a table the
entries that sit at it in seat order. A pair is two entries, the smaller first.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import comb

Pair = tuple[int, int]
Tables = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class SizeLimits:
    """Say what tables may be: their sizes, and which of them are liked, the best liked first."""

    minimum: int
    preferred: tuple[int, ...]
    maximum: int


@dataclass(frozen=True, slots=True)
class Plan:
    """Hold one or more rounds that were drawn, and how good they are.

    `coincidences` is the sum over pairs of C(m, 2), m the times the pair meets, and `repeats` that
    of m - 1 for those that meet at all: both with the history. No draw of these table sizes has
    fewer coincidences than `bound`. `sitting_out[round]` have no table there. `broken` are the
    pairs to be kept apart that share a table all the same. `measures` are further figures by name.
    The same question with the same `seed` has the same answer on every machine.
    """

    rounds: tuple[Tables, ...]
    coincidences: int
    repeats: int
    bound: int
    method: str
    seed: int
    sitting_out: tuple[tuple[int, ...], ...] = ()
    broken: tuple[Pair, ...] = ()
    measures: Mapping[str, int | float] = field(default_factory=dict)

    @property
    def is_optimal(self) -> bool:
        """Say whether it is proven that nothing has fewer coincidences."""
        return self.coincidences == self.bound


class CannotDrawError(ValueError):
    """No draw answers the question; `code` is stable, `data` fills the words.

    `alternatives` are table sizes that would do, best first.
    """

    def __init__(
        self, code: str, text: str, *, alternatives: Sequence[Sequence[int]] = (), **data: object
    ) -> None:
        super().__init__(text)
        self.code = code
        self.data = data
        self.alternatives = tuple(tuple(sizes) for sizes in alternatives)


def pair(one: int, other: int) -> Pair:
    """Return two entries as a pair."""
    return (one, other) if one < other else (other, one)


def count_meetings(rounds: Iterable[Iterable[Sequence[int]]]) -> Counter[Pair]:
    """Count how often each pair shares a table."""
    return Counter(
        pair(one, other)
        for tables in rounds
        for table in tables
        for one, other in combinations(table, 2)
    )


def count_coincidences(meetings: Mapping[Pair, int]) -> int:
    """Return the sum over pairs of C(m, 2), m the times the pair meets."""
    return sum(comb(times, 2) for times in meetings.values())


def count_repeats(meetings: Mapping[Pair, int]) -> int:
    """Return how many meetings are not the first of their pair."""
    return sum(times - 1 for times in meetings.values() if times > 1)
