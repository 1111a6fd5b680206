"""Form fields of competitions: lists of numbers, moments by a club's clock."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Field, Model
from django.utils import timezone
from django.utils.translation import gettext as _

from league.competitions.schedule import local_moment

SEPARATORS = re.compile(r"[\s,;]+")


class NumbersField(forms.CharField):
    """Whole numbers with commas or spaces between them, each from `least` to `most`."""

    def __init__(self, *, least: int, most: int, longest: int, **options: Any) -> None:
        super().__init__(max_length=200, **options)
        self.least, self.most, self.longest = least, most, longest

    def prepare_value(self, value: Any) -> Any:
        """Write a list as people do; leave alone what was typed."""
        if isinstance(value, Sequence) and not isinstance(value, str):
            return ", ".join(str(number) for number in value)
        return value

    def clean(self, value: Any) -> list[int]:
        """Return the numbers, or say what is wrong with them."""
        words = [word for word in SEPARATORS.split(super().clean(value)) if word]
        if any(re.fullmatch("[0-9]{1,6}", word) is None for word in words):
            raise ValidationError(
                _("Write whole numbers with commas between them, such as 5, 4, 3."),
                code="not_numbers",
            )
        numbers = [int(word) for word in words]
        if not numbers and self.required:
            raise ValidationError(self.error_messages["required"], code="required")
        if len(numbers) > self.longest:
            raise ValidationError(
                _("Write at most %(most)d numbers."),
                code="too_many",
                params={"most": self.longest},
            )
        if any(not self.least <= number <= self.most for number in numbers):
            raise ValidationError(
                _("Each number is from %(least)d to %(most)d."),
                code="out_of_range",
                params={"least": self.least, "most": self.most},
            )
        return numbers


# Beyond these lie slips of the pen, and the ends of what Python can count on from.
EARLIEST_YEAR = 2000
LATEST_YEAR = 2100


class LocalMomentField(forms.DateTimeField):
    """A date and time by the clock of a club, whose zone the form sets."""

    zone: ZoneInfo = ZoneInfo("UTC")

    def __init__(self, **options: Any) -> None:
        picker = forms.DateTimeInput(
            attrs={"type": "datetime-local", "step": "60"}, format="%Y-%m-%dT%H:%M"
        )
        super().__init__(widget=picker, **options)

    def prepare_value(self, value: Any) -> Any:
        """Show a moment as the club's clock shows it."""
        if isinstance(value, datetime) and timezone.is_aware(value):
            return value.astimezone(self.zone).replace(tzinfo=None)
        return value

    def to_python(self, value: Any) -> datetime | None:
        """Read what the club's clock will show, as a moment."""
        with timezone.override(UTC):
            read = super().to_python(value)
        if read is None:
            return None
        if not EARLIEST_YEAR <= read.year <= LATEST_YEAR:
            raise ValidationError(
                _("Choose a day of the years %(earliest)d to %(latest)d."),
                code="far_away",
                params={"earliest": EARLIEST_YEAR, "latest": LATEST_YEAR},
            )
        return local_moment(read.replace(tzinfo=None), self.zone)


def radio_field(model: type[Model], name: str, **options: Any) -> Any:
    """Return a form's field for a choice of a model, with its choices and its default."""
    field: Field[Any, Any] = model._meta.get_field(name)  # type: ignore[assignment]
    return field.formfield(widget=forms.RadioSelect, **options)


def set_clock(form: forms.BaseForm, zone: ZoneInfo) -> None:
    """Let all moments of a form be read and shown by the clock of this zone."""
    for field in form.fields.values():
        if isinstance(field, LocalMomentField):
            field.zone = zone
