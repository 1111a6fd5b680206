"""The page of an online table, and what is done there before the first hand."""

import re
from collections.abc import Callable
from uuid import uuid4

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from league.core.games import online_games, online_part
from league.core.live import sign_topic, topic_name
from league.core.qr import qr_svg
from league.core.requests import HtmxRequest, report_outcome
from league.online.access import (
    key_of,
    key_of_watcher,
    may_begin,
    newcomer_of,
    own_seat,
    person_of,
    remember,
    seat_number,
    seats_open_to,
    table_seen_by,
)
from league.online.errors import OnlineError
from league.online.forms import BOT_CHOICES, BotForm
from league.online.models import OnlineTable, Phase
from league.online.queries import TOPIC
from league.online.seen import view_of
from league.online.services.again import play_again
from league.online.services.alignment import is_behind
from league.online.services.rounds import follow_round, open_table_of_round
from league.online.services.seats import begin_match, let_bot_sit, send_bot_away, sit_down
from league.online.services.visitors import NAME
from league.online.services.watching import watch, watch_as_guest
from league.online.snapshots import Snapshot, snapshot_of
from league.online.talk import offered_at, talk_before_match
from league.online.terms_words import late_in_words, terms_in_words, watching_in_words
from league.online.texts import rules_of, texts_of
from league.online.views.lobby import known_name
from league.results.access import tables_recordable_by

WATCHING = "watching"
"""The cookie by which a browser without an account is counted once among those who watch."""


@require_safe
def table(request: HtmxRequest, token: str) -> HttpResponse:
    """Show a table: its seats before the match, then the game."""
    found = table_seen_by(request, token)
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
    seat = own_seat(request, snapshot)
    free = seats_open_to(request, snapshot) if seat is None else []
    browser = _browser(request)
    if seat is None and not free and found.event is not None and found.event.ended_at is None:
        # Who only looks may be about to play these deals at another table.
        return redirect("online:event", found.event.token)
    part = online_part(snapshot.table.game)
    watches = "" if seat else _watcher_key(request, snapshot.table, browser)
    context = {
        "snapshot": snapshot,
        "table": snapshot.table,
        "seat": seat,
        "free": free,
        "stylesheets": [game.online.stylesheet for game in online_games() if game.online],
        "screen": {
            "key": key_of(seat) if seat else watches,
            "topic": sign_topic(topic_name(TOPIC, snapshot.table.pk)),
            "game": snapshot.table.game,
            "script": static(part.script) if part.script else "",
            "texts": {
                **texts_of(snapshot.table.game),
                "are_you_there": late_in_words(snapshot.table),
                "watching": watching_in_words(snapshot.table),
            },
            "rules": rules_of(snapshot.table.game),
            "cards": part.cards(snapshot.table.rules),
            "facts": part.facts(snapshot.table.rules),
            "sprite": static("img/cards.svg"),
            "talk": offered_at(snapshot.table),
            "pick_up": snapshot.table.is_pick_up,
            "lobby": reverse("online:lobby"),
            "view": view_of(snapshot, seat_number(seat), after=None, now=timezone.now()),
        },
    }
    answer = render(request, "online/table.html", context)
    if watches and request.user.is_anonymous:
        secure = settings.SESSION_COOKIE_SECURE
        answer.set_cookie(WATCHING, browser, secure=secure, httponly=True, samesite="Lax")
    return answer


def _watcher_key(request: HtmxRequest, table: OnlineTable, browser: str) -> str:
    """Note that a visitor without a seat watches, and return the key of their page."""
    if table.watch_delay is None or table.phase == Phase.OVER:
        return ""
    person, now = person_of(request), timezone.now()
    if person.user is not None:
        return key_of_watcher(watch(table=table, person=person, now=now))
    watcher = watch_as_guest(table=table, guest=person.guest or browser, now=now)
    return "" if watcher is None else key_of_watcher(watcher)


def _browser(request: HtmxRequest) -> str:
    """Return what tells a browser that watches from others; nobody is given a session for that."""
    known: str = request.COOKIES.get(WATCHING, "")
    return known if re.fullmatch("[0-9a-f]{32}", known) else uuid4().hex


def _waiting(request: HtmxRequest, snapshot: Snapshot) -> HttpResponse:
    seat = own_seat(request, snapshot)
    address = request.build_absolute_uri(request.path)
    context = {
        "snapshot": snapshot,
        "table": snapshot.table,
        "seat": seat,
        "here": sum(bool(place.bot) or place.is_taken_by_person for place in snapshot.seats),
        "terms": terms_in_words(snapshot.table),
        "talk": talk_before_match(snapshot.table, snapshot.remarks) if seat is not None else None,
        "free": seats_open_to(request, snapshot) if seat is None else [],
        "may_begin": may_begin(request, snapshot),
        "name": known_name(request),
        "bot_form": BotForm(),
        "bot_names": dict(BOT_CHOICES),
        "address": address,
        "qr": qr_svg(address, _("QR code of this table’s address")),
    }
    piece = request.htmx and request.htmx.target == "waiting"
    return render(request, "online/_waiting.html" if piece else "online/waiting.html", context)


@require_POST
def open_for_round(request: HtmxRequest, pk: int) -> HttpResponse:
    """Open the screens' side of a table of a round, for those who may enter its hands."""
    found = get_object_or_404(tables_recordable_by(request), pk=pk)
    try:
        online = open_table_of_round(table_id=found.pk, now=timezone.now())
    except OnlineError as error:
        messages.error(request, error.text)
        return redirect("results:table", found.pk)
    return redirect("online:table", online.token)


@require_POST
def sit(request: HtmxRequest, token: str, seat: int) -> HttpResponse:
    """Sit down at a seat that is free for this visitor."""
    found = table_seen_by(request, token)
    free = [each.number for each in seats_open_to(request, snapshot_of(token))]
    name = request.POST.get("name", "").strip() or known_name(request)

    def do() -> None:
        person = newcomer_of(request, name)
        sit_down(table_id=found.pk, seat=seat, person=person, now=timezone.now())
        remember(request, person)

    if seat not in free:
        return redirect("online:table", token)
    return _done(request, found, do)


@require_POST
def seat_bot(request: HtmxRequest, token: str, seat: int) -> HttpResponse:
    """Give an open seat to a bot, or open a bot's seat again."""
    found = _own_table(request, token)
    form = BotForm(request.POST)

    def do() -> object:
        if not form.is_valid():
            return send_bot_away(table_id=found.pk, seat=seat, now=timezone.now())
        bot = form.cleaned_data["bot"]
        return let_bot_sit(table_id=found.pk, seat=seat, bot=bot, now=timezone.now())

    return _done(request, found, do)


@require_POST
def begin(request: HtmxRequest, token: str) -> HttpResponse:
    """Begin without those who have not come."""
    found = table_seen_by(request, token)
    if not may_begin(request, snapshot_of(token)):
        return redirect("online:table", token)
    return _done(request, found, lambda: begin_match(table_id=found.pk, now=timezone.now()))


@require_POST
def again(request: HtmxRequest, token: str) -> HttpResponse:
    """Go on to a table with the same terms and bots, where all who ask for it here meet."""
    found = _own_table(request, token)
    person = newcomer_of(request, request.session.get(NAME, ""))
    try:
        following = play_again(table_id=found.pk, person=person, now=timezone.now())
    except OnlineError as error:
        messages.error(request, error.text)
        return redirect("online:table", token)
    return redirect("online:table", following.token)


def _own_table(request: HtmxRequest, token: str) -> OnlineTable:
    """Return a table at which this visitor sits; another one does not exist."""
    table_seen_by(request, token)
    snapshot = snapshot_of(token)
    seat = own_seat(request, snapshot)
    return get_object_or_404(OnlineTable, pk=snapshot.table.pk if seat else None)


def _done(
    request: HtmxRequest, table: OnlineTable, do: Callable[[], object]
) -> HttpResponseRedirect:
    with report_outcome(request, level=messages.ERROR):
        do()
    return redirect("online:table", table.token)
