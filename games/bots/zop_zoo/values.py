"""What the rows of ZOP ZOO are worth, as learned from the planner's own hands.

`python -m games learn` finds the numbers of `values.jsonl`: how likely who is to win, by how many
cards are bare, and what is scored then. They differ by the players and by how many cards are left
to draw.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import exp
from pathlib import Path

from games.base import Seat
from games.bots.zop_zoo.features import Features, features_of_all
from games.zop_zoo.rows import Rows

FILE = Path(__file__).with_name("values.jsonl")

CARDS_A_STAGE = 8
STAGES = 9
"""The hand is cut into stages by the cards left to draw; the last stage has all above."""
MOST_BARE = 8
"""More bare cards than this count as so many."""


@dataclass(frozen=True, slots=True)
class Values:
    """Hold what was learned for a number of players, by stage.

    A seat's chance to win is in proportion to e to the power of `bare[stage][cards]` +
    `minus[stage]` for each minus card + `bonus[stage]` for each side bonus to get +
    `turn[stage][seats from the turn]`; that nobody wins, to `nobody[stage]`. `winner`, `loser` and
    `unfinished` have by stage what each feature adds to the score then.
    """

    bare: Sequence[Sequence[float]]
    minus: Sequence[float]
    bonus: Sequence[float]
    turn: Sequence[Sequence[float]]
    nobody: Sequence[float]
    winner: Sequence[Sequence[float]]
    loser: Sequence[Sequence[float]]
    unfinished: Sequence[Sequence[float]]


@cache
def learned() -> Mapping[int, Values]:
    """Return what was learned, by the number of players."""
    lines = map(json.loads, FILE.read_text(encoding="utf-8").splitlines())
    return {line["seats"]: Values(**line["values"]) for line in lines}


def stage_of(to_draw: int) -> int:
    """Return the stage of a hand in which so many cards are left to draw."""
    return min(to_draw // CARDS_A_STAGE, STAGES - 1)


def expected_lead(values: Values, rows: Rows, seat: Seat, turn: Seat, to_draw: int) -> float:
    """Return how many points a seat may expect more than the others on average.

    `turn` is the seat that goes on, with so many cards left to draw.
    """
    of_rows = features_of_all(rows)
    if turn == seat and rows.is_complete(seat):
        points = [float(row.bonus_points - row.minus_points) for row in of_rows]
        points[seat] += of_rows[seat].covered_points
    else:
        points = _expected_points(values, of_rows, turn, stage_of(to_draw))
    others = sum(points) - points[seat]
    return points[seat] - others / (len(points) - 1)


def _expected_points(
    values: Values, of_rows: Sequence[Features], turn: Seat, stage: int
) -> list[float]:
    # An index below zero counts from the end: so many seats from the turn, around the table.
    bare, turns = values.bare[stage], values.turn[stage]
    minus, bonus = values.minus[stage], values.bonus[stage]
    weights = [
        exp(
            bare[min(row.bare, MOST_BARE)]
            + minus * row.minus
            + bonus * row.to_get
            + turns[seat - turn]
        )
        for seat, row in enumerate(of_rows)
    ]
    nobody = exp(values.nobody[stage])
    total = sum(weights) + nobody
    winner, loser = values.winner[stage], values.loser[stage]
    unfinished = values.unfinished[stage]
    return [
        (
            weight * _dot(winner, row)
            + (total - weight - nobody) * _dot(loser, row)
            + nobody * _dot(unfinished, row)
        )
        / total
        for weight, row in zip(weights, of_rows, strict=True)
    ]


def _dot(weights: Sequence[float], row: Features) -> float:
    return sum(weight * feature for weight, feature in zip(weights, row, strict=True))
