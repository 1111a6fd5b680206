"""Standings, forecasts, ratings and statistics."""

from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from league.api import finding
from league.api.endpoint import Endpoint
from league.api.operations import Call, operation
from league.api.shapes import standings as shapes
from league.clubs.models import Club
from league.standings.foretelling import forecast_of
from league.standings.models import PlayerRating, RatingBook, RatingChange
from league.standings.overview import Asked, overview_of
from league.standings.ratings import queries as ratings
from league.standings.statistics import fame
from league.standings.statistics.career import career_of, games_of

STANDINGS, STATISTICS = "Standings", "Ratings and statistics"


class CompetitionStandings(Endpoint):
    """The standings of a competition."""

    tag = STANDINGS

    @operation(gives=shapes.StandingsShown, asks=shapes.StandingsAsked)
    def get(self, call: Call, pk: int) -> object:
        """Show the standings as they are now, or as they were after a round."""
        competition = finding.competition_seen(call, pk)
        asked = Asked(
            stage=call.asked.get("stage"),
            after=call.asked.get("after"),
            is_settled=call.asked.get("settled", False),
        )
        overview = overview_of(competition, asked)
        return {
            "version": competition.version,
            "stage": overview.stage.number if overview.stage else None,
            "after": overview.after,
            "is_provisional": overview.is_provisional,
            "rows": overview.rows,
        }


class CompetitionForecast(Endpoint):
    """The forecast of a competition."""

    tag = STANDINGS

    @operation(gives=shapes.ForecastShown)
    def get(self, call: Call, pk: int) -> object:
        """Show how likely everybody is to win or to go on; 404 where nothing can be said."""
        return finding.shown_or_404(forecast_of(finding.competition_seen(call, pk)))


class ClubRatings(Endpoint):
    """The ratings of a club's game."""

    tag = STATISTICS

    @operation(gives=shapes.RatingShown, order=("-mu", "pk"))
    def get(self, call: Call, slug: str, game: str) -> QuerySet[PlayerRating]:
        """List a club's players by rating: those who have played enough hands of a game."""
        book = get_object_or_404(RatingBook, club=finding.club_seen(call, slug), game=game)
        return ratings.leaderboard(book).select_related("book")


class PlayerRatingChanges(Endpoint):
    """What made a rating."""

    tag = STATISTICS

    @operation(gives=shapes.RatingChangeShown, order=("-position", "pk"))
    def get(self, call: Call, pk: int, game: str) -> QuerySet[RatingChange]:
        """List what a player's rating in a game was made of, hand by hand, the latest first."""
        player = finding.player_seen(call, pk)
        rating = get_object_or_404(PlayerRating, player=player, book__game=game)
        return ratings.changes_of(rating, call.user)


class PlayerStatistics(Endpoint):
    """What a player has done."""

    tag = STATISTICS

    @operation(gives=shapes.StatisticsShown, asks=shapes.GameAsked)
    def get(self, call: Call, pk: int) -> object:
        """Show what a player has done in one game: tables, partners, opponents."""
        player = finding.player_seen(call, pk)
        games = games_of(player, call.user)
        game = _game(call, games)
        career = career_of(player, game, call.user)
        return {
            "game": game,
            "games": games,
            "wins": career.wins,
            "winning_run": career.winning_run,
            "places": career.places,
            "rating": career.rating,
            "tables": career.tables,
            "partners": career.partners,
            "opponents": career.opponents,
        }


class ClubFame(Endpoint):
    """The hall of fame of a club."""

    tag = STATISTICS

    @operation(gives=shapes.FameShown, asks=shapes.GameAsked)
    def get(self, call: Call, slug: str) -> object:
        """Show who has won a club's competitions of a game, and who holds which award."""
        club = finding.club_seen(call, slug)
        games = fame.games_played(club, call.user)
        return _fame(call, club, _game(call, games) if games or call.asked else "")


def _game(call: Call, games: list[str]) -> str:
    """Return the game that is asked for, the first unless told; raise Http404 for no results."""
    game = str(call.asked.get("game", games[0] if games else ""))
    if game not in games:
        raise Http404(_("There are no results of this game."))
    return game


def _fame(call: Call, club: Club, game: str) -> dict[str, Any]:
    return {
        "game": game,
        "champions": fame.champions_of(club, game, call.user),
        "honours": [
            {
                "award": honour.award.slug,
                "title": str(honour.award.title),
                "number": honour.number,
                "holders": honour.holders,
            }
            for honour in fame.honours_of_club(club, game)
        ],
    }
