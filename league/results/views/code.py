"""The page behind a table's QR code."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.clubs.queries import is_spectator
from league.competitions.models import RoundStatus, Seat, TableCode
from league.competitions.queries import seats_in_order
from league.core.ratelimits import is_allowed
from league.results.access import has_redeemed, redeem
from league.results.queries import code_with_table

UNKNOWN = _("There is no such code. Scan the sheet on your table once more.")
REPLACED = _("This code was replaced by a new one. Ask an organiser for the new sheet.")
RESEATED = _("This table was seated again. Scan the code that lies on your new table.")
CLOSED = _(
    "The round is closed, and its codes with it. If something is missing or wrong, tell an "
    "organiser, who can still put it right."
)
LOOKS_ON = _(
    "You are a spectator of this club, and spectators record nothing. An organiser can make a "
    "player of you."
)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def open_code(request: HttpRequest, token: str) -> HttpResponse:
    """Show which table a code opens; a POST lets this phone write there."""
    if not is_allowed(request, "code"):
        return render(request, "429.html", status=429)
    code = code_with_table(token)
    if code is None:
        return render(request, "results/code_refused.html", {"why": UNKNOWN}, status=404)
    round = code.table.round
    context: dict[str, Any] = {"round": round, "club": round.stage.competition.club}
    if (why := _why_not(code)) is not None:
        return render(request, "results/code_refused.html", context | {"why": why}, status=410)
    if is_spectator(request.user, round.stage.competition.club):
        refused = context | {"why": LOOKS_ON}
        return render(request, "results/code_refused.html", refused, status=403)
    seats = list(seats_in_order().filter(table=code.table))
    if request.method == "POST":
        redeem(request, code, _seat_said(request, seats))
        return redirect("results:table", code.table_id)
    context |= {
        "competition": round.stage.competition,
        "table": code.table,
        "seats": seats,
        "has_redeemed": has_redeemed(request, code),
    }
    return render(request, "results/code.html", context)


def _why_not(code: TableCode) -> Promise | None:
    """Return why a code opens nothing any more, None if it does."""
    if code.table.dissolved_at is not None:
        return RESEATED
    if code.revoked_at is not None:
        return REPLACED
    if code.table.round.status == RoundStatus.CLOSED:
        return CLOSED
    return None


def _seat_said(request: HttpRequest, seats: list[Seat]) -> Seat | None:
    """Return the seat whose player the visitor says to be."""
    said = request.POST.get("seat", "")
    return next((seat for seat in seats if str(seat.number) == said), None)
