"""Judge plain JSON values: what every game needs to read its options and records safely."""

import json
import re
from collections.abc import Iterable, Mapping
from typing import NoReturn, TypeGuard, TypeVar

from games.base import InvalidInputError, Json, Problem

_Item = TypeVar("_Item")
_LONGEST_NAME = 40


def is_whole_number(value: object) -> TypeGuard[int]:
    """Tell whether a value is an integer; true and false are none, nor is 1.0."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_seat(value: object, seats: int) -> TypeGuard[int]:
    """Tell whether a value is the number of a seat at a table of this size."""
    return is_whole_number(value) and 0 <= value < seats


def is_list_of(value: object, kind: type[_Item], length: int) -> TypeGuard[list[_Item]]:
    """Tell whether a value is a list of so many items of just this type; true is no integer."""
    return isinstance(value, list) and len(value) == length and {*map(type, value)} == {kind}


def short_name(name: object) -> str:
    """Return a field's name fit for a message, however long it was."""
    text = name if isinstance(name, str) else type(name).__name__
    return text if len(text) <= _LONGEST_NAME else text[: _LONGEST_NAME - 1] + "…"


def unknown_fields(data: Mapping[object, object], known: Iterable[str]) -> list[Problem]:
    """List a problem for each field that is not among the known ones."""
    names = frozenset(known)
    return [
        Problem("unknown_field", short_name(name), None, "Unknown field.")
        for name in data
        if name not in names
    ]


class NotJsonError(InvalidInputError):
    """A text is not the JSON that this project reads."""


def parse(text: bytes) -> object:
    """Parse strict JSON in UTF-8: names once only, no numbers that JSON does not have.

    Raises NotJsonError.
    """
    try:
        return json.loads(
            decoded := text.decode("utf-8-sig"),
            object_pairs_hook=_without_duplicates,
            parse_constant=lambda name: _refuse_constant(name, decoded),
        )
    except NotJsonError:
        raise
    except RecursionError:
        raise _not_json("The input is nested too deeply.") from None
    except UnicodeDecodeError as error:
        before = error.object[: error.start].decode()
        where = _line_and_column(before, len(before))
        raise _not_json("The input is not UTF-8", *where) from None
    except json.JSONDecodeError as error:
        raise _not_json(f"This is not JSON: {error.msg}", error.lineno, error.colno) from None
    except ValueError:
        raise _not_json("A number has too many digits.") from None


_STRING_OR_CONSTANT = re.compile(r'"(?:[^"\\]|\\.)*"|NaN|-?Infinity')


def _line_and_column(text: str, at: int) -> tuple[int, int]:
    before = text[:at]
    return before.count("\n") + 1, len(before) - before.rfind("\n")


def _not_json(text: str, line: int = 0, column: int = 0) -> NotJsonError:
    """Return the refusal of a text, with the line and column where it breaks, counted from 1."""
    if not line:
        return NotJsonError([Problem("not_json", "", None, text)])
    sentence = f"{text}, in line {line}, column {column}."
    data = {"line": line, "column": column}
    return NotJsonError([Problem("not_json", "", None, sentence, data=data)])


def _without_duplicates(pairs: list[tuple[str, object]]) -> dict[str, object]:
    names: set[str] = set()
    for name, _ in pairs:
        if name in names:
            problem = Problem(
                "duplicate_field",
                short_name(name),
                None,
                "This is given twice. Remove one of them.",
            )
            raise NotJsonError([problem])
        names.add(name)
    return dict(pairs)


def _refuse_constant(name: str, text: str) -> NoReturn:
    """Refuse the first constant outside of strings."""
    found = _STRING_OR_CONSTANT.finditer(text)
    at = next(each.start() for each in found if each[0] == name)
    raise _not_json(f"JSON has no {name}", *_line_and_column(text, at))


def object_schema(
    texts: Mapping[str, str],
    properties: Mapping[str, Mapping[str, Json]],
    *,
    required: Iterable[str] = (),
) -> dict[str, Json]:
    """Return the JSON Schema of an object of these fields alone, with what is said of them."""
    described = {
        name: {**inner, "description": texts[name]} if name in texts else inner
        for name, inner in properties.items()
    }
    shape: dict[str, Json] = {"type": "object", "properties": described}
    if needed := [*required]:
        shape["required"] = needed
    return {**shape, "additionalProperties": False}


def list_schema(item: Json, lengths: range) -> dict[str, Json]:
    """Return the JSON Schema of a list of one of these lengths."""
    return {"type": "array", "items": item, "minItems": lengths[0], "maxItems": lengths[-1]}


def one_of_schema(choices: Iterable[Json]) -> dict[str, Json]:
    """Return the JSON Schema of one of these values."""
    return {"enum": [*choices]}


def seat_schema(seats: range) -> dict[str, Json]:
    """Return the JSON Schema of a seat at a table of one of these sizes."""
    return {"type": "integer", "minimum": 0, "maximum": seats[-1] - 1}


def or_null(shape: Mapping[str, Json]) -> dict[str, Json]:
    """Return the JSON Schema of a value that may be null."""
    if "type" in shape:
        return {**shape, "type": [shape["type"], "null"]}
    return {"anyOf": [shape, {"type": "null"}]}
