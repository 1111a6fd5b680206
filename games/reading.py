"""Judge plain JSON values: what every game needs to read its options and records safely."""

from collections.abc import Iterable, Mapping
from typing import TypeGuard

from games.base import Problem

_LONGEST_NAME = 40


def is_whole_number(value: object) -> TypeGuard[int]:
    """Tell whether a value is an integer; true and false are none, nor is 1.0."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_seat(value: object, seats: int) -> TypeGuard[int]:
    """Tell whether a value is the number of a seat at a table of this size."""
    return is_whole_number(value) and 0 <= value < seats


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
