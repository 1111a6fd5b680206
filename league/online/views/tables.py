"""Online tables: the seats before the match, the game, and its hands when they are over."""

import json
import re
from collections.abc import Callable
from functools import partial, wraps
from uuid import uuid4

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.base import Seat
from league.core.charts import qr_svg
from league.core.games import online_part, site_game
from league.core.games.entry import Who
from league.core.live import sign_topic, topic_name
from league.core.requests import HtmxRequest, report_outcome
from league.online import access, texts
from league.online.chat import EMOTE_PICTURES, chat_before_match, offered_at
from league.online.forms import BOT_CHOICES, BotForm
from league.online.models import OnlineHand, OnlineTable, Phase
from league.online.presence import TOPIC as PRESENCE
from league.online.queries import attempts_at, hand_of, seats_of
from league.online.replay_files import replay_file, replays_of_deal
from league.online.replays import log_of, points_after, proof_of, replay_position
from league.online.rules import rules_by_topic
from league.online.seat_view import seat_view
from league.online.services.chat import watch, watch_as_guest
from league.online.services.events import follow_round, open_table_of_round
from league.online.services.hands import is_behind
from league.online.services.seats import (
    begin_match,
    let_bot_sit,
    open_rematch,
    send_bot_away,
    sit_down,
)
from league.online.services.tidying import NAME
from league.online.snapshots import Snapshot, snapshot_of
from league.online.views.lobby import suggested_name
from league.online.views.play import read_number
from league.results.access import tables_recordable_by
from league.results.table_view import facts_of

WATCHING = "watching"
"""The cookie by which a browser without an account is counted once among those who watch."""


@require_safe
def table(request: HtmxRequest, token: str) -> HttpResponse:
    """Show a table: its seats before the match, then the game."""
    found = access.table_seen_by(request, token)
    if is_behind(found):
        follow_round(table_id=found.pk, now=timezone.now())
    snapshot = snapshot_of(token)
    if snapshot.table.phase == Phase.WAITING:
        return _waiting(request, snapshot)
    if request.htmx:
        # The piece that waited is over: the whole page is another one now.
        response = HttpResponse()
        response["HX-Refresh"] = "true"
        return response
    seat = access.own_seat(request, snapshot)
    free = access.seats_open_to(request, snapshot) if seat is None else []
    browser = _browser(request)
    if seat is None and not free and found.event is not None and found.event.ended_at is None:
        # Who only looks may be about to play these deals at another table.
        return redirect("online:event", found.event.token)
    part = online_part(snapshot.table.game)
    watches = "" if seat else _spectator_key(request, snapshot.table, browser)
    context = {
        "snapshot": snapshot,
        "table": snapshot.table,
        "seat": seat,
        "free": free,
        "rules": rules_by_topic(snapshot.table.game, snapshot.table.rules),
        "summary": part.summary,
        "game_style": part.stylesheet,
        "screen": {
            "key": access.key_of(seat) if seat else watches,
            "topic": sign_topic(topic_name("online", snapshot.table.pk)),
            "presence": [
                {"seat": each.number, "topic": sign_topic(topic_name(PRESENCE, each.pk))}
                for each in snapshot.seats
            ],
            **script_context(snapshot.table),
            "chat": offered_at(snapshot.table),
            "pick_up": snapshot.table.is_pick_up,
            "has_bot_substitutes": snapshot.table.has_bot_substitutes,
            "may_replace": seat is not None
            and access.name_of_keeper(request, snapshot) is not None,
            "turn_icon": static("img/mark-turn.svg"),
            "lobby": reverse("online:lobby"),
            "view": seat_view(snapshot, access.seat_number(seat), after=None, now=timezone.now()),
        },
    }
    answer = render(request, "online/table.html", context)
    if watches and request.user.is_anonymous:
        secure = settings.SESSION_COOKIE_SECURE
        answer.set_cookie(WATCHING, browser, secure=secure, httponly=True, samesite="Lax")
    return answer


def script_context(table: OnlineTable) -> dict[str, object]:
    """Return what the script of a table needs to draw it, whoever looks."""
    part = online_part(table.game)
    return {
        "game": table.game,
        "script": _address(part.script),
        "texts": {
            **texts.texts_of(table.game),
            "are_you_there": texts.lateness_text(table),
            "watching": texts.spectators_text(table),
        },
        "rules": texts.rules_of(table.game),
        "cards": part.cards(table.rules),
        "facts": part.facts(table.rules),
        "pictures": _address(part.pictures),
        "emotes": static(EMOTE_PICTURES),
        "player": {
            "script": static("js/online/replay-player.js"),
            "style": static("css/online-replay.css"),
        },
        "sha256": static("vendor/js-sha256/sha256.js"),
    }


def _address(file: str) -> str:
    """Return the address of a file that a game need not have, "" for none."""
    return static(file) if file else ""


def _spectator_key(request: HtmxRequest, table: OnlineTable, browser: str) -> str:
    """Note that a visitor without a seat watches, and return the key of their page."""
    if table.spectator_delay is None or table.phase == Phase.OVER:
        return ""
    person, now = access.person_of(request), timezone.now()
    if person.user is not None:
        return access.key_of_spectator(watch(table=table, person=person, now=now))
    spectator = watch_as_guest(table=table, guest=person.guest or browser, now=now)
    return "" if spectator is None else access.key_of_spectator(spectator)


def _browser(request: HtmxRequest) -> str:
    """Return what tells a browser that watches from others; nobody is given a session for that."""
    known: str = request.COOKIES.get(WATCHING, "")
    return known if re.fullmatch("[0-9a-f]{32}", known) else uuid4().hex


def _waiting(request: HtmxRequest, snapshot: Snapshot) -> HttpResponse:
    seat = access.own_seat(request, snapshot)
    address = request.build_absolute_uri(request.path)
    context = {
        "snapshot": snapshot,
        "table": snapshot.table,
        "seat": seat,
        "here": sum(bool(place.bot) or place.is_taken_by_person for place in snapshot.seats),
        "settings": texts.summarise_settings(snapshot.table),
        "chat": chat_before_match(snapshot.table, snapshot.chat_messages)
        if seat is not None
        else None,
        "free": access.seats_open_to(request, snapshot) if seat is None else [],
        "may_begin": access.may_begin(request, snapshot),
        "name": suggested_name(request),
        "bot_form": BotForm(snapshot.table.game, len(snapshot.seats)),
        "bot_names": dict(BOT_CHOICES),
        "address": address,
        "rules": rules_by_topic(snapshot.table.game, snapshot.table.rules),
        "summary": online_part(snapshot.table.game).summary,
        "qr": qr_svg(address, _("QR code with the link to this table")),
    }
    fragment = request.htmx and request.htmx.target == "waiting"
    return render(request, "online/_waiting.html" if fragment else "online/waiting.html", context)


@require_POST
def open_for_round(request: HtmxRequest, pk: int) -> HttpResponse:
    """Open the screens' side of a table of a round, for those who may enter its hands."""
    found = get_object_or_404(tables_recordable_by(request), pk=pk)
    address: tuple[str, object] = ("results:table", found.pk)
    with report_outcome(request, level=messages.ERROR):
        online = open_table_of_round(table_id=found.pk, now=timezone.now())
        address = ("online:table", online.token)
    return redirect(*address)


@require_POST
def sit(request: HtmxRequest, token: str, seat: int) -> HttpResponse:
    """Sit down at a seat that is free for this visitor."""
    found = access.table_seen_by(request, token)
    free = [each.number for each in access.seats_open_to(request, snapshot_of(token))]
    name = request.POST.get("name", "").strip() or suggested_name(request)
    if seat in free:
        with report_outcome(request, level=messages.ERROR):
            person = access.newcomer_of(request, name)
            sit_down(table_id=found.pk, seat=seat, person=person, now=timezone.now())
            access.remember(request, person)
    return redirect("online:table", token)


@require_POST
def seat_bot(request: HtmxRequest, token: str, seat: int) -> HttpResponse:
    """Give an open seat to a bot, or open a bot's seat again."""
    found = _own_table(request, token)
    form = BotForm(found.game, found.seats.count(), request.POST)
    service = partial(let_bot_sit, **form.cleaned_data) if form.is_valid() else send_bot_away
    with report_outcome(request, level=messages.ERROR):
        service(table_id=found.pk, seat=seat, now=timezone.now())
    return redirect("online:table", token)


@require_POST
def begin(request: HtmxRequest, token: str) -> HttpResponse:
    """Begin without those who have not come."""
    found = access.table_seen_by(request, token)
    if access.may_begin(request, snapshot_of(token)):
        with report_outcome(request, level=messages.ERROR):
            begin_match(table_id=found.pk, now=timezone.now())
    return redirect("online:table", token)


@require_POST
def rematch(request: HtmxRequest, token: str) -> HttpResponse:
    """Go on to a table with the same settings and bots, where all who ask for it here meet."""
    found = _own_table(request, token)
    person = access.newcomer_of(request, request.session.get(NAME, ""))
    with report_outcome(request, level=messages.ERROR):
        token = open_rematch(table_id=found.pk, person=person, now=timezone.now()).token
    return redirect("online:table", token)


def _own_table(request: HtmxRequest, token: str) -> OnlineTable:
    access.table_seen_by(request, token)
    snapshot = snapshot_of(token)
    seat = access.own_seat(request, snapshot)
    return get_object_or_404(OnlineTable, pk=snapshot.table.pk if seat else None)


def _of_open_hand(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Pass a view a table and a hand there that is over, once other tables may know the deal."""

    @require_safe
    @wraps(view)
    def of_open_hand(request: HttpRequest, token: str, number: int) -> HttpResponse:
        table = access.table_seen_by(request, token)
        hand = hand_of(table, number)
        if hand is None or hand.record is None:
            raise Http404(_("This hand was not finished at this table."))
        if hand.is_open:
            return view(request, table, hand)
        opening = texts.opening_text(table.event) if table.event else ""
        context = {"table": table, "event": table.event, "opening": opening}
        return render(request, "online/deal_closed.html", context, status=403)

    return of_open_hand


@_of_open_hand
def replay(request: HttpRequest, table: OnlineTable, hand: OnlineHand) -> HttpResponse:
    """Show a hand that is over after one of its moves, all cards open or as one seat saw it."""
    names = tuple(seat.name for seat in seats_of(table))
    seat = _seat(request, len(names))
    position = replay_position(table, hand, names, _number(request, "move") or 0, seat)
    if position is None:
        raise Http404(_("This hand has no such move."))
    is_end = position.next is None
    context = {
        "table": table,
        "hand": hand,
        "seat": seat,
        "places": [Who(number, name) for number, name in enumerate(names)],
        "pictures": _address(online_part(table.game).pictures),
        "position": position,
        "tables_of_deal": replays_of_deal(table, hand),
        "facts": facts_of(site_game(table.game), hand.record or {}, names) if is_end else (),
        "points": points_after(table, hand, names) if is_end else (),
    }
    return render(request, "online/replay.html", context)


@_of_open_hand
def replay_json(request: HttpRequest, table: OnlineTable, hand: OnlineHand) -> HttpResponse:
    """Return all positions of a hand that is over in one file, open or as one seat saw them."""
    names = tuple(seat.name for seat in seats_of(table))
    return JsonResponse(replay_file(table, hand, names, _seat(request, len(names))))


@_of_open_hand
def log(_request: HttpRequest, table: OnlineTable, hand: OnlineHand) -> HttpResponse:
    """Return the log of a hand that is over, one JSON value a line."""
    text = "".join(f"{json.dumps(line)}\n" for line in log_of(table, hand))
    answer = HttpResponse(text, content_type="application/jsonl")
    name = f"{table.game}-{hand.number}.jsonl"
    answer["Content-Disposition"] = str(content_disposition_header(True, name))
    return answer


@require_safe
def proof(request: HttpRequest, token: str, number: int) -> HttpResponse:
    """Show what a hand was committed to; once it is over, the deal, and how to check it."""
    table = access.table_seen_by(request, token)
    hand = hand_of(table, number)
    proof = None if hand is None else proof_of(table, hand)
    attempts = attempts_at(table, number) if proof is None else []
    if hand is None and not attempts:
        raise Http404(_("This hand was not dealt at this table."))
    context = {
        "table": table,
        "number": number,
        "hand": hand,
        "shuffle": attempts[-1] if attempts else None,
        "proof": proof,
        "has_shares": proof is not None and any(len(each.parts) > 1 for each in proof.shuffles),
        "opened": None if proof is None else proof.opened,
    }
    return render(request, "online/proof.html", context)


def _seat(request: HttpRequest, seats: int) -> Seat | None:
    seat = _number(request, "seat")
    if seat is not None and seat >= seats:
        raise Http404(_("This table has no such seat."))
    return seat


def _number(request: HttpRequest, name: str) -> int | None:
    text = request.GET.get(name, "")
    number = read_number(text)
    if text and number is None:
        raise Http404(_("This link contains an invalid number."))
    return number
