"""Competitions, and who takes part."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError

from league.api.fields import Choice, Data, Flag, Ids, Items, Moment, Positive, Text, Whole
from league.api.serializers.base import OptionalSerializer, StrictSerializer
from league.api.serializers.clubs import MOST_AT_ONCE, Name, PlayerNameSerializer
from league.api.serializers.games import EXAMPLE_GAME, GAMES
from league.api.serializers.stages import MOST_ROUNDS, FirstStageCreateSerializer, StageSerializer
from league.clubs.models import Visibility
from league.competitions.models import (
    SEATS_MAX,
    SEATS_MIN,
    ApartReason,
    Confirmation,
    Kind,
    PhoneUse,
    Scoring,
    Substitutes,
    TieBreak,
    Unfinished,
)

HIGHEST_POINTS = 10_000


Points = partial(Whole, min_value=-HIGHEST_POINTS, max_value=HIGHEST_POINTS)
Size = partial(Whole, min_value=SEATS_MIN, max_value=SEATS_MAX)


class Scale(Items):
    """League points by place."""

    child = Points("The points of a place.", 10, min_value=0)


class TermsSerializer(StrictSerializer):
    """How a competition is played: whatever its organiser may change later."""

    name = Name("Its name.", "Winter league")
    kind = Choice("What it is.", "league", Kind.choices)
    options = Data("The options of the game; see the page on formats.", {"target": 19})
    table_min = Size("The smallest table.", 3)
    table_max = Size("The largest table.", 7)
    table_preferred = Items(
        "The sizes that a seating prefers.", [4, 5], child=Size("A size.", 4), max_length=SEATS_MAX
    )
    scoring = Choice("What league points come from.", "places", Scoring.choices)
    place_points = Scale(
        "League points by place.", [10, 7, 5, 3, 2, 1, 0], min_length=1, max_length=SEATS_MAX
    )
    size_points = Data("Other scales for tables of some sizes.", {"5": [12, 8, 5, 3, 1]})
    win_bonus = Points("League points more for winning a table.", 1)
    target_bonus = Points("League points more for reaching the target.", 0)
    attendance_bonus = Points("League points for every round played.", 0)
    tie_breaks = Items(
        "What decides between equal ones, in this order.",
        ["wins", "game_points"],
        child=Choice("A tie-break.", "wins", TieBreak.choices),
        max_length=len(TieBreak),
    )
    team_best = Positive(
        "How many members count for a team; null: all.", 3, max_value=1000, allow_null=True
    )
    best_of = Positive(
        "How many of an entry's best rounds count; null: all.",
        8,
        max_value=MOST_ROUNDS,
        allow_null=True,
    )
    attendance_min = Whole(
        "How many rounds it takes to have a place.", 0, min_value=0, max_value=MOST_ROUNDS
    )
    bye_points = Points("League points of a round without a seat.", 0)
    absence_points = Points("League points of a missed round.", 0)
    no_show_points = Points("League points of a round missed after checking in.", 0)
    are_guests_ranked = Flag("Whether guests have places.", True)
    is_seated_on_opening = Flag("Whether a round that opens at its time is seated at once.", False)
    substitutes = Choice("For whom a substitute plays.", "entry", Substitutes.choices)
    unfinished = Choice(
        "What a match counts that is not over in time.", "standing", Unfinished.choices
    )
    confirmation = Choice("Who confirms a hand.", "nobody", Confirmation.choices)
    confirm_minutes = Positive(
        "After how many minutes silence confirms.", 10, max_value=7 * 24 * 60
    )
    phone_use = Choice(
        "What a phone with a table's code may do there for others.", "enters", PhoneUse.choices
    )
    visibility = Choice(
        "Who may look at it, where that is fewer than may look at its club; empty: the same.",
        "private",
        [("", "as at the club"), *Visibility.choices],
    )

    def validate_size_points(self, value: Mapping[str, Any]) -> Mapping[str, Any]:
        """Take scales for sizes that there are."""
        sizes = {str(size) for size in range(SEATS_MIN, SEATS_MAX + 1)}
        if not set(value) <= sizes:
            raise ValidationError(_("The names are sizes of tables, from 2 to 8."), code="invalid")
        scale = Scale("A scale.", [10], min_length=1, max_length=SEATS_MAX)
        return {size: scale.run_validation(points) for size, points in value.items()}


class RoundTimesSerializer(OptionalSerializer):
    """When a round is played."""

    opens_at = Moment("When it opens by itself; null: by hand.", allow_null=True)
    closes_at = Moment(
        "When it closes by itself; null: by hand.", "2026-11-06T23:00:00Z", allow_null=True
    )

    def validate(self, attrs: Mapping[str, Any]) -> Mapping[str, Any]:
        """Refuse a round that would close before it opens."""
        opens, closes = attrs.get("opens_at"), attrs.get("closes_at")
        if opens and closes and closes <= opens:
            words = _("A round closes after it opens.")
            raise ValidationError({"closes_at": [words]}, code="invalid")
        return attrs


class RoundCreateSerializer(RoundTimesSerializer):
    """A round to add."""

    needed = ("number",)

    number = Positive(
        "The number that it gets: one more than the last, so that what is sent twice adds one.",
        2,
        max_value=MOST_ROUNDS,
    )


class CompetitionCreateSerializer(OptionalSerializer, TermsSerializer):
    """A competition to make; what is left out is as the site's form has it at first."""

    needed = ("name", "game")

    game = Choice("The game.", EXAMPLE_GAME, GAMES)
    stage = FirstStageCreateSerializer(help_text="How the first stage is played.")
    rounds = RoundTimesSerializer(  # type: ignore[call-arg]
        many=True, max_length=MOST_ROUNDS, help_text="Its first rounds."
    )
    players = Ids("Who takes part: ids of players of the club.", [7, 8], max_length=MOST_AT_ONCE)


class CompetitionsQuerySerializer(OptionalSerializer):
    """Which competitions."""

    game = Choice("Only those of this game.", EXAMPLE_GAME, GAMES)
    kind = Choice("Only leagues, or only tournaments.", "league", Kind.choices)


class CompetitionSerializer(TermsSerializer):
    """A competition, and the terms it is played on."""

    id = Whole("The competition.", 5)
    club = Text("The club's address.", "zoo-club", source="club.slug")
    game = Choice("The game.", EXAMPLE_GAME, GAMES)
    version = Whole("It grows with every change of anything in the competition.", 12)
    created_at = Moment("When it was made.")


class CompetitionDetailSerializer(CompetitionSerializer):
    """A competition with its stages."""

    stages = StageSerializer(many=True, help_text="Its stages, in order.", source="stages_shown")


class EntrySerializer(StrictSerializer):
    """Somebody who takes part in a competition."""

    id = Whole("The entry.", 11)
    player = PlayerNameSerializer(help_text="Who it is.")
    team = Text("The team; empty for none.", "Lions")
    is_guest = Flag("Whether they are a guest.", False)


class EntriesCreateSerializer(StrictSerializer):
    """Players who are to take part."""

    players = Ids("Ids of players of the club.", [7, 8], min_length=1, max_length=MOST_AT_ONCE)


class EntryDetailSerializer(EntrySerializer):
    """An entry of a competition."""

    competition = Whole("The competition.", 5, source="competition_id")
    withdrawn_at = Moment("When they withdrew.", None, allow_null=True)


class EntryUpdateSerializer(StrictSerializer):
    """What of an entry is to be otherwise."""

    team = Name("The team; empty for none.", "Lions", allow_blank=True)
    is_guest = Flag("Whether they are a guest.", False)


class TeamCreateSerializer(OptionalSerializer):
    """A team that takes part."""

    needed = ("team",)

    team = Name("Its name.", "Lions")
    players = Ids("Ids of players of the club.", [7, 8], max_length=MOST_AT_ONCE)
    new = Items(
        "Names of members who are no players of the club yet; they are added to it.",
        ["Zoë"],
        child=Name("A name.", "Zoë"),
        max_length=MOST_AT_ONCE,
    )

    def validate(self, attrs: Mapping[str, Any]) -> Mapping[str, Any]:
        """Need somebody."""
        if not attrs.get("players") and not attrs.get("new"):
            raise ValidationError({"players": [_("Nobody is in this team.")]}, code="empty")
        return attrs


class ApartSerializer(StrictSerializer):
    """Two players who are not seated together if it can be helped."""

    id = Whole("The pair.", 2)
    one = PlayerNameSerializer(help_text="One of them.")
    other = PlayerNameSerializer(help_text="The other.")
    competition = Whole(
        "The competition; null: in all of the club's.", 5, source="competition_id", allow_null=True
    )
    reason = Choice("Why.", "family", ApartReason.choices)


class ApartCreateSerializer(StrictSerializer):
    """Two players to keep apart."""

    players = Ids("The two.", [7, 8], min_length=2, max_length=2)
    reason = Choice("Why.", "family", ApartReason.choices)
    everywhere = Flag("Whether in all competitions of the club.", False, required=False)

    def validate_players(self, value: list[int]) -> list[int]:
        """Refuse to keep somebody apart from themselves."""
        if value[0] == value[1]:
            raise ValidationError(_("Choose somebody else."), code="invalid")
        return value
