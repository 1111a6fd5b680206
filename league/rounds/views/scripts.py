"""The seating that an organiser writes: paste or upload it, look at it, keep it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.competitions.models import Method, Stage
from league.competitions.queries import stages_organised_by
from league.core.bodies import takes_files
from league.rounds import services
from league.rounds.forms import ScriptForm
from league.rounds.scripts import ScriptReading, read_script, write_script


@takes_files
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, pk: int) -> HttpResponse:
    """Read a list of tables, show what it says or what is wrong line by line, and keep it."""
    stage = get_object_or_404(stages_organised_by(request.user), pk=pk)
    if request.method != "POST":
        return _show(request, stage, ScriptForm(initial={"text": write_script(stage)}))
    form = ScriptForm(request.POST, request.FILES)
    if not form.is_valid():
        return _show(request, stage, form)
    reading = read_script(stage, form.cleaned_data["text"])
    for line, words in reading.faults:
        where = _("Line %(line)d: %(words)s") if line else "%(words)s"
        form.add_error("text", where % {"line": line, "words": words})
    if reading.faults or "look" in request.POST:
        return _show(request, stage, form, reading)
    services.save_script(stage_id=stage.pk, rounds=reading.rounds)
    messages.success(request, _("Saved. The rounds to come are seated so."))
    return redirect("competitions:detail", stage.competition_id)


def _show(
    request: HttpRequest, stage: Stage, form: ScriptForm, reading: ScriptReading | None = None
) -> HttpResponse:
    context = {
        "club": stage.competition.club,
        "competition": stage.competition,
        "stage": stage,
        "has_groups": stage.method == Method.FIXED,
        "is_scripted": stage.method == Method.SCRIPTED,
        "form": form,
        "rounds": list(zip(reading.named, reading.left_out, strict=True))
        if reading and not reading.faults
        else [],
    }
    return render(request, "rounds/script.html", context, status=422 if form.errors else 200)
