"""What the search thinks of moves."""

import random
from statistics import mean, stdev
from typing import Any

import pytest

from games.base import HandState, Observation, Rng, Seat
from games.bots.analysis import MoveComparison, compare_candidates, compare_moves
from games.bots.catalogue import bot
from games.bots.chance import choose_at_random
from games.bots.search import Budget, Meter
from games.registry import game as find_game

GAMES = [("franks-zoo", 4), ("zop-zoo", 3), ("animal-poker", 3)]
BUDGET = Budget(playouts=120)


def start(slug: str, seats: int, seed: int, hand: int = 1) -> HandState:
    """Deal a hand."""
    game = find_game(slug)
    match = game.new_match(game.options({}), seats, 0)
    for _ in range(1, hand):
        match = match.skip()
    setup = match.next_hand()
    assert setup is not None
    return match.start(game.sample_deal(setup, random.Random(seed)))


def decision(state: HandState) -> tuple[Seat, Observation]:
    """Play on at random to a moment at which a seat has a choice; return it and what it sees."""
    rng = random.Random(7)
    while True:
        seat = state.acting_seats()[0]
        view = state.observation(seat)
        if len(view.legal_actions) > 1:
            return seat, view
        state.apply(seat, choose_at_random(view, rng))


def judged(slug: str, view: Observation, seed: int = 1, budget: Budget = BUDGET) -> MoveComparison:
    found = compare_moves(slug, view, view.legal_actions[-1], budget, random.Random(seed))
    assert found is not None
    return found


@pytest.mark.parametrize(("slug", "seats"), GAMES)
def test_opinions_repeat_with_their_chance(slug: str, seats: int) -> None:
    _, view = decision(start(slug, seats, 1))
    assert judged(slug, view) == judged(slug, view)
    assert judged(slug, view) != judged(slug, view, seed=2)


@pytest.mark.parametrize(("slug", "seats"), GAMES)
def test_the_chosen_action_is_judged_beside_those_of_the_search(slug: str, seats: int) -> None:
    _, view = decision(start(slug, seats, 1))
    found = judged(slug, view)
    assert found.chosen.action == view.legal_actions[-1]
    assert {found.chosen, found.best} <= set(found.candidates)
    assert {each.action for each in found.candidates} <= set(view.legal_actions)
    assert (found.best.behind, found.best.behind_error) == (0.0, 0.0)
    assert found.best.is_worse is False
    for each in found.candidates:
        assert each.behind == pytest.approx(found.best.points - each.points)
    assert 2 * found.hands <= BUDGET.playouts // len(found.candidates)


@pytest.mark.parametrize(("slug", "seats"), GAMES)
def test_an_opinion_knows_no_card_that_its_seat_does_not(slug: str, seats: int) -> None:
    state = start(slug, seats, 3)
    seat, view = decision(state)
    other = find_game(slug).resample(view, random.Random(5))
    same = other.observation(seat)
    assert same.as_json() == view.as_json()
    assert judged(slug, same) == judged(slug, view)


def test_what_is_forced_has_no_opinion() -> None:
    state = start("franks-zoo", 4, 1)
    rng = random.Random(3)
    while True:
        seat = state.acting_seats()[0]
        view = state.observation(seat)
        if len(view.legal_actions) == 1:
            break
        state.apply(seat, choose_at_random(view, rng))
    assert compare_moves("franks-zoo", view, view.legal_actions[0], BUDGET, rng) is None


def test_too_small_a_budget_says_nothing() -> None:
    _, view = decision(start("zop-zoo", 3, 1))
    budget = Budget(playouts=3)
    assert compare_moves("zop-zoo", view, view.legal_actions[0], budget, random.Random(1)) is None


def test_a_spectator_has_nothing_to_choose() -> None:
    view = start("zop-zoo", 3, 1).observation(None)
    with pytest.raises(TypeError):
        compare_moves("zop-zoo", view, 0, BUDGET, random.Random(1))


class Coin:
    """A made-up game: each action brings its own number, and luck that all of them share."""

    def __init__(self, worth: dict[int, float], luck: float) -> None:
        self.worth, self.luck = worth, luck
        self.candidates = list(worth)
        self.doubt = 1.0

    def imagine(self, rng: Rng) -> "Coin":
        imagined = Coin(self.worth, rng.random() - 0.5)
        imagined.doubt = self.luck
        return imagined

    def clone(self) -> "Coin":
        copied = Coin(self.worth, self.luck)
        copied.doubt = self.doubt
        return copied

    def apply_unchecked(self, _seat: int, action: int) -> None:
        self.candidates = [action]

    def finish(self, state: "Coin", rng: Rng) -> list[float]:
        own = self.worth[state.candidates[0]] + 10 * state.luck
        return [own + state.doubt * (rng.random() - 0.5), 0.0]


def coin(worth: dict[int, float], own_luck: float, playouts: int, seed: int) -> MoveComparison:
    """Return what is found of action 3 in the made-up game."""
    meter = Meter(Budget(playouts=playouts))
    position: Any = Coin(worth, own_luck)
    found = compare_candidates(position, 0, 3, meter, random.Random(seed))
    assert found is not None
    return found


def test_shared_luck_cancels_out() -> None:
    found = coin({1: 1.0, 2: 4.0, 3: 2.0}, 0.0, 60, 1)
    assert (found.hands, found.best.action, found.chosen.action) == (10, 2, 3)
    assert found.chosen.behind == pytest.approx(2.0)
    assert found.chosen.behind_error == pytest.approx(0.0, abs=1e-9)
    assert found.chosen.is_worse is True
    assert found.chosen.error > 0.5


def test_luck_alone_does_not_make_a_move_look_worse_than_it_is() -> None:
    behind, worse = [], 0
    for seed in range(300):
        found = coin({1: 0.0, 2: 0.0, 3: 0.0}, 6.0, 120, seed)
        behind.append(found.chosen.behind)
        worse += found.chosen.is_worse
    # Without the split the mean would lie around half a point.
    assert abs(mean(behind)) < 3 * stdev(behind) / len(behind) ** 0.5
    assert worse < 30


def test_a_search_is_not_often_found_to_have_chosen_badly() -> None:
    state = start("animal-poker", 3, 2)
    _, view = decision(state)
    chosen = bot("animal-poker", "search")(view, random.Random(1))
    found = compare_moves("animal-poker", view, chosen, Budget(playouts=400), random.Random(2))
    assert found is not None
    assert found.chosen.is_worse is False
