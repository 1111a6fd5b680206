"""How many ways a few small hands can go, action by action: both implementations must agree.

The numbers are kept here, so that a change of the rules shows even where both change alike.
"""

from copy import deepcopy
from typing import NamedTuple

import pytest

from games.zop_zoo.play import ZopZooState
from tests.games.zop_zoo.writing import table
from tests.oracles import zop_zoo_play as oracle


class Small(NamedTuple):
    """Describe a small hand: rows, the draw pile from its top, and how specialties are played."""

    rows: tuple[str, ...]
    draw: str
    on_discard: str


SMALL = {
    "wild": Small(
        ("bird-1 connect-1 minus-1 mammal-1", "insect-1 connect-2 minus-2 bird-2"),
        "beast bird-3 best_beast bonus-bird bird-1 mole insect-1 connect-1 beast minus-2 mole",
        "must",
    ),
    "specialties": Small(
        ("bird-1 minus-1 mammal-1", "insect-1 minus-2 minus-3", "ocean-1 horns-1"),
        "mammal-2 earthworm bird-1 reptile-1 hyena bonus-insect raccoon mole ocean-1 insect-1",
        "must",
    ),
    "may": Small(
        ("bird-1 bird-2", "insect-1 insect-2 minus-2"),
        "hyena insect-3 bird-3 raccoon insect-1 earthworm mole bird-1 bonus-insect insect-2 bird-2",
        "may",
    ),
    "digging": Small(
        ("bird-1 bird-2 connect-4", "ocean-1 ocean-2", "horns-1 horns-2 minus-1"),
        "ocean-1 bird-1 mole bonus-insect connect-4 horns-1 mole bird-2 ocean-2 beast minus-1 mole",
        "must",
    ),
}
COUNTS = {
    "wild": [1, 4, 4, 4, 16, 16, 16, 16, 16, 20, 29, 37, 56, 76, 101, 130, 167, 206, 249],
    "specialties": [1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 4, 4, 8, 16, 20, 24, 40, 56],
    "may": [1, 2, 2, 2, 3, 4, 5, 5, 5, 6, 8, 11, 14, 19, 25, 35, 43, 50, 57],
    "digging": [1, 1, 1, 1, 1, 1, 2, 2, 3, 3, 4, 5, 8, 10, 17, 27, 34, 45, 62],
}
"""By depth, from one action on."""


def ways(state: ZopZooState, depth: int) -> int:
    if depth == 0:
        return 1
    total = 0
    for action in state.legal_actions(state.turn):
        after = state.clone()
        after.apply(after.turn, action)
        total += ways(after, depth - 1)
    return total


def ways_of_oracle(hand: oracle.Hand, depth: int) -> int:
    if depth == 0:
        return 1
    total = 0
    for action in hand.legal():
        after = deepcopy(hand)
        after.apply(action)
        total += ways_of_oracle(after, depth - 1)
    return total


@pytest.mark.parametrize("name", SMALL)
def test_small_hands_go_as_many_ways_as_they_should(name: str) -> None:
    small = SMALL[name]
    state = table(*small.rows, draw=small.draw, specialty_on_discard=small.on_discard)
    deal = {"rows": [row.split() for row in small.rows], "draw_pile": small.draw.split()}
    hand = oracle.Hand(deal, 0, small.on_discard)
    depths = range(1, len(COUNTS[name]) + 1)
    assert [ways(state, depth) for depth in depths] == COUNTS[name]
    assert [ways_of_oracle(hand, depth) for depth in depths] == COUNTS[name]
