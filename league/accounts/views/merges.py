"""Two players who are one person: find them, see what moves, merge, undo."""

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from league.accounts import queries
from league.accounts.forms import TwinsForm
from league.accounts.merging.outlook import look_ahead
from league.accounts.merging.services import merge_players, undo_merge
from league.accounts.models import Merge
from league.clubs.errors import ClubError
from league.clubs.models import User
from league.clubs.queries import clubs_organised_by, players_managed_by
from league.core.requests import report_outcome


@require_safe
@login_required
def merges(request: HttpRequest, slug: str) -> HttpResponse:
    """Suggest who may be one person, and list what was merged."""
    user = cast("User", request.user)
    club = get_object_or_404(clubs_organised_by(user), slug=slug)
    context = {
        "club": club,
        "form": TwinsForm(players=players_managed_by(user).filter(club=club)),
        "twins": queries.likely_twins(user, club),
        "merges": queries.merges_of(club),
    }
    return render(request, "accounts/merges.html", context)


@login_required
def merge(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what a merge would do, and make it."""
    user = cast("User", request.user)
    club = get_object_or_404(clubs_organised_by(user), slug=slug)
    players = players_managed_by(user).filter(club=club)
    form = TwinsForm(request.POST if request.method == "POST" else request.GET, players=players)
    if not form.is_valid():
        return render(request, "accounts/choose_twins.html", {"club": club, "form": form})
    kept, gone = form.cleaned_data["kept"], form.cleaned_data["gone"]
    if request.method == "POST":
        try:
            merge_players(kept_id=kept.pk, gone_id=gone.pk, by=user, now=timezone.now())
        except ClubError as refusal:
            messages.error(request, str(refusal))
        else:
            messages.success(request, _("%(name)s is one player now.") % {"name": kept.name})
            return redirect("clubs:player", kept.pk)
    context = {
        "club": club,
        "kept": kept,
        "gone": gone,
        "outlook": look_ahead(kept=kept, gone=gone),
    }
    return render(request, "accounts/merge.html", context)


@login_required
@require_POST
def undo(request: HttpRequest, pk: int) -> HttpResponse:
    """Make two players of one again."""
    user = cast("User", request.user)
    club_merges = Merge.objects.filter(kept__in=players_managed_by(user))
    undone = get_object_or_404(club_merges.select_related("club"), pk=pk)
    names = {"gone": undone.gone_name, "kept": undone.kept_name}
    said = _("%(gone)s and %(kept)s are two players again.") % names
    with report_outcome(request, said, level=messages.ERROR):
        undo_merge(merge_id=undone.pk, by=user, now=timezone.now())
    return redirect("accounts:merges", undone.club.slug)
