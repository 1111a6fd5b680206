"""Play a hand of Frank's Zoo in the engine and in the oracle, and compare them at every step."""

import random
from collections.abc import Callable

from games.base import Action
from games.franks_zoo.play import FranksZooHand
from tests.games.franks_zoo.hands import beside, plain, plain_actions, plain_view
from tests.oracles import franks_zoo_play as oracle

Choose = Callable[[FranksZooHand, random.Random], tuple[int, Action]]

Watch = Callable[[oracle.Hand, int, oracle.Action], None]
"""Is told each action that is about to be carried out."""
VIEWS = 0.3
"""How often what somebody sees is compared: the oracle works that out from all that happened."""


def play_beside(
    hand: FranksZooHand, choose: Choose, rng: random.Random, watch: Watch | None = None
) -> None:
    """Play a hand to its end, compared at every step."""
    naive = beside(hand)
    seats = range(hand.setup.seats)
    while not hand.is_over():
        assert list(hand.acting_seats()) == naive.acting()
        for seat in hand.acting_seats():
            actions = plain_actions(hand, seat)
            assert len(set(actions)) == len(actions)
            assert set(actions) == naive.legal(seat)
        if rng.random() < VIEWS:
            watching = rng.choice([None, *seats])
            assert plain_view(hand.observation(watching).as_json()) == naive.sees(watching)
        seat, action = choose(hand, rng)
        chosen = plain(hand.action_as_json(seat, action))
        if watch:
            watch(naive, seat, chosen)
        naive.apply(seat, chosen)
        hand.apply(seat, action)
    assert naive.is_over()
    for seat in (None, *seats):
        assert plain_view(hand.observation(seat).as_json()) == naive.sees(seat)
    assert hand.record().as_json() == naive.record(counts_cards=hand.setup.counts_cards)
