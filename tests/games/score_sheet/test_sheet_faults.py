"""Every fault of a sheet is named at its path."""

import copy
from typing import Any

import pytest

from games.score_sheet.faults import InvalidSheetError
from games.score_sheet.reading import read_sheet
from tests.games.score_sheet.sheets import JsonObject, sheet_of

COLUMN = {"id": "c", "label": "C"}
LINE = {"rule": "SM-01", "label": "L", "points": "1"}
CHECK = {"rule": "SM-02", "label": "K", "that": "seats > 1"}


def faults(sheet: object) -> list[tuple[str, str]]:
    with pytest.raises(InvalidSheetError) as refused:
        read_sheet(sheet)
    return [(problem.code, problem.field) for problem in refused.value.problems]


def test_smallest_sheet_is_read_with_its_defaults() -> None:
    sheet = read_sheet(sheet_of())
    assert (sheet.slug, sheet.version, str(sheet.title), str(sheet.hand)) == (
        *("small", 1, "Small", "Hand"),
    )
    assert (sheet.partners.kind, sheet.dealer.order, sheet.end.hands) == ("none", "left", None)
    assert [each.by for each in sheet.ranking] == ["total"]
    assert sheet.as_json() == sheet_of()
    assert read_sheet(sheet.as_json()) == sheet


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"x": 1}, [("unknown_field", "x")]),
        ({"slug": "Not a slug"}, [("not_a_slug", "slug")]),
        ({"slug": None}, [("not_a_slug", "slug")]),
        ({"version": 0}, [("out_of_range", "version")]),
        ({"title": ""}, [("not_a_text", "title")]),
        ({"title": {"en": "Good", "de": 5}}, [("not_a_text", "title.de")]),
        ({"title": {"english": "Good"}}, [("not_a_language", "title.english")]),
        ({"title": {}}, [("not_a_text", "title")]),
        ({"hand": "two\nlines"}, [("not_a_text", "hand")]),
        (
            {"players": {"fewest": 1, "most": 9}},
            [("out_of_range", "players.fewest"), ("out_of_range", "players.most")],
        ),
        ({"players": {"fewest": 5, "most": 4}}, [("out_of_order", "players.most")]),
        (
            {"players": 4},
            [
                ("not_an_object", "players"),
                ("not_a_number", "players.fewest"),
                ("not_a_number", "players.most"),
            ],
        ),
        (
            {"parameters": [{"id": "p", "label": "P", "lowest": 5, "highest": 1, "default": 3}]},
            [("out_of_order", "parameters[0].highest")],
        ),
        (
            {"parameters": [{"id": "p", "label": "P", "default": -1}]},
            [("out_of_range", "parameters[0].default")],
        ),
        (
            {"parameters": [{"id": "sheet", "label": "P", "default": 1}]},
            [("taken", "parameters[0].id")],
        ),
        ({"tables": []}, [("not_an_object", "tables")]),
        ({"tables": {"t": {}}}, [("not_a_table", "tables.t")]),
        ({"tables": {"t": {"1": 1, "red": 2}}}, [("not_a_table", "tables.t")]),
        ({"tables": {"t": {"1": 1, "01": 2}}}, [("not_a_table", "tables.t")]),
        ({"tables": {"t": {"1": "x"}}}, [("not_a_number", "tables.t.1")]),
        ({"tables": {"sum": {"1": 1}}}, [("taken", "tables.sum")]),
        ({"columns": None}, [("not_a_list", "columns")]),
        ({"columns": [{**COLUMN, "kind": "colour"}]}, [("not_a_choice", "columns[0].kind")]),
        (
            {"columns": [{**COLUMN, "kind": "tick", "highest": 3}]},
            [("unknown_field", "columns[0].highest")],
        ),
        (
            {"columns": [{**COLUMN, "kind": "number", "lowest": 4, "highest": 3}]},
            [("out_of_order", "columns[0].highest")],
        ),
        (
            {"columns": [{**COLUMN, "kind": "number", "lowest": 1, "highest": 3, "step": 5}]},
            [("out_of_order", "columns[0].step")],
        ),
        (
            {"columns": [{**COLUMN, "kind": "number", "step": 5, "default": 3}]},
            [("not_a_step", "columns[0].default")],
        ),
        (
            {"columns": [{**COLUMN, "kind": "choice", "choices": []}]},
            [("missing", "columns[0].choices")],
        ),
        (
            {
                "columns": [
                    {
                        **COLUMN,
                        "kind": "choice",
                        "choices": [{"id": "a", "label": "A"}, {"id": "a", "label": "A"}],
                    }
                ]
            },
            [("taken", "columns[0].choices[1].id")],
        ),
        (
            {"columns": [{**COLUMN, "kind": "place", "of": "table"}]},
            [("not_a_choice", "columns[0].of")],
        ),
        (
            {"columns": [{**COLUMN, "kind": "seat", "default": 1}]},
            [("not_counted", "columns[0].default")],
        ),
        (
            {"columns": [{**COLUMN, "kind": "count", "of": "team"}]},
            [("not_a_choice", "columns[0].of")],
        ),
        ({"columns": [{**COLUMN, "id": "me", "kind": "tick"}]}, [("taken", "columns[0].id")]),
        ({"columns": [{**COLUMN, "id": "teams", "kind": "tick"}]}, [("taken", "columns[0].id")]),
        ({"columns": [{**COLUMN, "id": "Ä", "kind": "tick"}]}, [("not_an_id", "columns[0].id")]),
        ({"columns": [{**COLUMN, "kind": "tick"}] * 2}, [("taken", "columns[1].id")]),
        (
            {"values": [{"id": "v", "is": "w"}, {"id": "w", "is": "v"}]},
            [("unknown_name", "values[0].is")],
        ),
        ({"values": [{"id": "v", "is": "v"}]}, [("unknown_name", "values[0].is")]),
        (
            {"values": [{"id": "v", "is": "points", "of": "table"}]},
            [("asks_a_seat", "values[0].is")],
        ),
        ({"lines": None}, [("not_a_list", "lines")]),
        ({"lines": [{**LINE, "rule": "x"}]}, [("not_a_rule_id", "lines[0].rule")]),
        ({"lines": [{**LINE, "rule": "SH-01"}]}, [("taken", "lines[0].rule")]),
        ({"lines": [LINE, LINE]}, [("taken", "lines[1].rule")]),
        ({"lines": [{**LINE, "when": "1"}]}, [("wrong_kind", "lines[0].when")]),
        ({"lines": [{**LINE, "label": "{nothing}"}]}, [("unknown_name", "lines[0].label")]),
        ({"lines": [{**LINE, "points": "2000000"}]}, [("too_large", "lines")]),
        ({"checks": [{**CHECK, "level": "loud"}]}, [("not_a_choice", "checks[0].level")]),
        ({"checks": [{**CHECK, "column": "x"}]}, [("not_a_choice", "checks[0].column")]),
        ({"checks": [{**CHECK, "label": "{points}"}]}, [("asks_a_seat", "checks[0].label")]),
        ({"dealer": "nobody"}, [("not_a_choice", "dealer.order")]),
        ({"dealer": {"order": "column", "column": "points"}}, [("not_a_choice", "dealer.column")]),
        ({"dealer": {"order": "left", "column": "points"}}, [("not_counted", "dealer.column")]),
        ({"dealer": {"order": "left", "label": "Left"}}, [("missing", "dealer.rule")]),
        ({"end": {"hands": 0}}, [("out_of_range", "end.hands")]),
        ({"end": {"hands": "target"}}, [("unknown_name", "end.hands")]),
        (
            {"end": {"hands": "p"}, "parameters": [{"id": "p", "label": "P", "default": 3}]},
            [("out_of_range", "end.hands")],
        ),
        ({"end": {"plays_on": 1}}, [("not_yes_or_no", "end.plays_on")]),
        ({"ranking": []}, [("missing", "ranking")]),
        (
            {"ranking": [{"rule": "SM-02", "label": "R", "by": "luck"}]},
            [("not_a_choice", "ranking[0].by")],
        ),
        (
            {"ranking": [{"rule": "SM-02", "label": "R", "by": "sum", "value": "x"}]},
            [("not_a_choice", "ranking[0].value")],
        ),
        (
            {"ranking": [{"rule": "SM-02", "label": "R", "by": "wins", "value": "points"}]},
            [("not_counted", "ranking[0].value")],
        ),
        ({"partners": {"kind": "secret"}}, [("not_a_choice", "partners.kind")]),
        (
            {"partners": {"kind": "declared", "side": "team(1) = 2"}},
            [("unknown_name", "partners.side")],
        ),
        (
            {
                "partners": {"kind": "fixed", "teams": {"4": [[0, 1], [1, 2]]}},
                "players": {"fewest": 4, "most": 4},
            },
            [("not_teams", "partners.teams.4[0]"), ("missing", "partners.teams.4")],
        ),
        (
            {"partners": {"kind": "rotating", "turns": {}}, "players": {"fewest": 4, "most": 5}},
            [("missing", "partners.turns.4"), ("missing", "partners.turns.5")],
        ),
        (
            {"partners": {"kind": "seats", "size": 3}, "players": {"fewest": 6, "most": 7}},
            [("not_teams", "partners.size")],
        ),
    ],
)
def test_fault_is_named_at_its_path(changes: JsonObject, expected: list[tuple[str, str]]) -> None:
    without_points: JsonObject = {"lines": []} if "columns" in changes else {}
    assert faults(sheet_of(**{**without_points, **changes})) == expected


def test_all_faults_are_named_at_once() -> None:
    sheet: Any = copy.deepcopy(sheet_of())
    sheet["columns"][0]["kind"] = "colour"
    sheet["title"] = 7
    sheet["lines"][0]["rule"] = ""
    assert faults(sheet) == [
        ("not_a_choice", "columns[0].kind"),
        ("not_a_rule_id", "lines[0].rule"),
        ("not_a_text", "title"),
    ]


def test_what_is_at_fault_is_not_missed_where_it_is_used() -> None:
    values = [{"id": "v", "is": "1 +"}, {"id": "w", "is": "v + 1"}]
    ranking = [{"rule": "SM-02", "label": "R", "by": "sum", "value": "w"}]
    lines = [{**LINE, "points": "v + w", "label": "{w}"}]
    assert faults(sheet_of(values=values, lines=lines, ranking=ranking)) == [
        ("unexpected", "values[0].is")
    ]
