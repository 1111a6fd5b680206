"""Take away what a page shows: CSV, XLSX or JSON at the end of the address."""

from django.contrib.auth.decorators import login_required
from django.http import FileResponse, HttpRequest, StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from league.audit.queries import actors_in, acts_of
from league.clubs import queries as clubs
from league.clubs.forms import LogForm
from league.clubs.looking import find_club, find_shown
from league.clubs.redaction import Audience, audience_in
from league.clubs.rights import PLAY
from league.competitions.queries import (
    competitions_seen_by,
    rounds_seen_by,
)
from league.core.numbers import read_numbers
from league.exports import contents
from league.exports.listings import Listing, write_csv, write_json, write_xlsx
from league.results.access import tables_seen_by
from league.standings.overview import Asked

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
Answer = StreamingHttpResponse | FileResponse


@require_safe
def standings(request: HttpRequest, pk: int, form: str) -> Answer:
    """Take away a competition's standings, of the moment that the page shows."""
    competition = find_shown(request, competitions_seen_by(request.user), pk=pk)
    listing = contents.standings_listing(competition, _asked(request))
    return answer_with(listing, contents.file_name(competition.club, listing, pk), form)


@require_safe
def teams(request: HttpRequest, pk: int, form: str) -> Answer:
    """Take away where a competition's teams stand, likewise."""
    competition = find_shown(request, competitions_seen_by(request.user), pk=pk)
    listing = contents.teams_listing(competition, _asked(request))
    return answer_with(listing, contents.file_name(competition.club, listing, pk), form)


def _asked(request: HttpRequest) -> Asked:
    return Asked(
        stage=_number(request, "stage"),
        after=_number(request, "after"),
        is_settled="settled" in request.GET,
    )


@require_safe
def results(request: HttpRequest, pk: int, form: str) -> Answer:
    """Take away a competition's results."""
    competition = find_shown(request, competitions_seen_by(request.user), pk=pk)
    listing = contents.results_listing(competition)
    return answer_with(listing, contents.file_name(competition.club, listing, pk), form)


@require_safe
def seating(request: HttpRequest, pk: int, form: str) -> Answer:
    """Take away a round's seating."""
    round = find_shown(request, rounds_seen_by(request.user), pk=pk)
    listing = contents.seating_listing(round)
    return answer_with(listing, contents.file_name(round.stage.competition.club, listing, pk), form)


@require_safe
def hands(request: HttpRequest, pk: int, form: str) -> Answer:
    """Take away a table's hands."""
    table = find_shown(request, tables_seen_by(request), pk=pk)
    listing = contents.hands_listing(table)
    club = table.round.stage.competition.club
    return answer_with(listing, contents.file_name(club, listing, pk), form)


@require_safe
def players(request: HttpRequest, slug: str, form: str) -> Answer:
    """Take away a club's players, as its page lists them for this visitor."""
    club = find_club(request, slug)
    audience = audience_in(request.user, club)
    is_organiser = audience == Audience.CONFIDANTS
    found = clubs.players_found(
        clubs.players_of_club(club, with_left=is_organiser).select_related("club"),
        request.GET.get("q", "").strip(),
        by_real_name=is_organiser,
    )
    listing = contents.players_listing(found, audience=audience)
    answer = answer_with(listing, contents.file_name(club, listing), form)
    answer["Cache-Control"] = "private, no-store"
    return answer


@login_required
@require_safe
def log(request: HttpRequest, slug: str, form: str) -> Answer:
    """Take away what organisers did in a club, as its page lists it."""
    club = get_object_or_404(clubs.clubs_with_right(request.user, PLAY), slug=slug)
    chosen = LogForm(request.GET, actors=actors_in(club.pk)).filters()
    listing = contents.acts_listing(acts_of(club.pk, chosen, club.time_zone))
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
