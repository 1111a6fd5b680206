"""The page on which rounds are told to make themselves."""

from datetime import date
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from league.competitions.models import Recurrence, Stage
from league.competitions.queries import stages_organised_by
from league.competitions.recurring_words import words_of
from league.rounds.errors import RoundError
from league.rounds.recurrence_forms import RecurrenceForm, initial_recurrence
from league.rounds.services.recurrence import (
    pause_recurrence,
    remove_recurrence,
    resume_recurrence,
    set_recurrence,
)

FIELDS = {"starts_at": "first_at", "minutes_open": "hours", "ahead": "ahead"}


@login_required
@require_http_methods(["GET", "POST"])
def edit(request: HttpRequest, pk: int) -> HttpResponse:
    """Say on which days a stage's rounds recur."""
    stage = get_object_or_404(stages_organised_by(request.user), pk=pk)
    recurrence = Recurrence.objects.filter(stage=stage).first()
    zone = recurrence.time_zone if recurrence else stage.competition.club.time_zone
    form = RecurrenceForm(
        request.POST if request.method == "POST" else None,
        zone=ZoneInfo(zone),
        initial=initial_recurrence(recurrence),
    )
    if request.method == "POST" and form.is_valid() and _set(stage, zone, form):
        messages.success(request, _("Rounds now make themselves."))
        return redirect("competitions:detail", stage.competition_id)
    context = {
        "club": stage.competition.club,
        "competition": stage.competition,
        "stage": stage,
        "form": form,
        "recurrence": recurrence,
        "words": words_of(recurrence) if recurrence else "",
        "skipped": [date.fromisoformat(day) for day in sorted(recurrence.skipped)]
        if recurrence
        else [],
    }
    return render(request, "rounds/recurrence.html", context, status=422 if form.errors else 200)


def _set(stage: Stage, zone: str, form: RecurrenceForm) -> bool:
    try:
        set_recurrence(
            stage_id=stage.pk,
            rule=form.as_rule(),
            time_zone=zone,
            starts_at=form.cleaned_data["first_at"],
            minutes_open=form.minutes_open,
            ahead=form.cleaned_data["ahead"],
            now=timezone.now(),
        )
    except RoundError as refusal:
        of_rule = "rule" if form.cleaned_data["unit"] == "rule" else "first_at"
        form.add_error(FIELDS.get(refusal.field, of_rule), str(refusal))
        return False
    return True


@login_required
@require_POST
def change(request: HttpRequest, pk: int) -> HttpResponse:
    """Pause the rounds that make themselves, go on with them, or give them up."""
    stage = get_object_or_404(stages_organised_by(request.user), pk=pk)
    now = timezone.now()
    wanted = request.POST.get("do", "")
    if wanted == "pause":
        pause_recurrence(stage_id=stage.pk, now=now)
        messages.success(request, _("No further rounds are made until you go on."))
    elif wanted == "resume":
        resume_recurrence(stage_id=stage.pk, now=now)
        messages.success(request, _("Rounds make themselves again."))
    elif wanted == "remove":
        remove_recurrence(stage_id=stage.pk, now=now)
        messages.success(request, _("Rounds are added by hand again."))
        return redirect("competitions:detail", stage.competition_id)
    return redirect("rounds:recurrence", stage.pk)
