"""Change the seats of a round: preview, apply, undo; table codes and sheets."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.request import QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from league.clubs.queries import player_of, players_who_play
from league.competitions.access import organised_round
from league.competitions.models import Entry, Round
from league.competitions.queries import tables_of_round, valid_codes
from league.core.address import absolute_url
from league.core.charts import qr_svg
from league.core.requests import number_in, read_numbers, report_outcome
from league.rounds import move_options
from league.rounds.errors import RoundError
from league.rounds.models import ChangeKind, SeatingChange
from league.rounds.operations import change
from league.rounds.seating_context import (
    SeatingChangeRequest,
    SeatingContext,
    load_seating_context,
    rows_at,
)
from league.rounds.seating_impact import find_seating_impact
from league.rounds.services import seating
from league.rounds.services.leaving import preview_ways_out
from league.rounds.services.seating import change_seating, refuse_unless_open, seating_without
from league.rounds.services.writing import replace_code, revoke_code
from league.rounds.texts import TITLES, change_text
from league.rounds.views.rounds import context_of


def _entry(round: Round, pk: int) -> Entry:
    entries = Entry.objects.filter(competition=round.stage.competition_id)
    return get_object_or_404(entries.select_related("player"), pk=pk)


@organised_round("GET", "HEAD")
def move(request: HttpRequest, round: Round, entry_pk: int) -> HttpResponse:
    """Show what can be done with an entry: another table, a swap, a substitute."""
    entry = _entry(round, entry_pk)
    seating_context = load_seating_context(round)
    seat = move_options.seat_of(seating_context, entry.pk)
    context = {
        **context_of(round),
        "entry": entry,
        "seat": seat,
        "move_options": move_options.move_options_for(seating_context, entry.pk),
        "is_waiting": entry.pk in seating_context.state.here and seat is None,
    }
    return render(request, "rounds/move.html", context)


@organised_round("GET", "HEAD")
def substitute(request: HttpRequest, round: Round, entry_pk: int) -> HttpResponse:
    """List possible substitutes."""
    entry = _entry(round, entry_pk)
    seating_context = load_seating_context(round)
    seated = set(seating_context.state.players)
    players = players_who_play(round.stage.competition.club)
    context = {
        **context_of(round),
        "entry": entry,
        "seat": move_options.seat_of(seating_context, entry.pk),
        "players": [player for player in players if player.pk not in seated],
    }
    return render(request, "rounds/substitute.html", context)


@organised_round("GET", "HEAD")
def leave(request: HttpRequest, round: Round, entry_pk: int) -> HttpResponse:
    """Show what can be done when a player leaves a match, and what each way out means."""
    entry = _entry(round, entry_pk)
    seat = move_options.seat_of(load_seating_context(round), entry.pk)
    if seat is None or not seat.table.hands or not round.is_open:
        return redirect("rounds:move", round.pk, entry.pk)
    by = player_of(request.user, round.stage.competition.club)
    context = {
        **context_of(round),
        "entry": entry,
        "seat": seat,
        "name": seat.seat.name,
        "ways_out": preview_ways_out(round=round, entry_id=entry.pk, by=by, now=timezone.now()),
    }
    return render(request, "rounds/leave.html", context)


@organised_round("GET", "HEAD")
def show_table(request: HttpRequest, round: Round, table_pk: int) -> HttpResponse:
    """Show what can be done with a table."""
    seating_context = load_seating_context(round)
    table = seating_context.state.table(table_pk)
    if table is None:
        messages.warning(request, _("This table no longer exists. The tables have been updated."))
        return redirect("rounds:detail", round.pk)
    context = {
        **context_of(round),
        "table": table,
        "rows": rows_at(seating_context, table),
        "others": move_options.tables_to_merge(seating_context, table),
        "can_split": len(table.assignments) // 2 >= seating_context.game.seats[0],
    }
    return render(request, "rounds/table.html", context)


@organised_round("GET", "HEAD", "POST")
def change_seats(request: HttpRequest, round: Round) -> HttpResponse:
    """Preview a change; by POST apply it."""
    change_request = _change_request(request.POST if request.method == "POST" else request.GET)
    if request.method == "POST":
        shown = number_in(request.POST, "seating")
        with report_outcome(request):
            change_seating(
                round_id=round.pk,
                seating=-1 if shown is None else shown,
                query=change_request,
                by=player_of(request.user, round.stage.competition.club),
                now=timezone.now(),
            )
        return redirect("rounds:detail", round.pk)
    seating_context = load_seating_context(round)
    try:
        refuse_unless_open(round)
        after, data = change(seating_context, change_request)
    except RoundError as error:
        messages.warning(request, str(error))
        return redirect(_back(round, change_request))
    context = {
        **context_of(round),
        "change_request": change_request,
        "title": str(TITLES[change_request.kind]) % data,
        "impact": find_seating_impact(seating_context, after),
        "substitute": _substitution_text(seating_context, change_request, data),
        "back": _back(round, change_request),
    }
    return render(request, "rounds/change.html", context)


def _substitution_text(
    seating_context: SeatingContext, query: SeatingChangeRequest, data: dict[str, Any]
) -> str:
    if query.kind != ChangeKind.SUBSTITUTED:
        return ""
    competition = seating_context.round.stage.competition
    return _("From %(hand)s. Results of a substitute count %(whom)s.") % {
        "hand": competition.site_game.hand_named(data["hand"]),
        "whom": competition.get_substitutes_display(),
    }


def _change_request(data: QueryDict) -> SeatingChangeRequest:
    """Return the requested change; invalid numbers count as 0."""
    entries = read_numbers("-".join(data.getlist("entries")))
    return SeatingChangeRequest(
        data.get("do", ""),
        **{name: number_in(data, name) or 0 for name in ("entry", "other", "table", "player")},
        entries=tuple(dict.fromkeys(entries)),
    )


def _back(round: Round, query: SeatingChangeRequest) -> str:
    if query.entry:
        return reverse("rounds:move", args=[round.pk, query.entry])
    if query.table and query.kind != ChangeKind.OPENED:
        return reverse("rounds:table", args=[round.pk, query.table])
    return reverse("rounds:detail", args=[round.pk])


@organised_round("GET", "HEAD")
def show_history(request: HttpRequest, round: Round) -> HttpResponse:
    """List the seating changes of a round, last first."""
    context = {**context_of(round), "changes": move_options.changes_of(round)}
    return render(request, "rounds/changes.html", context)


@organised_round("GET", "HEAD", "POST")
def undo_change(request: HttpRequest, round: Round, change_pk: int) -> HttpResponse:
    """Preview undoing a change; by POST undo it."""
    done = get_object_or_404(SeatingChange, pk=change_pk, round=round)
    game = round.stage.competition.site_game
    if request.method == "POST":
        with report_outcome(request, _("Undone: %(what)s") % {"what": change_text(done, game)}):
            by = player_of(request.user, round.stage.competition.club)
            seating.undo_change(change_id=done.pk, by=by, now=timezone.now())
        return redirect("rounds:detail", round.pk)
    try:
        refuse_unless_open(round)
        if done.undone_at is not None:
            text = _("This is already undone. The tables have been updated.")
            raise RoundError("seating_changed", text)
        seating_context = load_seating_context(round)
        after = seating_without(seating_context, done)
    except RoundError as error:
        messages.warning(request, str(error))
        return redirect("rounds:detail", round.pk)
    impact = find_seating_impact(seating_context, after)
    context = {**context_of(round), "done": done, "impact": impact}
    return render(request, "rounds/undo.html", context)


@organised_round("POST")
def change_code(request: HttpRequest, round: Round, table_pk: int) -> HttpResponse:
    """Replace or revoke the code of a table."""
    table = get_object_or_404(tables_of_round(round), pk=table_pk)
    code_id, now = number_in(request.POST, "code") or 0, timezone.now()
    if request.POST.get("do") == "revoke":
        revoke_code(table_id=table.pk, code_id=code_id, now=now)
        text = _("The code of table %(number)d is revoked.")
    else:
        replace_code(table_id=table.pk, code_id=code_id, now=now)
        text = _("Table %(number)d has a new code. Print its score sheet again.")
    messages.success(request, text % {"number": table.number})
    return redirect("rounds:sheets", round.pk)


@organised_round("GET", "HEAD")
def show_sheets(request: HttpRequest, round: Round) -> HttpResponse:
    """Show a score sheet for each table with its code."""
    tables = list(tables_of_round(round))
    codes = valid_codes(tables)
    sheets = []
    for table in tables:
        code = codes.get(table.pk)
        address = absolute_url(reverse("results:code", args=[code.token])) if code else ""
        qr = qr_svg(address) if code else ""
        sheets.append({"table": table, "code": code, "address": address, "qr": qr})
    context = context_of(round) | {"sheets": sheets, "lines": range(1, 13)}
    return render(request, "rounds/sheets.html", context)
