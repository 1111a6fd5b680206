"""The engine and the naive oracle must agree at every step of every hand.

`ZOP_ZOO_HANDS` says how many hands are played: some hundreds by default, 40,000 for a long run.
"""

import os
import random

import pytest

from games.zop_zoo import ZOP_ZOO
from tests.games.zop_zoo.beside_oracle import play_beside
from tests.games.zop_zoo.playing import CASES, setup_of_case
from tests.oracles.zop_zoo_play import Hand
from tests.portions import portions

HANDS = int(os.environ.get("ZOP_ZOO_HANDS", "700"))


@pytest.mark.rule("ZZ-06", "ZZ-07", "ZZ-08", "ZZ-09", "ZZ-10", "ZZ-11", "ZZ-14", "ZZ-15", "ZZ-17")
@pytest.mark.rule("ZZ-18", "ZZ-19", "ZZ-20", "ZZ-21", "ZZ-23", "ZZ-R4", "ZZ-R5", "ZZ-R9", "ZZ-R17")
@pytest.mark.parametrize("numbers", portions(2 * len(CASES), HANDS, at_once=25))
def test_hands_go_as_the_oracle_says(numbers: range) -> None:
    for number in numbers:
        rng = random.Random(number)
        case = CASES[number % len(CASES)]
        setup = setup_of_case(case, rng.randrange(case[0]))
        deal = ZOP_ZOO.sample_deal(setup, rng)
        hand = Hand(deal.as_json(), setup.first, case[2])
        play_beside(ZOP_ZOO.start(setup, deal), hand, rng)
