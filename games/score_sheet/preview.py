"""A sheet as a program without a parser needs it to score hands: a phone without network.

Formulas are trees of nested lists: a number is itself, `["name", "hearts"]` asks for a name,
`["operation", "+", left, right]`, `["minus", part]`, `["not", part]`, `["if", condition, yes, no]`,
`["row", table, key]`, `["text", choice]` and `["call", function, …]` stand for themselves.
"""

from games.base import Json
from games.score_sheet.sheet import Column, Expression, ScoreSheet

ENDS = ("hands", "rounds", "reaches", "falls_to", "plays_on")


def preview_of(sheet: ScoreSheet, language: str) -> dict[str, Json]:
    """Write a sheet with all formulas as trees and all labels in one language."""
    return {
        "name": sheet.name,
        "columns": [_column(column, language) for column in sheet.columns],
        "tables": {
            name: dict(rows.choices) if rows.choices is not None else [*map(list, rows.steps)]
            for name, rows in sheet.tables.items()
        },
        "names": {name: cell.of for name, cell in sheet.cells.items()},
        "before": list(sheet.tracked),
        "partners": {
            "kind": sheet.partners.kind,
            "turns": {
                str(size): [[[*team] for team in teams] for teams in turns]
                for size, turns in sheet.partners.turns.items()
            },
        },
        "side": _tree(sheet.partners.side),
        "dealer": {"order": sheet.dealer.order, "column": sheet.dealer.column},
        "end": {name: getattr(sheet.end, name) for name in ENDS},
        "ranking": [
            {
                "by": each.by,
                "first": "highest" if each.highest_first else "lowest",
                "value": each.value,
            }
            for each in sheet.ranking
        ],
        "values": [
            {"id": each.id, "of": each.of, "is": _tree(each.expression)} for each in sheet.values
        ],
        "checks": [
            {
                "rule": check.rule,
                "label": check.sentence.label.within(language),
                "that": _tree(check.that),
                "of": check.of,
                "level": check.level,
                "column": check.column,
                "filled": [name for name, _ in check.sentence.cells],
            }
            for check in sheet.checks
        ],
        "lines": [
            {
                "rule": line.rule,
                "label": line.sentence.label.within(language),
                "points": _tree(line.points),
                "when": _tree(line.when),
            }
            for line in sheet.lines
        ],
    }


def _tree(expression: Expression | None) -> Json:
    return expression.tree.as_json() if expression else None


def _column(column: Column, language: str) -> Json:
    return {
        "id": column.id,
        "label": column.label.within(language),
        "kind": column.kind,
        "of": column.of,
        "lowest": column.lowest,
        "highest": column.highest,
        "step": column.step,
        "default": column.default,
        "optional": column.is_optional,
        "shared": column.is_shared,
        "choices": {choice.id: choice.label.within(language) for choice in column.choices},
    }
