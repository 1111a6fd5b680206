"""Seat a round and change its seats: preview, apply, undo; table codes and sheets."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.request import QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.vary import vary_on_headers

from games.tournament.draw import Pair
from league.clubs.queries import player_of, players_who_play
from league.competitions.access import organised_round
from league.competitions.models import (
    Entry,
    Round,
    SeatingMethod,
    SeatingPriority,
)
from league.competitions.queries import tables_of_round, valid_codes
from league.core.address import absolute_url
from league.core.charts import qr_svg
from league.core.requests import read_numbers, report_outcome
from league.rounds import draw_input, move_options
from league.rounds.draws import new_draw_seed
from league.rounds.errors import RoundError
from league.rounds.forms import SeedForm
from league.rounds.models import ChangeKind, SeatingChange
from league.rounds.operations import change
from league.rounds.seating_context import (
    SeatingChangeRequest,
    SeatingContext,
    load_seating_context,
    rows_at,
)
from league.rounds.seating_impact import (
    Preview,
    find_seating_impact,
    list_choices,
    preview_draw,
    seed_to_offer,
)
from league.rounds.services import seating
from league.rounds.services.leaving import preview_ways_out
from league.rounds.services.seating import (
    change_seating,
    refuse_unless_open,
    seat_round,
    seating_without,
)
from league.rounds.services.writing import replace_code, revoke_code
from league.rounds.swaps import pairs_to_swap
from league.rounds.texts import change_text, change_title
from league.rounds.views.rounds import context_of, round_context


@vary_on_headers("HX-Target")
@organised_round("GET", "HEAD", "POST")
def seat(request: HttpRequest, round: Round) -> HttpResponse:
    """Preview a draw on the round's page, to be swapped or drawn again; by POST seat it."""
    if request.method != "POST":
        seed = request.GET.get("seed")
        if seed is None:
            seed = str(seed_to_offer(round, draw_input.plan_seating(round)))
        form = SeedForm({"seed": seed, "seating": round.seating})
        return _show(request, round, form, request.GET)
    form = SeedForm(request.POST)
    if not form.is_valid():
        return _show(request, round, form, request.POST, status=422)
    if "look" in request.POST:
        return redirect(_address(round, form, request.POST))
    try:
        _seat(request, round, form)
    except RoundError as error:
        if error.code == "broken_pairs":
            form.add_error(None, error.text)
            return _show(request, round, form, request.POST, status=422)
        messages.warning(request, error.text)
        if error.code == "draw_outdated":
            return redirect(_address(round, form, request.POST))
    else:
        messages.success(
            request,
            _(
                "Players are seated. Everyone can see their table in the projector view and on "
                "their phone."
            ),
        )
    return redirect("rounds:detail", round.pk)


def _address(round: Round, form: SeedForm, data: QueryDict) -> str:
    return _seat_url(round, data, form.cleaned_data["seed"])


def _seat_url(round: Round, data: QueryDict, seed: object) -> str:
    """Return the address of a preview, without swaps."""
    query = {
        "sizes": "-".join(map(str, read_numbers(data.get("sizes", "")))),
        "seating_priority": _seating_priority(data),
        "seed": seed,
    }
    return f"{reverse('rounds:seat', args=[round.pk])}?{urlencode(query)}"


def _seat(request: HttpRequest, round: Round, form: SeedForm) -> None:
    """Seat a round as submitted; digest and acceptance count only for the draw shown."""
    seed = form.cleaned_data["seed"]
    is_shown = request.POST.get("shown") == str(seed)
    seat_round(
        round_id=round.pk,
        seating=form.cleaned_data["seating"],
        seed=seed,
        sizes=read_numbers(request.POST.get("sizes", "")) or None,
        seating_priority=_seating_priority(request.POST),
        swaps=pairs_to_swap(read_numbers(request.POST.get("swaps", ""))) if is_shown else (),
        known=request.POST.get("known", "") if is_shown else "",
        accepts_broken=is_shown and request.POST.get("accept") == "1",
        by=player_of(request.user, round.stage.competition.club),
        now=timezone.now(),
    )


def _seating_priority(data: QueryDict) -> str:
    chosen = data.get("seating_priority", "")
    return chosen if chosen in SeatingPriority.values else ""


def _show(
    request: HttpRequest, round: Round, form: SeedForm, data: QueryDict, status: int = 200
) -> HttpResponse:
    context = round_context(round, is_organiser=True)
    plan = context.get("plan") or draw_input.plan_seating(round)
    seating_priority = _seating_priority(data)
    seat_url = _seat_url(round, data, form["seed"].value())
    context |= {
        "is_seating": True,
        "form": form,
        "plan": plan,
        "sizes": read_numbers(data.get("sizes", "")) or None,
        "seating_priority": seating_priority,
        "presets": SeatingPriority.choices if round.stage.method == SeatingMethod.VARIETY else (),
        "preferred": seating_priority or round.stage.seating_priority,
        "seat_url": seat_url,
        "live_url": seat_url,
        "other_url": _seat_url(round, data, new_draw_seed()),
    }
    if plan.entries and not form.errors.get("seed"):
        seed = int(form["seed"].value())
        draw = partial(preview_draw, round, plan, seed, context["sizes"], seating_priority)
        try:
            preview = draw()
        except RoundError as error:
            choices = list_choices(round, plan, seed, None)
            context |= {"refusal": str(error), "choices": choices}
        else:
            context["choices"] = list_choices(round, plan, seed, preview.sizes)
            context |= _swapped(preview, draw, data, seat_url)
            context["is_as_now"] = _is_as_now(plan, context["preview"])
    is_fragment = request.headers.get("HX-Target") == "round"
    template = "rounds/_round.html" if is_fragment else "rounds/detail.html"
    return render(request, template, context, status=422 if form.errors else status)


def _swapped(
    preview: Preview, draw: Callable[..., Preview], data: QueryDict, seat_url: str
) -> dict[str, Any]:
    """Return the preview with the swaps made in it, and its addresses.

    Swaps belong to the draw in which they were made: another one comes without them.
    """
    swaps = pairs_to_swap(read_numbers(data.get("swaps", "")))
    is_same = data.get("known") == preview.digest
    if swaps and is_same:
        preview = draw(swaps)
    names = dict(preview.byes) | {
        seat.entry: seat.name for _table, seats in preview.tables for seat in seats
    }
    pick = _number(data, "pick")
    seat_url = f"{seat_url}&known={preview.digest}"
    done = swaps if is_same else ()
    return {
        "preview": preview,
        "seat_url": seat_url,
        "live_url": f"{seat_url}&swaps={_as_text(done)}",
        "swaps": _as_text(done),
        "fewer_swaps": _as_text(done[:-1]),
        "lost_swaps": bool(swaps) and not is_same,
        "pick": pick if pick in names else 0,
        "picked": names.get(pick, ""),
    }


def _as_text(swaps: Sequence[Pair]) -> str:
    return "-".join(f"{one}-{other}" for one, other in swaps)


def _is_as_now(plan: draw_input.SeatingPlan, preview: Preview) -> bool:
    """Return whether a draw repeats the current tables."""
    now = [tuple(seat.entry_id for seat in table.seats.all()) for table in plan.free_tables]
    return set(now) == set(preview.draw.tables)


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
        with report_outcome(request):
            change_seating(
                round_id=round.pk,
                seating=_number(request.POST, "seating", -1),
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
        "title": change_title(change_request.kind, data),
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
    return _("From hand %(hand)s. Results of a substitute count %(whom)s.") % {
        "hand": data["hand"],
        "whom": competition.get_substitutes_display(),
    }


def _change_request(data: QueryDict) -> SeatingChangeRequest:
    """Return the requested change; invalid numbers count as 0."""
    entries = read_numbers("-".join(data.getlist("entries")))
    return SeatingChangeRequest(
        data.get("do", ""),
        **{name: _number(data, name) for name in ("entry", "other", "table", "player")},
        entries=tuple(dict.fromkeys(entries)),
    )


def _number(data: QueryDict, name: str, default: int = 0) -> int:
    return next(iter(read_numbers(data.get(name, ""))), default)


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
    if request.method == "POST":
        with report_outcome(request, _("Undone: %(what)s") % {"what": change_text(done)}):
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
    code_id, now = _number(request.POST, "code"), timezone.now()
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
