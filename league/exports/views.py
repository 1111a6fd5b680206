"""Export what a page shows or a whole club; import a club, or results played elsewhere."""

from http import HTTPStatus
from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import FileResponse, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_safe

from league.audit.queries import actors_in, entries_of
from league.clubs import queries as clubs
from league.clubs.access import get_club_or_404, get_visible_or_404
from league.clubs.forms import LogForm
from league.clubs.models import Club, User
from league.clubs.queries import clubs_with_right, player_of, site_owners
from league.clubs.redaction import Audience, audience_in
from league.clubs.rights import OWN, PLAY
from league.competitions.models import Competition
from league.competitions.queries import (
    competitions_organised_by,
    competitions_visible_to,
    rounds_seen_by,
)
from league.core.middleware import takes_files
from league.exports import listings
from league.exports.club_file.shapes import BadValueError
from league.exports.forms import ClubFileForm, ResultsFileForm
from league.exports.listings import Listing, write_csv, write_json, write_xlsx
from league.exports.results_file.judging import UnsoundFileError, import_results, plan_of
from league.exports.results_file.plan import Plan, columns_of_hands, template_listing
from league.exports.services import SlugTakenError, export_club, import_club
from league.results.access import tables_seen_by
from league.standings.overview import StandingsQuery

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
Answer = StreamingHttpResponse | FileResponse


@require_safe
def standings(request: HttpRequest, pk: int, form: str, *, of_teams: bool = False) -> Answer:
    """Export a competition's standings, of its teams or entries, as the page shows them."""
    competition = get_visible_or_404(request, competitions_visible_to(request.user), pk=pk)
    query = StandingsQuery.of_snapshot(request.GET)
    make = listings.teams_listing if of_teams else listings.standings_listing
    return answer_with(make(competition, query), competition.club, form, pk)


@require_safe
def results(request: HttpRequest, pk: int, form: str) -> Answer:
    """Export a competition's results."""
    competition = get_visible_or_404(request, competitions_visible_to(request.user), pk=pk)
    return answer_with(listings.results_listing(competition), competition.club, form, pk)


@require_safe
def seating(request: HttpRequest, pk: int, form: str) -> Answer:
    """Export a round's seating."""
    round = get_visible_or_404(request, rounds_seen_by(request.user), pk=pk)
    return answer_with(listings.seating_listing(round), round.stage.competition.club, form, pk)


@require_safe
def hands(request: HttpRequest, pk: int, form: str) -> Answer:
    """Export a table's hands."""
    table = get_visible_or_404(request, tables_seen_by(request), pk=pk)
    return answer_with(listings.hands_listing(table), table.round.stage.competition.club, form, pk)


@require_safe
@cache_control(private=True, no_store=True)
def players(request: HttpRequest, slug: str, form: str) -> Answer:
    """Export a club's players, as its page lists them for this visitor."""
    club = get_club_or_404(request, slug)
    audience = audience_in(request.user, club)
    is_organiser = audience == Audience.CONFIDANTS
    found = clubs.players_found(
        clubs.players_of_club(club, with_left=is_organiser).select_related("club"),
        request.GET.get("q", "").strip(),
        by_real_name=is_organiser,
    )
    return answer_with(listings.players_listing(found, audience=audience), club, form)


@login_required
@require_safe
@cache_control(private=True, no_store=True)
def log(request: HttpRequest, slug: str, form: str) -> Answer:
    """Export a club's audit log, as its page lists it."""
    club = get_object_or_404(clubs.clubs_with_right(request.user, PLAY), slug=slug)
    chosen = LogForm(request.GET, actors=actors_in(club.pk)).filters()
    listing = listings.audit_log_listing(entries_of(club.pk, chosen, club.time_zone))
    return answer_with(listing, club, form)


def answer_with(listing: Listing, club: Club, form: str, *about: object) -> Answer:
    """Send a listing of a club in one of its forms; `about` makes the file's name say of what."""
    name = "-".join(str(part) for part in (club.slug, listing.name, *about))
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


@login_required
@require_safe
def show_club_file(request: HttpRequest, slug: str) -> HttpResponse:
    """Show owners what is in the file of their club, with the link to it."""
    club = get_object_or_404(clubs_with_right(request.user, OWN), slug=slug)
    context = {"club": club, "may_import": cast("User", request.user).is_superuser}
    return render(request, "exports/club_file.html", context)


@login_required
@require_safe
@cache_control(private=True, no_store=True)
def download_club(request: HttpRequest, slug: str) -> FileResponse:
    """Send a whole club to one of its owners."""
    club = get_object_or_404(clubs_with_right(request.user, OWN), slug=slug)
    file = export_club(club_id=club.pk, with_addresses="addresses" in request.GET)
    return FileResponse(
        file, as_attachment=True, filename=f"{club.slug}.json", content_type="application/json"
    )


@takes_files
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def upload_club(request: HttpRequest) -> HttpResponse:
    """Make a club of a file; for owners of the site, as making any club is."""
    get_object_or_404(site_owners(), pk=request.user.pk)
    form = ClubFileForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        try:
            club = import_club(
                written=form.cleaned_data["file"],
                slug=form.cleaned_data["slug"],
                now=timezone.now(),
            )
        except SlugTakenError as error:
            form.add_error("slug", error.text)
        except BadValueError as error:
            form.add_error("file", str(error))
        else:
            messages.success(request, _("%(name)s is imported.") % {"name": club.name})
            return redirect("clubs:home", club.slug)
    return render(request, "exports/import_club.html", {"form": form})


APPLY, AGAIN = "apply", "again"


@takes_files
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def upload_results(request: HttpRequest, pk: int) -> HttpResponse:
    """Preview the import of a results file, and import it on request."""
    competition = get_object_or_404(competitions_organised_by(request.user), pk=pk)
    if request.method != "POST":
        return _ask(request, competition, ResultsFileForm(game=competition.site_game))
    form = ResultsFileForm(request.POST, request.FILES, game=competition.site_game)
    if not form.is_valid():
        return _ask(request, competition, form, HTTPStatus.UNPROCESSABLE_ENTITY)
    if AGAIN in request.POST:
        again = ResultsFileForm(initial=form.cleaned_data, game=competition.site_game)
        return _ask(request, competition, again)
    if APPLY not in request.POST:
        return _show(request, competition, form, plan_of(competition, form.results))
    try:
        plan = import_results(
            competition_id=pk,
            file=form.results,
            by=player_of(request.user, competition.club),
            now=timezone.now(),
        )
    except UnsoundFileError as error:
        return _show(request, competition, form, error.plan)
    count = len(plan.fresh)
    said = ngettext("%(count)d table imported.", "%(count)d tables imported.", count)
    messages.success(request, said % {"count": count})
    return redirect("competitions:detail", pk)


@login_required
@require_safe
def template(request: HttpRequest, pk: int, form: str) -> Answer:
    """Send a file in which the results of the open tables can be filled in."""
    competition = get_object_or_404(competitions_organised_by(request.user), pk=pk)
    return answer_with(template_listing(competition), competition.club, form, pk)


def _ask(
    request: HttpRequest,
    competition: Competition,
    form: ResultsFileForm,
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    context = {
        "club": competition.club,
        "competition": competition,
        "form": form,
        "hand_columns": [column.key for column in columns_of_hands(competition.site_game)],
        "templates": ("csv", "xlsx"),
    }
    return render(request, "exports/import_results.html", context, status=status)


def _show(
    request: HttpRequest, competition: Competition, form: ResultsFileForm, plan: Plan
) -> HttpResponse:
    context = {
        "club": competition.club,
        "competition": competition,
        "plan": plan,
        "text": form.cleaned_data["text"],
        "said": _said(plan),
    }
    status = HTTPStatus.OK if plan.is_sound else HTTPStatus.UNPROCESSABLE_ENTITY
    return render(request, "exports/results_preview.html", context, status=status)


def _said(plan: Plan) -> str:
    if not plan.is_sound:
        return plan.faults_text
    count = len(plan.fresh)
    if not count:
        return _("All results are already recorded. Nothing to import.")
    text = ngettext(
        "Preview: %(count)d table will be imported. Nothing is recorded yet.",
        "Preview: %(count)d tables will be imported. Nothing is recorded yet.",
        count,
    )
    return text % {"count": count}
