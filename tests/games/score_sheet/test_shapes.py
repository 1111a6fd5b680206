"""What a sheet gives to other programs: the schema of its records, and itself for a preview."""

import json
import random
from typing import Any

import jsonschema
import pytest

from games.score_sheet.options import read_options
from games.score_sheet.preview import preview_of
from games.score_sheet.reading import read_sheet
from games.score_sheet.ready import ready_sheet, ready_slugs
from games.score_sheet.schema import option_schema, record_schema
from tests.games.score_sheet.sheets import match_of, sheet_of
from tests.oracles.score_sheet_sheets import draw_record


def accepts(schema: object, record: object) -> bool:
    return bool(jsonschema.Draft202012Validator(schema).is_valid(record))


@pytest.mark.parametrize("slug", ready_slugs())
def test_schema_accepts_what_the_engine_reads(slug: str) -> None:
    sheet = ready_sheet(slug)
    schema = record_schema(sheet)
    jsonschema.Draft202012Validator.check_schema(schema)
    rng = random.Random(slug)
    for seats in sheet.players:
        setup: Any = match_of(sheet.as_json(), seats).next_hand()
        record = draw_record(sheet.as_json(), seats, [list(team) for team in setup.teams], rng)
        assert accepts(schema, record)
        assert not accepts(schema, {**record, "other": 1})


@pytest.mark.parametrize("slug", ready_slugs())
def test_schema_of_options_accepts_what_the_engine_writes(slug: str) -> None:
    written = read_options({"sheet": slug}).as_json()
    assert accepts(option_schema(ready_sheet(slug)), written)
    assert not accepts(option_schema(ready_sheet(slug)), {**written, "other": 1})


@pytest.mark.parametrize(
    ("record", "accepted"),
    [
        ({"points": [0, 5, 10]}, True),
        ({"points": [0, 5, 10], "teams": [[0, 1]]}, True),
        ({"points": [0, 5, 10], "teams": [[0, 0]]}, False),
        ({"points": [0, 5, 7]}, False),
        ({"points": [0, 5]}, False),
        ({"points": [0, 5, 25]}, False),
        ({}, False),
    ],
)
def test_schema_says_what_a_record_may_hold(record: object, accepted: bool) -> None:
    points = {"id": "points", "label": "P", "kind": "number", "lowest": 0, "highest": 20, "step": 5}
    players = {"fewest": 3, "most": 4}
    sheet = sheet_of(columns=[points], players=players, partners={"kind": "places"})
    assert accepts(record_schema(read_sheet(sheet)), record) == accepted


@pytest.mark.parametrize("slug", ready_slugs())
def test_preview_holds_the_whole_sheet_as_plain_json(slug: str) -> None:
    sheet = ready_sheet(slug)
    preview: Any = preview_of(sheet, "de")
    assert json.loads(json.dumps(preview)) == preview
    assert [line["rule"] for line in preview["lines"]] == [line.rule for line in sheet.lines]
    assert preview["columns"][0]["label"] == sheet.columns[0].label.within("de")


def test_preview_has_formulas_as_trees() -> None:
    preview: Any = preview_of(ready_sheet("hearts"), "it")
    assert preview["lines"][0] == {
        "rule": "HE-01",
        "label": "Cuori presi: {hearts}, un punto l’uno",
        "points": ["if", ["name", "moon"], 0, ["name", "hearts"]],
        "when": None,
    }
    assert preview["names"]["moon"] == "table"
    assert preview["before"] == []
