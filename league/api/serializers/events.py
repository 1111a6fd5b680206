"""Duplicate events: several tables, the same deals at each."""

from league.api.fields import Choice, Flag, Items, Positive, Text, Timestamp, Whole
from league.api.serializers.base import (
    EXAMPLE_GAME,
    ONLINE_GAMES,
    OptionalSerializer,
    StrictSerializer,
)
from league.api.serializers.online import MOST_DEALS, OpeningSerializer
from league.clubs.models import NAME_LENGTH
from league.online.models import ChatMode, DuplicateMethod
from league.online.services.events import MOST_TABLES


class EventCreateSerializer(OpeningSerializer):
    """An event to open."""

    needed = ("game", "seats", "tables", "hands")

    tables = Positive("How many tables.", 3, max_value=MOST_TABLES // 2)
    hands = Positive("How many deals.", 4, max_value=MOST_DEALS)
    method = Choice("How results are compared.", "matchpoints", DuplicateMethod.choices)
    takes_tables = Flag("Whether tables may come until the end; deals open then.", False)
    hours = Positive("After how many hours it ends.", 24, max_value=24 * 7)
    chat_mode = Choice("How people may talk; left out, not at all.", "off", ChatMode.choices)


class FurtherTableCreateSerializer(OptionalSerializer):
    """A further table of an event."""

    needed = ("seat",)

    seat = Whole("The seat in which you are compared.", 0, min_value=0, max_value=7)
    name = Text("By what name you sit down.", "Ada", max_length=NAME_LENGTH)
    with_bots = Flag("Whether bots play at the other seats.", True)


class EventTableSerializer(StrictSerializer):
    """A table of an event."""

    number = Whole("Its number in the event.", 1)
    token = Text("Its token.", "p3u…", source="table.token")
    is_late = Flag("Whether it began when the deals lay open.", False, source="table.is_late")
    names = Items("Who sits there, by seat.", ["Ada", ""], child=Text("A name.", "Ada"))
    played = Whole("How many of its hands are over.", 2)


class EventRowSerializer(StrictSerializer):
    """A row of an event's standings."""

    place = Whole("The place; null for a late table.", 1, allow_null=True)
    table = Whole("The number of the table.", 1, source="table.number")
    seat = Whole("The seat.", 0)
    name = Text("Who sits there.", "Ada")
    total = Text("What the deals are worth together.", "62.5 %")


class EventDealSerializer(StrictSerializer):
    """A deal of an event."""

    seats = Whole("For tables of how many.", 4)
    number = Whole("Its number.", 1)
    commitment = Text("Its SHA-256, fixed before the first table began.", "9f86…")
    opened_at = Timestamp("When it was laid open.", None)


class EventSerializer(StrictSerializer):
    """A duplicate event, as far as its deals lie open."""

    token = Text("Its token: whoever has it may look.", "p3u…", source="event.token")
    game = Choice("The game.", EXAMPLE_GAME, ONLINE_GAMES, source="event.game")
    round = Whole("The round whose tables play it; null: none.", None, source="event.round_id")
    hands = Whole("How many deals.", 4, source="event.hands")
    method = Choice(
        "How results are compared.", "matchpoints", DuplicateMethod.choices, source="event.method"
    )
    takes_tables = Flag("Whether further tables may come.", False, source="event.takes_tables")
    revision = Whole("It grows with every change.", 3, source="event.version")
    closes_at = Timestamp("When all deals open.", allow_null=True, source="event.closes_at")
    ended_at = Timestamp("When all lay open.", None, source="event.ended_at")
    is_final = Flag("Whether nothing can change any more.", False)
    tables = EventTableSerializer(many=True, help_text="The tables.")
    standings = EventRowSerializer(
        many=True, help_text="The standings, by the deals that lie open.", source="rows"
    )
    deals = EventDealSerializer(many=True, help_text="The deals.")


class LineSerializer(StrictSerializer):
    """A line of somebody's score."""

    text = Text("What it is for.", "Second")
    points = Whole("The points.", 8)
    rule = Text("The id of its rule.", "FZ-27")


class TravellerSerializer(StrictSerializer):
    """What one table had from a deal in one seat."""

    table = Whole("The number of the table.", 1, source="table.number")
    name = Text("Who sat there.", "Ada")
    hand = Whole("The number of the hand at that table.", 1)
    points = Whole("What the hand was worth.", 8)
    lines = LineSerializer(many=True, help_text="What that is made of.")
    worth = Text("What it adds to the standing; empty where nobody else played it.", "75.0 %")
    mean = Text("The mean of all tables.", "5.0")


class DealSeatSerializer(StrictSerializer):
    """A deal in one seat at all tables."""

    seat = Whole("The seat.", 0)
    results = TravellerSerializer(many=True, help_text="The best first.", source="rows")


class DealSerializer(EventDealSerializer):
    """A deal at all tables; nothing of it while it is closed."""

    results = DealSeatSerializer(many=True, help_text="Seat by seat.")
