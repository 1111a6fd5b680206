"""Pages that import a past season, and undo it."""

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.clubs.models import Club
from league.clubs.queries import clubs_with_right, player_of
from league.clubs.rights import RUN
from league.competitions.models import Competition
from league.competitions.queries import competitions_organised_by
from league.competitions.services import CompetitionError
from league.core.middleware import takes_files
from league.exports.models import SeasonImport
from league.exports.results_file.judging import UnsoundFileError
from league.exports.season_file.forms import SeasonForm
from league.exports.season_file.importing import (
    import_season,
    preview_season,
    undo_season_import,
)

APPLY, AGAIN = "apply", "again"


@takes_files
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def upload_season(request: HttpRequest, slug: str) -> HttpResponse:
    """Preview the import of a season, and import it on request."""
    club = get_object_or_404(clubs_with_right(request.user, RUN), slug=slug)
    if request.method != "POST":
        return _ask(request, club, SeasonForm(club=club))
    form = SeasonForm(request.POST, request.FILES, club=club)
    if not form.is_valid():
        return _ask(request, club, form, HTTPStatus.UNPROCESSABLE_ENTITY)
    if AGAIN in request.POST:
        return _ask(request, club, SeasonForm(initial=form.cleaned_data, club=club))
    given: dict[str, Any] = {
        "club": club,
        "settings": form.settings,
        "file": form.season.file,
        "now": timezone.now(),
    }
    try:
        if APPLY in request.POST and not form.missing:
            competition = import_season(**given, by=player_of(request.user, club))
            said = _("%(name)s is imported. You can undo this in its settings.")
            messages.success(request, said % {"name": competition.name})
            return redirect("competitions:detail", competition.pk)
        plan = None if form.missing else preview_season(**given)
    except CompetitionError as error:
        form.add_error("name", error.text)
        return _ask(request, club, form, HTTPStatus.UNPROCESSABLE_ENTITY)
    except UnsoundFileError:
        plan = preview_season(**given)
    context = {"club": club, "form": form, "plan": plan}
    status = HTTPStatus.OK if plan and plan.is_sound else HTTPStatus.UNPROCESSABLE_ENTITY
    return render(request, "exports/season_preview.html", context, status=status)


def _ask(
    request: HttpRequest, club: Club, form: SeasonForm, status: HTTPStatus = HTTPStatus.OK
) -> HttpResponse:
    return render(
        request, "exports/import_season.html", {"club": club, "form": form}, status=status
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def undo_season(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask whether to undo the import of a season, and undo it."""
    found = competitions_organised_by(request.user).filter(season_import__isnull=False)
    competition: Competition = get_object_or_404(found.select_related("club"), pk=pk)
    if request.method == "POST":
        try:
            club = undo_season_import(competition_id=pk)
        except SeasonImport.DoesNotExist:  # undone meanwhile
            club = competition.club
        said = _("The import of %(name)s is undone.") % {"name": competition.name}
        messages.success(request, said)
        return redirect("clubs:home", club.slug)
    context = {"club": competition.club, "competition": competition}
    return render(request, "exports/undo_season.html", context)
