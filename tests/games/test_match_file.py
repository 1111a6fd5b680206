import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.match_file import InvalidMatchFileError, score_match, score_text
from tests.oracles.franks_zoo_hands import matches
from tests.portions import in_portions

JsonObject = dict[str, Any]

FIRST: JsonObject = {"finish": [0, 1, 2, 3, 4]}
SECOND: JsonObject = {
    "teams": [[0, 3], [1, 4]],
    "solo": 2,
    "finish": [3, 1, 0, 4, 2],
    "lions_taken": [0, 2, 0, 3, 0],
    "lions_in_hand": 0,
    "hedgehog": [True, True, False, True, False],
}
MATCH: JsonObject = {
    "game": "franks-zoo",
    "options": {"mode": "partners"},
    "seats": 5,
    "dealer": 0,
    "hands": [FIRST, SECOND],
}


def faults(data: object) -> list[tuple[str, str]]:
    with pytest.raises(InvalidMatchFileError) as refused:
        score_match(data)
    return [(problem.code, problem.field) for problem in refused.value.problems]


def faults_of_text(text: bytes) -> list[tuple[str, str]]:
    with pytest.raises(InvalidMatchFileError) as refused:
        score_text(text)
    return [(problem.code, problem.field) for problem in refused.value.problems]


def test_match_of_the_documentation_comes_out_as_written_there() -> None:
    answer: Any = score_match(MATCH)
    lines = answer["hands"][1].pop("lines")
    assert answer["hands"][1] == {
        "scores": [8, 8, 3, 11, 5],
        "totals": [13, 12, 6, 13, 5],
        "places": [2, 3, 4, 1, 5],
        "warnings": [],
    }
    assert [[(line["rule"], line["points"]) for line in of_seat] for of_seat in lines] == [
        [("FZ-27", 8)],
        [("FZ-27", 6), ("FZ-28", 2)],
        [("FZ-27", 4), ("FZ-30", -1)],
        [("FZ-27", 8), ("FZ-28", 3)],
        [("FZ-27", 6), ("FZ-30", -1)],
    ]
    assert {name: answer[name] for name in answer if name != "hands"} == {
        "next": {"number": 3, "dealer": 3, "leader": 4, "teams": [[3, 2], [0, 4]], "solo": 1},
        "totals": [13, 12, 6, 13, 5],
        "places": [2, 3, 4, 1, 5],
        "is_over": False,
        "winners": [],
    }


def test_match_without_hands_shows_how_it_begins() -> None:
    assert score_match({**MATCH, "hands": []}) == {
        "hands": [],
        "next": {"number": 1, "dealer": 0, "leader": 1, "teams": None, "solo": None},
        "totals": [0, 0, 0, 0, 0],
        "places": [1, 1, 1, 1, 1],
        "is_over": False,
        "winners": [],
    }


def test_options_may_be_left_out() -> None:
    without = {name: MATCH[name] for name in MATCH if name != "options"}
    assert score_match(without) == score_match(MATCH)


def test_warnings_stand_at_their_hand() -> None:
    second = {**SECOND, "teams": [[0, 4], [1, 3]], "lions_in_hand": 0, "lions_taken": [0] * 5}
    answer: Any = score_match({**MATCH, "hands": [FIRST, second]})
    assert [
        (warning["code"], warning["field"], warning["rule"])
        for warning in answer["hands"][1]["warnings"]
    ] == [
        ("lions_missing", "hands[1].lions_taken", "FZ-R5"),
        ("teams_differ", "hands[1].teams", "FZ-20"),
    ]
    assert set(answer["hands"][1]["warnings"][0]) == {"code", "field", "rule", "text"}


def test_finished_match_names_its_winner_and_no_next_hand() -> None:
    answer = score_match({**MATCH, "options": {"target": 13}})
    assert (answer["is_over"], answer["winners"], answer["next"]) == (True, [3], None)


def test_hand_after_the_end_is_a_problem() -> None:
    match = {**MATCH, "options": {"target": 13}, "hands": [FIRST, SECOND, SECOND]}
    assert faults(match) == [("match_over", "hands[2]")]


def test_all_faults_of_the_first_bad_hand_are_named_and_of_no_later_one() -> None:
    bad = {**SECOND, "finish": [0], "lions_taken": [9, 0, 0, 0, 0]}
    assert faults({**MATCH, "hands": [FIRST, bad, {}]}) == [
        ("not_a_permutation", "hands[1].finish"),
        ("too_many_lions", "hands[1].lions_taken"),
    ]


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"game": "zoff"}, [("unknown_game", "game")]),
        ({"game": None}, [("unknown_game", "game")]),
        ({"game": ["franks-zoo"]}, [("unknown_game", "game")]),
        ({"seats": 2}, [("not_a_table_size", "seats")]),
        ({"seats": 5.0}, [("not_a_table_size", "seats")]),
        ({"dealer": 5}, [("not_a_seat", "dealer")]),
        ({"dealer": None}, [("not_a_seat", "dealer")]),
        ({"options": None}, [("not_an_object", "options")]),
        ({"options": {"target": 0}}, [("out_of_range", "options.target")]),
        ({"options": {"speed": 1}}, [("unknown_field", "options.speed")]),
        ({"hands": {}}, [("not_a_list", "hands")]),
        ({"hands": "no"}, [("not_a_list", "hands")]),
        ({"hands": [None]}, [("not_an_object", "hands[0]")]),
        ({"hands": [[]]}, [("not_an_object", "hands[0]")]),
        ({"players": []}, [("unknown_field", "players")]),
        (
            {"game": "?", "seats": "5", "dealer": True, "hands": 1, "x": 1},
            [
                ("unknown_field", "x"),
                ("unknown_game", "game"),
                ("not_a_number", "seats"),
                ("not_a_number", "dealer"),
                ("not_a_list", "hands"),
            ],
        ),
        (
            {"seats": 9, "dealer": -1, "options": {"mode": "", "target": -1}, "hands": None},
            [
                ("not_a_choice", "options.mode"),
                ("out_of_range", "options.target"),
                ("not_a_table_size", "seats"),
                ("not_a_seat", "dealer"),
                ("not_a_list", "hands"),
            ],
        ),
    ],
)
def test_faults_of_the_match_are_all_named(
    changed: JsonObject, expected: list[tuple[str, str]]
) -> None:
    assert faults({**MATCH, **changed}) == expected


def test_empty_object_misses_all_but_the_options() -> None:
    assert faults({}) == [
        ("missing", "game"),
        ("missing", "seats"),
        ("missing", "dealer"),
        ("missing", "hands"),
    ]


@pytest.mark.parametrize("name", ["game", "seats", "dealer", "hands"])
def test_field_left_out_is_named_once(name: str) -> None:
    assert faults({other: MATCH[other] for other in MATCH if other != name}) == [("missing", name)]


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"   ",
        b"{",
        b"{'game': 1}",
        b'{"game": NaN}',
        b'{"seats": Infinity}',
        b'{"seats": -Infinity}',
        b'{"seats": ' + b"9" * 5000 + b"}",
        b"[" * 200_000,
        b'{"hands": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        b"\xff\xfe\x00",
        b'{"game": "\xe9"}',
        b"{} {}",
        b"\x00",
    ],
)
def test_text_that_is_no_json_is_a_problem(text: bytes) -> None:
    assert faults_of_text(text) == [("not_json", "")]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            b'{"game": "x",\n "seats" 4}',
            "This is not JSON: Expecting ':' delimiter, in line 2, column 10.",
        ),
        ("{\n“\n".encode() + b"\xff", "The input is not UTF-8, in line 3, column 1."),
        (b"\xef\xbb\xbf{\xff}", "The input is not UTF-8, in line 1, column 2."),
        (b'{"seats": NaN}', "JSON has no NaN, in line 1, column 11."),
        (
            b'{"NaN":\n "\\"Infinity", "a": [-Infinity]}',
            "JSON has no -Infinity, in line 2, column 22.",
        ),
        (b"9" * 5000, "A number has too many digits."),
        (b"[" * 200_000, "The input is nested too deeply."),
    ],
)
def test_text_that_is_no_json_says_where_it_breaks(text: bytes, sentence: str) -> None:
    with pytest.raises(InvalidMatchFileError) as refusal:
        score_text(text)
    assert [problem.text for problem in refusal.value.problems] == [sentence]


@pytest.mark.parametrize(
    ("text", "field"),
    [
        (b'{"game": "franks-zoo", "game": "franks-zoo"}', "game"),
        (b'{"hands": [{"finish": [0], "finish": [1]}]}', "finish"),
        (b'{"\\ud800": 1, "\\ud800": 2}', "\ud800"),
    ],
)
def test_field_given_twice_is_a_problem(text: bytes, field: str) -> None:
    assert faults_of_text(text) == [("duplicate_field", field)]


def test_byte_order_mark_is_no_fault() -> None:
    assert score_text(b"\xef\xbb\xbf" + json.dumps(MATCH).encode()) == score_match(MATCH)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=10,
)


@in_portions(3)
@given(match=matches(most_hands=3), data=st.data())
@settings(max_examples=34)
def test_no_value_of_json_makes_the_scoring_fail(
    portion: int, match: JsonObject, data: st.DataObject
) -> None:
    """Whatever is put in place of any part of a match is scored or refused at that part."""
    names = [*match, "options", "x"]
    spoilt = data.draw(st.dictionaries(st.sampled_from(names), JSON, max_size=2))
    try:
        answer = score_match({**match, **spoilt})
    except InvalidMatchFileError as error:
        answer = {"problems": [problem.as_json() for problem in error.problems]}
    assert json.loads(json.dumps(answer)) == answer
    assert answer.get("problems") != []


@given(text=st.binary(max_size=80) | JSON.map(lambda value: json.dumps(value).encode()))
def test_no_text_passes_for_a_match_by_chance(text: bytes) -> None:
    assert len(faults_of_text(text)) >= 1
