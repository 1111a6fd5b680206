"""Pages of stages: settings, start, recurring rounds, seating list."""

from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from league.clubs.queries import player_of
from league.competitions import services as competitions
from league.competitions.access import organised_competition, organised_stage
from league.competitions.forms import LaterStageForm, NamedStageForm, NewStageForm
from league.competitions.models import Competition, Recurrence, SeatingMethod, Stage
from league.competitions.queries import stages_of
from league.competitions.schedule import holidays_of, recurrence_text
from league.competitions.settings_forms import initial_of
from league.core.middleware import takes_files
from league.core.requests import number_in, read_numbers, refused_at, report_outcome
from league.rounds.errors import RoundError
from league.rounds.forms import HolidayForm, RecurrenceForm, SeatingListForm, initial_recurrence
from league.rounds.seating_lists import (
    SeatingListReading,
    read_seating_list,
    save_seating_list,
    write_seating_list,
)
from league.rounds.services import competition as services
from league.rounds.services import holidays
from league.rounds.services import recurrence as recurrences
from league.rounds.stage_cut import cut_of


def _context_of(stage: Stage) -> dict[str, Any]:
    competition = stage.competition
    return {"club": competition.club, "competition": competition, "stage": stage}


@organised_competition("GET", "POST")
def add_stage(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Add a stage after the last one."""
    form = NewStageForm(
        request.POST if request.method == "POST" else None,
        initial={"number": len(stages_of(competition)) + 1},
    )
    if request.method == "POST" and form.is_valid():
        competitions.add_stage(
            competition_id=competition.pk,
            number=form.cleaned_data["number"],
            settings=form.settings(),
        )
        messages.success(
            request, _("The stage was added. Start it when the previous stage is over.")
        )
        return redirect("competitions:settings", competition.pk)
    context = {"club": competition.club, "competition": competition, "form": form}
    return render(request, "rounds/add_stage.html", context, status=422 if form.errors else 200)


@organised_stage("GET", "POST")
def edit_stage(request: HttpRequest, stage: Stage) -> HttpResponse:
    """Edit the settings of a stage."""
    kind = NamedStageForm if stage.has_started else LaterStageForm
    form = kind(request.POST if request.method == "POST" else None, initial=initial_of(kind, stage))
    if request.method == "POST" and form.is_valid():
        competitions.edit_stage(stage_id=stage.pk, settings=form.settings())
        messages.success(request, _("Saved."))
        return redirect("competitions:detail", stage.competition_id)
    context = _context_of(stage) | {"form": form, "may_undo_start": not stage.rounds.exists()}
    return render(request, "rounds/edit_stage.html", context, status=422 if form.errors else 200)


@organised_stage("POST")
def remove_stage(request: HttpRequest, stage: Stage) -> HttpResponse:
    """Remove a stage that has not begun."""
    with report_outcome(request, _("The stage was deleted."), level=messages.ERROR):
        competitions.remove_stage(stage_id=stage.pk)
    return redirect("competitions:detail", stage.competition_id)


@organised_stage("GET", "POST")
def begin_stage(request: HttpRequest, stage: Stage) -> HttpResponse:
    """Show who qualifies for a stage, and start it."""
    if stage.has_started:
        first = stage.rounds.order_by("number").first()
        if first is not None:
            return redirect("rounds:detail", first.pk)
        return redirect("competitions:detail", stage.competition_id)
    refusal = ""
    if request.method == "POST":
        try:
            return redirect(_begin(request, stage))
        except RoundError as error:
            if (first := stage.rounds.first()) is not None:
                messages.warning(request, error.text)
                return redirect("rounds:seat", first.pk)
            refusal = error.text
    cut = cut_of(stage)
    context = _context_of(stage) | {"cut": cut, "refusal": refusal or cut.refusal}
    return render(request, "rounds/begin_stage.html", context, status=409 if refusal else 200)


def _begin(request: HttpRequest, stage: Stage) -> str:
    """Start a stage as shown, and seat its first round where that was pressed."""
    expected, now = read_numbers(request.POST.get("entries", "")), timezone.now()
    if "seat" not in request.POST:
        services.begin_stage(stage_id=stage.pk, expected=expected, now=now)
        messages.success(request, _("%(stage)s has started.") % {"stage": stage.label})
        return reverse("competitions:detail", args=[stage.competition_id])
    by = player_of(request.user, stage.competition.club)
    round = services.open_and_seat_stage(stage_id=stage.pk, expected=expected, by=by, now=now)
    messages.success(request, _("%(stage)s has started and is seated.") % {"stage": stage.label})
    return reverse("rounds:detail", args=[round.pk])


@organised_stage("POST")
def decline(request: HttpRequest, stage: Stage) -> HttpResponse:
    """Let an entry decline a stage that has not started, or undo that."""
    entry_id = number_in(request.POST, "entry") or 0
    with report_outcome(request):
        services.decline_stage(
            stage_id=stage.pk, entry_id=entry_id, declined=request.POST.get("declined") != "0"
        )
    return redirect("rounds:begin_stage", stage.pk)


@organised_stage("POST")
def undo_stage_start(request: HttpRequest, stage: Stage) -> HttpResponse:
    """Undo the start of a stage."""
    with report_outcome(request, _("The start of the stage is undone."), level=messages.ERROR):
        services.undo_stage_start(stage_id=stage.pk)
    return redirect("competitions:detail", stage.competition_id)


FIELDS = {"starts_at": "first_at", "minutes_open": "hours", "ahead": "ahead"}


@organised_stage("GET", "POST")
def edit_recurrence(request: HttpRequest, stage: Stage) -> HttpResponse:
    """Edit on which days a stage's rounds recur."""
    recurrence = Recurrence.objects.filter(stage=stage).first()
    zone = recurrence.time_zone if recurrence else stage.competition.club.time_zone
    form = RecurrenceForm(
        request.POST if request.method == "POST" else None,
        zone=ZoneInfo(zone),
        initial=initial_recurrence(recurrence),
    )
    if request.method == "POST" and form.is_valid():
        try:
            recurrences.set_recurrence(
                stage_id=stage.pk,
                rule=form.as_rule(),
                time_zone=zone,
                starts_at=form.cleaned_data["first_at"],
                minutes_open=form.minutes_open,
                ahead=form.cleaned_data["ahead"],
                now=timezone.now(),
            )
        except RoundError as error:
            of_rule = "rule" if form.cleaned_data["unit"] == "rule" else "first_at"
            form.add_error(FIELDS.get(error.field, of_rule), str(error))
        else:
            messages.success(request, _("Recurring rounds are on."))
            return redirect("competitions:detail", stage.competition_id)
    return _show_recurrence(request, stage, form, HolidayForm())


def _show_recurrence(
    request: HttpRequest, stage: Stage, form: RecurrenceForm, holiday_form: HolidayForm
) -> HttpResponse:
    recurrence = Recurrence.objects.filter(stage=stage).first()
    today = timezone.now().astimezone(form.zone).date()
    context = _context_of(stage) | {
        "form": form,
        "holiday_form": holiday_form,
        "recurrence": recurrence,
        "text": recurrence_text(recurrence) if recurrence else "",
        "holidays": holidays_of(recurrence, today) if recurrence else [],
    }
    status = 422 if form.errors or holiday_form.errors else 200
    return render(request, "rounds/recurrence.html", context, status=status)


@organised_stage("POST")
def change_holidays(request: HttpRequest, stage: Stage) -> HttpResponse:
    """Skip days of the recurring rounds, or play on skipped ones."""
    form = HolidayForm(request.POST)
    is_skipped = request.POST.get("do") != "play"
    if form.is_valid():
        change = holidays.skip_days if is_skipped else holidays.play_days
        with refused_at(form):
            change(stage_id=stage.pk, **form.cleaned_data, now=timezone.now())
            done = _("No rounds on these days.") if is_skipped else _("The days are played again.")
            messages.success(request, done)
            return redirect("rounds:recurrence", stage.pk)
    recurrence = Recurrence.objects.filter(stage=stage).first()
    zone = recurrence.time_zone if recurrence else stage.competition.club.time_zone
    unchanged = RecurrenceForm(zone=ZoneInfo(zone), initial=initial_recurrence(recurrence))
    return _show_recurrence(request, stage, unchanged, form)


@organised_stage("POST")
def change_recurrence(request: HttpRequest, stage: Stage) -> HttpResponse:
    """Pause, resume or remove the recurring rounds."""
    now = timezone.now()
    wanted = request.POST.get("do", "")
    if wanted == "pause":
        recurrences.pause_recurrence(stage_id=stage.pk, now=now)
        messages.success(
            request, _("Recurring rounds are paused. No new rounds are created until you resume.")
        )
    elif wanted == "resume":
        recurrences.resume_recurrence(stage_id=stage.pk, now=now)
        messages.success(request, _("Recurring rounds are resumed."))
    elif wanted == "remove":
        recurrences.remove_recurrence(stage_id=stage.pk, now=now)
        messages.success(request, _("Recurring rounds are off. Add rounds manually."))
        return redirect("competitions:detail", stage.competition_id)
    return redirect("rounds:recurrence", stage.pk)


@takes_files
@organised_stage("GET", "HEAD", "POST")
def edit_seating_list(request: HttpRequest, stage: Stage) -> HttpResponse:
    """Read a seating list, show its rounds or faults, and save it."""
    if request.method != "POST":
        form = SeatingListForm(initial={"text": write_seating_list(stage)})
        return _show_seating_list(request, stage, form)
    form = SeatingListForm(request.POST, request.FILES)
    if not form.is_valid():
        return _show_seating_list(request, stage, form)
    reading = read_seating_list(stage, form.cleaned_data["text"])
    for line, text in reading.faults:
        where = _("Line %(line)d: %(words)s") if line else "%(words)s"
        form.add_error("text", where % {"line": line, "words": text})
    if reading.faults or "look" in request.POST:
        return _show_seating_list(request, stage, form, reading)
    save_seating_list(stage_id=stage.pk, rounds=reading.rounds)
    messages.success(request, _("Saved. The next rounds use this seating."))
    return redirect("competitions:detail", stage.competition_id)


def _show_seating_list(
    request: HttpRequest,
    stage: Stage,
    form: SeatingListForm,
    reading: SeatingListReading | None = None,
) -> HttpResponse:
    rounds = zip(reading.named, reading.left_out, strict=True) if reading else ()
    context = _context_of(stage) | {
        "has_groups": stage.method == SeatingMethod.FIXED,
        "is_scripted": stage.method == SeatingMethod.LIST,
        "form": form,
        "rounds": [] if form.errors else list(rounds),
    }
    return render(request, "rounds/seating_list.html", context, status=422 if form.errors else 200)
