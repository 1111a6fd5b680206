"""Final results, matches from paper, calls of tables, and what a change would do."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError

from league.api.fields import Choice, Data, Flag, Items, Key, Moment, Positive, Text, Whole
from league.api.serializers.base import OptionalSerializer, StrictSerializer
from league.api.serializers.clubs import PlayerNameSerializer
from league.api.serializers.hands import (
    RECORD,
    AnyRevisionSerializer,
    HandSerializer,
    ReasonSerializer,
    RevisionNamedSerializer,
    WrittenSerializer,
)
from league.api.serializers.rounds import RoundSerializer
from league.results.models import REASON_LENGTH

OUTCOME = {"places": [1, 3, 4, 1], "totals": [19, 12, 6, 19]}


class ResultCreateSerializer(StrictSerializer):
    """The outcome of a match as a whole."""

    key = Key("A UUID that you make: sent again, it is answered as the first time.")
    seating = Whole("The table's `seating` as you know it.", 1, min_value=0)
    outcome = Data("`places` or `totals` per seat, or both.", OUTCOME)


class ResultUpdateSerializer(ReasonSerializer):
    """What the outcome was instead."""

    outcome = Data("`places` or `totals` per seat, or both.", OUTCOME)


class ResultRevisionSerializer(AnyRevisionSerializer):
    """One version of a final result."""

    outcome = Data("What it says; null for one that makes it void.", OUTCOME, allow_null=True)


class ResultSerializer(StrictSerializer):
    """The outcome of a match of which nobody has the hands."""

    table = Whole("The table.", 21, source="table_id")
    is_void = Flag("Whether it counts no longer.", False)
    current = ResultRevisionSerializer(help_text="The version in force.")
    revisions = ResultRevisionSerializer(
        many=True, help_text="All versions.", source="revisions.all"
    )
    created_at = Moment("When it was entered first.")


class PaperHandCreateSerializer(StrictSerializer):
    """A hand of a match from paper."""

    number = Positive("Its number at the table.", 1, max_value=10_000)
    key = Key("A UUID that you make for this hand.")
    record = Data("What happened; see the page on formats.", RECORD)


class PaperCreateSerializer(StrictSerializer):
    """The hands of a match from paper."""

    seating = Whole("The table's `seating` as you know it.", 1, min_value=0)
    hands = PaperHandCreateSerializer(  # type: ignore[call-arg]
        many=True, min_length=1, max_length=200, help_text="In their order."
    )


class VersionSerializer(WrittenSerializer):
    """What somebody sent for a hand."""

    id = Whole("What was sent.", 41)
    record = Data("What happened, as they say.", RECORD)


class HandVersionsSerializer(StrictSerializer):
    """The different versions of a hand that were sent."""

    hand = Whole("The hand.", 33)
    revision = Whole("The number of the version in force.", 1)
    is_disputed = Flag("Whether somebody says that it is wrong.", True)
    versions = VersionSerializer(many=True, help_text="All that was sent, the oldest first.")


class SettlementCreateSerializer(OptionalSerializer, RevisionNamedSerializer):
    """Which version of a hand counts."""

    needed = ("revision",)

    reason = Text(
        "Why; organisers have to say.",
        "Both remember three lions.",
        max_length=REASON_LENGTH,
        allow_blank=True,
    )


class HandPreviewSerializer(ReasonSerializer):
    """A change of a hand to look at before it is made."""

    change = Choice(
        "What would be done.",
        "correct",
        [(word, word) for word in ("correct", "void", "restore", "keep")],
    )
    record = Data("Of a correction: what happened.", RECORD, required=False)

    def validate(self, attrs: Mapping[str, Any]) -> Mapping[str, Any]:
        """Need a record where one is corrected."""
        if attrs["change"] == "correct" and "record" not in attrs:
            raise ValidationError({"record": [_("This is missing.")]}, code="required")
        return attrs


class ResultPreviewSerializer(ReasonSerializer):
    """A change of a final result to look at before it is made."""

    outcome = Data(
        "The outcome instead; left out, the result would be void.", OUTCOME, required=False
    )


class NowAndThen(Items):
    """A number as it is and as it would be."""

    child = Whole("A number; null for none.", 13, allow_null=True)


class SeatConsequenceSerializer(StrictSerializer):
    """What somebody has at the table, now and then."""

    seat = Whole("The seat.", 0, source="who.seat")
    name = Text("Who sits there.", "Ada", source="who.name")
    total = NowAndThen("The total, now and then.", [13, 11])
    place = NowAndThen("The place, now and then.", [1, 2])


class StandingConsequenceSerializer(StrictSerializer):
    """Where somebody would move in the standings."""

    name = Text("Who it is.", "Ada")
    place = NowAndThen("The place, now and then.", [1, 2])
    points = NowAndThen("The league points, now and then.", [21, 19])


class TeamsConsequenceSerializer(StrictSerializer):
    """A later hand for which the rule would make other teams."""

    number = Whole("The number of the hand.", 4)
    played = Text("The teams that played it.", "Ada + Björn")
    by_rule = Text("The teams by the rule.", "Ada + Chiara")


class ConsequencesSerializer(StrictSerializer):
    """What a change would do. Nothing was done."""

    table = SeatConsequenceSerializer(many=True, help_text="Seat by seat.")
    standings = StandingConsequenceSerializer(many=True, help_text="Those who would move.")
    teams = TeamsConsequenceSerializer(
        many=True, help_text="Later hands with other teams by the rule."
    )
    surplus = Items(
        "Later hands that would count no longer.", [], child=Whole("The number of a hand.", 5)
    )
    counting = Items(
        "Later hands that would count again.", [], child=Whole("The number of a hand.", 5)
    )


class CallCreateSerializer(OptionalSerializer):
    """What a table calls an organiser for."""

    words = Text(
        "What it is about.",
        "We cannot agree on the last trick.",
        max_length=REASON_LENGTH,
        allow_blank=True,
    )


class CallSerializer(StrictSerializer):
    """A call of a table for an organiser."""

    id = Whole("The call.", 2)
    table = Whole("The table.", 21, source="table_id")
    words = Text("What it is about.", "We cannot agree.")
    by = PlayerNameSerializer(allow_null=True, help_text="Who calls, if that is known.")
    created_at = Moment("When.")
    coming_by = PlayerNameSerializer(allow_null=True, help_text="Who is on the way.")
    coming_at = Moment("Since when.", None, allow_null=True)
    done_at = Moment("When it was over.", None, allow_null=True)


class DeskSerializer(StrictSerializer):
    """What waits for a club's organisers."""

    version = Whole("It grows with every change.", 3)
    calls = CallSerializer(many=True, help_text="Tables that call, the longest wait first.")
    disputes = HandSerializer(many=True, help_text="Hands that somebody says are wrong.")
    missed = RoundSerializer(many=True, help_text="Rounds whose time has passed unused.")
