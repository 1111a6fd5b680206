"""A score sheet as an organiser edits it: from a form's fields to the sheet's JSON and back.

A field is named by its path in the sheet, such as `columns[2].highest`. What the form has no field
for comes from `source`, the sheet as it was before.
"""

import json
import re
from collections.abc import Collection, Iterator, Mapping
from copy import deepcopy
from typing import Any, NamedTuple

from django.utils.text import slugify

from games.base import Problem
from games.score_sheet.faults import ID, RULE_ID, InvalidSheetError, oversize
from games.score_sheet.read_columns import COLUMN_FIELDS, FIELDS_OF_KIND
from games.score_sheet.read_partners import FIELDS as PARTNERS_FIELDS
from games.score_sheet.reading import read_sheet
from games.score_sheet.sheet import ScoreSheet

Source = dict[str, Any]
LISTS = ("parameters", "columns", "values", "lines", "checks", "ranking")
NEW: Mapping[str, Source] = {
    "parameters": {"lowest": 1, "highest": 1000, "default": 100},
    "columns": {"kind": "number"},
    "values": {},
    "lines": {},
    "checks": {},
    "ranking": {"by": "total"},
}
LONGEST_SOURCE = 200_000
STEP = re.compile(r"([a-z_]+)|\[(\d{1,3})\]")
NUMBER = re.compile(r"[-\u2212]?[0-9]{1,15}")
CHOICE = re.compile(r"([a-z][a-z0-9_]*)\s*=\s*(.+)")
SHORTEST = 2
YES_OR_NO = {"yes": True, "no": False, "ja": True, "nein": False, "sì": True, "si": True}


class UnreadableSourceError(ValueError):
    """Raised for a text that holds no sheet."""


def load_source(text: str) -> Source:
    """Return the JSON of a sheet; raises UnreadableSourceError."""
    try:
        source = json.loads(text) if len(text) <= LONGEST_SOURCE else None
        written = json.dumps(source, ensure_ascii=False).encode()  # no half of a pair of characters
    except (ValueError, RecursionError) as error:
        raise UnreadableSourceError from error
    if not isinstance(source, dict) or oversize(source) or rb"\u0000" in written:
        raise UnreadableSourceError
    return source


def read_draft(data: Mapping[str, str], language: str, *, is_new: bool = False) -> Source:
    """Return the sheet that a form describes, the pressed button carried out.

    A label that is changed in a new game loses the texts that the sheet it began from has in other
    languages; in a game of the club they stay, and are to be checked (`outdated_labels`).
    """
    source, how = load_source(data.get("source", "")), How(language, is_new)
    if isinstance(source.get("dealer"), str):
        source["dealer"] = {"order": source["dealer"]}
    for name, text in data.items():
        path, _at, kind = name.partition("@")
        if kind in READERS:
            _put(source, path, READERS[kind](text, at_path(source, path), how))
    _press(source, data.get("press", ""))
    _tidy(source)
    _name_everything(source)
    return source


def check_draft(source: Source, slug: str, version: int) -> tuple[ScoreSheet | None, list[Problem]]:
    """Return a draft as a sheet of this name and version, or all that is wrong with it."""
    try:
        return read_sheet({**source, "slug": slug, "version": version}), []
    except InvalidSheetError as error:
        return None, list(error.problems)


def text_of(value: Any, kind: str, language: str) -> str:
    """Return what a field shows of a value of a sheet."""
    if value is None:
        return ""
    if kind == "label":
        return _label_text(value, language)
    if kind == "choices" and isinstance(value, list):
        return "\n".join(
            f"{each.get('id', '')} = {_label_text(each.get('label', ''), language)}"
            for each in value
            if isinstance(each, dict)
        )
    if kind == "tables" and isinstance(value, dict):
        return "\n".join(
            f"{name}: " + ", ".join(f"{key} = {number}" for key, number in rows.items())
            for name, rows in value.items()
            if isinstance(rows, dict)
        )
    return str(value)


def _label_text(value: Any, language: str) -> str:
    if not isinstance(value, dict):
        return str(value)
    return str(value.get(language) or value.get("en") or next(iter(value.values()), ""))


class How(NamedTuple):
    """How fields are read: in which language labels are typed, and whether into a new game."""

    language: str
    is_new: bool


def _read_label(text: str, before: Any, how: How) -> Any:
    text = text.strip()
    if not isinstance(before, dict):
        return text or None
    if not text or text == _label_text(before, how.language):
        return before
    return text if how.is_new else {**before, how.language: text}


def _read_number(text: str, _before: Any, _how: How) -> Any:
    text = text.strip().replace("\u2212", "-")
    return int(text) if NUMBER.fullmatch(text) else text or None


def _read_text(text: str, _before: Any, _how: How) -> Any:
    return " ".join(text.split()) or None


def _read_tick(text: str, _before: Any, _how: How) -> Any:
    return True if text == "1" else None


def _read_choices(text: str, before: Any, how: How) -> Any:
    known = {each.get("id"): each.get("label") for each in before or () if isinstance(each, dict)}
    found: list[Source] = []
    for line in filter(None, map(str.strip, text.splitlines())):
        match = CHOICE.fullmatch(line)
        name, label = (match[1], match[2]) if match else (_id_of(line), line)
        found.append({"id": name, "label": _read_label(label, known.get(name), how)})
    return found or None


def _read_tables(text: str, _before: Any, how: How) -> Any:
    tables: Source = {}
    for line in filter(None, map(str.strip, text.splitlines())):
        name, _colon, rows = line.partition(":")
        cells = [cell.partition("=") for cell in rows.split(",") if cell.strip()]
        tables[name.strip()] = {
            key.strip(): _read_number(value, None, how) for key, _equal, value in cells
        }
    return tables or None


READERS = {
    "label": _read_label,
    "number": _read_number,
    "text": _read_text,
    "tick": _read_tick,
    "default": _read_number,
    "choices": _read_choices,
    "tables": _read_tables,
}


def _steps(path: str) -> list[str | int]:
    return [int(at) if at else name for name, at in STEP.findall(path)]


def at_path(source: Source, path: str) -> Any:
    """Return what stands at a path, None where nothing does."""
    found: Any = source
    for step in _steps(path):
        try:
            found = found[step]
        except (KeyError, IndexError, TypeError):
            return None
    return found


def _put(source: Source, path: str, value: Any) -> None:
    """Put a value at a path, None: take it away; a path that leads nowhere is left alone."""
    *above, last = _steps(path) or [""]
    found: Any = source
    for step in above:
        if isinstance(found, dict) and isinstance(step, str):
            found = found.setdefault(step, {})
        elif isinstance(found, list) and isinstance(step, int) and step < len(found):
            found = found[step]
        else:
            return
    if not isinstance(found, dict) or not isinstance(last, str):
        return
    if value is None:
        found.pop(last, None)
    else:
        found[last] = value


def _press(source: Source, button: str) -> None:
    """Add a row, take one away or move it up: `add columns`, `remove columns[2]`, `up lines[1]`."""
    verb, _space, path = button.partition(" ")
    steps = _steps(path)
    if not steps or steps[0] not in LISTS:
        return
    name = str(steps[0])
    rows = source.setdefault(name, [])
    if not isinstance(rows, list):
        return
    if verb == "add":
        rows.append(deepcopy(NEW[name]))
    at = steps[1] if len(steps) > 1 else None
    if not isinstance(at, int) or at >= len(rows):
        return
    if verb == "remove":
        del rows[at]
    elif verb == "up" and at:
        rows[at - 1], rows[at] = rows[at], rows[at - 1]
    for empty in [each for each in LISTS if source.get(each) == []]:
        del source[empty]


def _tidy(source: Source) -> None:
    """Take away what the kind of a column, the partners or an order has no use for."""
    for column in _rows(source, "columns"):
        if column.get("kind") == "tick":
            word = str(column.get("default", ""))
            column["default"] = YES_OR_NO.get(word.casefold(), column.get("default"))
            if column["default"] is None:
                del column["default"]
        _keep(column, (*COLUMN_FIELDS, *FIELDS_OF_KIND.get(str(column.get("kind")), ())))
    partners, dealer = source.get("partners"), source.get("dealer")
    if isinstance(partners, dict):
        known = PARTNERS_FIELDS.get(str(partners.get("kind")), ())
        _keep(partners, ("kind", "rule", "label", *known))
    if isinstance(dealer, dict) and dealer.get("order") != "column":
        dealer.pop("column", None)
    for row in _rows(source, "ranking"):
        if row.get("by") != "sum":
            row.pop("value", None)


def _keep(row: Source, names: Collection[str]) -> None:
    for name in [each for each in row if each not in names]:
        del row[name]


def _name_everything(source: Source) -> None:
    """Give ids to columns, parameters and values without one, and rule ids to rules."""
    taken = {each.get("id") for name in LISTS for each in _rows(source, name)}
    for name in ("parameters", "columns", "values"):
        for each in _rows(source, name):
            if not each.get("id") and each.get("label"):
                each["id"] = _free_id(_id_of(_label_text(each["label"], "en")), taken)
                taken.add(each["id"])
    ruled = [each for name in ("lines", "checks", "ranking") for each in _rows(source, name)]
    ruled += [source[name] for name in ("end", "dealer", "partners") if _has_label(source, name)]
    used = {each.get("rule") for each in ruled}
    prefix = _prefix(source, used)
    numbers = (f"{prefix}-{number:02d}" for number in range(1, 100))
    free = (rule for rule in numbers if rule not in used)
    for each in ruled:
        if not each.get("rule"):
            each["rule"] = next(free, f"{prefix}-99")


def _rows(source: Source, name: str) -> Iterator[Source]:
    rows = source.get(name)
    return (each for each in (rows if isinstance(rows, list) else ()) if isinstance(each, dict))


def _has_label(source: Source, name: str) -> bool:
    return isinstance(source.get(name), dict) and "label" in source[name]


def _prefix(source: Source, used: set[Any]) -> str:
    known = [rule for rule in used if isinstance(rule, str) and RULE_ID.fullmatch(rule)]
    if known:
        return min(known).partition("-")[0]
    title = slugify(_label_text(source.get("title", ""), "en")).upper()
    letters = "".join(letter for letter in title if letter.isalpha())
    return letters[:SHORTEST] if len(letters) >= SHORTEST and letters[:2] != "SH" else "RU"


def _id_of(label: str) -> str:
    """Return an id like a label."""
    name = slugify(label).replace("-", "_")[:24]
    return name if ID.fullmatch(name) else f"c_{name}".rstrip("_")


def _free_id(name: str, taken: set[Any]) -> str:
    names = (name, *(f"{name}_{number}" for number in range(2, 100)))
    return next((each for each in names if each not in taken), name)
