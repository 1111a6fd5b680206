"""Read a club file: from its text to rows whose every value is of the right kind."""

import json
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from operator import itemgetter
from typing import Any, Final, NoReturn

from django.core.exceptions import ValidationError
from django.db import models
from django.db.backends.base.operations import BaseDatabaseOperations
from django.db.models import NOT_PROVIDED
from django.utils.translation import gettext as _

from league.clubs.models import Club
from league.exports.club_file.layout import CLUB_FIELDS, FORMAT, SECTIONS, VERSION, Section
from league.exports.club_file.shapes import GONE, BadValueError, plain, refuse, text, truth, whole

Row = dict[str, Any]
WITH_IDS_OF_THE_SITE: Final = 1
"""The version of release 0.2.0, whose history of seatings has ids that mean nothing elsewhere."""


@dataclass(frozen=True, slots=True)
class ClubFile:
    """Hold what a file says: the club, and of each section the rows in the order of their numbers.

    Values are those that a model keeps; a row is named by its `id`.
    """

    club: Row
    rows: Mapping[str, Sequence[Row]]

    def where(self, section: str) -> Mapping[int, Row]:
        """Return the rows of a section by number."""
        return {row["id"]: row for row in self.rows[section]}


def read_club(written: str | bytes) -> ClubFile:
    """Read a file as a whole; raises BadValueError with the path of what is wrong."""
    data = _load(written)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        refuse("format", _("This is not a club file. It must start with its format."))
    if data.get("version") == WITH_IDS_OF_THE_SITE:
        data.pop("seating_changes", None)
    elif data.get("version") != VERSION:
        refuse("version", _("This site only supports version %(version)d.") % {"version": VERSION})
    known = {"format", "version", "club", *(section.name for section in SECTIONS)}
    for name in data:
        if name not in known:
            refuse(name, _("Unknown name in a club file."))
    club = _read_values(data.get("club"), "club", Club, CLUB_FIELDS)
    raw = {section.name: _objects(data.get(section.name, []), section.name) for section in SECTIONS}
    numbers = {name: _numbers(rows, name) for name, rows in raw.items()}
    rows = {
        section.name: [
            _read_row(section, one, f"{section.name}[{at}]", numbers)
            for at, one in enumerate(raw[section.name])
        ]
        for section in SECTIONS
    }
    return ClubFile(club, {name: sorted(read, key=itemgetter("id")) for name, read in rows.items()})


def _load(written: str | bytes) -> Any:
    def once(pairs: list[tuple[str, Any]]) -> Row:
        found = dict(pairs)
        if len(found) < len(pairs):
            [(twice, _count)] = Counter(name for name, _value in pairs).most_common(1)
            refuse(twice[:40], _("This name occurs twice in the same object."))
        return found

    def no_number(word: str) -> NoReturn:
        refuse(word, _("This is not a number."))

    try:
        decoded = written.decode("utf-8-sig") if isinstance(written, bytes) else written
        return json.loads(decoded, object_pairs_hook=once, parse_constant=no_number)
    except BadValueError:
        raise
    except UnicodeDecodeError:
        refuse("", _("This file is not in UTF-8. Save it as UTF-8 and try again."))
    except json.JSONDecodeError as error:
        problem = _("This is not valid or complete JSON. Check line %(line)d, column %(column)d.")
        refuse("", problem % {"line": error.lineno, "column": error.colno})
    except ValueError:
        refuse("", _("The file contains a number that is too large."))
    except RecursionError:
        refuse("", _("The data is nested too deeply. Use fewer levels."))


def _objects(value: object, path: str) -> list[Row]:
    if not isinstance(value, list):
        refuse(path, _("This must be a list."))
    for at, one in enumerate(value):
        if not isinstance(one, dict):
            refuse(f"{path}[{at}]", _("This must be an object."))
    return value


def _numbers(rows: Sequence[Row], path: str) -> set[int]:
    found: set[int] = set()
    for at, row in enumerate(rows):
        where = f"{path}[{at}].id"
        number = whole(row.get("id"), where)
        if number < 1:
            refuse(where, _("Numbers must start at 1."))
        if number in found:
            refuse(where, _("Number %(number)d occurs twice.") % {"number": number})
        found.add(number)
    return found


def _read_row(section: Section, row: Row, path: str, numbers: Mapping[str, set[int]]) -> Row:
    def refer(kind: str, value: object, where: str) -> int:
        number = whole(value, where)
        if number != GONE and number not in numbers[kind]:
            problem = _("“%(section)s” has no number %(number)d.")
            refuse(where, problem % {"number": number, "section": kind})
        return number

    def read(each: Any, where: str) -> Any:
        value = row[each.name]
        kind = section.parents.get(each.name)
        if kind is None:
            shape = section.shapes.get(each.name)
            return _read_value(each, shape(value, where, refer) if shape else value, where)
        if value is None and each.null:
            return None
        if value == GONE:
            refuse(where, _("This must refer to a row of the file."))
        return refer(kind, value, where)

    _refuse_others(row, path, {"id", *(each.name for each in section.fields)})
    found: Row = {"id": row["id"]}
    for each in section.fields:
        where = f"{path}.{each.name}"
        found[each.name] = read(each, where) if each.name in row else _default(each, where)
    return found


def _refuse_others(row: Row, path: str, names: Collection[str]) -> None:
    for name in row:
        if name not in names:
            refuse(f"{path}.{name}"[:80], _("Unknown name."))


def _read_values(value: Any, path: str, model: type[models.Model], names: Sequence[str]) -> Row:
    if not isinstance(value, dict):
        refuse(path, _("This must be an object."))
    _refuse_others(value, path, names)
    fields = {name: model._meta.get_field(name) for name in names}
    return {
        name: _read_value(each, value[name], f"{path}.{name}")
        if name in value
        else _default(each, f"{path}.{name}")
        for name, each in fields.items()
    }


def _default(each: Any, path: str) -> Any:
    if each.default is not NOT_PROVIDED:
        return each.get_default()
    if not each.null and (each.is_relation or not each.blank):
        refuse(path, _("This value is missing."))
    return None if each.null else ""


def _read_value(each: Any, value: Any, path: str) -> Any:
    if isinstance(each, models.JSONField):
        read = plain(value, path, lambda _kind, number, _where: int(str(number)))
        if read is None and not each.null:
            refuse(path, _("This value is missing."))
        return read
    if value is None:
        return None if each.null else refuse(path, _("This value is missing."))
    found = _of_type(each, value, path)
    choices = dict(each.flatchoices)
    if choices and found not in choices and not (found == "" and each.blank):
        refuse(path, _("“%(value)s” is not a valid value.") % {"value": str(found)[:40]})
    try:
        each.run_validators(found)
    except ValidationError as error:
        refuse(path, " ".join(error.messages))
    return found


def _of_type(each: Any, value: Any, path: str) -> Any:
    if isinstance(each, models.BooleanField):
        return truth(value, path)
    if isinstance(each, models.IntegerField):
        # Not every database has these limits; a file is for all of them.
        least, most = BaseDatabaseOperations.integer_field_ranges[each.get_internal_type()]
        if not least <= whole(value, path) <= most:
            problem = _("This number must be from %(least)d to %(most)d.")
            refuse(path, problem % {"least": least, "most": most})
        return value
    written = text(value, path)
    if isinstance(each, models.DateTimeField):
        return _timestamp(written, path)
    if isinstance(each, models.DateField):
        return _day(written, path)
    return written


def _timestamp(written: str, path: str) -> datetime:
    try:
        moment = datetime.fromisoformat(written)
        if moment.tzinfo is None:
            refuse(path, _("The time has no UTC offset. Add one, such as +00:00."))
        return moment.astimezone(UTC)
    except (ValueError, OverflowError) as error:
        if isinstance(error, BadValueError):
            raise
        refuse(path, _("This is not a valid ISO 8601 date and time."))


def _day(written: str, path: str) -> date:
    try:
        return date.fromisoformat(written)
    except ValueError:
        refuse(path, _("This is not a valid ISO 8601 date."))
