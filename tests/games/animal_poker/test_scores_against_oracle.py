"""The engine and the naive oracle must agree on every hand and on every match.

ANIMAL_POKER_HANDS says how many hands each table size gets; the default suits every run.
"""

import os
from random import Random

import pytest

from tests.games.animal_poker.beside_oracle import JsonObject, judged
from tests.oracles import animal_poker as oracle
from tests.oracles.animal_poker_hands import random_match
from tests.portions import portions

HANDS = int(os.environ.get("ANIMAL_POKER_HANDS", "1000"))


@pytest.mark.rule("AP-07", "AP-08", "AP-09", "AP-10", "AP-19", "AP-20", "AP-R5", "AP-R6")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("numbers", portions(200, HANDS))
def test_match_comes_out_as_the_oracle_says(seats: int, numbers: range) -> None:
    rng = Random(f"{seats} {numbers.start}")
    hands = 0
    while hands < len(numbers):
        match = random_match(rng, seats)
        expected = oracle.judge(match)
        assert judged(match) == expected
        hands += sum(hand is not None for hand in expected["hands"])


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_hands_are_not_so_random_that_nothing_is_made_or_won(seats: int) -> None:
    """However few or many hands are compared."""
    rng = Random(seats)
    hands: list[JsonObject] = []
    while len(hands) < 100:
        hands += filter(None, oracle.judge(random_match(rng, seats))["hands"])
    assert sum(each is not None for hand in hands for each in hand["made"]) > len(hands)
    assert sum(len(hand["won"]) for hand in hands) > len(hands) // 2
