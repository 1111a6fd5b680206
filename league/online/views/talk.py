"""What is said at a table, and the page of those who judge what was reported.

For what a table's script sends see play.py: the seat's key is in the request, no session is read.
"""

from collections.abc import Mapping
from typing import Any, cast
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from games.base import Seat
from league.clubs.models import User
from league.clubs.queries import clubs_organised_by
from league.core.requests import report_outcome
from league.online.access import own_seat, table_seen_by
from league.online.models import Remark
from league.online.services import talk
from league.online.snapshots import snapshot_of
from league.online.talk import MOST_REPORTED, remarks_judged_by, words_of
from league.online.views.play import answer, read_body, read_number


@csrf_exempt
@require_POST
def say(request: HttpRequest, token: str) -> JsonResponse:
    """Let a seat say something, and answer with the new view; a refusal says why."""
    body = read_body(request)
    saying = _saying(body)
    if body is None or saying is None:
        return JsonResponse({"code": "unreadable", "words": _("This is no message.")}, status=400)

    def do(table_id: int, seat: Seat) -> object:
        return talk.say(table_id=table_id, seat=seat, saying=saying, now=timezone.now())

    return answer(token, body, do)


@require_POST
def speak(request: HttpRequest, token: str) -> HttpResponse:
    """Let somebody say something before the match, where the page has no script of the table."""
    table_seen_by(request, token)
    snapshot = snapshot_of(token)
    seat = own_seat(request, snapshot)
    saying = _saying(request.POST.dict())
    if seat is None or saying is None:
        raise Http404
    with report_outcome(request, level=messages.ERROR):
        talk.say(table_id=snapshot.table.pk, seat=seat.number, saying=saying, now=timezone.now())
    return redirect("online:table", token)


@csrf_exempt
@require_POST
def report(request: HttpRequest, token: str) -> JsonResponse:
    """Report what somebody said to those who may hide it."""
    body = read_body(request)
    remark_id = read_number(body.get("message")) if body is not None else None
    if body is None or remark_id is None:
        return JsonResponse({"code": "unreadable", "words": _("This is no message.")}, status=400)

    def do(table_id: int, seat: Seat) -> object:
        return talk.report(table_id=table_id, seat=seat, remark_id=remark_id, now=timezone.now())

    return answer(token, body, do)


@login_required
@require_safe
def reports(request: HttpRequest) -> HttpResponse:
    """List what was reported and this visitor may hide."""
    user = cast("User", request.user)
    if not user.is_superuser and not clubs_organised_by(user).exists():
        raise Http404
    rows = [
        {"remark": remark, "words": words_of(remark)}
        for remark in remarks_judged_by(user)[:MOST_REPORTED]
    ]
    return render(request, "online/reports.html", {"rows": rows})


@login_required
@require_POST
def hide(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a reported message off all screens."""
    try:
        talk.hide(remark_id=pk, user=cast("User", request.user), now=timezone.now())
    except Remark.DoesNotExist:
        raise Http404 from None
    messages.success(request, _("Hidden. Nobody reads this message any more."))
    return redirect("online:reports")


def _saying(body: Mapping[str, Any] | None) -> talk.Saying | None:
    """Read a message; None where it has not the shape of one."""
    if body is None:
        return None
    code, text = body.get("say", ""), body.get("text", "")
    if not isinstance(code, str) or not isinstance(text, str):
        return None
    try:
        return talk.Saying(UUID(str(body.get("key"))), code, text)
    except ValueError:
        return None
