"""The engine and the naive oracle must agree where something rare has come of a hand.

A match for two hundred of `ANIMAL_POKER_HANDS` is drawn for each; the oracle says that it came.
"""

import os
from random import Random

import pytest

from tests.games.animal_poker.beside_oracle import judged
from tests.oracles import animal_poker as oracle
from tests.oracles.animal_poker_rare import RARE, SEASONS, rare_match, season_match
from tests.portions import portions

MATCHES = int(os.environ.get("ANIMAL_POKER_HANDS", "1000")) // 200


@pytest.mark.rule(
    "AP-08", "AP-17", "AP-18", "AP-19", "AP-R8", "AP-R9", "AP-R13", "AP-R14", "AP-R17"
)
@pytest.mark.parametrize("numbers", portions(1, MATCHES))
@pytest.mark.parametrize("name", RARE)
def test_rare_hand_comes_out_as_the_oracle_says(name: str, numbers: range) -> None:
    for number in numbers:
        for seats in range(RARE[name].fewest_seats, 7):
            match = rare_match(name, seats, Random(f"{name} {seats} {number}"))
            assert judged(match) == oracle.judge(match)


@pytest.mark.rule("AP-11", "AP-12", "AP-13", "AP-14", "AP-15", "AP-16", "AP-18", "AP-R2")
@pytest.mark.parametrize("numbers", portions(1, MATCHES))
@pytest.mark.parametrize(("animal", "season"), SEASONS)
def test_hand_that_a_season_decides_comes_out_as_the_oracle_says(
    animal: str, season: str, numbers: range
) -> None:
    for number in numbers:
        for seats in (5, 6) if animal == "ape" else (3, 4, 5, 6):
            rng = Random(f"{animal} {season} {seats} {number}")
            match = season_match(animal, season, seats, rng)
            assert judged(match) == oracle.judge(match)
