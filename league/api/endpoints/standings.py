"""Standings, forecasts, ratings, statistics and exports."""

from collections.abc import Iterator

from django.db.models import QuerySet
from django.http import FileResponse, Http404, StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from rest_framework.exceptions import PermissionDenied
from rest_framework.renderers import JSONRenderer

from league.api import lookups
from league.api.chapters import EXPORTS, RATINGS, STANDINGS
from league.api.models import Scope
from league.api.operations import NDJSON, Call
from league.api.serializers import standings
from league.api.serializers.results import HandLineSerializer
from league.clubs.models import Club
from league.clubs.queries import clubs_with_right, is_organiser, players_of_club
from league.clubs.redaction import Audience
from league.clubs.rights import OWN
from league.exports import listings, services
from league.exports.listings import Listing
from league.exports.views import XLSX, Answer, answer_with
from league.privacy.retention import players_of_personal_file
from league.privacy.views import send_file_of_player, send_own_file
from league.results.access import hands_seen_by
from league.standings.forecast_store import forecast_of
from league.standings.models import PlayerRating, RatingChange, RatingList
from league.standings.overview import StandingsQuery, overview_of
from league.standings.ratings import queries as ratings
from league.standings.statistics import queries as fame
from league.standings.statistics.queries import career_of, games_of

COMPETITION = "competitions/<int:pk>/"
CLUB = "clubs/<slug:slug>/"
PLAYER = "players/<int:pk>/"


@STANDINGS.get(
    f"{COMPETITION}standings/",
    standings.StandingsSerializer,
    asks=standings.StandingsQuerySerializer,
)
def retrieve_standings(call: Call, pk: int) -> object:
    """Show the current standings, or those after a round."""
    competition = lookups.competition_seen(call, pk)
    overview = overview_of(competition, StandingsQuery(**call.asked))
    return {"version": competition.version, "overview": overview}


@STANDINGS.get(f"{COMPETITION}forecast/", standings.ForecastSerializer)
def retrieve_forecast(call: Call, pk: int) -> object:
    """Show the chances to win or to advance; 404 if there is no forecast."""
    return lookups.shown_or_404(forecast_of(lookups.competition_seen(call, pk)))


@RATINGS.get(f"{CLUB}ratings/<slug:game>/", standings.RatingSerializer, order=("-mu", "pk"))
def list_ratings(call: Call, slug: str, game: str) -> QuerySet[PlayerRating]:
    """List the ratings of a club in a game, highest first; a rating needs enough hands."""
    rating_list = get_object_or_404(RatingList, club=lookups.club_seen(call, slug), game=game)
    return ratings.leaderboard(rating_list).select_related("rating_list")


@RATINGS.get(
    f"{PLAYER}ratings/<slug:game>/", standings.RatingChangeSerializer, order=("-position", "pk")
)
def list_rating_changes(call: Call, pk: int, game: str) -> QuerySet[RatingChange]:
    """List the changes of a player's rating in a game by hand, newest first."""
    player = lookups.player_seen(call, pk)
    rating = get_object_or_404(PlayerRating, player=player, rating_list__game=game)
    return ratings.changes_of(rating, call.user)


@RATINGS.get(
    f"{PLAYER}statistics/", standings.StatisticsSerializer, asks=standings.GameQuerySerializer
)
def retrieve_statistics(call: Call, pk: int) -> object:
    """Show the statistics of a player in a game."""
    player = lookups.player_seen(call, pk)
    games = games_of(player, call.user)
    game = _game(call, games)
    career = career_of(player, game, call.user)
    return {"game": game, "games": games, "career": career}


@RATINGS.get(
    f"{CLUB}hall-of-fame/", standings.HallOfFameSerializer, asks=standings.GameQuerySerializer
)
def retrieve_hall_of_fame(call: Call, slug: str) -> object:
    """Show the champions and the holders of awards of a club in a game."""
    club = lookups.club_seen(call, slug)
    games = fame.games_played(club, call.user)
    game = _game(call, games) if games or call.asked else ""
    champions = fame.champions_of(club, game, call.user)
    return {"game": game, "champions": champions, "awards": fame.awards_of_club(club, game)}


def _game(call: Call, games: list[str]) -> str:
    """Return the requested game, else the first; raises Http404 for a game without results."""
    game = str(call.asked.get("game", games[0] if games else ""))
    if game not in games:
        raise Http404(_("There are no results for this game."))
    return game


HANDS_AT_ONCE = 500
JSON = "application/json"
LISTING = ("text/csv", XLSX, JSON)


@EXPORTS.get(
    f"{COMPETITION}standings/file/", asks=standings.StandingsExportQuerySerializer, files=LISTING
)
def export_standings(call: Call, pk: int) -> Answer:
    """Export the standings of a competition."""
    competition = lookups.competition_seen(call, pk)
    asked = {name: value for name, value in call.asked.items() if name != "format"}
    listing = listings.standings_listing(competition, StandingsQuery(**asked))
    return _file(call, listing, competition.club, pk)


@EXPORTS.get(f"{COMPETITION}results/file/", asks=standings.ExportQuerySerializer, files=LISTING)
def export_results(call: Call, pk: int) -> Answer:
    """Export the results of a competition by table."""
    competition = lookups.competition_seen(call, pk)
    return _file(call, listings.results_listing(competition), competition.club, pk)


@EXPORTS.get("rounds/<int:pk>/seating/file/", asks=standings.ExportQuerySerializer, files=LISTING)
def export_seating(call: Call, pk: int) -> Answer:
    """Export the seating of a round."""
    round = lookups.round_seen(call, pk)
    return _file(call, listings.seating_listing(round), round.stage.competition.club, pk)


@EXPORTS.get("tables/<int:pk>/hands/file/", asks=standings.ExportQuerySerializer, files=LISTING)
def export_hands(call: Call, pk: int) -> Answer:
    """Export the hands of a table, one row for each line of each score."""
    table = lookups.table_seen(call, pk)
    return _file(call, listings.hands_listing(table), table.round.stage.competition.club, pk)


@EXPORTS.get(f"{COMPETITION}hands/file/", files=(NDJSON,))
def export_hands_of_competition(call: Call, pk: int) -> StreamingHttpResponse:
    """Export all hands of a competition, a JSON object in each line.

    A line is a hand as at its own address, with the competition, the game, its options, the round
    and the ids of the players by seat.
    """
    competition = lookups.competition_seen(call, pk)
    return _lines(call, f"{competition.club.slug}-hands-{pk}", competition=competition)


@EXPORTS.get(f"{CLUB}hands/file/", files=(NDJSON,))
def export_hands_of_club(call: Call, slug: str) -> StreamingHttpResponse:
    """Export all hands of a club that you may see, a JSON object in each line."""
    club = lookups.club_seen(call, slug)
    return _lines(call, f"{club.slug}-hands", competition__club=club)


@EXPORTS.get(f"{CLUB}players/file/", asks=standings.ExportQuerySerializer, files=LISTING)
def export_players(call: Call, slug: str) -> Answer:
    """Export the players of a club, without addresses."""
    club = lookups.club_seen(call, slug)
    with_left = is_organiser(call.user, club)
    players = players_of_club(club, with_left=with_left).select_related("club")
    return _file(call, listings.players_listing(players, audience=Audience.EVERYBODY), club)


@EXPORTS.get(f"{CLUB}file/", scope=Scope.ORGANISE, files=(JSON,))
def export_club(call: Call, slug: str) -> FileResponse:
    """Export a club of which you are an owner, without addresses."""
    club = lookups.one_of(call, clubs_with_right(call.user, OWN), "pk", slug=slug)
    return FileResponse(
        services.export_club(club_id=club.pk),
        as_attachment=True,
        filename=f"{club.slug}.json",
        content_type=JSON,
    )


@EXPORTS.get("me/file/", standings.PersonalFileSerializer, scope=Scope.PERSONAL, files=(JSON,))
def export_own_data(call: Call) -> FileResponse:
    """Export all your personal data, over all clubs.

    It takes a token that is not limited to a club. In a browser, your account page offers the same
    file after you have signed in again.
    """
    if call.token is None:
        raise PermissionDenied(_("Use an API token for this, or your account page."))
    lookups.refuse_token_of_club(call)
    return send_own_file(lookups.person(call), now=call.now)


@EXPORTS.get(
    f"{PLAYER}file/", standings.PersonalFileSerializer, scope=Scope.PERSONAL, files=(JSON,)
)
def export_player_data(call: Call, pk: int) -> FileResponse:
    """Export, as an organiser, the data of a player without an account; this is logged."""
    player = lookups.one_of(call, players_of_personal_file(call.user), "club", pk=pk)
    return send_file_of_player(player, now=call.now)


def _file(call: Call, listing: Listing, club: Club, *about: int) -> Answer:
    return answer_with(listing, club, call.asked["format"], *about)


def _lines(call: Call, name: str, **wanted: object) -> StreamingHttpResponse:
    """Return the hands of some competitions that the user sees, in the order of play."""
    chosen = {f"table__round__stage__{field}": value for field, value in wanted.items()}
    hands = (
        hands_seen_by(call.http)
        .filter(**chosen)
        .select_related("table__round__stage__competition", "current__by", "score")
        .prefetch_related("table__seats")
        .order_by("table__round__stage__competition", "table__round__number", "table", "number")
    )

    def lines() -> Iterator[bytes]:
        for hand in hands.iterator(chunk_size=HANDS_AT_ONCE):
            yield bytes(JSONRenderer().render(HandLineSerializer(hand).data)) + b"\n"

    answer = StreamingHttpResponse(lines(), content_type=NDJSON)
    answer["Content-Disposition"] = f'attachment; filename="{name}.ndjson"'
    return answer
