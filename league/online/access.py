"""Who a visitor is at an online table.

Somebody with an account is that user; anybody else is whoever holds this browser's session. A page
of a seat carries the seat's key, which opens that seat's view and moves without another look-up,
until somebody else takes the seat.
"""

from dataclasses import replace
from uuid import uuid4

from django.contrib.auth.models import AnonymousUser
from django.core import signing
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from games.base import Seat
from league.clubs.looking import find_shown
from league.clubs.queries import player_of
from league.competitions.queries import competitions_organised_by, is_seen
from league.core.ratelimits import network_of
from league.online.models import DuplicateEvent, OnlineSeat, OnlineTable, Watcher
from league.online.queries import online_tables
from league.online.services.places import Person
from league.online.services.visitors import NAME, keep_session
from league.online.snapshots import Snapshot
from league.results.access import (
    PHONE,
    has_code_of,
    seat_held,
    tables_recordable_by,
)

COMPETITION = "table__round__stage__competition__"
_SALT = "league.online.seat"
_STAND_IN_SALT = "league.online.stand_in"
_WATCHER_SALT = "league.online.watcher"


def table_seen_by(request: HttpRequest, token: str) -> OnlineTable:
    """Return a table: whoever has its link may look, but at one of a round that is private.

    That is for those who see the round's table, and for those who sit here.
    """
    sits = Exists(_own_seats(request).filter(table=OuterRef("pk")))
    is_open = Q(table=None) | is_seen(request.user, COMPETITION)
    seen = online_tables().filter(is_open | has_code_of(request, "table__") | sits)
    return find_shown(request, seen, token=token)


def is_seen_by_all(token: str) -> bool:
    """Say whether whoever has a table's link may look at it."""
    is_open = Q(table=None) | is_seen(AnonymousUser(), COMPETITION)
    return OnlineTable.objects.filter(is_open, token=token).exists()


def event_seen_by(request: HttpRequest, token: str) -> DuplicateEvent:
    """Return a duplicate event: whoever has its link may look, but at one of a private round.

    That is for those who see the round, and for those who sit at one of its tables.
    """
    sits = Exists(_own_seats(request).filter(table__event=OuterRef("pk")))
    is_open = Q(round=None) | is_seen(request.user, "round__stage__competition__")
    events = DuplicateEvent.objects.select_related("round__stage__competition__club")
    return find_shown(request, events.filter(is_open | sits), token=token)


def _own_seats(request: HttpRequest) -> QuerySet[OnlineSeat]:
    """Return the seats at which a visitor sits; nobody is given a session for looking."""
    if request.user.is_authenticated:
        return OnlineSeat.objects.filter(user=request.user)
    phone = request.session.get(PHONE, "")
    return OnlineSeat.objects.filter(guest=phone) if phone else OnlineSeat.objects.none()


def person_of(request: HttpRequest, name: str = "") -> Person:
    """Return who a visitor is, by the name given; nobody is given a session for looking."""
    if request.user.is_authenticated:
        return Person(name or request.user.name, request.user)
    return Person(name, None, request.session.get(PHONE, ""))


def newcomer_of(request: HttpRequest, name: str = "") -> Person:
    """Return who a visitor is that takes a seat, by the name given; `remember` them once they have.

    A browser without an account gets its mark here. The table's page, which opens next, takes part
    in shuffling.
    """
    person = replace(person_of(request, name), adds_share=True)
    if person.user is not None:
        return person
    where = salted_hmac("league.online.network", network_of(request), algorithm="sha256")
    return replace(person, guest=person.guest or uuid4().hex, network=where.hexdigest())


def remember(request: HttpRequest, person: Person) -> None:
    """Let a visitor's session know who they are at tables, after they have taken a seat."""
    request.session[NAME] = person.name
    if person.user is None:
        request.session[PHONE] = person.guest
        request.session.save()
        keep_session(mark=person.guest, session_key=request.session.session_key or "")


def own_seat(request: HttpRequest, snapshot: Snapshot) -> OnlineSeat | None:
    """Return the seat at which a visitor sits."""
    person = person_of(request)
    return next((seat for seat in snapshot.seats if person.sits_at(seat)), None)


def seats_open_to(request: HttpRequest, snapshot: Snapshot) -> list[OnlineSeat]:
    """Return the seats that a visitor may take.

    At a table of a round that is the one of the player who the visitor is, or has said to be at the
    table's code.
    """
    if snapshot.table.table is None:
        return [seat for seat in snapshot.seats if seat.is_open]
    held = seat_held(request, snapshot.table.table)
    free = (seat for seat in snapshot.seats if not seat.is_taken_by_person and not seat.bot)
    return [seat for seat in free if held is not None and seat.player_id == held.seat.player_id]


def may_begin(request: HttpRequest, snapshot: Snapshot) -> bool:
    """Say whether a visitor may begin without those who have not come."""
    if own_seat(request, snapshot) is not None:
        return True
    table = snapshot.table.table
    return table is not None and tables_recordable_by(request).filter(pk=table.pk).exists()


def name_of_keeper(request: HttpRequest, snapshot: Snapshot) -> str | None:
    """Return the name of a visitor who looks after a table, None for anybody else.

    Of a pick-up table that is its host, of a table of a round whoever organises the competition.
    """
    table = snapshot.table.table
    if table is not None:
        organised = competitions_organised_by(request.user)
        found = organised.filter(pk=table.round.stage.competition_id).exists()
        if not found:
            return None
        player = player_of(request.user, table.round.stage.competition.club)
        return player.name if player else _("An organiser")
    seat = own_seat(request, snapshot)
    return seat.name if seat is not None and seat.number == snapshot.table.host else None


def key_to_stand_in(seat: OnlineSeat) -> str:
    """Return the key with which one person may take a seat that was opened in a match."""
    return _sign(_STAND_IN_SALT, seat)


def seat_to_stand_in(key: str, snapshot: Snapshot) -> OnlineSeat | None:
    """Return the seat that a key lets somebody take; None once somebody has."""
    seat = _signed_seat(_STAND_IN_SALT, key, snapshot)
    is_free = seat is not None and not seat.bot and not seat.is_taken_by_person
    return seat if is_free else None


def key_of_watcher(watcher: Watcher) -> str:
    """Return the key by which the page of who watches says that it is still open."""
    return signing.Signer(salt=_WATCHER_SALT).sign(f"{watcher.table_id}:{watcher.pk}")


def watcher_of_key(key: str, snapshot: Snapshot) -> int | None:
    """Return the id of who watches this table, None for a key of something else."""
    try:
        table, watcher = signing.Signer(salt=_WATCHER_SALT).unsign(key).split(":")
    except signing.BadSignature:
        return None
    return int(watcher) if int(table) == snapshot.table.pk else None


def key_of(seat: OnlineSeat) -> str:
    """Return the key of a seat for who sits there now."""
    return _sign(_SALT, seat)


def seat_of_key(key: str, snapshot: Snapshot) -> OnlineSeat | None:
    """Return the seat that a key opens; None for none, a forged one, or one that has gone."""
    return _signed_seat(_SALT, key, snapshot)


def _sign(salt: str, seat: OnlineSeat) -> str:
    return signing.Signer(salt=salt).sign(f"{seat.table_id}:{seat.number}:{seat.occupant}")


def _signed_seat(salt: str, key: str, snapshot: Snapshot) -> OnlineSeat | None:
    try:
        table, number, occupant = signing.Signer(salt=salt).unsign(key).split(":")
    except signing.BadSignature:
        return None
    if int(table) != snapshot.table.pk or int(number) >= len(snapshot.seats):
        return None
    seat = snapshot.seats[int(number)]
    return seat if seat.occupant == int(occupant) else None


def seat_number(seat: OnlineSeat | None) -> Seat | None:
    """Return the number of a seat, None for who only watches."""
    return None if seat is None else seat.number
