"""Seat a round: preview a draw, swap in it, draw again, apply it."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.request import QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.vary import vary_on_headers

from games.tournament.draw import Pair
from league.clubs.queries import player_of
from league.competitions.access import organised_round
from league.competitions.models import Round, SeatingMethod, SeatingPriority
from league.core.requests import number_in, read_numbers
from league.rounds import draw_input
from league.rounds.draws import new_draw_seed
from league.rounds.errors import RoundError
from league.rounds.forms import SeedForm
from league.rounds.seating_impact import Preview, list_choices, preview_draw, seed_to_offer
from league.rounds.services.seating import seat_round
from league.rounds.swaps import pairs_to_swap
from league.rounds.views.rounds import round_context


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
        return redirect(_seat_url(round, request.POST, form.cleaned_data["seed"]))
    try:
        _seat(request, round, form)
    except RoundError as error:
        if error.code == "broken_pairs":
            form.add_error(None, error.text)
            return _show(request, round, form, request.POST, status=422)
        messages.warning(request, error.text)
        if error.code == "draw_outdated":
            return redirect(_seat_url(round, request.POST, form.cleaned_data["seed"]))
    else:
        messages.success(
            request,
            _(
                "Players are seated. Everyone can see their table in the projector view and on "
                "their phone."
            ),
        )
    return redirect("rounds:detail", round.pk)


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
    pick = number_in(data, "pick") or 0
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
