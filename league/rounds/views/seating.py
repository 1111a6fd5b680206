"""Seat a round: look at what it would do, then draw."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from league.core.numbers import read_numbers
from league.rounds import plans, services
from league.rounds.forms import SeedForm
from league.rounds.lots import new_seed
from league.rounds.views.answers import do, organised_round


@login_required
@require_http_methods(["GET", "POST"])
def seat(request: HttpRequest, pk: int) -> HttpResponse:
    """Show how many tables of which sizes there would be, and draw the seats by lot."""
    round = organised_round(request, pk)
    form = SeedForm(
        request.POST if request.method == "POST" else None,
        initial={"seed": new_seed(), "seating": round.seating},
    )
    if request.method == "POST" and form.is_valid():
        return do(
            request,
            round,
            lambda: services.seat_round(
                round_id=round.pk,
                seating=form.cleaned_data["seating"],
                seed=form.cleaned_data["seed"],
                sizes=read_numbers(request.POST.get("sizes", "")) or None,
                now=timezone.now(),
            ),
            _("Seated. Everybody can see their table on the screen and on their phone."),
        )
    context = {
        "club": round.stage.competition.club,
        "competition": round.stage.competition,
        "round": round,
        "form": form,
        "plan": plans.plan_seating(round),
    }
    return render(request, "rounds/seat.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def undo(request: HttpRequest, pk: int) -> HttpResponse:
    """Dissolve the tables at which nothing is recorded."""
    round = organised_round(request, pk)
    seating = next(iter(read_numbers(request.POST.get("seating", ""))), -1)
    return do(
        request,
        round,
        lambda: services.undo_seating(round_id=round.pk, seating=seating, now=timezone.now()),
        _("The seating is undone. Everybody is still checked in."),
    )
