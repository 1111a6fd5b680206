"""Replace derived rows by what they should be, and tell what differed.

Rows are read and compared as tuples: nearly all of many thousands are as they should be, and only
those that are not become rows of a model.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Model, QuerySet

Key = tuple[int, ...]
Values = tuple[Any, ...]
ROWS_AT_ONCE: Final = 2_000


@dataclass(frozen=True, slots=True)
class Difference:
    """Say that a derived value is not what the hands make of it.

    `field` is empty where a whole row is missing or should not be there.
    """

    subject: str
    field: str
    kept: object
    right: object

    def __str__(self) -> str:
        if not self.field:
            return f"{self.subject}: {'is missing' if self.right else 'should not be there'}"
        return f"{self.subject}: {self.field} is {self.kept!r}, should be {self.right!r}"


@dataclass(frozen=True, slots=True)
class Derived:
    """Say what is derived of a model: its `fields`, in rows told apart by the rows of `unique`."""

    model: type[Model]
    unique: tuple[str, ...]
    fields: tuple[str, ...]

    def read(self, rows: QuerySet[Any]) -> dict[Key, Values]:
        """Return kept rows: the values of `fields` by the ids of `unique`."""
        width = len(self.unique)
        found = rows.values_list(*self.unique, *self.fields)
        return {tuple(row[:width]): tuple(row[width:]) for row in found}

    def replace(self, rows: QuerySet[Any], right: Mapping[Key, Values]) -> list[Difference]:
        """Make the kept rows equal to the right ones; write only those that differ."""
        kept = self.read(rows)
        differences: list[Difference] = []
        changed: list[Key] = []
        for key, values in right.items():
            if kept.get(key) != values:
                changed.append(key)
                differences += compare(self.describe(key), self.fields, kept.get(key), values)
        extra = [key for key in kept if key not in right]
        differences += [Difference(self.describe(key), "", True, False) for key in extra]
        if extra:
            self._delete(rows, right)
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
        """Name a row by what makes it unique, as `standing of entry 12`."""
        named = zip(self.unique, key, strict=True)
        owners = " and ".join(f"{name} {pk}" for name, pk in named)
        return f"{self.model._meta.verbose_name} of {owners}"

    def _delete(self, rows: QuerySet[Any], right: Mapping[Key, Values]) -> None:
        gone = [pk for pk, *key in rows.values_list("pk", *self.unique) if tuple(key) not in right]
        self.model._default_manager.filter(pk__in=gone).delete()

    def _row(self, key: Key, values: Values) -> Model:
        named = zip((*self.unique, *self.fields), (*key, *values), strict=True)
        column = self.model._meta.get_field
        return self.model(
            **{getattr(column(name), "attname", name): value for name, value in named}
        )


def compare(
    subject: str, fields: tuple[str, ...], kept: Values | None, right: Values
) -> list[Difference]:
    """List the fields in which a kept row is not what it should be."""
    if kept is None:
        return [Difference(subject, "", False, True)]
    values = zip(fields, kept, right, strict=True)
    return [Difference(subject, *each) for each in values if each[1] != each[2]]
