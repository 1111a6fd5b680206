"""Take over hands from a phone without network: it shows a code, another phone reads and sends.

The hands travel after the # of the address, so they reach the site only when they are asked about
here, and then through the same door as all others (views/sending.py).
"""

from collections.abc import Iterator
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qsl

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from league.competitions.models import Table, TableCode
from league.competitions.queries import tables
from league.core.games import site_game
from league.core.ratelimits import is_allowed
from league.results.board import names_at
from league.results.forms import as_record, read_number

# More would not fit into one code.
MOST_HANDS = 20


@require_safe
def show_handover(request: HttpRequest) -> HttpResponse:
    """Show the page that reads what another phone has handed over."""
    return render(request, "offline/handover.html")


@never_cache
@csrf_exempt
@require_POST
def look(request: HttpRequest) -> JsonResponse:
    """Say in words what a phone is about to send; it changes nothing, so it needs no token."""
    if not is_allowed(request, "code"):
        words = _("That were too many tries for one minute. Wait a little.")
        return JsonResponse({"words": words}, status=HTTPStatus.TOO_MANY_REQUESTS)
    code = TableCode.objects.filter(token=request.POST.get("code", ""), revoked_at=None).first()
    table = tables().filter(pk=code.table_id).first() if code else None
    if table is None or str(table.pk) != request.POST.get("table"):
        words = _("The code of this table is not valid any more. Ask an organiser.")
        return JsonResponse({"words": words}, status=HTTPStatus.NOT_FOUND)
    sent = request.POST.getlist("hand")[:MOST_HANDS]
    competition = table.round.stage.competition
    title = {
        "competition": competition.name,
        "round": table.round.number,
        "table": table.number,
    }
    return JsonResponse(
        {
            "title": _("%(competition)s, round %(round)d, table %(table)d") % title,
            "hands": list(_told(table, sent)),
        }
    )


def _told(table: Table, sent: list[str]) -> Iterator[dict[str, Any]]:
    """Tell each hand, given as its number, a question mark and the fields of its form."""
    names = names_at(table)
    describe = site_game(table.game).entry.describe_record
    for text in sent:
        number, _mark, fields = text.partition("?")
        record = as_record(table.game, len(names), dict(parse_qsl(fields, keep_blank_values=True)))
        try:
            facts = [list(fact) for fact in describe(record, names)]
        except (LookupError, TypeError, ValueError):
            # It is not whole; the site will say at which field once it is sent.
            facts = [[_("Not whole"), _("Something is missing or wrong in it.")]]
        title = _("Hand %(number)d") % {"number": read_number(number)}
        yield {"title": title, "facts": facts}
