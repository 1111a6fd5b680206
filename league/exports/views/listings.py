"""Take away what a page shows: CSV, XLSX or JSON at the end of the address."""

from django.http import FileResponse, HttpRequest, StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from league.clubs import queries as clubs
from league.competitions.queries import competitions, rounds, tables
from league.core.numbers import read_numbers
from league.exports import contents
from league.exports.listings import Listing, write_csv, write_json, write_xlsx
from league.standings.overview import Asked

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
Answer = StreamingHttpResponse | FileResponse


@require_safe
def standings(request: HttpRequest, pk: int, form: str) -> Answer:
    """Take away a competition's standings, of the moment that the page shows."""
    competition = get_object_or_404(competitions(), pk=pk)
    listing = contents.standings_listing(competition, _asked(request))
    return answer_with(listing, contents.file_name(competition.club, listing, pk), form)


@require_safe
def teams(request: HttpRequest, pk: int, form: str) -> Answer:
    """Take away where a competition's teams stand, likewise."""
    competition = get_object_or_404(competitions(), pk=pk)
    listing = contents.teams_listing(competition, _asked(request))
    return answer_with(listing, contents.file_name(competition.club, listing, pk), form)


def _asked(request: HttpRequest) -> Asked:
    return Asked(
        stage=_number(request, "stage"),
        after=_number(request, "after"),
        is_settled="settled" in request.GET,
    )


@require_safe
def results(_request: HttpRequest, pk: int, form: str) -> Answer:
    """Take away a competition's results."""
    competition = get_object_or_404(competitions(), pk=pk)
    listing = contents.results_listing(competition)
    return answer_with(listing, contents.file_name(competition.club, listing, pk), form)


@require_safe
def seating(_request: HttpRequest, pk: int, form: str) -> Answer:
    """Take away a round's seating."""
    round = get_object_or_404(rounds(), pk=pk)
    listing = contents.seating_listing(round)
    return answer_with(listing, contents.file_name(round.stage.competition.club, listing, pk), form)


@require_safe
def hands(_request: HttpRequest, pk: int, form: str) -> Answer:
    """Take away a table's hands."""
    table = get_object_or_404(tables(), pk=pk)
    listing = contents.hands_listing(table)
    club = table.round.stage.competition.club
    return answer_with(listing, contents.file_name(club, listing, pk), form)


@require_safe
def players(request: HttpRequest, slug: str, form: str) -> Answer:
    """Take away a club's players, as its page lists them for this visitor."""
    club = clubs.club_seen_by(request.user, slug)
    is_organiser = clubs.is_organiser(request.user, club)
    found = clubs.players_found(
        clubs.players_of_club(club, with_left=is_organiser), request.GET.get("q", "").strip()
    )
    listing = contents.players_listing(found, is_organiser=is_organiser)
    answer = answer_with(listing, contents.file_name(club, listing), form)
    answer["Cache-Control"] = "private, no-store"
    return answer


def _number(request: HttpRequest, name: str) -> int | None:
    return next(iter(read_numbers(request.GET.get(name, ""))), None)


def answer_with(listing: Listing, name: str, form: str) -> Answer:
    """Send a listing in one of its forms, under a name without its ending."""
    if form == "xlsx":
        return FileResponse(
            write_xlsx(listing), as_attachment=True, filename=f"{name}.xlsx", content_type=XLSX
        )
    is_csv = form == "csv"
    answer = StreamingHttpResponse(
        write_csv(listing) if is_csv else write_json(listing),
        content_type="text/csv; charset=utf-8" if is_csv else "application/json",
    )
    answer["Content-Disposition"] = str(
        content_disposition_header(as_attachment=True, filename=f"{name}.{form}")
    )
    return answer
