"""What people say when they open a duplicate event, or a further table of one."""

from datetime import timedelta
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.clubs.models import NAME_LENGTH
from league.core.games import SiteGame
from league.core.templatetags.ui import seat_letter
from league.online.forms import BOT_CHOICES, DEFAULT_SEATS, PACES
from league.online.models import DuplicateTerms, Method
from league.online.services.events import Plan
from league.online.services.places import STAND_IN

COMPANY = [("bots", _("bots, at once")), ("people", _("people who get the link"))]
HANDS = [(str(count), str(count)) for count in (2, 4, 6, 8, 12)]
TABLES = [(str(count), str(count)) for count in (2, 3, 4, 6, 8, 12)]
WINDOWS = [
    ("3", _("3 hours from now")),
    ("24", _("a day from now")),
    ("72", _("3 days from now")),
    ("168", _("a week from now")),
]
DEFAULT_HANDS, DEFAULT_TABLES, DEFAULT_WINDOW = "4", "3", "24"


class EventForm(forms.Form):
    """How an event is played that somebody opens."""

    name = forms.CharField(label=_("Your name"), max_length=NAME_LENGTH)
    seats = forms.TypedChoiceField(label=_("Players at a table"), coerce=int)
    tables = forms.TypedChoiceField(
        label=_("Tables"), choices=TABLES, coerce=int, initial=DEFAULT_TABLES
    )
    company = forms.ChoiceField(
        label=_("The other seats, at all tables"),
        choices=COMPANY,
        initial="bots",
        widget=forms.RadioSelect,
    )
    bot = forms.ChoiceField(label=_("Bots play"), choices=BOT_CHOICES, initial=STAND_IN)
    hands = forms.TypedChoiceField(
        label=_("Hands"), choices=HANDS, coerce=int, initial=DEFAULT_HANDS
    )
    method = forms.ChoiceField(
        label=_("They are compared"), choices=Method, initial=Method.MATCHPOINTS
    )
    takes_tables = forms.BooleanField(
        label=_("Further tables may come until the end"),
        required=False,
        help_text=_(
            "All deals then stay closed until the end. Without it a deal lies open as soon as all "
            "tables have played it."
        ),
    )
    window = forms.TypedChoiceField(
        label=_("The end"), choices=WINDOWS, coerce=int, initial=DEFAULT_WINDOW
    )
    pace = forms.TypedChoiceField(
        label=_("Time"), choices=PACES, coerce=int, empty_value=None, required=False, initial=""
    )

    def __init__(self, game: SiteGame, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        seats: Any = self.fields["seats"]
        seats.choices = [(str(count), str(count)) for count in game.seats]
        seats.initial = str(DEFAULT_SEATS if DEFAULT_SEATS in game.seats else game.seats[0])

    def plan(self) -> Plan:
        """Return what was said, once it is valid."""
        said = self.cleaned_data
        return Plan(
            seats=said["seats"],
            hands=said["hands"],
            tables=said["tables"],
            method=said["method"],
            bots=said["bot"] if said["company"] == "bots" else "",
            takes_tables=said["takes_tables"],
            window=timedelta(hours=said["window"]),
            move_seconds=said["pace"],
        )


class FurtherTableForm(forms.Form):
    """At a further table: who plays there, and in which seat whoever opens it is compared."""

    name = forms.CharField(label=_("Your name"), max_length=NAME_LENGTH)
    seat = forms.TypedChoiceField(label=_("Your seat"), coerce=int)
    company = forms.ChoiceField(label=_("The others"), choices=COMPANY, initial="bots")

    def __init__(self, seats: int, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["seat"]
        field.choices = [
            (str(seat), gettext("Seat %(letter)s") % {"letter": seat_letter(seat)})
            for seat in range(seats)
        ]


class DuplicateTermsForm(forms.ModelForm):  # type: ignore[type-arg]
    """Whether the online tables of a round get the same deals."""

    hands = forms.TypedChoiceField(label=_("Hands at each table"), choices=HANDS, coerce=int)

    class Meta:
        model = DuplicateTerms
        fields: ClassVar = ["is_on", "method", "hands"]
