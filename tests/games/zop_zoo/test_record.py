from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.zop_zoo.record import SeatRecord, ZopZooRecord, read_record
from tests.games.spoilt_json import nearly
from tests.games.zop_zoo.any_json import JSON

JsonObject = dict[str, Any]

HAND: JsonObject = {
    "winner": 1,
    "seats": [
        {"cards": 55, "minus": -75, "bonus": ["bird"]},
        {"cards": 275, "minus": 0, "bonus": []},
    ],
}


def faults(data: object) -> list[tuple[str, str, str | None]]:
    reading = read_record(data, 2)
    assert (reading.record is None) == bool(reading.problems)
    return [(problem.code, problem.field, problem.rule) for problem in reading.problems]


def with_seat(**changed: object) -> JsonObject:
    return {"winner": 1, "seats": [{**HAND["seats"][0], **changed}, HAND["seats"][1]]}


@pytest.mark.rule("ZZ-23", "ZZ-24")
def test_record_in_fields_reads_back_as_it_is_written() -> None:
    record = ZopZooRecord(1, (SeatRecord(55, -75, ("bird",)), SeatRecord(275, 0, ())))
    assert read_record(HAND, 2) == (record, ())
    assert record.as_json() == HAND
    assert read_record(record, 2) == (record, ())


@pytest.mark.rule("ZZ-24", "ZZ-27", "ZZ-R14")
def test_record_of_mere_points_reads_back_as_it_is_written() -> None:
    """Nothing is recorded of cards that somebody missed."""
    hand = {"winner": 1, "points": [-55, 275]}
    record = ZopZooRecord(1, points=(-55, 275))
    assert read_record(hand, 2) == (record, ())
    assert record.as_json() == hand
    assert read_record({**hand, "seats": None}, 2) == (record, ())


@pytest.mark.rule("ZZ-25")
@pytest.mark.parametrize("hand", [{"winner": None}, {}])
def test_hand_without_a_winner_has_none_or_null(hand: JsonObject) -> None:
    record = read_record({**HAND, **hand} if hand else {"seats": HAND["seats"]}, 2).record
    assert record is not None
    assert record.as_json() == {**HAND, "winner": None}


@pytest.mark.rule("ZZ-23")
@pytest.mark.parametrize("winner", [2, -1, True, "1", 1.0, [1]])
def test_winner_must_be_a_seat(winner: object) -> None:
    assert faults({**HAND, "winner": winner}) == [("not_a_seat", "winner", "ZZ-23")]


@pytest.mark.parametrize("data", [None, [], "hand", 3])
def test_record_that_is_no_object_is_refused(data: object) -> None:
    assert faults(data) == [("not_an_object", "", None)]


def test_record_needs_one_of_its_two_forms() -> None:
    assert faults({"winner": 0}) == [("missing", "seats", "ZZ-24")]
    assert faults({"winner": 0, "seats": None, "points": None}) == [("missing", "seats", "ZZ-24")]
    assert faults({**HAND, "points": [0, 5]}) == [("not_counted", "points", "ZZ-24")]


@pytest.mark.parametrize("entries", [[], [{}], {}, "two", 2, [{}, {}, {}]])
def test_there_is_one_entry_a_seat(entries: object) -> None:
    assert faults({"winner": 0, "seats": entries}) == [("not_one_a_seat", "seats", "ZZ-24")]
    assert faults({"winner": 0, "points": entries}) == [("not_one_a_seat", "points", "ZZ-24")]


@pytest.mark.rule("ZZ-03")
@pytest.mark.parametrize(
    ("field", "value", "code", "rule"),
    [
        ("cards", 54, "not_a_multiple", "ZZ-03"),
        ("cards", -5, "out_of_range", "ZZ-24"),
        ("cards", 1205, "out_of_range", "ZZ-24"),
        ("cards", 55.0, "not_a_number", "ZZ-24"),
        ("cards", False, "not_a_number", "ZZ-24"),
        ("cards", None, "missing", "ZZ-24"),
        ("minus", -74, "not_a_multiple", "ZZ-03"),
        ("minus", 5, "out_of_range", "ZZ-24"),
        ("minus", -1_000_005, "out_of_range", "ZZ-24"),
        ("minus", "0", "not_a_number", "ZZ-24"),
        ("minus", None, "missing", "ZZ-24"),
        ("bonus", None, "missing", "ZZ-22"),
        ("bonus", "bird", "not_a_list", "ZZ-22"),
        ("bonus", {"bird": 1}, "not_a_list", "ZZ-22"),
    ],
)
def test_value_of_a_seat_is_refused(field: str, value: object, code: str, rule: str) -> None:
    assert faults(with_seat(**{field: value})) == [(code, f"seats[0].{field}", rule)]


@pytest.mark.parametrize(("cards", "minus"), [(0, 0), (1200, -455), (5, -1_000_000)])
def test_values_at_their_bounds_are_accepted(cards: int, minus: int) -> None:
    assert faults(with_seat(cards=cards, minus=minus)) == []


@pytest.mark.rule("ZZ-04")
@pytest.mark.parametrize("category", ["mammal", "marsupial", "Bird", "semi-aquatic", 20, None, []])
def test_bonus_is_a_category_that_has_one(category: object) -> None:
    assert faults(with_seat(bonus=["bird", category])) == [
        ("not_a_bonus", "seats[0].bonus[1]", "ZZ-04")
    ]


@pytest.mark.rule("ZZ-04")
def test_no_bonus_is_there_twice_at_one_seat_or_two() -> None:
    seats = [
        {"cards": 0, "minus": 0, "bonus": ["bird", "ocean", "bird"]},
        {"cards": 0, "minus": 0, "bonus": ["semi_aquatic", "ocean"]},
    ]
    reading = read_record({"winner": 0, "seats": seats}, 2)
    assert [(problem.field, problem.rule) for problem in reading.problems] == [
        ("seats[0].bonus[2]", "ZZ-04"),
        ("seats[1].bonus[1]", "ZZ-04"),
    ]
    assert [problem.text for problem in reading.problems] == [
        "There is one such card, and this seat has it already.",
        "There is one such card, and another seat has it already.",
    ]


@pytest.mark.parametrize(
    ("points", "codes"),
    [
        ([-55, 275], []),
        ([1_000_000, -1_000_000], []),
        ([7, 5.0], ["not_a_multiple", "not_a_number"]),
        ([None, 1_000_005], ["missing", "out_of_range"]),
    ],
)
def test_mere_points_are_multiples_of_five(points: object, codes: list[str]) -> None:
    found = faults({"winner": 0, "points": points})
    assert [code for code, _, _ in found] == codes
    assert [field for _, field, _ in found] == [f"points[{at}]" for at in range(len(codes))]


def test_all_faults_are_named_at_once() -> None:
    bad = {
        "winner": 7,
        "by": "me",
        "seats": [{"cards": 3, "minus": 5, "bonus": ["mammal"], "wild": 1}, None],
    }
    assert [(code, field) for code, field, _ in faults(bad)] == [
        ("unknown_field", "by"),
        ("not_a_seat", "winner"),
        ("unknown_field", "seats[0].wild"),
        ("not_a_multiple", "seats[0].cards"),
        ("out_of_range", "seats[0].minus"),
        ("not_a_bonus", "seats[0].bonus[0]"),
        ("not_an_object", "seats[1]"),
    ]


@given(data=JSON, hand=JSON, points=JSON)
def test_any_json_is_read_or_refused(data: object, hand: object, points: object) -> None:
    for value in (
        data,
        {**HAND, "seats": data},
        with_seat(cards=data, minus=hand, bonus=points),
        {"winner": hand, "points": points},
        {"winner": 0, "points": [points, points]},
    ):
        reading = read_record(value, 2)
        assert (reading.record is None) == bool(reading.problems)
        if reading.record is not None:
            assert read_record(reading.record.as_json(), 2) == reading


@given(record=st.just(HAND) | nearly(HAND), seats=st.integers(2, 3))
@settings(max_examples=400)
def test_record_without_a_fault_is_read_no_otherwise_than_field_by_field(
    record: object, seats: int
) -> None:
    """Only an object of JSON itself is read at once; any other one is read field by field."""
    if isinstance(record, dict):
        assert read_record(record, seats) == read_record(MappingProxyType(record), seats)
