"""What people look at: their own table, the sheets on the tables."""

from typing import Any, cast

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from league.clubs.models import User
from league.competitions.models import Table, TableCode
from league.competitions.queries import tables_of_round, valid_codes
from league.core.address import absolute_url
from league.core.qr import qr_svg
from league.rounds import queries
from league.rounds.views.answers import is_piece, organised_round

LINES_OF_PAPER = 12


@vary_on_headers("HX-Target")
@login_required
@require_safe
def show_mine(request: HttpRequest) -> HttpResponse:
    """Show somebody's own rounds of tonight: say "I'm here", find the table."""
    mine = queries.rounds_for_user(cast("User", request.user), timezone.now())
    for one in mine:
        if is_piece(request, f"round-{one.round.pk}"):
            return render(request, "rounds/_my_round.html", {"mine": one})
    return render(request, "rounds/mine.html", {"rounds": mine})


@login_required
@require_safe
def show_sheets(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a sheet of paper for each table, with the code that opens it; for organisers alone."""
    round = organised_round(request, pk)
    tables = list(tables_of_round(round))
    codes = valid_codes(tables)
    sheets = [_sheet(table, codes.get(table.pk)) for table in tables]
    context = {
        "club": round.stage.competition.club,
        "competition": round.stage.competition,
        "round": round,
        "sheets": sheets,
        "lines": range(1, LINES_OF_PAPER + 1),
    }
    return render(request, "rounds/sheets.html", context)


def _sheet(table: Table, code: TableCode | None) -> dict[str, Any]:
    address = absolute_url(reverse("results:code", args=[code.token])) if code else ""
    return {"table": table, "code": code, "address": address, "qr": qr_svg(address) if code else ""}
