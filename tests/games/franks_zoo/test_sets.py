from itertools import combinations_with_replacement

import pytest

from games.franks_zoo.cards import ANIMALS, ONE, count, fits, names, pack
from games.franks_zoo.sets import (
    BEATING,
    OUTRANKED_BY,
    PAIRS,
    READING,
    READINGS,
    animal_of,
    leads,
    pairs,
    reading_of,
    size_of,
)
from tests.games.franks_zoo.hands import hand_of
from tests.oracles import franks_zoo_sets as oracle


@pytest.mark.rule("FZ-02")
def test_table_has_twenty_nine_pairs_and_no_cycle_of_two() -> None:
    outranked = [(low, high) for low, highs in OUTRANKED_BY.items() for high in highs]
    assert len(set(outranked)) == len(outranked) == 29
    assert [pair for pair in outranked if pair[::-1] in outranked] == []
    assert set(outranked) == {(low, high) for high, lows in oracle.OUTRANKS.items() for low in lows}


@pytest.mark.rule("FZ-04", "FZ-05")
@pytest.mark.parametrize(
    ("cards", "animal", "size"),
    [
        (["fish*3"], "fish", 3),
        (["fish*2", "joker"], "fish", 3),
        (["elephant", "mosquito"], "elephant", 2),
        (["elephant", "joker", "mosquito"], "elephant", 3),
        (["mosquito", "joker"], "mosquito", 2),
        (["mosquito*4", "joker"], "mosquito", 5),
        (["elephant*5", "joker", "mosquito"], "elephant", 7),
    ],
)
def test_set_is_read_in_its_one_way(cards: list[str], animal: str, size: int) -> None:
    reading = READING[hand_of(*cards)]
    assert (animal_of(reading), size_of(reading)) == (animal, size)


@pytest.mark.rule("FZ-04", "FZ-05")
@pytest.mark.parametrize(
    "cards",
    [
        ["joker"],
        ["fish", "perch"],
        ["fish", "mosquito"],
        ["elephant", "mosquito*2"],
        ["elephant", "mosquito*2", "joker"],
    ],
)
def test_group_that_is_no_set_has_no_reading(cards: list[str]) -> None:
    assert hand_of(*cards) not in READING


@pytest.mark.rule("FZ-04", "FZ-05")
def test_every_group_of_up_to_four_cards_is_read_as_the_oracle_reads_it() -> None:
    for size in range(1, 5):
        for cards in combinations_with_replacement(ANIMALS, size):
            if any(cards.count(card) > oracle.DECK[card] for card in cards):
                continue
            reading = READING.get(pack(cards))
            found = None if reading is None else (animal_of(reading), size_of(reading))
            assert found == oracle.what_is(cards)


@pytest.mark.rule("FZ-05")
def test_largest_sets_are_seven_elephants_five_mosquitoes_six_of_others() -> None:
    largest = {
        animal: max(size_of(reading) for reading in READINGS if animal_of(reading) == animal)
        for animal in OUTRANKED_BY
    }
    assert largest == dict.fromkeys(OUTRANKED_BY, 6) | {"elephant": 7, "mosquito": 5}


@pytest.mark.rule("FZ-08")
def test_standing_set_is_beaten_by_as_many_that_outrank_or_one_more_of_its_own() -> None:
    assert set(BEATING[reading_of("seal", 2)]) == {
        hand_of("whale*2"),
        hand_of("whale", "joker"),
        hand_of("polar_bear*2"),
        hand_of("polar_bear", "joker"),
        hand_of("seal*3"),
        hand_of("seal*2", "joker"),
    }
    assert set(BEATING[reading_of("whale", 6)]) == set()


@pytest.mark.rule("FZ-07")
def test_leads_are_all_sets_of_a_hand() -> None:
    hand = hand_of("elephant*2", "mosquito*2", "joker", "mouse*3", "whale")
    assert sorted(leads(hand)) == sorted(cards for cards in READING if fits(cards, hand))


def test_pairs_are_all_choices_of_two_cards() -> None:
    assert {tuple(names(pair)) for pair in pairs(hand_of("fish*3", "lion", "joker"))} == {
        ("fish", "fish"),
        ("lion", "fish"),
        ("lion", "joker"),
        ("fish", "joker"),
    }
    assert len(PAIRS) == 13 * 12 // 2 + 12
    assert {count(pair) for pair in PAIRS} == {2}
    assert 2 * ONE["joker"] not in PAIRS
