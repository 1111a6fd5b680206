"""What formulas come to, and how they are refused with the place of the fault."""

import pytest

from games.score_sheet.faults import InvalidSheetError
from games.score_sheet.reading import read_sheet
from games.score_sheet.syntax import FormulaError, parse_formula
from tests.games.score_sheet.sheets import JsonObject, as_id, match_of, sheet_of

COLUMNS = [
    {"id": "a", "label": "A", "kind": "number", "lowest": -20, "highest": 20},
    {"id": "b", "label": "B", "kind": "count", "highest": 20},
    {"id": "t", "label": "T", "kind": "number", "of": "table", "lowest": -9, "highest": 9},
    {"id": "yes", "label": "Yes", "kind": "tick"},
    {
        "id": "colour",
        "label": "Colour",
        "kind": "choice",
        "choices": [{"id": "red", "label": "Red"}, {"id": "blue", "label": "Blue"}],
    },
    {"id": "who", "label": "Who", "kind": "seat", "optional": True},
]
TABLES = {"worth": {"red": 3, "blue": 5}, "steps": {"-20": -1, "0": 0, "10": 7}}
RECORD = {
    "a": [7, -7, 0, 12],
    "b": [1, 2, 3, 4],
    "t": -4,
    "yes": [True, False, True, False],
    "colour": ["red", "blue", "red", "blue"],
    "who": 2,
}


def sheet_with(formula: str) -> JsonObject:
    return sheet_of(
        players={"fewest": 4, "most": 4},
        tables=TABLES,
        partners={"kind": "seats"},
        columns=COLUMNS,
        lines=[{"rule": "FO-01", "label": "F", "points": formula, "when": "a >= -20"}],
    )


def points(formula: str, **record: object) -> list[int]:
    score = match_of(sheet_with(formula), dealer=1).score({**RECORD, **record})
    return list(score.scores)


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("1 + 2 * 3", [7, 7, 7, 7]),
        ("(1 + 2) * 3", [9, 9, 9, 9]),
        ("10 - 3 - 2", [5, 5, 5, 5]),
        ("2 - -3", [5, 5, 5, 5]),
        ("-a * 2", [-14, 14, 0, -24]),
        ("a / 2", [3, -3, 0, 6]),
        ("a mod 4", [3, -3, 0, 0]),
        ("t / 3 * 3 + t mod 3", [-4, -4, -4, -4]),
        ("20 / 2 / 5", [2, 2, 2, 2]),
        ("if a > 0 then a else if a = 0 then 1 else -1", [7, -1, 1, 12]),
        ("1 + if yes then 10 else 20", [11, 21, 11, 21]),
        ("if yes and a > 0 or b = 4 then 1 else 0", [1, 0, 0, 1]),
        ("if not yes and a < 0 then 1 else 0", [0, 1, 0, 0]),
        ("if not (yes or a < 0) then 1 else 0", [0, 0, 0, 1]),
        ("if colour = 'blue' then 1 else 0", [0, 1, 0, 1]),
        ("if colour != 'blue' then 1 else 0", [1, 0, 1, 0]),
        ("if me = who then 1 else 0", [0, 0, 1, 0]),
        ("if me = dealer then 1 else 0", [0, 1, 0, 0]),
        ("worth[colour]", [3, 5, 3, 5]),
        ("steps[a]", [0, -1, 0, 7]),
        ("sum(b)", [10, 10, 10, 10]),
        ("others(b)", [9, 8, 7, 6]),
        ("team(b)", [4, 6, 4, 6]),
        ("partners(b)", [3, 4, 1, 2]),
        ("opponents(b)", [6, 4, 6, 4]),
        ("teams(b)", [3, 3, 3, 3]),
        ("count(yes)", [2, 2, 2, 2]),
        ("highest(a) - lowest(a)", [19, 19, 19, 19]),
        ("at(who, b)", [3, 3, 3, 3]),
        ("if any(a = 12) and all(b > 0) then 1 else 0", [1, 1, 1, 1]),
        ("split(yes, t)", [-8, 8, -8, 8]),
        ("split(me = who, 5)", [-5, -5, 15, -5]),
        ("max(a, b, 3)", [7, 3, 3, 12]),
        ("min(a, 0)", [0, -7, 0, 0]),
        ("abs(a)", [7, 7, 0, 12]),
        ("seats * 100 + hand", [401, 401, 401, 401]),
        ("b + max(-9, min(9, total))", [1, 2, 3, 4]),
    ],
    ids=as_id,
)
def test_formula_comes_to_what_it_says(formula: str, expected: list[int]) -> None:
    assert points(formula) == expected


@pytest.mark.parametrize(
    ("formula", "low", "high", "steps"),
    [
        ("a + b", -20, 40, 3),
        ("a - b", -40, 20, 3),
        ("a * t", -180, 180, 3),
        ("(b + 1) * (b + 2)", 2, 462, 7),
        ("a / 3", -6, 6, 3),
        ("b / -3", -6, 0, 3),
        ("20 / (b + 4)", 0, 5, 5),
        ("a mod 7", -6, 6, 3),
        ("b mod 7", 0, 6, 3),
        ("t mod 30", -9, 9, 3),
        ("-b", -20, 0, 2),
        ("abs(a)", 0, 20, 2),
        ("abs(-b - 5)", 5, 25, 5),
        ("min(a, b)", -20, 20, 3),
        ("max(a, b, 3)", 3, 20, 4),
        ("sum(b)", 0, 80, 9),
        ("sum(b - 1)", -4, 76, 25),
        ("others(b)", 0, 60, 9),
        ("team(b)", 0, 40, 9),
        ("partners(b)", 0, 20, 9),
        ("opponents(b)", 0, 60, 9),
        ("teams(b)", 0, 80, 9),
        ("count(yes)", 0, 4, 9),
        ("count(not yes)", 0, 4, 17),
        ("if any(yes) or all(not yes) then 1 else 0", 0, 1, 30),
        ("highest(a)", -20, 20, 9),
        ("at(who, b + 5)", 0, 25, 5),
        ("split(yes, t)", -27, 27, 11),
        ("before(b)", 0, 20_000, 1),
        ("before(a)", -20_000, 20_000, 1),
        ("worth[colour]", 3, 5, 3),
        ("worth['red']", 3, 3, 1),
        ("steps[b]", 0, 7, 3),
        ("steps[t]", -1, 0, 3),
        ("if yes then a else b", -20, 20, 4),
        ("total", -1_000_000_000, 1_000_000_000, 1),
        ("hand", 1, 1_000, 1),
        ("seats", 4, 4, 1),
    ],
    ids=as_id,
)
def test_bounds_and_steps_of_a_formula_are_known_before_any_hand(
    formula: str, low: int, high: int, steps: int
) -> None:
    sheet = read_sheet({**sheet_with("a"), "values": [{"id": "v", "is": formula}]})
    found = sheet.values[0].expression.formula
    assert (found.kind.low, found.kind.high, found.steps) == (low, high, steps)


def test_sum_over_no_hand_yet_is_less_than_any_that_comes() -> None:
    values = [{"id": "v", "is": "b + 5"}, {"id": "w", "is": "before(v)"}]
    found = read_sheet({**sheet_with("a"), "values": values}).values[1].expression.formula
    assert (found.kind.low, found.kind.high) == (0, 25_000)


def test_nobody_is_asked_for_nothing() -> None:
    assert points("at(who, b)", who=None) == [0, 0, 0, 0]
    assert points("if who = nobody then 1 else 0", who=None) == [1, 1, 1, 1]
    assert points("if at(who, yes) then 1 else 0", who=None) == [0, 0, 0, 0]


def test_earlier_hands_are_summed_up() -> None:
    match = match_of(sheet_with("before(b) * 10 + before(t)"))
    for expected in ([0, 0, 0, 0], [6, 16, 26, 36], [12, 32, 52, 72]):
        assert list(match.score(RECORD).scores) == expected
        match = match.add(RECORD)


@pytest.mark.parametrize(
    ("formula", "code", "at"),
    [
        ("", "missing", None),
        ("1 +", "unexpected", 4),
        ("a b", "unexpected", 3),
        ("(a", "unexpected", 3),
        ("a)", "unexpected", 2),
        ("sum()", "unexpected", 5),
        ("1 < 2 < 3", "unexpected", 7),
        ("if yes then 1", "unexpected", 14),
        ("a $ b", "unknown_sign", 3),
        ("a.b", "unknown_sign", 2),
        ("'red", "unknown_sign", 1),
        ("a + Ä", "unknown_sign", 5),
        ("1.5", "unknown_sign", 2),
        ("a + unknown", "unknown_name", 5),
        ("sort(a)", "unknown_name", 1),
        ("unknown[a]", "unknown_table", 1),
        ("worth[a]", "wrong_kind", 7),
        ("worth['green']", "no_row", 1),
        ("steps[a - 1]", "no_row", 1),
        ("yes", "wrong_kind", 1),
        ("a + yes", "wrong_kind", 5),
        ("-yes", "wrong_kind", 2),
        ("if a then 1 else 2", "wrong_kind", 4),
        ("if yes then 1 else yes", "wrong_kind", 20),
        ("if colour = 'green' then 1 else 0", "unknown_choice", 11),
        ("if colour = a then 1 else 0", "wrong_kind", 11),
        ("if yes = yes then 1 else 0", "wrong_kind", 8),
        ("a / b", "divides_by_zero", 5),
        ("a mod 0", "divides_by_zero", 7),
        ("abs(a, b)", "wrong_number", 1),
        ("split(yes, a)", "asks_a_seat", 12),
        ("at(who, colour)", "wrong_kind", 9),
        ("before(a + 1)", "unknown_name", 10),
        ("before(yes)", "unknown_name", 8),
        ("999999999 * 999999999", "too_large", 11),
        ("1000001 * 1000000", "too_large", 9),
        ("1234567890", "number_too_long", 1),
        ("(" * 40 + "1" + ")" * 40, "too_deep", 31),
        ("-" * 40 + "1", "too_deep", 31),
        ("1" + " + 1" * 120, "too_long", None),
        ("1" + " " * 700, "too_long", 600),
        ("sum(sum(sum(sum(sum(1 + b)))))", "too_costly", 1),
    ],
    ids=as_id,
)
def test_formula_at_fault_is_refused_at_its_place(formula: str, code: str, at: int | None) -> None:
    with pytest.raises(InvalidSheetError) as refused:
        read_sheet(sheet_with(formula))
    [problem] = refused.value.problems
    assert (problem.code, problem.field) == (code, "lines[0].points")
    if at is not None:
        assert (problem.data["at"], f"(Character {at}.)" in problem.text) == (at, True)


def test_whole_table_is_not_asked_for_what_each_seat_has() -> None:
    check = {"rule": "FO-02", "label": "C", "that": "a = 0"}
    with pytest.raises(InvalidSheetError) as refused:
        read_sheet({**sheet_with("a"), "checks": [check]})
    assert [(each.code, each.field) for each in refused.value.problems] == [
        ("asks_a_seat", "checks[0].that")
    ]


@pytest.mark.parametrize(
    ("formula", "asks_a_seat"),
    [
        *((each, True) for each in ("b", "-b", "b + 1", "1 + b", "abs(a)", "max(1, b)", "total")),
        *((each, True) for each in ("others(b)", "team(b)", "partners(b)", "opponents(b)")),
        *((each, True) for each in ("steps[b]", "worth[colour]", "before(b)", "at(me, t)")),
        *((each, True) for each in ("if yes then 1 else 2", "if not yes then 1 else 2")),
        *((each, True) for each in ("if t > 0 then b else 1", "if t > 0 then 1 else b")),
        *((each, True) for each in ("if me = who then 1 else 2", "split(yes, t)")),
        *((each, False) for each in ("t", "seats", "hand", "sum(b)", "teams(b)", "before(t)")),
        *((each, False) for each in ("count(yes)", "highest(a)", "at(who, b)", "min(t, 1)")),
        *((each, False) for each in ("if any(yes) and all(b > 1) then t else 1", "steps[t]")),
        *((each, False) for each in ("if who = nobody then 1 else 0", "worth['red']", "-t")),
    ],
    ids=as_id,
)
def test_value_of_the_table_asks_no_seat(formula: str, asks_a_seat: bool) -> None:
    sheet = {**sheet_with("a"), "values": [{"id": "v", "of": "table", "is": formula}]}
    if not asks_a_seat:
        assert read_sheet(sheet).values[0].of == "table"
        return
    with pytest.raises(InvalidSheetError) as refused:
        read_sheet(sheet)
    assert [each.code for each in refused.value.problems] == ["asks_a_seat"]


def test_tree_is_written_as_nested_lists_for_other_programs() -> None:
    assert parse_formula("if not yes then -a else worth[colour] + max(1, b)").as_json() == [
        "if",
        ["not", ["name", "yes"]],
        ["minus", ["name", "a"]],
        ["operation", "+", ["row", "worth", ["name", "colour"]], ["call", "max", 1, ["name", "b"]]],
    ]


def test_formula_longer_than_any_is_refused_before_it_is_read() -> None:
    with pytest.raises(FormulaError) as refused:
        parse_formula("1" * 1_000_000)
    assert refused.value.code == "too_long"
