import contextlib

import pytest
from hypothesis import given

from games.base import InvalidOptionsError
from games.zop_zoo import ZOP_ZOO
from games.zop_zoo.deck import STANDARD_DECK
from games.zop_zoo.options import ZopZooOptions
from tests.games.zop_zoo.any_json import JSON


def faults(data: object) -> list[tuple[str, str, str | None]]:
    with pytest.raises(InvalidOptionsError) as refused:
        ZOP_ZOO.options(data)
    return [(problem.code, problem.field, problem.rule) for problem in refused.value.problems]


@pytest.mark.rule("ZZ-26", "ZZ-R1", "ZZ-R4", "ZZ-R14", "ZZ-R2")
def test_defaults_are_those_of_the_rules() -> None:
    options = ZOP_ZOO.options({})
    assert options == ZopZooOptions(800, 4, "must", "strict", STANDARD_DECK)
    assert options.as_json() == {
        "target": 800,
        "beasts": 4,
        "specialty_on_discard": "must",
        "missed_cards": "strict",
        "deck": "standard",
    }


@pytest.mark.rule("ZZ-26", "ZZ-R1", "ZZ-R4")
def test_options_read_back_as_they_are_written() -> None:
    deck = dict(STANDARD_DECK.as_json())
    deck["minuses"] = [{"name": f"m{at}", "points": -5, "made_up": []} for at in range(6)]
    options = ZOP_ZOO.options(
        {"target": 1000, "beasts": 5, "specialty_on_discard": "may", "deck": deck}
    )
    written = options.as_json()
    assert written == {
        "target": 1000,
        "beasts": 5,
        "specialty_on_discard": "may",
        "missed_cards": "strict",
        "deck": deck,
    }
    assert ZOP_ZOO.options(written) == options
    assert hash(ZOP_ZOO.options(written)) == hash(options)


def test_deck_written_out_is_still_the_standard_deck() -> None:
    assert ZOP_ZOO.options({"deck": STANDARD_DECK.as_json()}) == ZOP_ZOO.options({})


def test_all_faults_are_named_at_once() -> None:
    bad = {"beasts": 6, "specialty_on_discard": "never", "missed_cards": "free", "target": 0}
    assert faults({**bad, "deck": "french", "speed": 1}) == [
        ("unknown_field", "speed", None),
        ("out_of_range", "target", "ZZ-26"),
        ("not_a_choice", "beasts", "ZZ-R1"),
        ("not_a_choice", "specialty_on_discard", "ZZ-R4"),
        ("not_a_choice", "missed_cards", "ZZ-R14"),
        ("not_an_object", "deck", None),
    ]
    assert faults([]) == [("not_an_object", "", None)]


@pytest.mark.parametrize("target", [None, "800", 800.0, True])
def test_target_is_a_whole_number(target: object) -> None:
    assert faults({"target": target}) == [("not_a_number", "target", "ZZ-26")]


@pytest.mark.parametrize("target", [-5, 0, 1_000_001])
def test_target_is_positive_and_within_reason(target: int) -> None:
    assert faults({"target": target}) == [("out_of_range", "target", "ZZ-26")]


@pytest.mark.parametrize("beasts", [3, 6, True, 4.0, "4", None, [4]])
def test_beasts_are_four_or_five(beasts: object) -> None:
    assert faults({"beasts": beasts}) == [("not_a_choice", "beasts", "ZZ-R1")]


@given(data=JSON)
def test_any_json_is_read_or_refused(data: object) -> None:
    with contextlib.suppress(InvalidOptionsError):
        options = ZOP_ZOO.options(data)
        assert ZOP_ZOO.options(options.as_json()) == options
