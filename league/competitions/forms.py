"""Check the shape of what is typed about competitions and their rounds."""

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.base import Game
from league.clubs.forms import VISIBILITIES
from league.competitions.fields import LocalMomentField, NumbersField, set_clock
from league.competitions.models import (
    DEFAULT_PLACE_POINTS,
    DEFAULT_TABLE_MAX,
    DEFAULT_TABLE_MIN,
    SEATS_MAX,
    SEATS_MIN,
    Kind,
)
from league.competitions.schedule import RoundTimes, field_in_the_past, recurring_times
from league.core.names import NameField

HIGHEST_POINTS = 1000
MOST_ROUNDS = 60
LONGEST_OPEN = 24 * 60


class TermsForm(forms.Form):
    """How a competition is played, but for the options of its game."""

    name = NameField(label=_("Name"), widget=forms.TextInput(attrs={"autocomplete": "off"}))
    kind = forms.ChoiceField(
        label=_("What is it?"),
        widget=forms.RadioSelect,
        choices=[
            (Kind.LEAGUE, _("A league: rounds over a season")),
            (Kind.TOURNAMENT, _("A tournament: a day or a weekend")),
        ],
        initial=Kind.LEAGUE,
    )
    table_min = forms.IntegerField(label=_("Smallest table"), initial=DEFAULT_TABLE_MIN)
    table_preferred = NumbersField(
        label=_("Preferred table"),
        least=SEATS_MIN,
        most=SEATS_MAX,
        longest=SEATS_MAX - SEATS_MIN + 1,
        initial=[4, 5],
        help_text=_("The best size first, such as 4, 5."),
    )
    table_max = forms.IntegerField(label=_("Largest table"), initial=DEFAULT_TABLE_MAX)
    place_points = NumbersField(
        label=_("League points by place"),
        least=0,
        most=HIGHEST_POINTS,
        longest=SEATS_MAX,
        initial=list(DEFAULT_PLACE_POINTS),
        help_text=_("For the first place at a table, the second … Places after the last get 0."),
    )
    is_seated_on_opening = forms.BooleanField(
        label=_("Seat everybody who has checked in when a round opens at its time"),
        required=False,
    )
    visibility = forms.ChoiceField(
        label=_("Who may look?"),
        required=False,
        choices=[("", _("Whoever may look at the club")), *VISIBILITIES],
        help_text=_(
            "Never more than may look at the club. Ratings and records of the club count it all "
            "the same, and name it to nobody who may not look."
        ),
    )

    def __init__(self, *args: Any, game: Game, **options: Any) -> None:
        super().__init__(*args, **options)
        for name in ("table_min", "table_max"):
            self.fields[name] = forms.TypedChoiceField(
                label=self.fields[name].label,
                coerce=int,
                initial=min(max(self.fields[name].initial, game.seats[0]), game.seats[-1]),
                choices=[(size, str(size)) for size in game.seats],
            )

    def clean_place_points(self) -> list[int]:
        """Refuse points that would reward a worse place."""
        points: list[int] = self.cleaned_data["place_points"]
        if points != sorted(points, reverse=True):
            raise forms.ValidationError(
                gettext("A better place cannot be worth less than a worse one."), code="rising"
            )
        return points

    def clean(self) -> dict[str, Any]:
        """Refuse table sizes that exclude one another."""
        data = super().clean() or {}
        least, most = data.get("table_min"), data.get("table_max")
        if least is None or most is None:
            return data
        if least > most:
            self.add_error("table_max", gettext("The largest table is smaller than the smallest."))
        elif any(not least <= size <= most for size in data.get("table_preferred", ())):
            self.add_error(
                "table_preferred",
                gettext("Write sizes from %(least)d to %(most)d.") % {"least": least, "most": most},
            )
        return data


class ScheduleForm(forms.Form):
    """When a new competition's rounds are played."""

    start = forms.ChoiceField(
        label=_("When is it played?"),
        widget=forms.RadioSelect,
        choices=[
            ("now", _("Now: open the first round at once")),
            ("dates", _("On dates: rounds open by themselves")),
            ("later", _("I shall add rounds later")),
        ],
        initial="now",
    )
    first_at = LocalMomentField(
        label=_("First round opens"),
        error_messages={"required": _("Choose when the first round opens.")},
    )
    count = forms.IntegerField(
        label=_("How many rounds"), min_value=1, max_value=MOST_ROUNDS, initial=6
    )
    every = forms.IntegerField(label=_("Every"), min_value=1, max_value=366, initial=1)
    unit = forms.ChoiceField(
        label=_("Unit"), choices=[("7", _("weeks")), ("1", _("days"))], initial="7"
    )
    hours = forms.IntegerField(
        label=_("Close after … hours"),
        required=False,
        min_value=1,
        max_value=LONGEST_OPEN,
        help_text=_("Leave this empty to close rounds by hand."),
    )

    def __init__(self, *args: Any, zone: ZoneInfo, now: datetime, **options: Any) -> None:
        super().__init__(*args, **options)
        self.zone, self.now = zone, now
        set_clock(self, zone)
        self.fields["first_at"].help_text = gettext("By the clock of %(zone)s.") % {
            "zone": zone.key
        }
        if self.is_bound and self.data.get("start") != "dates":
            for name in ("first_at", "count", "every", "unit"):
                self.fields[name].required = False

    def clean(self) -> dict[str, Any]:
        """Refuse a first round that would be over already."""
        data = super().clean() or {}
        is_dated = not self.errors and data["start"] == "dates"
        if is_dated and field_in_the_past(self.times()[0], self.now):
            self.add_error("first_at", gettext("This moment has passed."))
        return data

    def times(self) -> list[RoundTimes]:
        """Return the times of the rounds to make."""
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
