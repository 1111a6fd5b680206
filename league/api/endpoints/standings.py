"""Standings, forecasts, ratings and statistics."""

from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from league.api import lookups
from league.api.api_view import ApiView
from league.api.operations import Call, operation
from league.api.serializers import standings
from league.standings.foretelling import forecast_of
from league.standings.models import PlayerRating, RatingBook, RatingChange
from league.standings.overview import Asked, overview_of
from league.standings.ratings import queries as ratings
from league.standings.statistics import fame
from league.standings.statistics.career import career_of, games_of


class CompetitionStandingsView(ApiView):
    @operation(standings.StandingsSerializer, asks=standings.StandingsQuerySerializer)
    def get(self, call: Call, pk: int) -> object:
        """Show the standings as they are now, or as they were after a round."""
        competition = lookups.competition_seen(call, pk)
        overview = overview_of(competition, Asked(**call.asked))
        return {"version": competition.version, "overview": overview}


class CompetitionForecastView(ApiView):
    @operation(standings.ForecastSerializer)
    def get(self, call: Call, pk: int) -> object:
        """Show how likely everybody is to win or to go on; 404 where nothing can be said."""
        return lookups.shown_or_404(forecast_of(lookups.competition_seen(call, pk)))


class ClubRatingsView(ApiView):
    @operation(standings.RatingSerializer, order=("-mu", "pk"))
    def get(self, call: Call, slug: str, game: str) -> QuerySet[PlayerRating]:
        """List a club's players by rating: those who have played enough hands of a game."""
        book = get_object_or_404(RatingBook, club=lookups.club_seen(call, slug), game=game)
        return ratings.leaderboard(book).select_related("book")


class PlayerRatingChangesView(ApiView):
    @operation(standings.RatingChangeSerializer, order=("-position", "pk"))
    def get(self, call: Call, pk: int, game: str) -> QuerySet[RatingChange]:
        """List what a player's rating in a game was made of, hand by hand, the latest first."""
        player = lookups.player_seen(call, pk)
        rating = get_object_or_404(PlayerRating, player=player, book__game=game)
        return ratings.changes_of(rating, call.user)


class PlayerStatisticsView(ApiView):
    @operation(standings.StatisticsSerializer, asks=standings.GameQuerySerializer)
    def get(self, call: Call, pk: int) -> object:
        """Show what a player has done in one game: tables, partners, opponents."""
        player = lookups.player_seen(call, pk)
        games = games_of(player, call.user)
        game = _game(call, games)
        career = career_of(player, game, call.user)
        return {"game": game, "games": games, "career": career}


class ClubFameView(ApiView):
    @operation(standings.FameSerializer, asks=standings.GameQuerySerializer)
    def get(self, call: Call, slug: str) -> object:
        """Show who has won a club's competitions of a game, and who holds which award."""
        club = lookups.club_seen(call, slug)
        games = fame.games_played(club, call.user)
        game = _game(call, games) if games or call.asked else ""
        champions = fame.champions_of(club, game, call.user)
        return {"game": game, "champions": champions, "honours": fame.honours_of_club(club, game)}


def _game(call: Call, games: list[str]) -> str:
    """Return the game that is asked for, the first unless told; raise Http404 for no results."""
    game = str(call.asked.get("game", games[0] if games else ""))
    if game not in games:
        raise Http404(_("There are no results of this game."))
    return game
