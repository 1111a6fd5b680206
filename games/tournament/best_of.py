"""Choose which of an entry's rounds count where only the best do."""

from collections.abc import Collection
from typing import NamedTuple


class RoundResult(NamedTuple):
    """Hold what an entry has from one round, in the order in which rounds are compared.

    Of two with equal points the one with more wins is better, then the one with more points of
    the game, then the later one.
    """

    points: int
    wins: int
    game_points: int
    round: int


def dropped_rounds(results: Collection[RoundResult], best_of: int | None) -> frozenset[int]:
    """Return the rounds that do not count: all but the best `best_of`; None: all count."""
    if best_of is None or len(results) <= best_of:
        return frozenset()
    worst_first = sorted(results)
    return frozenset(result.round for result in worst_first[: len(results) - best_of])
