"""Serializers of hands, final results, table calls and the impact of changes."""

from collections.abc import Mapping
from functools import partial
from operator import attrgetter
from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from league.api.fields import (
    Choice,
    Data,
    Flag,
    Items,
    Key,
    Numbers,
    Options,
    Positive,
    Record,
    Text,
    Timestamp,
    Whole,
)
from league.api.serializers.base import OptionalSerializer, StrictSerializer
from league.api.serializers.clubs import PlayerNameSerializer
from league.api.serializers.rounds import RoundSerializer
from league.results.authors import Via
from league.results.models import REASON_LENGTH, Hand, RevisionKind, SubmissionOutcome

RECORD = {
    "teams": [[0, 3], [1, 2]],
    "finish": [3, 1, 0, 2],
    "lions_taken": [0, 2, 0, 3],
    "lions_in_hand": 0,
    "hedgehog": [True, True, False, True],
}


Reason = partial(Text, max_length=REASON_LENGTH)


class AuthoredSerializer(StrictSerializer):
    """Who recorded something, in which role, and when."""

    by = PlayerNameSerializer(allow_null=True, help_text="The player, if known.")
    via = Choice("The role of the player.", "seat", Via.choices)
    created_at = Timestamp("When it was recorded.")


class BaseRevisionSerializer(AuthoredSerializer):
    """A revision of a hand or of a final result."""

    number = Whole("Its number; the highest is current.", 1)
    kind = Choice("The kind of change.", "entered", RevisionKind.choices)
    reason = Text("The reason of a change.", "")


class RevisionSerializer(BaseRevisionSerializer):
    """A revision of a hand."""

    record = Record("The record; null if it voids the hand.", RECORD, allow_null=True)


class HandScoreSerializer(StrictSerializer):
    """The score of a hand."""

    is_surplus = Flag("Whether it does not count as the match was over.", False)
    score = Data(
        "Points, totals and places by seat, and the lines that explain them.",
        {
            "scores": [8, 8, 3, 11],
            "totals": [13, 12, 6, 13],
            "places": [1, 3, 4, 1],
            "lines": [[{"rule": "FZ-27", "points": 8, "text": "…"}], [], [], []],
            "warnings": [],
        },
    )


class HandSerializer(StrictSerializer):
    """A hand of a table."""

    id = Whole("The id of the hand.", 33)
    table = Whole("The id of its table.", 21, source="table_id")
    number = Whole("Its number at the table, from 1.", 2)
    is_void = Flag("Whether it is void.", False)
    is_disputed = Flag("Whether it is disputed.", False)
    current = RevisionSerializer(help_text="The current revision.")
    score = HandScoreSerializer(allow_null=True, help_text="Its score; null if it is void.")
    created_at = Timestamp("When it was first recorded.")


class HandLineSerializer(HandSerializer):
    """A hand with what has to be known to read it alone."""

    competition = Whole("The id of the competition.", 5, source="table.round.stage.competition_id")
    game = Text("The game.", "franks-zoo", source="table.game")
    options = Options("The options of the game.", {}, source="table.options")
    round = Whole("The id of the round.", 9, source="table.round_id")
    players = serializers.SerializerMethodField(help_text="The ids of the players by seat.")

    def get_players(self, hand: Hand) -> list[int]:
        """Return the ids of the players by seat."""
        seats = sorted(hand.table.seats.all(), key=attrgetter("number"))
        return [seat.player_id for seat in seats]


class DisputeSerializer(StrictSerializer):
    """A dispute of a hand."""

    seat = Whole("The seat that disputes it.", 2, source="who.seat")
    reason = Text("Why.", "Three lions, not two.")


class HandConfirmationSerializer(StrictSerializer):
    """The confirmation of a hand by its table."""

    state = Choice(
        "Its state: `asked` if nobody has to confirm, `silent` if confirmed by silence.",
        "waiting",
        ["asked", "waiting", "confirmed", "silent", "decided", "disputed"],
    )
    confirmed = Numbers("The seats that have confirmed.", [0])
    silent = Numbers("The seats that have not responded.", [1, 2])
    disputes = DisputeSerializer(many=True, help_text="The disputes.")
    until = Timestamp("When silence confirms it.", "2026-11-06T19:40:00Z")
    takes_responses = Flag("Whether the table may still confirm or dispute.", True)


class HandDetailSerializer(HandSerializer):
    """A hand with its revisions and confirmation."""

    revisions = RevisionSerializer(many=True, help_text="All revisions.", source="revisions.all")
    confirmation = HandConfirmationSerializer(allow_null=True, help_text="Null if it is void.")


class RecordSerializer(StrictSerializer):
    """The record of a hand."""

    record = Record("What happened, see docs/formats.md.", RECORD)
    confirmed = Items(
        "The names of accepted warnings; left out, all are accepted.",
        ["lions_missing-1"],
        child=Text("A warning.", "lions_missing-1", max_length=200),
        required=False,
        max_length=20,
    )


class HandCreateSerializer(RecordSerializer):
    """A hand to record."""

    number = Positive("Its number at the table.", 2, max_value=10_000)
    key = Key("A UUID of yours that makes repeated requests safe.")
    seating = Whole("The table's `seating` as you know it.", 1, min_value=0)


class SubmissionSerializer(StrictSerializer):
    """The outcome of a submitted hand."""

    hand = Whole("The id of the hand.", 33, source="hand_id")
    number = Whole("Its number at the table.", 2, source="hand.number")
    outcome = Choice("The outcome.", "counted", SubmissionOutcome.choices)
    record = Record("The submitted record.", RECORD)


class RevisionNumberSerializer(StrictSerializer):
    """The revision that a change refers to."""

    revision = Positive("The revision you have read.", 1, source="expected_revision")


class ReasonSerializer(RevisionNumberSerializer):
    """The reason of a change."""

    reason = Reason("Why, briefly.", "Two cards stuck together.")


class HandUpdateSerializer(ReasonSerializer, RecordSerializer):
    """A correction of a hand."""


class HandResponseSerializer(StrictSerializer):
    """A confirmation or dispute from a seat."""

    seat = Whole("The seat.", 0)
    kind = Choice("The kind.", "confirmed", ["confirmed", "disputed"])
    reason = Text("The reason of a dispute.", "")
    created_at = Timestamp("When it was sent.")


OUTCOME = {"places": [1, 3, 4, 1], "totals": [19, 12, 6, 19]}


class ResultCreateSerializer(StrictSerializer):
    """A final result to record."""

    key = Key("A UUID of yours that makes repeated requests safe.")
    seating = Whole("The table's `seating` as you know it.", 1, min_value=0)
    outcome = Data("`places`, `totals` or both, by seat.", OUTCOME)


class ResultUpdateSerializer(ReasonSerializer):
    """A correction of a final result."""

    outcome = Data("`places`, `totals` or both, by seat.", OUTCOME)


class ResultRevisionSerializer(BaseRevisionSerializer):
    """A revision of a final result."""

    outcome = Data("The outcome; null if it voids the result.", OUTCOME, allow_null=True)


class ResultSerializer(StrictSerializer):
    """The final result of a match without hands."""

    table = Whole("The id of the table.", 21, source="table_id")
    is_void = Flag("Whether it is void.", False)
    current = ResultRevisionSerializer(help_text="The current revision.")
    revisions = ResultRevisionSerializer(many=True, help_text="Revisions.", source="revisions.all")
    created_at = Timestamp("When it was first recorded.")


class ScoreSheetHandCreateSerializer(StrictSerializer):
    """A hand of a score sheet."""

    number = Positive("Its number at the table.", 1, max_value=10_000)
    key = Key("A UUID of yours for this hand.")
    record = Record("What happened, see docs/formats.md.", RECORD)


class ScoreSheetCreateSerializer(StrictSerializer):
    """The hands of a score sheet."""

    seating = Whole("The table's `seating` as you know it.", 1, min_value=0)
    hands = ScoreSheetHandCreateSerializer(  # type: ignore[call-arg]
        many=True, min_length=1, max_length=200, help_text="The hands in order."
    )


class VersionSerializer(AuthoredSerializer):
    """A submitted version of a hand."""

    id = Whole("The id of the submission.", 41)
    record = Record("The submitted record.", RECORD)


class HandVersionsSerializer(StrictSerializer):
    """The submitted versions of a hand."""

    hand = Whole("The id of the hand.", 33)
    revision = Whole("The number of the current revision.", 1)
    is_disputed = Flag("Whether the hand is disputed.", True)
    versions = VersionSerializer(many=True, help_text="All submissions, oldest first.")


class ResolutionCreateSerializer(OptionalSerializer, RevisionNumberSerializer):
    """The choice of the version that counts."""

    needed = ("revision",)

    reason = Reason("Why; required from organisers.", "Agreed.", allow_blank=True)


class HandPreviewSerializer(ReasonSerializer):
    """A change of a hand to preview."""

    change = Choice("The change.", "void", ["correct", "void", "restore", "dismiss_dispute"])
    record = Record("The record of a correction.", RECORD, required=False)

    def validate(self, attrs: Mapping[str, Any]) -> Mapping[str, Any]:
        """Require a record for a correction."""
        if attrs["change"] == "correct" and "record" not in attrs:
            raise ValidationError({"record": [_("This value is missing.")]}, code="required")
        return attrs


class ResultPreviewSerializer(ReasonSerializer):
    """A change of a final result to preview."""

    outcome = Data("The new outcome; left out: void the result.", OUTCOME, required=False)


class Change(Items):
    """A number before and after a change."""

    child = Whole("A number, if any.", 13, allow_null=True)


class SeatImpactSerializer(StrictSerializer):
    """The impact of a change on a seat."""

    seat = Whole("The seat.", 0, source="who.seat")
    name = Text("The name of the player.", "Ada", source="who.name")
    total = Change("The total before and after.", [13, 11])
    place = Change("The place before and after.", [1, 2])


class StandingImpactSerializer(StrictSerializer):
    """The impact of a change on a row of the standings."""

    name = Text("The name.", "Ada")
    place = Change("The place before and after.", [1, 2])
    points = Change("The ranking points before and after.", [21, 19])


class TeamsImpactSerializer(StrictSerializer):
    """A later hand for which the rules would form other teams."""

    number = Whole("The number of the hand.", 4)
    played = Text("The teams that played it.", "Ada + Björn")
    by_rule = Text("The teams by the rules.", "Ada + Chiara")


class ImpactSerializer(StrictSerializer):
    """The impact of a change, which is not made."""

    table = SeatImpactSerializer(many=True, help_text="By seat.")
    standings = StandingImpactSerializer(many=True, help_text="The rows that would change.")
    teams = TeamsImpactSerializer(many=True, help_text="Later hands with other teams.")
    surplus = Numbers("The numbers of later hands that would no longer count.", [])
    counting = Numbers("The numbers of later hands that would count again.", [])


class CallCreateSerializer(OptionalSerializer):
    """A call for an organiser."""

    message = Reason("What it is about.", "Who leads?", allow_blank=True)


class CallSerializer(StrictSerializer):
    """A call of a table for an organiser."""

    id = Whole("The id of the call.", 2)
    table = Whole("The id of the table.", 21, source="table_id")
    message = Text("What it is about.", "We cannot agree.")
    by = PlayerNameSerializer(allow_null=True, help_text="Who calls, if known.")
    created_at = Timestamp("When it was made.")
    acknowledged_by = PlayerNameSerializer(allow_null=True, help_text="Organiser who is coming.")
    acknowledged_at = Timestamp("When the organiser responded.", None)
    closed_at = Timestamp("When it was closed or cancelled.", None)


class InboxSerializer(StrictSerializer):
    """The inbox of a club's organisers."""

    revision = Whole("Grows with every change.", 3, source="version")
    calls = CallSerializer(many=True, help_text="Open calls, oldest first.")
    disputes = HandSerializer(many=True, help_text="Disputed hands.")
    missed = RoundSerializer(many=True, help_text="Rounds that were missed.")
