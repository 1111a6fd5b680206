"""The fields of a hand by a score sheet: each kind drawn, read and refused at its place."""

from typing import Any

import pytest
from django.template.loader import render_to_string

from games.score_sheet.reading import read_sheet
from league.core.games.entry import EntryFormContext
from league.sheets.game import make_game
from tests.games.score_sheet.sheets import sheet_of

NAMES = ("Ada", "Björn", "Chiara", "<b>Dorte")
HOSTILE = ("x", "1e3", "0x1", "1.5", "٣", "99999999", "--1", "<script>", "\x00", "é" * 5000, "-")
COLUMNS: dict[str, dict[str, Any]] = {
    "number": {"kind": "number", "lowest": -50, "highest": 50, "step": 5},
    "count": {"kind": "count", "highest": 13},
    "few": {"kind": "count", "highest": 3},
    "tick": {"kind": "tick"},
    "choice": {
        "kind": "choice",
        "choices": [{"id": "a", "label": "A & B"}, {"id": "b", "label": "C"}],
    },
    "many": {
        "kind": "choice",
        "choices": [{"id": f"x{at}", "label": f"X{at}"} for at in range(9)],
    },
    "place": {"kind": "place"},
    "shared": {"kind": "place", "shared": True},
    "declarer": {"kind": "seat"},
    "nobody": {"kind": "seat", "optional": True},
}


class Widget:
    """The form of a hand with one column."""

    def __init__(self, name: str) -> None:
        self.name = name
        column = {"id": "col", "label": "Col <i>", **COLUMNS[name]}
        lines = [{"rule": "EX-01", "label": "Points", "points": "0"}]
        players = {"fewest": 4, "most": 4}
        sheet = read_sheet(sheet_of(columns=[column], lines=lines, players=players))
        self.of_table = sheet.columns[0].of == "table"
        self.game = make_game(sheet)
        engine = self.game.engine
        self.match = engine.new_match(engine.options({}), 4, 0)

    def fields(self, *texts: str) -> dict[str, str]:
        if self.of_table:
            return {"c-col": texts[0]}
        return {f"c-col-{at}": text for at, text in enumerate(texts)}

    def read(self, *texts: str) -> Any:
        entry = self.game.entry.form.of_form(self.fields(*texts), 4)
        return entry.as_record()["col"]

    def faults(self, *texts: str) -> list[tuple[str, str]]:
        entry = self.game.entry.form.of_form(self.fields(*texts), 4)
        return [(each.code, each.field) for each in self.match.check(entry.as_record())]

    def draw(self, *texts: str) -> str:
        setup = self.match.next_hand()
        assert setup is not None
        form = self.game.entry.form
        entry = form.of_form(self.fields(*texts), 4).fit(setup) if texts else form.blank(setup)
        errors: dict[str, list[str]] = {}
        if texts:
            for each in self.match.check(entry.as_record()):
                errors.setdefault(each.field, []).append(f"At {each.field}: {each.code}")
        asked = EntryFormContext(NAMES, setup, errors)
        return render_to_string(form.TEMPLATE, {"fields": entry.fields(asked)})


@pytest.mark.parametrize(
    ("name", "texts", "value"),
    [
        ("number", ("5", "-10", "\u221215", " 0 "), [5, -10, -15, 0]),
        ("count", ("0", "13", "4", "2"), [0, 13, 4, 2]),
        ("few", ("0", "3", "1", "2"), [0, 3, 1, 2]),
        ("tick", ("1", "", "0", "on"), [True, False, False, True]),
        ("choice", ("a", "b", "a", "b"), ["a", "b", "a", "b"]),
        ("many", ("x0", "x8", "x3", "x1"), ["x0", "x8", "x3", "x1"]),
        ("place", ("2", "1", "4", "3"), [2, 1, 4, 3]),
        ("shared", ("1", "1", "3", "3"), [1, 1, 3, 3]),
        ("declarer", ("2",), 2),
        ("nobody", ("",), None),
    ],
)
def test_widget_reads_what_it_was_given(name: str, texts: tuple[str, ...], value: object) -> None:
    widget = Widget(name)
    assert widget.read(*texts) == value
    assert widget.faults(*texts) == []


@pytest.mark.parametrize(
    ("name", "texts", "faults"),
    [
        (
            "number",
            ("7", "55", "", "a"),
            ["not_a_step 0", "out_of_range 1", "missing 2", "not_a_number 3"],
        ),
        ("count", ("-1", "14", "", "2"), ["out_of_range 0", "out_of_range 1", "missing 2"]),
        ("choice", ("c", "", "a", "b"), ["not_a_choice 0", "missing 1"]),
        ("place", ("1", "1", "2", "3"), ["not_once_each"]),
        ("place", ("0", "5", "2", "3"), ["out_of_range 0", "out_of_range 1"]),
        ("shared", ("1", "1", "2", "4"), ["not_places"]),
        ("declarer", ("",), ["missing"]),
        ("declarer", ("4",), ["not_a_seat"]),
        ("nobody", ("-1",), ["not_a_seat"]),
    ],
)
def test_fault_is_at_its_cell(name: str, texts: tuple[str, ...], faults: list[str]) -> None:
    wanted = []
    for fault in faults:
        code, _, at = fault.partition(" ")
        wanted.append((code, f"col[{at}]" if at else "col"))
    widget = Widget(name)
    assert widget.faults(*texts) == wanted
    drawn = widget.draw(*texts)
    for code, field in wanted:
        assert f"At {field}: {code}" in drawn


@pytest.mark.parametrize(
    ("name", "has"),
    [
        ("number", ['data-sign="c-col-0"', 'aria-label="Col &lt;i&gt;: Ada"']),
        ("count", ['inputmode="numeric"']),
        ("few", ['type="radio" name="c-col-3" value="3"']),
        ("tick", ['type="checkbox" role="switch" id="c-col-2"']),
        ("choice", ['type="radio" name="c-col-0" value="b"', "A &amp; B"]),
        ("many", ['<select id="c-col-1"', '<option value="x8"']),
        ("place", ['type="radio" name="c-col-0" value="4"']),
        ("declarer", ['type="radio" name="c-col" value="3"', "&lt;b&gt;Dorte"]),
        ("nobody", ['type="radio" name="c-col" value=""', "Nobody"]),
    ],
)
def test_widget_is_drawn_by_its_kind(name: str, has: list[str]) -> None:
    drawn = Widget(name).draw()
    for part in has:
        assert part in drawn
    assert "<i>" not in drawn
    assert "<b>" not in drawn


@pytest.mark.parametrize("name", COLUMNS)
@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_input_is_a_fault_at_its_field_and_breaks_no_page(name: str, text: str) -> None:
    widget = Widget(name)
    texts = (text, text, text, text)
    drawn = widget.draw(*texts)
    assert "<script>" not in drawn
    if name == "tick":
        assert widget.read(*texts) == [True] * 4  # a box that is sent is ticked
        return
    fields = {field for _code, field in widget.faults(*texts)}
    assert fields == ({"col"} if widget.of_table else {f"col[{at}]" for at in range(4)})
