"""What a changed sheet would make of hands that were played by the old one."""

from games.score_sheet import SCORE_SHEET
from games.score_sheet.change import HandChange, preview_change
from tests.games.score_sheet.sheets import sheet_of

OLD = SCORE_SHEET.options({"sheet": sheet_of()})
RECORDS = [{"points": [1, 2]}, None, {"points": [0, 7]}, {"points": [-1, 0]}]


def test_sheet_that_is_the_same_changes_nothing() -> None:
    change = preview_change(OLD, OLD, 2, 0, RECORDS)
    assert change.hands == ()
    assert change.totals == ((0, 9), (0, 9))


def test_changed_sheet_shows_the_hands_that_come_out_otherwise() -> None:
    line = {"rule": "SM-01", "label": "L", "points": "min(points, 5)"}
    new = SCORE_SHEET.options({"sheet": sheet_of(lines=[line], version=2)})
    change = preview_change(OLD, new, 2, 0, RECORDS)
    assert change.hands == (HandChange(3, (0, 7), (0, 5)),)
    assert (change.totals, change.places) == (((0, 9), (0, 7)), ((2, 1), (2, 1)))


def test_changed_sheet_shows_the_hands_that_it_refuses() -> None:
    column = {"id": "points", "label": "P", "kind": "count", "highest": 5}
    new = SCORE_SHEET.options({"sheet": sheet_of(columns=[column])})
    change = preview_change(OLD, new, 2, 0, RECORDS)
    assert [(each.number, each.after) for each in change.hands] == [(3, None), (4, None)]
    assert [(each.code, each.field) for each in change.hands[0].problems] == [
        ("out_of_range", "points[1]")
    ]
