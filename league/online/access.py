"""Access to online tables: by account, by session, or by the key of a seat."""

from dataclasses import replace
from uuid import uuid4

from django.contrib.auth.models import AnonymousUser
from django.core import signing
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from games.base import Seat
from league.clubs.access import get_visible_or_404
from league.clubs.queries import player_of
from league.competitions.queries import competitions_organised_by, is_seen
from league.core.ratelimits import network_of
from league.online.models import DuplicateEvent, OnlineSeat, OnlineTable, Spectator
from league.online.queries import is_theirs, online_tables, wants_auto_pass
from league.online.services.seat_assignment import Person
from league.online.services.tidying import NAME, remember_session
from league.online.snapshots import Snapshot
from league.results.access import PHONE, has_code_of, seat_held, tables_recordable_by

COMPETITION = "table__round__stage__competition__"
_SALT = "league.online.seat"
_SUBSTITUTE_SALT = "league.online.substitute"
_SPECTATOR_SALT = "league.online.spectator"


def table_seen_by(request: HttpRequest, token: str) -> OnlineTable:
    """Return a table: open to all by its link, a private round's to who sees it or sits there."""
    sits = Exists(_own_seats(request).filter(table=OuterRef("pk")))
    is_open = Q(table=None) | is_seen(request.user, COMPETITION)
    seen = online_tables().filter(is_open | has_code_of(request, "table__") | sits)
    return get_visible_or_404(request, seen, token=token)


def is_seen_by_all(token: str) -> bool:
    """Say whether whoever has a table's link may look at it."""
    is_open = Q(table=None) | is_seen(AnonymousUser(), COMPETITION)
    return OnlineTable.objects.filter(is_open, token=token).exists()


def event_seen_by(request: HttpRequest, token: str) -> DuplicateEvent:
    """Return a duplicate event: open by its link, a private round's to who sees it or plays."""
    sits = Exists(_own_seats(request).filter(table__event=OuterRef("pk")))
    is_open = Q(round=None) | is_seen(request.user, "round__stage__competition__")
    events = DuplicateEvent.objects.select_related("round__stage__competition__club")
    return get_visible_or_404(request, events.filter(is_open | sits), token=token)


def _own_seats(request: HttpRequest) -> QuerySet[OnlineSeat]:
    person = person_of(request)
    return OnlineSeat.objects.filter(is_theirs(person.user, person.guest))


def person_of(request: HttpRequest, name: str = "") -> Person:
    """Return who a visitor is, by the name given; nobody is given a session for looking."""
    if request.user.is_authenticated:
        return Person(name or request.user.name, request.user)
    return Person(name, None, request.session.get(PHONE, ""))


def newcomer_of(request: HttpRequest, name: str = "") -> Person:
    """Return the visitor who takes a seat, a guest with a new mark; then `remember` them."""
    person = person_of(request, name)
    passes = wants_auto_pass(person.user, person.guest)
    person = replace(person, adds_share=True, auto_pass=passes)
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
        remember_session(mark=person.guest, session_key=request.session.session_key or "")


def own_seat(request: HttpRequest, snapshot: Snapshot) -> OnlineSeat | None:
    """Return the seat at which a visitor sits."""
    person = person_of(request)
    return next((seat for seat in snapshot.seats if person.sits_at(seat)), None)


def seats_open_to(request: HttpRequest, snapshot: Snapshot) -> list[OnlineSeat]:
    """Return the seats that a visitor may take; in a round, that of their own player."""
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
    """Return the name of a visitor who is the host or organises the table; None for others."""
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


def key_of(seat: OnlineSeat, salt: str = _SALT) -> str:
    """Return the key of a seat for who sits there now."""
    return signing.Signer(salt=salt).sign(f"{seat.table_id}:{seat.number}:{seat.occupant}")


def seat_of_key(key: str, snapshot: Snapshot, salt: str = _SALT) -> OnlineSeat | None:
    """Return the seat that a key opens; None for none, a forged one, or one that has gone."""
    number, occupant = _read_key(key, snapshot, salt) or (len(snapshot.seats), 0)
    if number >= len(snapshot.seats):
        return None
    seat = snapshot.seats[number]
    return seat if seat.occupant == occupant else None


def seat_lost(key: str, snapshot: Snapshot) -> OnlineSeat | None:
    """Return the seat, as it is now, of a key that opened it once; None for a forged key."""
    number, _occupant = _read_key(key, snapshot, _SALT) or (len(snapshot.seats), 0)
    return snapshot.seats[number] if number < len(snapshot.seats) else None


def substitute_key(seat: OnlineSeat) -> str:
    """Return the key with which one person may take a seat that was opened in a match."""
    return key_of(seat, _SUBSTITUTE_SALT)


def seat_for_substitute(key: str, snapshot: Snapshot) -> OnlineSeat | None:
    """Return the seat that a key lets somebody take; None once somebody has."""
    seat = seat_of_key(key, snapshot, _SUBSTITUTE_SALT)
    is_free = seat is not None and not seat.bot and not seat.is_taken_by_person
    return seat if is_free else None


def key_of_spectator(spectator: Spectator) -> str:
    """Return the key by which the page of who watches says that it is still open."""
    return signing.Signer(salt=_SPECTATOR_SALT).sign(f"{spectator.table_id}:{spectator.pk}")


def spectator_of_key(key: str, snapshot: Snapshot) -> int | None:
    """Return the id of who watches this table, None for a key of something else."""
    return next(iter(_read_key(key, snapshot, _SPECTATOR_SALT)), None)


def _read_key(key: str, snapshot: Snapshot, salt: str) -> list[int]:
    """Return the numbers of a key for this table after the table's own; [] for any other key."""
    try:
        table, *numbers = map(int, signing.Signer(salt=salt).unsign(key).split(":"))
    except signing.BadSignature:
        return []
    return numbers if table == snapshot.table.pk else []


def seat_number(seat: OnlineSeat | None) -> Seat | None:
    """Return the number of a seat, None for who only watches."""
    return None if seat is None else seat.number
