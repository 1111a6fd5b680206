"""Hands: what is recorded, and what came of it."""

from league.api.shapes.fields import Choice, Data, Flag, Items, Key, Moment, Shape, Text, Whole
from league.results.models import REASON_LENGTH, RevisionKind, Verdict, Via

RECORD = {
    "teams": [[0, 3], [1, 2]],
    "finish": [3, 1, 0, 2],
    "lions_taken": [0, 2, 0, 3],
    "lions_in_hand": 0,
    "hedgehog": [True, True, False, True],
}
MOST_WARNINGS = 20


class PersonShown(Shape):
    """Who has done something."""

    id = Whole("The player.", 7)
    name = Text("The name.", "Ada")


class RevisionShown(Shape):
    """One version of a hand."""

    number = Whole("Its number; the highest one is in force.", 1)
    kind = Choice("What it did.", "entered", RevisionKind.choices)
    record = Data("What it says; null for one that makes the hand void.", RECORD, allow_null=True)
    reason = Text("Why, if something was changed.", "", allow_blank=True)
    by = PersonShown(allow_null=True, help_text="Who did it, if that is known.")
    via = Choice("By which right.", "seat", Via.choices)
    created_at = Moment("When.")


class HandScoreShown(Shape):
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


class HandShown(Shape):
    """A hand of a table."""

    id = Whole("The hand.", 33)
    table = Whole("Its table.", 21, source="table_id")
    number = Whole("Its number at the table, from 1.", 2)
    is_void = Flag("Whether it counts no longer.", False)
    is_disputed = Flag("Whether somebody says that it is wrong.", False)
    current = RevisionShown(help_text="The version in force.")
    score = HandScoreShown(allow_null=True, help_text="What it is worth; null for a void one.")
    created_at = Moment("When it was recorded first.")


class ObjectionShown(Shape):
    """Somebody says that a hand is wrong."""

    seat = Whole("The seat.", 2, source="who.seat")
    words = Text("Why.", "Three lions, not two.")


class AgreementShown(Shape):
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
    objections = ObjectionShown(many=True, help_text="Who says that it is wrong.")
    until = Moment("When silence confirms it.", "2026-11-06T19:40:00Z")
    takes_answers = Flag("Whether those at the table may still agree or object.", True)


class HandOpened(HandShown):
    """A hand with its history."""

    revisions = RevisionShown(many=True, help_text="All versions.", source="revisions.all")
    agreement = AgreementShown(allow_null=True, help_text="How far the table agrees.")


class HandSent(Shape):
    """A hand as it was played."""

    number = Whole("Its number at the table.", 2, min_value=1, max_value=10_000)
    key = Key(
        "A UUID that you make for this hand: sent again, it is answered as the first time.",
        "5f0c8a2e-7e07-4a52-9a0e-3f2b0d0c9b11",
    )
    seating = Whole("The table's `seating` as you know it.", 1, min_value=0)
    record = Data("What happened; see the page on formats.", RECORD)
    confirmed = Items(
        "The warnings that somebody has seen; left out, none is asked about.",
        ["lions_missing-1"],
        child=Text("A warning, as a refusal names it.", "lions_missing-1", max_length=200),
        required=False,
        max_length=MOST_WARNINGS,
    )


class SubmissionShown(Shape):
    """What became of what was sent."""

    hand = Whole("The hand.", 33, source="hand_id")
    number = Whole("Its number at the table.", 2, source="hand.number")
    verdict = Choice("What it was.", "counted", Verdict.choices)
    record = Data("What was recorded.", RECORD)


class Revised(Shape):
    """Which version of a hand is meant."""

    revision = Whole("The number of the version that you have read.", 1, min_value=1)


class Reasoned(Revised):
    """Which version of a hand is meant, and why."""

    reason = Text("Why, in a few words.", "Two cards stuck together.", max_length=REASON_LENGTH)


class Correction(Reasoned):
    """What happened instead."""

    record = Data("What happened; see the page on formats.", RECORD)
    confirmed = Items(
        "The warnings that somebody has seen; left out, none is asked about.",
        ["lions_missing-1"],
        child=Text("A warning, as a refusal names it.", "lions_missing-1", max_length=200),
        required=False,
        max_length=MOST_WARNINGS,
    )


class AnswerShown(Shape):
    """What somebody at the table has said of a hand."""

    seat = Whole("The seat.", 0)
    kind = Choice(
        "What it is.", "confirmed", [("confirmed", "confirmed"), ("disputed", "disputed")]
    )
    words = Text("Why, of a dispute.", "", allow_blank=True)
    created_at = Moment("When.")
