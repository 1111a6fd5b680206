"""Measure how well ratings and forecasts know simulated players whose strength is known.

`python -m tests.benchmarks.ratings` prints one JSON line a measure. Strengths are normal; a hand's
order follows the strength of its sides plus luck, partners change every hand by standing, and a
match has eight hands. Nothing of the ratings' own model goes into the simulation.
"""

import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import log, sqrt
from random import Random
from statistics import fmean

from games.tournament.forecast import Season, fit_sharpness, forecast
from games.tournament.points import place_points
from games.tournament.ratings import MU, Rating, Side, likelihood, rate

PLAYERS = 20
HANDS = 8
LUCK = 2.0
"""The luck of one hand in units of the spread of strengths among players."""
SCALE = (10, 7, 5, 3)
SEASONS = 40
UNITS_OF_AVERAGES = (0.25, 0.5, 1.0, 2.0)
CUT = 5
BUCKETS = (0.0, 0.05, 0.2, 0.4, 0.6, 0.8, 0.95, 1.01)

Sides = list[Side]


@dataclass
class Known:
    """Hold what has been seen of the players of one season."""

    by_hand: dict[int, Rating] = field(default_factory=dict)
    by_table: dict[int, Rating] = field(default_factory=dict)
    points: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    matches: list[tuple[list[int], dict[int, Rating]]] = field(default_factory=list)


def play_match(table: Sequence[int], strength: Sequence[float], random: Random) -> Iterator[Sides]:
    """Play a match hand by hand; each is its sides with their places."""
    totals = dict.fromkeys(table, 0)
    for number in range(HANDS):
        groups = [(entry,) for entry in table] if number == 0 else by_standing(table, totals)
        skill = {group: fmean(strength[entry] for entry in group) for group in groups}
        shown = {group: skill[group] + random.gauss(0, LUCK / sqrt(len(group))) for group in groups}
        in_order = sorted(groups, key=lambda group: -shown[group])
        for place, group in enumerate(in_order):
            for entry in group:
                totals[entry] += 2 * (len(groups) - place) // len(groups) * 3 + random.randrange(3)
        yield [Side(group, place) for place, group in enumerate(in_order, start=1)]


def by_standing(table: Sequence[int], totals: dict[int, int]) -> list[tuple[int, ...]]:
    """Pair the first with the last, the second with the last but one; an odd one plays alone."""
    in_order = sorted(table, key=lambda entry: (-totals[entry], table.index(entry)))
    pairs = [(in_order[at], in_order[-1 - at]) for at in range(len(table) // 2)]
    return [*pairs, *([(in_order[len(table) // 2],)] if len(table) % 2 else [])]


def play_round(
    strength: Sequence[float], size: int, random: Random
) -> Iterator[tuple[list[Side], list[Sides]]]:
    """Play a round at tables drawn by lot; each match is its places, and its hands."""
    drawn = random.sample(range(PLAYERS), PLAYERS)
    for first in range(0, PLAYERS, size):
        table = drawn[first : first + size]
        hands = list(play_match(table, strength, random))
        won: dict[int, float] = defaultdict(float)
        for sides in hands:
            for side in sides:
                for entry in side.entries:
                    won[entry] += (len(sides) - side.place) / len(sides)
        places = {entry: 1 + sum(won[other] > won[entry] for other in table) for entry in table}
        yield [Side((entry,), places[entry]) for entry in table], hands


def learn(known: Known, match: list[Side], hands: list[Sides]) -> None:
    """Let the ratings and the averages see a match."""
    in_order = [side.entries[0] for side in sorted(match, key=lambda side: side.place)]
    known.matches.append(
        (in_order, {entry: known.by_hand.get(entry, Rating()) for entry in in_order})
    )
    known.by_table |= rate(match, known.by_table)
    for sides in hands:
        known.by_hand |= rate(sides, known.by_hand)
    points = place_points([side.place for side in match], SCALE)
    for side, of_side in zip(match, points, strict=True):
        known.points[side.entries[0]].append(of_side)


def correlation(one: Sequence[float], other: Sequence[float]) -> float:
    """Return Spearman's rank correlation."""
    ranks = [
        {at: rank for rank, at in enumerate(sorted(range(len(values)), key=values.__getitem__))}
        for values in (one, other)
    ]
    count = len(one)
    squares = sum((ranks[0][at] - ranks[1][at]) ** 2 for at in range(count))
    return 1 - 6 * squares / (count * (count**2 - 1))


def measure_ratings(size: int, rounds: int) -> dict[str, float]:
    """Return rank correlations after `rounds`, and the log-loss of orders in their second half."""
    losses: dict[str, list[float]] = defaultdict(list)
    correlations: dict[str, list[float]] = defaultdict(list)
    for seed in range(SEASONS):
        random = Random(seed)
        strength = [random.gauss(0, 1) for _ in range(PLAYERS)]
        known = Known()
        for number in range(rounds):
            played = list(play_round(strength, size, random))
            for match, _hands in played:
                if number >= rounds // 2:
                    for name, loss in predict(known, match).items():
                        losses[name].append(loss)
            for match, hands in played:
                learn(known, match, hands)
        entries = range(PLAYERS)
        averages = [fmean(known.points[entry]) for entry in entries]
        correlations["averages"].append(correlation(strength, averages))
        for name, found in (("by_hand", known.by_hand), ("by_table", known.by_table)):
            believed = [found[entry].mu for entry in entries]
            correlations[name].append(correlation(strength, believed))
    averaged = [fmean(losses[name]) for name in losses if name.startswith("averages")]
    return {
        **{f"correlation_{name}": round(fmean(found), 3) for name, found in correlations.items()},
        "log_loss_by_hand": round(fmean(losses["by_hand"]), 3),
        "log_loss_by_table": round(fmean(losses["by_table"]), 3),
        "log_loss_averages": round(min(averaged), 3),
        "log_loss_guessing": round(sum(log(left) for left in range(1, size + 1)), 3),
    }


def predict(known: Known, match: list[Side]) -> dict[str, float]:
    """Return the log-losses of a match's order before it is known; averages in several units."""
    sharpness = fit_sharpness(known.matches[-60:])
    sharp = {
        entry: Rating(MU + sharpness * (rating.mu - MU), rating.sigma)
        for entry, rating in known.by_hand.items()
    }
    losses = {
        "by_hand": -log(likelihood(match, sharp)),
        "by_table": -log(likelihood(match, known.by_table)),
    }
    middle = fmean(SCALE)
    for unit in UNITS_OF_AVERAGES:
        skills = {
            entry: Rating(MU + unit * (fmean(points) - middle), 1e-6)
            for entry, points in known.points.items()
        }
        losses[f"averages_{unit}"] = -log(likelihood(match, skills))
    return losses


def measure_forecast(rounds: int) -> Iterator[dict[str, object]]:
    """Go through how often what was forecast half way came true, by what the forecast said."""
    pairs: dict[str, list[tuple[float, bool]]] = defaultdict(list)
    for seed in range(4 * SEASONS):
        random = Random(1000 + seed)
        strength = [random.gauss(0, 1) for _ in range(PLAYERS)]
        known = Known()
        for number in range(rounds):
            if number == rounds // 2:
                asked = forecast(
                    Season(
                        results=known.points,
                        ratings=known.by_hand,
                        worth={4: [SCALE]},
                        sizes=[[4] * (PLAYERS // 4)] * (rounds - number),
                        cut=CUT,
                        sharpness=fit_sharpness(known.matches),
                    ),
                    seed=seed,
                    simulations=1000,
                )
            for match, hands in list(play_round(strength, 4, random)):
                learn(known, match, hands)
        totals = {entry: sum(points) for entry, points in known.points.items()}
        in_order = sorted(totals, key=lambda entry: (-totals[entry], random.random()))
        for entry, outlook in asked.outlooks.items():
            pairs["win"].append((outlook.win, entry == in_order[0]))
            pairs["cut"].append((outlook.cut or 0.0, entry in in_order[:CUT]))
    for name, found in pairs.items():
        for low, high in pairwise(BUCKETS):
            inside = [pair for pair in found if low <= pair[0] < high]
            if inside:
                yield {
                    "measure": f"forecast/{name}/{low}",
                    "forecasts": len(inside),
                    "said": round(fmean(said for said, _ in inside), 3),
                    "came_true": round(fmean(came for _, came in inside), 3),
                }


def main() -> None:
    """Print all measures."""
    for size in (4, 5):
        for rounds in (6, 12, 30):
            show({"measure": f"ratings/{size}/{rounds}", **measure_ratings(size, rounds)})
    for line in measure_forecast(10):
        show(line)


def show(line: Mapping[str, object]) -> None:
    """Print a measure."""
    sys.stdout.write(json.dumps(line) + "\n")


if __name__ == "__main__":
    main()
