"""Bring in results of matches that were played elsewhere: see what would be made, then make it."""

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from league.clubs.queries import player_of
from league.competitions.models import Competition
from league.competitions.queries import competitions_organised_by
from league.core.bodies import takes_files
from league.exports.contents import file_name
from league.exports.forms import ResultsFileForm
from league.exports.results_file.columns import columns_of_hands
from league.exports.results_file.judging import plan_of
from league.exports.results_file.plan import Plan
from league.exports.results_file.template import template_listing
from league.exports.results_file.writing import UnsoundFileError, import_results
from league.exports.views.listings import Answer, answer_with

APPLY, AGAIN = "apply", "again"


@takes_files
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def bring_results_in(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what a file of results would make, and make it once that was seen."""
    competition = get_object_or_404(competitions_organised_by(request.user), pk=pk)
    if request.method != "POST":
        return _ask(request, competition, ResultsFileForm())
    form = ResultsFileForm(request.POST, request.FILES)
    if not form.is_valid():
        return _ask(request, competition, form, HTTPStatus.UNPROCESSABLE_ENTITY)
    if AGAIN in request.POST:
        return _ask(request, competition, ResultsFileForm(initial=form.cleaned_data))
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
    said = ngettext("%(count)d table is recorded.", "%(count)d tables are recorded.", count)
    messages.success(request, said % {"count": count})
    return redirect("competitions:detail", pk)


@login_required
@require_safe
def template(request: HttpRequest, pk: int, form: str) -> Answer:
    """Send a file in which the results of the open tables can be filled in."""
    competition = get_object_or_404(competitions_organised_by(request.user), pk=pk)
    listing = template_listing(competition)
    return answer_with(listing, file_name(competition.club, listing, pk), form)


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
        "hand_columns": [column.key for column in columns_of_hands(competition.game)],
        "templates": ("csv", "xlsx"),
    }
    return render(request, "exports/bring_results_in.html", context, status=status)


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
    """Say in a sentence what comes of it."""
    if not plan.is_sound:
        count = plan.faults
        words = ngettext(
            "%(count)d row is not right yet. Nothing is recorded before all are.",
            "%(count)d rows are not right yet. Nothing is recorded before all are.",
            count,
        )
        return words % {"count": count}
    count = len(plan.fresh)
    if not count:
        return _("All of it is recorded already: there is nothing to do.")
    words = ngettext(
        "%(count)d table would be recorded. Nothing is yet.",
        "%(count)d tables would be recorded. Nothing is yet.",
        count,
    )
    return words % {"count": count}
