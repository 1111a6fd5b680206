"""Pages of retention, personal data and erasure."""

from datetime import datetime
from typing import IO

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.clubs.access import UserRequest, get_club_or_404
from league.clubs.errors import ClubError
from league.clubs.models import Player, User
from league.clubs.queries import clubs_organised_by, is_organiser, players_managed_by
from league.privacy.erasing import services
from league.privacy.erasing.preview import preview_player_erasure, preview_user_erasure
from league.privacy.forms import RetentionForm, SureForm
from league.privacy.personal_file import write_file_of_player, write_own_file
from league.privacy.retention import (
    days_chosen,
    players_of_personal_file,
    retention_overview,
    set_retention_periods,
)


@require_safe
def show_privacy(request: HttpRequest) -> HttpResponse:
    """Show the site's retention periods."""
    return render(request, "privacy/overview.html", {"retention": retention_overview()})


@require_safe
def show_club_privacy(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a club's retention periods, with a form for organisers."""
    club = get_club_or_404(request, slug)
    context = {"club": club, "retention": retention_overview(club)}
    if is_organiser(request.user, club):
        context["form"] = RetentionForm(initial=days_chosen(club.pk))
    return render(request, "privacy/club.html", context)


@login_required
@require_POST
def choose(request: HttpRequest, slug: str) -> HttpResponse:
    """Store a club's retention periods."""
    club = get_object_or_404(clubs_organised_by(request.user), slug=slug)
    form = RetentionForm(request.POST, initial=days_chosen(club.pk))
    if not form.is_valid():
        context = {"club": club, "retention": retention_overview(club), "form": form}
        return render(request, "privacy/club.html", context)
    set_retention_periods(club_id=club.pk, days=form.cleaned_data)
    messages.success(request, _("Saved. Older data is deleted within an hour."))
    return redirect("privacy:club", club.slug)


@require_safe
@reauthentication_required
def own_file(request: UserRequest) -> FileResponse:
    """Send the user's personal data."""
    return send_own_file(request.user, now=timezone.now())


@login_required
@require_safe
def file_of_player(request: HttpRequest, pk: int) -> FileResponse:
    """Send the data of a player without account to an organiser."""
    player = get_object_or_404(players_of_personal_file(request.user), pk=pk)
    return send_file_of_player(player, now=timezone.now())


def send_own_file(user: User, *, now: datetime) -> FileResponse:
    """Return the response with a user's data."""
    return _json_file(write_own_file(user=user, now=now), "my-data.json")


def send_file_of_player(player: Player, *, now: datetime) -> FileResponse:
    """Return the response with a player's data."""
    return _json_file(write_file_of_player(player=player, now=now), f"player-{player.pk}.json")


def _json_file(file: IO[bytes], filename: str) -> FileResponse:
    headers = {"Content-Type": "application/json", "Cache-Control": "private, no-store"}
    return FileResponse(file, as_attachment=True, filename=filename, headers=headers)


@reauthentication_required
@require_http_methods(["GET", "HEAD", "POST"])
def erase_account(request: UserRequest) -> HttpResponse:
    """Preview and erase the user's account."""
    form = SureForm(request.POST or None)
    if form.is_valid():
        try:
            services.erase_user(user_id=request.user.pk, now=timezone.now())
        except ClubError as refusal:
            form.add_error(None, str(refusal))
        else:
            logout(request)
            messages.success(request, _("Your account is deleted."))
            return redirect("clubs:index")
    context = {"form": form, "preview": preview_user_erasure(request.user)}
    return render(request, "privacy/erase_account.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def erase_player_of_club(request: HttpRequest, pk: int) -> HttpResponse:
    """Preview and erase a player."""
    player = get_object_or_404(players_managed_by(request.user), pk=pk)
    form = SureForm(request.POST or None)
    if form.is_valid():
        try:
            services.erase_player(player_id=player.pk, now=timezone.now())
        except ClubError as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(
                request, _("Personal data deleted. Results stay under a neutral name.")
            )
            return redirect("clubs:player", player.pk)
    context = {"form": form, "club": player.club, "player": player}
    context["preview"] = preview_player_erasure(player)
    return render(request, "privacy/erase_player.html", context)
