"""The page behind a table's QR code."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.clubs.queries import is_spectator
from league.competitions.models import PhoneUse, RoundStatus, TableCode
from league.competitions.queries import seats_in_order
from league.core.ratelimits import is_allowed, too_many_requests
from league.results.access import has_redeemed, phone_at, redeem, seat_of_phone
from league.results.queries import code_with_table
from league.results.views.seats import claim_seat

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
    code = code_with_table(token)
    if code is None:
        if not is_allowed(request, "code"):
            return too_many_requests(request)
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
        redeem(request, code)
        is_seated = claim_seat(request, code.table)
        return redirect("results:table" if is_seated else "results:pick_seat", code.table_id)
    competition = round.stage.competition
    context |= {
        "competition": competition,
        "table": code.table,
        "seats": seats,
        "may_stay_unnamed": competition.phone_use != PhoneUse.OWN,
        "own": seat_of_phone(seats, phone_at(request, code.table)),
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
