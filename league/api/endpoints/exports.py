"""Files to take away: what the site offers as CSV, XLSX and JSON."""

from django.http import FileResponse
from django.utils.translation import gettext as _
from rest_framework.exceptions import PermissionDenied

from league.api import lookups
from league.api.api_view import ApiView
from league.api.operations import Call, operation
from league.api.scopes import Scope
from league.api.serializers.exports import (
    ExportQuerySerializer,
    PersonalFileSerializer,
    StandingsExportQuerySerializer,
)
from league.clubs.models import Club
from league.clubs.queries import clubs_with_right, is_organiser, players_of_club
from league.clubs.redaction import Audience
from league.clubs.rights import OWN
from league.exports import contents
from league.exports.listings import Listing
from league.exports.services import export_club
from league.exports.views.listings import XLSX, Answer, answer_with
from league.privacy.queries import players_told_through
from league.privacy.views import send_file_of_player, send_own_file
from league.standings.overview import Asked

JSON = "application/json"
LISTING = ("text/csv", XLSX, JSON)


class StandingsExportView(ApiView):
    @operation(asks=StandingsExportQuerySerializer, files=LISTING)
    def get(self, call: Call, pk: int) -> Answer:
        """Take away the standings of a competition, of the moment asked for."""
        competition = lookups.competition_seen(call, pk)
        asked = {name: value for name, value in call.asked.items() if name != "form"}
        listing = contents.standings_listing(competition, Asked(**asked))
        return _file(call, listing, competition.club, pk)


class ResultsExportView(ApiView):
    @operation(asks=ExportQuerySerializer, files=LISTING)
    def get(self, call: Call, pk: int) -> Answer:
        """Take away the results of a competition, table by table."""
        competition = lookups.competition_seen(call, pk)
        return _file(call, contents.results_listing(competition), competition.club, pk)


class SeatingExportView(ApiView):
    @operation(asks=ExportQuerySerializer, files=LISTING)
    def get(self, call: Call, pk: int) -> Answer:
        """Take away the seating of a round."""
        round = lookups.round_seen(call, pk)
        return _file(call, contents.seating_listing(round), round.stage.competition.club, pk)


class HandsExportView(ApiView):
    @operation(asks=ExportQuerySerializer, files=LISTING)
    def get(self, call: Call, pk: int) -> Answer:
        """Take away the hands of a table, a row for each line of each score."""
        table = lookups.table_seen(call, pk)
        return _file(call, contents.hands_listing(table), table.round.stage.competition.club, pk)


class PlayersExportView(ApiView):
    @operation(asks=ExportQuerySerializer, files=LISTING)
    def get(self, call: Call, slug: str) -> Answer:
        """Take away the players of a club, without addresses."""
        club = lookups.club_seen(call, slug)
        with_left = is_organiser(call.user, club)
        players = players_of_club(club, with_left=with_left).select_related("club")
        return _file(call, contents.players_listing(players, audience=Audience.EVERYBODY), club)


class ClubExportView(ApiView):
    @operation(scope=Scope.ORGANISE, files=(JSON,))
    def get(self, call: Call, slug: str) -> FileResponse:
        """Take away a whole club of which you are an owner, without addresses."""
        club = lookups.one_of(call, clubs_with_right(call.user, OWN), "pk", slug=slug)
        return FileResponse(
            export_club(club_id=club.pk),
            as_attachment=True,
            filename=f"{club.slug}.json",
            content_type=JSON,
        )


class OwnFileView(ApiView):
    @operation(PersonalFileSerializer, scope=Scope.PERSONAL, files=(JSON,))
    def get(self, call: Call) -> FileResponse:
        """Take away all that the site holds about you, over all clubs.

        A token alone opens it, and none of a club. In a browser the page of your account gives the
        same file, once you have proved again who you are.
        """
        if call.token is None:
            raise PermissionDenied(_("Take a token for this, or the page of your account."))
        lookups.refuse_token_of_club(call)
        return send_own_file(lookups.person(call), now=call.now)


class PlayerFileView(ApiView):
    @operation(PersonalFileSerializer, scope=Scope.PERSONAL, files=(JSON,))
    def get(self, call: Call, pk: int) -> FileResponse:
        """Take away, as an organiser, what your club holds about a player without an account.

        Who has an account takes it away themselves. The club's log tells that you have.
        """
        told = lookups.one_of(call, players_told_through(call.user), "club", pk=pk)
        return send_file_of_player(told, now=call.now)


def _file(call: Call, listing: Listing, club: Club, *about: int) -> Answer:
    return answer_with(listing, contents.file_name(club, listing, *about), call.asked["form"])
