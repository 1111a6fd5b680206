"""The page of a round, and its life: opening, closing, times."""

from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from league.clubs.looking import find_shown
from league.clubs.queries import is_organiser
from league.competitions.models import Absence, Round, RoundStatus
from league.competitions.queries import rounds_seen_by
from league.core.games import site_game
from league.rounds import places, plans, queries, services
from league.rounds.errors import RoundError
from league.rounds.forms import NewPlayerForm, TimesForm
from league.rounds.series import following, following_stage
from league.rounds.views.answers import do, is_piece, organised_round


@vary_on_headers("HX-Target")
@require_safe
def show(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a round: who is there, the tables; to organisers with all they can do."""
    round = find_shown(request, rounds_seen_by(request.user), pk=pk)
    may_organise = is_organiser(request.user, round.stage.competition.club)
    context = round_context(round, is_organiser=may_organise)
    template = "rounds/_round.html" if is_piece(request, "round") else "rounds/detail.html"
    return render(request, template, context)


def round_context(round: Round, *, is_organiser: bool) -> dict[str, Any]:
    """Gather what the page of a round shows."""
    people = queries.attendance_of(round)
    tables = list(queries.tables_with_scores(round))
    context: dict[str, Any] = {
        "club": round.stage.competition.club,
        "competition": round.stage.competition,
        "game": site_game(round.stage.competition.game).engine,
        "round": round,
        "is_organiser": is_organiser,
        "people": people,
        "expected": [attendee for attendee in people if attendee.is_expected],
        "others": [attendee for attendee in people if not attendee.is_expected],
        "here": [attendee for attendee in people if attendee.is_here],
        "tables": tables,
        "adjourned": [table for table in tables if table.adjourned_at],
        "waiting": queries.waiting_entries(round) if tables else [],
        "sitting_out": queries.sitting_out(round) if tables else [],
    }
    if is_organiser:
        context["unfinished"] = queries.unfinished_of(tables)
        if round.status == RoundStatus.CLOSED:
            context["next_round"] = following(round)
            context["next_stage"] = following_stage(round)
            context["absent"] = queries.absent(round)
            context["reasons"] = Absence.choices
        if round.is_open:
            context["last_change"] = places.last_change(round, tables)
            context["has_clock_above"] = bool(
                tables and (round.stage.minutes or round.clock_started_at)
            )
        context["new_player"] = NewPlayerForm(initial={"seen": queries.newest_player(round)})
        if not tables:
            context["plan"] = plans.plan_seating(round)
    return context


@login_required
@require_POST
def open_now(request: HttpRequest, pk: int) -> HttpResponse:
    """Open a round by hand."""
    round = organised_round(request, pk)
    return do(
        request,
        round,
        lambda: services.open_round(round_id=round.pk, now=timezone.now()),
        _("Round %(number)d is open.") % {"number": round.number},
    )


@login_required
@require_POST
def close_now(request: HttpRequest, pk: int) -> HttpResponse:
    """Close a round by hand."""
    round = organised_round(request, pk)
    return do(
        request,
        round,
        lambda: services.close_round(round_id=round.pk, now=timezone.now()),
        _("Round %(number)d is closed, and the standings are posted.") % {"number": round.number},
    )


@login_required
@require_POST
def call_off(request: HttpRequest, pk: int) -> HttpResponse:
    """Let a round that was not opened not take place."""
    round = organised_round(request, pk)
    return do(
        request,
        round,
        lambda: services.call_off_round(round_id=round.pk, now=timezone.now()),
        _("Round %(number)d is called off.") % {"number": round.number},
    )


@login_required
@require_POST
def undo_call_off(request: HttpRequest, pk: int) -> HttpResponse:
    """Let a round that was called off be to come again."""
    round = organised_round(request, pk)
    return do(
        request,
        round,
        lambda: services.undo_call_off(round_id=round.pk),
        _("Round %(number)d is not called off any more.") % {"number": round.number},
    )


@login_required
@require_POST
def reopen(request: HttpRequest, pk: int) -> HttpResponse:
    """Open a closed round again."""
    round = organised_round(request, pk)
    return do(
        request,
        round,
        lambda: services.reopen_round(round_id=round.pk, now=timezone.now()),
        _("Round %(number)d is open again, until you close it.") % {"number": round.number},
    )


@login_required
@require_http_methods(["GET", "POST"])
def edit_times(request: HttpRequest, pk: int) -> HttpResponse:
    """Change when a round opens and closes by itself."""
    round = organised_round(request, pk)
    club = round.stage.competition.club
    form = TimesForm(
        request.POST or None, zone=ZoneInfo(club.time_zone), round=round, now=timezone.now()
    )
    if request.method == "POST" and form.is_valid():
        try:
            services.set_round_times(round_id=round.pk, times=form.times(), now=timezone.now())
        except RoundError as error:
            form.add_error(error.field or None, error.text)
        else:
            messages.success(request, _("The times are changed."))
            return redirect("rounds:detail", round.pk)
    context = {
        "club": club,
        "competition": round.stage.competition,
        "round": round,
        "form": form,
    }
    return render(request, "rounds/times.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def remove(request: HttpRequest, pk: int) -> HttpResponse:
    """Remove a scheduled round that has nothing yet."""
    round = organised_round(request, pk)
    try:
        services.delete_round(round_id=round.pk)
    except RoundError as error:
        messages.warning(request, str(error))
        return redirect("rounds:detail", round.pk)
    messages.success(request, _("Round %(number)d is removed.") % {"number": round.number})
    return redirect("competitions:detail", round.stage.competition_id)
