"""How many ways a few small hands can go, action by action: both implementations must agree.

The numbers are kept here, so that a change of the rules shows even where both change alike.
"""

from typing import NamedTuple

import pytest

from games.franks_zoo.play import FranksZooHand
from games.franks_zoo.setup import FranksZooSetup
from games.franks_zoo.teams import Team
from tests.games.franks_zoo.hands import beside, hand_of
from tests.oracles import franks_zoo_play as oracle


class Small(NamedTuple):
    """Describe a small hand."""

    hands: tuple[tuple[str, ...], ...]
    teams: tuple[tuple[int, int], ...]
    solo: int | None
    leader: int


SMALL = {
    "three": Small(
        (
            ("fish*2", "joker", "lion", "mosquito"),
            ("perch*2", "fish*3"),
            ("elephant*2", "mosquito*2", "mouse"),
        ),
        (),
        None,
        0,
    ),
    "joker-leads": Small(
        (("joker",), ("fox*2", "mouse*2"), ("hedgehog", "mosquito", "lion*2")), (), None, 0
    ),
    "four-in-teams": Small(
        (
            ("whale*2", "joker", "elephant"),
            ("fish*2", "lion*2"),
            ("whale", "elephant", "seal*2"),
            ("fish", "fox*2", "mosquito"),
        ),
        ((0, 2), (1, 3)),
        None,
        1,
    ),
    "five-with-solo": Small(
        (
            ("whale", "seal*2"),
            ("perch*2", "fish"),
            ("hedgehog", "lion*2"),
            ("whale", "seal", "joker"),
            ("fish", "perch", "mosquito"),
        ),
        ((0, 3), (1, 4)),
        2,
        4,
    ),
}


COUNTS = {
    "three": (8, 16, 21, 51, 109, 150, 226, 490, 678, 1035, 2066, 3112, 5064),
    "joker-leads": (1, 4, 9, 9, 16, 38, 38, 60, 118, 132, 198, 308, 375),
    "four-in-teams": (4, 28, 112, 672, 2688, 7702, 12815, 20570, 30760),
    "five-with-solo": (2, 6, 24, 72, 288, 864, 1902, 2454, 2538, 8487, 11793, 18142),
}
"""How many sequences of one action, of two, and so on each small hand has."""


def begin(small: Small) -> FranksZooHand:
    setup = FranksZooSetup(
        number=2 if small.teams else 1,
        seats=len(small.hands),
        dealer=0,
        leader=small.leader,
        teams=tuple(Team(*team) for team in small.teams),
        solo=small.solo,
        counts_teams=bool(small.teams),
        counts_cards=True,
        final_trick="owner",
    )
    return FranksZooHand(setup, [hand_of(*cards) for cards in small.hands])


def count_positions(hand: FranksZooHand, depth: int) -> int:
    if depth == 0 or hand.is_over():
        return 1
    seat = hand.acting_seats()[0]
    total = 0
    for action in hand.legal_actions(seat):
        after = hand.clone()
        after.apply_unchecked(seat, action)
        total += count_positions(after, depth - 1)
    return total


@pytest.mark.rule("FZ-08", "FZ-22", "FZ-24", "FZ-R6", "FZ-R13", "FZ-R16")
@pytest.mark.parametrize("name", SMALL)
def test_small_hand_can_go_in_just_so_many_ways(name: str) -> None:
    hand, depths = begin(SMALL[name]), range(1, len(COUNTS[name]) + 1)
    assert tuple(count_positions(hand, depth) for depth in depths) == COUNTS[name]


@pytest.mark.parametrize("name", SMALL)
def test_oracle_counts_as_many_ways(name: str) -> None:
    naive = beside(begin(SMALL[name]))
    for depth, expected in enumerate(COUNTS[name], start=1):
        if expected < 6_000:
            assert oracle.count_positions(naive, depth) == expected
