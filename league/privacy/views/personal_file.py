"""Take away all that the site holds about somebody."""

from typing import cast

from allauth.account.decorators import reauthentication_required
from django.contrib.auth.decorators import login_required
from django.http import FileResponse, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.http import require_safe

from league.clubs.models import User
from league.clubs.queries import players_managed_by
from league.privacy.personal_file.writing import write_file_of_player, write_own_file


@require_safe
@reauthentication_required  # type: ignore[untyped-decorator]  # allauth is not typed
def own_file(request: HttpRequest) -> FileResponse:
    """Send somebody all about themselves."""
    file = write_own_file(user=cast("User", request.user), now=timezone.now())
    return _answer(FileResponse(file, as_attachment=True, filename="my-data.json"))


@login_required
@require_safe
def file_of_player(request: HttpRequest, pk: int) -> FileResponse:
    """Send organisers what their club holds about a player who has no account to ask with."""
    without_account = players_managed_by(request.user).filter(user=None)
    player = get_object_or_404(without_account, pk=pk)
    file = write_file_of_player(player=player, now=timezone.now())
    return _answer(FileResponse(file, as_attachment=True, filename=f"player-{player.pk}.json"))


def _answer(answer: FileResponse) -> FileResponse:
    answer["Content-Type"] = "application/json"
    answer["Cache-Control"] = "private, no-store"
    return answer
