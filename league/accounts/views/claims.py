"""Pages of player claims and merges."""

from allauth.account.adapter import get_adapter
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from league.accounts import queries
from league.accounts.forms import MergeForm, RefusalForm
from league.accounts.merging.services import merge_players, preview_merge, undo_merge
from league.accounts.models import Merge, PlayerClaim
from league.accounts.services import claims as claim_services
from league.clubs import queries as clubs
from league.clubs.access import UserRequest
from league.clubs.errors import ClubError
from league.core.requests import report_outcome


@login_required
@require_POST
def claim(request: UserRequest, pk: int) -> HttpResponse:
    """Claim a player."""
    player = get_object_or_404(clubs.players_visible_to(request.user).active(), pk=pk)
    done = _("Claim sent to the organisers of the club.")
    with report_outcome(request, done, level=messages.ERROR):
        claim_services.claim_player(player_id=player.pk, user=request.user, now=timezone.now())
    return redirect("clubs:player", player.pk)


@login_required
@require_POST
def withdraw(request: UserRequest, pk: int) -> HttpResponse:
    """Withdraw a claim."""
    mine = get_object_or_404(request.user.claims, pk=pk)
    claim_services.withdraw_claim(claim_id=mine.pk, user=request.user, now=timezone.now())
    messages.success(request, _("Claim withdrawn."))
    return redirect("clubs:player", mine.player_id)


@require_safe
@login_required
def claims(request: UserRequest, slug: str) -> HttpResponse:
    """List the open claims of a club."""
    club = get_object_or_404(clubs.clubs_organised_by(request.user), slug=slug)
    waiting = queries.waiting_claims(request.user, club)
    context = {"club": club, "claims": waiting, "form": RefusalForm()}
    return render(request, "accounts/claims.html", context)


@login_required
@require_POST
def approve(request: UserRequest, pk: int) -> HttpResponse:
    """Approve a claim."""
    found = find_claim(request, pk)
    done = _("Claim approved. %(name)s is linked to this person’s account.") % {
        "name": found.player.name
    }
    with report_outcome(request, done, level=messages.ERROR):
        claim_services.approve_claim(claim_id=found.pk, by=request.user, now=timezone.now())
    return redirect("accounts:claims", found.player.club.slug)


@login_required
@require_POST
def refuse(request: UserRequest, pk: int) -> HttpResponse:
    """Refuse a claim with a reason."""
    found = find_claim(request, pk)
    form = RefusalForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Enter a reason for declining the claim."))
        return redirect("accounts:claims", found.player.club.slug)
    now, reason = timezone.now(), form.cleaned_data["reason"]
    with report_outcome(request, _("Claim declined."), level=messages.ERROR):
        claim_services.refuse_claim(claim_id=found.pk, reason=reason, by=request.user, now=now)
        notify_refused(found, reason)
    return redirect("accounts:claims", found.player.club.slug)


def find_claim(request: UserRequest, pk: int) -> PlayerClaim:
    """Return a claim of a player that the user manages; raise Http404."""
    answerable = PlayerClaim.objects.filter(player__in=clubs.players_managed_by(request.user))
    return get_object_or_404(answerable.select_related("player__club", "user"), pk=pk)


def notify_refused(answered: PlayerClaim, reason: str) -> None:
    """Notify a user by mail who is not a player of the club; others get a notification."""
    user, club = answered.user, answered.player.club
    if user.email and clubs.player_of(user, club) is None:
        context = {"player": answered.player, "club": club, "reason": reason}
        get_adapter().send_mail("account/email/claim_refused", user.email, context)


@require_safe
@login_required
def merges(request: UserRequest, slug: str) -> HttpResponse:
    """Suggest players to merge, and list the merges."""
    club = get_object_or_404(clubs.clubs_organised_by(request.user), slug=slug)
    context = {
        "club": club,
        "form": MergeForm(players=clubs.players_managed_by(request.user).filter(club=club)),
        "candidates": queries.merge_candidates(request.user, club),
        "merges": queries.merges_of(club),
    }
    return render(request, "accounts/merges.html", context)


@login_required
def merge(request: UserRequest, slug: str) -> HttpResponse:
    """Preview a merge, and make it."""
    club = get_object_or_404(clubs.clubs_organised_by(request.user), slug=slug)
    players = clubs.players_managed_by(request.user).filter(club=club)
    form = MergeForm(request.POST if request.method == "POST" else request.GET, players=players)
    if not form.is_valid():
        return render(request, "accounts/choose_merge.html", {"club": club, "form": form})
    target, source = form.cleaned_data["target"], form.cleaned_data["source"]
    if request.method == "POST":
        try:
            now = timezone.now()
            merge_players(target_id=target.pk, source_id=source.pk, by=request.user, now=now)
        except ClubError as refusal:
            messages.error(request, str(refusal))
        else:
            messages.success(
                request, _("The players are merged into %(name)s.") % {"name": target.name}
            )
            return redirect("clubs:player", target.pk)
    context = {"club": club, "target": target, "source": source}
    context["preview"] = preview_merge(target=target, source=source)
    return render(request, "accounts/merge.html", context)


@login_required
@require_POST
def undo(request: UserRequest, pk: int) -> HttpResponse:
    """Undo a merge."""
    club_merges = Merge.objects.filter(target__in=clubs.players_managed_by(request.user))
    undone = get_object_or_404(club_merges.select_related("club"), pk=pk)
    names = {"gone": undone.source_name, "kept": undone.target_name}
    done = _("Merge undone. %(gone)s and %(kept)s are separate players again.") % names
    with report_outcome(request, done, level=messages.ERROR):
        undo_merge(merge_id=undone.pk, by=request.user, now=timezone.now())
    return redirect("accounts:merges", undone.club.slug)
