"""Judge plain JSON values: what every game needs to read its options and records safely."""

import json
from collections.abc import Iterable, Mapping
from typing import NoReturn, TypeGuard, TypeVar

from games.base import InvalidInputError, Problem

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
        Problem("unknown_field", short_name(name), None, "This field is not known here.")
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
            text.decode("utf-8-sig"),
            object_pairs_hook=_without_duplicates,
            parse_constant=_refuse_constant,
        )
    except NotJsonError:
        raise
    except RecursionError:
        problem = Problem("not_json", "", None, "The input is nested too deeply.")
        raise NotJsonError([problem]) from None
    except ValueError:
        problem = Problem("not_json", "", None, "The input cannot be read as JSON in UTF-8.")
        raise NotJsonError([problem]) from None


def _without_duplicates(pairs: list[tuple[str, object]]) -> dict[str, object]:
    names: set[str] = set()
    for name, _ in pairs:
        if name in names:
            problem = Problem("duplicate_field", short_name(name), None, "This is given twice.")
            raise NotJsonError([problem])
        names.add(name)
    return dict(pairs)


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(name)
