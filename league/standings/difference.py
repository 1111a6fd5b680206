"""Replace derived rows by what they should be, and tell what differed."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from django.db.models import Model

Key = TypeVar("Key", bound=Hashable)
DerivedRow = TypeVar("DerivedRow", bound=Model)


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


def replace_rows(
    model: type[DerivedRow],
    unique: Sequence[str],
    fields: Sequence[str],
    kept: Mapping[Key, DerivedRow],
    right: Mapping[Key, DerivedRow],
) -> list[Difference]:
    """Make the kept rows equal to the right ones in `fields`; write only those that differ.

    Both are by the same key; `unique` names the columns that make a row unique in the database.
    """
    differences: list[Difference] = []
    changed: list[DerivedRow] = []
    for key, row in right.items():
        found = compare(describe(model, unique, row), kept.get(key), row, fields)
        if found:
            changed.append(row)
            differences += found
    extra = [row for key, row in kept.items() if key not in right]
    differences += [Difference(describe(model, unique, row), "", True, False) for row in extra]
    if extra:
        model._default_manager.filter(pk__in=[row.pk for row in extra]).delete()
    if changed:
        model._default_manager.bulk_create(
            changed, update_conflicts=True, unique_fields=unique, update_fields=fields
        )
    return differences


def compare(
    subject: str, kept: Model | None, right: Model, fields: Sequence[str]
) -> list[Difference]:
    """List the fields in which a kept row is not what it should be."""
    if kept is None:
        return [Difference(subject, "", False, True)]
    values = [(field, getattr(kept, field), getattr(right, field)) for field in fields]
    return [Difference(subject, *value) for value in values if value[1] != value[2]]


def describe(model: type[Model], unique: Sequence[str], row: Model) -> str:
    """Name a row by what makes it unique, as `standing of entry 12`."""
    owners = " and ".join(f"{name} {getattr(row, f'{name}_id')}" for name in unique)
    return f"{model._meta.verbose_name} of {owners}"
