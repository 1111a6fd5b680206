"""Whatever is given as a sheet is read or refused with problems; what is read scores any hand."""

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.base import Problem
from games.match_file import InvalidMatchFileError, score_match, score_text
from games.score_sheet import SCORE_SHEET
from games.score_sheet.faults import InvalidSheetError
from games.score_sheet.reading import read_sheet
from games.score_sheet.ready import ready_sheet, ready_slugs
from tests.games.score_sheet.sheets import JsonObject, sheet_of
from tests.games.spoilt_json import nearly
from tests.oracles.score_sheet_sheets import draw_record
from tests.portions import in_portions

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=20,
)
SIGNS = st.sampled_from(
    [
        *("(", ")", "[", "]", ",", "+", "-", "*", "/", "mod", "=", "<", "and", "or", "not"),
        *("if", "then", "else", "1", "0", "7", "999999999", "points", "total", "me", "dealer"),
        *("sum", "team", "at", "split", "before", "max", "abs", "any", "'red'", "ä", "\u202e"),
    ]
)


def codes(sheet: object) -> set[str]:
    """Return how a sheet is refused; nothing else may come of it."""
    with pytest.raises(InvalidSheetError) as refused:
        read_sheet(sheet)
    return {problem.code for problem in refused.value.problems}


def deep(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return value


def cyclic() -> JsonObject:
    sheet = sheet_of()
    sheet["columns"].append(sheet)
    return sheet


def cyclic_list() -> JsonObject:
    endless: list[Any] = []
    endless += [endless, endless]
    return sheet_of(lines=endless)


def doubling(values: int) -> JsonObject:
    """Square a number again and again: it would have a million digits after twenty."""
    first = {"id": "v0", "is": "points"}
    more = [{"id": f"v{at + 1}", "is": f"v{at} * v{at}"} for at in range(values)]
    return sheet_of(values=[first, *more])


@pytest.mark.parametrize(
    ("sheet", "expected"),
    [
        (None, {"not_an_object"}),
        ("hearts", {"not_an_object"}),
        (deep(100_000), {"too_large"}),
        (cyclic(), {"too_large"}),
        (cyclic_list(), {"too_large"}),
        ([[1] * 3_000] * 3_000, {"too_large"}),
        (sheet_of(columns=[{}] * 100_000), {"too_large"}),
        (sheet_of(lines=[1] * 1_000), {"too_many"}),
        (sheet_of(title="x" * 10_000_000), {"too_large"}),
        (sheet_of(title="x" * 10_000), {"not_a_text"}),
        (sheet_of(title="\ud800"), {"not_a_text"}),
        (sheet_of(title="turned \u202e around"), {"not_a_text"}),
        (sheet_of(title="null \x00 byte"), {"not_a_text"}),
        (sheet_of(title="\u2028"), {"not_a_text"}),
        (sheet_of(slug="١٢"), {"not_a_slug"}),
        (sheet_of(version=10**5000), {"out_of_range"}),
        (sheet_of(version=1.0), {"not_a_number"}),
        (sheet_of(version=float("nan")), {"not_a_number"}),
        (sheet_of(players={"fewest": True, "most": 8}), {"not_a_number"}),
        (sheet_of(players={"fewest": -(10**5000), "most": 10**5000}), {"out_of_range"}),
        (sheet_of(tables={"t": {str(at): at for at in range(201)}}), {"not_a_table"}),
        (sheet_of(tables={1: {2: 3}}), {"not_an_id", "not_a_table"}),
        (sheet_of(tables={"t": {"1" * 5_000: 1}}), {"not_a_table", "not_a_number"}),
        (sheet_of(x={1, 2}), {"unknown_field"}),
        (sheet_of(**{"x" * 5_000: 1}), {"unknown_field"}),
        (doubling(30), {"too_large"}),
        (
            sheet_of(values=[{"id": f"v{at}", "is": "sum(sum(sum(points)))"} for at in range(40)]),
            {"too_costly"},
        ),
    ],
    ids=lambda value: None if isinstance(value, set) else "sheet",
)
def test_monster_is_refused(sheet: object, expected: set[str]) -> None:
    assert codes(sheet) & expected
    assert codes(sheet) <= expected | {"too_large", "not_an_id", "not_a_table"}


@given(value=JSON)
def test_no_value_of_json_passes_for_a_sheet(value: object) -> None:
    assert codes(value)


@in_portions(4)
@given(data=st.data())
@settings(max_examples=60)
def test_spoilt_sheet_is_refused_or_scores_any_hand(portion: int, data: st.DataObject) -> None:
    sheet: Any = ready_sheet(data.draw(st.sampled_from(ready_slugs()))).as_json()
    for _ in range(data.draw(st.integers(1, 3))):
        sheet = data.draw(nearly(sheet))
    score_some(sheet, data.draw(st.integers(0, 10_000)))


@in_portions(4)
@given(signs=st.lists(SIGNS, min_size=1, max_size=12), seed=st.integers(0, 10_000))
@settings(max_examples=80)
def test_any_words_are_refused_as_a_formula_or_score(
    portion: int, signs: list[str], seed: int
) -> None:
    line = {"rule": "SM-01", "label": "L", "points": " ".join(signs)}
    score_some(sheet_of(lines=[line], partners={"kind": "places"}), seed)


@given(text=st.text(max_size=40))
def test_any_text_is_refused_as_a_formula_or_scores(text: str) -> None:
    score_some(sheet_of(lines=[{"rule": "SM-01", "label": "L", "points": text}]), 0)


def faults_of(sheet: object) -> tuple[Problem, ...]:
    try:
        read_sheet(sheet)
    except InvalidSheetError as error:
        return error.problems
    return ()


def score_some(sheet: Any, seed: int) -> None:
    """Read a sheet, and if it is one, score hands that fit it."""
    problems = faults_of(sheet)
    if problems:
        assert json.dumps([problem.as_json() for problem in problems])
        return
    read = read_sheet(sheet)
    rng = random.Random(seed)
    seats = rng.choice(read.players)
    match = SCORE_SHEET.new_match(SCORE_SHEET.options({"sheet": sheet}), seats, 0)
    for _ in range(3):
        setup = match.next_hand()
        if setup is None:
            break
        record = draw_record(read.as_json(), seats, [list(team) for team in setup.teams], rng)
        errors = [problem for problem in match.check(record) if problem.level == "error"]
        assert {problem.code for problem in errors} <= {"check"}
        match = match.skip() if errors else match.add(record)


def test_problems_of_a_sheet_stand_at_their_path_in_a_match() -> None:
    sheet = sheet_of(lines=[{"rule": "SM-01", "label": "L", "points": "poins"}])
    match = {"game": "score-sheet", "options": {"sheet": sheet}, "seats": 4, "dealer": 0}
    with pytest.raises(InvalidMatchFileError) as refused:
        score_match({**match, "hands": []})
    assert [(each.code, each.field) for each in refused.value.problems] == [
        ("unknown_name", "options.sheet.lines[0].points")
    ]


def test_text_nested_too_deeply_is_no_json() -> None:
    with pytest.raises(InvalidMatchFileError) as refused:
        score_text(b'{"game": "score-sheet", "options": {"sheet": ' + b"[" * 100_000)
    assert [problem.code for problem in refused.value.problems] == ["not_json"]
