"""Say on a phone from which seat it plays; free a seat for another phone."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from league.competitions.models import Table
from league.core.ratelimits import is_allowed
from league.results.access import (
    holds_code,
    phone_at,
    phone_of,
    seat_held,
    seat_of_phone,
    tables_recordable_by,
    tables_scored_by,
)
from league.results.errors import ResultError
from league.results.forms import read_number
from league.results.models import Via
from league.results.seats import free_seat, take_seat

PAGES = {"seal": "results:seal"}
"""Where a phone goes on that has said who holds it, if not to the table."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def pick_seat(request: HttpRequest, pk: int) -> HttpResponse:
    """Let a phone that holds the table's code say from which seat it plays, or change that."""
    table = get_object_or_404(tables_recordable_by(request), pk=pk)
    if not holds_code(request, table):
        return redirect("results:table", pk)
    if request.method == "POST":
        if claim_seat(request, table):
            return redirect(PAGES.get(request.POST.get("next", ""), "results:table"), pk)
        return redirect("results:pick_seat", pk)
    round = table.round
    context = {
        "club": round.stage.competition.club,
        "competition": round.stage.competition,
        "round": round,
        "table": table,
        "seats": table.seats.all(),
        "own": seat_of_phone(list(table.seats.all()), phone_at(request, table)),
    }
    return render(request, "results/seats.html", context)


@require_POST
def free(request: HttpRequest, pk: int) -> HttpResponse:
    """Let another phone take a seat, as a scorer or an organiser may."""
    table = get_object_or_404(tables_scored_by(request), pk=pk)
    number = read_number(request.POST.get("seat", ""))
    seat = next((seat for seat in table.seats.all() if seat.number == number), None)
    if seat is None:
        raise Http404
    free_seat(table_id=pk, seat=number)
    said = _("The seat of %(name)s is free: another phone may take it.")
    messages.success(request, said % {"name": seat.player.name})
    return redirect("results:table", pk)


def claim_seat(request: HttpRequest, table: Table) -> bool:
    """Take the seat that was tapped on this phone; say why not if that is refused.

    Who is signed in and sits at the table needs no other seat.
    """
    held = seat_held(request, table)
    said = request.POST.get("seat", "")
    if not said or (held is not None and held.via == Via.SEAT):
        return True
    if not is_allowed(request, "record"):
        messages.warning(request, _("That was too much for one minute. Wait a little."))
        return False
    phone_of(request)
    number = next((each.number for each in table.seats.all() if str(each.number) == said), -1)
    try:
        take_seat(table_id=table.pk, seat=number, phone=phone_at(request, table))
    except ResultError as error:
        messages.warning(request, error.text)
        return False
    return True
