"""What is said at online tables, who sits at them, and how competitions play online."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError

from league.api.shapes.fields import Choice, Data, Flag, Key, Moment, Shape, Text, Whole
from league.online.forms import BOT_CHOICES
from league.online.models import Absence, Method, OnlineSeat, Talk
from league.online.models.talk import LONGEST_TEXT
from league.online.talk import EMOTES, PHRASES

LONGEST_MOVE = 7 * 86_400
LONGEST_RESERVE = 7 * 86_400
LONGEST_DELAY = 3600
MOST_DEALS = 24
SUCCESSORS = [*BOT_CHOICES, (OnlineSeat.OPEN, "whoever has the link")]


class BotSent(Shape):
    """A bot for a seat."""

    bot = Choice("How good it is.", "heuristic", BOT_CHOICES)


class SuccessorSent(Shape):
    """Who takes a seat from its player."""

    successor = Choice("A bot by its strength, or whoever has the link.", "greedy", SUCCESSORS)
    is_now = Flag("Whether at once; else after this hand.", False, required=False)


class PlaceAtTableShown(Shape):
    """A seat of an online table, for those who look after the table."""

    seat = Whole("The seat, from 0.", 1, source="number")
    name = Text("Who sits there; empty for nobody.", "Ada", allow_blank=True)
    bot = Text("How good its bot is; empty for a person or nobody.", "", allow_blank=True)
    successor = Text("Who takes it after this hand; empty for nobody.", "", allow_blank=True)
    key = Text(
        "Of a free seat in a match: with it one person may sit down there.",
        None,
        allow_null=True,
    )


class WatchingSent(Shape):
    """How one watches."""

    is_named = Flag("Whether the others may read your name.", True)


class RemarkSent(Shape):
    """Something to say."""

    key = Key(
        "A UUID that you make for it: sent again, it is said once.",
        "5f0c8a2e-7e07-4a52-9a0e-3f2b0d0c9b11",
    )
    phrase = Choice(
        "A ready phrase.",
        "well_played",
        [(code, code) for code in (*PHRASES, *EMOTES)],
        required=False,
    )
    text = Text(
        "Or a text, where people talk freely.", "See you!", max_length=LONGEST_TEXT, required=False
    )

    def validate(self, attrs: Mapping[str, Any]) -> Mapping[str, Any]:
        """Need one of the two."""
        if bool(attrs.get("phrase")) == bool(attrs.get("text")):
            raise ValidationError({"text": [_("Say one thing.")]}, code="invalid")
        return attrs


class ReportedShown(Shape):
    """Something that was said at a table and reported."""

    id = Whole("What was said.", 7)
    table = Text("The token of the table.", "p3u…", source="table.token")
    name = Text("Who said it.", "Ada")
    words = Text("What was said.", "…")
    created_at = Moment("When.")
    hidden_at = Moment("When it was taken off the screens.", None, allow_null=True)


class ReportsShown(Shape):
    """What was reported and you may hide."""

    reports = ReportedShown(many=True, help_text="The newest first.")


class OnlineTermsShown(Shape):
    """How the tables of a competition are played on screens."""

    is_on = Flag("Whether they may be.", True)
    move_seconds = Whole("Seconds for a move; null: as long as they like.", 45, allow_null=True)
    reserve_seconds = Whole("Seconds beyond that for the whole match.", 180)
    absence = Choice("What happens when somebody's time is up.", "bot", Absence.choices)
    talk = Choice("How people talk; not at all unless told.", "off", Talk.choices)
    watch_delay = Whole(
        "How many seconds late those see who watch; null: nobody watches.", 60, allow_null=True
    )


class OnlineTermsChange(Shape):
    """What of it is to be otherwise."""

    is_on = Flag("Whether they may be.", True, required=False)
    move_seconds = Whole(
        "Seconds for a move; null: as long as they like.",
        45,
        min_value=5,
        max_value=LONGEST_MOVE,
        allow_null=True,
        required=False,
    )
    reserve_seconds = Whole(
        "Seconds beyond that for the whole match.",
        180,
        min_value=0,
        max_value=LONGEST_RESERVE,
        required=False,
    )
    absence = Choice(
        "What happens when somebody's time is up.", "bot", Absence.choices, required=False
    )
    talk = Choice("How people talk.", "off", Talk.choices, required=False)
    watch_delay = Whole(
        "How many seconds late those see who watch; null: nobody watches.",
        60,
        min_value=0,
        max_value=LONGEST_DELAY,
        allow_null=True,
        required=False,
    )


class DuplicateTermsShown(Shape):
    """Whether the online tables of a round get the same deals."""

    is_on = Flag("Whether they do.", False)
    method = Choice("How results are compared.", "matchpoints", Method.choices)
    hands = Whole("How many deals a table plays.", 4)


class DuplicateTermsChange(Shape):
    """What of it is to be otherwise."""

    is_on = Flag("Whether they do.", True, required=False)
    method = Choice("How results are compared.", "datum", Method.choices, required=False)
    hands = Whole(
        "How many deals a table plays.", 4, min_value=1, max_value=MOST_DEALS, required=False
    )


class ProofShown(Shape):
    """What a deal was committed to, and once it lies open, how to check that."""

    commitment = Text("The SHA-256 that was shown before the first card.", "9f86…")
    salt = Text("The salt; null while the deal is secret.", None, allow_null=True)
    text = Text("The text whose SHA-256 it is.", None, allow_null=True)
    digest = Text("The SHA-256 of that text.", None, allow_null=True)
    command = Text("How to compute it in a shell.", None, allow_null=True)
    shuffle = Data(
        "Who shuffled, as the log has it; null while the deal is secret.", None, allow_null=True
    )
