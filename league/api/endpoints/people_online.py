"""Who sits at an online table and watches it, and what is said there."""

from collections.abc import Callable
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _

from games.base import Seat
from league.api import lookups
from league.api.api_view import ApiView
from league.api.endpoints.online import own_place, view_for
from league.api.operations import CREATED, Call, operation
from league.api.paging import list_of
from league.api.scopes import Scope
from league.api.serializers import online
from league.clubs.queries import clubs_organised_by
from league.online.access import key_to_stand_in, name_of_keeper, person_of
from league.online.models import OnlineTable, Phase, Remark
from league.online.queries import seats_of
from league.online.services import breaks, replacing, talk
from league.online.services.again import play_again
from league.online.services.seats import let_bot_sit, send_bot_away
from league.online.services.watching import show_name
from league.online.snapshots import Snapshot, snapshot_of
from league.online.talk import MOST_REPORTED, remarks_judged_by, words_of

OF_REMARK = "table__table__round__stage__competition__club"


class OnlineBotView(ApiView):
    @operation(online.ViewSerializer, takes=online.BotCreateSerializer, scope=Scope.PLAY)
    def post(self, call: Call, token: str, seat: int) -> object:
        """Give an open seat to a bot; whoever sits at the table may."""
        table = _table_with(call, token, seat)
        let_bot_sit(table_id=table.pk, seat=seat, **call.sent, now=call.now)
        return view_for(call, token)

    @operation(scope=Scope.PLAY)
    def delete(self, call: Call, token: str, seat: int) -> None:
        """Open a bot's seat again before the first hand."""
        table = _table_with(call, token, seat)
        send_bot_away(table_id=table.pk, seat=seat, now=call.now)


class OnlineAgainView(ApiView):
    @operation(online.OnlineTableSerializer, scope=Scope.PLAY)
    def post(self, call: Call, token: str) -> OnlineTable:
        """Go on to a table with the same terms and bots, where all who ask for it here meet."""
        table, _seat = own_place(call, token)
        return play_again(table_id=table.pk, person=person_of(call.http), now=call.now)


class OnlineSuccessorView(ApiView):
    @operation(
        online.PlaceAtTableSerializer, takes=online.SuccessorCreateSerializer, scope=Scope.PLAY
    )
    def put(self, call: Call, token: str, seat: int) -> object:
        """Give a seat to a bot or to whoever has its key, now or after this hand.

        The host of a table may, and at a table of a round who organises the competition.
        """
        snapshot, keeper = _kept(call, token, seat)
        sent = {"is_now": False, **call.sent}
        replacing.replace(table_id=snapshot.table.pk, seat=seat, **sent, by=keeper, now=call.now)
        return _place(snapshot.table.pk, seat)

    @operation(online.PlaceAtTableSerializer, scope=Scope.PLAY)
    def delete(self, call: Call, token: str, seat: int) -> object:
        """Let the player of a seat keep it, or have it again."""
        snapshot, _keeper = _kept(call, token, seat)
        replacing.keep_seat(table_id=snapshot.table.pk, seat=seat, now=call.now)
        replacing.give_back(table_id=snapshot.table.pk, seat=seat, now=call.now)
        return _place(snapshot.table.pk, seat)


class OnlineSubstitutesView(ApiView):
    @operation(online.ViewSerializer, scope=Scope.PLAY)
    def post(self, call: Call, token: str) -> object:
        """Let bots finish the hand for those who were substituted in the round.

        The substitutes have their seats at once, and play from the next hand on.
        """
        snapshot, _keeper = _kept(call, token)
        replacing.take_substitutes(table_id=snapshot.table.pk, now=call.now)
        return view_for(call, token)


class OnlinePausingView(ApiView):
    @operation(online.ViewSerializer, scope=Scope.PLAY)
    def post(self, call: Call, token: str) -> object:
        """Adjourn a table of a round, as its organiser."""
        return _pause(call, token, breaks.adjourn)


class OnlineResumingView(ApiView):
    @operation(online.ViewSerializer, scope=Scope.PLAY)
    def post(self, call: Call, token: str) -> object:
        """Go on with an adjourned table of a round, as its organiser."""
        return _pause(call, token, breaks.resume)


class OnlineWatchingView(ApiView):
    @operation(online.ViewSerializer, takes=online.WatchingCreateSerializer, scope=Scope.PLAY)
    def put(self, call: Call, token: str) -> object:
        """Let the others read that you watch, or be one of a number again."""
        table = lookups.online_table_seen(call, token)
        if table.watch_delay is None:
            raise Http404(_("Nobody watches here."))
        show_name(table=table, person=person_of(call.http), **call.sent, now=call.now)
        return view_for(call, token)


class OnlineRemarksView(ApiView):
    @operation(
        online.ViewSerializer, takes=online.RemarkCreateSerializer, scope=Scope.PLAY, status=CREATED
    )
    def post(self, call: Call, token: str) -> object:
        """Say something from your seat, as far as people talk at this table."""
        table, seat = own_place(call, token)
        talk.say(table_id=table.pk, seat=seat, saying=talk.Saying(**call.sent), now=call.now)
        return view_for(call, token)


class OnlineReportingView(ApiView):
    @operation(scope=Scope.PLAY)
    def post(self, call: Call, token: str, pk: int) -> None:
        """Report what was said to those who may hide it; twice counts once."""
        table, seat = own_place(call, token)
        talk.report(table_id=table.pk, seat=seat, remark_id=pk, now=call.now)


class ReportsView(ApiView):
    @operation(list_of(online.ReportedSerializer), is_personal=True)
    def get(self, call: Call) -> object:
        """List what was said at tables, was reported, and you may hide, the newest first."""
        user = lookups.person(call)
        if not user.is_superuser and not clubs_organised_by(user).exists():
            raise Http404(_("There is nothing here."))
        found = lookups.within(call, remarks_judged_by(user), OF_REMARK)
        return {"results": [_told(remark) for remark in found[:MOST_REPORTED]]}


class ReportHidingView(ApiView):
    @operation(online.ReportedSerializer)
    def post(self, call: Call, pk: int) -> object:
        """Take a reported message off all screens."""
        user = lookups.person(call)
        judged = remarks_judged_by(user)
        remark = lookups.one_of(call, judged, OF_REMARK, pk=pk)
        talk.hide(remark_id=remark.pk, user=user, now=call.now)
        return _told(judged.get(pk=pk))


def _told(remark: Remark) -> Remark:
    told: Any = remark
    told.words = words_of(remark)
    return remark


def _table_with(call: Call, token: str, seat: int) -> OnlineTable:
    """Return a table at which one sits, and which has such a seat."""
    table, _own = own_place(call, token)
    _check_seat(snapshot_of(token), seat)
    return table


def _check_seat(snapshot: Snapshot, seat: Seat) -> None:
    if seat >= len(snapshot.seats):
        raise Http404(_("There is no such seat at this table."))


def _kept(call: Call, token: str, seat: Seat = 0) -> tuple[Snapshot, str]:
    """Return a table that one looks after, and by what name; another one does not exist."""
    lookups.online_table_seen(call, token)
    snapshot = snapshot_of(token)
    _check_seat(snapshot, seat)
    keeper: str = lookups.shown_or_404(name_of_keeper(call.http, snapshot))
    return snapshot, keeper


def _pause(call: Call, token: str, change: Callable[..., object]) -> object:
    snapshot, keeper = _kept(call, token)
    if snapshot.table.is_pick_up:
        raise Http404(_("There is nothing here."))
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
        "successor": seat.successor,
        "key": key_to_stand_in(seat) if is_free and table.phase != Phase.WAITING else None,
    }
