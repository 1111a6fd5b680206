"""Standings, adjustments, forecasts, ratings and statistics."""

from league.api.fields import Choice, Flag, Fraction, Items, Moment, Positive, Text, Whole
from league.api.serializers.base import OptionalSerializer, StrictSerializer
from league.api.serializers.clubs import PlayerNameSerializer
from league.api.serializers.competitions import Points
from league.api.serializers.games import EXAMPLE_GAME, GAMES
from league.results.models import REASON_LENGTH, AdjustmentKind


class StandingsQuerySerializer(OptionalSerializer):
    """Of which moment."""

    stage = Positive("The table of this stage.", 1)
    after = Positive("As it was after this round; needs `stage` if there are several.", 2)
    settled = Flag("Without the tables that are still playing.", True, source="is_settled")


class StandingSerializer(StrictSerializer):
    """A row of the standings."""

    entry = Whole("The entry.", 11, source="standing.entry_id")
    name = Text("Who it is.", "Ada", source="standing.name")
    team = Text("The team; empty for none.", "Lions", source="standing.team")
    place = Whole("The place; null for who has none.", 1, source="standing.place", allow_null=True)
    points = Whole("League points.", 27, source="standing.points")
    wins = Whole("Tables won.", 2, source="standing.wins")
    game_points = Whole("The game's own points.", 51, source="standing.game_points")
    tables = Whole("Tables played.", 3, source="standing.tables")
    rounds = Whole("Rounds played.", 3, source="standing.rounds")
    byes = Whole("Rounds without a seat.", 0, source="standing.byes")
    stage = Whole("The last stage reached.", 1, source="standing.stage_number")
    is_provisional = Flag(
        "Whether a table of theirs may still change.", False, source="standing.is_provisional"
    )
    has_left = Flag("Whether they take part no longer.", False, source="standing.has_left")
    decided = Text("What decided the place, in words.", "by wins")
    certainty = Text("What is certain already, in words.", "")
    movement = Whole("Places risen since the round before.", 1, allow_null=True)


class StandingsSerializer(StrictSerializer):
    """The standings of a competition, at a moment."""

    version = Whole("The competition's version.", 12)
    stage = Whole(
        "The stage; null for the final table of several.",
        1,
        allow_null=True,
        source="overview.stage.number",
    )
    after = Whole("After which round; null: now.", None, allow_null=True, source="overview.after")
    is_provisional = Flag(
        "Whether something in it may still change.", False, source="overview.is_provisional"
    )
    rows = StandingSerializer(many=True, help_text="The rows, best first.", source="overview.rows")


class AdjustmentSerializer(StrictSerializer):
    """League points besides the tables."""

    id = Whole("The adjustment.", 6)
    entry = Whole("Whose.", 11, source="entry_id")
    round = Whole("Its round, if it belongs to one.", 9, source="round_id", allow_null=True)
    table = Whole("Its table, if it belongs to one.", None, source="table_id", allow_null=True)
    kind = Choice("What for.", "penalty", AdjustmentKind.choices)
    points = Whole("The points, signed.", -2)
    reason = Text("Why.", "Late by half an hour.")
    rule = Text("The rule that it rests on.", "House rule 4")
    created_at = Moment("When.")
    cancelled_at = Moment("Since when it counts no longer.", None, allow_null=True)


class AdjustmentCreateSerializer(StrictSerializer):
    """A penalty or a bonus."""

    entry = Positive("Whose.", 11, source="entry_id")
    kind = Choice("What it is.", "penalty", [("penalty", "penalty"), ("bonus", "bonus")])
    points = Points("Below 0 for a penalty, above 0 for a bonus.", -2)
    reason = Text("Why.", "Late by half an hour.", max_length=REASON_LENGTH)
    rule = Text("The rule it rests on.", "House rule 4", max_length=REASON_LENGTH, required=False)
    round = Positive(
        "The round; left out, the one played now.", 9, source="round_id", required=False
    )
    key = Text(
        "A word of yours for this adjustment: sent again, it is given once.",
        "late-2026-11-06-ada",
        max_length=60,
    )


class CancelSerializer(StrictSerializer):
    """Why something is done."""

    reason = Text("Why, in a few words.", "It was the other table.", max_length=REASON_LENGTH)


class ChanceSerializer(StrictSerializer):
    """How likely somebody reaches the goal."""

    entry = Whole("The entry.", 11, source="standing.entry_id")
    name = Text("Who it is.", "Ada", source="standing.name")
    chance = Fraction("The chance, from 0 to 1.", 0.42)
    mean_place = Fraction("The place at the end, on average.", 2.3)


class ForecastSerializer(StrictSerializer):
    """A forecast of the stage that is played."""

    stage = Whole("The stage.", 1, source="stage.number")
    places = Whole("How many places win, or go on.", 1, source="goal.places")
    rounds_left = Whole("How many rounds are still to be drawn.", 3)
    simulations = Whole("How often the rest was played out.", 2000)
    seed = Whole("The number that all chance came from.", 1234)
    rows = ChanceSerializer(many=True, help_text="The likeliest first.")


class GameQuerySerializer(OptionalSerializer):
    """Of which game."""

    game = Choice("The game; left out, the first that has something.", EXAMPLE_GAME, GAMES)


class RatingSerializer(StrictSerializer):
    """How strong somebody is in a game."""

    player = PlayerNameSerializer(help_text="Who it is.")
    game = Choice("The game.", EXAMPLE_GAME, GAMES, source="book.game")
    rating = Whole("The number that is shown.", 1534, source="belief.shown")
    margin = Whole("How far off it may be.", 80, source="belief.margin")
    hands = Whole("From how many hands.", 24)


class RatingChangeSerializer(StrictSerializer):
    """What one hand changed about a rating."""

    hand = Whole("The hand.", 33, source="hand_id")
    place = Whole("The place in the hand.", 1)
    points = Whole("By how much the number moved.", 12)
    rating = Whole("The number after it.", 1534, source="after.shown")
    hands = Whole("How many hands so far.", 24)


class PlayedSerializer(StrictSerializer):
    """What somebody has from a table."""

    table = Whole("The table.", 21, source="table_id")
    competition = Whole("Its competition.", 5, source="table.round.stage.competition_id")
    place = Whole("The place there.", 1)
    game_points = Whole("The game's own points.", 19)
    points = Whole("League points.", 10)


class OpponentSerializer(StrictSerializer):
    """How somebody did against somebody else."""

    player = Whole("The other player.", 8, source="player_id")
    name = Text("The name.", "Björn")
    tables = Whole("Tables shared.", 4)
    ahead = Whole("How often ahead.", 3)
    behind = Whole("How often behind.", 1)
    level = Whole("How often level.", 0)


class PartnerSerializer(StrictSerializer):
    """How somebody did together with somebody else."""

    player = Whole("The partner.", 9, source="player_id")
    name = Text("The name.", "Chiara")
    hands = Whole("Hands together.", 12)
    wins = Whole("How many were won.", 5)
    points = Whole("What the rating gained by them.", 21)


class StatisticsSerializer(StrictSerializer):
    """What a player has done in one game."""

    game = Choice("The game.", EXAMPLE_GAME, GAMES)
    games = Items("All games with results.", [EXAMPLE_GAME], child=Text("A game.", EXAMPLE_GAME))
    wins = Whole("Tables won.", 2, source="career.wins")
    winning_run = Whole("Most tables won in a row.", 2, source="career.winning_run")
    places = Items(
        "How often each place was reached.",
        [2, 1, 0, 1],
        child=Whole("Times.", 2),
        source="career.places",
    )
    rating = RatingSerializer(
        allow_null=True, help_text="The rating, if there is one.", source="career.rating"
    )
    tables = PlayedSerializer(
        many=True, help_text="All tables, oldest first.", source="career.tables"
    )
    partners = PartnerSerializer(
        many=True, help_text="With whom hands were played.", source="career.partners"
    )
    opponents = OpponentSerializer(
        many=True, help_text="Against whom tables were played.", source="career.opponents"
    )


class HonourSerializer(StrictSerializer):
    """An award and who holds it."""

    award = Text("The award.", "winning_run", source="award.slug")
    title = Text("What it is called.", "Longest winning run", source="award.title")
    number = Whole("With how much.", 4)
    holders = Items(
        "Who holds it; partners together.",
        [[{"id": 7, "name": "Ada"}]],
        child=PlayerNameSerializer(many=True),
    )


class ChampionsSerializer(StrictSerializer):
    """Who has won a competition."""

    competition = Whole("The competition.", 5, source="competition.pk")
    name = Text("Its name.", "Winter league", source="competition.name")
    winners = PlayerNameSerializer(many=True, help_text="Who has won it.")


class FameSerializer(StrictSerializer):
    """A club's hall of fame, in one game."""

    game = Text("The game; empty before anything was played.", EXAMPLE_GAME)
    champions = ChampionsSerializer(many=True, help_text="The competitions that have ended.")
    honours = HonourSerializer(many=True, help_text="The awards.")
