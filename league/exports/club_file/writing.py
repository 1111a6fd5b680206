"""Write a club as a file."""

import json
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime
from typing import Any

from league.clubs.models import Club, Player
from league.exports.club_file.layout import (
    CLUB_FIELDS,
    FORMAT,
    SECTIONS,
    VERSION,
    Section,
)
from league.exports.club_file.shapes import GONE

ROWS_AT_ONCE = 500
PERSONAL = ("contact_email", "real_name")

Numbers = Mapping[str, Mapping[int, int]]
"""The number in the file of each row of each section, by its key."""


def write_club(club: Club, *, with_addresses: bool = False) -> Iterator[str]:
    """Write a club, line by line; players' addresses and real names only when asked for.

    The same rows are the same text wherever they are kept: a row is named by its place among its
    like, and names within an object are in order.
    """
    numbers: dict[str, Mapping[int, int]] = {}
    about = {name: plain_value(getattr(club, name)) for name in CLUB_FIELDS}
    yield f'{{\n"format": {_json(FORMAT)},\n"version": {VERSION},\n"club": {_json(about)}'
    for section in SECTIONS:
        rows = section.model._default_manager.filter(section.kept, **{section.club: club})
        keys = list(rows.order_by("pk").values_list("pk", flat=True))
        numbers[section.name] = {pk: number for number, pk in enumerate(keys, start=1)}
        yield f',\n"{section.name}": ['
        if section.model is Player and with_addresses:
            rows = rows.select_related("user")
        before = "\n"
        for found in rows.order_by("pk").iterator(chunk_size=ROWS_AT_ONCE):
            values = _values(section, found, numbers)
            if isinstance(found, Player):
                values |= _personal(found) if with_addresses else dict.fromkeys(PERSONAL, "")
            yield before + _json(values)
            before = ",\n"
        yield "\n]" if keys else "]"
    yield "\n}\n"


def _personal(player: Player) -> dict[str, str]:
    return {"contact_email": player.address, "real_name": player.real_name}


def _values(section: Section, found: Any, numbers: Numbers) -> dict[str, Any]:
    """Return a row as it is in the file."""

    def refer(kind: str, value: object, _path: str) -> int:
        return numbers[kind].get(value, GONE) if isinstance(value, int) else GONE

    values: dict[str, Any] = {"id": numbers[section.name][found.pk]}
    for each in section.fields:
        value = getattr(found, each.attname)
        if each.name in section.parents:
            value = numbers[section.parents[each.name]].get(value)
        elif shape := section.shapes.get(each.name):
            value = shape(value, f"{section.name}.{found.pk}.{each.name}", refer)
        values[each.name] = plain_value(value)
    return values


def plain_value(value: Any) -> Any:
    """Write moments and days as ISO 8601 does, moments in UTC."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    return value.isoformat() if isinstance(value, date) else value


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)
