"""The engine and the naive oracle must agree on every hand and on every match.

ANIMAL_POKER_HANDS says how many hands each table size gets; the default suits every run.
"""

import os
from random import Random
from typing import Any

import pytest

from games.animal_poker import ANIMAL_POKER
from games.animal_poker.match import AnimalPokerMatch
from games.animal_poker.scoring import AnimalPokerScore
from tests.oracles import animal_poker as oracle
from tests.oracles.animal_poker_hands import random_match

JsonObject = dict[str, Any]

HANDS = int(os.environ.get("ANIMAL_POKER_HANDS", "1000"))


def hand_without_words(score: AnimalPokerScore, match: AnimalPokerMatch) -> JsonObject:
    """Reduce a hand to what the oracle knows; `match` is the one after it."""
    return {
        "scores": list(score.scores),
        "totals": list(match.totals),
        "places": list(match.places),
        "lines": [[(line.rule, line.points) for line in lines] for lines in score.lines],
        **score.details_as_json(),
    }


def judged(match: JsonObject) -> JsonObject:
    """Judge a match with the engine; void hands are None."""
    options = ANIMAL_POKER.options(match["options"])
    played = ANIMAL_POKER.new_match(options, match["seats"], match["dealer"])
    hands: list[JsonObject | None] = []
    for hand in match["hands"]:
        if hand is None:
            played = played.skip()
            hands.append(None)
            continue
        score, played = played.score(hand), played.add(hand)
        hands.append(hand_without_words(score, played))
    setup = played.next_hand()
    return {
        "hands": hands,
        "next": None if setup is None else setup.as_json(),
        "totals": list(played.totals),
        "places": list(played.places),
        "is_over": played.is_over,
        "winners": list(played.winners),
    }


@pytest.mark.rule("AP-07", "AP-08", "AP-09", "AP-10", "AP-19", "AP-20", "AP-R5", "AP-R6")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_match_comes_out_as_the_oracle_says(seats: int) -> None:
    rng = Random(seats)
    hands = 0
    while hands < HANDS:
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
