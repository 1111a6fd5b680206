"""The page of a round: opening, closing, times, clock, absences, check-in."""

from collections.abc import Callable
from functools import partial
from typing import Any, cast
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from league.clubs.access import get_visible_or_404
from league.clubs.models import User
from league.clubs.queries import is_organiser, player_of, players_of_club
from league.competitions.access import organised_round
from league.competitions.models import AbsenceReason, Round, RoundStatus
from league.competitions.queries import rounds_seen_by
from league.core.names import LONGEST_NAME, find_all_alike, fold
from league.core.requests import read_numbers, refused_at, report_outcome
from league.rounds import draw_input, move_options, queries
from league.rounds.cards import REMOVED_ROUND
from league.rounds.closing_preview import preview_closing
from league.rounds.errors import RoundError
from league.rounds.forms import NewPlayerForm, TimesForm
from league.rounds.services import absences, clock, closing, lifecycle
from league.rounds.services import check_in as services
from league.rounds.services.check_in import check_in_new_player, check_in_players, check_out_player
from league.rounds.stage_cut import reserves_of


def context_of(round: Round) -> dict[str, Any]:
    """Return the context of every page of a round."""
    competition = round.stage.competition
    return {"club": competition.club, "competition": competition, "round": round}


@vary_on_headers("HX-Target")
@require_safe
def show(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a round with check-in and tables."""
    round = get_visible_or_404(request, rounds_seen_by(request.user), pk=pk)
    may_organise = is_organiser(request.user, round.stage.competition.club)
    context = round_context(round, is_organiser=may_organise)
    context["check_in_filter"] = _check_in_filter(request.GET)
    is_fragment = request.headers.get("HX-Target") == "round"
    return render(request, "rounds/_round.html" if is_fragment else "rounds/detail.html", context)


def _check_in_filter(data: QueryDict) -> queries.CheckInFilter:
    show = data.get("show", "")
    find = data.get("find", "").strip()[:LONGEST_NAME]
    return queries.CheckInFilter(find, show if show in ("missing", "here") else "")


def round_context(round: Round, *, is_organiser: bool) -> dict[str, Any]:
    """Return the context of the page of a round."""
    people = queries.attendance_of(round)
    tables = list(queries.tables_with_scores(round))
    context = context_of(round) | {
        "live_url": reverse("rounds:detail", args=[round.pk]),
        "game": round.stage.competition.site_game.engine,
        "is_organiser": is_organiser,
        "people": people,
        "expected": [attendee for attendee in people if attendee.is_expected],
        "others": [attendee for attendee in people if not attendee.is_expected],
        "here": [attendee for attendee in people if attendee.is_here],
        "has_guests": len(queries.expected_of(people)) < sum(each.takes_part for each in people),
        "tables": tables,
        "adjourned": [table for table in tables if table.adjourned_at],
        "unfinished": queries.unfinished_of(tables),
        "finished": len(queries.finished_of(tables)),
        "waiting": queries.waiting_entries(round) if tables else [],
        "sitting_out": queries.sitting_out(round) if tables else [],
    }
    if is_organiser:
        if round.status == RoundStatus.CLOSED:
            context["next_round"] = queries.following(round)
            context["next_stage"] = queries.following_stage(round)
            context["absent"] = queries.absent(round)
            context["reasons"] = AbsenceReason.choices
        if round.is_open:
            context["last_change"] = move_options.last_change(round, tables)
            context["has_clock_above"] = bool(
                tables and (round.stage.minutes or round.clock_started_at)
            )
        context["new_player"] = NewPlayerForm(initial={"seen": queries.newest_player(round)})
        if round.stage.has_cut and round.status != RoundStatus.CLOSED:
            context["reserves"] = reserves_of(round.stage, context["others"])
        if not tables:
            context["plan"] = draw_input.plan_seating(round)
    return context


def _press(act: Callable[..., object], done: Promise) -> Callable[..., HttpResponse]:
    """Return the view of a button that acts on a round."""

    @organised_round("POST")
    def press(request: HttpRequest, round: Round) -> HttpResponse:
        with report_outcome(request, str(done) % {"round": round.label}):
            act(round_id=round.pk, now=timezone.now())
        return redirect("rounds:detail", round.pk)

    return press


open_now = _press(lifecycle.open_round, gettext_lazy("%(round)s is open."))
call_off = _press(lifecycle.call_off_round, gettext_lazy("%(round)s is cancelled."))
undo_call_off = _press(
    lambda round_id, **_: lifecycle.undo_call_off(round_id=round_id),
    gettext_lazy("%(round)s is no longer cancelled."),
)
reopen = _press(lifecycle.reopen_round, gettext_lazy("%(round)s is open again. Close it manually."))


@organised_round("GET", "HEAD", "POST")
def close(request: HttpRequest, round: Round) -> HttpResponse:
    """Show what closing a round would count; by POST close it if that is still so."""
    refusal = ""
    if request.method == "POST":
        try:
            known = request.POST.get("known", "")
            closing.close_round(round_id=round.pk, now=timezone.now(), known=known)
        except RoundError as error:
            refusal = error.text
        else:
            text = _("%(round)s is closed. The standings are posted.") % {"round": round.label}
            messages.success(request, text)
            return redirect("rounds:detail", round.pk)
    if not round.is_open:
        if refusal:
            messages.warning(request, refusal)
        return redirect("rounds:detail", round.pk)
    context = context_of(round) | {"closing": preview_closing(round), "refusal": refusal}
    return render(request, "rounds/close.html", context, status=409 if refusal else 200)


@organised_round("GET", "POST")
def edit_times(request: HttpRequest, round: Round) -> HttpResponse:
    """Edit when a round opens and closes automatically."""
    zone = ZoneInfo(round.stage.competition.club.time_zone)
    form = TimesForm(request.POST or None, zone=zone, round=round, now=timezone.now())
    if request.method == "POST" and form.is_valid():
        with refused_at(form):
            lifecycle.set_round_times(round_id=round.pk, times=form.times(), now=timezone.now())
            messages.success(request, _("Times saved."))
            return redirect("rounds:detail", round.pk)
    context = context_of(round) | {"form": form}
    return render(request, "rounds/times.html", context, status=422 if form.errors else 200)


@organised_round("POST")
def remove(request: HttpRequest, round: Round) -> HttpResponse:
    """Delete a scheduled round; the page of its competition offers to undo that."""
    competition_id = round.stage.competition_id
    try:
        removed = lifecycle.delete_round(round_id=round.pk)
    except RoundError as error:
        messages.warning(request, str(error))
        return redirect("rounds:detail", round.pk)
    if removed:
        at = int(timezone.now().timestamp())
        request.session[REMOVED_ROUND] = removed | {"competition": competition_id, "at": at}
    return redirect("competitions:detail", competition_id)


@organised_round("POST")
def change_clock(request: HttpRequest, round: Round) -> HttpResponse:
    """Start, stop or change the clock; refusals are shown at their field."""
    try:
        _change_clock(request, round)
    except RoundError as error:
        if error.code != "bad_clock":
            messages.warning(request, error.text)
            return redirect("rounds:detail", round.pk)
        field = next((name for name in ("start", "anew") if name in request.POST), "minutes")
        refused = {"field": field, "value": request.POST.get(field, ""), "text": error.text}
        context = round_context(round, is_organiser=True) | {"refused_clock": refused}
        return render(request, "rounds/detail.html", context, status=422)
    return redirect("rounds:detail", round.pk)


def _change_clock(request: HttpRequest, round: Round) -> None:
    now, minutes = timezone.now(), partial(_minutes, request)
    if "start" in request.POST:
        clock.start_clock(round_id=round.pk, minutes=minutes("start"), now=now)
    elif "anew" in request.POST:
        _refuse_old_page(request, round)
        started_at = round.clock_started_at
        clock.restart_clock(
            round_id=round.pk, minutes=minutes("anew"), started_at=started_at, now=now
        )
    elif "minutes" in request.POST:
        _refuse_old_page(request, round)
        clock.set_clock_minutes(round_id=round.pk, minutes=minutes("minutes"), now=now)
    elif (wanted := request.POST.get("do")) in PRESSES:
        PRESSES[wanted](round_id=round.pk, now=now)


PRESSES = {"pause": clock.pause_clock, "resume": clock.resume_clock, "last": clock.call_last_hand}


def _minutes(request: HttpRequest, field: str) -> int:
    """Return the whole minutes of a field; 0, which no clock accepts, if it is invalid."""
    text = request.POST.get(field, "").strip()
    return next(iter(read_numbers(text)), 0) if text.isdecimal() else 0


def _refuse_old_page(request: HttpRequest, round: Round) -> None:
    """Refuse a press on a page that shows another start of the clock."""
    started = round.clock_started_at
    if started is not None and request.POST.get("started") != str(int(started.timestamp())):
        raise RoundError("clock_changed")


@organised_round("POST")
def adjourn(request: HttpRequest, round: Round, table_pk: int) -> HttpResponse:
    """Adjourn or resume a table."""
    if request.POST.get("adjourned") == "0":
        with report_outcome(request):
            closing.resume_table(round_id=round.pk, table_id=table_pk)
    else:
        with report_outcome(request, _("The table is adjourned. The round can close without it.")):
            closing.adjourn_table(round_id=round.pk, table_id=table_pk, now=timezone.now())
    return redirect("rounds:close" if "closing" in request.POST else "rounds:detail", round.pk)


@organised_round("POST")
def set_absence(request: HttpRequest, round: Round, entry_pk: int) -> HttpResponse:
    """Change why an entry did not play in a closed round."""
    reason = request.POST.get("reason", "")
    if reason in AbsenceReason.values:
        with report_outcome(request, _("Saved. The points will be updated.")):
            absences.set_absence(
                round_id=round.pk, entry_id=entry_pk, reason=reason, now=timezone.now()
            )
    return redirect("rounds:detail", round.pk)


@organised_round("POST")
def begin_next(request: HttpRequest, round: Round) -> HttpResponse:
    """Start the round after a closed one."""
    with report_outcome(request):
        round = closing.begin_next_round(round_id=round.pk, now=timezone.now())
    return redirect("rounds:detail", round.pk)


@organised_round("POST")
def check_in(request: HttpRequest, round: Round) -> HttpResponse:
    """Check one player in or out, or all but guests in; htmx gets the row and the count."""
    wanted = request.POST.get("player", "")
    player_ids = (
        [attendee.player.pk for attendee in queries.expected_of(queries.attendance_of(round))]
        if wanted == "all"
        else read_numbers(wanted)
    )
    with report_outcome(request):
        if request.POST.get("here") == "0":
            for player_id in player_ids:
                check_out_player(round_id=round.pk, player_id=player_id)
        else:
            by = player_of(request.user, round.stage.competition.club)
            now = timezone.now()
            check_in_players(
                round_id=round.pk,
                player_ids=player_ids,
                by=by,
                now=now,
                accepts_unqualified=request.POST.get("unqualified") == "1",
            )
    if request.headers.get("HX-Target", "").startswith("player-") and len(player_ids) == 1:
        context = round_context(round, is_organiser=True)
        row = next((row for row in context["people"] if row.player.pk == player_ids[0]), None)
        return render(request, "rounds/_checked_in.html", context | {"attendee": row})
    if "seat" in request.POST:
        return redirect("rounds:seat", round.pk)
    anchor = "" if wanted == "all" else f"#player-{wanted}"
    wanted_filter = _check_in_filter(request.POST)
    query = f"?{urlencode(wanted_filter._asdict())}" if wanted_filter else ""
    return redirect(reverse("rounds:detail", args=[round.pk]) + query + anchor)


@organised_round("POST")
def add_player(request: HttpRequest, round: Round) -> HttpResponse:
    """Add a new player and check them in; ask first if the name looks familiar."""
    club = round.stage.competition.club
    form = NewPlayerForm(request.POST)
    context = context_of(round) | {"form": form}
    if not form.is_valid():
        return render(request, "rounds/new_player.html", context | {"alike": []}, status=422)
    name, seen = form.cleaned_data["name"], form.cleaned_data["seen"]
    players = {player.pk: player for player in players_of_club(club) if player.pk <= seen}
    alike = find_all_alike(name, {key: fold(player.name) for key, player in players.items()})
    not_these = set(request.POST.getlist("not"))
    if unasked := [players[key] for key in alike if str(key) not in not_these]:
        return render(request, "rounds/new_player.html", context | {"alike": unasked})
    text = _("%(name)s was added to the club and checked in.") % {"name": name}
    with report_outcome(request, text):
        by = player_of(request.user, club)
        check_in_new_player(round_id=round.pk, name=name, seen=seen, by=by, now=timezone.now())
    return redirect("rounds:detail", round.pk)


@login_required
@require_http_methods(["GET", "POST"])
def check_in_self(request: HttpRequest, pk: int) -> HttpResponse:
    """Check the signed-in player in or out."""
    round = get_visible_or_404(request, rounds_seen_by(request.user), pk=pk)
    club = round.stage.competition.club
    player = player_of(request.user, club)
    if player is None:
        return render(request, "rounds/not_a_player.html", {"club": club, "round": round})
    if request.method == "GET":
        return redirect("rounds:mine")
    with report_outcome(request):
        if request.POST.get("here") == "0":
            check_out_player(round_id=round.pk, player_id=player.pk)
        else:
            services.check_in_self(round_id=round.pk, player=player, now=timezone.now())
    return redirect("rounds:mine")


@vary_on_headers("HX-Target")
@login_required
@require_safe
def show_mine(request: HttpRequest) -> HttpResponse:
    """Show the user's own current rounds."""
    mine = queries.rounds_for_user(cast("User", request.user), timezone.now())
    for one in mine:
        if request.headers.get("HX-Target") == f"round-{one.round.pk}":
            return render(request, "rounds/_my_round.html", {"mine": one})
    return render(request, "rounds/mine.html", {"rounds": mine})
