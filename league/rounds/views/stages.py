"""Pages of stages: add one, change one, remove one, begin one."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from league.competitions.counting_forms import initial_of
from league.competitions.queries import (
    competitions_organised_by,
    stages_of,
    stages_organised_by,
)
from league.competitions.services import add_stage, edit_stage, remove_stage
from league.competitions.stage_forms import LaterStageForm, NamedStageForm, NewStageForm
from league.core.numbers import read_numbers
from league.core.requests import report_outcome
from league.rounds.cuts import cut_of
from league.rounds.errors import RoundError
from league.rounds.services.stages import begin_stage, take_back_stage


@login_required
@require_http_methods(["GET", "POST"])
def add(request: HttpRequest, pk: int) -> HttpResponse:
    """Add a stage after the last one, such as a final."""
    competition = get_object_or_404(competitions_organised_by(request.user), pk=pk)
    form = NewStageForm(
        request.POST if request.method == "POST" else None,
        initial={"number": len(stages_of(competition)) + 1},
    )
    if request.method == "POST" and form.is_valid():
        add_stage(
            competition_id=competition.pk,
            number=form.cleaned_data["number"],
            terms=form.terms(),
        )
        messages.success(request, _("The stage is added. Begin it when the one before is over."))
        return redirect("competitions:detail", competition.pk)
    context = {"club": competition.club, "competition": competition, "form": form}
    return render(request, "rounds/add_stage.html", context, status=422 if form.errors else 200)


@login_required
@require_http_methods(["GET", "POST"])
def edit(request: HttpRequest, pk: int) -> HttpResponse:
    """Change how a stage is played."""
    stage = get_object_or_404(stages_organised_by(request.user), pk=pk)
    kind = NamedStageForm if stage.has_begun else LaterStageForm
    data = request.POST if request.method == "POST" else None
    form = kind(data, initial=initial_of(kind, stage))
    if data is not None and form.is_valid():
        edit_stage(stage_id=stage.pk, terms=form.terms())
        messages.success(request, _("Saved."))
        return redirect("competitions:detail", stage.competition_id)
    context = {
        "club": stage.competition.club,
        "competition": stage.competition,
        "stage": stage,
        "form": form,
        "may_take_back": not stage.rounds.exists(),
    }
    return render(request, "rounds/edit_stage.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def remove(request: HttpRequest, pk: int) -> HttpResponse:
    """Remove a stage that has not begun."""
    stage = get_object_or_404(stages_organised_by(request.user), pk=pk)
    with report_outcome(request, _("The stage is removed."), level=messages.ERROR):
        remove_stage(stage_id=stage.pk)
    return redirect("competitions:detail", stage.competition_id)


@login_required
@require_http_methods(["GET", "POST"])
def begin(request: HttpRequest, pk: int) -> HttpResponse:
    """Show who goes on to a stage, and begin it."""
    stage = get_object_or_404(stages_organised_by(request.user), pk=pk)
    if stage.has_begun:
        return redirect("competitions:detail", stage.competition_id)
    refusal = ""
    if request.method == "POST":
        try:
            begin_stage(
                stage_id=stage.pk,
                expected=read_numbers(request.POST.get("entries", "")),
                now=timezone.now(),
            )
        except RoundError as error:
            refusal = str(error)
        else:
            messages.success(request, _("%(stage)s has begun.") % {"stage": stage.label})
            return redirect("competitions:detail", stage.competition_id)
    found = cut_of(stage)
    context = {
        "club": stage.competition.club,
        "competition": stage.competition,
        "stage": stage,
        "cut": found,
        "refusal": refusal or found.refusal,
        "entries": "-".join(str(row.entry.pk) for row in found.going_on),
    }
    return render(request, "rounds/begin_stage.html", context, status=409 if refusal else 200)


@login_required
@require_POST
def take_back(request: HttpRequest, pk: int) -> HttpResponse:
    """Undo the beginning of a stage."""
    stage = get_object_or_404(stages_organised_by(request.user), pk=pk)
    with report_outcome(request, _("The stage has not begun any more."), level=messages.ERROR):
        take_back_stage(stage_id=stage.pk)
    return redirect("competitions:detail", stage.competition_id)
