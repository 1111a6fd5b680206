"""Seat a round: look at what it would do, choose, then seat."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.http.request import QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.clubs.queries import player_of
from league.competitions.models import Balance, Method, Round
from league.core.numbers import read_numbers
from league.rounds import plans, services
from league.rounds.errors import RoundError
from league.rounds.forms import SeedForm
from league.rounds.lots import new_seed
from league.rounds.previews import Preview, list_choices, preview_draw, seed_to_offer
from league.rounds.views.answers import organised_round


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def seat(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the tables as they would be drawn, and what else could be chosen; by POST seat them."""
    round = organised_round(request, pk)
    if request.method != "POST":
        asked = request.GET.get("seed")
        if asked is None:
            asked = str(seed_to_offer(round, plans.plan_seating(round)))
        form = SeedForm({"seed": asked, "seating": round.seating})
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
            request, _("Seated. Everybody can see their table on the screen and on their phone.")
        )
    return redirect("rounds:detail", round.pk)


def _address(round: Round, form: SeedForm, data: QueryDict) -> str:
    """Return where a draw with this seed and these sizes is shown."""
    sizes = "-".join(map(str, read_numbers(data.get("sizes", ""))))
    query = {"sizes": sizes, "balance": _balance(data), "seed": form.cleaned_data["seed"]}
    return f"{reverse('rounds:seat', args=[round.pk])}?{urlencode(query)}"


def _seat(request: HttpRequest, round: Round, form: SeedForm) -> None:
    """Seat a round as its form says; a seed of one's own has not been seen drawn before."""
    seed = form.cleaned_data["seed"]
    is_shown = request.POST.get("shown") == str(seed)
    services.seat_round(
        round_id=round.pk,
        seating=form.cleaned_data["seating"],
        seed=seed,
        sizes=read_numbers(request.POST.get("sizes", "")) or None,
        balance=_balance(request.POST),
        known=request.POST.get("known", "") if is_shown else "",
        accepts_broken=is_shown and request.POST.get("accept") == "1",
        by=player_of(request.user, round.stage.competition.club),
        now=timezone.now(),
    )


def _balance(data: QueryDict) -> str:
    """Read what is preferred for this draw; "" leaves it to the stage."""
    chosen = data.get("balance", "")
    return chosen if chosen in Balance.values else ""


def _show(
    request: HttpRequest, round: Round, form: SeedForm, data: QueryDict, status: int = 200
) -> HttpResponse:
    plan = plans.plan_seating(round)
    sizes = read_numbers(data.get("sizes", "")) or None
    balance = _balance(data)
    context: dict[str, Any] = {
        "club": round.stage.competition.club,
        "competition": round.stage.competition,
        "round": round,
        "form": form,
        "plan": plan,
        "sizes": sizes,
        "balance": balance,
        "presets": Balance.choices if round.stage.method == Method.VARIETY else (),
        "preferred": balance or round.stage.balance,
        "other_seed": new_seed(),
    }
    seed = form["seed"].value()
    if plan.entries and not form.errors.get("seed"):
        try:
            preview = preview_draw(round, plan, int(seed), sizes, balance)
            context["preview"] = preview
            context["is_as_now"] = _is_as_now(plan, preview)
            context["choices"] = list_choices(round, plan, int(seed), preview.sizes)
        except RoundError as error:
            context["refusal"] = str(error)
            context["choices"] = list_choices(round, plan, int(seed), None)
    return render(request, "rounds/seat.html", context, status=422 if form.errors else status)


def _is_as_now(plan: plans.SeatingPlan, preview: Preview) -> bool:
    """Say whether a draw only repeats the tables that it would dissolve."""
    now = [tuple(seat.entry_id for seat in table.seats.all()) for table in plan.free_tables]
    return set(now) == set(preview.draw.tables)
