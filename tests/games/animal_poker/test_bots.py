"""The players of Animal Poker: legal, repeatable, and each better than the one below it."""

from random import Random

import pytest

from games.animal_poker import ANIMAL_POKER
from games.animal_poker.actions import actions_of
from games.animal_poker.deal import AnimalPokerDeal
from games.animal_poker.play import AnimalPokerHand
from games.bots.animal_poker.greedy import choose_greedily
from games.bots.animal_poker.heuristic import choose_mixed
from games.bots.animal_poker.prospects import expected_coins, own_view
from games.bots.arena import compare
from games.bots.chance import choose_at_random
from games.match_log import Choose
from tests.games.animal_poker.writing import new_match


def new_hand(seats: int, seed: int) -> AnimalPokerHand:
    setup = new_match(seats).next_hand()
    assert setup is not None
    return ANIMAL_POKER.start(setup, ANIMAL_POKER.sample_deal(setup, Random(seed)))


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("choose", [choose_at_random, choose_greedily, choose_mixed])
def test_bot_submits_something_legal_and_the_same_by_the_same_chance(
    seats: int, choose: Choose
) -> None:
    hand = new_hand(seats, seed=seats)
    view = hand.observation(1)
    action = choose(view, Random(5))
    assert hand.check(1, action) is None
    assert choose(view, Random(5)) == action


def test_mixed_player_does_not_always_submit_the_same() -> None:
    view = new_hand(4, seed=1).observation(0)
    assert len({choose_mixed(view, Random(seed)) for seed in range(4)}) > 1


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_expected_coins_are_those_that_each_submission_would_bring(seats: int) -> None:
    """Without mice and goats of fall among the others their sight of the own guess is no matter."""
    rng = Random(seats)
    spring = (1, 1, 1, 1, 1 if seats > 4 else -1, 1, 1, 1, -1)
    setup = new_match(seats).next_hand()
    assert setup is not None
    hand = ANIMAL_POKER.start(setup, AnimalPokerDeal(spring))
    view, seat = own_view(hand.observation(0))
    legal = actions_of(seats).legal
    table = [rng.choice(legal) for _ in range(seats)]
    coins = expected_coins(view, seat, [table])
    for action in rng.sample(legal, 150):
        played = hand.clone()
        for other, submitted in enumerate([action, *table[1:]]):
            played.apply(other, submitted)
        assert coins[action] == played.outcome().coins[0]


@pytest.mark.parametrize("deals", [6, pytest.param(12, marks=pytest.mark.thorough)])
def test_greedy_player_beats_chance_by_more_than_the_interval(deals: int) -> None:
    bots = [("random", choose_at_random), ("greedy", choose_greedily)] * 2
    standings = compare(
        ANIMAL_POKER, ANIMAL_POKER.options({}), bots, hand=1, deals=deals, rng=Random(1)
    )
    ahead = {standing.bot: standing.ahead - standing.ahead_interval for standing in standings}
    assert ahead["greedy"] > 0
    assert ahead["random"] < 0
