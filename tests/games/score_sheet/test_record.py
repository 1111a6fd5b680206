"""What is wrong with a record, field by field; what the sheet's own checks say of it."""

import random
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.base import InvalidRecordError
from games.score_sheet.ready import ready_sheet, ready_slugs
from games.score_sheet.record import read_plain, read_record
from tests.games.score_sheet.sheets import JsonObject, match_of, sheet_of
from tests.games.spoilt_json import nearly
from tests.oracles.score_sheet_sheets import draw_record
from tests.portions import in_portions

COLUMNS: list[JsonObject] = [
    {"id": "n", "label": "N", "kind": "number", "lowest": -10, "highest": 20, "step": 5},
    {"id": "tick", "label": "T", "kind": "tick", "of": "table"},
    {"id": "pick", "label": "P", "kind": "choice", "choices": [{"id": "a", "label": "A"}]},
    {"id": "who", "label": "W", "kind": "seat"},
    {"id": "maybe", "label": "M", "kind": "seat", "optional": True},
    {"id": "place", "label": "L", "kind": "place"},
    {"id": "shared", "label": "S", "kind": "place", "shared": True},
    {"id": "extra", "label": "E", "kind": "count", "highest": 9, "default": 2},
    {"id": "of_team", "label": "O", "kind": "count", "of": "team", "highest": 9},
]
RECORD: JsonObject = {
    "n": [0, 5, -10, 20],
    "tick": True,
    "pick": ["a", "a", "a", "a"],
    "who": 3,
    "maybe": None,
    "place": [2, 1, 4, 3],
    "shared": [1, 1, 3, 3],
    "extra": [0, 1, 2, 3],
    "of_team": [4, 7],
}


def sheet_with(**changes: Any) -> JsonObject:
    line = {"rule": "RE-01", "label": "L", "points": "n + extra + of_team"}
    partners = {"kind": "seats"}
    players = {"fewest": 4, "most": 4}
    return sheet_of(columns=COLUMNS, lines=[line], partners=partners, players=players, **changes)


def test_record_is_written_back_as_it_was_read() -> None:
    match = match_of(sheet_with())
    written = match.read(RECORD).as_json()
    assert written == {name: value for name, value in RECORD.items() if value is not None}
    assert match.read(match.read(RECORD)) == match.read(RECORD)
    assert match.score(RECORD).scores == (4, 13, -4, 30)


def test_default_stands_where_nothing_was_written() -> None:
    match = match_of(sheet_with())
    without = {name: value for name, value in RECORD.items() if name != "extra"}
    assert match.read(without).as_json()["extra"] == [2, 2, 2, 2]
    assert match.read({**RECORD, "extra": [None, 5, None, 0]}).as_json()["extra"] == [2, 5, 2, 0]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"n": None}, [("missing", "n")]),
        ({"n": [0, 5]}, [("not_one_a_seat", "n")]),
        ({"n": 5}, [("not_one_a_seat", "n")]),
        ({"n": [0, 5, 25, 3]}, [("out_of_range", "n[2]"), ("not_a_step", "n[3]")]),
        ({"n": [0, True, 0, 0]}, [("not_a_number", "n[1]")]),
        ({"n": [0, None, 0, 0]}, [("missing", "n[1]")]),
        ({"tick": 1}, [("not_yes_or_no", "tick")]),
        ({"tick": None}, [("missing", "tick")]),
        ({"pick": ["a", "b", "a", 1]}, [("not_a_choice", "pick[1]"), ("not_a_choice", "pick[3]")]),
        ({"who": 4}, [("not_a_seat", "who")]),
        ({"who": None}, [("missing", "who")]),
        ({"maybe": -1}, [("not_a_seat", "maybe")]),
        ({"place": [1, 1, 3, 4]}, [("not_once_each", "place")]),
        ({"place": [0, 1, 2, 3]}, [("out_of_range", "place[0]")]),
        ({"shared": [1, 1, 2, 4]}, [("not_places", "shared")]),
        ({"of_team": [1, 2, 3, 4]}, [("not_one_a_team", "of_team")]),
        ({"other": 1}, [("unknown_field", "other")]),
        ({"teams": [[0, 2], [1, 3]]}, [("unknown_field", "teams")]),
    ],
)
def test_fault_of_a_record_is_named_at_its_field(
    changes: JsonObject, expected: list[tuple[str, str]]
) -> None:
    problems = match_of(sheet_with()).check({**RECORD, **changes})
    assert [(each.code, each.field) for each in problems] == expected


@pytest.mark.parametrize("record", [None, 3, [], "x"])
def test_record_is_given_by_name(record: object) -> None:
    assert [each.code for each in match_of(sheet_with()).check(record)] == ["not_an_object"]


def test_checks_refuse_or_warn_where_the_sheet_says() -> None:
    checks = [
        {
            "rule": "CH-01",
            "label": "Two at least: {n}",
            "that": "n > -10",
            "of": "seat",
            "column": "n",
        },
        {"rule": "CH-02", "label": "A sum of {seats}", "that": "sum(n) = 15", "level": "warning"},
    ]
    match = match_of(sheet_with(checks=checks))
    problems = match.check({**RECORD, "n": [0, -10, -10, 20]})
    of = {"sheet": "small@1"}
    assert [(e.code, e.field, e.rule, e.level, e.text, e.data) for e in problems] == [
        ("check", "n[1]", "CH-01", "error", "Two at least: -10", of | {"n": -10}),
        ("check", "n[2]", "CH-01", "error", "Two at least: -10", of | {"n": -10}),
        ("check", "", "CH-02", "warning", "A sum of 4", of | {"seats": 4}),
    ]
    with pytest.raises(InvalidRecordError) as refused:
        match.add({**RECORD, "n": [0, -10, -10, 20]})
    assert [each.rule for each in refused.value.problems] == ["CH-01", "CH-01"]
    assert [each.rule for each in match.score({**RECORD, "n": [0, 0, 0, 20]}).warnings] == ["CH-02"]


ODD: list[Any] = [None, True, -10, -5, 0, 1, 2, 3, 4, 5, 7, 9, 10, 25, 2.0, "a", "b", [], {}]


def odd_values(right: Any) -> list[Any]:
    """List what could stand where a right value stands, most of it wrong."""
    if not isinstance(right, list):
        return ODD
    one_odd = [[*right[:-1], odd] for odd in ODD]
    return [*ODD, *one_odd, right[1:], *([odd] * len(right) for odd in ODD)]


@pytest.mark.parametrize("field", RECORD)
def test_odd_value_is_read_no_otherwise_than_field_by_field(field: str) -> None:
    setup = match_of(sheet_with()).next_hand()
    assert setup is not None
    for odd in odd_values(RECORD[field]):
        record = {**RECORD, "maybe": 1, field: odd}
        assert read_record(record, setup) == read_record(MappingProxyType(record), setup), odd


@pytest.mark.parametrize("slug", ready_slugs())
def test_full_record_without_a_fault_is_read_at_once(slug: str) -> None:
    sheet: Any = ready_sheet(slug).as_json()
    rng = random.Random(slug)
    setup = match_of(sheet, ready_sheet(slug).players[0]).next_hand()
    assert setup is not None
    teams = [list(team) for team in setup.teams]
    for _ in range(20):
        record = draw_record(sheet, setup.seats, teams, rng)
        is_full = len(record) == len(sheet["columns"]) and None not in record.values()
        assert (read_plain({**record}, setup) is not None) == is_full


def test_wrong_number_of_values_says_of_whom() -> None:
    match = match_of(sheet_with())
    assert [each.text for each in match.check({**RECORD, "n": [], "of_team": []})] == [
        "This must be given once for each player.",
        "This must be given once for each team.",
    ]


@in_portions(4)
@given(data=st.data())
@settings(max_examples=60)
def test_record_without_a_fault_is_read_no_otherwise_than_field_by_field(
    portion: int, data: st.DataObject
) -> None:
    """Only an object of JSON itself is read at once; any other one is read field by field."""
    sheet: Any = ready_sheet(data.draw(st.sampled_from(ready_slugs()))).as_json()
    seats = data.draw(st.integers(sheet["players"]["fewest"], sheet["players"]["most"]))
    setup = match_of(sheet, seats).next_hand()
    assert setup is not None
    rng = random.Random(data.draw(st.integers(0, 10_000)))
    record = draw_record(sheet, seats, [list(team) for team in setup.teams], rng)
    for field in data.draw(st.lists(st.sampled_from(sorted(record)), max_size=2)):
        record[field] = data.draw(nearly(record[field]))
    assert read_record(record, setup) == read_record(MappingProxyType(record), setup)
