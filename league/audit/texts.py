"""Changes of the log in words: labels of fields, and values as the reader would say them."""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.apps import apps
from django.core.exceptions import FieldDoesNotExist
from django.db.models import Field
from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from league.audit.actions import FIELDS
from league.audit.models import AuditEntry
from league.core.hooks import hooks
from league.core.templatetags.ui import amount

PLAYERS = "players"


class ChangeText(NamedTuple):
    """The label of what changed, and its value before and after."""

    label: str
    before: str
    after: str


ValueText = str | Mapping[str, str]
"""A value as text, or those of its parts by their labels, of which only what differs is shown."""


def change_text(
    entry: AuditEntry, name: str, before: object, after: object, names: Mapping[int, str]
) -> ChangeText:
    """Return a change as text; `names` are those of players by id."""
    old, new = _value_text(entry, name, before, names), _value_text(entry, name, after, names)
    return ChangeText(_field_label(entry.about_kind, name), _text(old, new), _text(new, old))


def _text(value: ValueText, other: ValueText) -> str:
    if isinstance(value, str):
        return value
    known = other if isinstance(other, Mapping) else {}
    return "; ".join(
        f"{label}: {text}" for label, text in value.items() if text != known.get(label)
    )


def _value_text(entry: AuditEntry, name: str, value: object, names: Mapping[int, str]) -> ValueText:
    if value is None:
        return ""
    if name == PLAYERS and isinstance(value, list):
        return ", ".join(names.get(pk, "–") for pk in value)
    for describe in hooks("audit_value_text"):
        if (text := describe(entry.about_kind, name, value)) is not None:
            return text  # type: ignore[no-any-return]
    field = _field(entry.about_kind, name)
    choices = dict(field.flatchoices) if field else {}
    is_choice = isinstance(value, str | int) and value in choices
    return str(choices[value]) if is_choice else _plain_text(entry, name, value)


def _plain_text(entry: AuditEntry, name: str, value: object) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, int):
        return amount(value)
    if isinstance(value, list):
        return ", ".join(_plain_text(entry, name, each) for each in value)
    if name.endswith("_at") and (at := parse_datetime(str(value))) is not None:
        return _time_text(at, entry.club.time_zone)
    return str(value)


def _time_text(at: datetime, zone: str) -> str:
    return date_format(at.astimezone(ZoneInfo(zone)), "SHORT_DATETIME_FORMAT")


def _field_label(kind: str, name: str) -> str:
    if name in FIELDS:
        return str(FIELDS[name])
    field = _field(kind, name)
    return str(field.verbose_name) if field else name


def _field(kind: str, name: str) -> Field | None:  # type: ignore[type-arg]
    try:
        field = apps.get_model(kind)._meta.get_field(name)
    except (LookupError, FieldDoesNotExist, ValueError):
        return None
    return field if isinstance(field, Field) else None
