"""Work out how likely it is to win or to make the cut, by playing the rest of a season many times.

A season is played on like this: every skill is drawn from what is believed of it; the tables that
are being played now end, and then everybody plays the rounds to come at tables drawn by lot. The
places at a table follow Plackett-Luce: skill, times how much it counts, plus luck (a Gumbel
distribution). Entries that end level share a place by lot. Nobody joins, leaves or misses a round.
What is behind an entry is added up before, so only the rounds to come cost time.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from math import exp, log, sqrt
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.tournament.ratings import BETA, START, Rating

MOST_NUMBERS: Final = 4_000_000
"""How many results are held in memory at once; a large season is played on less often."""
FEWEST_SIMULATIONS: Final = 200
SHARPNESS_STEPS: Final = tuple(2 ** (step / 4) for step in range(-12, 13))
SITS_OUT: Final = 0
"""The place at a table of who has none."""
PRIOR_WEIGHT: Final = 4
"""How strongly 1 is guessed for the sharpness before any match is known."""

Numbers = NDArray[np.float64]
Indices = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Season:
    """Say where a season stands and what is still to be played.

    `results[entry]` are the league points of the rounds an entry has behind it, in any order.
    `playing` are the tables that have not ended, `sizes` those of each round to come (every entry
    has a seat or sits out by lot). `worth[size]` are ways in which a table of so many may be worth
    league points by place, one of which is drawn by lot. Of `best_of` rounds only the best count;
    `fixed` are league points besides the rounds, which always do. `cut` is how many go on, or
    `threshold` with how many points everybody does. `sharpness` says how much more than in one
    hand skill counts in one match: see `fit_sharpness`.
    """

    results: Mapping[int, Sequence[int]]
    ratings: Mapping[int, Rating]
    worth: Mapping[int, Sequence[Sequence[int]]]
    playing: Sequence[Sequence[int]] = ()
    sizes: Sequence[Sequence[int]] = ()
    best_of: int | None = None
    cut: int | None = None
    threshold: int | None = None
    sharpness: float = 1.0
    fixed: Mapping[int, int] = field(default_factory=dict)

    @property
    def rounds_left(self) -> int:
        """How many rounds an entry may still play, one that is being played included."""
        return len(self.sizes) + bool(self.playing)

    @property
    def rounds_open(self) -> int | None:
        """How many of the rounds that count may still be others; None where all rounds count."""
        return None if self.best_of is None else min(self.best_of, self.rounds_left)


@dataclass(frozen=True, slots=True)
class Outlook:
    """Hold an entry's chances, each from 0 to 1, and its mean place; `cut` None without a cut.

    `cut` is the chance to make it, by place or by points.
    """

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
    """Hold the outlook of every entry, and by the place it may reach at its table.

    That is the table it plays at now; where none is being played, the one of the next round.
    """

    simulations: int
    outlooks: Mapping[int, Outlook]
    needs: Mapping[int, tuple[Need, ...]] = field(default_factory=dict)


def forecast(season: Season, *, seed: int, simulations: int = 4000) -> Forecast:
    """Play a season on so often, or less often if it is large; the same seed has one answer.

    Raises ValueError for an entry at two tables or without results, an empty table, sizes that ask
    for more entries than there are, or a table of which nothing says what it is worth.
    """
    _check(season)
    play = _Play(season, seed, simulations)
    ends = play.ends()
    outlooks = {entry: _outlook(ends, at) for at, entry in enumerate(play.entries)}
    needs = {entry: _needs(ends, play.at[entry], play.now[entry]) for entry in play.now}
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
    sizes = {len(table) for table in season.playing} | {
        size for row in season.sizes for size in row
    }
    if not sizes <= season.worth.keys():
        raise ValueError("Every size of a table needs to be worth something.")


class _Ends(NamedTuple):
    """Hold how the season ended, simulations × entries: the places, and who made the cut."""

    places: Indices
    goes_on: NDArray[np.bool_] | None


def _outlook(ends: _Ends, at: int, rows: NDArray[np.bool_] | slice = slice(None)) -> Outlook:
    """Return the outlook of the entry in a column, by these simulations."""
    places = ends.places[rows, at]
    return Outlook(
        win=float(np.mean(places == 1)),
        cut=None if ends.goes_on is None else float(np.mean(ends.goes_on[rows, at])),
        place=float(np.mean(places)),
    )


def _needs(ends: _Ends, at: int, at_table: Indices) -> tuple[Need, ...]:
    return tuple(
        Need(int(place), float(np.mean(came)), _outlook(ends, at, came))
        for place in np.unique(at_table)
        if place != SITS_OUT
        for came in [at_table == place]
    )


def _fitted(points: Sequence[int], size: int) -> list[int]:
    """Return the points of all places at a table; those past the end are worth nothing."""
    return [*points[:size], *[0] * (size - len(points))]


class _Play:
    """Play a season on, all simulations side by side: arrays have a row for each of them."""

    def __init__(self, season: Season, seed: int, simulations: int) -> None:
        self.season = season
        self.entries = sorted(season.results)
        self.at = {entry: at for at, entry in enumerate(self.entries)}
        self.random = np.random.Generator(np.random.PCG64(seed))
        rounds = season.rounds_left + (season.rounds_open or 0)
        most = MOST_NUMBERS // max(1, len(self.entries) * rounds)
        self.simulations = min(simulations, max(FEWEST_SIMULATIONS, most))
        self.now: dict[int, Indices] = {}
        self.skills = self._draw_skills()
        self.worth = {
            size: np.array([_fitted(row, size) for row in rows], dtype=np.float64)
            for size, rows in season.worth.items()
        }

    def ends(self) -> _Ends:
        """Play on to the end."""
        totals = self._totals()
        places = self._places(totals)
        if self.season.threshold is not None:
            return _Ends(places, totals >= self.season.threshold)
        return _Ends(places, None if self.season.cut is None else places <= self.season.cut)

    def _totals(self) -> Numbers:
        """Return everybody's league points at the end, simulations × entries."""
        sure, may_count = self._past()
        to_come = chain(self._present(), (self._round(sizes) for sizes in self.season.sizes))
        if self.season.rounds_open is None:
            totals: Numbers = np.broadcast_to(sure, self.skills.shape).copy()
            for points in to_come:
                totals += np.where(np.isneginf(points), 0, points)
            return totals
        past = [np.broadcast_to(column, self.skills.shape) for column in may_count]
        columns = [*past, *to_come]
        if not columns:
            return np.broadcast_to(sure, self.skills.shape)
        best = -np.sort(-np.stack(columns, axis=2), axis=2)[:, :, : self.season.rounds_open]
        counted = np.where(np.isneginf(best), 0, best).sum(axis=2)
        return np.broadcast_to(sure + counted, self.skills.shape)

    def _places(self, totals: Numbers) -> Indices:
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

    def _past(self) -> tuple[Numbers, Numbers]:
        """Return the points that are sure by entry, and the results that may still be dropped.

        Of the best so many rounds the rounds to come can take the places of as many, so the others
        are sure. The second has a row for each that can be; minus infinity where there is none.
        """
        still = self.season.rounds_open or 0
        sure = np.array([self.season.fixed.get(entry, 0) for entry in self.entries], np.float64)
        may_count = np.full((still, len(self.entries)), -np.inf)
        for at, entry in enumerate(self.entries):
            in_order = sorted(self.season.results[entry], reverse=True)
            count = None if self.season.best_of is None else self.season.best_of - still
            sure[at] += sum(in_order[:count])
            others = [] if count is None else in_order[count : count + still]
            may_count[: len(others), at] = others
        return sure, may_count

    def _present(self) -> list[Numbers]:
        """End the tables that are being played, and remember who came where."""
        if not self.season.playing:
            return []
        points = np.full(self.skills.shape, -np.inf)
        for table in self.season.playing:
            seats = np.array([self.at[entry] for entry in table])
            seated = np.broadcast_to(seats, (self.simulations, 1, len(seats)))
            places = self._places_at(seated)
            np.put_along_axis(points, seated[:, 0, :], self._points(places)[:, 0, :], axis=1)
            for entry, of_entry in zip(table, places[:, 0, :].T, strict=True):
                self.now[entry] = of_entry
        return [points]

    def _round(self, sizes: Sequence[int]) -> Numbers:
        """Play one round at tables drawn by lot."""
        points = np.full(self.skills.shape, -np.inf)
        at_table = np.full(self.skills.shape, SITS_OUT)
        drawn = np.argsort(self.random.random(self.skills.shape), axis=1)
        first = 0
        for size in sorted(set(sizes)):
            count = list(sizes).count(size)
            seated = drawn[:, first : first + size * count]
            first += size * count
            places = self._places_at(seated.reshape(self.simulations, count, size))
            given = self._points(places)
            np.put_along_axis(points, seated, given.reshape(self.simulations, -1), axis=1)
            np.put_along_axis(at_table, seated, places.reshape(self.simulations, -1), axis=1)
        if not self.now:
            self.now = {entry: at_table[:, at] for entry, at in self.at.items()}
        return points

    def _points(self, places: Indices) -> Numbers:
        """Return what places at tables are worth, simulations × tables × seats like them."""
        ways = self.worth[places.shape[2]]
        drawn = self.random.integers(len(ways), size=places.shape[:2]) if len(ways) > 1 else 0
        given: Numbers = ways[np.expand_dims(drawn, -1), places - 1]
        return given

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
