"""Rate players by whom they finish ahead of: at a table for themselves, in a hand with a partner.

The model is Plackett-Luce's with the updates of Weng & Lin, "A Bayesian approximation method for
online ranking", JMLR 12 (2011), algorithm 4, as the library openskill carries them out. A skill is
not known but believed: `mu` is where it most likely lies, `sigma` how far off that may be.

The skill of a side is the sum of its members'. Where sides are of different sizes, as when somebody
plays alone against partners, the smaller ones are filled up with imaginary members, as good as the
others on average, of whom everything is known: so it is skill that is compared, not number.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import exp, sqrt
from typing import Final, NamedTuple

from openskill.models import PlackettLuce

MU: Final = 25.0
SIGMA: Final = MU / 3
BETA: Final = SIGMA / 2
"""How much luck and form there is in one result, in units of `mu`."""
TAU: Final = MU / 1000
"""How much a skill may have changed between two results."""
KAPPA: Final = 0.0001
DECIMALS: Final = 6
"""Beliefs are rounded after every result, so that a recomputation meets the same numbers."""
IMAGINARY_MEMBER_SIGMA: Final = 1e-6
SHOWN_AT_START: Final = 1500
SHOWN_PER_UNIT: Final = 60
NINETY_FIVE_PERCENT: Final = 1.96


class Rating(NamedTuple):
    """Hold what is believed of a skill."""

    mu: float = MU
    sigma: float = SIGMA

    @property
    def shown(self) -> int:
        """The number that people see: 1500 at the start, 60 for each unit of `mu`."""
        return round(SHOWN_AT_START + SHOWN_PER_UNIT * (self.mu - MU))

    @property
    def margin(self) -> int:
        """How far off the shown number may be, with 95 % confidence."""
        return round(NINETY_FIVE_PERCENT * SHOWN_PER_UNIT * self.sigma)


START: Final = Rating()


class Side(NamedTuple):
    """One player, or partners, with the place they finished in (1-based, shared where level)."""

    entries: tuple[int, ...]
    place: int


@dataclass(frozen=True, slots=True)
class Choice:
    """One step of a result read as choices: who comes first of all, who of those left, and so on.

    `place` is the place that was filled, `chance` how likely this side was to fill it among those
    who had not finished ahead; `is_own` where it did.
    """

    place: int
    chance: float
    is_own: bool


@dataclass(frozen=True, slots=True)
class Change:
    """Hold what one result changed about an entry, with its arithmetic.

    `spread` is the c of the paper: how far results scatter at this table. `surprise` adds up what
    the choices missed: 1 - chance for the own one, - chance for each other, each divided by how
    many share its place. The side's skill moves by `step` times the surprise; an entry of a side
    moves by its `share` of that, and uncertain ones move most.
    """

    before: Rating
    after: Rating
    choices: tuple[Choice, ...]
    spread: float
    surprise: float
    step: float
    share: float


def rate(sides: Sequence[Side], ratings: Mapping[int, Rating]) -> dict[int, Rating]:
    """Return the ratings after a result of two or more sides, by entry.

    Entries without a rating begin at `START`. Raises ValueError for fewer than two sides, an empty
    side, and an entry on two sides.
    """
    entries = [entry for side in sides for entry in side.entries]
    if len(sides) < 2 or not all(side.entries for side in sides):
        raise ValueError("A result needs two sides, and somebody on each.")
    if len(set(entries)) < len(entries):
        raise ValueError("An entry can be on one side only.")
    model = _model()
    teams = [
        [model.rating(mu=before.mu, sigma=before.sigma) for before in team]
        for team in _teams(sides, ratings)
    ]
    rated = model.rate(teams, ranks=[float(side.place) for side in sides])
    return {
        entry: Rating(round(belief.mu, DECIMALS), round(belief.sigma, DECIMALS))
        for side, after in zip(sides, rated, strict=True)
        for entry, belief in zip(side.entries, after, strict=False)  # without the imaginary members
    }


def explain(sides: Sequence[Side], ratings: Mapping[int, Rating]) -> dict[int, Change]:
    """Return what a result changes with its arithmetic, by entry; raises as `rate` does."""
    rated = rate(sides, ratings)
    return {
        entry: arithmetic.change(ratings.get(entry, START), rated[entry])
        for side in sides
        if (arithmetic := _Arithmetic(sides, side, ratings))
        for entry in side.entries
    }


def chances(sides: Sequence[Sequence[int]], ratings: Mapping[int, Rating]) -> list[float]:
    """Return how likely each side is to finish first."""
    weights, _spread = _weigh([Side(tuple(entries), 1) for entries in sides], ratings)
    return [weight / sum(weights) for weight in weights]


def likelihood(sides: Sequence[Side], ratings: Mapping[int, Rating]) -> float:
    """Return how likely just this order was; level sides count as in no order."""
    weights, _spread = _weigh(sides, ratings)
    product = 1.0
    for side, weight in zip(sides, weights, strict=True):
        product *= weight / _left(side.place, sides, weights)
    return product


@cache
def _model() -> PlackettLuce:
    return PlackettLuce(mu=MU, sigma=SIGMA, beta=BETA, kappa=KAPPA, tau=TAU)


def _teams(sides: Sequence[Side], ratings: Mapping[int, Rating]) -> list[list[Rating]]:
    """Return the beliefs about the members of each side, the smaller sides filled up."""
    largest = max(len(side.entries) for side in sides)
    teams = []
    for side in sides:
        team = [ratings.get(entry, START) for entry in side.entries]
        average = sum(belief.mu for belief in team) / len(team)
        imaginary_member = Rating(average, IMAGINARY_MEMBER_SIGMA)
        teams.append([*team, *[imaginary_member] * (largest - len(team))])
    return teams


def _variance(team: Sequence[Rating]) -> float:
    """Return how uncertain a side's skill is, with what may have changed since its last result."""
    return sum(belief.sigma**2 + TAU**2 for belief in team)


def _weigh(sides: Sequence[Side], ratings: Mapping[int, Rating]) -> tuple[list[float], float]:
    """Return what each side weighs when it is chosen who comes first, and the spread."""
    teams = _teams(sides, ratings)
    spread = sqrt(sum(_variance(team) + BETA**2 for team in teams))
    return [exp(sum(belief.mu for belief in team) / spread) for team in teams], spread


def _left(place: int, sides: Sequence[Side], weights: Sequence[float]) -> float:
    """Return what those weigh together who have not finished ahead of a place."""
    pairs = zip(sides, weights, strict=True)
    return sum(weight for side, weight in pairs if side.place >= place)


class _Arithmetic:
    """Work out the numbers behind one side's change, as the paper writes them."""

    def __init__(self, sides: Sequence[Side], side: Side, ratings: Mapping[int, Rating]) -> None:
        weights, self.spread = _weigh(sides, ratings)
        at = list(sides).index(side)
        self.variance = _variance(_teams(sides, ratings)[at])
        self.choices: list[Choice] = []
        self.surprise = 0.0
        for other in sorted(sides, key=lambda other: other.place):
            if other.place > side.place:
                break
            level = sum(third.place == other.place for third in sides)
            chance = weights[at] / _left(other.place, sides, weights)
            self.choices.append(Choice(other.place, chance, other is side))
            self.surprise += ((other is side) - chance) / level

    def change(self, before: Rating, after: Rating) -> Change:
        """Return the change of one entry of the side."""
        return Change(
            before=before,
            after=after,
            choices=tuple(self.choices),
            spread=self.spread,
            surprise=self.surprise,
            step=self.variance / self.spread,
            share=(before.sigma**2 + TAU**2) / self.variance,
        )
