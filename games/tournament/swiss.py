"""Seat one round by scores: who stands alike plays together, and meets somebody new if it can be.

Who comes late has no score yet and is given one; who sits out is one of those who did so least
often, of these the lowest score. Turns at short tables are evened out along the way.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import comb
from statistics import fmean, median
from typing import Final, Literal

import numpy as np

from games.tournament.draw import CannotDrawError, Pair, Plan
from games.tournament.history import NO_HISTORY, History
from games.tournament.one_round import seat_round
from games.tournament.round_question import Pull, check_entries, check_scores

Newcomers = Literal["lowest", "median", "average"]

STRENGTHS: Final[Mapping[str, int]] = {"fresh": 0, "mild": 50, "strong": 85, "strict": 100}
"""Names for how hard scores pull, from mostly fresh opponents to strictly by score."""


@dataclass(frozen=True, slots=True)
class SwissRules:
    """Say how hard scores pull (0 to 100), and with whom those begin who have none yet."""

    strength: int = STRENGTHS["mild"]
    newcomers: Newcomers = "lowest"


DEFAULT_RULES: Final = SwissRules()


def seat_swiss(
    entries: Collection[int],
    sizes: Sequence[int],
    scores: Mapping[int, float],
    *,
    rules: SwissRules = DEFAULT_RULES,
    history: History = NO_HISTORY,
    apart: Collection[Pair] = (),
    fixed: Sequence[Sequence[int]] = (),
    seed: int,
) -> Plan:
    """Draw a round, the highest scores at the first table; raises CannotDrawError.

    Who has no score is a newcomer. The meaning of the strength is that of `Pull.percent`. Of the
    measures, `score_gap` is how far apart two who meet are on average, and no round of these
    players at these sizes is below `least_score_gap`.
    """
    scored = complete_scores(entries, scores, rules.newcomers)
    plan = seat_round(
        entries,
        sizes,
        history=history,
        apart=apart,
        pull=Pull(scored, rules.strength),
        fixed=fixed,
        seed=seed,
    )
    playing = [scored[entry] for table in plan.rounds[0] for entry in table]
    least = round(least_gap(playing, [len(table) for table in plan.rounds[0]]), 3)
    return replace(plan, measures={**plan.measures, "least_score_gap": least})


def least_gap(scores: Sequence[float], sizes: Sequence[int]) -> float:
    """Return how far apart two at one table are on average at the least, whoever sits with whom.

    Each is given the table mates whose scores are nearest; each step up in size is taken by those
    it costs least. The sizes make up all scores.
    """
    most, count = max(sizes) - 1, len(scores)
    around = np.full(count + 2 * most, np.inf)
    around[most : most + count] = ordered = np.sort(np.array(scores, dtype=float))
    others = [by for by in range(2 * most + 1) if by != most]
    gaps = np.sort([abs(around[by : by + count] - ordered) for by in others], axis=0)
    nearest = gaps[:most].cumsum(axis=0)
    steps = sorted(set(sizes))
    total = nearest[steps[0] - 2].sum()
    for smaller, larger in pairwise(steps):
        seats = sum(size for size in sizes if size >= larger)
        total += np.sort(nearest[larger - 2] - nearest[smaller - 2])[:seats].sum()
    # Every gap is counted from both its ends.
    return float(total / 2 / sum(comb(size, 2) for size in sizes))


def complete_scores(
    entries: Collection[int], scores: Mapping[int, float], newcomers: Newcomers
) -> dict[int, float]:
    """Return a score for each entry: newcomers get the one that is named; 0 if nobody has any."""
    known = check_entries(entries)
    scored = [entry for entry in known if entry in scores]
    check_scores(scored, scores)
    values = [scores[entry] for entry in scored] or [0.0]
    by_name: dict[str, Callable[[list[float]], float]] = {
        "lowest": min,
        "median": median,
        "average": fmean,
    }
    if newcomers not in by_name:
        raise CannotDrawError(
            "unknown_choice", f"No rule for newcomers: {newcomers}.", choice=newcomers
        )
    given = by_name[newcomers](values)
    return {entry: scores.get(entry, given) for entry in known}
