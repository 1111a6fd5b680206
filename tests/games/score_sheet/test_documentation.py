"""Every example of docs/score-sheets.md does what is said there."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from games.match_file import score_match
from games.score_sheet.reading import FIELDS, read_sheet
from games.score_sheet.ready import ready_slugs
from tests.games.score_sheet.sheets import as_id, match_of, sheet_of

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "score-sheets.md").read_text(encoding="utf-8")
BLOCKS = [
    json.loads(text) for text in re.findall(r"^```json\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
]
EXAMPLES = [block for block in BLOCKS if set(block) <= set(FIELDS)]
MATCH, *RECORDS = sorted(
    (block for block in BLOCKS if block not in EXAMPLES), key=lambda block: "game" not in block
)
FORMULAS = re.findall(r"^\| `([^`]+)` \| (-?\d+(?:, -?\d+){3}) \|$", PAGE, re.MULTILINE)
CODES = re.compile(r'(?:\.add|FormulaError)\(\s*"(\w+)"|Problem\("(\w+)"')


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: "-".join(example)[:40])
def test_example_is_a_sheet_or_fits_into_one(example: dict[str, Any]) -> None:
    sheet = example if "slug" in example else sheet_of(**example)
    assert read_sheet(sheet).as_json() == sheet


def test_small_sheet_scores_its_record_as_said() -> None:
    [sheet] = [example for example in EXAMPLES if "slug" in example]
    score = match_of(sheet, 4).score(RECORDS[0])
    assert score.scores == (-6, -14, -3, 0)
    assert "The scores are -6, -14, -3 and 0." in PAGE


def test_match_is_scored_by_the_sheet_that_it_names() -> None:
    answer: Any = score_match(MATCH)
    assert answer["totals"] == [3, 5, 13, 5]


@pytest.mark.parametrize(("formula", "expected"), FORMULAS, ids=as_id)
def test_formula_comes_to_what_is_said(formula: str, expected: str) -> None:
    choices = [{"id": each, "label": each} for each in ("small", "large")]
    sheet = sheet_of(
        players={"fewest": 4, "most": 4},
        tables={"worth": {"small": 10, "large": 50}},
        partners={"kind": "seats"},
        columns=[
            {"id": "tricks", "label": "T", "kind": "count", "highest": 13},
            {"id": "bid", "label": "B", "kind": "count", "highest": 13},
            {"id": "solo_played", "label": "S", "kind": "tick", "of": "table"},
            {"id": "winner", "label": "W", "kind": "seat"},
            {"id": "kind", "label": "K", "kind": "choice", "of": "table", "choices": choices},
        ],
        lines=[{"rule": "DO-01", "label": "F", "points": formula}],
    )
    scores = match_of(sheet).score(RECORDS[1]).scores
    assert ", ".join(map(str, scores)) == expected


def test_there_are_formulas_to_try() -> None:
    assert (len(FORMULAS), len(RECORDS), len(EXAMPLES)) == (10, 2, 6)


def test_every_ready_sheet_is_named() -> None:
    named = re.findall(r"`([a-z0-9-]+)`", PAGE.split("## A small sheet")[0])
    assert set(ready_slugs()) <= set(named)


def test_every_field_and_every_code_is_explained() -> None:
    assert [field for field in FIELDS if f"`{field}`" not in PAGE] == []
    sources = ["faults", "labels", "read_columns", "read_partners", "read_rules", "reading"]
    sources += ["scope", "syntax", "compiling", "functions"]
    found = {
        one or other
        for name in sources
        for one, other in CODES.findall(
            (ROOT / "games" / "score_sheet" / f"{name}.py").read_text(encoding="utf-8")
        )
    }
    explained = set(re.findall(r"`(\w+)`", PAGE.split("## Faults")[1]))
    assert found == explained - {"unknown_field"}
