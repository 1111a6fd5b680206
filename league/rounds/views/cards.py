"""Cards of rounds on other pages, and replies whether players come."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from league.clubs.access import get_visible_or_404
from league.clubs.queries import player_of
from league.competitions.queries import rounds_seen_by
from league.core.requests import report_outcome
from league.rounds.cards import card_of
from league.rounds.services.replies import reply_to_round


@require_safe
def show_card(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the live card of a round, as on the page of its club."""
    round = get_visible_or_404(request, rounds_seen_by(request.user), pk=pk)
    context = {"card": card_of(round, request.user, timezone.now()), "is_live": True}
    return render(request, "rounds/_card.html", context)


@login_required
@require_POST
def reply(request: HttpRequest, pk: int) -> HttpResponse:
    """Store whether the signed-in player comes to a round."""
    round = get_visible_or_404(request, rounds_seen_by(request.user), pk=pk)
    club = round.stage.competition.club
    player = player_of(request.user, club)
    if player is None:
        return render(request, "rounds/not_a_player.html", {"club": club, "round": round})
    is_coming = request.POST.get("coming") == "1"
    done = _("You are coming.") if is_coming else _("You are not coming.")
    with report_outcome(request, done):
        reply_to_round(round_id=round.pk, player=player, is_coming=is_coming, now=timezone.now())
    back = request.POST.get("back", "")
    if back.startswith("/") and url_has_allowed_host_and_scheme(back, allowed_hosts=None):
        return redirect(back)
    return redirect(reverse("clubs:home", args=[club.slug]))
