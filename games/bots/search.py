"""Search: try what looks good in hands that might be, and keep what brings most.

Determinised Monte Carlo with sequential halving (Karnin, Koren & Somekh 2013). A round imagines
one hand that looks like this to the seat and plays every action that is still in the running out in
it, so that the luck of the hidden cards is the same for all of them and cancels out. The further
the budget is spent, the fewer actions are left; what falls far behind the first is dropped at once.
What a game knows stands in its `Position`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, inf, log2, sqrt
from typing import Protocol

from games.base import Action, HandState, Observation, Rng, Seat
from games.match_log import Choose

HOPELESS = 3.0
"""By how many standard errors an action must be behind the first to be dropped at once."""
FEWEST_ROUNDS = 8
"""How many rounds it takes to tell."""

Clock = Callable[[], float]
"""Tells the time in seconds, from any moment on; the engine itself reads no clock."""


@dataclass(frozen=True, slots=True)
class Budget:
    """Say how long to search for one action: a number of playouts, a time, or both.

    Without a clock a search repeats with its chance; with one it depends on the machine.
    """

    playouts: float = inf
    seconds: float = inf
    clock: Clock | None = None

    def __post_init__(self) -> None:
        if self.playouts == inf and (self.seconds == inf or self.clock is None):
            raise ValueError(
                "There is no limit to this search: give playouts, or seconds and a clock."
            )


class Position(Protocol):
    """What a game tells the search of one moment, from what one seat sees."""

    @property
    def candidates(self) -> Sequence[Action]:
        """The legal actions that are worth a try, the one that looks best first; at least one."""

    @property
    def doubt(self) -> float:
        """By how many standard errors another action must be ahead of the first to be chosen.

        The better the first is known to be, and the more luck there is, the more.
        """

    def imagine(self, rng: Rng) -> HandState:
        """Return a hand that looks like this moment; what the seat cannot know is drawn anew."""

    def finish(self, state: HandState, rng: Rng) -> Sequence[float]:
        """Play an imagined hand on, cheaply and sensibly; return the points per seat.

        Where it is not played to its end they are those to be expected.
        """


Look = Callable[[Observation, Rng, "Meter"], Position]
"""How a game looks at what a seat sees, and how much of the budget that has taken."""


def searcher(look: Look, budget: Budget) -> Choose:
    """Return the player that searches within this budget at each of its decisions."""

    def choose_by_search(view: Observation, rng: Rng) -> Action:
        """Choose what brings most in hands that might be; what is forced needs no search."""
        if view.seat is None:
            raise TypeError(f"A spectator has nothing to choose: {view!r}")
        meter = Meter(budget)
        if len(view.legal_actions) == 1:
            return view.legal_actions[0]
        return search(look(view, rng, meter), view.seat, meter, rng)

    return choose_by_search


class Meter:
    """Count what has been spent of a budget, from now on."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.playouts = 0
        self.begun = budget.clock() if budget.clock else 0.0

    def spent(self) -> float:
        """Return the part of the budget that is spent: 1 or more when there is nothing left."""
        by_count = self.playouts / self.budget.playouts
        if self.budget.clock is None:
            return by_count
        return max(by_count, (self.budget.clock() - self.begun) / self.budget.seconds)


def search(position: Position, seat: Seat, meter: Meter, rng: Rng) -> Action:
    """Return the candidate that keeps its lead until the budget is spent."""
    trials = Trials(position.candidates)
    many = len(trials.running)
    while len(trials.running) > 1:
        leads = _play_round(position, seat, trials.running, meter, rng)
        if leads is None:
            break
        trials.add(leads)
        trials.drop_hopeless()
        halvings = int(meter.spent() * ceil(log2(many)))
        trials.keep(max(ceil(many / 2**halvings), 2))
    return trials.best(position.doubt)


def _play_round(
    position: Position, seat: Seat, actions: Sequence[Action], meter: Meter, rng: Rng
) -> list[float] | None:
    """Play each action out in one imagined hand; return by how much the seat leads each time.

    None where the budget does not last for the whole round, which would favour some actions.
    """
    if meter.playouts + len(actions) > meter.budget.playouts:
        return None
    imagined = position.imagine(rng)
    leads = []
    for action in actions:
        if meter.spent() >= 1:
            return None
        state = imagined.clone()
        state.apply_unchecked(seat, action)
        leads.append(_lead(position.finish(state, rng), seat))
        meter.playouts += 1
    return leads


def _lead(points: Sequence[float], seat: Seat) -> float:
    """Return how many points a seat has more than the others on average."""
    return points[seat] - (sum(points) - points[seat]) / (len(points) - 1)


class Trials:
    """Keep what the candidates have brought, each beside the one that looked best at first.

    `running` are those still tried. The first is among them to the end: another is chosen only
    where it is ahead of it by more than chance explains, so that a short search does no harm.
    """

    def __init__(self, candidates: Sequence[Action]) -> None:
        self.running = list(candidates)
        self.rounds = 0
        self._ahead = dict.fromkeys(candidates, 0.0)
        self._squares = dict.fromkeys(candidates, 0.0)

    def add(self, leads: Sequence[float]) -> None:
        """Add a round: what each running action has brought."""
        self.rounds += 1
        for action, lead in zip(self.running, leads, strict=True):
            ahead = lead - leads[0]
            self._ahead[action] += ahead
            self._squares[action] += ahead * ahead

    def keep(self, many: int) -> None:
        """Keep the first and those that have brought most; of equals the earlier."""
        if many < len(self.running):
            first, *rest = self.running
            ranked = sorted(rest, key=lambda action: -self._ahead[action])
            self.running = [first, *ranked[: many - 1]]

    def drop_hopeless(self) -> None:
        """Drop what is so far behind the first that it can hardly be better."""
        if self.rounds >= FEWEST_ROUNDS:
            first, *rest = self.running
            self.running = [first, *filter(self._has_hope, rest)]

    def _has_hope(self, action: Action) -> bool:
        return self._ahead[action] >= -HOPELESS * self._error(action)

    def best(self, doubt: float) -> Action:
        """Return what is ahead of the first by more standard errors than that, else the first."""
        first, *rest = self.running
        ahead = max(rest, key=lambda action: self._ahead[action], default=first)
        return ahead if self._ahead[ahead] > doubt * self._error(ahead) else first

    def _error(self, action: Action) -> float:
        """Return the standard error of the sum by which an action is ahead."""
        if self.rounds < 2:
            return inf
        mean = self._ahead[action] / self.rounds
        variance = (self._squares[action] - self.rounds * mean * mean) / (self.rounds - 1)
        return sqrt(max(variance, 0.0) * self.rounds)
