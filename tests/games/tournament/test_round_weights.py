"""What counts more in a round outweighs all that counts less; too large numbers are refused."""

import numpy as np
import pytest

from games.tournament.round_costs import Costs
from games.tournament.round_weights import MOST, Scope, weigh

SCOPE = Scope(pairs=10, short=4, idle=1)


def costs(scores: int, short_debt: int, *, apart: int = 0) -> Costs:
    """Two entries that have met three times."""
    return Costs(
        keys=np.array([1]),
        met=np.array([3]),
        apart=np.array([apart]),
        scores=np.array([0, scores]),
        idle_debt=np.array([0, 2]),
        short_debt=np.array([0, short_debt]),
    )


@pytest.mark.parametrize("short_debt", [0, 1, 50])
def test_without_pull_a_meeting_outweighs_all_scores_and_short_tables(short_debt: int) -> None:
    weights = weigh(costs(15, short_debt), SCOPE, 0)
    assert weights is not None
    lower = weights.spread * SCOPE.pairs * 15**2 + weights.short * SCOPE.short * short_debt
    assert weights.meeting > lower


def test_weights_that_grow_too_large_are_none_and_pairs_kept_apart_count() -> None:
    def largest(apart: int) -> int:
        """The greatest debt of short tables under which there are weights."""
        low, high = 0, MOST
        while high - low > 1:
            middle = (low + high) // 2
            fits = weigh(costs(15, middle, apart=apart), SCOPE, 100) is not None
            low, high = (middle, high) if fits else (low, middle)
        return low

    # One pair that is kept apart doubles the most that a round can cost.
    assert largest(0) / largest(1) == pytest.approx(2, rel=0.001)
