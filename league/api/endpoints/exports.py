"""Files to take away: what the site offers as CSV, XLSX and JSON."""

from django.http import FileResponse
from django.shortcuts import get_object_or_404

from league.api import finding
from league.api.endpoint import Endpoint
from league.api.operations import Call, operation
from league.api.scopes import Scope
from league.api.shapes.standings import ExportAsked, StandingsExportAsked
from league.clubs.queries import clubs_with_right, is_organiser, players_of_club
from league.clubs.redaction import Audience
from league.clubs.rights import OWN
from league.exports import contents
from league.exports.services import export_club
from league.exports.views.listings import XLSX, Answer, answer_with
from league.standings.overview import Asked

CHAPTER = "Exports"
LISTING = ("text/csv", XLSX, "application/json")


class StandingsExport(Endpoint):
    """The standings, as a file."""

    tag = CHAPTER

    @operation(asks=StandingsExportAsked, files=LISTING)
    def get(self, call: Call, pk: int) -> Answer:
        """Take away the standings of a competition, of the moment asked for."""
        competition = finding.competition_seen(call, pk)
        asked = Asked(
            stage=call.asked.get("stage"),
            after=call.asked.get("after"),
            is_settled=call.asked.get("settled", False),
        )
        listing = contents.standings_listing(competition, asked)
        name = contents.file_name(competition.club, listing, pk)
        return answer_with(listing, name, call.asked["form"])


class ResultsExport(Endpoint):
    """The results, as a file."""

    tag = CHAPTER

    @operation(asks=ExportAsked, files=LISTING)
    def get(self, call: Call, pk: int) -> Answer:
        """Take away the results of a competition, table by table."""
        competition = finding.competition_seen(call, pk)
        listing = contents.results_listing(competition)
        name = contents.file_name(competition.club, listing, pk)
        return answer_with(listing, name, call.asked["form"])


class SeatingExport(Endpoint):
    """The seating, as a file."""

    tag = CHAPTER

    @operation(asks=ExportAsked, files=LISTING)
    def get(self, call: Call, pk: int) -> Answer:
        """Take away the seating of a round."""
        round = finding.round_seen(call, pk)
        listing = contents.seating_listing(round)
        name = contents.file_name(round.stage.competition.club, listing, pk)
        return answer_with(listing, name, call.asked["form"])


class HandsExport(Endpoint):
    """The hands, as a file."""

    tag = CHAPTER

    @operation(asks=ExportAsked, files=LISTING)
    def get(self, call: Call, pk: int) -> Answer:
        """Take away the hands of a table, a row for each line of each score."""
        table = finding.table_seen(call, pk)
        listing = contents.hands_listing(table)
        name = contents.file_name(table.round.stage.competition.club, listing, pk)
        return answer_with(listing, name, call.asked["form"])


class PlayersExport(Endpoint):
    """The players, as a file."""

    tag = CHAPTER

    @operation(asks=ExportAsked, files=LISTING)
    def get(self, call: Call, slug: str) -> Answer:
        """Take away the players of a club, without addresses."""
        club = finding.club_seen(call, slug)
        with_left = is_organiser(call.user, club)
        players = players_of_club(club, with_left=with_left).select_related("club")
        listing = contents.players_listing(players, audience=Audience.EVERYBODY)
        return answer_with(listing, contents.file_name(club, listing), call.asked["form"])


class ClubExport(Endpoint):
    """A whole club, as a file."""

    tag = CHAPTER

    @operation(files=("application/json",), scope=Scope.ORGANISE)
    def get(self, call: Call, slug: str) -> FileResponse:
        """Take away a whole club of which you are an owner, without addresses."""
        owned = finding.within(call, clubs_with_right(call.user, OWN), "pk")
        club = get_object_or_404(owned, slug=slug)
        return FileResponse(
            export_club(club_id=club.pk),
            as_attachment=True,
            filename=f"{club.slug}.json",
            content_type="application/json",
        )
