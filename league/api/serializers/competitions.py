"""Serializers of competitions, stages, entries, teams and separations."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError

from league.api.fields import (
    Choice,
    Data,
    Flag,
    Ids,
    Items,
    Limit,
    Numbers,
    Options,
    Positive,
    Text,
    Texts,
    Timestamp,
    Whole,
)
from league.api.serializers.base import EXAMPLE_GAME, GameSlug, OptionalSerializer, StrictSerializer
from league.api.serializers.clubs import MOST_AT_ONCE, Name, Names, PlayerNameSerializer
from league.clubs.models import NAME_LENGTH, Visibility
from league.competitions import models
from league.competitions.models import (
    SEATS_MAX,
    SEATS_MIN,
    Deadline,
    Kind,
    NextRound,
    SeatingMethod,
    SeatingPriority,
    SeparationReason,
    TieBreak,
)
from league.rounds.seating_lists import MOST_LETTERS
from league.rounds.services.recurrence import LONGEST_OPEN, MOST_AHEAD

MOST_ROUNDS = 200
MOST_HANDS = 1000
LONGEST_ROUND = 24 * 60


class StageSettingsSerializer(StrictSerializer):
    """The settings of a stage."""

    name = Text("Its name; may be empty.", "Final", max_length=NAME_LENGTH, allow_blank=True)
    method = Choice("The seating method.", "variety", SeatingMethod.choices)
    planned_rounds = Limit("The number of rounds; null: open.", 6, max_value=MOST_ROUNDS)
    seating_priority = Choice("What the draw prefers.", "even", SeatingPriority.choices)
    score_weight = Whole("The weight of scores in Swiss.", 50, min_value=0, max_value=100)
    hands_limit = Limit("Hands per match; null: no limit.", 10, max_value=MOST_HANDS)
    minutes = Limit("Minutes per round; null: no clock.", 90, max_value=LONGEST_ROUND)
    last_call_minutes = Whole(
        "Minutes before the end to call the last hand.", 10, min_value=0, max_value=LONGEST_ROUND
    )
    reminder_hours = Limit("Hours before the end to remind; null: never.", 24, max_value=14 * 24)
    deadline = Choice("What happens to unfinished tables.", "close", Deadline.choices)
    next_round = Choice("When the next round starts.", "hand", NextRound.choices)


class StageUpdateSerializer(StageSettingsSerializer):
    """The settings of a stage and its cut, which is fixed once the stage has started."""

    carry_over = Choice("Which earlier points count.", "full", models.CarryOver.choices)
    cut = Choice("Who advances to it.", "places", models.Cut.choices)
    cut_at = Limit("How many places or points advance.", 8, max_value=100_000)
    cut_ties = Choice("How ties at the cut are decided.", "tie_break", models.CutTies.choices)


class FirstStageCreateSerializer(OptionalSerializer, StageSettingsSerializer):
    """The settings of a first stage; defaults as in the site's form."""


class StageCreateSerializer(OptionalSerializer, StageUpdateSerializer):
    """A stage to add after the last one."""

    needed = ("number",)

    number = Whole("Its number: the last one plus 1.", 2, min_value=2, max_value=MOST_HANDS)


class StageSerializer(StageUpdateSerializer):
    """A stage of a competition."""

    id = Whole("The id of the stage.", 4)
    competition = Whole("The id of its competition.", 5, source="competition_id")
    number = Whole("Its number, from 1.", 1)
    started_at = Timestamp("When it started.", allow_null=True)


class CutRowSerializer(StrictSerializer):
    """An entry of the previous stage."""

    entry = Whole("The id of the entry.", 11, source="entry.pk")
    player = PlayerNameSerializer(help_text="The player.", source="entry.player")
    place = Whole("The place, if any.", 1, allow_null=True)
    points = Whole("The ranking points.", 21)
    seed = Whole("The seed in the stage; null: does not advance.", 1, allow_null=True)
    carried_points = Whole("The points carried over.", 10, source="carried")
    reason = Text("Why, if the place alone does not say it.", "", source="why")


class CutSerializer(StrictSerializer):
    """A preview of who advances to a stage."""

    refusal = Text("Why the stage cannot start; empty if it can.", "")
    warning = Text("What is unusual about starting it now.", "")
    results = CutRowSerializer(many=True, help_text="By seed, then others.", source="rows")


class StageStartSerializer(OptionalSerializer):
    """The start of a stage."""

    entries = Ids("Who should advance, by seed; 409 if others would.", [11, 12], max_length=2000)


class DeclineCreateSerializer(OptionalSerializer):
    """An entry that declines a stage."""

    needed = ("entry",)

    entry = Whole("The id of the entry.", 11, source="entry_id")
    declined = Flag("False takes it back.", True)


class SeatingListUpdateSerializer(StrictSerializer):
    """A seating list to store."""

    text = Text(
        "One table per line, names separated by commas; an empty line between rounds.",
        "Ada, Björn, Chiara\nDörte, Emil, Fritzi",
        max_length=MOST_LETTERS,
        trim_whitespace=False,
    )


class SeatingListSerializer(StrictSerializer):
    """The seating list or the fixed groups of a stage."""

    text = Text("As text.", "Ada, Björn, Chiara")
    rounds = Items(
        "The entry ids by round and table; fixed groups are one round.",
        [[[11, 12, 13]]],
        child=Items("A round.", [[11]], child=Numbers("A table.", [11])),
    )


class RecurrenceUpdateSerializer(OptionalSerializer):
    """Recurring rounds to schedule."""

    needed = ("rule", "starts_at")

    rule = Text("The days, as an RFC 5545 rule.", "FREQ=WEEKLY;INTERVAL=2", max_length=200)
    starts_at = Timestamp("The first round, on a day of the rule.")
    time_zone = Text("Default: the club's time zone.", "Europe/Berlin", max_length=64)
    minutes_open = Limit("Minutes a round is open; null: any.", 180, max_value=LONGEST_OPEN)
    ahead = Positive("How many rounds to create in advance.", 2, max_value=MOST_AHEAD)


class RecurrenceSerializer(StrictSerializer):
    """The recurring rounds of a stage."""

    rule = Text("The days, as an RFC 5545 rule.", "FREQ=WEEKLY;INTERVAL=2")
    starts_at = Timestamp("The first round.")
    time_zone = Text("The time zone of the days.", "Europe/Berlin")
    minutes_open = Whole("How long a round is open.", 180, allow_null=True)
    ahead = Whole("How many rounds are created in advance.", 2)
    skipped = Texts("Days without a round.", ["2026-12-25"])
    paused_at = Timestamp("When it was paused.", None)
    ended_at = Timestamp("When the rule ended.", None)


class PauseUpdateSerializer(StrictSerializer):
    """Pausing or resuming recurring rounds."""

    is_paused = Flag("Whether to pause.", True)

    def validate(self, attrs: Mapping[str, Any]) -> Mapping[str, Any]:
        """Require the only field, in a PATCH too."""
        if not attrs:
            text = self.fields["is_paused"].error_messages["required"]
            raise ValidationError({"is_paused": [text]}, code="required")
        return attrs


HIGHEST_POINTS = 10_000
Points = partial(Whole, min_value=-HIGHEST_POINTS, max_value=HIGHEST_POINTS)
Size = partial(Whole, min_value=SEATS_MIN, max_value=SEATS_MAX)
Count = partial(Limit, max_value=MOST_ROUNDS)
VISIBILITIES = [("", "as at the club"), *Visibility.choices]


class Scale(Items):
    """Ranking points by place."""

    child = Points("The points of a place.", 10, min_value=0)


class CompetitionSettingsSerializer(StrictSerializer):
    """The settings of a competition that can be changed later."""

    name = Name("Its name.", "Winter league")
    kind = Choice("League or tournament.", "league", Kind.choices)
    options = Options("The options of the game, see docs/formats.md.", {"target": 19})
    table_min = Size("The smallest table.", 3)
    table_max = Size("The largest table.", 7)
    table_preferred = Items(
        "The preferred table sizes.", [4, 5], child=Size("A size.", 4), max_length=SEATS_MAX
    )
    scoring = Choice("How tables become ranking points.", "places", models.Scoring.choices)
    place_points = Scale(
        "Ranking points by place.", [10, 7, 5, 3, 2, 1, 0], min_length=1, max_length=SEATS_MAX
    )
    size_points = Data("Ranking points by place, for some table sizes.", {"5": [12, 8, 5, 3, 1]})
    win_bonus = Points("Bonus for winning a table.", 1)
    target_bonus = Points("Bonus for reaching the target.", 0)
    attendance_bonus = Points("Bonus for every round played.", 0)
    tie_breaks = Items(
        "The tie-breaks in order.",
        ["wins", "game_points"],
        child=Choice("A tie-break.", "wins", TieBreak.choices),
        max_length=len(TieBreak),
    )
    team_best = Count("How many members of a team count; null: all.", 3, max_value=1000)
    best_of = Count("How many best rounds count; null: all.", 8)
    attendance_min = Whole("Rounds needed for a place.", 0, min_value=0, max_value=MOST_ROUNDS)
    bye_points = Points("Ranking points for a bye.", 0)
    absence_points = Points("Ranking points for a missed round.", 0)
    no_show_points = Points("Ranking points for a no-show.", 0)
    are_guests_ranked = Flag("Whether guests have places.", True)
    is_seated_on_opening = Flag("Whether rounds are seated when they open on schedule.", False)
    substitutes = Choice("For whom a substitute plays.", "entry", models.Substitutes.choices)
    unfinished = Choice("What unfinished matches count.", "standing", models.Unfinished.choices)
    confirmation = Choice("Who confirms hands.", "nobody", models.Confirmation.choices)
    confirm_minutes = Positive("Minutes until silence confirms.", 10, max_value=7 * 24 * 60)
    phone_use = Choice("What phones with a table code may do.", "enters", models.PhoneUse.choices)
    visibility = Choice("Its visibility, if less than the club's.", "private", VISIBILITIES)

    def validate_size_points(self, value: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the scales by table size; raises ValidationError for other keys."""
        sizes = {str(size) for size in range(SEATS_MIN, SEATS_MAX + 1)}
        if not set(value) <= sizes:
            raise ValidationError(_("The names must be table sizes from 2 to 8."), code="invalid")
        scale = Scale("A scale.", [10], min_length=1, max_length=SEATS_MAX)
        return {size: scale.run_validation(points) for size, points in value.items()}


class RoundTimesSerializer(OptionalSerializer):
    """When a round opens and closes."""

    opens_at = Timestamp("When it opens; null: manually.", allow_null=True)
    closes_at = Timestamp(
        "When it closes; null: manually.", "2026-11-06T23:00:00Z", allow_null=True
    )

    def validate(self, attrs: Mapping[str, Any]) -> Mapping[str, Any]:
        """Require that the round closes after it opens."""
        opens, closes = attrs.get("opens_at"), attrs.get("closes_at")
        if opens and closes and closes <= opens:
            text = _("The round must close after it opens. Choose a later closing time.")
            raise ValidationError({"closes_at": [text]}, code="invalid")
        return attrs


class RoundCreateSerializer(RoundTimesSerializer):
    """A round to add."""

    needed = ("number",)

    number = Positive("Its number: the last one plus 1.", 2, max_value=MOST_ROUNDS)


class CompetitionCreateSerializer(OptionalSerializer, CompetitionSettingsSerializer):
    """A competition to create; defaults as in the site's form."""

    needed = ("name", "game")

    game = GameSlug("The game.", EXAMPLE_GAME)
    stage = FirstStageCreateSerializer(help_text="The settings of the first stage.")
    rounds = RoundTimesSerializer(  # type: ignore[call-arg]
        many=True, max_length=MOST_ROUNDS, help_text="Its first rounds."
    )
    players = Ids("The ids of players to enter.", [7, 8], max_length=MOST_AT_ONCE)


class CompetitionsQuerySerializer(OptionalSerializer):
    """Filters of a list of competitions."""

    game = GameSlug("Only competitions of this game.", EXAMPLE_GAME)
    kind = Choice("Only leagues, or only tournaments.", "league", Kind.choices)


class CompetitionSerializer(CompetitionSettingsSerializer):
    """A competition and its settings."""

    id = Whole("The id of the competition.", 5)
    club = Text("The slug of the club.", "zoo-club", source="club.slug")
    game = GameSlug("The game.", EXAMPLE_GAME)
    revision = Whole("Grows with every change in the competition.", 12, source="version")
    created_at = Timestamp("When it was created.")


class CompetitionDetailSerializer(CompetitionSerializer):
    """A competition with its stages."""

    stages = StageSerializer(many=True, help_text="Its stages in order.", source="stages_shown")


class EntrySerializer(StrictSerializer):
    """An entry of a competition."""

    id = Whole("The id of the entry.", 11)
    player = PlayerNameSerializer(help_text="The player.")
    team = Text("The team; empty for none.", "Lions")
    is_guest = Flag("Whether it is a guest.", False)


class EntriesCreateSerializer(StrictSerializer):
    """Players to enter."""

    players = Ids("The ids of the players.", [7, 8], min_length=1, max_length=MOST_AT_ONCE)


class EntryDetailSerializer(EntrySerializer):
    """An entry with its competition."""

    competition = Whole("The id of the competition.", 5, source="competition_id")
    withdrawn_at = Timestamp("When it was withdrawn.", None)


class EntryUpdateSerializer(StrictSerializer):
    """Changes of an entry."""

    team = Name("The team; empty for none.", "Lions", allow_blank=True)
    is_guest = Flag("Whether it is a guest.", False)


class TeamCreateSerializer(OptionalSerializer):
    """A team to enter."""

    needed = ("team",)

    team = Name("Its name.", "Lions")
    players = Ids("The ids of members who are players.", [7, 8], max_length=MOST_AT_ONCE)
    new = Names("The names of members to add to the club.", ["Zoë"], max_length=MOST_AT_ONCE)

    def validate(self, attrs: Mapping[str, Any]) -> Mapping[str, Any]:
        """Require at least one member."""
        if not attrs.get("players") and not attrs.get("new"):
            raise ValidationError(
                {"players": [_("This team has no players. Add at least one.")]}, code="empty"
            )
        return attrs


class SeparationSerializer(StrictSerializer):
    """Two players kept apart by the draw."""

    id = Whole("The id of the separation.", 2)
    one = PlayerNameSerializer(help_text="The first player.")
    other = PlayerNameSerializer(help_text="The second player.")
    competition = Whole("Null: all of the club.", 5, source="competition_id", allow_null=True)
    reason = Choice("Why.", "family", SeparationReason.choices)


class SeparationCreateSerializer(StrictSerializer):
    """Two players to keep apart."""

    players = Ids("The ids of the two players.", [7, 8], min_length=2, max_length=2)
    reason = Choice("Why.", "family", SeparationReason.choices)
    everywhere = Flag("Whether in all competitions of the club.", False, required=False)

    def validate_players(self, value: list[int]) -> list[int]:
        """Require two different players."""
        if value[0] == value[1]:
            raise ValidationError(_("Choose a different player."), code="invalid")
        return value
