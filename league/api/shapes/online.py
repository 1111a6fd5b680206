"""Online tables: what a seat sees, and what it does."""

from django.utils.translation import gettext_lazy as _

from league.api.shapes.fields import Choice, Data, Flag, Items, Key, Moment, Shape, Text, Whole
from league.api.shapes.games import EXAMPLE_GAME, ONLINE_GAMES
from league.clubs.models import NAME_LENGTH
from league.online.forms import BOT_CHOICES
from league.online.models import Phase, Talk

LONGEST_MOVE_TIME = 86_400
MOST_HANDS = 100


class OnlineTableShown(Shape):
    """An online table, as its link names it."""

    token = Text("Its token: whoever has it may look.", "p3u…")
    game = Choice("The game.", EXAMPLE_GAME, ONLINE_GAMES)
    phase = Choice("What it waits for.", "playing", Phase.choices)
    table = Whole(
        "The table of a round that it is; null: of none.", None, source="table_id", allow_null=True
    )
    hand_number = Whole("The hand that was dealt last.", 1)
    version = Whole("It grows with every change.", 17)
    created_at = Moment("When it was opened.")
    ended_at = Moment("When it was over.", None, allow_null=True)


class OnlineTablesShown(Shape):
    """Online tables."""

    tables = OnlineTableShown(many=True, help_text="The newest first.")


class OnlineTableSent(Shape):
    """A table to open."""

    game = Choice("The game.", EXAMPLE_GAME, ONLINE_GAMES)
    seats = Whole("How many play.", 4, min_value=2, max_value=8)
    name = Text("By what name you sit down.", "Ada", max_length=NAME_LENGTH, required=False)
    options = Data("The options of the game.", {"target": 19}, required=False)
    bots = Choice(
        "How good the bots are on the other seats; left out, they are open to people.",
        "heuristic",
        BOT_CHOICES,
        required=False,
    )
    hands = Whole(
        "After how many hands it ends; null: the game says.",
        3,
        min_value=1,
        max_value=MOST_HANDS,
        allow_null=True,
        required=False,
    )
    move_seconds = Whole(
        "Seconds for a move; null: as long as one likes.",
        45,
        min_value=5,
        max_value=LONGEST_MOVE_TIME,
        allow_null=True,
        required=False,
    )
    talk = Choice(
        "How people may talk; left out, not at all.", "phrases", Talk.choices, required=False
    )


class ViewAsked(Shape):
    """How much of what has happened."""

    after = Whole(
        "Only the events after this many moves.", 12, min_value=0, max_value=999_999, required=False
    )


class ViewShown(Shape):
    """What you see of a table: your own seat's side of it, or a watcher's.

    The values are those of docs/online.md; hidden cards are in nobody else's view.
    """

    version = Whole("It grows with every change.", 17)
    phase = Choice("What the table waits for.", "playing", Phase.choices)
    hand = Whole("The hand that was dealt last.", 1)
    moves = Whole("How many moves it has had.", 12)
    you = Whole("Your seat; null for who watches.", 0, allow_null=True)
    waits = Flag("Whether a seat is yours from the next hand on; you watch this one.", False)
    now = Moment("The server's clock.")
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
    ask = Text("What the table waits for, in words.", "It is your turn.", allow_blank=True)
    help = Data("What you can do now, for a screen.", {}, allow_null=True)
    result = Data("What the last hand was worth.", {}, allow_null=True)
    proof = Data("The commitments to the deals.", {"hand": "9f86…", "coming": None})
    shuffle = Data(
        "What browsers are asked for while the cards are shuffled.", None, allow_null=True
    )
    talk = Items("What was said last.", [], child=Data("A remark.", {"words": "Well played."}))
    due = Moment("When the next hand begins by itself.", None, allow_null=True)


class SeatSent(Shape):
    """Who sits down."""

    name = Text(
        "By what name you sit down; left out, your own.",
        "Ada",
        max_length=NAME_LENGTH,
        required=False,
    )
    key = Text(
        "Of a seat that was opened in a match: what its keeper has sent you.",
        "1:2:3:Wf3…",
        max_length=200,
        required=False,
    )


class MoveSent(Shape):
    """A move."""

    hand = Whole("The hand, as your view numbers it.", 1, min_value=0, max_value=10_000)
    moves = Whole("How many moves your view has.", 12, min_value=0, max_value=999_999)
    key = Key(
        "A UUID that you make for this move: sent again, it counts once.",
        "5f0c8a2e-7e07-4a52-9a0e-3f2b0d0c9b11",
    )
    action = Data("What you do, as the engine writes actions.", {"type": "pass"})


class WishSent(Shape):
    """Something else that a seat does."""

    wish = Choice(
        "What you wish.",
        "ready",
        [
            ("ready", _("the next hand")),
            ("away", _("a bot plays for me")),
            ("back", _("I play again")),
            ("leave", _("I get up for good")),
            ("break", _("I would like a break")),
            ("no_break", _("I would rather not")),
            ("go_on", _("I would like to go on")),
        ],
    )


class LogShown(Shape):
    """A hand that is over, move by move."""

    lines = Items(
        "The lines of its log, the deal included.",
        [{"type": "hand"}],
        child=Data("A line.", {"type": "hand"}),
    )
