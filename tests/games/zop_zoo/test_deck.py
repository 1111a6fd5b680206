import copy
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.zop_zoo.deck import STANDARD_DECK, Animal, read_deck
from tests.games.zop_zoo.any_json import JSON

JsonObject = dict[str, Any]


def data() -> JsonObject:
    return copy.deepcopy(STANDARD_DECK.as_json())


def faults(changed: object) -> list[tuple[str, str]]:
    deck, problems = read_deck(changed)
    assert (deck is None) == bool(problems)
    return [(problem.code, problem.field) for problem in problems]


def animal(card_id: str) -> Animal:
    return STANDARD_DECK.animals[STANDARD_DECK.card_of_id[card_id]]


@pytest.mark.rule("ZZ-R2")
def test_standard_deck_spreads_its_animals_as_ruled() -> None:
    spread = Counter(card.category for card in STANDARD_DECK.animals if card.kind == "category")
    assert spread == {
        **dict.fromkeys(("mammal", "ocean", "bird", "insect", "semi_aquatic", "horns"), 4),
        **dict.fromkeys(("reptile", "marsupial", "arachnid", "mythical"), 3),
    }
    connects = [card.category for card in STANDARD_DECK.animals if card.kind == "connect"]
    assert connects == list(spread)


@pytest.mark.rule("ZZ-R2", "ZZ-R3")
def test_all_that_the_rulebook_does_not_tell_is_marked_as_made_up() -> None:
    known = {card.name: card.id for card in STANDARD_DECK.animals if "name" not in card.made_up}
    assert known == {
        "owl": "bird-1",
        "butterfly": "insect-1",
        "alligator": "reptile-1",
        "kangaroo": "marsupial-1",
        "skunk": "minus-1",
        "snail": "minus-2",
        "swan": "bonus-bird",
    }
    for card in STANDARD_DECK.animals:
        if card.kind in {"category", "connect"}:
            assert ("category" in card.made_up) == (card.name not in known), card.id


@pytest.mark.rule("ZZ-R3")
def test_minus_values_are_known_of_two_and_made_up_of_four() -> None:
    minuses = [card for card in STANDARD_DECK.animals if card.kind == "minus"]
    assert [(card.points, "points" in card.made_up) for card in minuses] == [
        *((75, False), (90, False)),
        *((50, True), (60, True), (80, True), (100, True)),
    ]


@pytest.mark.rule("ZZ-R2")
def test_deck_reads_back_as_it_is_written() -> None:
    assert read_deck(data()) == (STANDARD_DECK, ())


@pytest.mark.rule("ZZ-R2", "ZZ-R3")
def test_deck_of_other_animals_has_their_names_spread_and_values() -> None:
    other = data()
    other["animals"]["bird"][0] = {"name": "barn owl"}
    other["animals"]["mythical"].append(other["animals"]["mammal"].pop())
    other["connects"][0]["category"] = "mythical"
    other["minuses"][2] = {"name": "wasp", "points": -65}
    deck, problems = read_deck(other)
    assert deck is not None
    assert problems == ()
    card = deck.card_of_id
    assert "mammal-4" not in card
    assert deck.animals[card["mythical-4"]].points == 65
    assert deck.animals[card["bird-1"]] == Animal("bird-1", "category", "barn owl", "bird", 20, ())
    assert deck.animals[card["minus-3"]] == Animal("minus-3", "minus", "wasp", None, 65, ())
    assert deck.bonus_shown[card["connect-1"]] == 1 << card["bonus-mythical"]
    assert read_deck(deck.as_json()) == (deck, ())


@pytest.mark.rule("ZZ-01", "ZZ-R2")
def test_all_faults_of_a_deck_are_named_at_once() -> None:
    bad = data()
    bad["colour"] = "green"
    bad["animals"]["fish"] = []
    bad["animals"]["bird"][1]["name"] = " "
    bad["animals"]["bird"][2]["name"] = "OWL"
    bad["animals"]["bird"][3] = "penguin"
    bad["animals"]["horns"] = None
    bad["connects"][1]["category"] = "fish"
    bad["connects"][2]["size"] = 3
    bad["minuses"][0]["points"] = 75
    bad["minuses"][1]["points"] = -77
    bad["minuses"][2]["points"] = True
    bad["minuses"][3]["made_up"] = ["value"]
    del bad["bonuses"]["horns"]
    assert faults(bad) == [
        ("unknown_field", "colour"),
        ("unknown_field", "animals.fish"),
        ("not_a_name", "animals.bird[1].name"),
        ("duplicate_name", "animals.bird[2].name"),
        ("not_an_object", "animals.bird[3]"),
        ("not_a_list", "animals.horns"),
        ("not_the_count", "animals"),
        ("not_a_choice", "connects[1].category"),
        ("unknown_field", "connects[2].size"),
        ("not_minus_points", "minuses[0].points"),
        ("not_minus_points", "minuses[1].points"),
        ("not_minus_points", "minuses[2].points"),
        ("not_a_choice", "minuses[3].made_up"),
        ("not_an_object", "bonuses.horns"),
    ]


@pytest.mark.rule("ZZ-01")
@pytest.mark.parametrize("part", ["animals", "connects", "minuses", "bonuses"])
def test_deck_needs_all_its_parts(part: str) -> None:
    bad = data()
    del bad[part]
    assert [field for _, field in faults(bad)] == [part]


@pytest.mark.parametrize("points", [-105, -3, 0, 5, -50.0, "-50", None])
def test_minus_points_go_in_fives_down_to_a_hundred(points: object) -> None:
    bad = data()
    bad["minuses"][0]["points"] = points
    assert faults(bad) == [("not_minus_points", "minuses[0].points")]


def test_deck_that_is_no_object_is_refused() -> None:
    assert faults("my deck") == [("not_an_object", "")]


@given(value=JSON, part=st.sampled_from(["animals", "connects", "minuses", "bonuses"]))
def test_any_json_is_read_or_refused_in_a_deck(value: object, part: str) -> None:
    assert faults(value) != []
    faults({**data(), part: value})
