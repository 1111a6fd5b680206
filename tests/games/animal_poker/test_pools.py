"""What can be made of a pool is exact: every set is compared with trying out every assignment."""

from itertools import product
from random import Random
from typing import Any

import pytest

from games.animal_poker.cards import count_of
from games.animal_poker.reveal import Reveal
from games.animal_poker.scoring import reveal_of
from games.animal_poker.sets import ladder_of
from tests.games.animal_poker.writing import new_match
from tests.oracles import animal_poker as oracle
from tests.oracles.animal_poker_hands import SHIFTY, random_seasons, random_submissions
from tests.portions import thinned

JsonObject = dict[str, Any]


def reveal(hand: JsonObject, stored: list[bool]) -> Reveal:
    match = new_match(len(hand["seats"]))
    setup = match.next_hand()
    assert setup is not None
    record: Any = match.read(hand)
    opened = reveal_of(record, setup)
    return Reveal(opened.seasons, opened.owns, opened.guesses, stored)


def makeable(hand: JsonObject, seat: int, stored: list[bool]) -> list[JsonObject]:
    """List every set a seat can build, guessed and allowed or not, as the engine says."""
    ladder = ladder_of(len(hand["seats"]))
    pool = reveal(hand, stored).pool(seat)
    return [each.as_json() for rung, each in enumerate(ladder.sets) if pool.can_make(rung, ladder)]


def makeable_by_force(hand: JsonObject, seat: int, stored: list[bool]) -> list[JsonObject]:
    """List the same as the oracle says."""
    seats = len(hand["seats"])
    has = oracle.powers(seats, seat, hand)
    ways = [
        way
        for pile in oracle.piles(seats, seat, hand, stored[seat])
        for way in oracle.ways(seats, pile, has)
    ]
    by_strength = sorted(oracle.SETS[seats], key=lambda each: oracle.strength(seats, each))
    return [each for each in by_strength if oracle.can_make(seats, ways, each)]


def assert_same(hand: JsonObject, stored: list[bool]) -> None:
    for seat in range(len(hand["seats"])):
        assert makeable(hand, seat, stored) == makeable_by_force(hand, seat, stored)


@pytest.mark.rule("AP-R5", "AP-R6", "AP-R8", "AP-R18")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_every_set_of_random_pools_is_made_or_not_as_brute_force_finds(seats: int) -> None:
    rng = Random(seats)
    for _ in range(30):
        hand = {"seasons": random_seasons(rng, seats, []), "seats": random_submissions(rng, seats)}
        assert_same(hand, [rng.random() < 0.3 for _ in range(seats)])


@pytest.mark.rule("AP-R5", "AP-R6", "AP-14", "AP-12")
@pytest.mark.parametrize(("rabbit", "cat", "dog"), thinned([*product(oracle.YEAR, repeat=3)], 5))
def test_every_set_of_rabbits_cats_and_dogs_is_made_or_not_as_brute_force_finds(
    rabbit: str, cat: str, dog: str
) -> None:
    """Three players with all three, then four with any two of them, some with a stored rabbit."""
    rng = Random(f"{rabbit} {cat} {dog}")
    guess = {"kind": "herd", "size": 9, "animal": "mouse"}
    shown = {"rabbit": rabbit, "cat": cat, "dog": dog}
    three: JsonObject = {
        "seasons": {**random_seasons(rng, 3, []), **shown},
        "seats": [{"animals": SHIFTY, "guess": guess}] * 3,
    }
    assert_same(three, [True, False, False])
    for _ in range(3):
        pairs = [sorted(rng.sample(SHIFTY, 2), key=oracle.NINE.index) for _ in range(4)]
        four: JsonObject = {
            "seasons": {**random_seasons(rng, 4, []), **shown},
            "seats": [{"animals": pair, "guess": guess} for pair in pairs],
        }
        assert_same(four, [True, False, False, True])


@pytest.mark.rule("AP-R11")
def test_no_pool_holds_more_than_the_largest_herd_of_the_ladder() -> None:
    largest = {"kind": "herd", "size": 9, "animal": "rabbit"}
    hand: JsonObject = {
        "seasons": {**random_seasons(Random(1), 6, []), "rabbit": "spring", "cat": "winter"},
        "seats": [{"animals": ["rabbit", "cat"], "guess": largest}] * 6,
    }
    stored = [True] * 6
    pool = reveal(hand, stored).pool(0)
    assert (count_of(pool.counts, 1), pool.cats, pool.largest_herd(1)) == (14, 6, 20)
    assert [each["size"] for each in makeable(hand, 0, stored) if each["animal"] == "rabbit"][
        -1
    ] == 20
    assert max(each.size for each in ladder_of(6).sets) == 22
