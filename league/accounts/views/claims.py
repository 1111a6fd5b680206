"""That is me: who claims a player, and the organisers who answer."""

from typing import cast

from allauth.account.adapter import get_adapter
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from league.accounts import queries, services
from league.accounts.forms import RefusalForm
from league.accounts.models import Claim
from league.clubs.errors import ClubError
from league.clubs.models import User
from league.clubs.queries import (
    clubs_organised_by,
    player_of,
    players_managed_by,
    players_seen_by,
)
from league.core.requests import report_outcome


@login_required
@require_POST
def claim(request: HttpRequest, pk: int) -> HttpResponse:
    """Say to be a player."""
    user = cast("User", request.user)
    player = get_object_or_404(players_seen_by(request.user).active(), pk=pk)
    said = _("The organisers of the club have been asked.")
    with report_outcome(request, said, level=messages.ERROR):
        services.claim_player(player_id=player.pk, user=user, now=timezone.now())
    return redirect("clubs:player", player.pk)


@login_required
@require_POST
def withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a claim back."""
    user = cast("User", request.user)
    mine = get_object_or_404(queries.claims_of_user(user), pk=pk)
    services.withdraw_claim(claim_id=mine.pk, user=user, now=timezone.now())
    messages.success(request, _("Taken back."))
    return redirect("clubs:player", mine.player_id)


@require_safe
@login_required
def claims(request: HttpRequest, slug: str) -> HttpResponse:
    """List the claims that wait for an organiser."""
    club = get_object_or_404(clubs_organised_by(request.user), slug=slug)
    waiting = queries.waiting_claims(cast("User", request.user), club)
    return render(
        request, "accounts/claims.html", {"club": club, "claims": waiting, "form": RefusalForm()}
    )


@login_required
@require_POST
def approve(request: HttpRequest, pk: int) -> HttpResponse:
    """Make somebody the user of a player."""
    found = find_claim(request, pk)
    said = _("%(name)s signs in as this player from now on.") % {"name": found.player.name}
    with report_outcome(request, said, level=messages.ERROR):
        services.approve_claim(claim_id=found.pk, by=cast("User", request.user), now=timezone.now())
    return redirect("accounts:claims", found.player.club.slug)


@login_required
@require_POST
def refuse(request: HttpRequest, pk: int) -> HttpResponse:
    """Refuse a claim in a few words."""
    found = find_claim(request, pk)
    form = RefusalForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Say in a few words why not."))
        return redirect("accounts:claims", found.player.club.slug)
    words = form.cleaned_data["words"]
    try:
        services.refuse_claim(
            claim_id=found.pk, words=words, by=cast("User", request.user), now=timezone.now()
        )
    except ClubError as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("Refused."))
        tell_refused(found, words)
    return redirect("accounts:claims", found.player.club.slug)


def find_claim(request: HttpRequest, pk: int) -> Claim:
    """Return a claim of a player that the visitor manages."""
    answerable = Claim.objects.filter(player__in=players_managed_by(request.user))
    return get_object_or_404(answerable.select_related("player__club", "user"), pk=pk)


def tell_refused(answered: Claim, words: str) -> None:
    """Tell by mail who is no player of the club; a notice reaches those who are."""
    club = answered.player.club
    if answered.user.email and player_of(answered.user, club) is None:
        context = {"player": answered.player, "club": club, "words": words}
        get_adapter().send_mail("account/email/claim_refused", answered.user.email, context)
