"""Online tables: what a seat sees and does, what is said, and how competitions play online."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import ValidationError

from league.api.fields import (
    Choice,
    Data,
    Flag,
    Items,
    Key,
    Options,
    Positive,
    Text,
    Timestamp,
    Whole,
)
from league.api.serializers.base import (
    EXAMPLE_GAME,
    ONLINE_GAMES,
    OptionalSerializer,
    StrictSerializer,
)
from league.clubs.models import NAME_LENGTH
from league.online.chat import EMOTES, PHRASES
from league.online.forms import BOT_CHOICES
from league.online.models import ChatMode, DuplicateMethod, OnlineSeat, Phase, TimeoutPolicy
from league.online.models.chat import LONGEST_TEXT

LONGEST_MOVE_TIME = 86_400


class OnlineTableSerializer(StrictSerializer):
    """An online table, as its link names it."""

    token = Text("Its token: whoever has it may look.", "p3u…")
    game = Choice("The game.", EXAMPLE_GAME, ONLINE_GAMES)
    phase = Choice("What it waits for.", "playing", Phase.choices)
    table = Whole("The table of a round that it is; null: of none.", None, source="table_id")
    hand_number = Whole("The hand that was dealt last.", 1)
    revision = Whole("It grows with every change.", 17, source="version")
    created_at = Timestamp("When it was opened.")
    ended_at = Timestamp("When it was over.", None)


class OpeningSerializer(OptionalSerializer):
    """What is said of a table and of an event to open."""

    game = Choice("The game.", EXAMPLE_GAME, ONLINE_GAMES)
    seats = Whole("How many play at a table.", 4, min_value=2, max_value=8)
    name = Text("By what name you sit down.", "Ada", max_length=NAME_LENGTH)
    bots = Choice(
        "How good the other seats' bots are; left out: no bots.", "heuristic", BOT_CHOICES
    )
    move_seconds = Whole(
        "Seconds for a move; null: any.",
        45,
        min_value=5,
        max_value=LONGEST_MOVE_TIME,
        allow_null=True,
    )


class OnlineTableCreateSerializer(OpeningSerializer):
    """A table to open."""

    needed = ("game", "seats")

    options = Options("The options of the game.", {"target": 19})
    hands = Positive(
        "How many hands it has; null: any.", 3, source="hands_limit", max_value=100, allow_null=True
    )
    chat_mode = Choice("How people may talk; left out, not at all.", "phrases", ChatMode.choices)
    reading_seconds = Whole(
        "Seconds until the next hand begins by itself; null: once all are ready.",
        None,
        min_value=10,
        max_value=3600,
        allow_null=True,
    )


class ViewQuerySerializer(OptionalSerializer):
    """How much of what has happened."""

    after = Whole("Only the events after this many moves.", 12, min_value=0, max_value=999_999)


class ViewSerializer(StrictSerializer):
    """What you see of a table: your own seat's side of it, or a watcher's.

    The values are those of docs/online.md; hidden cards are in nobody else's view.
    """

    revision = Whole("It grows with every change.", 17, source="version")
    phase = Choice("What the table waits for.", "playing", Phase.choices)
    hand = Whole("The hand that was dealt last.", 1)
    moves = Whole("How many moves it has had.", 12)
    undone = Whole("How often moves were taken back at the table.", 0)
    you = Whole("Your seat; null for who watches.", 0, allow_null=True)
    waits = Flag("Whether a seat is yours from the next hand on; you watch this one.", False)
    now = Timestamp("The server's clock.")
    seats = Items(
        "Who sits where.",
        [{"number": 0, "name": "Ada", "total": 0, "place": 1}],
        child=Data("A seat.", {"number": 0, "name": "Ada"}),
    )
    setup = Data("What was known before the hand.", {"number": 1, "dealer": 0}, allow_null=True)
    observation = Data("What the engine lets you see.", {"hand": ["fox"]}, allow_null=True)
    events = Items(
        "What has happened.",
        [{"n": 1, "seat": 0, "type": "play"}],
        child=Data("An event.", {"n": 1, "seat": 0, "type": "play"}),
    )
    prompt = Text("What the table waits for, in words.", "It is your turn.")
    help = Data("What you can do now, for a screen.", {}, allow_null=True)
    result = Data("What the last hand was worth.", {}, allow_null=True)
    proof = Data("The commitments to the deals.", {"hand": "9f86…", "coming": None})
    shuffle = Data("What browsers are asked for while the cards are shuffled.", None)
    chat = Items("The latest messages.", [], child=Data("A message.", {"text": "Well played."}))
    due = Timestamp("When the next hand begins by itself.", None)


class SeatCreateSerializer(OptionalSerializer):
    """Who sits down."""

    name = Text("By what name you sit down; left out, your own.", "Ada", max_length=NAME_LENGTH)
    key = Text("Of a seat opened in a match: its secret.", "1:2:3:Wf3…", max_length=200)


class MoveCreateSerializer(StrictSerializer):
    """A move."""

    hand = Whole("The hand, as your view numbers it.", 1, min_value=0, max_value=10_000)
    moves = Whole("How many moves your view has.", 12, min_value=0, max_value=999_999)
    key = Key("A UUID that you make for this move: sent again, it counts once.")
    action = Data("What you do, as the engine writes actions.", {"type": "pass"})


class SeatActionCreateSerializer(StrictSerializer):
    """Something else that a seat does."""

    action = Choice(
        "What you do.",
        "ready",
        [
            ("ready", _("next hand")),
            ("away", _("a bot plays for me")),
            ("back", _("I am back")),
            ("leave", _("Leave table permanently")),
            ("break", _("Request break")),
            ("no_break", _("Cancel break request")),
            ("go_on", _("Ready to resume")),
        ],
    )


class LogSerializer(StrictSerializer):
    """A hand that is over, move by move."""

    lines = Items(
        "The lines of its log, the deal included.",
        [{"type": "hand"}],
        child=Data("A line.", {"type": "hand"}),
    )


MOST_DEALS = 24
REPLACEMENTS = [*BOT_CHOICES, (OnlineSeat.OPEN, "whoever has the link")]


class BotCreateSerializer(StrictSerializer):
    """A bot for a seat."""

    bot = Choice("How good it is.", "heuristic", BOT_CHOICES)


class ReplacementCreateSerializer(StrictSerializer):
    """Who takes a seat from its player."""

    replacement = Choice("A bot by its strength, or whoever has the link.", "greedy", REPLACEMENTS)
    is_now = Flag("Whether at once; else after this hand.", False, required=False)


class OnlineSeatSerializer(StrictSerializer):
    """A seat of an online table, for those who look after the table."""

    seat = Whole("The seat, from 0.", 1, source="number")
    name = Text("Who sits there; empty for nobody.", "Ada")
    bot = Text("How good its bot is; empty for a person or nobody.", "")
    replacement = Text("Who takes it after this hand; empty for nobody.", "")
    key = Text("Of a free seat in a match: with it one person may sit down there.", None)


class SpectatorCreateSerializer(StrictSerializer):
    """How one watches."""

    is_named = Flag("Whether the others may read your name.", True)


class MessageCreateSerializer(OptionalSerializer):
    """Something to say."""

    needed = ("key",)

    key = Key("A UUID that you make for it: sent again, it is said once.")
    phrase = Choice(
        "A ready phrase.",
        "well_played",
        [(code, code) for code in (*PHRASES, *EMOTES)],
        source="code",
    )
    text = Text("Or a text, where people talk freely.", "See you!", max_length=LONGEST_TEXT)

    def validate(self, attrs: Mapping[str, Any]) -> Mapping[str, Any]:
        """Need one of the two."""
        if bool(attrs.get("code")) == bool(attrs.get("text")):
            raise ValidationError(
                {"text": [_("Send either a phrase or a text, not both.")]}, code="invalid"
            )
        return attrs


class ReportedSerializer(StrictSerializer):
    """Something that was said at a table and reported."""

    id = Whole("What was said.", 7)
    table = Text("The token of the table.", "p3u…", source="table.token")
    name = Text("Who said it.", "Ada")
    text = Text("What was said.", "…")
    created_at = Timestamp("When.")
    hidden_at = Timestamp("When it was taken off the screens.", None)


class OnlineSettingsSerializer(StrictSerializer):
    """How the tables of a competition are played on screens."""

    is_on = Flag("Whether they may be.", True)
    move_seconds = Whole(
        "Seconds for a move; null: any time.",
        45,
        min_value=5,
        max_value=7 * 86_400,
        allow_null=True,
    )
    time_bank_seconds = Whole(
        "Reserve for the match, seconds.", 180, min_value=0, max_value=7 * 86_400
    )
    timeout_policy = Choice(
        "What happens when somebody's time is up.", "bot", TimeoutPolicy.choices
    )
    reading_seconds = Whole(
        "Seconds until the next hand begins by itself; null: once all are ready.",
        60,
        min_value=10,
        max_value=3600,
        allow_null=True,
    )
    chat_mode = Choice("How people talk; not at all unless set.", "off", ChatMode.choices)
    spectator_delay = Whole(
        "Delay for watchers in seconds; null: nobody watches.",
        60,
        min_value=0,
        max_value=3600,
        allow_null=True,
    )


class DuplicateSettingsSerializer(StrictSerializer):
    """Whether the online tables of a round get the same deals."""

    is_on = Flag("Whether they do.", True)
    method = Choice("How results are compared.", "datum", DuplicateMethod.choices)
    hands = Positive("How many deals a table plays.", 4, max_value=MOST_DEALS)


class ProofSerializer(StrictSerializer):
    """What a deal was committed to, and once it lies open, how to check that."""

    commitment = Text("The SHA-256 that was shown before the first card.", "9f86…")
    salt = Text("The salt; null while the deal is secret.", None)
    text = Text("The text whose SHA-256 it is.", None)
    digest = Text("The SHA-256 of that text.", None)
    command = Text("How to compute it in a shell.", None)
    shuffle = Data("Who shuffled, as the log has it; null while the deal is secret.", None)
