"""Work out how likely it is to win or to make the cut, by playing the rest of a season many times.

A season is played on like this: every skill is drawn from what is believed of it; the tables that
are being played now end, and then everybody plays the rounds to come at tables drawn by lot. The
places at a table follow Plackett-Luce: skill, times how much it counts, plus luck (a Gumbel
distribution). Entries that end level share a place by lot. Nobody joins, leaves or misses a round.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import exp, log, sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from games.tournament.ratings import BETA, START, Rating

MOST_NUMBERS: Final = 4_000_000
"""How many results are held in memory at once; a large season is played on less often."""
FEWEST_SIMULATIONS: Final = 200
SHARPNESS_STEPS: Final = tuple(2 ** (step / 4) for step in range(-12, 13))
PRIOR_WEIGHT: Final = 4
"""How strongly 1 is guessed for the sharpness before any match is known."""

Numbers = NDArray[np.float64]
Indices = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Season:
    """Say where a season stands and what is still to be played.

    `results[entry]` are the league points of the rounds an entry has behind it, in any order.
    `playing` are the tables that have not ended, `sizes` those of each round to come (every entry
    has a seat or sits out by lot), `scale[place - 1]` the league points for a place. Of `best_of`
    rounds only the best count; `fixed` are league points besides the rounds, which always do.
    `cut` is how many go on. `sharpness` says how much more than in one hand skill counts in one
    match: see `fit_sharpness`.
    """

    results: Mapping[int, Sequence[int]]
    ratings: Mapping[int, Rating]
    scale: Sequence[int]
    playing: Sequence[Sequence[int]] = ()
    sizes: Sequence[Sequence[int]] = ()
    best_of: int | None = None
    cut: int | None = None
    sharpness: float = 1.0
    fixed: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Outlook:
    """Hold an entry's chances, each from 0 to 1, and its mean place; `cut` None without a cut."""

    win: float
    cut: float | None
    place: float


@dataclass(frozen=True, slots=True)
class Need:
    """Say how likely a place at the table now is, and what the chances are if it comes true."""

    place: int
    chance: float
    outlook: Outlook


@dataclass(frozen=True, slots=True)
class Forecast:
    """Hold the outlook of every entry, and of those who play now by the place they may reach."""

    simulations: int
    outlooks: Mapping[int, Outlook]
    needs: Mapping[int, tuple[Need, ...]] = field(default_factory=dict)


def forecast(season: Season, *, seed: int, simulations: int = 4000) -> Forecast:
    """Play a season on so often, or less often if it is large; the same seed has one answer.

    Raises ValueError for an entry at two tables or without results, an empty table, or sizes that
    ask for more entries than there are.
    """
    _check(season)
    play = _Play(season, seed, simulations)
    places = play.places()
    outlooks = {entry: _outlook(places[:, at], season.cut) for at, entry in enumerate(play.entries)}
    needs = {
        entry: _needs(play.now[entry], places[:, play.at[entry]], season.cut) for entry in play.now
    }
    return Forecast(play.simulations, outlooks, needs)


def fit_sharpness(tables: Sequence[tuple[Sequence[int], Mapping[int, Rating]]]) -> float:
    """Return how much more than in one hand skill counts in one match, from matches that ended.

    Each is its entries in the order of their places, with the ratings from before the match. A
    match of many hands leaves less to luck than one hand; how much less differs by game and club,
    so it is measured: the value under which the orders were likeliest, drawn towards 1 while there
    are few.
    """
    return max(SHARPNESS_STEPS, key=lambda sharpness: _log_likelihood(tables, sharpness))


def _log_likelihood(
    tables: Sequence[tuple[Sequence[int], Mapping[int, Rating]]], sharpness: float
) -> float:
    total = -PRIOR_WEIGHT * log(sharpness) ** 2 / 2
    for in_order, ratings in tables:
        weigh = sharpness / (BETA * sqrt(len(in_order)))
        skills = [weigh * ratings.get(entry, START).mu for entry in in_order]
        highest = max(skills)
        for at, skill in enumerate(skills):
            left = sum(exp(other - highest) for other in skills[at:])
            total += skill - highest - log(left)
    return total


def _check(season: Season) -> None:
    seated = [entry for table in season.playing for entry in table]
    if len(set(seated)) < len(seated) or not all(season.playing):
        raise ValueError("Every table needs entries, and an entry plays at one table.")
    if not set(seated) <= season.results.keys():
        raise ValueError("Every entry needs its results, if only an empty list.")
    if any(sum(sizes) > len(season.results) or min(sizes) < 1 for sizes in season.sizes):
        raise ValueError("A round cannot seat more entries than there are.")


def _outlook(places: Indices, cut: int | None) -> Outlook:
    return Outlook(
        win=float(np.mean(places == 1)),
        cut=None if cut is None else float(np.mean(places <= cut)),
        place=float(np.mean(places)),
    )


def _needs(at_table: Indices, places: Indices, cut: int | None) -> tuple[Need, ...]:
    return tuple(
        Need(
            int(place), float(np.mean(at_table == place)), _outlook(places[at_table == place], cut)
        )
        for place in np.unique(at_table)
    )


class _Play:
    """Play a season on, all simulations side by side: arrays have a row for each of them."""

    def __init__(self, season: Season, seed: int, simulations: int) -> None:
        self.season = season
        self.entries = sorted(season.results)
        self.at = {entry: at for at, entry in enumerate(self.entries)}
        self.random = np.random.Generator(np.random.PCG64(seed))
        longest = max((len(results) for results in season.results.values()), default=0)
        rounds = longest + len(season.sizes) + bool(season.playing)
        most = MOST_NUMBERS // max(1, len(self.entries) * rounds)
        self.simulations = min(simulations, max(FEWEST_SIMULATIONS, most))
        self.now: dict[int, Indices] = {}
        self.skills = self._draw_skills()
        scale = np.array(season.scale or [0], dtype=np.float64)
        self.scale = np.concatenate([scale, np.zeros(len(self.entries))])

    def places(self) -> Indices:
        """Return the final places, simulations × entries."""
        columns = [*self._past(), *self._present(), *(self._round(s) for s in self.season.sizes)]
        played = np.stack(columns, axis=2) if columns else np.zeros((*self.skills.shape, 1))
        if self.season.best_of is not None:
            played = -np.sort(-played, axis=2)[:, :, : self.season.best_of]
        fixed = np.array([self.season.fixed.get(entry, 0) for entry in self.entries])
        totals = np.where(np.isneginf(played), 0, played).sum(axis=2) + fixed
        by_lot = self.random.random(totals.shape)
        order = np.lexsort((by_lot, -totals), axis=1)
        places = np.empty(order.shape, dtype=np.int64)
        np.put_along_axis(places, order, np.arange(1, order.shape[1] + 1)[None, :], axis=1)
        return places

    def _draw_skills(self) -> Numbers:
        beliefs = [self.season.ratings.get(entry, START) for entry in self.entries]
        mu = np.array([belief.mu for belief in beliefs])
        sigma = np.array([belief.sigma for belief in beliefs])
        return mu + sigma * self.random.standard_normal((self.simulations, len(beliefs)))

    def _past(self) -> list[Numbers]:
        """Return the results so far, a column a round; minus infinity where there is none."""
        longest = max((len(results) for results in self.season.results.values()), default=0)
        columns = np.full((longest, len(self.entries)), -np.inf)
        for at, entry in enumerate(self.entries):
            results = self.season.results[entry]
            columns[: len(results), at] = results
        return [np.broadcast_to(column, self.skills.shape) for column in columns]

    def _present(self) -> list[Numbers]:
        """End the tables that are being played, and remember who came where."""
        if not self.season.playing:
            return []
        points = np.full(self.skills.shape, -np.inf)
        for table in self.season.playing:
            seats = np.array([self.at[entry] for entry in table])
            seated = np.broadcast_to(seats, (self.simulations, 1, len(seats)))
            places = self._places_at(seated)
            for entry, of_entry in zip(table, places[:, 0, :].T, strict=True):
                self.now[entry] = of_entry
                points[:, self.at[entry]] = self.scale[of_entry - 1]
        return [points]

    def _round(self, sizes: Sequence[int]) -> Numbers:
        """Play one round at tables drawn by lot."""
        points = np.full(self.skills.shape, -np.inf)
        drawn = np.argsort(self.random.random(self.skills.shape), axis=1)
        first = 0
        for size in sorted(set(sizes)):
            count = list(sizes).count(size)
            seated = drawn[:, first : first + size * count]
            first += size * count
            places = self._places_at(seated.reshape(self.simulations, count, size))
            np.put_along_axis(
                points, seated, self.scale[places - 1].reshape(self.simulations, -1), axis=1
            )
        return points

    def _places_at(self, seated: Indices) -> Indices:
        """Return the places at tables, simulations × tables × seats, like the entries seated."""
        size = seated.shape[2]
        skills = np.take_along_axis(
            self.skills, seated.reshape(self.simulations, -1), axis=1
        ).reshape(seated.shape)
        weigh = self.season.sharpness / (BETA * sqrt(size))
        luck = self.random.gumbel(size=seated.shape)
        order = np.argsort(-(weigh * skills + luck), axis=2)
        places = np.empty(seated.shape, dtype=np.int64)
        np.put_along_axis(places, order, np.arange(1, size + 1)[None, None, :], axis=2)
        return places
