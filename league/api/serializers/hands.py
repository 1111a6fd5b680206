"""Hands: what is recorded, and what came of it."""

from league.api.fields import Choice, Data, Flag, Items, Key, Moment, Positive, Text, Whole
from league.api.serializers.base import StrictSerializer
from league.api.serializers.clubs import PlayerNameSerializer
from league.results.models import REASON_LENGTH, RevisionKind, Verdict, Via

RECORD = {
    "teams": [[0, 3], [1, 2]],
    "finish": [3, 1, 0, 2],
    "lions_taken": [0, 2, 0, 3],
    "lions_in_hand": 0,
    "hedgehog": [True, True, False, True],
}


class WrittenSerializer(StrictSerializer):
    """Who has written something, by which right, and when."""

    by = PlayerNameSerializer(allow_null=True, help_text="Who did it, if that is known.")
    via = Choice("By which right.", "seat", Via.choices)
    created_at = Moment("When.")


class AnyRevisionSerializer(WrittenSerializer):
    """One version of something."""

    number = Whole("Its number; the highest one is in force.", 1)
    kind = Choice("What it did.", "entered", RevisionKind.choices)
    reason = Text("Why, if something was changed.", "")


class RevisionSerializer(AnyRevisionSerializer):
    """One version of a hand."""

    record = Data("What it says; null for one that makes the hand void.", RECORD, allow_null=True)


class HandScoreSerializer(StrictSerializer):
    """What a hand is worth."""

    is_surplus = Flag("Whether the match was over before, so that it counts for nothing.", False)
    score = Data(
        "Points, totals, places and the lines that explain them, per seat.",
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

    id = Whole("The hand.", 33)
    table = Whole("Its table.", 21, source="table_id")
    number = Whole("Its number at the table, from 1.", 2)
    is_void = Flag("Whether it counts no longer.", False)
    is_disputed = Flag("Whether somebody says that it is wrong.", False)
    current = RevisionSerializer(help_text="The version in force.")
    score = HandScoreSerializer(allow_null=True, help_text="What it is worth; null for a void one.")
    created_at = Moment("When it was recorded first.")


class ObjectionSerializer(StrictSerializer):
    """Somebody says that a hand is wrong."""

    seat = Whole("The seat.", 2, source="who.seat")
    words = Text("Why.", "Three lions, not two.")


class AgreementSerializer(StrictSerializer):
    """How far a table agrees with a hand."""

    state = Choice(
        "Where it stands: `asked` where nobody has to agree, `silent` once silence has confirmed.",
        "waiting",
        [
            (word, word)
            for word in ("asked", "waiting", "confirmed", "silent", "decided", "disputed")
        ],
    )
    agreed = Items("The seats that have agreed.", [0], child=Whole("A seat.", 0))
    silent = Items("The seats that have said nothing.", [1, 2], child=Whole("A seat.", 1))
    objections = ObjectionSerializer(many=True, help_text="Who says that it is wrong.")
    until = Moment("When silence confirms it.", "2026-11-06T19:40:00Z")
    takes_answers = Flag("Whether those at the table may still agree or object.", True)


class HandDetailSerializer(HandSerializer):
    """A hand with its history."""

    revisions = RevisionSerializer(many=True, help_text="All versions.", source="revisions.all")
    agreement = AgreementSerializer(allow_null=True, help_text="How far the table agrees.")


class RecordSerializer(StrictSerializer):
    """What happened in a hand."""

    record = Data("What happened; see the page on formats.", RECORD)
    confirmed = Items(
        "The warnings that somebody has seen; left out, none is asked about.",
        ["lions_missing-1"],
        child=Text("A warning, as a refusal names it.", "lions_missing-1", max_length=200),
        required=False,
        max_length=20,
    )


class HandCreateSerializer(RecordSerializer):
    """A hand as it was played."""

    number = Positive("Its number at the table.", 2, max_value=10_000)
    key = Key("A UUID that you make for this hand: sent again, it is answered as the first time.")
    seating = Whole("The table's `seating` as you know it.", 1, min_value=0)


class SubmissionSerializer(StrictSerializer):
    """What became of what was sent."""

    hand = Whole("The hand.", 33, source="hand_id")
    number = Whole("Its number at the table.", 2, source="hand.number")
    verdict = Choice("What it was.", "counted", Verdict.choices)
    record = Data("What was recorded.", RECORD)


class RevisionNamedSerializer(StrictSerializer):
    """Which version of a hand is meant."""

    revision = Positive(
        "The number of the version that you have read.", 1, source="expected_revision"
    )


class ReasonSerializer(RevisionNamedSerializer):
    """Which version of a hand is meant, and why."""

    reason = Text("Why, in a few words.", "Two cards stuck together.", max_length=REASON_LENGTH)


class HandUpdateSerializer(ReasonSerializer, RecordSerializer):
    """What happened instead."""


class AnswerSerializer(StrictSerializer):
    """What somebody at the table has said of a hand."""

    seat = Whole("The seat.", 0)
    kind = Choice(
        "What it is.", "confirmed", [("confirmed", "confirmed"), ("disputed", "disputed")]
    )
    words = Text("Why, of a dispute.", "")
    created_at = Moment("When.")
