"""Play random hands: every table size and every option comes up in turn."""

import random
from collections.abc import Iterator
from itertools import product

import pytest

from games.base import Action, Seat
from games.zop_zoo import ZOP_ZOO
from games.zop_zoo.play import ZopZooState
from games.zop_zoo.setup import ZopZooSetup
from tests.games.zop_zoo.writing import new_setup

Case = tuple[int, int, str]

CASES: list[Case] = list(product(range(2, 9), (4, 5), ("must", "may")))
"""Seats, beasts, specialty_on_discard."""

SEEDS = range(2 * len(CASES))
SEEDS_BY_RUN = [
    pytest.param(seed, marks=[pytest.mark.thorough] if seed >= len(CASES) else []) for seed in SEEDS
]
"""Seeds for two hands of each case; every run has the first of them."""


def setup_of_case(case: Case, first: Seat = 0) -> ZopZooSetup:
    seats, beasts, on_discard = case
    return new_setup(seats, first, beasts=beasts, specialty_on_discard=on_discard)


def new_hand(seed: int, case: Case | None = None) -> tuple[ZopZooState, random.Random]:
    """Deal a hand, of the case that is next in turn unless one is given."""
    rng = random.Random(seed)
    chosen = CASES[seed % len(CASES)] if case is None else case
    setup = setup_of_case(chosen, rng.randrange(chosen[0]))
    return ZOP_ZOO.start(setup, ZOP_ZOO.sample_deal(setup, rng)), rng


def moves(state: ZopZooState, rng: random.Random) -> Iterator[tuple[Seat, Action]]:
    """Yield random moves of a hand up to its end; each is applied when the next is asked for."""
    while not state.is_over():
        [seat] = state.acting_seats()
        action = rng.choice(state.legal_actions(seat))
        yield seat, action
        state.apply_unchecked(seat, action)
