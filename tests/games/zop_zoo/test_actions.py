import contextlib
from typing import Any

import pytest
from hypothesis import given

from games.refusals import InvalidActionError
from games.zop_zoo.actions import action_as_json, read_action
from games.zop_zoo.deck import STANDARD_DECK
from tests.games.zop_zoo.any_json import JSON

JsonObject = dict[str, Any]


def faults(data: object) -> list[tuple[str, str]]:
    with pytest.raises(InvalidActionError) as refused:
        read_action(data, STANDARD_DECK)
    return [(problem.code, problem.field) for problem in refused.value.problems]


@pytest.mark.parametrize(
    "data",
    [
        {"type": "draw"},
        {"type": "take"},
        {"type": "dig"},
        {"type": "pass"},
        {"type": "fetch_all"},
        {"type": "stop"},
        {"type": "cover", "card": "connect-10"},
        {"type": "fetch", "card": "bonus-semi_aquatic"},
        {"type": "take_unit", "unit": "minus-6"},
        {"type": "give_unit", "unit": "bonus-mythical", "seat": 7},
        {"type": "switch_units", "unit": "mammal-1", "for": "bonus-mythical"},
    ],
)
def test_action_reads_back_as_it_is_written(data: JsonObject) -> None:
    assert action_as_json(read_action(data, STANDARD_DECK), STANDARD_DECK) == data


def test_what_an_event_adds_is_ignored() -> None:
    told = {"type": "draw", "card": "best_beast"}
    assert read_action(told, STANDARD_DECK) == read_action({"type": "draw"}, STANDARD_DECK)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (None, [("not_an_object", "")]),
        ("draw", [("not_an_object", "")]),
        ({}, [("not_a_choice", "type")]),
        ({"type": ["draw"]}, [("not_a_choice", "type")]),
        ({"type": "steal"}, [("not_a_choice", "type")]),
        ({"type": "dig", "card": "bird-1"}, [("unknown_field", "card")]),
        ({"type": "cover"}, [("unknown_card", "card")]),
        ({"type": "cover", "card": "mole"}, [("unknown_card", "card")]),
        ({"type": "fetch", "card": 3}, [("unknown_card", "card")]),
        ({"type": "take_unit", "unit": "bird-9"}, [("unknown_card", "unit")]),
        (
            {"type": "give_unit", "unit": "beast", "seat": True},
            [("unknown_card", "unit"), ("not_a_seat", "seat")],
        ),
        ({"type": "give_unit", "unit": "bird-1", "seat": 8}, [("not_a_seat", "seat")]),
        (
            {"type": "switch_units", "unit": "bird-1", "by": 1},
            [("unknown_field", "by"), ("unknown_card", "for")],
        ),
    ],
)
def test_action_that_cannot_be_read_is_refused_with_all_faults(
    data: object, expected: list[tuple[str, str]]
) -> None:
    assert faults(data) == expected


@given(value=JSON, kind=JSON, card=JSON, seat=JSON)
def test_any_json_is_read_or_refused(
    value: object, kind: object, card: object, seat: object
) -> None:
    for data in (
        value,
        {"type": kind},
        {"type": "give_unit", "unit": card, "seat": seat},
        {"type": "switch_units", "unit": card, "for": value},
    ):
        with contextlib.suppress(InvalidActionError):
            action = read_action(data, STANDARD_DECK)
            written = action_as_json(action, STANDARD_DECK)
            assert read_action(written, STANDARD_DECK) == action
