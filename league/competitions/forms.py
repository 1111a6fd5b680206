"""Forms of schedules, stages and separations, and their fields."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Field, Model, QuerySet
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from league.clubs.models import NAME_LENGTH, Player
from league.competitions.models import CarryOver, Cut, SeatingMethod, SeparationReason, Stage
from league.competitions.schedule import (
    RoundTimes,
    field_in_the_past,
    local_datetime,
    recurring_times,
)
from league.core.names import NameField


class NumbersField(forms.CharField):
    """Whole numbers separated by commas or spaces, each from `least` to `most`."""

    def __init__(self, *, least: int, most: int, longest: int, **options: Any) -> None:
        super().__init__(max_length=200, **options)
        self.least, self.most, self.longest = least, most, longest

    def prepare_value(self, value: Any) -> Any:
        """Join a list with commas; leave typed text alone."""
        if isinstance(value, Sequence) and not isinstance(value, str):
            return ", ".join(str(number) for number in value)
        return value

    def clean(self, value: Any) -> list[int]:
        """Return the numbers."""
        items = [item for item in re.split(r"[\s,;]+", super().clean(value)) if item]
        if any(re.fullmatch("[0-9]{1,6}", item) is None for item in items):
            text = gettext("Enter whole numbers separated by commas, such as 5, 4, 3.")
            raise ValidationError(text, code="not_numbers")
        numbers = [int(item) for item in items]
        if not numbers and self.required:
            raise ValidationError(self.error_messages["required"], code="required")
        if len(numbers) > self.longest:
            text = gettext("Enter at most %(most)d numbers.")
            raise ValidationError(text, code="too_many", params={"most": self.longest})
        if any(not self.least <= number <= self.most for number in numbers):
            text = gettext("Each number must be from %(least)d to %(most)d.")
            limits = {"least": self.least, "most": self.most}
            raise ValidationError(text, code="out_of_range", params=limits)
        return numbers


EARLIEST_YEAR, LATEST_YEAR = 2000, 2100


class LocalDateTimeField(forms.DateTimeField):
    """A date and time in a club's time zone, which the form sets."""

    zone: ZoneInfo = ZoneInfo("UTC")

    def __init__(self, **options: Any) -> None:
        attrs = {"type": "datetime-local", "step": "60"}
        widget = forms.DateTimeInput(attrs=attrs, format="%Y-%m-%dT%H:%M")
        super().__init__(widget=widget, **options)

    def prepare_value(self, value: Any) -> Any:
        """Return the local time."""
        if isinstance(value, datetime) and timezone.is_aware(value):
            return value.astimezone(self.zone).replace(tzinfo=None)
        return value

    def to_python(self, value: Any) -> datetime | None:
        """Parse a local time as UTC."""
        with timezone.override(UTC):
            read = super().to_python(value)
        if read is None:
            return None
        if not EARLIEST_YEAR <= read.year <= LATEST_YEAR:
            text = gettext("Choose a date from %(earliest)d to %(latest)d.")
            years = {"earliest": EARLIEST_YEAR, "latest": LATEST_YEAR}
            raise ValidationError(text, code="far_away", params=years)
        return local_datetime(read.replace(tzinfo=None), self.zone)


def radio_field(model: type[Model], name: str, **options: Any) -> Any:
    """Return radio buttons for a model field with its choices and default."""
    field: Field[Any, Any] = model._meta.get_field(name)  # type: ignore[assignment]
    return field.formfield(widget=forms.RadioSelect, **options)


def set_clock(form: forms.BaseForm, zone: ZoneInfo) -> None:
    """Set the time zone of all date fields of a form."""
    for field in form.fields.values():
        if isinstance(field, LocalDateTimeField):
            field.zone = zone


def optional_number(label: Any, most: int, help_text: Any) -> forms.IntegerField:
    """Return an optional field for a whole number from 1 to `most`."""
    return forms.IntegerField(
        label=label, required=False, min_value=1, max_value=most, help_text=help_text
    )


HIGHEST_POINTS = 1000
MOST_ROUNDS = 60
MINUTES_A_DAY = 24 * 60


class ScheduleForm(forms.Form):
    """When the rounds of a new competition are played."""

    start = forms.ChoiceField(
        label=_("Start"),
        widget=forms.RadioSelect,
        choices=[
            ("now", _("Now: open the first round")),
            ("dates", _("Scheduled: rounds open automatically")),
            ("later", _("Add rounds later")),
        ],
        initial="now",
    )
    first_at = LocalDateTimeField(
        label=_("First round opens"),
        error_messages={"required": _("Choose when the first round opens.")},
    )
    count = forms.IntegerField(
        label=_("Number of rounds"), min_value=1, max_value=MOST_ROUNDS, initial=6
    )
    every = forms.IntegerField(label=_("Every"), min_value=1, max_value=366, initial=1)
    unit = forms.ChoiceField(
        label=_("Unit"), choices=[("7", _("weeks")), ("1", _("days"))], initial="7"
    )
    hours = optional_number(
        _("Close after (hours)"), 24 * 60, _("Leave empty to close rounds manually.")
    )

    def __init__(self, *args: Any, zone: ZoneInfo, now: datetime, **options: Any) -> None:
        super().__init__(*args, **options)
        self.zone, self.now = zone, now
        set_clock(self, zone)
        self.fields["first_at"].help_text = gettext("Time zone: %(zone)s.") % {"zone": zone.key}
        if self.is_bound and self.data.get("start") != "dates":
            for name in ("first_at", "count", "every", "unit"):
                self.fields[name].required = False

    def clean(self) -> dict[str, Any]:
        """Refuse a first round in the past."""
        data = super().clean() or {}
        is_dated = not self.errors and data["start"] == "dates"
        if is_dated and field_in_the_past(self.times()[0], self.now):
            self.add_error("first_at", gettext("This time is in the past. Choose a later one."))
        return data

    def times(self) -> list[RoundTimes]:
        """Return the times of the rounds to create."""
        data = self.cleaned_data
        open_for = timedelta(hours=data["hours"]) if data["hours"] else None
        if data["start"] == "later":
            return []
        if data["start"] == "now":
            return [RoundTimes(self.now, self.now + open_for if open_for else None)]
        return recurring_times(
            first=data["first_at"],
            zone=self.zone,
            count=data["count"],
            days_between=data["every"] * int(data["unit"]),
            open_for=open_for,
        )


class StageForm(forms.Form):
    """Seating method of a stage, and when its matches end."""

    method = forms.ChoiceField(
        label=_("Seating method"),
        widget=forms.RadioSelect,
        choices=[
            (
                SeatingMethod.VARIETY,
                _("Fewest repeats: everyone meets as many players as possible"),
            ),
            (SeatingMethod.SWISS, _("Swiss: players with similar points share a table")),
            (SeatingMethod.RANDOM, _("Random: no criteria")),
            (SeatingMethod.FIXED, _("Fixed groups: the same tables every round")),
            (SeatingMethod.ROTATING, _("Rotating partners: a new partner every round")),
            (SeatingMethod.FINALS, _("Finals: tables by place")),
            (SeatingMethod.LIST, _("Seating list: your own tables")),
        ],
        initial=SeatingMethod.VARIETY,
    )
    planned_rounds = optional_number(
        _("Total rounds"),
        MOST_ROUNDS,
        _(
            "With a number, all rounds are planned ahead with fewer repeat meetings, and the "
            "stage ends after the last one."
        ),
    )
    seating_priority = radio_field(
        Stage, "seating_priority", label=_("If table sizes and few repeats conflict, prefer")
    )
    score_weight = forms.TypedChoiceField(
        label=_("Similar points in Swiss seating"),
        coerce=int,
        choices=[
            (20, _("less important than few repeats")),
            (50, _("important")),
            (80, _("more important than few repeats")),
            (100, _("decisive")),
        ],
        initial=50,
    )
    hands_limit = optional_number(
        _("Hands per match"),
        100,
        _("Leave empty to play until the game is over by its own rules."),
    )
    minutes = optional_number(
        _("Round length (minutes)"),
        MINUTES_A_DAY,
        _("Leave empty to play without a clock."),
    )
    last_call_minutes = forms.IntegerField(
        label=_("Last hand before the end (minutes)"),
        min_value=0,
        max_value=MINUTES_A_DAY,
        initial=10,
    )
    reminder_hours = optional_number(
        _("Reminder before a round closes (hours)"),
        14 * 24,
        _("For rounds that are open for days. Leave empty to send no reminder."),
    )
    deadline = radio_field(Stage, "deadline", label=_("Unfinished tables when time is up"))
    next_round = radio_field(
        Stage,
        "next_round",
        label=_("Next round opens"),
        help_text=_("After the last round, this also applies to the next stage."),
    )

    def clean(self) -> dict[str, Any]:
        """Refuse a last call before the start of the round."""
        data = super().clean() or {}
        minutes, call = data.get("minutes"), data.get("last_call_minutes")
        if minutes is not None and call is not None and call >= minutes:
            text = ngettext(
                "The round lasts only %(minutes)d minute. Choose a later time for the last hand.",
                "The round lasts only %(minutes)d minutes. Choose a later time for the last hand.",
                minutes,
            )
            self.add_error("last_call_minutes", text % {"minutes": minutes})
        return data

    def settings(self) -> Stage:
        """Return the settings as an unsaved stage."""
        return Stage(**{name: self.cleaned_data[name] for name in self.fields if name != "number"})


class NamedStageForm(StageForm):
    """Settings of a stage that has begun."""

    name = NameField(
        label=_("Name"),
        required=False,
        max_length=NAME_LENGTH,
        help_text=_("For example: Final"),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class LaterStageForm(NamedStageForm):
    """Settings of a later stage that has not begun, with cut and carry-over."""

    cut = radio_field(Stage, "cut", label=_("Cut"), initial=Cut.PLACES)
    cut_at = forms.IntegerField(
        label=_("Number of places or minimum points"),
        min_value=1,
        max_value=100_000,
        error_messages={"required": _("Enter how many entries advance, or the points they need.")},
    )
    cut_ties = radio_field(Stage, "cut_ties", label=_("Ties at the cut"))
    carry_over = radio_field(
        Stage,
        "carry_over",
        label=_("Carry-over from the previous stage"),
        initial=CarryOver.NONE,
        help_text=_("Carry-over counts from the first round of the new stage and does not change."),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if self.is_bound and self.data.get("cut") == Cut.EVERYBODY:
            self.fields["cut_at"].required = False

    def clean(self) -> dict[str, Any]:
        """Drop the number where there is no cut."""
        data = super().clean()
        if data.get("cut") == Cut.EVERYBODY:
            data["cut_at"] = None
            self.errors.pop("cut_at", None)
        return data


class NewStageForm(LaterStageForm):
    """A new stage with the number shown on the page."""

    number = forms.IntegerField(widget=forms.HiddenInput, min_value=2, max_value=1000)

    def clean(self) -> dict[str, Any]:
        """Take a final without a number of rounds for one round."""
        data = super().clean()
        if data.get("method") == SeatingMethod.FINALS and not data.get("planned_rounds"):
            data["planned_rounds"] = 1
        return data


class FinalForm(forms.Form):
    """The final of a tournament, which its best reach after the first stage."""

    finalists = forms.IntegerField(
        label=_("Players in the final"), min_value=2, max_value=100, initial=4
    )

    def stage(self, *, hands_limit: int | None) -> Stage:
        """Return the final as an unsaved stage."""
        return Stage(
            name=gettext("Final"),
            hands_limit=hands_limit,
            method=SeatingMethod.FINALS,
            planned_rounds=1,
            cut=Cut.PLACES,
            cut_at=self.cleaned_data["finalists"],
            carry_over=CarryOver.NONE,
        )


class DuplicateForm(forms.Form):
    """Name of a copy of a competition, and what it takes along."""

    name = NameField(
        label=_("Name of the copy"), widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    with_entries = forms.BooleanField(
        label=_("Enter the same players and teams"), required=False, initial=True
    )


class SeparationForm(forms.Form):
    """Two players who shall not share a table."""

    one = forms.ModelChoiceField(Player.objects.none(), label=_("Player"))
    other = forms.ModelChoiceField(Player.objects.none(), label=_("Keep apart from"))
    reason = forms.ChoiceField(
        label=_("Reason"),
        widget=forms.RadioSelect,
        choices=SeparationReason.choices,
        initial=SeparationReason.FAMILY,
        help_text=_("Only organisers see this list."),
    )
    is_everywhere = forms.BooleanField(
        label=_("In all competitions of the club"), required=False, initial=True
    )

    def __init__(self, *args: Any, players: QuerySet[Player], **options: Any) -> None:
        super().__init__(*args, **options)
        for name in ("one", "other"):
            self.fields[name] = forms.ModelChoiceField(
                players,
                label=self.fields[name].label,
                empty_label=gettext("Choose a player"),
                error_messages={"required": gettext("Choose a player.")},
            )

    def clean(self) -> dict[str, Any]:
        """Refuse the same player twice."""
        data = super().clean() or {}
        if data.get("one") is not None and data.get("one") == data.get("other"):
            self.add_error("other", gettext("Choose a different player."))
        return data
