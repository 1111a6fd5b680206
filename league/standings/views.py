"""Pages of standings: a competition's table, and one entry opened down to its hands."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from league.competitions.queries import competitions
from league.core.requests import HtmxRequest
from league.standings.opened import entries_to_show, open_entry
from league.standings.pieces import draw_standings


@require_safe
def show_table(request: HtmxRequest, pk: int) -> HttpResponse:
    """Show who stands where in a competition."""
    competition = get_object_or_404(competitions(), pk=pk)
    if request.htmx.target == "standings":
        return HttpResponse(draw_standings(competition))
    context = {"club": competition.club, "competition": competition}
    return render(request, "standings/table.html", context)


@require_safe
def show_entry(request: HtmxRequest, pk: int) -> HttpResponse:
    """Show where an entry's points come from."""
    entry = get_object_or_404(entries_to_show(), pk=pk)
    context = {
        "club": entry.competition.club,
        "competition": entry.competition,
        "entry": entry,
        "standing": getattr(entry, "standing", None),
        "tables": open_entry(entry),
    }
    is_piece = request.htmx.target == "entry"
    return render(request, "standings/_entry.html" if is_piece else "standings/entry.html", context)
