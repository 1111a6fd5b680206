import pytest

from games.base import InvalidOptionsError
from games.score_sheet import SCORE_SHEET
from games.score_sheet.ready import ready_sheet
from tests.games.score_sheet.sheets import sheet_of

PARAMETER = {"id": "target", "label": "T", "lowest": 10, "highest": 90, "default": 50}


def test_ready_sheet_is_named_with_its_version() -> None:
    options = SCORE_SHEET.options({"sheet": "hearts", "target": 50})
    assert options.as_json() == {"sheet": "hearts", "version": 1, "target": 50}
    assert SCORE_SHEET.options(options.as_json()) == options
    assert options.sheet is ready_sheet("hearts")


def test_sheet_may_be_written_out() -> None:
    sheet = sheet_of(parameters=[PARAMETER])
    options = SCORE_SHEET.options({"sheet": sheet})
    assert options.as_json() == {"sheet": sheet, "target": 50}
    assert SCORE_SHEET.options(options.as_json()) == options
    assert SCORE_SHEET.options({"sheet": sheet, "target": 20}) != options


def test_sheet_written_alike_is_compiled_once() -> None:
    turned = dict(reversed(sheet_of().items()))
    one, other = (SCORE_SHEET.options({"sheet": sheet}) for sheet in (sheet_of(), turned))
    assert one.sheet is other.sheet


def test_without_a_sheet_points_are_written_down() -> None:
    assert SCORE_SHEET.options({}).as_json() == {"sheet": "points-only", "version": 1}


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (None, [("not_an_object", "")]),
        ({"sheet": "bridge"}, [("unknown_sheet", "sheet")]),
        ({"sheet": "hearts", "version": 99}, [("unknown_version", "version")]),
        ({"sheet": "hearts", "version": "1"}, [("not_a_number", "version")]),
        ({"sheet": "hearts", "target": 5}, [("out_of_range", "target")]),
        ({"sheet": "hearts", "goal": 5}, [("unknown_field", "goal")]),
        ({"sheet": sheet_of(), "version": 1}, [("unknown_field", "version")]),
        ({"sheet": 5}, [("not_an_object", "sheet")]),
        ({"sheet": sheet_of(slug="")}, [("not_a_slug", "sheet.slug")]),
    ],
)
def test_fault_of_the_options_is_named(options: object, expected: list[tuple[str, str]]) -> None:
    with pytest.raises(InvalidOptionsError) as refused:
        SCORE_SHEET.options(options)
    assert [(each.code, each.field) for each in refused.value.problems] == expected
