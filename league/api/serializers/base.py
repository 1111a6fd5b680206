"""What all serializers have in common."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError


class StrictSerializer(serializers.Serializer[Any]):
    """An object with these fields and no others."""

    def to_internal_value(self, data: Any) -> Any:
        """Refuse fields that are not known."""
        if isinstance(data, Mapping):
            words = str(_("There is no field of this name."))
            unknown = sorted(str(name) for name in data if name not in self.fields)
            if unknown:
                raise ValidationError({name: [ErrorDetail(words, "unknown")] for name in unknown})
        return super().to_internal_value(data)


class OptionalSerializer(StrictSerializer):
    """An object all of whose fields may be left out, but for those that are needed."""

    needed: ClassVar[tuple[str, ...]] = ()

    def get_fields(self) -> Any:
        """Return the fields."""
        fields = super().get_fields()
        for name, field in fields.items():
            field.required = name in self.needed
        return fields
