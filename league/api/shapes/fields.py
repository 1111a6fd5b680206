"""Fields that take what they say and nothing like it, and that tell what they are.

JSON knows texts from numbers, so "7" is no number here; in an address everything is text, and there
it is. `help_text` and `example` become the field's documentation.
"""

import re
from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError

WHOLE = re.compile("-?[0-9]{1,16}")
LARGEST: Final = 2**53 - 1
"""The largest whole number that every reader of JSON keeps."""
IS_ADDRESS: Final = "is_address"
"""The context of shapes that are read from the query of an address."""


class Text(serializers.CharField):
    """A text."""

    def __init__(self, help_text: str, example: str | None, **options: Any) -> None:
        self.example = example
        super().__init__(help_text=help_text, **options)

    def to_internal_value(self, data: Any) -> str:
        """Take a text, and no number for one."""
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class Whole(serializers.IntegerField):
    """A whole number, an id unless told."""

    def __init__(self, help_text: str, example: int | None, **options: Any) -> None:
        self.example = example
        options.setdefault("min_value", -LARGEST)
        options.setdefault("max_value", LARGEST)
        super().__init__(help_text=help_text, **options)

    def to_internal_value(self, data: Any) -> int:
        """Take a whole number; as text only from an address."""
        if isinstance(data, str):
            if not self.context.get(IS_ADDRESS) or not WHOLE.fullmatch(data):
                self.fail("invalid")
        elif isinstance(data, bool) or not isinstance(data, int):
            self.fail("invalid")
        return super().to_internal_value(data)


class Fraction(serializers.FloatField):
    """A number that need not be whole; only given, never taken."""

    def __init__(self, help_text: str, example: float, **options: Any) -> None:
        self.example = example
        super().__init__(help_text=help_text, **options)


class Flag(serializers.BooleanField):
    """True or false."""

    def __init__(self, help_text: str, example: bool, **options: Any) -> None:
        self.example = example
        super().__init__(help_text=help_text, **options)

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


class Choice(serializers.ChoiceField):
    """One of some words."""

    def __init__(self, help_text: str, example: str | None, choices: Any, **options: Any) -> None:
        self.example = example
        super().__init__(choices, help_text=help_text, **options)

    def to_internal_value(self, data: Any) -> Any:
        """Take one of the words."""
        if not isinstance(data, str):
            self.fail("invalid_choice", input=data)
        return super().to_internal_value(data)


class Moment(serializers.DateTimeField):
    """A moment, in UTC as ISO 8601 writes it."""

    def __init__(
        self, help_text: str, example: str | None = "2026-11-06T19:30:00Z", **options: Any
    ) -> None:
        self.example = example
        super().__init__(help_text=help_text, **options)


class Key(serializers.UUIDField):
    """A UUID that the sender has made."""

    def __init__(self, help_text: str, example: str, **options: Any) -> None:
        self.example = example
        super().__init__(help_text=help_text, **options)

    def to_internal_value(self, data: Any) -> Any:
        """Take a UUID as text."""
        if not isinstance(data, str) or len(data) != 36:
            self.fail("invalid", value=data)
        return super().to_internal_value(data)


class Items(serializers.ListField):
    """A list."""

    def __init__(
        self,
        help_text: str,
        example: object,
        child: serializers.Field[Any, Any, Any, Any],
        **options: Any,
    ) -> None:
        self.example = example
        super().__init__(help_text=help_text, child=child, **options)


class Data(serializers.JSONField):
    """A JSON object whose form docs/formats.md tells."""

    def __init__(self, help_text: str, example: object, **options: Any) -> None:
        self.example = example
        super().__init__(help_text=help_text, **options)

    def to_internal_value(self, data: Any) -> Any:
        """Take an object."""
        if not isinstance(data, Mapping):
            raise ValidationError(_("This has to be an object."), code="invalid")
        return super().to_internal_value(dict(data))


class Shape(serializers.Serializer[Any]):
    """An object with these fields and no others."""

    def to_internal_value(self, data: Any) -> Any:
        """Refuse fields that are not known."""
        if isinstance(data, Mapping):
            words = str(_("There is no field of this name."))
            unknown = sorted(str(name) for name in data if name not in self.fields)
            if unknown:
                raise ValidationError({name: [ErrorDetail(words, "unknown")] for name in unknown})
        return super().to_internal_value(data)
