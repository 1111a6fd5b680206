from collections import Counter

import pytest

from games.zop_zoo.cards import (
    BEST_BEAST_POINTS,
    BONUS_CATEGORIES,
    CATEGORIES,
    CATEGORY_POINTS,
    CONNECT_POINTS,
    WHITE_CARDS,
    black_deck,
    cards_in,
)
from games.zop_zoo.deck import STANDARD_DECK


@pytest.mark.rule("ZZ-01")
def test_white_deck_has_52_cards_of_three_kinds() -> None:
    kinds = Counter(STANDARD_DECK.animals[card].kind for card in WHITE_CARDS)
    assert kinds == {"category": 36, "connect": 10, "minus": 6}


@pytest.mark.rule("ZZ-02", "ZZ-R1")
@pytest.mark.parametrize(("beasts", "cards"), [(4, 74), (5, 75)])
def test_black_deck_has_a_match_of_every_animal_and_22_or_23_cards_more(
    beasts: int, cards: int
) -> None:
    ids = Counter(STANDARD_DECK.ids[card] for card in black_deck(beasts))
    animals = {STANDARD_DECK.animals[card].id for card in WHITE_CARDS}
    assert ids.total() == cards
    assert {name: count for name, count in ids.items() if name not in animals} == {
        **{f"bonus-{category}": 1 for category in BONUS_CATEGORIES},
        "mole": 6,
        "earthworm": 1,
        "raccoon": 1,
        "hyena": 1,
        "beast": beasts,
        "best_beast": 1,
    }
    assert {ids[animal] for animal in animals} == {1}


@pytest.mark.rule("ZZ-03")
def test_values_are_those_of_the_rules() -> None:
    assert CATEGORY_POINTS == {
        "mammal": 10,
        "ocean": 15,
        "bird": 20,
        "insect": 25,
        "semi_aquatic": 30,
        "horns": 35,
        "reptile": 40,
        "marsupial": 45,
        "arachnid": 55,
        "mythical": 65,
    }
    assert (CONNECT_POINTS, BEST_BEAST_POINTS) == (80, 50)
    assert {
        (animal.kind, animal.category, animal.points)
        for animal in STANDARD_DECK.animals
        if animal.kind in {"category", "bonus"}
    } == {
        *(("category", category, CATEGORY_POINTS[category]) for category in CATEGORIES),
        *(("bonus", category, CATEGORY_POINTS[category]) for category in BONUS_CATEGORIES),
    }


@pytest.mark.rule("ZZ-04")
def test_every_category_but_mammal_and_marsupial_has_a_side_bonus() -> None:
    assert set(CATEGORIES) - set(BONUS_CATEGORIES) == {"mammal", "marsupial"}
    assert STANDARD_DECK.points[STANDARD_DECK.card_of_id["bonus-bird"]] == 20
    assert STANDARD_DECK.points[STANDARD_DECK.card_of_id["bonus-mythical"]] == 65


@pytest.mark.parametrize(("cards", "listed"), [(0, []), (1, [0]), (0b101100, [2, 3, 5])])
def test_set_of_cards_is_listed_in_order(cards: int, listed: list[int]) -> None:
    assert cards_in(cards) == listed
