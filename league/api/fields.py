"""Fields that take what they say and nothing like it, and that tell what they are.

JSON knows texts from numbers, so "7" is no number here; in an address everything is text, and there
it is. `help_text` and `example` become the field's documentation.
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
"""The largest whole number that every reader of JSON keeps."""
IS_ADDRESS: Final = "is_address"
"""The context of serializers that read the query of an address."""


class DocumentedField(serializers.Field[Any, Any, Any, Any]):
    """A field that says in words what it is, and shows an example."""

    def __init__(self, help_text: str, example: object, *args: Any, **options: Any) -> None:
        self.example = example
        super().__init__(*args, help_text=help_text, **options)


class Text(DocumentedField, serializers.CharField):
    """A text."""

    def to_internal_value(self, data: Any) -> Any:
        """Take a text, and no number for one."""
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class Whole(DocumentedField, serializers.IntegerField):
    """A whole number, an id unless told."""

    def __init__(self, help_text: str, example: int | None, **options: Any) -> None:
        limits = {"min_value": -LARGEST, "max_value": LARGEST}
        super().__init__(help_text, example, **limits | options)

    def to_internal_value(self, data: Any) -> Any:
        """Take a whole number; as text only from an address."""
        if isinstance(data, str):
            if not self.context.get(IS_ADDRESS) or not WHOLE.fullmatch(data):
                self.fail("invalid")
        elif isinstance(data, bool) or not isinstance(data, int):
            self.fail("invalid")
        return super().to_internal_value(data)


Positive = partial(Whole, min_value=1)


class Fraction(DocumentedField, serializers.FloatField):
    """A number that need not be whole; only given, never taken."""


class Flag(DocumentedField, serializers.BooleanField):
    """True or false."""

    def to_internal_value(self, data: Any) -> bool:
        """Take true or false; as text only from an address."""
        if self.context.get(IS_ADDRESS) and data in ("true", "false"):
            return bool(data == "true")
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


class Whether(Flag):
    """Whether there is something, of which more is not told."""

    def get_attribute(self, instance: Any) -> bool:
        """Say whether the source has a value."""
        return bool(super().get_attribute(instance))


class Choice(DocumentedField, serializers.ChoiceField):
    """One of some words."""

    def to_internal_value(self, data: Any) -> Any:
        """Take one of the words."""
        if not isinstance(data, str):
            self.fail("invalid_choice", input=data)
        return super().to_internal_value(data)


class Moment(DocumentedField, serializers.DateTimeField):
    """A moment, in UTC as ISO 8601 writes it."""

    def __init__(
        self, help_text: str, example: str | None = "2026-11-06T19:30:00Z", **options: Any
    ) -> None:
        super().__init__(help_text, example, **options)


class Key(DocumentedField, serializers.UUIDField):
    """A UUID that the sender has made."""

    def __init__(self, help_text: str) -> None:
        super().__init__(help_text, "5f0c8a2e-7e07-4a52-9a0e-3f2b0d0c9b11")

    def to_internal_value(self, data: Any) -> Any:
        """Take a UUID as text."""
        if not isinstance(data, str) or len(data) != 36:
            self.fail("invalid", value=data)
        return super().to_internal_value(data)


class Items(DocumentedField, serializers.ListField):
    """A list."""


class Ids(Items):
    """A list of ids."""

    child = Positive("An id.", 7)


@extend_schema_field({"type": "object", "additionalProperties": {}})
class Data(DocumentedField, serializers.JSONField):
    """A JSON object whose form docs/formats.md tells."""

    def to_internal_value(self, data: Any) -> Any:
        """Take an object."""
        if not isinstance(data, Mapping):
            raise ValidationError(_("This has to be an object."), code="invalid")
        return super().to_internal_value(dict(data))
