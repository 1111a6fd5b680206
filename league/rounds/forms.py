"""Forms of rounds, teams, seating lists and recurring rounds."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.clubs.forms import RowsForm
from league.clubs.models import Player
from league.clubs.rights import PLAY
from league.competitions.forms import LocalDateTimeField, optional_number, set_clock
from league.competitions.models import Entry, Recurrence, Round, RoundStatus
from league.competitions.schedule import (
    DAYS,
    RoundTimes,
    field_in_the_past,
    moved_by_weeks,
    wall_clock,
)
from league.competitions.services import EntryDescription
from league.core.names import NameField, clean_name, fold
from league.rounds.draws import HIGHEST_SEED
from league.rounds.seating_lists import MOST_LETTERS, MOST_ROWS
from league.rounds.services.recurrence import MOST_AHEAD


class TimesForm(forms.Form):
    """When a round opens and closes automatically; empty: by hand."""

    opens_at = LocalDateTimeField(
        label=_("Opens"), required=False, help_text=_("Leave empty to open the round manually.")
    )
    closes_at = LocalDateTimeField(
        label=_("Closes"), required=False, help_text=_("Leave empty to close the round manually.")
    )

    def __init__(
        self, *args: Any, zone: ZoneInfo, now: datetime, round: Round | None = None, **options: Any
    ) -> None:
        super().__init__(*args, **options)
        set_clock(self, zone)
        self.now = now
        if round is not None:
            times = RoundTimes(round.opens_at, round.closes_at)
            if round.is_missed:
                times = moved_by_weeks(times, zone, now)
            self.initial = {"opens_at": times.opens_at, "closes_at": times.closes_at}
            if round.status != RoundStatus.SCHEDULED:
                del self.fields["opens_at"]

    def clean(self) -> dict[str, Any]:
        """Refuse closing before opening."""
        data = super().clean() or {}
        opens_at, closes_at = data.get("opens_at"), data.get("closes_at")
        if opens_at and closes_at and closes_at <= opens_at:
            self.add_error(
                "closes_at",
                gettext("The round must close after it opens. Choose a later closing time."),
            )
        return data

    def times(self) -> RoundTimes:
        """Return the times."""
        return RoundTimes(self.cleaned_data.get("opens_at"), self.cleaned_data["closes_at"])


class NewRoundForm(TimesForm):
    """When a new round is played."""

    number = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=10_000)
    start = forms.ChoiceField(
        label=_("Start"),
        widget=forms.RadioSelect,
        choices=[("now", _("Now")), ("later", _("At a set time or manually"))],
        initial="now",
    )
    field_order = ("number", "start", "opens_at", "closes_at")

    def clean(self) -> dict[str, Any]:
        """Refuse times in the past."""
        data = super().clean()
        if not self.errors and (field := field_in_the_past(self.times(), self.now)):
            self.add_error(field, gettext("This time is in the past. Choose a later one."))
        return data

    def times(self) -> RoundTimes:
        """Return the times; a round that opens at once is closed by hand."""
        if self.cleaned_data["start"] == "now":
            return RoundTimes(self.now, None)
        return super().times()


class SeedForm(forms.Form):
    """Draw number, and the seating that the page showed."""

    seating = forms.IntegerField(widget=forms.HiddenInput, min_value=0)
    seed = forms.IntegerField(
        label=_("Draw number"),
        min_value=0,
        max_value=HIGHEST_SEED,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        help_text=_(
            "The same number always gives the same tables for the same players. Keep it, or "
            "have a player pick another."
        ),
    )


class NewPlayerForm(forms.Form):
    """A new player of the club."""

    name = NameField(
        label=_("New player"),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=2**63 - 1)


class SeatingListForm(RowsForm):
    """A seating list, pasted or as a file, which takes precedence."""

    text = forms.CharField(
        label=_("Tables"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false"}),
        help_text=_(
            "One table per line, names separated by commas, an empty line between rounds. Or "
            "start with a header line: round, table, entry."
        ),
    )
    most_bytes, most_rows = MOST_LETTERS, MOST_ROWS
    too_large = _("This file is too large. Shorten the seating list.")

    def clean_file(self) -> str:
        """Return the text of the file, or an empty text."""
        return super().clean_file().replace("\0", "")

    def clean(self) -> dict[str, Any]:
        """Replace the text by that of the file."""
        data = super().clean() or {}
        if data.get("file"):
            data["text"] = data["file"]
            self.data = {"text": data["text"]}
        if len(data.get("text", "")) > MOST_LETTERS:
            self.add_error("text", gettext("This text is too long. Shorten the seating list."))
        return data


class DescriptionForm(forms.Form):
    """Team and guest status of an entry."""

    team = NameField(
        label=_("Team"),
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "list": "teams"}),
    )
    is_guest = forms.BooleanField(label=_("Guest"), required=False)


def description_forms(
    entries: Iterable[Entry], data: QueryDict | None
) -> dict[Entry, DescriptionForm]:
    """Return a form for each entry."""
    return {
        entry: DescriptionForm(
            data, prefix=str(entry.pk), initial={"team": entry.team, "is_guest": entry.is_guest}
        )
        for entry in entries
    }


def describe(by_entry: Mapping[Entry, DescriptionForm]) -> dict[int, EntryDescription]:
    """Return the descriptions of valid forms, by entry id."""
    return {entry.pk: EntryDescription(**form.cleaned_data) for entry, form in by_entry.items()}


class TeamForm(forms.Form):
    """A team with its members: `known` players of the club and `new` names."""

    team = NameField(
        label=_("Team"), widget=forms.TextInput(attrs={"autocomplete": "off", "list": "teams"})
    )
    members = forms.CharField(
        label=_("Members"),
        strip=False,
        help_text=_("One name per line. New names are added to the club."),
        widget=forms.Textarea(attrs={"rows": 5, "spellcheck": "false", "autocomplete": "off"}),
    )
    known: list[Player]
    new: list[str]

    def __init__(self, *args: Any, players: Iterable[Player], **options: Any) -> None:
        super().__init__(*args, **options)
        self.players = list(players)

    def clean_members(self) -> str:
        """Split members into known players and new names; refuse ambiguous names."""
        text: str = self.cleaned_data["members"]
        names = list(dict.fromkeys(clean_name(line) for line in text.splitlines() if line.strip()))
        by_name = defaultdict(list)
        for player in self.players:
            by_name[fold(player.name)].append(player)
        self.known, self.new = [], []
        for name in names:
            found = by_name[fold(name)]
            if len(found) > 1:
                error = gettext(
                    "%(count)d players are called %(name)s. Choose the right one below."
                )
                raise forms.ValidationError(error % {"count": len(found), "name": name})
            self.known += found
            self.new += [] if found else [name]
        for player in self.known:
            if not PLAY.is_held_by(player.role):
                error = gettext("%(name)s is a viewer of this club and cannot play.")
                raise forms.ValidationError(error % {"name": player.name})
        return text


def _day_field(label: Any, **options: Any) -> forms.DateField:
    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    return forms.DateField(label=label, widget=widget, input_formats=["%Y-%m-%d"], **options)


class HolidayForm(forms.Form):
    """Days without a round: one, or from the first to the last."""

    first = _day_field(_("First day"))
    last = _day_field(
        _("Last day"),
        required=False,
        help_text=_("Leave empty for a single day."),
    )

    def clean(self) -> dict[str, Any]:
        """Take a single day as a range of one."""
        data = super().clean() or {}
        if not self.errors:
            data["last"] = data["last"] or data["first"]
        return data


class RecurrenceForm(forms.Form):
    """When a stage's rounds recur."""

    first_at = LocalDateTimeField(
        label=_("First round opens"),
        error_messages={"required": _("Choose when the first round opens.")},
    )
    every = forms.IntegerField(
        label=_("Every"),
        min_value=1,
        max_value=52,
        initial=1,
        error_messages={"required": _("Enter a number, such as 2.")},
    )
    unit = forms.ChoiceField(
        label=_("Unit"),
        choices=[
            ("weeks", _("weeks, same weekday")),
            ("days", _("days")),
            ("weekday", _("months, same weekday")),
            ("date", _("months, same date")),
            ("rule", _("custom rule")),
        ],
        initial="weeks",
        help_text=_(
            "The first round sets the day, such as the first Tuesday or the 15th of the month."
        ),
    )
    rule = forms.CharField(
        label=_("Rule"),
        required=False,
        max_length=200,
        help_text=_("In iCalendar format, such as FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters"}),
    )
    hours = optional_number(
        _("Close after (hours)"), 366 * 24, _("Leave empty to close rounds manually.")
    )
    ahead = forms.IntegerField(
        label=_("Rounds created in advance"),
        min_value=1,
        max_value=MOST_AHEAD,
        initial=4,
        help_text=_("This many rounds are scheduled. When one is over, the next is created."),
    )

    def __init__(self, *args: Any, zone: ZoneInfo, **options: Any) -> None:
        super().__init__(*args, **options)
        self.zone = zone
        set_clock(self, zone)
        self.fields["first_at"].help_text = gettext(
            "Time zone: %(zone)s. The time stays the same in summer and winter."
        ) % {"zone": zone.key}
        if self.is_bound and self.data.get("unit") == "rule":
            self.fields["every"].required = False

    def clean(self) -> dict[str, Any]:
        """Require what the chosen unit needs."""
        data = super().clean() or {}
        if data.get("unit") == "rule":
            self.errors.pop("every", None)
            if not data.get("rule"):
                self.add_error("rule", gettext("Enter a rule, or choose weeks, days or months."))
        return data

    def as_rule(self) -> str:
        """Return the recurrence rule."""
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
        """Return how long a round is open."""
        hours: int | None = self.cleaned_data["hours"]
        return None if hours is None else hours * 60


def initial_recurrence(recurrence: Recurrence | None) -> dict[str, Any]:
    """Return the initial values of the form."""
    if recurrence is None:
        return {}
    minutes = recurrence.minutes_open
    parts = dict(part.split("=") for part in recurrence.rule.split(";"))
    every = int(parts.pop("INTERVAL", "1"))
    first = wall_clock(recurrence.starts_at, ZoneInfo(recurrence.time_zone))
    if parts == {"FREQ": "MONTHLY", "BYDAY": _weekday_of_month(first)}:
        unit = "weekday"
    else:
        units = {"WEEKLY": "weeks", "DAILY": "days", "MONTHLY": "date"}
        unit = units.get(parts["FREQ"], "rule") if len(parts) == 1 else "rule"
    return {
        "first_at": recurrence.starts_at,
        "hours": None if minutes is None else max(1, minutes // 60),
        "ahead": recurrence.ahead,
        "rule": recurrence.rule,
        "unit": unit,
        "every": every,
    }


def _weekday_of_month(day: datetime) -> str:
    """Return the first, second … or last weekday of a month: 1TU, -1FR."""
    week = (day.day - 1) // 7 + 1
    return f"{week if week <= 4 else -1}{DAYS[day.weekday()]}"
