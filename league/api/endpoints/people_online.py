"""Who sits at an online table and watches it, and what is said there."""

from collections.abc import Callable
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _

from games.base import Seat
from league.api import lookups
from league.api.chapters import ONLINE
from league.api.endpoints.online import own_place, view_for
from league.api.models import Scope
from league.api.operations import Call
from league.api.serializers import online
from league.api.serializers.base import list_of
from league.clubs.queries import clubs_organised_by
from league.online.access import name_of_keeper, person_of, substitute_key
from league.online.chat import MOST_REPORTED, message_text, reports_decided_by
from league.online.models import ChatMessage, OnlineTable, Phase
from league.online.queries import seats_of
from league.online.services import absence, chat
from league.online.services.chat import show_name
from league.online.services.seats import let_bot_sit, open_rematch, send_bot_away
from league.online.snapshots import Snapshot, snapshot_of

OF_MESSAGE = "table__table__round__stage__competition__club"


@ONLINE.post(
    "online/<slug:token>/seats/<int:seat>/bot/",
    online.ViewSerializer,
    takes=online.BotCreateSerializer,
)
def post_online_bot(call: Call, token: str, seat: int) -> object:
    """Give an open seat to a bot; whoever sits at the table may."""
    table = _table_with(call, token, seat)
    let_bot_sit(table_id=table.pk, seat=seat, **call.sent, now=call.now)
    return view_for(call, token)


@ONLINE.delete("online/<slug:token>/seats/<int:seat>/bot/")
def delete_online_bot(call: Call, token: str, seat: int) -> None:
    """Open a bot's seat again before the first hand."""
    table = _table_with(call, token, seat)
    send_bot_away(table_id=table.pk, seat=seat, now=call.now)


@ONLINE.post("online/<slug:token>/rematch/", online.OnlineTableSerializer)
def post_online_rematch(call: Call, token: str) -> OnlineTable:
    """Go on to a table with the same settings and bots, where all who ask for it here meet."""
    table, _seat = own_place(call, token)
    return open_rematch(table_id=table.pk, person=person_of(call.http), now=call.now)


@ONLINE.put(
    "online/<slug:token>/seats/<int:seat>/replacement/",
    online.OnlineSeatSerializer,
    takes=online.ReplacementCreateSerializer,
)
def put_online_replacement(call: Call, token: str, seat: int) -> object:
    """Give a seat to a bot or by a key, as the table's host or the round's organiser."""
    snapshot, keeper = _guarded_table(call, token, seat)
    sent = {"is_now": False, **call.sent}
    absence.replace(table_id=snapshot.table.pk, seat=seat, **sent, by=keeper, now=call.now)
    return _place(snapshot.table.pk, seat)


@ONLINE.delete("online/<slug:token>/seats/<int:seat>/replacement/", online.OnlineSeatSerializer)
def delete_online_replacement(call: Call, token: str, seat: int) -> object:
    """Let the player of a seat keep it, or have it again."""
    snapshot, _keeper = _guarded_table(call, token, seat)
    absence.keep_seat(table_id=snapshot.table.pk, seat=seat, now=call.now)
    absence.give_back(table_id=snapshot.table.pk, seat=seat, now=call.now)
    return _place(snapshot.table.pk, seat)


@ONLINE.post("online/<slug:token>/substitutes/", online.ViewSerializer)
def post_online_substitutes(call: Call, token: str) -> object:
    """Seat the round's substitutes from the next hand on; bots finish this one."""
    snapshot, _keeper = _guarded_table(call, token)
    absence.take_substitutes(table_id=snapshot.table.pk, now=call.now)
    return view_for(call, token)


@ONLINE.post("online/<slug:token>/pause/", online.ViewSerializer)
def post_online_pausing(call: Call, token: str) -> object:
    """Adjourn a table of a round, as its organiser."""
    return _pause(call, token, absence.adjourn)


@ONLINE.post("online/<slug:token>/resume/", online.ViewSerializer)
def post_online_resuming(call: Call, token: str) -> object:
    """Go on with an adjourned table of a round, as its organiser."""
    return _pause(call, token, absence.resume)


@ONLINE.put(
    "online/<slug:token>/watching/", online.ViewSerializer, takes=online.SpectatorCreateSerializer
)
def put_online_watching(call: Call, token: str) -> object:
    """Let the others read that you watch, or be one of a number again."""
    table = lookups.online_table_seen(call, token)
    if table.spectator_delay is None:
        raise Http404(_("Spectators are not allowed at this table."))
    show_name(table=table, person=person_of(call.http), **call.sent, now=call.now)
    return view_for(call, token)


@ONLINE.create(
    "online/<slug:token>/messages/", online.ViewSerializer, takes=online.MessageCreateSerializer
)
def post_online_messages(call: Call, token: str) -> object:
    """Say something from your seat, as far as people talk at this table."""
    table, seat = own_place(call, token)
    chat.say(table_id=table.pk, seat=seat, **call.sent, now=call.now)
    return view_for(call, token)


@ONLINE.post("online/<slug:token>/messages/<int:pk>/report/")
def post_online_reporting(call: Call, token: str, pk: int) -> None:
    """Report what was said to those who may hide it; twice counts once."""
    table, seat = own_place(call, token)
    chat.report(table_id=table.pk, seat=seat, message_id=pk, now=call.now)


@ONLINE.get("reports/", list_of(online.ReportedSerializer), is_personal=True)
def get_reports(call: Call) -> object:
    """List what was said at tables, was reported, and you may hide, the newest first."""
    user = lookups.person(call)
    if not user.is_superuser and not clubs_organised_by(user).exists():
        raise Http404(_("Nothing was found at this address."))
    found = lookups.within(call, reports_decided_by(user), OF_MESSAGE)
    return {"results": [_with_text(message) for message in found[:MOST_REPORTED]]}


@ONLINE.post("reports/<int:pk>/hide/", online.ReportedSerializer, scope=Scope.ORGANISE)
def post_report_hiding(call: Call, pk: int) -> object:
    """Take a reported message off all screens."""
    user = lookups.person(call)
    judged = reports_decided_by(user)
    message = lookups.one_of(call, judged, OF_MESSAGE, pk=pk)
    chat.hide(message_id=message.pk, user=user, now=call.now)
    return _with_text(judged.get(pk=pk))


def _with_text(message: ChatMessage) -> ChatMessage:
    shown: Any = message
    shown.text = message_text(message)
    return message


def _table_with(call: Call, token: str, seat: int) -> OnlineTable:
    """Return a table at which one sits, and which has such a seat."""
    table, _own = own_place(call, token)
    _check_seat(snapshot_of(token), seat)
    return table


def _check_seat(snapshot: Snapshot, seat: Seat) -> None:
    if seat >= len(snapshot.seats):
        raise Http404(_("This table has no such seat."))


def _guarded_table(call: Call, token: str, seat: Seat = 0) -> tuple[Snapshot, str]:
    """Return a table that one looks after, and by what name; another one does not exist."""
    lookups.online_table_seen(call, token)
    snapshot = snapshot_of(token)
    _check_seat(snapshot, seat)
    keeper: str = lookups.shown_or_404(name_of_keeper(call.http, snapshot))
    return snapshot, keeper


def _pause(call: Call, token: str, change: Callable[..., object]) -> object:
    snapshot, keeper = _guarded_table(call, token)
    if snapshot.table.is_pick_up:
        raise Http404(_("Nothing was found at this address."))
    change(table_id=snapshot.table.pk, by=keeper, now=call.now)
    return view_for(call, token)


def _place(table_id: int, number: Seat) -> dict[str, Any]:
    """Return a seat as it is now, with the key that lets somebody take it in a match."""
    table = OnlineTable.objects.get(pk=table_id)
    seat = seats_of(table)[number]
    is_free = not seat.bot and not seat.is_taken_by_person
    return {
        "number": number,
        "name": seat.name,
        "bot": seat.bot,
        "replacement": seat.replacement,
        "key": substitute_key(seat) if is_free and table.phase != Phase.WAITING else None,
    }
