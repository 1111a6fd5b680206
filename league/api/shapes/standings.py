"""Standings, adjustments, forecasts, ratings and statistics."""

from league.api.shapes.clubs import WhoShown
from league.api.shapes.competitions import Points
from league.api.shapes.fields import (
    Choice,
    Flag,
    Fraction,
    Items,
    Moment,
    Shape,
    Text,
    Whole,
)
from league.api.shapes.games import EXAMPLE_GAME, GAMES
from league.results.models import REASON_LENGTH, AdjustmentKind


class StandingsAsked(Shape):
    """Of which moment."""

    stage = Whole("The table of this stage.", 1, min_value=1, required=False)
    after = Whole(
        "As it was after this round; needs `stage` if there are several.",
        2,
        min_value=1,
        required=False,
    )
    settled = Flag("Without the tables that are still playing.", True, required=False)


class StandingShown(Shape):
    """A row of the standings."""

    entry = Whole("The entry.", 11, source="standing.entry_id")
    name = Text("Who it is.", "Ada", source="standing.name")
    team = Text("The team; empty for none.", "Lions", source="standing.team", allow_blank=True)
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
    decided = Text("What decided the place, in words.", "by wins", allow_blank=True)
    certainty = Text("What is certain already, in words.", "", allow_blank=True)
    movement = Whole("Places risen since the round before.", 1, allow_null=True)


class StandingsShown(Shape):
    """The standings of a competition, at a moment."""

    version = Whole("The competition's version.", 12)
    stage = Whole("The stage; null for the final table of several.", 1, allow_null=True)
    after = Whole("After which round; null: now.", None, allow_null=True)
    is_provisional = Flag("Whether something in it may still change.", False)
    rows = StandingShown(many=True, help_text="The rows, best first.")


class AdjustmentShown(Shape):
    """League points besides the tables."""

    id = Whole("The adjustment.", 6)
    entry = Whole("Whose.", 11, source="entry_id")
    round = Whole("Its round, if it belongs to one.", 9, source="round_id", allow_null=True)
    table = Whole("Its table, if it belongs to one.", None, source="table_id", allow_null=True)
    kind = Choice("What for.", "penalty", AdjustmentKind.choices)
    points = Whole("The points, signed.", -2)
    reason = Text("Why.", "Late by half an hour.", allow_blank=True)
    rule = Text("The rule that it rests on.", "House rule 4", allow_blank=True)
    created_at = Moment("When.")
    cancelled_at = Moment("Since when it counts no longer.", None, allow_null=True)


class AdjustmentSent(Shape):
    """A penalty or a bonus."""

    entry = Whole("Whose.", 11, min_value=1)
    kind = Choice("What it is.", "penalty", [("penalty", "penalty"), ("bonus", "bonus")])
    points = Points("Below 0 for a penalty, above 0 for a bonus.", -2)
    reason = Text("Why.", "Late by half an hour.", max_length=REASON_LENGTH)
    rule = Text("The rule it rests on.", "House rule 4", max_length=REASON_LENGTH, required=False)
    round = Whole("The round; left out, the one played now.", 9, min_value=1, required=False)
    key = Text(
        "A word of yours for this adjustment: sent again, it is given once.",
        "late-2026-11-06-ada",
        max_length=60,
    )


class WhySent(Shape):
    """Why something is done."""

    reason = Text("Why, in a few words.", "It was the other table.", max_length=REASON_LENGTH)


class ChanceShown(Shape):
    """How likely somebody reaches the goal."""

    entry = Whole("The entry.", 11, source="standing.entry_id")
    name = Text("Who it is.", "Ada", source="standing.name")
    chance = Fraction("The chance, from 0 to 1.", 0.42)
    mean_place = Fraction("The place at the end, on average.", 2.3)


class ForecastShown(Shape):
    """A forecast of the stage that is played."""

    stage = Whole("The stage.", 1, source="stage.number")
    places = Whole("How many places win, or go on.", 1, source="goal.places")
    rounds_left = Whole("How many rounds are still to be drawn.", 3)
    simulations = Whole("How often the rest was played out.", 2000)
    seed = Whole("The number that all chance came from.", 1234)
    rows = ChanceShown(many=True, help_text="The likeliest first.")


class GameAsked(Shape):
    """Of which game."""

    game = Choice(
        "The game; left out, the first that has something.", EXAMPLE_GAME, GAMES, required=False
    )


class RatingShown(Shape):
    """How strong somebody is in a game."""

    player = WhoShown(help_text="Who it is.")
    game = Choice("The game.", EXAMPLE_GAME, GAMES, source="book.game")
    rating = Whole("The number that is shown.", 1534, source="belief.shown")
    margin = Whole("How far off it may be.", 80, source="belief.margin")
    hands = Whole("From how many hands.", 24)


class RatingChangeShown(Shape):
    """What one hand changed about a rating."""

    hand = Whole("The hand.", 33, source="hand_id")
    place = Whole("The place in the hand.", 1)
    points = Whole("By how much the number moved.", 12)
    rating = Whole("The number after it.", 1534, source="after.shown")
    hands = Whole("How many hands so far.", 24)


class PlayedShown(Shape):
    """What somebody has from a table."""

    table = Whole("The table.", 21, source="table_id")
    competition = Whole("Its competition.", 5, source="table.round.stage.competition_id")
    place = Whole("The place there.", 1)
    game_points = Whole("The game's own points.", 19)
    points = Whole("League points.", 10)


class OpponentShown(Shape):
    """How somebody did against somebody else."""

    player = Whole("The other player.", 8, source="player_id")
    name = Text("The name.", "Björn")
    tables = Whole("Tables shared.", 4)
    ahead = Whole("How often ahead.", 3)
    behind = Whole("How often behind.", 1)
    level = Whole("How often level.", 0)


class PartnerShown(Shape):
    """How somebody did together with somebody else."""

    player = Whole("The partner.", 9, source="player_id")
    name = Text("The name.", "Chiara")
    hands = Whole("Hands together.", 12)
    wins = Whole("How many were won.", 5)
    points = Whole("What the rating gained by them.", 21)


class StatisticsShown(Shape):
    """What a player has done in one game."""

    game = Choice("The game.", EXAMPLE_GAME, GAMES)
    games = Items("All games with results.", [EXAMPLE_GAME], child=Text("A game.", EXAMPLE_GAME))
    wins = Whole("Tables won.", 2)
    winning_run = Whole("Most tables won in a row.", 2)
    places = Items("How often each place was reached.", [2, 1, 0, 1], child=Whole("Times.", 2))
    rating = RatingShown(allow_null=True, help_text="The rating, if there is one.")
    tables = PlayedShown(many=True, help_text="All tables, oldest first.")
    partners = PartnerShown(many=True, help_text="With whom hands were played.")
    opponents = OpponentShown(many=True, help_text="Against whom tables were played.")


class HonourShown(Shape):
    """An award and who holds it."""

    award = Text("The award.", "winning_run")
    title = Text("What it is called.", "Longest winning run")
    number = Whole("With how much.", 4)
    holders = Items(
        "Who holds it; partners together.",
        [[{"id": 7, "name": "Ada"}]],
        child=WhoShown(many=True),
    )


class ChampionsShown(Shape):
    """Who has won a competition."""

    competition = Whole("The competition.", 5, source="competition.pk")
    name = Text("Its name.", "Winter league", source="competition.name")
    winners = WhoShown(many=True, help_text="Who has won it.")


class FameShown(Shape):
    """A club's hall of fame, in one game."""

    game = Text("The game; empty before anything was played.", EXAMPLE_GAME, allow_blank=True)
    champions = ChampionsShown(many=True, help_text="The competitions that have ended.")
    honours = HonourShown(many=True, help_text="The awards.")


class ExportAsked(Shape):
    """In which form."""

    form = Choice(
        "The form of the file.", "csv", [("csv", "CSV"), ("xlsx", "XLSX"), ("json", "JSON")]
    )


class StandingsExportAsked(StandingsAsked, ExportAsked):
    """Of which moment, and in which form."""
