"""The shapes of a sheet's options and records as JSON Schema, for programs that send them."""

from games.base import Json
from games.score_sheet.record import TEAMS_FIELD
from games.score_sheet.sheet import Column, ScoreSheet


def option_schema(sheet: ScoreSheet) -> dict[str, Json]:
    """Return the schema of the options of matches by a sheet that is named."""
    named: dict[str, Json] = {"sheet": {"const": sheet.slug}, "version": {"const": sheet.version}}
    parameters: dict[str, Json] = {
        each.id: {
            "type": "integer",
            "minimum": each.lowest,
            "maximum": each.highest,
            "description": str(each.label),
        }
        for each in sheet.parameters
    }
    return {
        "type": "object",
        "properties": {**named, **parameters},
        "additionalProperties": False,
    }


def record_schema(sheet: ScoreSheet) -> dict[str, Json]:
    """Return the schema of a record; what only the sheet's checks refuse, it lets pass."""
    properties: dict[str, Json] = {}
    if sheet.partners.are_recorded:
        team: Json = {"type": "array", "items": _seat(sheet), "minItems": 2, "uniqueItems": True}
        properties[TEAMS_FIELD] = {"type": ["array", "null"], "items": team}
    for column in sheet.columns:
        properties[column.id] = _column(sheet, column)
    required = [
        column.id for column in sheet.columns if column.default is None and not column.is_optional
    ]
    return {
        "type": "object",
        "title": str(sheet.title),
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def _seat(sheet: ScoreSheet) -> dict[str, Json]:
    return {"type": "integer", "minimum": 0, "maximum": sheet.players[-1] - 1}


def _column(sheet: ScoreSheet, column: Column) -> dict[str, Json]:
    item = _item(sheet, column)
    if column.default is not None or column.is_optional:
        item = {"anyOf": [item, {"type": "null"}]}
    if column.of == "table":
        return {**item, "description": str(column.label)}
    fewest = sheet.players[0] if column.of == "seat" else 1
    value: dict[str, Json] = {
        "type": "array" if column.default is None else ["array", "null"],
        "items": item,
        "minItems": fewest,
        "maxItems": sheet.players[-1],
    }
    return {**value, "description": str(column.label)}


def _item(sheet: ScoreSheet, column: Column) -> dict[str, Json]:
    if column.kind == "tick":
        return {"type": "boolean"}
    if column.kind == "choice":
        return {"enum": [choice.id for choice in column.choices]}
    if column.kind == "seat":
        return _seat(sheet)
    if column.kind == "place":
        return {"type": "integer", "minimum": 1, "maximum": sheet.players[-1]}
    number: dict[str, Json] = {
        "type": "integer",
        "minimum": column.lowest,
        "maximum": column.highest,
    }
    return number if column.step == 1 else {**number, "multipleOf": column.step}
