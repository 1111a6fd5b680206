"""What is wrong with an input is told with its code and the rule that it breaks."""

import random

import pytest

from games.base import InvalidMatchError
from games.zop_zoo import ZOP_ZOO
from tests.games.zop_zoo.writing import new_match, setup_of


@pytest.mark.rule("ZZ-04", "ZZ-22")
def test_bonus_that_is_there_twice_is_told_as_such() -> None:
    shown = {"cards": 0, "minus": 0, "bonus": ["bird", "bird"]}
    problems = new_match(2).check({"winner": 0, "seats": [shown, {**shown, "bonus": ["bird"]}]})
    assert [(problem.code, problem.field, problem.rule) for problem in problems] == [
        ("duplicate_bonus", "seats[0].bonus[1]", "ZZ-04"),
        ("duplicate_bonus", "seats[1].bonus[0]", "ZZ-04"),
    ]


@pytest.mark.parametrize(
    ("seats", "dealer", "told"),
    [
        (1, 0, [("not_a_table_size", "seats")]),
        (9, 0, [("not_a_table_size", "seats")]),
        (2, 2, [("not_a_seat", "dealer")]),
        (8, -1, [("not_a_seat", "dealer")]),
    ],
)
def test_table_that_cannot_be_is_refused(
    seats: int, dealer: int, told: list[tuple[str, str]]
) -> None:
    with pytest.raises(InvalidMatchError) as refused:
        ZOP_ZOO.new_match(ZOP_ZOO.options({}), seats, dealer)
    assert [(each.code, each.field) for each in refused.value.problems] == told


@pytest.mark.rule("ZZ-26")
def test_hand_after_the_end_is_neither_begun_nor_scored() -> None:
    match = new_match(2, target=400)
    deal = ZOP_ZOO.sample_deal(setup_of(match), random.Random(1))
    assert match.start(deal).acting_seats() == (0,)
    over = match.add({"winner": 0, "points": [400, 0]})
    assert over.next_hand() is None
    with pytest.raises(ValueError, match="The match is over"):
        over.start(deal)
    assert [(each.code, each.rule) for each in over.check({"winner": 0, "points": [5, 0]})] == [
        ("match_over", "ZZ-26")
    ]
