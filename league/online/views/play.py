"""JSON endpoints for the script of a table: its view, moves, other actions, chat and reports.

The seat's key in the request is the authorisation: no session is read, so no other site's page can
misuse one. Only spectators of a private table are checked by their session.
"""

import json
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, cast
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from games.shuffle import is_digest
from league.clubs.models import User
from league.clubs.queries import clubs_organised_by
from league.core.requests import report_outcome
from league.online import access
from league.online.chat import MOST_REPORTED, message_text, reports_decided_by
from league.online.errors import IllegalMoveError, OnlineError
from league.online.models import ChatMessage, OnlineSeat, OnlineTable, Phase
from league.online.presence import STATES, record_presence
from league.online.seat_view import seat_view
from league.online.services import absence, chat, play
from league.online.services.chat import still_there
from league.online.services.premoves import set_premove
from league.online.services.seats import SEAT_ACTIONS
from league.online.snapshots import Snapshot, snapshot_of

LONGEST_BODY = 10_000


@never_cache
@require_safe
def view(request: HttpRequest, token: str) -> JsonResponse:
    """Answer with the view of the seat whose key is given; with no seat's, of who watches."""
    snapshot = _gone_on(_snapshot(token, read_number(request.GET.get("version")) or 0))
    # Keys are in a header, as addresses are logged; pages from before have it in the address.
    key = request.headers.get("X-Seat-Key") or request.GET.get("key", "")
    seat = access.seat_of_key(key, snapshot)
    if seat is None and snapshot.table.table_id is not None and not access.is_seen_by_all(token):
        access.table_seen_by(request, token)
    spectator = access.spectator_of_key(key, snapshot) if key and seat is None else None
    if spectator is not None:
        still_there(spectator_id=spectator, now=timezone.now())
    elif key and seat is None:
        return _seat_gone(key, snapshot)
    after = read_number(request.GET.get("after"))
    shown = seat_view(snapshot, access.seat_number(seat), after=after, now=timezone.now())
    return JsonResponse(shown)


@csrf_exempt
@require_POST
def move(request: HttpRequest, token: str) -> JsonResponse:
    """Carry out a move, and answer with the new view; one that is refused says why."""
    body = read_body(request)
    sent = _sent(body)
    service = partial(play.play_move, sent=sent) if sent else None
    return _answer(token, body, service, _("This move is not valid."))


@csrf_exempt
@require_POST
def seat_action(request: HttpRequest, token: str) -> JsonResponse:
    """Carry out another action of a seat: be ready, go away, vote for a break, leave."""
    body = read_body(request)
    return _answer(
        token, body, SEAT_ACTIONS.get(str(body.get("action"))), _("This request is not valid.")
    )


@csrf_exempt
@require_POST
def premove(request: HttpRequest, token: str) -> JsonResponse:
    """Keep the move that a seat makes when its turn comes; without one, drop it."""
    body = read_body(request)
    hand = read_number(body.get("hand"))
    service = None
    if hand is not None:
        service = partial(set_premove, hand=hand, action=body.get("action"))
    return _answer(token, body, service, _("This move is not valid."))


@csrf_exempt
@require_POST
def bot_for(request: HttpRequest, token: str) -> JsonResponse:
    """Let a bot play for another seat whose person is not there."""
    body = read_body(request)
    other = read_number(body.get("other"))
    service = None if other is None else partial(absence.let_bot_play, other=other)
    return _answer(token, body, service, _("This request is not valid."))


@never_cache
@csrf_exempt
@require_POST
def here(request: HttpRequest, token: str) -> HttpResponse:
    """Note that the page of a seat is open, hidden, or being closed."""
    body = read_body(request)
    key, state = str(body.get("seat")), body.get("state")
    seat = _seat_of_key(token, key)
    if seat is None or not seat.is_taken_by_person:
        return _seat_gone(key, _snapshot(token, 1))
    if state not in STATES:
        text = _("This request is not valid.")
        return JsonResponse({"code": "unreadable", "text": text}, status=400)
    record_presence(seat, state, timezone.now())
    return HttpResponse(status=204)


def _answer(
    token: str, body: Mapping[str, Any], service: Callable[..., object] | None, text: str
) -> JsonResponse:
    """Run a service for the seat of the key, return its new view; without one, 400 with `text`."""
    if service is None:
        return JsonResponse({"code": "unreadable", "text": text}, status=400)
    key = str(body.get("seat"))
    seat = _seat_of_key(token, key)
    # Somebody else may have taken it since the table was cached.
    if not seat or not OnlineSeat.objects.filter(pk=seat.pk, occupant=seat.occupant).exists():
        return _seat_gone(key, _snapshot(token, 0))
    refusal: dict[str, object] = {}
    status, version = 200, 0
    try:
        done = service(table_id=seat.table_id, seat=seat.number, now=timezone.now())
        version = done.version if isinstance(done, OnlineTable) else 0
    except OnlineError as error:
        refusal, status = refusal_of(error)
    after = read_number(body.get("moves"))
    shown = seat_view(snapshot_of(token, version), seat.number, after=after, now=timezone.now())
    return JsonResponse({**refusal, "view": shown}, status=status)


def _seat_gone(key: str, snapshot: Snapshot) -> JsonResponse:
    """Answer a page that has no seat, or no longer: who plays there now, and what it can do."""
    seat = access.seat_lost(key, snapshot)
    if seat is None:
        text = _("You do not have this seat at the moment.")
    elif seat.is_taken_by_person:
        text = _("Another player has your seat now. Reload the page to watch.")
    elif seat.bot:
        text = _("A bot plays in your seat now. Reload the page to watch.")
    else:
        text = _(
            "Your seat is open now. A bot may play there until someone takes it. "
            "Reload the page to watch or to take an open seat."
        )
    return JsonResponse({"code": "seat_gone", "text": text}, status=403)


def _seat_of_key(token: str, key: str) -> OnlineSeat | None:
    """Return the seat of a key; the cached table may be older than its guests."""
    return access.seat_of_key(key, _snapshot(token, 1)) or access.seat_of_key(
        key, _snapshot(token, 0)
    )


def refusal_of(error: OnlineError) -> tuple[dict[str, object], int]:
    """Return the JSON of an error, and its status: 422 by the rules, 409 too late."""
    refusal: dict[str, object] = {"code": error.code, "text": error.text}
    if isinstance(error, IllegalMoveError):
        refusal |= {"code": error.violation.code, "rule": error.violation.rule}
    elif error.code == "unreadable":
        refusal["fields"] = [problem.field for problem in error.problems]
    return refusal, 409 if error.code == "stale" else 422


def _gone_on(snapshot: Snapshot) -> Snapshot:
    """Return a table after its shuffle has gone on without seats whose time is over."""
    table, now = snapshot.table, timezone.now()
    if snapshot.shuffling is None or snapshot.shuffling.shuffle.asked_at is None:
        return snapshot
    if table.phase != Phase.BETWEEN or table.due_at is None or table.due_at > now:
        return snapshot
    return _snapshot(table.token, play.begin_due_hand(table_id=table.pk, now=now).version)


def _snapshot(token: str, version: int) -> Snapshot:
    try:
        return snapshot_of(token, version)
    except OnlineTable.DoesNotExist:
        raise Http404 from None


def read_body(request: HttpRequest) -> Mapping[str, Any]:
    """Return the JSON object of a request; {} for anything else or for too long a body."""
    if len(request.body) > LONGEST_BODY:
        return {}
    try:
        body = json.loads(request.body)
    except (ValueError, RecursionError):
        return {}
    return body if isinstance(body, dict) else {}


def _sent(body: Mapping[str, Any]) -> play.Sent | None:
    hand, moves = read_number(body.get("hand")), read_number(body.get("moves"))
    try:
        key = UUID(str(body.get("key")))
    except ValueError:
        return None
    if hand is None or moves is None:
        return None
    undone = read_number(body.get("undone", ""))
    return play.Sent(hand, moves, key, body.get("action"), undone)


def read_number(value: object) -> int | None:
    """Return a whole number that a page has sent; None for anything else."""
    text = str(value)
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else None


@never_cache
@csrf_exempt
@require_POST
def share(request: HttpRequest, token: str) -> JsonResponse:
    """Take a commitment, later the share itself; or with neither note that the browser is there."""
    body = read_body(request)
    return _answer(
        token, body, _service(body) if body else None, _("This contribution is not valid.")
    )


def _service(body: Mapping[str, Any]) -> Callable[..., object] | None:
    """Return what is to be done; None for what has not the shape of a share."""
    parts = {name: body[name] for name in ("commitment", "share") if name in body}
    if not parts:
        return play.take_part
    hand, attempt = read_number(body.get("hand")), read_number(body.get("attempt"))
    if hand is None or attempt is None or len(parts) > 1:
        return None
    [(name, value)] = parts.items()
    if not is_digest(value):
        return None
    if name == "commitment":
        return partial(play.commit_share, hand=hand, attempt=attempt, commitment=value)
    return partial(play.open_share, hand=hand, attempt=attempt, share=value)


@csrf_exempt
@require_POST
def say(request: HttpRequest, token: str) -> JsonResponse:
    """Send a chat message of a seat; answer with the new view, or why it was refused."""
    body = read_body(request)
    saying = _new_message(body)
    service = partial(chat.say, **saying) if saying else None
    return _answer(token, body, service, _("This message is not valid."))


@require_POST
def say_phrase(request: HttpRequest, token: str) -> HttpResponse:
    """Send a chat message before the match, from the page without a script."""
    access.table_seen_by(request, token)
    snapshot = snapshot_of(token)
    seat = access.own_seat(request, snapshot)
    saying = _new_message(request.POST.dict())
    if seat is None or saying is None:
        raise Http404
    with report_outcome(request, level=messages.ERROR):
        chat.say(table_id=snapshot.table.pk, seat=seat.number, **saying, now=timezone.now())
    return redirect("online:table", token)


@csrf_exempt
@require_POST
def report(request: HttpRequest, token: str) -> JsonResponse:
    """Report a message to those who may hide it."""
    body = read_body(request)
    message_id = read_number(body.get("message"))
    service = None if message_id is None else partial(chat.report, message_id=message_id)
    return _answer(token, body, service, _("This message is not valid."))


@login_required
@require_safe
def reports(request: HttpRequest) -> HttpResponse:
    """List the reported messages that this visitor may hide."""
    user = cast("User", request.user)
    if not user.is_superuser and not clubs_organised_by(user).exists():
        raise Http404
    rows = [
        {"message": message, "text": message_text(message)}
        for message in reports_decided_by(user)[:MOST_REPORTED]
    ]
    return render(request, "online/reports.html", {"rows": rows})


@login_required
@require_POST
def hide(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a reported message off all screens."""
    try:
        chat.hide(message_id=pk, user=cast("User", request.user), now=timezone.now())
    except ChatMessage.DoesNotExist:
        raise Http404 from None
    messages.success(request, _("The message is hidden."))
    return redirect("online:reports")


def _new_message(body: Mapping[str, Any]) -> dict[str, Any] | None:
    code, text = body.get("say", ""), body.get("text", "")
    if not isinstance(code, str) or not isinstance(text, str):
        return None
    try:
        return {"key": UUID(str(body.get("key"))), "code": code, "text": text}
    except ValueError:
        return None
