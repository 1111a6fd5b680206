"""Online tables and duplicate events: how competitions play them; open, sit down, see, move."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from functools import partial
from typing import Any, TypeVar

from django.http import Http404
from django.utils.translation import gettext as _

from games.base import Seat
from league.api import locking, lookups
from league.api.api_view import ApiView
from league.api.operations import CREATED, Call, operation
from league.api.paging import list_of
from league.api.scopes import Scope
from league.api.serializers import events, online
from league.competitions.models import Competition
from league.core.games import is_played_online
from league.online.access import (
    may_begin,
    own_seat,
    person_of,
    seat_number,
    seat_to_stand_in,
    seats_open_to,
)
from league.online.errors import OnlineError
from league.online.models import DuplicateTerms, OnlineTable, OnlineTerms, Talk
from league.online.queries import hand_of, tables_of_person
from league.online.replays import log_of, proof_of
from league.online.seen import view_of
from league.online.services.absence import come_back, go_away
from league.online.services.breaks import wish_for_break, wish_to_go_on
from league.online.services.events import (
    Plan,
    add_table,
    fill_with_bots,
    open_event,
    set_duplicate_terms,
)
from league.online.services.places import STAND_IN
from league.online.services.play import Sent, get_ready, play_move
from league.online.services.rounds import open_table_of_round, set_terms
from league.online.services.seats import Terms, begin_match, leave, open_pick_up_table, sit_down
from league.online.snapshots import Snapshot, snapshot_of
from league.online.travellers import board_of_event

WISHES: Mapping[str, Callable[..., object]] = {
    "ready": get_ready,
    "away": go_away,
    "back": come_back,
    "leave": leave,
    "break": partial(wish_for_break, wants=True),
    "no_break": partial(wish_for_break, wants=False),
    "go_on": wish_to_go_on,
}


class OnlineTablesView(ApiView):
    @operation(list_of(online.OnlineTableSerializer), is_personal=True)
    def get(self, call: Call) -> object:
        """List the tables where you sit that are not over, the newest first."""
        found = tables_of_person(lookups.person(call), "", call.now)
        if call.token is not None and call.token.club_id is not None:
            found = [table for table in found if _club_of(table) == call.token.club_id]
        return {"results": found}

    @operation(
        online.OnlineTableSerializer,
        takes=online.OnlineTableCreateSerializer,
        scope=Scope.PLAY,
        status=CREATED,
    )
    def post(self, call: Call) -> OnlineTable:
        """Open a table of no club to play now, and sit down at its first seat."""
        lookups.refuse_token_of_club(call)
        sent = {"options": {}, "talk": Talk.OFF, **call.sent}
        return open_pick_up_table(
            game=sent.pop("game"),
            seats=sent.pop("seats"),
            host=person_of(call.http, sent.pop("name", "")),
            bots=sent.pop("bots", ""),
            terms=Terms(**sent),
            now=call.now,
        )


class OnlineTableOfTableView(ApiView):
    @operation(online.OnlineTableSerializer, scope=Scope.PLAY)
    def post(self, call: Call, pk: int) -> OnlineTable:
        """Open the screens' side of a table of a round; one that is open is given back."""
        table = lookups.table_recordable(call, pk)
        return open_table_of_round(table_id=table.pk, now=call.now)


class OnlineTableByTokenView(ApiView):
    @operation(online.ViewSerializer, asks=online.ViewQuerySerializer)
    def get(self, call: Call, token: str) -> object:
        """Show a table as your seat sees it, or as those see it who watch."""
        lookups.online_table_seen(call, token)
        return view_for(call, token, call.asked.get("after"))


class OnlineSeatView(ApiView):
    @operation(online.ViewSerializer, takes=online.SeatCreateSerializer, scope=Scope.PLAY)
    def post(self, call: Call, token: str, seat: int) -> object:
        """Sit down at a seat that is free for you; who has one keeps it.

        A seat that was opened in a match takes the `key` that its keeper has sent. Who comes while
        a match goes on `waits`: they play from the next hand on.
        """
        table = lookups.online_table_seen(call, token)
        snapshot = snapshot_of(token)
        opened = seat_to_stand_in(call.sent["key"], snapshot) if "key" in call.sent else None
        free = [*seats_open_to(call.http, snapshot), *([opened] if opened else [])]
        is_free = any(each.number == seat for each in free)
        if own_seat(call.http, snapshot) is None:
            if not is_free:
                raise OnlineError("seat_taken")
            person = person_of(call.http, call.sent.get("name", ""))
            sit_down(table_id=table.pk, seat=seat, person=person, now=call.now)
        return view_for(call, token)


class OnlineBeginningView(ApiView):
    @operation(online.ViewSerializer, scope=Scope.PLAY)
    def post(self, call: Call, token: str) -> object:
        """Begin without those who have not come; at a table of a round bots play for them."""
        table = lookups.online_table_seen(call, token)
        if not may_begin(call.http, snapshot_of(token)):
            lookups.shown_or_404(None)
        begin_match(table_id=table.pk, now=call.now)
        return view_for(call, token)


class OnlineMovesView(ApiView):
    @operation(online.ViewSerializer, takes=online.MoveCreateSerializer, scope=Scope.PLAY)
    def post(self, call: Call, token: str) -> object:
        """Make a move from your seat.

        A table that has gone on is answered 409, a move that the rules forbid 422 with their ids.
        """
        table, seat = own_place(call, token)
        sent = Sent(**call.sent)
        play_move(table_id=table.pk, seat=seat, sent=sent, now=call.now)
        return view_for(call, token, sent.moves)


class OnlineWishesView(ApiView):
    @operation(online.ViewSerializer, takes=online.WishCreateSerializer, scope=Scope.PLAY)
    def post(self, call: Call, token: str) -> object:
        """Be ready for the next hand, go away, come back, ask for a break, get up for good."""
        table, seat = own_place(call, token)
        WISHES[call.sent["wish"]](table_id=table.pk, seat=seat, now=call.now)
        return view_for(call, token)


class OnlineHandView(ApiView):
    @operation(online.LogSerializer)
    def get(self, call: Call, token: str, number: int) -> object:
        """Give the log of a hand that is over; before, nobody sees more than the table shows."""
        table = lookups.online_table_seen(call, token)
        hand = hand_of(table, number)
        if hand is None or not hand.is_open:
            return lookups.shown_or_404(None)
        return {"lines": log_of(table, hand)}


class OnlineProofView(ApiView):
    @operation(online.ProofSerializer)
    def get(self, call: Call, token: str, number: int) -> object:
        """Show what a hand was committed to before it began; once it is open, how to check it."""
        table = lookups.online_table_seen(call, token)
        hand = hand_of(table, number)
        if hand is None:
            return lookups.shown_or_404(None)
        proof = proof_of(table, hand)
        told = (
            dict.fromkeys(("salt", "text", "digest", "command", "shuffle"))
            if proof is None
            else {**proof._asdict(), "shuffle": proof.opened}
        )
        return {**told, "commitment": hand.commitment}


def _club_of(table: OnlineTable) -> int | None:
    return table.table.round.stage.competition.club_id if table.table else None


def own_place(call: Call, token: str) -> tuple[OnlineTable, Seat]:
    """Return a table and one's own seat there; a table at which one does not sit is not found."""
    table = lookups.online_table_seen(call, token)
    seat = lookups.shown_or_404(own_seat(call.http, snapshot_of(token)))
    return table, int(seat.number)


def view_for(call: Call, token: str, after: int | None = None) -> Mapping[str, Any]:
    """Return a table as one's own seat sees it, or as those see it who watch."""
    snapshot = snapshot_of(token)
    return view_of(snapshot, _seat(call, snapshot), after=after, now=call.now)


def _seat(call: Call, snapshot: Snapshot) -> Seat | None:
    """Return one's own seat; a visitor who says not who they are only watches."""
    return seat_number(own_seat(call.http, snapshot)) if call.user.is_authenticated else None


Kind = TypeVar("Kind", OnlineTerms, DuplicateTerms)


class CompetitionOnlineView(ApiView):
    @operation(online.OnlineTermsSerializer, is_personal=True, lock=locking.lock_competition)
    def get(self, call: Call, pk: int) -> OnlineTerms:
        """Show whether and how the tables of a competition are played on screens."""
        return _known(OnlineTerms, _competition(call, pk))

    @operation(online.OnlineTermsSerializer, takes=online.OnlineTermsSerializer)
    def patch(self, call: Call, pk: int) -> OnlineTerms:
        """Change how the tables of a competition are played; open ones keep their terms."""
        competition = _competition(call, pk)
        terms = _changed(_known(OnlineTerms, competition), call.sent)
        return set_terms(competition=competition, terms=terms)


class CompetitionDuplicateView(ApiView):
    @operation(online.DuplicateTermsSerializer, is_personal=True, lock=locking.lock_competition)
    def get(self, call: Call, pk: int) -> DuplicateTerms:
        """Show whether the online tables of a round of a competition get the same deals."""
        return _known(DuplicateTerms, _competition(call, pk))

    @operation(online.DuplicateTermsSerializer, takes=online.DuplicateTermsSerializer)
    def patch(self, call: Call, pk: int) -> DuplicateTerms:
        """Let the online tables of a round get the same deals; rounds that have begun go on."""
        competition = _competition(call, pk)
        terms = _changed(_known(DuplicateTerms, competition), call.sent)
        return set_duplicate_terms(competition=competition, terms=terms)


def _known(kind: type[Kind], competition: Competition) -> Kind:
    known = kind.objects.filter(competition=competition).first()
    return known or kind(competition=competition)


def _competition(call: Call, pk: int) -> Competition:
    competition: Competition = lookups.competition_organised(call, pk)
    lookups.shown_or_404(is_played_online(competition.game) or None)
    return competition


def _changed(terms: Kind, sent: Mapping[str, Any]) -> Kind:
    for name, value in sent.items():
        setattr(terms, name, value)
    return terms


class DuplicateEventsView(ApiView):
    @operation(
        events.EventSerializer, takes=events.EventCreateSerializer, scope=Scope.PLAY, status=CREATED
    )
    def post(self, call: Call) -> object:
        """Open an event of several tables that play the same deals, and sit down at the first."""
        lookups.refuse_token_of_club(call)
        sent = {"talk": Talk.OFF, **call.sent}
        game, host = sent.pop("game"), person_of(call.http, sent.pop("name", ""))
        if "hours" in sent:
            sent["window"] = timedelta(hours=sent.pop("hours"))
        event = open_event(game=game, plan=Plan(**sent), host=host, now=call.now)
        return board_of_event(event)


class DuplicateEventByTokenView(ApiView):
    @operation(events.EventSerializer)
    def get(self, call: Call, token: str) -> object:
        """Show an event: its tables, its standings, its deals as far as they lie open."""
        return board_of_event(lookups.event_seen(call, token))


class DuplicateEventTablesView(ApiView):
    @operation(
        online.OnlineTableSerializer, takes=events.FurtherTableCreateSerializer, scope=Scope.PLAY
    )
    def post(self, call: Call, token: str) -> OnlineTable:
        """Open a further table and sit down; who has a table of this event is led there."""
        event = lookups.event_seen(call, token)
        if event.seats is not None and call.sent["seat"] >= event.seats:
            raise Http404(_("There is no such seat at this table."))
        table = add_table(
            event_id=event.pk,
            person=person_of(call.http, call.sent.get("name", "")),
            seat=call.sent["seat"],
            bots=STAND_IN if call.sent.get("with_bots", True) else "",
            now=call.now,
        )
        return OnlineTable.objects.get(pk=table.pk)


class DuplicateEventBotsView(ApiView):
    @operation(events.EventSerializer, scope=Scope.PLAY)
    def post(self, call: Call, token: str) -> object:
        """Let bots sit at all seats that are still open, as whoever opened the event."""
        event = lookups.event_seen(call, token)
        if event.host_user_id != lookups.person(call).pk:
            raise Http404(_("This is for whoever opened the event."))
        fill_with_bots(event_id=event.pk, bots=STAND_IN, now=call.now)
        return board_of_event(lookups.event_seen(call, token))


class DuplicateDealView(ApiView):
    @operation(events.DealSerializer)
    def get(self, call: Call, token: str, seats: int, number: int) -> object:
        """Show what all tables have made of a deal, once it lies open."""
        board = board_of_event(lookups.event_seen(call, token))
        deal: Any = lookups.shown_or_404(
            next(
                (each for each in board.boards if (each.seats, each.number) == (seats, number)),
                None,
            )
        )
        deal.results = board.travellers.get(deal.pk, ())
        return deal
