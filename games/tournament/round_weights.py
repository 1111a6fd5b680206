"""Weigh what counts in a round against one another, so that nothing small outweighs what is large.

All weights are whole numbers. Everything together stays far below 2^61.
"""

from collections.abc import Sequence
from math import comb
from typing import NamedTuple

from games.tournament.draw import CannotDrawError
from games.tournament.round_costs import Costs, Places, Weights

RESOLUTIONS = (1000, 250, 60, 15)
"""Steps that the range of scores is divided into; fewer where the numbers grow too large."""
MOST = 1 << 59
SHORT_TURN = 5
"""Sitting short again is as bad as meeting somebody a fifth of the range of scores away."""


class Scope(NamedTuple):
    """Hold the most of each that is weighed at once."""

    pairs: int
    short: int
    idle: int


def whole_round(places: Places) -> Scope:
    """Weigh whole rounds against one another."""
    return Scope(
        sum(comb(size, 2) for size in places.sizes.tolist()),
        int((places.sizes * places.missing).sum()),
        int(places.idle.sum()),
    )


def one_swap(places: Places) -> Scope:
    """Weigh two tables against one another: enough where each swap is judged by itself."""
    size = int(places.sizes.max())
    return Scope(2 * comb(size, 2), 2 * size * int(places.missing.max()), 2)


def weigh(costs: Costs, scope: Scope, pull: int | None) -> Weights | None:
    """Return the weights under a pull of so many percent; None if they grow too large."""
    resolution = int(costs.scores.max(initial=0))
    short = scope.short * int(costs.short_debt.max(initial=0))
    met = scope.pairs * int(costs.met.max(initial=0))
    spread = scope.pairs * resolution**2
    weights = _by_pull(pull, resolution, short, met, spread)
    lower = weights.short * short + weights.meeting * met + weights.spread * spread
    idle = scope.idle * int(costs.idle_debt.max(initial=0))
    weights = weights._replace(idle=lower + 1, apart=(lower + 1) * (idle + 1))
    most = weights.apart * (min(scope.pairs, int(costs.apart.sum())) + 1)
    return weights if most < MOST else None


def _by_pull(pull: int | None, resolution: int, short: int, met: int, spread: int) -> Weights:
    """Weigh what is below sitting out."""
    if pull is None:
        return Weights(apart=0, idle=0, meeting=short + 1, spread=0, short=1)
    if pull == 100:
        return Weights(apart=0, idle=0, meeting=short + 1, spread=(short + 1) * (met + 1), short=1)
    turn = max(1, (resolution // SHORT_TURN) ** 2)
    if pull == 0:
        return Weights(apart=0, idle=0, meeting=spread + turn * short + 1, spread=1, short=turn)
    repeat = max(1, (resolution * (100 - pull) // 100) ** 2)
    return Weights(apart=0, idle=0, meeting=repeat, spread=1, short=turn)


def scale_scores(scores: Sequence[float], resolution: int) -> list[int]:
    """Return the scores as whole numbers from 0 to the resolution."""
    lowest, highest = min(scores), max(scores)
    if lowest == highest:
        return [0] * len(scores)
    return [round((score - lowest) / (highest - lowest) * resolution) for score in scores]


def refuse_large_numbers() -> CannotDrawError:
    """Return the refusal of a history whose numbers are past all use."""
    return CannotDrawError(
        "numbers_too_large", "The counts of earlier rounds are too large to be weighed."
    )
