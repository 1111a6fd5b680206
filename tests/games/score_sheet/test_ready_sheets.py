"""The sheets that come with the program: their languages, their rules, their versions."""

import json
import re
from hashlib import sha256
from typing import Any

import pytest

from games.score_sheet import SCORE_SHEET
from games.score_sheet.game import SheetGame
from games.score_sheet.labels import Label
from games.score_sheet.ready import FOLDER, UnknownSheetError, ready_sheet, ready_slugs
from games.score_sheet.rules import RULES
from games.score_sheet.sheet import ScoreSheet
from tests.games.command_line import run

SHEETS = [ready_sheet(slug) for slug in ready_slugs()]
SCORING = (
    *("players", "parameters", "tables", "columns", "partners", "values", "lines"),
    *("checks", "dealer", "end", "ranking"),
)
FINGERPRINTS = {
    "canasta 1": "92f9425cdec4",
    "doppelkopf 1": "d627c5c62787",
    "hearts 1": "bf2dbf2da277",
    "oh-hell 1": "41ba43648412",
    "partners-with-calls 1": "0bb38e215a13",
    "places-only 1": "ef3b7dfbe077",
    "points-only 1": "737cdab2f0e7",
    "rummy-500 1": "f82a3ad37546",
    "schafkopf 1": "36caf3e8ece9",
    "skat 1": "d64b9d1eb59c",
    "spades 1": "998ac5c73a99",
    "tarock 1": "bfcfb555bca0",
}


def labels_of(sheet: ScoreSheet) -> list[Label]:
    columns = [column.label for column in sheet.columns]
    columns += [choice.label for column in sheet.columns for choice in column.choices]
    values = [value.label for value in sheet.values if value.label]
    parameters = [parameter.label for parameter in sheet.parameters]
    return [sheet.title, sheet.hand, *columns, *values, *parameters, *sheet.rules.values()]


def without_labels(value: Any) -> Any:
    if isinstance(value, list):
        return [without_labels(item) for item in value]
    if isinstance(value, dict):
        return {name: without_labels(item) for name, item in value.items() if name != "label"}
    return value


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.slug)
def test_every_label_is_in_three_languages_or_the_same_in_all(sheet: ScoreSheet) -> None:
    for label in labels_of(sheet):
        assert {language for language, _ in label.texts} in ({"en", "de", "it"}, {""})
        for language, _ in label.texts:
            named = set(re.findall(r"\{(\w+)\}", label.within(language)))
            assert named == label.placeholders


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.slug)
def test_no_rule_of_a_sheet_is_one_of_another(sheet: ScoreSheet) -> None:
    own = set(sheet.rules) - set(RULES)
    others = {rule for other in SHEETS if other is not sheet for rule in other.rules}
    assert own & others == set()
    assert own


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.slug)
def test_file_is_named_as_its_sheet(sheet: ScoreSheet) -> None:
    data = json.loads((FOLDER / f"{sheet.slug}.json").read_text(encoding="utf-8"))
    assert (data["slug"], data["version"]) == (sheet.slug, sheet.version)


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.slug)
def test_sheet_that_scores_otherwise_has_another_version(sheet: ScoreSheet) -> None:
    """Whoever changes more than labels raises the version, and keeps the old file."""
    data = without_labels({name: sheet.as_json().get(name) for name in SCORING})
    digest = sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:12]
    assert FINGERPRINTS[f"{sheet.slug} {sheet.version}"] == digest


def test_label_is_told_in_the_language_asked_for_or_in_english() -> None:
    label = ready_sheet("skat").hand
    assert [label.within(each) for each in ("en", "de", "it", "de-AT", "fr")] == [
        *("Game", "Spiel", "Smazzata", "Spiel", "Game"),
    ]


def test_sentence_of_a_line_is_worded_in_any_language() -> None:
    sheet = ready_sheet("skat")
    match = SCORE_SHEET.new_match(SCORE_SHEET.options({"sheet": "skat"}), 3, 0)
    record = {"declarer": 1, "game": "clubs", "tops": 2, "won": True}
    line = match.score(record).lines[1][0]
    assert (line.rule, line.code, line.text) == ("SK-01", "SK-01", "Clubs won: 36")
    assert line.data == {"sheet": "skat@1", "due": 36, "game": "clubs"}
    assert sheet.sentences[line.rule].worded(line.data, "de") == "Kreuz gewonnen: 36"
    assert set(sheet.sentences) == set(sheet.rules) - {"SK-11", *RULES}


def test_unknown_sheet_is_refused_with_its_name() -> None:
    with pytest.raises(UnknownSheetError) as refused:
        ready_sheet("bridge")
    assert (refused.value.slug, refused.value.version) == ("bridge", None)


def test_rules_shared_by_all_sheets_are_printed_and_those_of_one() -> None:
    status, output, _ = run("rules", "score-sheet", "--sheet", "hearts")
    printed = [line.split()[0] for line in output.splitlines() if not line.startswith(" ")]
    assert (status, printed[:5]) == (0, list(RULES))
    assert printed[5:] == ["HE-01", "HE-02", "HE-03", "HE-04", "HE-06", "HE-05"]
    assert "HE-01  Hearts taken: …, a point each\n" in output
    assert run("rules", "franks-zoo", "--sheet", "hearts")[0] == 2
    assert SCORE_SHEET.rules() == {rule: str(label) for rule, label in RULES.items()}


def test_a_sheet_has_the_shared_rules_that_it_says_nothing_else_about() -> None:
    shared = [rule for rule in SheetGame(ready_sheet("hearts")).rules() if rule in RULES]
    assert shared == ["SH-01", "SH-02", "SH-03"]
