"""Pages that erase somebody, once they have said what goes and what stays."""

from typing import cast

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.clubs.models import User
from league.clubs.queries import players_managed_by
from league.clubs.services import ClubError
from league.privacy.erasing.outlook import look_at_player, look_at_user
from league.privacy.erasing.services import erase_player, erase_user
from league.privacy.forms import SureForm

METHODS = ["GET", "HEAD", "POST"]


@reauthentication_required  # type: ignore[untyped-decorator]  # allauth is not typed
@require_http_methods(METHODS)
def erase_account(request: HttpRequest) -> HttpResponse:
    """Show what erasing one's account does, and do it for who is sure."""
    user = cast("User", request.user)
    form = SureForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            erase_user(user_id=user.pk, now=timezone.now())
        except ClubError as refusal:
            form.add_error(None, str(refusal))
        else:
            logout(request)
            messages.success(request, _("Your account is erased. Thank you for having played."))
            return redirect("clubs:index")
    context = {"form": form, "outlook": look_at_user(user)}
    return render(request, "privacy/erase_account.html", context)


@login_required
@require_http_methods(METHODS)
def erase_player_of_club(request: HttpRequest, pk: int) -> HttpResponse:
    """Show organisers what erasing a player does, and do it when they are sure."""
    player = get_object_or_404(
        players_managed_by(request.user).select_related("club", "user"), pk=pk
    )
    form = SureForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            erase_player(player_id=player.pk, now=timezone.now())
        except ClubError as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("Erased. What was played stays under a neutral name."))
            return redirect("clubs:player", player.pk)
    context = {
        "form": form,
        "club": player.club,
        "player": player,
        "outlook": look_at_player(player),
    }
    return render(request, "privacy/erase_player.html", context)
