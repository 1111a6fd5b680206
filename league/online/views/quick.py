"""Quick match: say what one would like to play, and wait until others are there."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from league.core.requests import HtmxRequest, report_outcome
from league.online.access import newcomer_of, remember
from league.online.forms import QuickMatchForm, find_slug
from league.online.lobby import quick_seats, waiting_players
from league.online.services.quick_match import still_waiting, stop_waiting, wait_for_match
from league.online.views.lobby import address_of, find_club


@require_POST
def quick_match(request: HttpRequest, slug: str = "") -> HttpResponse:
    """Let this visitor wait for a match of a game at a pace, in a club with its players."""
    club = find_club(request, slug)
    game = find_slug(request.GET.get("game", ""))
    form = QuickMatchForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Enter your name and choose a pace."))
        return redirect(f"{address_of(club)}?game={game.slug}")
    said = form.cleaned_data
    person = newcomer_of(request, said["name"])
    with report_outcome(request, level=messages.ERROR):
        row = wait_for_match(
            person=person,
            game=game.slug,
            seats=quick_seats(game),
            move_seconds=said["quick_pace"],
            bots_after=said["bots_after"] or None,
            club_id=club.pk if club else None,
            now=timezone.now(),
        )
        remember(request, person)
        return redirect("online:waiting", row.token)
    return redirect(f"{address_of(club)}?game={game.slug}")


@never_cache
@require_safe
def waiting(request: HtmxRequest, token: str) -> HttpResponse:
    """Show that somebody waits for a match, and lead to the table once there is one."""
    now = timezone.now()
    row = still_waiting(token=token, now=now)
    if row is None:
        return _lead_to(request, redirect("online:lobby"))
    if row.table is not None:
        table = row.table
        stop_waiting(token=token)
        return _lead_to(request, redirect("online:table", table.token))
    alike = {"game": row.game, "move_seconds": row.move_seconds, "club": row.club}
    left = None if row.bots_at is None else max(1, round((row.bots_at - now).total_seconds()))
    context = {
        "row": row,
        "here": waiting_players(now).filter(**alike).count(),
        "seconds_left": left,
        "club": row.club,
    }
    fragment = request.htmx and request.htmx.target == "quick"
    return render(request, "online/_quick.html" if fragment else "online/quick.html", context)


@require_POST
def stop(_request: HttpRequest, token: str) -> HttpResponse:
    """Wait no more."""
    row = still_waiting(token=token, now=timezone.now())
    stop_waiting(token=token)
    if row is not None and row.table is not None:
        return redirect("online:table", row.table.token)
    return redirect(address_of(row.club if row else None))


def _lead_to(request: HtmxRequest, answer: HttpResponse) -> HttpResponse:
    """Lead the whole page on where a part of it has asked."""
    if not request.htmx:
        return answer
    whole = HttpResponse()
    whole["HX-Redirect"] = answer["Location"]
    return whole
