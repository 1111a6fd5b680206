"""Change a seating: pick a player, pick where; open and dissolve tables; codes of tables."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from league.competitions import table_codes
from league.competitions.models import Entry, Round
from league.competitions.queries import tables_of_round
from league.core.numbers import read_numbers
from league.rounds import plans, services
from league.rounds.views.answers import do, organised_round


@login_required
@require_http_methods(["GET", "POST"])
def move(request: HttpRequest, pk: int, entry_pk: int) -> HttpResponse:
    """Say where a player could go, and let them go there: a table, another's seat, home."""
    round = organised_round(request, pk)
    entries = Entry.objects.filter(competition=round.stage.competition_id)
    entry = get_object_or_404(entries.select_related("player"), pk=entry_pk)
    if request.method == "POST":
        return _act(request, round, entry)
    places = plans.places_for(round, entry)
    context = {
        "club": round.stage.competition.club,
        "competition": round.stage.competition,
        "round": round,
        "entry": entry,
        "places": places,
        "is_seated": any(place.is_own for place in places),
    }
    return render(request, "rounds/move.html", context)


def _act(request: HttpRequest, round: Round, entry: Entry) -> HttpResponse:
    """Do what the button says: `table`, `swap` ("entry-table-seat") or `out`."""
    numbers = read_numbers(request.POST.get("table") or request.POST.get("swap") or "")
    names = {"name": entry.player.name}
    if "out" in request.POST:
        return do(
            request,
            round,
            lambda: services.take_out_player(
                round_id=round.pk, entry_id=entry.pk, now=timezone.now()
            ),
            _("%(name)s is taken out of this round.") % names,
        )
    if "swap" in request.POST and len(numbers) == 3:
        return do(
            request,
            round,
            lambda: services.swap_players(
                round_id=round.pk,
                entry_id=entry.pk,
                other_id=numbers[0],
                table_id=numbers[1],
                number=numbers[2],
                now=timezone.now(),
            ),
            _("%(name)s has a new seat; the two have changed places.") % names,
        )
    if "table" in request.POST and len(numbers) == 1:
        return do(
            request,
            round,
            lambda: services.seat_player(
                round_id=round.pk, entry_id=entry.pk, table_id=numbers[0], now=timezone.now()
            ),
            _("%(name)s has a new seat.") % names,
        )
    messages.warning(request, _("Choose where %(name)s should go.") % names)
    return redirect("rounds:move", round.pk, entry.pk)


@login_required
@require_POST
def open_table(request: HttpRequest, pk: int) -> HttpResponse:
    """Open an extra table for the ticked players who wait."""
    round = organised_round(request, pk)
    entry_ids = read_numbers("-".join(request.POST.getlist("entry")))
    return do(
        request,
        round,
        lambda: services.open_table(
            round_id=round.pk, entry_ids=list(dict.fromkeys(entry_ids)), now=timezone.now()
        ),
        _("An extra table is open."),
    )


@login_required
@require_POST
def dissolve(request: HttpRequest, pk: int, table_pk: int) -> HttpResponse:
    """Dissolve a table without hands."""
    round = organised_round(request, pk)
    return do(
        request,
        round,
        lambda: services.dissolve_table(round_id=round.pk, table_id=table_pk, now=timezone.now()),
        _("The table is dissolved. Its players wait for another seat."),
    )


@login_required
@require_POST
def change_code(request: HttpRequest, pk: int, table_pk: int) -> HttpResponse:
    """Replace the code of a table, or revoke it without another."""
    round = organised_round(request, pk)
    table = get_object_or_404(tables_of_round(round), pk=table_pk)
    code_id = next(iter(read_numbers(request.POST.get("code", ""))), 0)
    now = timezone.now()
    names = {"number": table.number}
    if request.POST.get("do") == "revoke":
        table_codes.revoke_code(table_id=table.pk, code_id=code_id, now=now)
        messages.success(request, _("The code of table %(number)d opens nothing now.") % names)
    else:
        table_codes.replace_code(table_id=table.pk, code_id=code_id, now=now)
        messages.success(
            request, _("Table %(number)d has a new code. Print its sheet again.") % names
        )
    return redirect("rounds:sheets", round.pk)
