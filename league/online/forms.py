"""Forms to open tables and events, to sit down, and to set up a competition's online play."""

from datetime import timedelta
from typing import Any, ClassVar

from django import forms
from django.http import Http404
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.bots.strength import levels_at
from league.clubs.models import NAME_LENGTH
from league.core.games import SiteGame, online_games
from league.core.templatetags.ui import seat_letter
from league.online.models import (
    ChatMode,
    DuplicateMethod,
    DuplicateSettings,
    OnlineSeat,
    OnlineSettings,
    TimeoutPolicy,
)
from league.online.services.events import Plan
from league.online.services.seat_assignment import DEFAULT_BOT

BOT_CHOICES = [("greedy", _("easy")), (DEFAULT_BOT, _("good")), ("search", _("strong"))]


def bots_at(game: str, seats: int) -> list[tuple[str, str]]:
    """Return the levels of bots that are offered at a table of this size, with their names."""
    offered = levels_at(game, seats)
    return [(level, str(name)) for level, name in BOT_CHOICES if level in offered]


def bots_of(game: SiteGame) -> list[tuple[str, str]]:
    """Return the levels of bots of a game, with the sizes of tables where not all offer them."""
    choices = []
    for level, name in BOT_CHOICES:
        sizes = [size for size in game.seats if level in levels_at(game.slug, size)]
        if len(sizes) == len(game.seats):
            choices.append((level, str(name)))
        elif sizes:
            said = f"{sizes[0]}–{sizes[-1]}" if len(sizes) > 1 else str(sizes[0])
            choices.append(
                (level, gettext("%(level)s (players: %(sizes)s)") % {"level": name, "sizes": said})
            )
    return choices


PACES = [
    ("", _("no limit")),
    ("20", _("20 seconds per move")),
    ("45", _("45 seconds per move")),
    ("90", _("90 seconds per move")),
    ("86400", _("1 day per move")),
]
DEFAULT_SEATS = 4
COMPANY = [("bots", _("bots, start now")), ("people", _("people with the link"))]
LOBBY_COMPANY = [*COMPANY, ("lobby", _("people in the lobby, or with the link"))]
QUICK_PACES = PACES[1:4]
BOTS_AFTER = [
    ("15", _("after 15 seconds")),
    ("60", _("after 1 minute")),
    ("180", _("after 3 minutes")),
    ("0", _("never")),
]
READING = [
    ("", _("when all players are ready")),
    ("30", _("after 30 seconds")),
    ("60", _("after 1 minute")),
    ("120", _("after 2 minutes")),
]
LENGTHS = [("1", _("1 hand")), ("3", _("3 hands")), ("5", _("5 hands")), ("", _("whole match"))]


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
    """Which bot takes a seat of a table of this size."""

    bot = forms.ChoiceField(label=_("Bot"), initial=DEFAULT_BOT)

    def __init__(self, game: str, seats: int, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["bot"]
        field.choices = bots_at(game, seats)


class NameForm(forms.Form):
    """By what name somebody sits down."""

    name = forms.CharField(label=_("Your name"), max_length=NAME_LENGTH)


class ReplacementForm(forms.Form):
    """Who takes a seat from its player, and when."""

    replacement = forms.ChoiceField(
        choices=[*BOT_CHOICES, (OnlineSeat.OPEN, _("anyone with the link"))]
    )
    when = forms.ChoiceField(choices=[("after", _("after this hand")), ("now", _("now"))])


class OptionalNumberField(forms.TypedChoiceField):
    """A choice of some whole numbers, or of none."""

    def __init__(self, **options: Any) -> None:
        super().__init__(coerce=int, empty_value=None, required=False, **options)


class GameForm(NameForm):
    """How something is played that somebody opens; `seats` are those that the game knows."""

    def __init__(self, game: SiteGame, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        seats: Any = self.fields["seats"]
        seats.choices = [(str(count), str(count)) for count in game.seats]
        seats.initial = str(DEFAULT_SEATS if DEFAULT_SEATS in game.seats else game.seats[0])
        bot: Any = self.fields["bot"]
        bot.choices = bots_of(game)
        bot.help_text = _(
            "Where a level is not offered for this number of players, the next lower one plays."
        )


class PickUpForm(GameForm):
    """How a table is to be played that somebody opens."""

    seats = forms.TypedChoiceField(label=_("Players"), coerce=int)
    company = forms.ChoiceField(
        label=_("Other players"), choices=LOBBY_COMPANY, initial="bots", widget=forms.RadioSelect
    )
    bot = forms.ChoiceField(label=_("Bot strength"), initial=DEFAULT_BOT)
    hands = OptionalNumberField(label=_("Length"), choices=LENGTHS, initial="3")
    pace = OptionalNumberField(label=_("Move time"), choices=PACES, initial="")
    reading = OptionalNumberField(
        label=_("Next hand"),
        choices=READING,
        initial="",
        help_text=_("Any player can stop this clock while they read."),
    )
    chat_mode = forms.ChoiceField(label=_("Chat"), choices=ChatMode, initial=ChatMode.PHRASES)


class QuickMatchForm(NameForm):
    """What somebody waits for: each pace is a button."""

    bots_after = forms.TypedChoiceField(
        label=_("Fill free seats with bots"),
        choices=BOTS_AFTER,
        coerce=int,
        initial="60",
        widget=forms.Select(attrs={"form": "pick-up"}),
    )
    quick_pace = forms.TypedChoiceField(choices=QUICK_PACES, coerce=int)


def find_slug(slug: str) -> SiteGame:
    """Return the game of an address; the first one for any other. Raises Http404 without any."""
    games = online_games()
    if not games:
        raise Http404
    return next((each for each in games if each.slug == slug), games[0])


MINUTE, HOUR, DAY = 60, 3600, 86_400
MOVE_TIMES = [
    ("", _("no limit")),
    ("20", _("20 seconds")),
    ("45", _("45 seconds")),
    ("90", _("90 seconds")),
    (str(10 * MINUTE), _("10 minutes")),
    (str(DAY), _("1 day")),
    (str(3 * DAY), _("3 days")),
]
TIME_BANKS = [
    ("0", _("none")),
    (str(MINUTE), _("1 minute")),
    (str(3 * MINUTE), _("3 minutes")),
    (str(10 * MINUTE), _("10 minutes")),
    (str(12 * HOUR), _("12 hours")),
    (str(3 * DAY), _("3 days")),
]
DELAYS = [
    ("", _("not allowed")),
    ("0", _("live")),
    (str(MINUTE), _("1 minute behind")),
    (str(5 * MINUTE), _("5 minutes behind")),
]


class OnlineSettingsForm(forms.ModelForm):  # type: ignore[type-arg]
    """How the tables of a competition are played on screens."""

    move_seconds = OptionalNumberField(
        label=_("Move time"),
        choices=MOVE_TIMES,
        help_text=_(
            "With an hour or more, players are notified and reminded when it is their turn."
        ),
    )
    time_bank_seconds = forms.TypedChoiceField(
        label=_("Time bank for the whole match"), choices=TIME_BANKS, coerce=int
    )
    timeout_policy = forms.ChoiceField(
        label=_("When a player’s time is up"),
        choices=TimeoutPolicy,
        initial=TimeoutPolicy.BOT,
        widget=forms.RadioSelect,
        help_text=_("The table’s page states this before the match."),
    )
    reading_seconds = OptionalNumberField(
        label=_("Next hand"),
        choices=READING,
        help_text=_("Any player can stop this clock while they read."),
    )
    spectator_delay = OptionalNumberField(
        label=_("Spectators"),
        choices=DELAYS,
        help_text=_("Hidden cards are never shown, not even with a delay."),
    )

    class Meta:
        model = OnlineSettings
        fields: ClassVar = [
            *("is_on", "move_seconds", "time_bank_seconds", "timeout_policy"),
            *("reading_seconds", "chat_mode", "spectator_delay"),
        ]


HANDS = [(str(count), str(count)) for count in (2, 4, 6, 8, 12)]
TABLES = [(str(count), str(count)) for count in (2, 3, 4, 6, 8, 12)]
WINDOWS = [
    ("3", _("in 3 hours")),
    ("24", _("in 1 day")),
    ("72", _("in 3 days")),
    ("168", _("in 1 week")),
]
DEFAULT_HANDS, DEFAULT_TABLES, DEFAULT_WINDOW = "4", "3", "24"


class EventForm(GameForm):
    """How an event is played that somebody opens."""

    seats = forms.TypedChoiceField(label=_("Players per table"), coerce=int)
    tables = forms.TypedChoiceField(
        label=_("Tables"), choices=TABLES, coerce=int, initial=DEFAULT_TABLES
    )
    company = forms.ChoiceField(
        label=_("Other seats at all tables"),
        choices=COMPANY,
        initial="bots",
        widget=forms.RadioSelect,
    )
    bot = forms.ChoiceField(label=_("Bot strength"), initial=DEFAULT_BOT)
    hands = forms.TypedChoiceField(
        label=_("Hands per table"), choices=HANDS, coerce=int, initial=DEFAULT_HANDS
    )
    method = forms.ChoiceField(
        label=_("Scoring"), choices=DuplicateMethod, initial=DuplicateMethod.MATCHPOINTS
    )
    takes_tables = forms.BooleanField(
        label=_("Allow more tables until the end"),
        required=False,
        help_text=_(
            "If on, all deals stay closed until the end. If off, a deal opens as soon as all "
            "tables have played it."
        ),
    )
    window = forms.TypedChoiceField(
        label=_("End"), choices=WINDOWS, coerce=int, initial=DEFAULT_WINDOW
    )
    pace = OptionalNumberField(label=_("Move time"), choices=PACES, initial="")

    def plan(self) -> Plan:
        """Return the plan of a valid form."""
        data = self.cleaned_data
        return Plan(
            **{name: data[name] for name in ("seats", "hands", "tables", "method", "takes_tables")},
            bots=data["bot"] if data["company"] == "bots" else "",
            window=timedelta(hours=data["window"]),
            move_seconds=data["pace"],
        )


class FurtherTableForm(NameForm):
    """At a further table: who plays there, and in which seat whoever opens it is compared."""

    seat = forms.TypedChoiceField(label=_("Your seat"), coerce=int)
    company = forms.ChoiceField(label=_("Other players"), choices=COMPANY, initial="bots")

    def __init__(self, seats: int, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["seat"]
        field.choices = [
            (str(seat), gettext("Seat %(letter)s") % {"letter": seat_letter(seat)})
            for seat in range(seats)
        ]


class DuplicateSettingsForm(forms.ModelForm):  # type: ignore[type-arg]
    """Whether the online tables of a round get the same deals."""

    hands = forms.TypedChoiceField(label=_("Hands per table"), choices=HANDS, coerce=int)

    class Meta:
        model = DuplicateSettings
        fields: ClassVar = ["is_on", "method", "hands"]
