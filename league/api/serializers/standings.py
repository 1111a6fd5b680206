"""Serializers of standings, adjustments, forecasts, ratings, statistics and exports."""

from league.api.fields import (
    Choice,
    Data,
    Flag,
    Fraction,
    Items,
    Numbers,
    Positive,
    Text,
    Texts,
    Timestamp,
    Whole,
)
from league.api.serializers.base import EXAMPLE_GAME, GameSlug, OptionalSerializer, StrictSerializer
from league.api.serializers.clubs import PlayerNameSerializer
from league.api.serializers.competitions import Points
from league.privacy.personal_file import FORMAT, VERSION
from league.results.models import REASON_LENGTH, AdjustmentKind


class StandingsQuerySerializer(OptionalSerializer):
    """Which standings to show."""

    stage = Positive("The number of a stage; default: the final standings.", 1)
    after = Positive("After this round; needs `stage` if there are several.", 2)
    settled = Flag("Without unfinished tables.", True, source="is_settled")


class StandingSerializer(StrictSerializer):
    """A row of the standings."""

    entry = Whole("The id of the entry.", 11, source="standing.entry_id")
    name = Text("The name of the player.", "Ada", source="standing.name")
    team = Text("The team; empty for none.", "Lions", source="standing.team")
    place = Whole("The place, if any.", 1, source="standing.place", allow_null=True)
    points = Whole("The ranking points.", 27, source="standing.points")
    wins = Whole("The number of tables won.", 2, source="standing.wins")
    game_points = Whole("The game points.", 51, source="standing.game_points")
    tables = Whole("The number of tables played.", 3, source="standing.tables")
    rounds = Whole("The number of rounds played.", 3, source="standing.rounds")
    byes = Whole("The number of byes.", 0, source="standing.byes")
    stage = Whole("The number of the last stage reached.", 1, source="standing.stage_number")
    is_provisional = Flag("Whether a table may change.", False, source="standing.is_provisional")
    has_withdrawn = Flag("Whether the entry is withdrawn.", False, source="standing.has_left")
    decided_by = Text("What decided the place, as a text.", "by wins", source="decided")
    certainty = Text("What is clinched or lost, as a text.", "")
    place_change = Whole("Places gained since the previous round.", 1, allow_null=True)


class StandingsSerializer(StrictSerializer):
    """The standings of a competition."""

    revision = Whole("The competition's revision.", 12, source="version")
    stage = Whole("Null: final standings.", 1, allow_null=True, source="overview.stage.number")
    after = Whole("After which round; null: now.", None, source="overview.after")
    is_provisional = Flag("Whether they may still change.", False, source="overview.is_provisional")
    results = StandingSerializer(many=True, help_text="Best first.", source="overview.rows")


class AdjustmentSerializer(StrictSerializer):
    """An adjustment: ranking points that come from no table."""

    id = Whole("The id of the adjustment.", 6)
    entry = Whole("The id of the entry.", 11, source="entry_id")
    round = Whole("The id of its round, if any.", 9, source="round_id", allow_null=True)
    table = Whole("The id of its table, if any.", None, source="table_id")
    kind = Choice("The kind.", "penalty", AdjustmentKind.choices)
    points = Whole("The points, signed.", -2)
    reason = Text("Why.", "Late by half an hour.")
    rule = Text("The rule it is based on.", "House rule 4")
    created_at = Timestamp("When it was created.")
    cancelled_at = Timestamp("When it was cancelled.", None)


class AdjustmentCreateSerializer(StrictSerializer):
    """A penalty or bonus to add."""

    entry = Positive("The id of the entry.", 11, source="entry_id")
    kind = Choice("The kind.", "penalty", ["penalty", "bonus"])
    points = Points("Below 0 for a penalty, above 0 for a bonus.", -2)
    reason = Text("Why.", "Late by half an hour.", max_length=REASON_LENGTH)
    rule = Text("The rule it is based on.", "Rule 4", max_length=REASON_LENGTH, required=False)
    round = Positive("The id; default: the current round.", 9, source="round_id", required=False)
    key = Text("A key of yours that makes repeated requests safe.", "late-ada", max_length=60)


class CancelSerializer(StrictSerializer):
    """The reason of a cancellation."""

    reason = Text("Why, briefly.", "It was the other table.", max_length=REASON_LENGTH)


class ChanceSerializer(StrictSerializer):
    """The chance of an entry."""

    entry = Whole("The id of the entry.", 11, source="entry_id")
    name = Text("The name of the player.", "Ada")
    chance = Fraction("The chance, from 0 to 1.", 0.42)
    mean_place = Fraction("The mean place at the end.", 2.3)


class ForecastSerializer(StrictSerializer):
    """A forecast of the current stage."""

    stage = Whole("The number of the stage.", 1, source="stage.number")
    places = Whole("How many places win or advance.", 1, source="goal.places")
    rounds_left = Whole("How many rounds are still to be drawn.", 3)
    simulations = Whole("How many simulations were run.", 2000)
    seed = Whole("The random seed.", 1234)
    results = ChanceSerializer(many=True, help_text="Highest chance first.", source="rows")


class GameQuerySerializer(OptionalSerializer):
    """Which game to show."""

    game = GameSlug("The game; default: the first with results.", EXAMPLE_GAME)


class RatingSerializer(StrictSerializer):
    """The rating of a player in a game."""

    player = PlayerNameSerializer(help_text="The player.")
    game = GameSlug("The game.", EXAMPLE_GAME, source="rating_list.game")
    rating = Whole("The rating.", 1534, source="skill.shown")
    uncertainty = Whole("The uncertainty (±).", 80, source="skill.margin")
    hands = Whole("The number of hands it is based on.", 24)


class RatingChangeSerializer(StrictSerializer):
    """The change of a rating by one hand."""

    hand = Whole("The id of the hand.", 33, source="hand_id")
    place = Whole("The place in the hand.", 1)
    points = Whole("The change of the rating.", 12)
    rating = Whole("The rating after the hand.", 1534, source="after.shown")
    hands = Whole("The number of hands so far.", 24)


class PlayedTableSerializer(StrictSerializer):
    """The result of a player at a table."""

    table = Whole("The id of the table.", 21, source="table_id")
    competition = Whole("The id of its competition.", 5, source="table.round.stage.competition_id")
    place = Whole("The place.", 1)
    game_points = Whole("The game points.", 19)
    points = Whole("The ranking points.", 10)


class OpponentSerializer(StrictSerializer):
    """The record of a player against an opponent."""

    player = Whole("The id of the opponent.", 8, source="player_id")
    name = Text("The name.", "Björn")
    tables = Whole("The number of shared tables.", 4)
    ahead = Whole("How often ahead.", 3)
    behind = Whole("How often behind.", 1)
    level = Whole("How often level.", 0)


class PartnerSerializer(StrictSerializer):
    """The record of a player with a partner."""

    player = Whole("The id of the partner.", 9, source="player_id")
    name = Text("The name.", "Chiara")
    hands = Whole("The number of hands together.", 12)
    wins = Whole("How many were won.", 5)
    points = Whole("The change of the rating by them.", 21)


class StatisticsSerializer(StrictSerializer):
    """The statistics of a player in a game."""

    game = GameSlug("The game.", EXAMPLE_GAME)
    games = Texts("All games with results.", [EXAMPLE_GAME])
    wins = Whole("The number of tables won.", 2, source="career.wins")
    winning_run = Whole("Most tables won in a row.", 2, source="career.winning_run")
    places = Numbers("The number of tables by place.", [2, 1, 0, 1], source="career.places")
    rating = RatingSerializer(allow_null=True, help_text="If any.", source="career.rating")
    tables = PlayedTableSerializer(many=True, help_text="Oldest first.", source="career.tables")
    partners = PartnerSerializer(many=True, help_text="Partners.", source="career.partners")
    opponents = OpponentSerializer(many=True, help_text="Opponents.", source="career.opponents")


class AwardSerializer(StrictSerializer):
    """An award and its holders."""

    award = Text("The slug of the award.", "winning_run", source="award.slug")
    title = Text("The title.", "Longest winning run", source="award.title")
    number = Whole("The value that won it.", 4)
    holders = Items(
        "The holders; partners together.",
        [[{"id": 7, "name": "Ada"}]],
        child=PlayerNameSerializer(many=True),
    )


class ChampionsSerializer(StrictSerializer):
    """The winners of a competition."""

    competition = Whole("The id of the competition.", 5, source="competition.pk")
    name = Text("Its name.", "Winter league", source="competition.name")
    winners = PlayerNameSerializer(many=True, help_text="The winners.")


class HallOfFameSerializer(StrictSerializer):
    """The hall of fame of a club in a game."""

    game = Text("The game; empty before anything was played.", EXAMPLE_GAME)
    champions = ChampionsSerializer(many=True, help_text="The completed competitions.")
    awards = AwardSerializer(many=True, help_text="The awards.")


class PersonalFileSerializer(StrictSerializer):
    """All personal data of a person, see docs/privacy.md."""

    format = Text("The name of the format.", FORMAT)
    version = Whole("The version of the format.", VERSION)
    made_at = Timestamp("When it was created.")
    parts = Data(
        "By section: a description in `what` and the data in `rows`; dots separate related names.",
        {
            "players": {
                "what": "Your players in each club.",
                "rows": [{"club.name": "Zoo Club", "name": "Ada", "role": "player"}],
            }
        },
    )


class ExportQuerySerializer(StrictSerializer):
    """The format of an export."""

    format = Choice("The format.", "csv", ["csv", "xlsx", "json"])


class StandingsExportQuerySerializer(StandingsQuerySerializer, ExportQuerySerializer):
    """Which standings to export, and the format."""

    needed = ("format",)
