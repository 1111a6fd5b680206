"""What is said at online tables, who sits at them, and how competitions play online."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError

from league.api.fields import Choice, Data, Flag, Key, Moment, Positive, Text, Whole
from league.api.serializers.base import OptionalSerializer, StrictSerializer
from league.online.forms import BOT_CHOICES
from league.online.models import Absence, Method, OnlineSeat, Talk
from league.online.models.talk import LONGEST_TEXT
from league.online.talk import EMOTES, PHRASES

MOST_DEALS = 24
SUCCESSORS = [*BOT_CHOICES, (OnlineSeat.OPEN, "whoever has the link")]


class BotCreateSerializer(StrictSerializer):
    """A bot for a seat."""

    bot = Choice("How good it is.", "heuristic", BOT_CHOICES)


class SuccessorCreateSerializer(StrictSerializer):
    """Who takes a seat from its player."""

    successor = Choice("A bot by its strength, or whoever has the link.", "greedy", SUCCESSORS)
    is_now = Flag("Whether at once; else after this hand.", False, required=False)


class PlaceAtTableSerializer(StrictSerializer):
    """A seat of an online table, for those who look after the table."""

    seat = Whole("The seat, from 0.", 1, source="number")
    name = Text("Who sits there; empty for nobody.", "Ada")
    bot = Text("How good its bot is; empty for a person or nobody.", "")
    successor = Text("Who takes it after this hand; empty for nobody.", "")
    key = Text(
        "Of a free seat in a match: with it one person may sit down there.", None, allow_null=True
    )


class WatchingCreateSerializer(StrictSerializer):
    """How one watches."""

    is_named = Flag("Whether the others may read your name.", True)


class RemarkCreateSerializer(OptionalSerializer):
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
            raise ValidationError({"text": [_("Say one thing.")]}, code="invalid")
        return attrs


class ReportedSerializer(StrictSerializer):
    """Something that was said at a table and reported."""

    id = Whole("What was said.", 7)
    table = Text("The token of the table.", "p3u…", source="table.token")
    name = Text("Who said it.", "Ada")
    words = Text("What was said.", "…")
    created_at = Moment("When.")
    hidden_at = Moment("When it was taken off the screens.", None, allow_null=True)


class OnlineTermsSerializer(StrictSerializer):
    """How the tables of a competition are played on screens."""

    is_on = Flag("Whether they may be.", True)
    move_seconds = Whole(
        "Seconds for a move; null: as long as they like.",
        45,
        min_value=5,
        max_value=7 * 86_400,
        allow_null=True,
    )
    reserve_seconds = Whole(
        "Seconds beyond that for the whole match.", 180, min_value=0, max_value=7 * 86_400
    )
    absence = Choice("What happens when somebody's time is up.", "bot", Absence.choices)
    talk = Choice("How people talk; not at all unless told.", "off", Talk.choices)
    watch_delay = Whole(
        "How many seconds late those see who watch; null: nobody watches.",
        60,
        min_value=0,
        max_value=3600,
        allow_null=True,
    )


class DuplicateTermsSerializer(StrictSerializer):
    """Whether the online tables of a round get the same deals."""

    is_on = Flag("Whether they do.", True)
    method = Choice("How results are compared.", "datum", Method.choices)
    hands = Positive("How many deals a table plays.", 4, max_value=MOST_DEALS)


class ProofSerializer(StrictSerializer):
    """What a deal was committed to, and once it lies open, how to check that."""

    commitment = Text("The SHA-256 that was shown before the first card.", "9f86…")
    salt = Text("The salt; null while the deal is secret.", None, allow_null=True)
    text = Text("The text whose SHA-256 it is.", None, allow_null=True)
    digest = Text("The SHA-256 of that text.", None, allow_null=True)
    command = Text("How to compute it in a shell.", None, allow_null=True)
    shuffle = Data(
        "Who shuffled, as the log has it; null while the deal is secret.", None, allow_null=True
    )
