"""Competitions, their stages and entries."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError

from league.api.shapes.clubs import MOST_AT_ONCE, Name, WhoShown
from league.api.shapes.fields import Choice, Data, Flag, Items, Moment, Shape, Text, Whole
from league.api.shapes.games import EXAMPLE_GAME, GAMES
from league.api.shapes.stages import MOST_ROUNDS, StageSent, StageShown
from league.clubs.models import NAME_LENGTH, Visibility
from league.competitions.models import (
    SEATS_MAX,
    SEATS_MIN,
    Confirmation,
    Kind,
    PhoneUse,
    Scoring,
    Substitutes,
    TieBreak,
    Unfinished,
)

HIGHEST_POINTS = 10_000
LONGEST_SILENCE = 7 * 24 * 60
MOST_IN_A_TEAM = 1000


class Points(Whole):
    """League points."""

    def __init__(self, help_text: str, example: int, **options: Any) -> None:
        options.setdefault("min_value", -HIGHEST_POINTS)
        super().__init__(help_text, example, max_value=HIGHEST_POINTS, **options)


class Scale(Items):
    """League points by place."""

    def __init__(self, help_text: str, example: list[int], **options: Any) -> None:
        child = Points("The points of a place.", 10, min_value=0)
        super().__init__(help_text, example, child=child, **options)
        self.max_length = SEATS_MAX


class Size(Whole):
    """How many sit at a table."""

    def __init__(self, help_text: str, example: int, **options: Any) -> None:
        super().__init__(help_text, example, min_value=SEATS_MIN, max_value=SEATS_MAX, **options)


class Terms(Shape):
    """How a competition is played: whatever its organiser may change later."""

    name = Name("Its name.", "Winter league", max_length=NAME_LENGTH)
    kind = Choice("What it is.", "league", Kind.choices)
    options = Data("The options of the game; see the page on formats.", {"target": 19})
    table_min = Size("The smallest table.", 3)
    table_max = Size("The largest table.", 7)
    table_preferred = Items(
        "The sizes that a seating prefers.", [4, 5], child=Size("A size.", 4), max_length=SEATS_MAX
    )
    scoring = Choice("What league points come from.", "places", Scoring.choices)
    place_points = Scale("League points by place.", [10, 7, 5, 3, 2, 1, 0], min_length=1)
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
    team_best = Whole(
        "How many members count for a team; null: all.",
        3,
        min_value=1,
        max_value=MOST_IN_A_TEAM,
        allow_null=True,
    )
    best_of = Whole(
        "How many of an entry's best rounds count; null: all.",
        8,
        min_value=1,
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
    confirm_minutes = Whole(
        "After how many minutes silence confirms.", 10, min_value=1, max_value=LONGEST_SILENCE
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
        scale = Scale("A scale.", [10], min_length=1)
        return {size: scale.run_validation(points) for size, points in value.items()}


class TermsChange(Terms):
    """What of its terms is to be otherwise; the rest stays."""

    def get_fields(self) -> Any:
        """Need none of the terms."""
        fields = super().get_fields()
        for field in fields.values():
            field.required = False
        return fields


class RoundSent(Shape):
    """When a round is played."""

    opens_at = Moment("When it opens by itself; null: by hand.", allow_null=True, required=False)
    closes_at = Moment(
        "When it closes by itself; null: by hand.",
        "2026-11-06T23:00:00Z",
        allow_null=True,
        required=False,
    )

    def validate(self, attrs: Mapping[str, Any]) -> Mapping[str, Any]:
        """Refuse a round that would close before it opens."""
        opens, closes = attrs.get("opens_at"), attrs.get("closes_at")
        if opens and closes and closes <= opens:
            words = _("A round closes after it opens.")
            raise ValidationError({"closes_at": [words]}, code="invalid")
        return attrs


class RoundAdded(RoundSent):
    """A round to add."""

    number = Whole(
        "The number that it gets: one more than the last, so that what is sent twice adds one.",
        2,
        min_value=1,
        max_value=MOST_ROUNDS,
    )


class CompetitionSent(TermsChange):
    """A competition to make; what is left out is as the site's form has it at first."""

    game = Choice("The game.", EXAMPLE_GAME, GAMES)
    stage = StageSent(required=False, help_text="How the first stage is played.")
    rounds = RoundSent(  # type: ignore[call-arg]
        many=True, required=False, max_length=MOST_ROUNDS, help_text="Its first rounds."
    )
    players = Items(
        "Who takes part: ids of players of the club.",
        [7, 8],
        child=Whole("A player.", 7, min_value=1),
        required=False,
        max_length=MOST_AT_ONCE,
    )

    def get_fields(self) -> Any:
        """Need a name and a game."""
        fields = super().get_fields()
        fields["name"].required = fields["game"].required = True
        return fields


class CompetitionsAsked(Shape):
    """Which competitions."""

    game = Choice("Only those of this game.", EXAMPLE_GAME, GAMES, required=False)
    kind = Choice("Only leagues, or only tournaments.", "league", Kind.choices, required=False)


class CompetitionShown(Terms):
    """A competition, and the terms it is played on."""

    id = Whole("The competition.", 5)
    club = Text("The club's address.", "zoo-club", source="club.slug")
    game = Choice("The game.", EXAMPLE_GAME, GAMES)
    version = Whole("It grows with every change of anything in the competition.", 12)
    created_at = Moment("When it was made.")


class CompetitionOpened(CompetitionShown):
    """A competition with its stages."""

    stages = StageShown(many=True, help_text="Its stages, in order.", source="stages_shown")


class EntryShown(Shape):
    """Somebody who takes part in a competition."""

    id = Whole("The entry.", 11)
    player = WhoShown(help_text="Who it is.")
    team = Text("The team; empty for none.", "Lions", allow_blank=True)
    is_guest = Flag("Whether they are a guest.", False)


class EntriesSent(Shape):
    """Players who are to take part."""

    players = Items(
        "Ids of players of the club.",
        [7, 8],
        child=Whole("A player.", 7, min_value=1),
        min_length=1,
        max_length=MOST_AT_ONCE,
    )


class EntriesShown(Shape):
    """The entries of players."""

    entries = EntryShown(many=True, help_text="One for each of the players.")
