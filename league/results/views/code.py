"""The page behind a table's QR code."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

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


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def open_code(request: HttpRequest, token: str) -> HttpResponse:
    """Show which table a code opens; a POST lets this phone write there."""
    if not is_allowed(request, "code"):
        return render(request, "429.html", status=429)
    code = code_with_table(token)
    if code is None:
        return render(request, "results/code_refused.html", {"why": UNKNOWN}, status=404)
    if (why := _why_not(code)) is not None:
        round = code.table.round
        context = {"why": why, "round": round, "club": round.stage.competition.club}
        return render(request, "results/code_refused.html", context, status=410)
    seats = list(seats_in_order().filter(table=code.table))
    if request.method == "POST":
        redeem(request, code, _seat_said(request, seats))
        return redirect("results:table", code.table_id)
    context = {
        "club": code.table.round.stage.competition.club,
        "competition": code.table.round.stage.competition,
        "round": code.table.round,
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
