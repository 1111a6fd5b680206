"""Gather what is wrong with a sheet, each fault at the path of its value."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from games.base import InvalidInputError, Problem
from games.validation import is_whole_number, short_name, unknown_fields

ID = re.compile(r"[a-z][a-z0-9_]{0,29}", re.ASCII)
RULE_ID = re.compile(r"[A-Z]{2,3}-[A-Z]?[0-9]{2}", re.ASCII)
DEEPEST = 10
MOST_ITEMS = 4_000
LETTERS_OF_AN_ITEM = 40
"""How many letters of text count as one value more."""

_Read = TypeVar("_Read")


class InvalidSheetError(InvalidInputError):
    """A score sheet was refused; fields are paths in it, such as `columns[2].highest`."""


class Faults:
    """Hold the faults found so far, and read the plain values that a sheet is made of."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def add(self, code: str, path: str, text: str, **data: int | str) -> None:
        """Refuse the value at a path."""
        self.problems.append(Problem(code, path, None, text, data=data))

    def fields(self, value: object, path: str, known: Sequence[str]) -> Mapping[str, Any]:
        """Return an object of JSON; an empty one stands for what is none."""
        if not isinstance(value, Mapping):
            self.add("not_an_object", path, "This must be an object.")
            return {}
        inner = unknown_fields(value, known)
        self.problems += [problem.inside(path) for problem in inner] if path else inner
        return value

    def items(
        self, value: object, path: str, most: int, read: Callable[[object, str], _Read | None]
    ) -> tuple[_Read, ...]:
        """Read a list item by item; those at fault are left out."""
        if not isinstance(value, list | tuple):
            self.add("not_a_list", path, "This must be a list.")
            return ()
        if len(value) > most:
            self.add("too_many", path, f"There may be {most} of these.", most=most)
            return ()
        found = [read(item, f"{path}[{at}]") for at, item in enumerate(value)]
        return tuple(item for item in found if item is not None)

    def number(self, value: object, path: str, low: int, high: int) -> int | None:
        """Return a whole number in these bounds; None for anything else."""
        if not is_whole_number(value):
            self.add("not_a_number", path, "This must be a whole number.")
        elif not low <= value <= high:
            text = f"This must be from {low:,} to {high:,}."
            self.add("out_of_range", path, text, lowest=low, highest=high)
        else:
            return value
        return None

    def truth(self, value: object, path: str) -> bool:
        """Return true or false; false for anything else."""
        if not isinstance(value, bool):
            self.add("not_yes_or_no", path, "This must be true or false.")
        return value is True

    def one_of(self, value: object, path: str, choices: Sequence[str]) -> str | None:
        """Return one of these words; None for anything else."""
        if isinstance(value, str) and value in choices:
            return value
        self.add("not_a_choice", path, f"Choose one of: {', '.join(choices)}.")
        return None

    def name(self, value: object, path: str, taken: Mapping[str, object]) -> str | None:
        """Return an id that formulas can use and nothing has yet; None for anything else."""
        if not isinstance(value, str) or not ID.fullmatch(value):
            text = "This must be up to 30 small letters, digits and underscores, a letter first."
            self.add("not_an_id", path, text)
        elif value in taken:
            self.add("taken", path, f"Something else is called {value} already.")
        else:
            return value
        return None

    def formula_text(self, value: object, path: str) -> str | None:
        """Return the text of a formula; None for anything else."""
        if value is None or value == "":
            self.add("missing", path, "This needs a formula.")
        elif isinstance(value, str):
            return value
        else:
            self.add("not_a_text", path, "This must be the text of a formula.")
        return None


def oversize(data: object) -> Problem | None:
    """Refuse what is too deep or too large to be read, itself inside itself included."""
    layer, counted = [data], 0
    for _ in range(DEEPEST):
        texts = sum(len(item) for item in layer if isinstance(item, str))
        counted += len(layer) + texts // LETTERS_OF_AN_ITEM
        if counted > MOST_ITEMS:
            break
        layer = [inner for item in layer for inner in _inside(item)]
        if not layer:
            return None
    text = f"A sheet has at most {MOST_ITEMS:,} values, long texts counted more than once, "
    text += f"nested {DEEPEST} deep."
    return Problem("too_large", "", None, text)


def _inside(value: object) -> Sequence[object]:
    """List what a value holds, and of that no more than could be allowed."""
    if isinstance(value, Mapping):
        return [*value.values()][: MOST_ITEMS + 1]
    return value[: MOST_ITEMS + 1] if isinstance(value, list | tuple) else ()


def join(path: str, name: object) -> str:
    """Return the path of a field inside a path, however long its name is."""
    return f"{path}.{short_name(name)}" if path else short_name(name)
