"""Take away all that the site holds about somebody."""

from datetime import datetime
from typing import cast

from allauth.account.decorators import reauthentication_required
from django.contrib.auth.decorators import login_required
from django.http import FileResponse, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.http import require_safe

from league.clubs.models import Player, User
from league.privacy.personal_file.writing import write_file_of_player, write_own_file
from league.privacy.queries import players_told_through


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
