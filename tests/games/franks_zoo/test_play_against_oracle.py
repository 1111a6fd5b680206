"""The engine and the naive oracle must agree at every step of every hand.

`FRANKS_ZOO_HANDS` says how many hands are played, over all kinds together.
"""

import os
import random

import pytest

from tests.games.franks_zoo.hands import (
    KINDS,
    Kind,
    beside,
    deal_hand,
    plain,
    plain_actions,
    plain_view,
    some_action,
)

HANDS = int(os.environ.get("FRANKS_ZOO_HANDS", "2000"))
VIEWS = 0.3
"""How often what somebody sees is compared: the oracle works that out from all that happened."""
PLAY = ("FZ-02", "FZ-04", "FZ-05", "FZ-06", "FZ-08", "FZ-09", "FZ-10", "FZ-11", "FZ-12", "FZ-13")
HELP = ("FZ-22", "FZ-24", "FZ-25", "FZ-26", "FZ-R12", "FZ-R13", "FZ-R14", "FZ-R15", "FZ-R16")


@pytest.mark.rule(*PLAY, *HELP, "FZ-R5", "FZ-R6", "FZ-R7", "FZ-R11", "FZ-R17", "FZ-R18")
@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_hand_goes_as_the_oracle_says(kind: Kind) -> None:
    rng = random.Random(str(kind))
    for _ in range(max(1, HANDS // len(KINDS))):
        hand = deal_hand(kind, rng)
        naive = beside(hand)
        while not hand.is_over():
            assert list(hand.acting_seats()) == naive.acting()
            for seat in hand.acting_seats():
                actions = plain_actions(hand, seat)
                assert len(set(actions)) == len(actions)
                assert set(actions) == naive.legal(seat)
            if rng.random() < VIEWS:
                watching = rng.choice([None, *range(kind.seats)])
                assert plain_view(hand.observation(watching).as_json()) == naive.sees(watching)
            seat, action = some_action(hand, rng)
            naive.apply(seat, plain(hand.action_as_json(seat, action)))
            hand.apply(seat, action)
        assert naive.is_over()
        for seat in (None, *range(kind.seats)):
            assert plain_view(hand.observation(seat).as_json()) == naive.sees(seat)
        counts_cards = hand.setup.counts_cards
        assert hand.record().as_json() == naive.record(counts_cards=counts_cards)
