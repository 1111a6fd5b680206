"""Final results, matches from paper, calls of tables, and what a change would do."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError

from league.api.shapes.fields import Choice, Data, Flag, Items, Key, Moment, Shape, Text, Whole
from league.api.shapes.hands import RECORD, HandShown, PersonShown, Reasoned, SubmissionShown
from league.api.shapes.rounds import RoundShown
from league.results.models import REASON_LENGTH, RevisionKind, Via

OUTCOME = {"places": [1, 3, 4, 1], "totals": [19, 12, 6, 19]}
KEY = "5f0c8a2e-7e07-4a52-9a0e-3f2b0d0c9b11"
MOST_HANDS = 200


class ResultSent(Shape):
    """The outcome of a match as a whole."""

    key = Key("A UUID that you make: sent again, it is answered as the first time.", KEY)
    seating = Whole("The table's `seating` as you know it.", 1, min_value=0)
    outcome = Data("`places` or `totals` per seat, or both.", OUTCOME)


class ResultCorrection(Reasoned):
    """What the outcome was instead."""

    outcome = Data("`places` or `totals` per seat, or both.", OUTCOME)


class ResultRevisionShown(Shape):
    """One version of a final result."""

    number = Whole("Its number; the highest one is in force.", 1)
    kind = Choice("What it did.", "entered", RevisionKind.choices)
    outcome = Data("What it says; null for one that makes it void.", OUTCOME, allow_null=True)
    reason = Text("Why, if something was changed.", "", allow_blank=True)
    by = PersonShown(allow_null=True, help_text="Who did it, if that is known.")
    via = Choice("By which right.", "seat", Via.choices)
    created_at = Moment("When.")


class ResultShown(Shape):
    """The outcome of a match of which nobody has the hands."""

    table = Whole("The table.", 21, source="table_id")
    is_void = Flag("Whether it counts no longer.", False)
    current = ResultRevisionShown(help_text="The version in force.")
    revisions = ResultRevisionShown(many=True, help_text="All versions.", source="revisions.all")
    created_at = Moment("When it was entered first.")


class PaperHandSent(Shape):
    """A hand of a match from paper."""

    number = Whole("Its number at the table.", 1, min_value=1, max_value=10_000)
    key = Key("A UUID that you make for this hand.", KEY)
    record = Data("What happened; see the page on formats.", RECORD)


class PaperSent(Shape):
    """The hands of a match from paper."""

    seating = Whole("The table's `seating` as you know it.", 1, min_value=0)
    hands = PaperHandSent(  # type: ignore[call-arg]
        many=True, min_length=1, max_length=MOST_HANDS, help_text="In their order."
    )


class PaperShown(Shape):
    """What became of the hands of a match."""

    submissions = SubmissionShown(many=True, help_text="One for each hand, in order.")


class VersionShown(Shape):
    """What somebody sent for a hand."""

    id = Whole("What was sent.", 41)
    record = Data("What happened, as they say.", RECORD)
    by = PersonShown(allow_null=True, help_text="Who sent it, if that is known.")
    via = Choice("By which right.", "seat", Via.choices)
    created_at = Moment("When.")


class HandVersionsShown(Shape):
    """The different versions of a hand that were sent."""

    hand = Whole("The hand.", 33)
    revision = Whole("The number of the version in force.", 1)
    is_disputed = Flag("Whether somebody says that it is wrong.", True)
    versions = VersionShown(many=True, help_text="All that was sent, the oldest first.")


class SettlementSent(Shape):
    """Which version of a hand counts."""

    revision = Whole("The number of the version that you have read.", 1, min_value=1)
    reason = Text(
        "Why; organisers have to say.",
        "Both remember three lions.",
        max_length=REASON_LENGTH,
        allow_blank=True,
        required=False,
    )


class HandChangeAsked(Reasoned):
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


class ResultChangeAsked(Reasoned):
    """A change of a final result to look at before it is made."""

    outcome = Data("The outcome instead; left out, the result would be void.", OUTCOME)

    def get_fields(self) -> Any:
        """Take it without an outcome."""
        fields = super().get_fields()
        fields["outcome"].required = False
        return fields


class NowAndThen(Items):
    """A number as it is and as it would be."""

    def __init__(self, help_text: str, example: list[int], **options: Any) -> None:
        child = Whole("A number; null for none.", example[0], allow_null=True)
        super().__init__(help_text, example, child=child, **options)


class SeatConsequenceShown(Shape):
    """What somebody has at the table, now and then."""

    seat = Whole("The seat.", 0, source="who.seat")
    name = Text("Who sits there.", "Ada", source="who.name")
    total = NowAndThen("The total, now and then.", [13, 11])
    place = NowAndThen("The place, now and then.", [1, 2])


class StandingConsequenceShown(Shape):
    """Where somebody would move in the standings."""

    name = Text("Who it is.", "Ada")
    place = NowAndThen("The place, now and then.", [1, 2])
    points = NowAndThen("The league points, now and then.", [21, 19])


class TeamsConsequenceShown(Shape):
    """A later hand for which the rule would make other teams."""

    number = Whole("The number of the hand.", 4)
    played = Text("The teams that played it.", "Ada + Björn")
    by_rule = Text("The teams by the rule.", "Ada + Chiara")


class ConsequencesShown(Shape):
    """What a change would do. Nothing was done."""

    table = SeatConsequenceShown(many=True, help_text="Seat by seat.")
    standings = StandingConsequenceShown(many=True, help_text="Those who would move.")
    teams = TeamsConsequenceShown(many=True, help_text="Later hands with other teams by the rule.")
    surplus = Items(
        "Later hands that would count no longer.", [], child=Whole("The number of a hand.", 5)
    )
    counting = Items(
        "Later hands that would count again.", [], child=Whole("The number of a hand.", 5)
    )


class CallSent(Shape):
    """What a table calls an organiser for."""

    words = Text(
        "What it is about.",
        "We cannot agree on the last trick.",
        max_length=REASON_LENGTH,
        allow_blank=True,
        required=False,
    )


class CallShown(Shape):
    """A call of a table for an organiser."""

    id = Whole("The call.", 2)
    table = Whole("The table.", 21, source="table_id")
    words = Text("What it is about.", "We cannot agree.", allow_blank=True)
    by = PersonShown(allow_null=True, help_text="Who calls, if that is known.")
    created_at = Moment("When.")
    coming_by = PersonShown(allow_null=True, help_text="Who is on the way.")
    coming_at = Moment("Since when.", None, allow_null=True)
    done_at = Moment("When it was over.", None, allow_null=True)


class DeskShown(Shape):
    """What waits for a club's organisers."""

    version = Whole("It grows with every change.", 3)
    calls = CallShown(many=True, help_text="Tables that call, the longest wait first.")
    disputes = HandShown(many=True, help_text="Hands that somebody says are wrong.")
    missed = RoundShown(many=True, help_text="Rounds whose time has passed unused.")
