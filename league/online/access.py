"""Who a visitor is at an online table.

Somebody with an account is that user; anybody else is whoever holds this browser's session. A page
of a seat carries the seat's key, which opens that seat's view and moves without another look-up,
until somebody else takes the seat.
"""

from django.core import signing
from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from games.base import Seat
from league.online.models import OnlineSeat, OnlineTable
from league.online.queries import online_tables
from league.online.services.places import Person
from league.online.snapshots import Snapshot
from league.results.access import phone_of, seat_held, tables_recordable_by

_SALT = "league.online.seat"


def table_seen_by(token: str) -> OnlineTable:
    """Return a table: whoever has its link may look, as at the pages of a round's tables."""
    return get_object_or_404(online_tables(), token=token)


def person_of(request: HttpRequest, name: str = "") -> Person:
    """Return who a visitor is, by the name given."""
    if request.user.is_authenticated:
        return Person(name or request.user.name, request.user)
    return Person(name, None, phone_of(request))


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


def key_of(seat: OnlineSeat) -> str:
    """Return the key of a seat for who sits there now."""
    return signing.Signer(salt=_SALT).sign(f"{seat.table_id}:{seat.number}:{seat.occupant}")


def seat_of_key(key: str, snapshot: Snapshot) -> OnlineSeat | None:
    """Return the seat that a key opens; None for none, a forged one, or one that has gone."""
    try:
        table, number, occupant = signing.Signer(salt=_SALT).unsign(key).split(":")
    except signing.BadSignature:
        return None
    if int(table) != snapshot.table.pk:
        return None
    seat = snapshot.seats[int(number)]
    return seat if seat.occupant == int(occupant) else None


def seat_number(seat: OnlineSeat | None) -> Seat | None:
    """Return the number of a seat, None for who only watches."""
    return None if seat is None else seat.number
