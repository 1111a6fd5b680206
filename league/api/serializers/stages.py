"""Stages: how they are seated, who goes on to them, and the rounds that make themselves."""

from collections.abc import Mapping
from typing import Any

from rest_framework.exceptions import ValidationError

from league.api.fields import Choice, Flag, Ids, Items, Moment, Positive, Text, Whole
from league.api.serializers.base import OptionalSerializer, StrictSerializer
from league.api.serializers.clubs import PlayerNameSerializer
from league.clubs.models import NAME_LENGTH
from league.competitions.models import Balance, CarryOver, Cut, CutTies, Deadline, Method, NextRound
from league.rounds.scripts import MOST_LETTERS
from league.rounds.services.recurrence import LONGEST_OPEN, MOST_AHEAD

MOST_ROUNDS = 200
MOST_HANDS = 1000
LONGEST_ROUND = 24 * 60


class StageTermsSerializer(StrictSerializer):
    """How a stage is played."""

    name = Text("Its name; empty for none.", "Final", max_length=NAME_LENGTH, allow_blank=True)
    method = Choice("How it is seated.", "variety", Method.choices)
    planned_rounds = Positive(
        "How many rounds it has; null: open.", 6, max_value=MOST_ROUNDS, allow_null=True
    )
    balance = Choice("What a seating prefers.", "even", Balance.choices)
    pull = Whole("How strongly Swiss puts similar scores together.", 50, min_value=0, max_value=100)
    hands_limit = Positive(
        "How many hands a match has; null: the game says.",
        10,
        max_value=MOST_HANDS,
        allow_null=True,
    )
    minutes = Positive(
        "How long a round takes; null: no clock.", 90, max_value=LONGEST_ROUND, allow_null=True
    )
    last_call_minutes = Whole(
        "How long before the end the last hand is called, in minutes.",
        10,
        min_value=0,
        max_value=LONGEST_ROUND,
    )
    reminder_hours = Positive(
        "How long before a round closes players are reminded, in hours; null: not at all.",
        24,
        max_value=14 * 24,
        allow_null=True,
    )
    deadline = Choice(
        "What happens when a round has to close and a table still plays.", "close", Deadline.choices
    )
    next_round = Choice("When the next round begins.", "hand", NextRound.choices)


class StageUpdateSerializer(StageTermsSerializer):
    """How a stage is played, and who goes on to it; of one that has begun that stays."""

    carry_over = Choice("What of the points before it counts.", "full", CarryOver.choices)
    cut = Choice("Who goes on to it.", "places", Cut.choices)
    cut_at = Positive(
        "How many, or how many points, go on; null where everybody does.",
        8,
        max_value=100_000,
        allow_null=True,
    )
    cut_ties = Choice("What happens to those level at the cut.", "tie_break", CutTies.choices)


class FirstStageCreateSerializer(OptionalSerializer, StageTermsSerializer):
    """How a stage is played; what is left out is as the site's form has it at first."""


class StageCreateSerializer(OptionalSerializer, StageUpdateSerializer):
    """A stage to add after the last one."""

    needed = ("number",)

    number = Whole(
        "The number that it gets: one more than the last, so that what is sent twice adds one.",
        2,
        min_value=2,
        max_value=MOST_HANDS,
    )


class StageSerializer(StageUpdateSerializer):
    """A stage: a part of a competition with one way of seating."""

    id = Whole("The stage.", 4)
    competition = Whole("Its competition.", 5, source="competition_id")
    number = Whole("Its number, from 1.", 1)
    begun_at = Moment("When it began.", allow_null=True)


class CutRowSerializer(StrictSerializer):
    """Somebody of the stage before, and whether they go on."""

    entry = Whole("The entry.", 11, source="entry.pk")
    player = PlayerNameSerializer(help_text="Who it is.", source="entry.player")
    place = Whole("The place; null for none.", 1, allow_null=True)
    points = Whole("The league points.", 21)
    seed = Whole("The seed with which they go on; null: they do not.", 1, allow_null=True)
    carried = Whole("The points that they take along.", 10)
    why = Text("What decided, where the place alone does not say it.", "")


class CutSerializer(StrictSerializer):
    """Who would go on to a stage, as things stand."""

    refusal = Text("Why it cannot begin now; empty if it can.", "")
    warning = Text("What is unusual about beginning now.", "")
    rows = CutRowSerializer(
        many=True, help_text="Those who go on, best seed first, then the others."
    )


class BeginningCreateSerializer(OptionalSerializer):
    """The beginning of a stage."""

    entries = Ids(
        "The entries that go on, in the order of their seeds as you have read them; if others "
        "would go on by now, the answer is 409.",
        [11, 12],
        max_length=2000,
    )


class ScriptCreateSerializer(StrictSerializer):
    """A seating written by hand."""

    text = Text(
        "A table a line, its players by name with commas between; an empty line between rounds.",
        "Ada, Björn, Chiara\nDörte, Emil, Fritzi",
        max_length=MOST_LETTERS,
        trim_whitespace=False,
    )


class ScriptSerializer(StrictSerializer):
    """The seating that a stage has by hand."""

    text = Text("As it is written.", "Ada, Björn, Chiara")
    rounds = Items(
        "The entries at each table of each round; of home groups, one round.",
        [[[11, 12, 13]]],
        child=Items(
            "A round.",
            [[11, 12, 13]],
            child=Items("A table.", [11, 12, 13], child=Whole("An entry.", 11)),
        ),
    )


class RecurrenceCreateSerializer(OptionalSerializer):
    """How the rounds of a stage make themselves."""

    needed = ("rule", "starts_at")

    rule = Text(
        "On which days, as iCalendar writes it (RFC 5545).",
        "FREQ=WEEKLY;INTERVAL=2",
        max_length=200,
    )
    starts_at = Moment("The first round; it lies on a day of the rule.")
    time_zone = Text(
        "The clock that the days follow; left out, the club's.", "Europe/Berlin", max_length=64
    )
    minutes_open = Positive(
        "How long a round is open, in minutes; null: until it is closed by hand.",
        180,
        max_value=LONGEST_OPEN,
        allow_null=True,
    )
    ahead = Positive("How many rounds are made in advance.", 2, max_value=MOST_AHEAD)


class RecurrenceSerializer(StrictSerializer):
    """The rounds of a stage that make themselves."""

    rule = Text("On which days.", "FREQ=WEEKLY;INTERVAL=2")
    starts_at = Moment("The first round.")
    time_zone = Text("The clock that the days follow.", "Europe/Berlin")
    minutes_open = Whole("How long a round is open, in minutes.", 180, allow_null=True)
    ahead = Whole("How many rounds are made in advance.", 2)
    skipped = Items("Days without a round.", ["2026-12-25"], child=Text("A day.", "2026-12-25"))
    paused_at = Moment("Since when no further rounds are made.", None, allow_null=True)
    ended_at = Moment("When the rule had no further day.", None, allow_null=True)


class PauseCreateSerializer(StrictSerializer):
    """Whether further rounds are made."""

    is_paused = Flag("True to make no further rounds, false to go on.", True)

    def validate(self, attrs: Mapping[str, Any]) -> Mapping[str, Any]:
        """Need it, as there is nothing else to change."""
        if not attrs:
            words = self.fields["is_paused"].error_messages["required"]
            raise ValidationError({"is_paused": [words]}, code="required")
        return attrs
