"""What organisers press about a round's time: its clock, tables that finish later, absences."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league.competitions.models import Absence, Round
from league.core.numbers import read_numbers
from league.rounds.errors import RoundError
from league.rounds.services import absences
from league.rounds.services import clock as services
from league.rounds.services.closing import begin_next_round
from league.rounds.services.deadlines import adjourn_table, take_up_table
from league.rounds.views.answers import do, organised_round
from league.rounds.views.rounds import round_context


@login_required
@require_POST
def change(request: HttpRequest, pk: int) -> HttpResponse:
    """Start, stop or change the clock, as one of the buttons says; what cannot be, at its field."""
    round = organised_round(request, pk)
    try:
        _change(request, round)
    except RoundError as error:
        if error.code != "bad_clock":
            messages.warning(request, error.text)
            return redirect("rounds:detail", round.pk)
        field = next((name for name in ("start", "anew") if name in request.POST), "minutes")
        refused = {"field": field, "value": request.POST.get(field, ""), "words": error.text}
        context = round_context(round, is_organiser=True) | {"refused_clock": refused}
        return render(request, "rounds/detail.html", context, status=422)
    return redirect("rounds:detail", round.pk)


def _change(request: HttpRequest, round: Round) -> None:
    now = timezone.now()
    if "start" in request.POST:
        minutes = _minutes(request, "start")
        services.start_clock(round_id=round.pk, minutes=minutes, now=now)
    elif "anew" in request.POST:
        _refuse_old_page(request, round)
        services.restart_clock(
            round_id=round.pk,
            minutes=_minutes(request, "anew"),
            started_at=round.clock_started_at,
            now=now,
        )
    elif "minutes" in request.POST:
        _refuse_old_page(request, round)
        services.set_clock_minutes(round_id=round.pk, minutes=_minutes(request, "minutes"), now=now)
    else:
        wanted = request.POST.get("do", "")
        press = {
            "pause": services.pause_clock,
            "resume": services.resume_clock,
            "last": services.call_last_hand,
        }.get(wanted)
        if press is not None:
            press(round_id=round.pk, now=now)


def _minutes(request: HttpRequest, field: str) -> int:
    """Return a whole number of minutes; 0, which no clock takes, for what is none."""
    text = request.POST.get(field, "").strip()
    return next(iter(read_numbers(text)), 0) if text.isdecimal() else 0


def _refuse_old_page(request: HttpRequest, round: Round) -> None:
    """Raise for a press on a page that shows another start of the clock."""
    started = round.clock_started_at
    if started is not None and request.POST.get("started") != str(int(started.timestamp())):
        raise RoundError("clock_changed")


@login_required
@require_POST
def adjourn(request: HttpRequest, pk: int, table_pk: int) -> HttpResponse:
    """Let a table finish later, or go on now after all."""
    round = organised_round(request, pk)
    if request.POST.get("adjourned") == "0":
        return do(request, round, lambda: take_up_table(round_id=round.pk, table_id=table_pk))
    return do(
        request,
        round,
        lambda: adjourn_table(round_id=round.pk, table_id=table_pk, now=timezone.now()),
        _("The table finishes later. The round can close without it."),
    )


@login_required
@require_POST
def set_absence(request: HttpRequest, pk: int, entry_pk: int) -> HttpResponse:
    """Say otherwise why somebody did not play in a round that has closed."""
    round = organised_round(request, pk)
    reason = request.POST.get("reason", "")
    if reason not in Absence.values:
        return redirect("rounds:detail", round.pk)
    return do(
        request,
        round,
        lambda: absences.set_absence(
            round_id=round.pk, entry_id=entry_pk, reason=reason, now=timezone.now()
        ),
        _("Changed; the points follow."),
    )


@login_required
@require_POST
def begin_next(request: HttpRequest, pk: int) -> HttpResponse:
    """Begin the round after one that has closed, and lead there."""
    round = organised_round(request, pk)
    begun: list[Round] = []
    answer = do(
        request,
        round,
        lambda: begun.append(begin_next_round(round_id=round.pk, now=timezone.now())),
    )
    return redirect("rounds:detail", begun[0].pk) if begun else answer
