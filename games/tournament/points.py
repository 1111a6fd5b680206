"""Turn what happened at a table into league points, and choose the rounds that count.

Points are whole numbers: where something does not divide, it is rounded down. Shares are counted
in thousandths of the whole.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor
from typing import Final, Literal, NamedTuple

Scoring = Literal["places", "beaten", "raw", "normalised"]
WHOLE: Final = 1000
"""A share of one, in thousandths."""


@dataclass(frozen=True, slots=True)
class Scale:
    """Say what a table is worth.

    `places[place - 1]` are the points for a place, `by_size` other such lists for tables of some
    sizes; both are read under `places` only. `target` is the total that earns `target_bonus`.
    """

    scoring: Scoring = "places"
    places: Sequence[int] = ()
    by_size: Mapping[int, Sequence[int]] = field(default_factory=dict)
    win_bonus: int = 0
    target_bonus: int = 0


@dataclass(frozen=True, slots=True)
class SeatPoints:
    """Hold what a seat has from a table: `points` include the `bonuses`, which are by kind."""

    place: int
    points: int
    bonuses: Mapping[str, int]


def score_table(
    places: Sequence[int],
    totals: Sequence[int],
    scale: Scale,
    *,
    pairs: Sequence[int | None] | None = None,
    target: int | None = None,
) -> tuple[SeatPoints, ...]:
    """Return what every seat has from a table, from places and totals per seat.

    Seats with the same number in `pairs` are partners: the mean of their totals is compared, and
    both have the same place and points.
    """
    sides = _sides(pairs or [None] * len(places))
    worth = [Fraction(total) for total in totals]
    if len(sides) < len(places):
        worth = _means(sides, totals)
        places = [1 + sum(other > mine for other in worth) for mine in worth]
    points = _points(places, worth, sides, scale)
    # Sides that share the first place split its bonus.
    winners = [side for side in sides if places[side[0]] == 1]
    scored = []
    for seat, place in enumerate(places):
        bonuses = {}
        if place == 1 and (bonus := scale.win_bonus // len(winners)):
            bonuses["win"] = bonus
        if scale.target_bonus and target is not None and totals[seat] >= target:
            bonuses["target"] = scale.target_bonus
        scored.append(SeatPoints(place, points[seat] + sum(bonuses.values()), bonuses))
    return tuple(scored)


def place_points(places: Sequence[int], scale: Sequence[int]) -> tuple[int, ...]:
    """Return the league points for each of `places` (1-based, 1 1 3 where places are shared).

    `scale[place - 1]` is what a place is worth; places past its end are worth 0. Those who share
    a place split what the places they take up are worth together, as in sailing (Racing Rules of
    Sailing, A7), rounded down to whole points: two who share first place under 10, 7, 5 get 8
    each, and the next is third with 5. So sharing never brings in more than the scale gives out.
    """
    sharers = Counter(places)
    return tuple([sum(scale[at - 1 : at - 1 + sharers[at]]) // sharers[at] for at in places])


def _sides(pairs: Sequence[int | None]) -> list[list[int]]:
    """Return the seats of each side in order; who has no partner is a side alone."""
    sides: dict[object, list[int]] = {}
    for seat, pair in enumerate(pairs):
        sides.setdefault(("alone", seat) if pair is None else pair, []).append(seat)
    return list(sides.values())


def _means(sides: Sequence[Sequence[int]], totals: Sequence[int]) -> list[Fraction]:
    means = [Fraction(0)] * len(totals)
    for side in sides:
        for seat in side:
            means[seat] = Fraction(sum(totals[member] for member in side), len(side))
    return means


def _points(
    places: Sequence[int], worth: Sequence[Fraction], sides: Sequence[Sequence[int]], scale: Scale
) -> Sequence[int]:
    match scale.scoring:
        case "places":
            return place_points(places, scale.by_size.get(len(places), scale.places))
        case "beaten":
            return _shares_beaten(places, sides)
        case "raw":
            return [floor(total) for total in worth]
        case "normalised":
            low, high = min(worth), max(worth)
            if low == high:
                return [WHOLE // 2] * len(worth)
            return [floor(WHOLE * (total - low) / (high - low)) for total in worth]


def _shares_beaten(places: Sequence[int], sides: Sequence[Sequence[int]]) -> list[int]:
    """Return the share of opponents that each seat left behind; one that is level is half beaten.

    A partner is no opponent. Without opponents the share is nothing.
    """
    shares = [0] * len(places)
    for side in sides:
        others = [place for seat, place in enumerate(places) if seat not in side]
        for seat in side:
            halves = sum(2 * (place > places[seat]) + (place == places[seat]) for place in others)
            shares[seat] = WHOLE * halves // (2 * len(others)) if others else 0
    return shares


class RoundResult(NamedTuple):
    """Hold what an entry has from one round, in the order in which rounds are compared.

    Of two with equal points the one with more wins is better, then the one with more points of
    the game, then the later one.
    """

    points: int
    wins: int
    game_points: int
    round: int


def dropped_rounds(results: Collection[RoundResult], best_of: int | None) -> frozenset[int]:
    """Return the rounds that do not count: all but the best `best_of`; None: all count."""
    if best_of is None or len(results) <= best_of:
        return frozenset()
    worst_first = sorted(results)
    return frozenset(result.round for result in worst_first[: len(results) - best_of])
