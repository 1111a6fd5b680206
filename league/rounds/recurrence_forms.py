"""Check the shape of what is typed about rounds that make themselves."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.competitions.fields import LocalMomentField, set_clock
from league.competitions.models import Recurrence
from league.competitions.recurring import wall_clock
from league.competitions.recurring_words import DAYS
from league.rounds.services.recurrence import MOST_AHEAD

LONGEST_INTERVAL = 52
LONGEST_OPEN_HOURS = 366 * 24
LAST_WEEKS_OF_MONTH = 4


class RecurrenceForm(forms.Form):
    """When a stage's rounds recur."""

    first_at = LocalMomentField(
        label=_("First round opens"),
        error_messages={"required": _("Choose when the first round opens.")},
    )
    every = forms.IntegerField(
        label=_("Every"),
        min_value=1,
        max_value=LONGEST_INTERVAL,
        initial=1,
        error_messages={"required": _("Write a number, such as 2.")},
    )
    unit = forms.ChoiceField(
        label=_("Unit"),
        choices=[
            ("weeks", _("weeks, on this weekday")),
            ("days", _("days")),
            ("weekday", _("months, on this weekday")),
            ("date", _("months, on this date")),
            ("rule", _("by a rule of your own")),
        ],
        initial="weeks",
        help_text=_("The first round says which: the first Tuesday of a month, or the fifteenth."),
    )
    rule = forms.CharField(
        label=_("Rule"),
        required=False,
        max_length=200,
        help_text=_("As calendars write it, such as FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters"}),
    )
    hours = forms.IntegerField(
        label=_("Close after … hours"),
        required=False,
        min_value=1,
        max_value=LONGEST_OPEN_HOURS,
        help_text=_("Leave this empty to close rounds by hand."),
    )
    ahead = forms.IntegerField(
        label=_("Rounds made in advance"),
        min_value=1,
        max_value=MOST_AHEAD,
        initial=4,
        help_text=_("So many are on the calendar; when one is over, the next is made."),
    )

    def __init__(self, *args: Any, zone: ZoneInfo, **options: Any) -> None:
        super().__init__(*args, **options)
        self.zone = zone
        set_clock(self, zone)
        self.fields["first_at"].help_text = gettext(
            "By the clock of %(zone)s, at the same hour in summer and winter."
        ) % {"zone": zone.key}
        if self.is_bound and self.data.get("unit") == "rule":
            self.fields["every"].required = False

    def clean(self) -> dict[str, Any]:
        """Ask for what the choice needs."""
        data = super().clean() or {}
        if data.get("unit") == "rule":
            self.errors.pop("every", None)
        if data.get("unit") == "rule" and not data.get("rule"):
            self.add_error("rule", gettext("Write a rule, or choose weeks, days or months."))
        return data

    def as_rule(self) -> str:
        """Return the rule that was chosen."""
        unit = self.cleaned_data["unit"]
        if unit == "rule":
            return str(self.cleaned_data["rule"])
        every = self.cleaned_data["every"]
        if unit == "weekday":
            day = _weekday_of_month(wall_clock(self.cleaned_data["first_at"], self.zone))
            return f"FREQ=MONTHLY;INTERVAL={every};BYDAY={day}"
        frequency = {"weeks": "WEEKLY", "days": "DAILY", "date": "MONTHLY"}[unit]
        return f"FREQ={frequency};INTERVAL={every}"

    @property
    def minutes_open(self) -> int | None:
        """How long a round is open."""
        hours: int | None = self.cleaned_data["hours"]
        return None if hours is None else hours * 60


def initial_recurrence(recurrence: Recurrence | None) -> dict[str, Any]:
    """Return a recurrence as the form shows it; what has no simpler form is shown as its rule."""
    if recurrence is None:
        return {}
    minutes = recurrence.minutes_open
    return {
        "first_at": recurrence.starts_at,
        "hours": None if minutes is None else max(1, minutes // 60),
        "ahead": recurrence.ahead,
        "rule": recurrence.rule,
        **_simple(recurrence),
    }


def _simple(recurrence: Recurrence) -> dict[str, Any]:
    parts = dict(part.split("=") for part in recurrence.rule.split(";"))
    every = int(parts.pop("INTERVAL", "1"))
    units = {"WEEKLY": "weeks", "DAILY": "days", "MONTHLY": "date"}
    unit = units.get(parts.pop("FREQ"), "rule")
    if unit == "date" and parts.keys() == {"BYDAY"}:
        first = wall_clock(recurrence.starts_at, ZoneInfo(recurrence.time_zone))
        if parts["BYDAY"] == _weekday_of_month(first):
            return {"unit": "weekday", "every": every}
    return {"unit": "rule" if parts else unit, "every": every}


def _weekday_of_month(day: datetime) -> str:
    """Return a day as the first, second … or last of its weekday in the month: 1TU, -1FR."""
    week = (day.day - 1) // 7 + 1
    return f"{week if week <= LAST_WEEKS_OF_MONTH else -1}{DAYS[day.weekday()]}"
