"""Every ready sheet scores matches that were worked out by hand; `why` says how, hand by hand."""

import json
from pathlib import Path
from typing import Any

import pytest

from games.match_file import score_match
from games.score_sheet import SCORE_SHEET
from games.score_sheet.ready import ready_sheet, ready_slugs

FOLDER = Path(__file__).parent / "golden"

MATCHES: list[tuple[str, dict[str, Any]]] = [
    (path.stem, match)
    for path in sorted(FOLDER.glob("*.json"))
    for match in json.loads(path.read_text(encoding="utf-8"))
]


def test_every_ready_sheet_has_matches_worked_by_hand() -> None:
    assert tuple(sorted(path.stem for path in FOLDER.iterdir())) == ready_slugs()


def answer_of(sheet: str, match: dict[str, Any]) -> Any:
    return score_match(
        {
            "game": "score-sheet",
            "options": {"sheet": sheet, **match["options"]},
            "seats": match["seats"],
            "dealer": match["dealer"],
            "hands": [hand["record"] for hand in match["hands"]],
        }
    )


@pytest.mark.parametrize(("sheet", "match"), MATCHES, ids=[slug for slug, _ in MATCHES])
def test_match_scores_as_worked_out_by_hand(sheet: str, match: dict[str, Any]) -> None:
    answer = answer_of(sheet, match)
    for hand, scored in zip(match["hands"], answer["hands"], strict=True):
        assert {name: scored[name] for name in ("scores", "totals", "places")} == {
            name: hand[name] for name in ("scores", "totals", "places")
        }, hand["why"]
        warnings = [warning["rule"] for warning in scored["warnings"]]
        assert warnings == hand.get("warnings", [])
    assert answer["next"] == match["next"]
    assert answer["winners"] == match["winners"]


def test_every_line_of_every_ready_sheet_is_scored_in_them() -> None:
    scored = {
        line["rule"]
        for sheet, match in MATCHES
        for hand in answer_of(sheet, match)["hands"]
        for of_seat in hand["lines"]
        for line in of_seat
    }
    assert scored == {line.rule for slug in ready_slugs() for line in ready_sheet(slug).lines}


@pytest.mark.parametrize(
    ("sheet", "changes", "rule"),
    [
        ("hearts", {"hearts": [3, 5, 0, 4]}, "HE-04"),
        ("skat", {"declarer": None}, "SK-06"),
        ("skat", {"game": "passed"}, "SK-06"),
        ("skat", {"level": "schneider_called"}, "SK-08"),
        ("skat", {"game": "grand", "tops": 5}, "SK-09"),
        ("skat", {"bid": 40}, "SK-10"),
        ("spades", {"tricks": [4, 3, 3, 4]}, "SP-06"),
        ("oh-hell", {"cards": 4}, "OH-03"),
        ("rummy-500", {"left": [5, 15]}, "RU-03"),
        ("partners-with-calls", {"cards": [70, 35]}, "PC-04"),
        ("schafkopf", {"partner": None}, "SC-03"),
        ("schafkopf", {"partner": 0}, "SC-03"),
        ("schafkopf", {"game": "solo"}, "SC-03"),
        ("schafkopf", {"tout": True}, "SC-04"),
        ("doppelkopf", {"re": [True, True, True, False]}, "DK-03"),
        ("doppelkopf", {"re": [True, False, False, False]}, "DK-04"),
        ("tarock", {"partner": 1}, "TK-03"),
        ("tarock", {"game": "beggar"}, "TK-03"),
        ("canasta", {"red_threes": [3, 2]}, "CA-07"),
        ("canasta", {"went_out": ["out", "concealed"]}, "CA-08"),
    ],
)
def test_first_hand_worked_by_hand_is_refused_when_it_breaks_a_rule(
    sheet: str, changes: dict[str, Any], rule: str
) -> None:
    match = next(match for slug, match in MATCHES if slug == sheet)
    options = SCORE_SHEET.options({"sheet": sheet, **match["options"]})
    first = SCORE_SHEET.new_match(options, match["seats"], match["dealer"])
    problems = first.check({**match["hands"][0]["record"], **changes})
    assert {problem.rule for problem in problems if problem.level == "error"} == {rule}


def test_dealer_sits_out_at_a_table_of_four() -> None:
    match = SCORE_SHEET.new_match(SCORE_SHEET.options({"sheet": "skat"}), 4, 2)
    record = {"declarer": 2, "game": "null", "won": True}
    assert [problem.rule for problem in match.check(record)] == ["SK-07"]
