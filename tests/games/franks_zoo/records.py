"""Records of second hands of Frank's Zoo, and the matches that take them."""

from typing import Any

from games.franks_zoo import FRANKS_ZOO
from games.franks_zoo.match import FranksZooMatch

JsonObject = dict[str, Any]

FIVE: JsonObject = {
    "teams": [[1, 4], [2, 0]],
    "solo": 3,
    "finish": [0, 1, 2, 3, 4],
    "lions_taken": [0, 2, 0, 3, 0],
    "lions_in_hand": 0,
    "hedgehog": [True, True, False, True, False],
}
"""A valid record of a second hand at five seats, dealer 0, hand one void: seat 1 is first."""

FOUR: JsonObject = {
    "teams": [[1, 3], [2, 0]],
    "finish": [0, 1, 2, 3],
    "lions_taken": [0, 2, 0, 3],
    "lions_in_hand": 0,
    "hedgehog": [True, True, False, True],
}


def second_hand(seats: int, **options: object) -> FranksZooMatch:
    return FRANKS_ZOO.new_match(FRANKS_ZOO.options(options), seats, dealer=0).skip()


def first_hand(seats: int, **options: object) -> FranksZooMatch:
    return FRANKS_ZOO.new_match(FRANKS_ZOO.options(options), seats, dealer=0)
