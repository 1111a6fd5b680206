"""Strict serializer fields with a description and an example, both used in the OpenAPI description.

In JSON the text "7" is not a number; in a query string everything is text, and there it is one.
"""

import re
from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

WHOLE = re.compile("-?[0-9]{1,16}")
LARGEST: Final = 2**53 - 1
"""The largest integer that every JSON parser keeps exactly."""
IS_ADDRESS: Final = "is_address"
"""Context key of serializers that read a query string."""


class DocumentedField(serializers.Field[Any, Any, Any, Any]):
    """A field with a description and an example; an example of None makes it nullable."""

    def __init__(self, help_text: str, example: object, *args: Any, **options: Any) -> None:
        self.example = example
        options.setdefault("allow_null", example is None)
        super().__init__(*args, help_text=help_text, **options)


class Text(DocumentedField, serializers.CharField):
    """A string; numbers are refused."""

    def to_internal_value(self, data: Any) -> Any:
        """Return the string."""
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class Whole(DocumentedField, serializers.IntegerField):
    """An integer."""

    def __init__(self, help_text: str, example: int | None, **options: Any) -> None:
        limits = {"min_value": -LARGEST, "max_value": LARGEST}
        super().__init__(help_text, example, **limits | options)

    def to_internal_value(self, data: Any) -> Any:
        """Return the integer; strings are accepted in a query string only."""
        if isinstance(data, str):
            if not self.context.get(IS_ADDRESS) or not WHOLE.fullmatch(data):
                self.fail("invalid")
        elif isinstance(data, bool) or not isinstance(data, int):
            self.fail("invalid")
        return super().to_internal_value(data)


Positive = partial(Whole, min_value=1)
Limit = partial(Positive, allow_null=True)


class Fraction(DocumentedField, serializers.FloatField):
    """A number, in answers only."""


class Flag(DocumentedField, serializers.BooleanField):
    """True or false."""

    def to_internal_value(self, data: Any) -> bool:
        """Return the boolean; strings are accepted in a query string only."""
        if self.context.get(IS_ADDRESS) and data in ("true", "false"):
            return bool(data == "true")
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


class Whether(Flag):
    """Whether the source has a value."""

    def get_attribute(self, instance: Any) -> bool:
        """Return whether the source has a value."""
        return bool(super().get_attribute(instance))


class Choice(DocumentedField, serializers.ChoiceField):
    """One of a fixed set of strings."""


class Timestamp(DocumentedField, serializers.DateTimeField):
    """A date and time in UTC, in ISO 8601."""

    def __init__(
        self, help_text: str, example: str | None = "2026-11-06T19:30:00Z", **options: Any
    ) -> None:
        super().__init__(help_text, example, **options)


class Key(DocumentedField, serializers.UUIDField):
    """A UUID made by the client."""

    def __init__(self, help_text: str) -> None:
        super().__init__(help_text, "5f0c8a2e-7e07-4a52-9a0e-3f2b0d0c9b11")

    def to_internal_value(self, data: Any) -> Any:
        """Return the UUID of its text form."""
        if not isinstance(data, str) or len(data) != 36:
            self.fail("invalid", value=data)
        return super().to_internal_value(data)


class Items(DocumentedField, serializers.ListField):
    """A list."""


class Ids(Items):
    """A list of ids."""

    child = Positive("An id.", 7)


class Numbers(Items):
    """A list of integers."""

    child = Whole("A number.", 1)


class Texts(Items):
    """A list of strings."""

    child = Text("A text.", "…")


@extend_schema_field({"type": "object", "additionalProperties": {}})
class Data(DocumentedField, serializers.JSONField):
    """A JSON object of a shape described in docs/formats.md."""

    def to_internal_value(self, data: Any) -> Any:
        """Return the object."""
        if not isinstance(data, Mapping):
            raise ValidationError(_("This must be an object."), code="invalid")
        return super().to_internal_value(dict(data))


@extend_schema_field({"$ref": "#/components/schemas/HandRecord"})
class Record(Data):
    """The record of a hand."""


@extend_schema_field({"$ref": "#/components/schemas/GameOptions"})
class Options(Data):
    """The options of a game."""
