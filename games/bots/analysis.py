"""Say what a move was worth: the points that its seat could expect, beside the best one found.

The search's own candidates, and the move that was chosen, are played out in the same imagined
hands, each as often as the others. Only what the seat could see goes in: no opinion knows a card
that the player did not.

The best of many estimates looks better than it is, since luck helped to make it the best. So the
imagined hands are split: every other one picks the best move, the rest say what it is worth.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from games.base import Action, Observation, Rng, Seat
from games.bots.catalogue import LOOKS
from games.bots.search import Budget, Meter, Position

FEWEST_HANDS = 4
"""How many imagined hands it takes at least: two to pick, two to measure a spread."""
CERTAIN = 2.0
"""By how many standard errors a move has to be behind for it to be more than luck."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """An action: the mean of the points it brought in so many imagined hands, with its error.

    `error` is the standard error of `points`, `behind` by how many points it fell short of the best
    one in the same hands, `behind_error` the standard error of that.
    """

    action: Action
    points: float
    error: float
    behind: float
    behind_error: float

    @property
    def is_worse(self) -> bool:
        """Say whether it is behind by more than luck explains."""
        return self.behind > CERTAIN * self.behind_error


@dataclass(frozen=True, slots=True)
class MoveComparison:
    """What the search thinks of a decision: `chosen` among `candidates`, the `best` one found.

    All numbers are over the same `hands` imagined hands; as many more picked the best.
    """

    hands: int
    chosen: Candidate
    best: Candidate
    candidates: tuple[Candidate, ...]


def compare_moves(
    slug: str, view: Observation, chosen: Action, budget: Budget, rng: Rng
) -> MoveComparison | None:
    """Return what the search thinks of an action of `view`'s seat, within a budget of playouts.

    None where there was nothing to choose, nothing else is worth a try, or the budget is too small
    to say anything. Raises KeyError for a game that no search knows.
    """
    if view.seat is None:
        raise TypeError(f"A spectator has nothing to choose: {view!r}")
    if len(view.legal_actions) == 1:
        return None
    meter = Meter(budget)
    return compare_candidates(LOOKS[slug](view, rng, meter), view.seat, chosen, meter, rng)


def compare_candidates(
    position: Position, seat: Seat, chosen: Action, meter: Meter, rng: Rng
) -> MoveComparison | None:
    """Return what trying out says of an action at a position, with what is left of a budget."""
    # What the seat has chosen is tried as well, last: of equals the search's own wins.
    actions = list(dict.fromkeys([*position.candidates, chosen]))
    if len(actions) == 1:
        return None
    return _compare(actions, chosen, _play(position, seat, actions, meter, rng))


def _play(
    position: Position, seat: Seat, actions: Sequence[Action], meter: Meter, rng: Rng
) -> list[list[float]]:
    """Return the points of the seat by imagined hand and action, as many hands as can be had."""
    rounds: list[list[float]] = []
    while meter.spent() < 1 and meter.playouts + len(actions) <= meter.budget.playouts:
        imagined = position.imagine(rng)
        points = []
        for action in actions:
            state = imagined.clone()
            state.apply_unchecked(seat, action)
            points.append(float(position.finish(state, rng)[seat]))
        meter.playouts += len(actions)
        rounds.append(points)
    return rounds


def _compare(
    actions: Sequence[Action], chosen: Action, rounds: Sequence[Sequence[float]]
) -> MoveComparison | None:
    if len(rounds) < FEWEST_HANDS:
        return None
    picking, measuring = rounds[::2], rounds[1::2]
    sums = [sum(points) for points in zip(*picking, strict=True)]
    best = max(range(len(actions)), key=lambda index: sums[index])
    candidates = tuple(
        _candidate(action, index, best, measuring) for index, action in enumerate(actions)
    )
    return MoveComparison(
        hands=len(measuring),
        chosen=candidates[actions.index(chosen)],
        best=candidates[best],
        candidates=candidates,
    )


def _candidate(
    action: Action, index: int, best: int, rounds: Sequence[Sequence[float]]
) -> Candidate:
    points, error = _mean_and_error([each[index] for each in rounds])
    behind, behind_error = _mean_and_error([each[best] - each[index] for each in rounds])
    return Candidate(action, points, error, behind, behind_error)


def _mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    mean = sum(values) / len(values)
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return mean, sqrt(variance / len(values))
