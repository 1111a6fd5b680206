"""Online tables and duplicate events: how competitions play them; open, sit down, see, move."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any, TypeVar

from django.http import Http404
from django.utils.translation import gettext as _

from games.base import Seat
from league.api import lookups
from league.api.chapters import ONLINE
from league.api.models import Scope
from league.api.operations import Call
from league.api.serializers import events, online
from league.api.serializers.base import list_of
from league.competitions.models import Competition
from league.core.games import is_played_online
from league.online import access
from league.online.duplicate_results import results_of_event
from league.online.errors import OnlineError
from league.online.models import ChatMode, DuplicateSettings, OnlineSettings, OnlineTable
from league.online.queries import hand_of, tables_of_person
from league.online.replays import log_of, proof_of
from league.online.seat_view import seat_view
from league.online.services.events import (
    Plan,
    add_table,
    fill_with_bots,
    open_event,
    open_table_of_round,
    set_online_settings,
)
from league.online.services.play import Sent, play_move
from league.online.services.seat_assignment import DEFAULT_BOT
from league.online.services.seats import (
    SEAT_ACTIONS,
    TableSettings,
    begin_match,
    open_pick_up_table,
    sit_down,
)
from league.online.snapshots import Snapshot, snapshot_of


@ONLINE.get("online/", list_of(online.OnlineTableSerializer), is_personal=True)
def get_online_tables(call: Call) -> object:
    """List the tables where you sit that are not over, the newest first."""
    found = tables_of_person(lookups.person(call), "", call.now)
    if call.token is not None and call.token.club_id is not None:
        found = [table for table in found if _club_of(table) == call.token.club_id]
    return {"results": found}


@ONLINE.create("online/", online.OnlineTableSerializer, takes=online.OnlineTableCreateSerializer)
def post_online_tables(call: Call) -> OnlineTable:
    """Open a table of no club to play now, and sit down at its first seat."""
    lookups.refuse_token_of_club(call)
    sent = {"options": {}, "chat_mode": ChatMode.OFF, **call.sent}
    return open_pick_up_table(
        game=sent.pop("game"),
        seats=sent.pop("seats"),
        host=access.person_of(call.http, sent.pop("name", "")),
        bots=sent.pop("bots", ""),
        settings=TableSettings(**sent),
        now=call.now,
    )


@ONLINE.post("tables/<int:pk>/online/", online.OnlineTableSerializer)
def post_online_table_of_table(call: Call, pk: int) -> OnlineTable:
    """Open the screens' side of a table of a round; one that is open is given back."""
    table = lookups.table_recordable(call, pk)
    return open_table_of_round(table_id=table.pk, now=call.now)


@ONLINE.get("online/<slug:token>/", online.ViewSerializer, asks=online.ViewQuerySerializer)
def get_online_table_by_token(call: Call, token: str) -> object:
    """Show a table as your seat sees it, or as those see it who watch."""
    lookups.online_table_seen(call, token)
    return view_for(call, token, call.asked.get("after"))


@ONLINE.post(
    "online/<slug:token>/seats/<int:seat>/",
    online.ViewSerializer,
    takes=online.SeatCreateSerializer,
)
def post_online_seat(call: Call, token: str, seat: int) -> object:
    """Sit down at a seat that is free for you; who has one keeps it.

    A seat that was opened in a match takes the `key` that its keeper has sent. Who comes while
    a match goes on `waits`: they play from the next hand on.
    """
    table = lookups.online_table_seen(call, token)
    snapshot = snapshot_of(token)
    opened = access.seat_for_substitute(call.sent["key"], snapshot) if "key" in call.sent else None
    free = [*access.seats_open_to(call.http, snapshot), *([opened] if opened else [])]
    is_free = any(each.number == seat for each in free)
    if access.own_seat(call.http, snapshot) is None:
        if not is_free:
            raise OnlineError("seat_taken")
        person = access.person_of(call.http, call.sent.get("name", ""))
        sit_down(table_id=table.pk, seat=seat, person=person, now=call.now)
    return view_for(call, token)


@ONLINE.post("online/<slug:token>/begin/", online.ViewSerializer)
def post_online_beginning(call: Call, token: str) -> object:
    """Begin without those who have not come; at a table of a round bots play for them."""
    table = lookups.online_table_seen(call, token)
    if not access.may_begin(call.http, snapshot_of(token)):
        lookups.shown_or_404(None)
    begin_match(table_id=table.pk, now=call.now)
    return view_for(call, token)


@ONLINE.post("online/<slug:token>/moves/", online.ViewSerializer, takes=online.MoveCreateSerializer)
def post_online_moves(call: Call, token: str) -> object:
    """Make a move: 409 if the table has gone on, 422 with the rule that forbids it."""
    table, seat = own_place(call, token)
    sent = Sent(**call.sent)
    play_move(table_id=table.pk, seat=seat, sent=sent, now=call.now)
    return view_for(call, token, sent.moves)


@ONLINE.post(
    "online/<slug:token>/actions/", online.ViewSerializer, takes=online.SeatActionCreateSerializer
)
def post_online_actions(call: Call, token: str) -> object:
    """Be ready for the next hand, go away, come back, ask for a break, get up for good."""
    table, seat = own_place(call, token)
    SEAT_ACTIONS[call.sent["action"]](table_id=table.pk, seat=seat, now=call.now)
    return view_for(call, token)


@ONLINE.get("online/<slug:token>/hands/<int:number>/", online.LogSerializer)
def get_online_hand(call: Call, token: str, number: int) -> object:
    """Give the log of a hand that is over; before, nobody sees more than the table shows."""
    table = lookups.online_table_seen(call, token)
    hand = hand_of(table, number)
    if hand is None or not hand.is_open:
        return lookups.shown_or_404(None)
    return {"lines": log_of(table, hand)}


@ONLINE.get("online/<slug:token>/hands/<int:number>/proof/", online.ProofSerializer)
def get_online_proof(call: Call, token: str, number: int) -> object:
    """Show what a hand was committed to before it began; once it is open, how to check it."""
    table = lookups.online_table_seen(call, token)
    hand = hand_of(table, number)
    if hand is None:
        return lookups.shown_or_404(None)
    proof = proof_of(table, hand)
    shown = {name: getattr(proof, name, None) for name in ("salt", "text", "digest", "command")}
    return {**shown, "shuffle": getattr(proof, "opened", None), "commitment": hand.commitment}


def _club_of(table: OnlineTable) -> int | None:
    return table.table.round.stage.competition.club_id if table.table else None


def own_place(call: Call, token: str) -> tuple[OnlineTable, Seat]:
    """Return a table and one's own seat there; a table at which one does not sit is not found."""
    table = lookups.online_table_seen(call, token)
    seat = lookups.shown_or_404(access.own_seat(call.http, snapshot_of(token)))
    return table, int(seat.number)


def view_for(call: Call, token: str, after: int | None = None) -> Mapping[str, Any]:
    """Return a table as one's own seat sees it, or as those see it who watch."""
    snapshot = snapshot_of(token)
    return seat_view(snapshot, _seat(call, snapshot), after=after, now=call.now)


def _seat(call: Call, snapshot: Snapshot) -> Seat | None:
    """Return one's own seat; a visitor who says not who they are only watches."""
    return (
        access.seat_number(access.own_seat(call.http, snapshot))
        if call.user.is_authenticated
        else None
    )


Kind = TypeVar("Kind", OnlineSettings, DuplicateSettings)


@ONLINE.get(
    "competitions/<int:pk>/online/",
    online.OnlineSettingsSerializer,
    is_personal=True,
    lock=lookups.lock_competition,
)
def get_competition_online(call: Call, pk: int) -> OnlineSettings:
    """Show whether and how the tables of a competition are played on screens."""
    return _known(OnlineSettings, _competition(call, pk))


@ONLINE.patch(
    "competitions/<int:pk>/online/",
    online.OnlineSettingsSerializer,
    takes=online.OnlineSettingsSerializer,
    scope=Scope.ORGANISE,
)
def patch_competition_online(call: Call, pk: int) -> OnlineSettings:
    """Change how the tables of a competition are played; open ones keep their settings."""
    return _change(call, _known(OnlineSettings, _competition(call, pk)))


@ONLINE.get(
    "competitions/<int:pk>/online/duplicate/",
    online.DuplicateSettingsSerializer,
    is_personal=True,
    lock=lookups.lock_competition,
)
def get_competition_duplicate(call: Call, pk: int) -> DuplicateSettings:
    """Show whether the online tables of a round of a competition get the same deals."""
    return _known(DuplicateSettings, _competition(call, pk))


@ONLINE.patch(
    "competitions/<int:pk>/online/duplicate/",
    online.DuplicateSettingsSerializer,
    takes=online.DuplicateSettingsSerializer,
    scope=Scope.ORGANISE,
)
def patch_competition_duplicate(call: Call, pk: int) -> DuplicateSettings:
    """Let the online tables of a round get the same deals; rounds that have begun go on."""
    return _change(call, _known(DuplicateSettings, _competition(call, pk)))


def _known(kind: type[Kind], competition: Competition) -> Kind:
    known = kind.objects.filter(competition=competition).first()
    return known or kind(competition=competition)


def _competition(call: Call, pk: int) -> Competition:
    competition: Competition = lookups.competition_organised(call, pk)
    lookups.shown_or_404(is_played_online(competition.game) or None)
    return competition


def _change(call: Call, settings: Kind) -> Kind:
    for name, value in call.sent.items():
        setattr(settings, name, value)
    return set_online_settings(competition=settings.competition, settings=settings)


@ONLINE.create("duplicate/", events.EventSerializer, takes=events.EventCreateSerializer)
def post_duplicate_events(call: Call) -> object:
    """Open an event of several tables that play the same deals, and sit down at the first."""
    lookups.refuse_token_of_club(call)
    sent = {"chat_mode": ChatMode.OFF, **call.sent}
    game, host = sent.pop("game"), access.person_of(call.http, sent.pop("name", ""))
    if "hours" in sent:
        sent["window"] = timedelta(hours=sent.pop("hours"))
    event = open_event(game=game, plan=Plan(**sent), host=host, now=call.now)
    return results_of_event(event)


@ONLINE.get("duplicate/<slug:token>/", events.EventSerializer)
def get_duplicate_event_by_token(call: Call, token: str) -> object:
    """Show an event: its tables, its standings, its deals as far as they lie open."""
    return results_of_event(lookups.event_seen(call, token))


@ONLINE.post(
    "duplicate/<slug:token>/tables/",
    online.OnlineTableSerializer,
    takes=events.FurtherTableCreateSerializer,
)
def post_duplicate_event_tables(call: Call, token: str) -> OnlineTable:
    """Open a further table and sit down; who has a table of this event is led there."""
    event = lookups.event_seen(call, token)
    if event.seats is not None and call.sent["seat"] >= event.seats:
        raise Http404(_("This table has no such seat."))
    table = add_table(
        event_id=event.pk,
        person=access.person_of(call.http, call.sent.get("name", "")),
        seat=call.sent["seat"],
        bots=DEFAULT_BOT if call.sent.get("with_bots", True) else "",
        now=call.now,
    )
    return OnlineTable.objects.get(pk=table.pk)


@ONLINE.post("duplicate/<slug:token>/bots/", events.EventSerializer)
def post_duplicate_event_bots(call: Call, token: str) -> object:
    """Let bots sit at all seats that are still open, as whoever opened the event."""
    event = lookups.event_seen(call, token)
    if event.host_user_id != lookups.person(call).pk:
        raise Http404(_("Only the player who created the event can do this."))
    fill_with_bots(event_id=event.pk, bots=DEFAULT_BOT, now=call.now)
    return results_of_event(lookups.event_seen(call, token))


@ONLINE.get("duplicate/<slug:token>/deals/<int:seats>/<int:number>/", events.DealSerializer)
def get_duplicate_deal(call: Call, token: str, seats: int, number: int) -> object:
    """Show what all tables have made of a deal, once it lies open."""
    results = results_of_event(lookups.event_seen(call, token))
    deal: Any = lookups.shown_or_404(
        next((each for each in results.deals if (each.seats, each.number) == (seats, number)), None)
    )
    deal.results = results.travellers.get(deal.pk, ())
    return deal
