"""The engine and the naive oracle must agree at every step of every hand.

`FRANKS_ZOO_HANDS` says how many hands are played, over all kinds together.
"""

import os
import random

import pytest

from tests.games.franks_zoo.beside_oracle import play_beside
from tests.games.franks_zoo.hands import KINDS, Kind, deal_hand, some_action
from tests.portions import portions

HANDS = int(os.environ.get("FRANKS_ZOO_HANDS", "1200"))
PLAY = ("FZ-02", "FZ-04", "FZ-05", "FZ-06", "FZ-08", "FZ-09", "FZ-10", "FZ-11", "FZ-12", "FZ-13")
HELP = ("FZ-22", "FZ-24", "FZ-25", "FZ-26", "FZ-R12", "FZ-R13", "FZ-R14", "FZ-R15", "FZ-R16")


@pytest.mark.rule(*PLAY, *HELP, "FZ-R5", "FZ-R6", "FZ-R7", "FZ-R11", "FZ-R17", "FZ-R18")
@pytest.mark.parametrize("numbers", portions(4, max(1, HANDS // len(KINDS))))
@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_hand_goes_as_the_oracle_says(kind: Kind, numbers: range) -> None:
    for number in numbers:
        rng = random.Random(f"{kind} {number}")
        play_beside(deal_hand(kind, rng), some_action, rng)
