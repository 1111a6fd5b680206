"""The shapes of values inside a club file, and the references to rows that they hold.

A shape reads a value, refuses what does not fit it, and lets `refer` replace every reference: on
the way out a row's key by its number in the file, on the way in the number by the new key.
"""

import re
from collections.abc import Callable, Mapping
from math import isfinite
from typing import Any, Final, NoReturn

from django.utils.translation import gettext as _

Refer = Callable[[str, object, str], int]
"""Return what stands for a row of a section, told where the reference is."""
Shape = Callable[[Any, str, Refer], Any]

LARGEST_NUMBER: Final = 2**53
DEEPEST: Final = 12
PATH: Final = re.compile(r"/(competitions|rounds|tables)/([0-9]{1,18})/([a-z]+/)?")
THING: Final = re.compile(r"competition:([0-9]{1,18})")
KEY_PART: Final = re.compile(r"\b(round|table|bye|absence|no_show):([0-9]{1,18})\b")
KEY_SECTIONS: Final = {
    "round": "rounds",
    "table": "tables",
    "bye": "entries",
    "absence": "entries",
    "no_show": "entries",
}
GONE: Final = 0
"""Stands for a row that a value still names and that is there no longer."""


class BadValueError(ValueError):
    """A value of a file is not what it should be: `path` says where, `text` what is wrong."""

    def __init__(self, path: str, problem: str) -> None:
        super().__init__(f"{path}: {problem}" if path else problem)
        self.path = path
        self.text = problem


def refuse(path: str, problem: str) -> NoReturn:
    """Refuse a value."""
    raise BadValueError(path, problem)


def text(value: object, path: str, _refer: Refer | None = None) -> str:
    """Take a text that a database can store."""
    if not isinstance(value, str):
        refuse(path, _("This must be text."))
    if "\x00" in value or any("\ud800" <= sign <= "\udfff" for sign in value):
        refuse(path, _("The text contains an invalid character."))
    return value


def whole(value: object, path: str, _refer: Refer | None = None) -> int:
    """Take a whole number of a size that every program reads."""
    if isinstance(value, bool) or not isinstance(value, int):
        refuse(path, _("This must be a whole number."))
    if abs(value) >= LARGEST_NUMBER:
        refuse(path, _("This number is too large."))
    return value


def truth(value: Any, path: str, _refer: Refer | None = None) -> bool:
    """Take true or false."""
    return value if isinstance(value, bool) else refuse(path, _("This must be true or false."))


def plain(value: Any, path: str, refer: Refer, depth: int = 0) -> Any:
    """Take any JSON value of reasonable size that refers to nothing."""
    if depth > DEEPEST:
        refuse(path, _("The data is nested too deeply. Use fewer levels."))
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return text(value, path)
    if isinstance(value, int):
        return whole(value, path)
    if isinstance(value, float):
        return value if isfinite(value) else refuse(path, _("This number is too large."))
    if isinstance(value, list):
        return [plain(one, f"{path}[{at}]", refer, depth + 1) for at, one in enumerate(value)]
    if isinstance(value, dict):
        return {
            text(key, path): plain(one, f"{path}.{key}", refer, depth + 1)
            for key, one in value.items()
        }
    refuse(path, _("This value cannot be stored in a file."))


def ref(section: str) -> Shape:
    """Take a reference to a row of a section."""
    return lambda value, path, refer: refer(section, value, path)


def listed(shape: Shape) -> Shape:
    """Take a list of things of one shape."""

    def read(value: Any, path: str, refer: Refer) -> list[Any]:
        if not isinstance(value, list):
            refuse(path, _("This must be a list."))
        return [shape(one, f"{path}[{at}]", refer) for at, one in enumerate(value)]

    return read


def row(*shapes: Shape) -> Shape:
    """Take a list of so many things, each of its own shape."""

    def read(value: Any, path: str, refer: Refer) -> list[Any]:
        if not isinstance(value, list) or len(value) != len(shapes):
            refuse(path, _("This must be a list of %(count)d values.") % {"count": len(shapes)})
        return [
            shape(one, f"{path}[{at}]", refer)
            for at, (shape, one) in enumerate(zip(shapes, value, strict=True))
        ]

    return read


def mapping(*, others: Shape | None = plain, **shapes: Shape) -> Shape:
    """Take an object with these names, and others of the shape `others`; None: with no others."""

    def read(value: Any, path: str, refer: Refer) -> dict[str, Any]:
        if not isinstance(value, dict):
            refuse(path, _("This must be an object."))
        for name in shapes:
            if name not in value:
                refuse(f"{path}.{name}", _("This value is missing."))
        found = {}
        for name, one in value.items():
            shape = shapes.get(text(name, path), others)
            if shape is None:
                refuse(f"{path}.{name}", _("Unknown name."))
            found[name] = shape(one, f"{path}.{name}", refer)
        return found

    return read


def maybe(shape: Shape) -> Shape:
    """Take nothing, or something of the shape."""
    return lambda value, path, refer: None if value is None else shape(value, path, refer)


def some(**shapes: Shape) -> Shape:
    """Take an object in which these names may be missing, and others are plain."""

    def read(value: Any, path: str, refer: Refer) -> dict[str, Any]:
        there = isinstance(value, dict) and {k: s for k, s in shapes.items() if k in value}
        return mapping(**(there or {}))(value, path, refer)  # type: ignore[no-any-return]

    return read


def one_of(values: Mapping[str, object]) -> Shape:
    """Take one of these words."""

    def read(value: Any, path: str, _refer: Refer) -> str:
        if text(value, path) not in values:
            refuse(path, _("“%(value)s” is not a valid value.") % {"value": value[:40]})
        return str(value)

    return read


def page(value: Any, path: str, refer: Refer) -> str:
    """Take the address of a page of the club, which names a row; "" for none."""
    if text(value, path) == "":
        return ""
    found = PATH.fullmatch(value)
    if found is None:
        refuse(path, _("This is not a page of a club."))
    kind, number, rest = found.groups()
    there = refer(kind, int(number), path)
    return f"/{kind}/{there}/{rest or ''}" if there != GONE else ""


def thing(value: Any, path: str, refer: Refer) -> str:
    """Take the name of what a post is about, such as competition:3; "" for none or a gone one."""
    if text(value, path) == "":
        return ""
    found = THING.fullmatch(value)
    if found is None:
        refuse(path, _("A post cannot refer to this."))
    there = refer("competitions", int(found[1]), path)
    return f"competition:{there}" if there != GONE else ""


def key(value: Any, path: str, refer: Refer) -> str:
    """Take a key that names rows, such as round:3:closing:1; one that is gone is said to be."""

    def replaced(part: re.Match[str]) -> str:
        there = refer(KEY_SECTIONS[part[1]], int(part[2]), path)
        return f"{part[1]}:{there}" if there != GONE else f"{part[1]}-gone:{part[2]}"

    return KEY_PART.sub(replaced, text(value, path))
