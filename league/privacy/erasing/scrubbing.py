"""Put a neutral name in the place of a person's names, wherever words of a club hold them."""

import json
import re
from collections.abc import Collection, Iterable
from typing import Any

from django.apps import apps
from django.db.models import CharField, JSONField, Model, Q, QuerySet, TextField
from django.db.models.functions import Cast

from league.privacy.erasing.columns import WITH_NAMES

ROWS_AT_ONCE = 200


class Scrubber:
    """Know a person's names and addresses, and what stands in their place.

    Whole words alone are replaced. Somebody else of the same name loses it in these words, too:
    which of both a sentence meant cannot be told.
    """

    def __init__(self, names: Iterable[str], placeholder: str) -> None:
        spelt = {form for name in names if name for form in (name, json.dumps(name)[1:-1])}
        self._forms = sorted(spelt, key=len, reverse=True)
        one_of = "|".join(map(_pattern, self._forms))
        self._pattern = re.compile(rf"(?<!\w)(?:{one_of})(?!\w)")
        self.placeholder = placeholder

    def condition(self, column: str) -> Q:
        """Return what holds for rows in whose column one of the names may stand."""
        may = Q(pk__in=())
        for form in self._forms:
            may |= Q(**{f"{column}__icontains": form})
        return may

    def clean(self, value: Any) -> Any:
        """Return a text, or what JSON holds, without the names."""
        match value:
            case str():
                return self._pattern.sub(lambda _found: self.placeholder, value)
            case list():
                return [self.clean(each) for each in value]
            case dict():
                return {key: self.clean(each) for key, each in value.items()}
            case _:
                return value


def _pattern(form: str) -> str:
    """Match a name as it is spelt, and an address in capitals too."""
    return f"(?i:{re.escape(form)})" if "@" in form else re.escape(form)


def scrub_clubs(scrubber: Scrubber, clubs: Collection[int]) -> None:
    """Take a person's names out of all words of some clubs."""
    for label, words in WITH_NAMES.items():
        model = apps.get_model(label)
        own = model._base_manager.filter(**{f"{words.club}__in": clubs})
        rows = model._base_manager.filter(pk__in=own.values("pk"))
        scrub_rows(scrubber, rows, words.columns)


def scrub_rows(scrubber: Scrubber, rows: QuerySet[Any], columns: Collection[str]) -> None:
    """Take a person's names out of these columns of some rows."""
    as_text = {f"{each}_text": Cast(each, TextField()) for each in columns}
    may = Q(pk__in=())
    for each in as_text:
        may |= scrubber.condition(each)
    for row in rows.annotate(**as_text).filter(may).only("pk", *columns).iterator(ROWS_AT_ONCE):
        _clean_row(scrubber, row, columns)


def _clean_row(scrubber: Scrubber, row: Model, columns: Collection[str]) -> None:
    before = {each: getattr(row, each) for each in columns}
    after = {each: _fitting(row, each, scrubber.clean(value)) for each, value in before.items()}
    if after != before:
        type(row)._base_manager.filter(pk=row.pk).update(**after)


def _fitting(row: Model, column: str, value: Any) -> Any:
    """Return a text cut to what its column holds."""
    field = row._meta.get_field(column)
    if isinstance(field, CharField) and not isinstance(field, JSONField) and field.max_length:
        return value[: field.max_length]
    return value
