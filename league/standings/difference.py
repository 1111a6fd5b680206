"""Comparison of stored derived rows with what they should be, as tuples."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from django.db.models import Model, QuerySet

Key = tuple[int, ...]
Values = tuple[Any, ...]
ROWS_AT_ONCE: Final = 2_000


class Difference(NamedTuple):
    """A stored derived value that is wrong; `field` is empty for a missing or surplus row."""

    subject: str
    field: str
    stored: object
    right: object

    def __str__(self) -> str:
        if not self.field:
            return f"{self.subject}: {'is missing' if self.right else 'should not be there'}"
        return f"{self.subject}: {self.field} is {self.stored!r}, should be {self.right!r}"


class Derived(NamedTuple):
    """The derived `fields` of a model whose rows are identified by `unique`."""

    model: type[Model]
    unique: tuple[str, ...]
    fields: tuple[str, ...]

    def replace(self, rows: QuerySet[Any], right: Mapping[Key, Values]) -> list[Difference]:
        """Write the rows that differ from the right ones, and return the differences."""
        width = len(self.unique)
        found = rows.values_list(*self.unique, *self.fields)
        stored = {tuple(row[:width]): tuple(row[width:]) for row in found}
        differences: list[Difference] = []
        changed: list[Key] = []
        for key, values in right.items():
            if stored.get(key) != values:
                changed.append(key)
                differences += compare(self.describe(key), self.fields, stored.get(key), values)
        extra = [key for key in stored if key not in right]
        differences += [Difference(self.describe(key), "", True, False) for key in extra]
        if extra:
            keys = rows.values_list("pk", *self.unique)
            gone = [pk for pk, *key in keys if tuple(key) not in right]
            self.model._default_manager.filter(pk__in=gone).delete()
        if changed:
            self.model._default_manager.bulk_create(
                [self._row(key, right[key]) for key in changed],
                batch_size=ROWS_AT_ONCE,
                update_conflicts=True,
                unique_fields=self.unique,
                update_fields=self.fields,
            )
        return differences

    def describe(self, key: Key) -> str:
        """Return the name of a row, as `standing of entry 12`."""
        named = zip(self.unique, key, strict=True)
        owners = " and ".join(f"{name} {pk}" for name, pk in named)
        return f"{self.model._meta.verbose_name} of {owners}"

    def _row(self, key: Key, values: Values) -> Model:
        named = zip((*self.unique, *self.fields), (*key, *values), strict=True)
        column = self.model._meta.get_field
        return self.model(
            **{getattr(column(name), "attname", name): value for name, value in named}
        )


def compare(
    subject: str, fields: tuple[str, ...], stored: Values | None, right: Values
) -> list[Difference]:
    """Return the fields in which a stored row is wrong."""
    if stored is None:
        return [Difference(subject, "", False, True)]
    values = zip(fields, stored, right, strict=True)
    return [Difference(subject, *each) for each in values if each[1] != each[2]]
