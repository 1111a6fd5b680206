"""Pages that say what is kept how long, and that take away or erase what is about somebody."""

from datetime import datetime
from typing import cast

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.clubs.errors import ClubError
from league.clubs.looking import find_club
from league.clubs.models import Player, User
from league.clubs.queries import clubs_organised_by, is_organiser, players_managed_by
from league.privacy.erasing.outlook import look_at_player, look_at_user
from league.privacy.erasing.services import erase_player, erase_user
from league.privacy.forms import KeepingForm, SureForm
from league.privacy.keeping.services import choose_keeping, days_chosen
from league.privacy.personal_file.writing import write_file_of_player, write_own_file
from league.privacy.queries import players_told_through, what_is_kept


@require_safe
def show_kept(request: HttpRequest) -> HttpResponse:
    """Say what this site keeps about people, and for how long."""
    return render(request, "privacy/kept.html", {"kept": what_is_kept()})


@require_safe
def show_kept_by_club(request: HttpRequest, slug: str) -> HttpResponse:
    """Say likewise what a club keeps; organisers choose there."""
    club = find_club(request, slug)
    context = {"club": club, "kept": what_is_kept(club)}
    if is_organiser(request.user, club):
        context["form"] = KeepingForm(initial=days_chosen(club.pk))
    return render(request, "privacy/kept_by_club.html", context)


@login_required
@require_POST
def choose(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose how long a club keeps what concerns people."""
    club = get_object_or_404(clubs_organised_by(request.user), slug=slug)
    form = KeepingForm(request.POST, initial=days_chosen(club.pk))
    if not form.is_valid():
        context = {"club": club, "kept": what_is_kept(club), "form": form}
        return render(request, "privacy/kept_by_club.html", context)
    choose_keeping(club_id=club.pk, days=form.cleaned_data)
    messages.success(request, _("Saved. What is too old is deleted within the hour."))
    return redirect("privacy:kept_by_club", club.slug)


@require_safe
@reauthentication_required  # type: ignore[untyped-decorator]  # allauth is not typed
def own_file(request: HttpRequest) -> FileResponse:
    """Send somebody all about themselves."""
    return send_own_file(cast("User", request.user), now=timezone.now())


@login_required
@require_safe
def file_of_player(request: HttpRequest, pk: int) -> FileResponse:
    """Send organisers what their club holds about a player who has no account to ask with."""
    player = get_object_or_404(players_told_through(request.user), pk=pk)
    return send_file_of_player(player, now=timezone.now())


def send_own_file(user: User, *, now: datetime) -> FileResponse:
    """Answer with all about a user, a page and a program alike."""
    file = write_own_file(user=user, now=now)
    return _answer(FileResponse(file, as_attachment=True, filename="my-data.json"))


def send_file_of_player(player: Player, *, now: datetime) -> FileResponse:
    """Answer likewise with what a club holds about a player without account."""
    file = write_file_of_player(player=player, now=now)
    return _answer(FileResponse(file, as_attachment=True, filename=f"player-{player.pk}.json"))


def _answer(answer: FileResponse) -> FileResponse:
    answer["Content-Type"] = "application/json"
    answer["Cache-Control"] = "private, no-store"
    return answer


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
