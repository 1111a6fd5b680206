"""Say which entries can no longer miss the first places, and which can no longer reach them.

Assumptions, on which "certain" rests:

- What is settled stays: no hand of a settled table is corrected, and nobody gets a penalty or bonus
  by hand any more.
- In each round that is still to be played or not settled, an entry gets between `worst` and `best`
  league points, whatever the others get. In truth not everybody can win; so somebody may be
  certain earlier than this says, and never later.
- Nobody plays more rounds than are planned, nor more than one table in a round.
- Who ends level with somebody may end behind them: only being ahead counts.

With `best_of`, a round that is to come takes the place of the worst one that counts.
"""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import accumulate


class Certainty(Enum):
    """What is certain of an entry."""

    CLINCHED = "clinched"
    ELIMINATED = "eliminated"


@dataclass(frozen=True, slots=True)
class Prospect:
    """Hold where an entry stands and what can still come.

    `results` are its league points by settled round that it had; `fixed` is what it has besides
    rounds. `rounds_left` are still to come or not settled. Who has played too few rounds is not
    ranked: `is_ranked` says that this cannot happen to it any more, `can_be_ranked` that it need
    not.
    """

    entry: int
    results: Sequence[int]
    fixed: int
    rounds_left: int
    is_ranked: bool = True
    can_be_ranked: bool = True


@dataclass(frozen=True, slots=True)
class Bounds:
    """Hold the least and the most league points that a round can give an entry.

    `attendance` is what every round played gives besides, which is never dropped.
    """

    worst: int
    best: int
    attendance: int = 0


def certain_places(
    prospects: Collection[Prospect], bounds: Bounds, *, places: int, best_of: int | None = None
) -> dict[int, Certainty]:
    """Return what is certain of each entry about being among the first `places`.

    Clinched: fewer than `places` others can still be level with or ahead of it. Eliminated: at
    least `places` others stay ahead of it whatever comes, or it cannot be ranked any more.
    """
    least = {one.entry: least_points(one, bounds, best_of) for one in prospects}
    most = {one.entry: most_points(one, bounds, best_of) for one in prospects}
    reachable = sorted(most[one.entry] for one in prospects if one.can_be_ranked)
    safe = sorted(least[one.entry] for one in prospects if one.is_ranked)
    certain: dict[int, Certainty] = {}
    for one in prospects:
        # Whoever can be ranked reaches at least what it is sure of, so it is among these itself.
        rivals = len(reachable) - bisect_left(reachable, least[one.entry]) - one.can_be_ranked
        ahead = len(safe) - bisect_right(safe, most[one.entry])
        if not one.can_be_ranked or ahead >= places:
            certain[one.entry] = Certainty.ELIMINATED
        elif one.is_ranked and rivals < places:
            certain[one.entry] = Certainty.CLINCHED
    return certain


def certain_points(
    prospects: Collection[Prospect], bounds: Bounds, *, at: int, best_of: int | None = None
) -> dict[int, Certainty]:
    """Return what is certain of each entry about ending with at least `at` league points."""
    certain: dict[int, Certainty] = {}
    for one in prospects:
        if not one.can_be_ranked or most_points(one, bounds, best_of) < at:
            certain[one.entry] = Certainty.ELIMINATED
        elif one.is_ranked and least_points(one, bounds, best_of) >= at:
            certain[one.entry] = Certainty.CLINCHED
    return certain


def final_places(places_of: Mapping[int, int], *, places: int) -> dict[int, Certainty]:
    """Return what is certain once nothing is left to be played, from everybody's place.

    Nothing is certain of those who share the last place that goes on with one that does not.
    """
    sharers = Counter(places_of.values())
    certain: dict[int, Certainty] = {}
    for entry, place in places_of.items():
        if place > places:
            certain[entry] = Certainty.ELIMINATED
        elif place + sharers[place] - 1 <= places:
            certain[entry] = Certainty.CLINCHED
    return certain


def least_points(one: Prospect, bounds: Bounds, best_of: int | None) -> int:
    """Return the least league points an entry can end with, in however many rounds to come."""
    return min(_totals(one, bounds.worst, min(bounds.attendance, 0), best_of))


def most_points(one: Prospect, bounds: Bounds, best_of: int | None) -> int:
    """Return the most league points an entry can end with, in however many rounds to come."""
    return max(_totals(one, bounds.best, max(bounds.attendance, 0), best_of))


def _totals(one: Prospect, points: int, attendance: int, best_of: int | None) -> Iterator[int]:
    """Return the totals after 0, 1, … of the rounds left, each of them worth `points`.

    A round without a result is not one worth 0: it takes no place among the best.
    """
    best = sorted(one.results, reverse=True)
    places = len(best) + one.rounds_left if best_of is None else best_of
    better = min(sum(result > points for result in best), places)
    sums = [0, *accumulate(best)]
    for coming in range(one.rounds_left + 1):
        taken = min(coming, places - better)
        kept = min(len(best), places - taken)
        yield sums[kept] + points * taken + one.fixed + attendance * coming
