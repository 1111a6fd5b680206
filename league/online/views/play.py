"""What the script of a table asks: its view, a move, and the few other things a seat does.

The key of the seat is in the request, and nothing of the browser's session: so no session is read,
and there is nothing that another site's page could misuse. Only who watches at a private table is
asked by the session whether they may.
"""

import json
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, JsonResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from games.base import Seat
from league.online.access import (
    is_seen_by_all,
    seat_number,
    seat_of_key,
    table_seen_by,
    watcher_of_key,
)
from league.online.errors import IllegalMoveError, OnlineError
from league.online.models import OnlineSeat, OnlineTable, Phase
from league.online.seen import view_of
from league.online.services.absence import come_back, go_away
from league.online.services.breaks import wish_for_break, wish_to_go_on
from league.online.services.play import Sent, begin_due_hand, get_ready, play_move
from league.online.services.seats import leave
from league.online.services.watching import still_there
from league.online.snapshots import Snapshot, snapshot_of

LONGEST_BODY = 10_000

WISHES: Mapping[str, Callable[..., object]] = {
    "ready": get_ready,
    "away": go_away,
    "back": come_back,
    "leave": leave,
    "break": partial(wish_for_break, wants=True),
    "no_break": partial(wish_for_break, wants=False),
    "go_on": wish_to_go_on,
}


@never_cache
@require_safe
def view(request: HttpRequest, token: str) -> JsonResponse:
    """Answer with the view of the seat whose key is given; with no seat's, of who watches."""
    snapshot = _gone_on(_snapshot(token, read_number(request.GET.get("version")) or 0))
    key = _key_of(request)
    seat = seat_of_key(key, snapshot)
    if seat is None and snapshot.table.table_id is not None and not is_seen_by_all(token):
        table_seen_by(request, token)
    watcher = watcher_of_key(key, snapshot) if key and seat is None else None
    if watcher is not None:
        still_there(watcher_id=watcher, now=timezone.now())
    elif key and seat is None:
        return JsonResponse(
            {"code": "seat_gone", "words": _("This seat is not yours now.")}, status=403
        )
    after = read_number(request.GET.get("after"))
    shown = view_of(snapshot, seat_number(seat), after=after, now=timezone.now())
    return JsonResponse(shown)


def _key_of(request: HttpRequest) -> str:
    """Return the key of a seat or of who watches, the empty text without one.

    It is in a header, as addresses are written down on the way. Pages that were opened before it
    was still have it in their address.
    """
    return request.headers.get("X-Seat-Key") or request.GET.get("key", "")


@csrf_exempt
@require_POST
def move(request: HttpRequest, token: str) -> JsonResponse:
    """Carry out a move, and answer with the new view; one that is refused says why."""
    body = read_body(request)
    sent = _sent(body)
    if body is None or sent is None:
        return JsonResponse({"code": "unreadable", "words": _("This is not a move.")}, status=400)

    def do(table_id: int, seat: Seat) -> object:
        return play_move(table_id=table_id, seat=seat, sent=sent, now=timezone.now())

    return answer(token, body, do)


@csrf_exempt
@require_POST
def wish(request: HttpRequest, token: str) -> JsonResponse:
    """Do one of the other things that a seat does: be ready, go away, adjourn, leave."""
    body = read_body(request)
    service = WISHES.get(str(body.get("wish"))) if body is not None else None
    if body is None or service is None:
        return JsonResponse({"code": "unreadable", "words": _("This is no wish.")}, status=400)

    def do(table_id: int, seat: Seat) -> object:
        return service(table_id=table_id, seat=seat, now=timezone.now())

    return answer(token, body, do)


def answer(token: str, body: Mapping[str, Any], do: Callable[[int, Seat], object]) -> JsonResponse:
    """Do something for the seat whose key was sent, and answer with its new view."""
    seat = _seat_now(token, str(body.get("seat")))
    if seat is None:
        return JsonResponse(
            {"code": "seat_gone", "words": _("This seat is not yours now.")}, status=403
        )
    refusal: dict[str, object] = {}
    status, version = 200, 0
    try:
        done = do(seat.table_id, seat.number)
        version = done.version if isinstance(done, OnlineTable) else 0
    except OnlineError as error:
        refusal, status = _refusal(error)
    after = read_number(body.get("moves"))
    shown = view_of(snapshot_of(token, version), seat.number, after=after, now=timezone.now())
    return JsonResponse({**refusal, "view": shown}, status=status)


def _seat_now(token: str, key: str) -> OnlineSeat | None:
    """Return the seat that a key opens; what is kept of the table may be older than its guests."""
    seat = seat_of_key(key, _snapshot(token, 1)) or seat_of_key(key, _snapshot(token, 0))
    if seat is None:
        return None
    return OnlineSeat.objects.filter(pk=seat.pk, occupant=seat.occupant).first()


def _refusal(error: OnlineError) -> tuple[dict[str, object], int]:
    """Return what a page is told of a refusal, and its status: 422 by the rules, 409 too late."""
    told: dict[str, object] = {"code": error.code, "words": error.text}
    if isinstance(error, IllegalMoveError):
        return {**told, "code": error.violation.code, "rule": error.violation.rule}, 422
    if error.code == "unreadable":
        return {**told, "fields": [problem.field for problem in error.problems]}, 422
    return told, 409 if error.code == "stale" else 422


def _gone_on(snapshot: Snapshot) -> Snapshot:
    """Return a table as it is once a shuffle goes on without those whose time for it is over."""
    table, now = snapshot.table, timezone.now()
    if snapshot.shuffling is None or snapshot.shuffling.shuffle.asked_at is None:
        return snapshot
    if table.phase != Phase.BETWEEN or table.due_at is None or table.due_at > now:
        return snapshot
    return _snapshot(table.token, begin_due_hand(table_id=table.pk, now=now).version)


def _snapshot(token: str, version: int) -> Snapshot:
    try:
        return snapshot_of(token, version)
    except OnlineTable.DoesNotExist:
        raise Http404 from None


def read_body(request: HttpRequest) -> Mapping[str, Any] | None:
    """Read what a script has sent; None where it is no object, or far too long."""
    if len(request.body) > LONGEST_BODY:
        return None
    try:
        body = json.loads(request.body)
    except (ValueError, RecursionError):
        return None
    return body if isinstance(body, dict) else None


def _sent(body: Mapping[str, Any] | None) -> Sent | None:
    """Read a move; None where its frame has not the shape of one. The engine reads the action."""
    if body is None:
        return None
    hand, moves = read_number(body.get("hand")), read_number(body.get("moves"))
    try:
        key = UUID(str(body.get("key")))
    except ValueError:
        return None
    if hand is None or moves is None:
        return None
    return Sent(hand, moves, key, body.get("action"))


def read_number(value: object) -> int | None:
    """Read a whole number; None where it is none."""
    text = str(value)
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else None
