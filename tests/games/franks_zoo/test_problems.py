"""What is wrong with a record is told with the rule that it breaks and the numbers in question."""

from typing import Any

import pytest

from games.base import Data, InvalidMatchError
from games.franks_zoo import FRANKS_ZOO
from games.franks_zoo.match import FranksZooMatch

JsonObject = dict[str, Any]

FIVE: JsonObject = {
    "teams": [[1, 4], [2, 0]],
    "solo": 3,
    "finish": [0, 1, 2, 3, 4],
    "lions_taken": [0, 2, 0, 3, 0],
    "lions_in_hand": 0,
    "hedgehog": [True, True, False, True, False],
}
"""A valid record of a second hand at five seats, dealer 0, hand one void."""

RULE_OF_FIELD = {
    "teams": "FZ-20",
    "solo": "FZ-20",
    "finish": "FZ-11",
    "lions_taken": "FZ-28",
    "lions_in_hand": "FZ-29",
    "hedgehog": "FZ-30",
}


def first_hand(**options: object) -> FranksZooMatch:
    return FRANKS_ZOO.new_match(FRANKS_ZOO.options(options), 5, dealer=0)


@pytest.mark.rule("FZ-11", "FZ-20", "FZ-28", "FZ-29", "FZ-30")
@pytest.mark.parametrize(("field", "rule"), RULE_OF_FIELD.items())
def test_missing_field_names_the_rule_that_asks_for_it(field: str, rule: str) -> None:
    record = {name: value for name, value in FIVE.items() if name != field}
    [problem] = first_hand().skip().check(record)
    assert (problem.code, problem.field, problem.rule) == ("missing", field, rule)


@pytest.mark.rule("FZ-14", "FZ-20", "FZ-28", "FZ-29", "FZ-30")
@pytest.mark.parametrize("number", [1, 2])
def test_field_that_does_not_count_names_the_rule_of_hands_in_which_it_does(number: int) -> None:
    match = first_hand(mode="simple")
    problems = (match if number == 1 else match.skip()).check(FIVE)
    assert [(problem.field, problem.rule) for problem in problems] == [
        (field, rule) for field, rule in RULE_OF_FIELD.items() if field != "finish"
    ]


@pytest.mark.rule("FZ-01", "FZ-11", "FZ-20", "FZ-28", "FZ-29", "FZ-30")
@pytest.mark.parametrize(
    ("field", "value", "code", "data"),
    [
        ("teams", [[1, 4]], "not_teams", {"teams": 2}),
        ("teams", [[1, 4], [4, 0]], "not_a_partition", {}),
        ("solo", 5, "not_a_seat", {}),
        ("solo", 4, "not_a_partition", {"seat": 4}),
        ("finish", [0, 1, 2, 3, 3], "not_a_permutation", {"seats": 5}),
        ("lions_taken", [0, 0, 0, 0], "not_counts", {"seats": 5}),
        ("lions_taken", [0, 0, 0, 0, -1], "negative", {}),
        ("lions_taken", [6, 0, 0, 0, 0], "too_many_lions", {"lions": 5}),
        ("lions_in_hand", "1", "not_a_count", {}),
        ("lions_in_hand", -1, "negative", {}),
        ("hedgehog", [1, 1, 1, 1, 1], "not_yes_or_no", {"seats": 5}),
    ],
)
def test_value_at_fault_names_its_rule_and_the_numbers_in_question(
    field: str, value: object, code: str, data: Data
) -> None:
    errors = [
        problem
        for problem in first_hand().skip().check({**FIVE, field: value})
        if problem.level == "error"
    ]
    assert [(each.code, each.field, each.rule, each.data) for each in errors] == [
        (code, field, RULE_OF_FIELD[field], data)
    ]


@pytest.mark.rule("FZ-01", "FZ-29", "FZ-30")
def test_more_of_an_animal_than_the_deck_has_is_told_how_many_there_are() -> None:
    six = FRANKS_ZOO.new_match(FRANKS_ZOO.options({}), 6, dealer=0).skip()
    record = {
        "teams": [[1, 4], [2, 5], [3, 0]],
        "finish": [0, 1, 2, 3, 4, 5],
        "lions_taken": [0] * 6,
        "lions_in_hand": 6,
        "hedgehog": [True] * 6,
    }
    assert [(each.code, each.field, each.rule, each.data) for each in six.check(record)] == [
        ("too_many_lions", "lions_in_hand", "FZ-29", {"lions": 5}),
        ("too_many_lions", "lions_taken", "FZ-28", {"lions": 5}),
        ("too_many_hedgehogs", "hedgehog", "FZ-30", {"hedgehogs": 5}),
    ]


@pytest.mark.rule("FZ-20")
@pytest.mark.parametrize(
    ("solo", "expected"),
    [(3, [("missing", "teams")]), (5, [("missing", "teams"), ("not_a_seat", "solo")])],
)
def test_teams_at_fault_do_not_hide_what_else_is_wrong_with_the_solo_seat(
    solo: int, expected: list[tuple[str, str]]
) -> None:
    problems = first_hand().skip().check({**FIVE, "teams": None, "solo": solo})
    assert [(problem.code, problem.field) for problem in problems] == expected


@pytest.mark.rule("FZ-03", "FZ-32")
@pytest.mark.parametrize(
    ("seats", "dealer", "told"),
    [
        (2, 0, [("not_a_table_size", "seats", None)]),
        (8, 6, [("not_a_table_size", "seats", None)]),
        (8, 7, [("not_a_table_size", "seats", None), ("not_a_seat", "dealer", None)]),
        (3, 3, [("not_a_seat", "dealer", None)]),
        (7, 7, [("not_a_seat", "dealer", None)]),
    ],
)
def test_table_that_cannot_be_is_refused_with_every_fault(
    seats: int, dealer: int, told: list[tuple[str, str, str | None]]
) -> None:
    with pytest.raises(InvalidMatchError) as refused:
        FRANKS_ZOO.new_match(FRANKS_ZOO.options({}), seats, dealer)
    assert [(each.code, each.field, each.rule) for each in refused.value.problems] == told
