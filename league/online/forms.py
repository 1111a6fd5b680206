"""What people say when they open a table or sit down."""

from typing import Any, ClassVar

from django import forms
from django.http import Http404
from django.utils.translation import gettext_lazy as _

from league.clubs.models import NAME_LENGTH
from league.core.games import SiteGame, online_games
from league.online.models import Absence, OnlineSeat, OnlineTerms, Talk
from league.online.services.places import STAND_IN

BOT_CHOICES = [
    ("greedy", _("easy")),
    (STAND_IN, _("good")),
    ("search", _("strong")),
]
PACES = [
    ("", _("as long as you like")),
    ("20", _("20 seconds a move")),
    ("45", _("45 seconds a move")),
    ("90", _("90 seconds a move")),
    ("86400", _("a day a move")),
]
LENGTHS = [("1", _("one hand")), ("3", _("3 hands")), ("5", _("5 hands")), ("", _("to the end"))]


# By what name a visitor plays who says none.
GUEST_NAMES = [
    _("Merry Otter"),
    _("Quick Fox"),
    _("Brave Hedgehog"),
    _("Calm Whale"),
    _("Clever Raven"),
    _("Jolly Seal"),
    _("Kind Bear"),
    _("Lucky Frog"),
    _("Proud Lion"),
    _("Sly Cat"),
    _("Sunny Parrot"),
    _("Wise Owl"),
]


class BotForm(forms.Form):
    """Which bot takes a seat."""

    bot = forms.ChoiceField(label=_("Bot"), choices=BOT_CHOICES, initial=STAND_IN)


class NameForm(forms.Form):
    """By what name somebody sits down."""

    name = forms.CharField(label=_("Your name"), max_length=NAME_LENGTH)


class SuccessorForm(forms.Form):
    """Who takes a seat from its player, and when."""

    successor = forms.ChoiceField(
        choices=[*BOT_CHOICES, (OnlineSeat.OPEN, _("whoever has the link"))]
    )
    when = forms.ChoiceField(choices=[("after", _("after this hand")), ("now", _("now"))])


class PickUpForm(forms.Form):
    """How a table is to be played that somebody opens."""

    name = forms.CharField(label=_("Your name"), max_length=NAME_LENGTH)
    seats = forms.TypedChoiceField(label=_("Players"), coerce=int)
    company = forms.ChoiceField(
        label=_("The others"),
        choices=[("bots", _("bots, at once")), ("people", _("people who get the link"))],
        initial="bots",
        widget=forms.RadioSelect,
    )
    bot = forms.ChoiceField(label=_("Bots play"), choices=BOT_CHOICES, initial=STAND_IN)
    hands = forms.TypedChoiceField(
        label=_("Length"),
        choices=LENGTHS,
        coerce=int,
        empty_value=None,
        required=False,
        initial="3",
    )
    pace = forms.TypedChoiceField(
        label=_("Time"), choices=PACES, coerce=int, empty_value=None, required=False, initial=""
    )
    talk = forms.ChoiceField(label=_("Talk"), choices=Talk, initial=Talk.PHRASES)

    def __init__(self, game: SiteGame, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        seats: Any = self.fields["seats"]
        seats.choices = [(str(count), str(count)) for count in game.seats]
        seats.initial = str(DEFAULT_SEATS if DEFAULT_SEATS in game.seats else game.seats[0])


DEFAULT_SEATS = 4


def find_slug(slug: str) -> SiteGame:
    """Return the game of an address; the first one for any other. Raises Http404 without any."""
    games = online_games()
    if not games:
        raise Http404
    return next((each for each in games if each.slug == slug), games[0])


MINUTE, HOUR, DAY = 60, 3600, 86_400
MOVE_TIMES = [
    ("", _("as long as they like")),
    ("20", _("20 seconds")),
    ("45", _("45 seconds")),
    ("90", _("90 seconds")),
    (str(10 * MINUTE), _("10 minutes")),
    (str(DAY), _("a day")),
    (str(3 * DAY), _("3 days")),
]
RESERVES = [
    ("0", _("none")),
    (str(MINUTE), _("one minute")),
    (str(3 * MINUTE), _("3 minutes")),
    (str(10 * MINUTE), _("10 minutes")),
    (str(12 * HOUR), _("12 hours")),
    (str(3 * DAY), _("3 days")),
]
DELAYS = [
    ("", _("nothing: nobody watches")),
    ("0", _("the table at once")),
    (str(MINUTE), _("the table a minute later")),
    (str(5 * MINUTE), _("the table 5 minutes later")),
]


class TermsForm(forms.ModelForm):  # type: ignore[type-arg]
    """How the tables of a competition are played on screens."""

    move_seconds = forms.TypedChoiceField(
        label=_("Time for a move"),
        choices=MOVE_TIMES,
        coerce=int,
        empty_value=None,
        required=False,
        help_text=_("From an hour on, players are told when it is their turn, and reminded."),
    )
    reserve_seconds = forms.TypedChoiceField(
        label=_("Reserve for the whole match"), choices=RESERVES, coerce=int
    )
    absence = forms.ChoiceField(
        label=_("When somebody’s time is up"),
        choices=Absence,
        initial=Absence.BOT,
        widget=forms.RadioSelect,
        help_text=_("The page of a table says so before the match."),
    )
    watch_delay = forms.TypedChoiceField(
        label=_("Who watches sees"),
        choices=DELAYS,
        coerce=int,
        empty_value=None,
        required=False,
        help_text=_("Hidden cards are never shown, however late."),
    )

    class Meta:
        model = OnlineTerms
        fields: ClassVar = [
            *("is_on", "move_seconds", "reserve_seconds", "absence"),
            *("talk", "watch_delay"),
        ]
