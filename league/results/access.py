"""Who may write at which table: by its code, by a seat at it, by a role in its club.

A phone that has redeemed a code keeps the code's id in its session. From which seat it plays, if
from any, is kept with the seat, as no other phone may speak for it then.
"""

import hashlib
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple
from uuid import uuid4

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.http import HttpRequest

from league.clubs.models import Player
from league.clubs.queries import clubs_scored_by, is_scorer, player_of
from league.clubs.rights import PLAY
from league.competitions.models import PHONE_LENGTH, PhoneUse, Seat, Table, TableCode
from league.competitions.queries import is_seen, tables
from league.results.errors import ResultError, round_closed
from league.results.models import Hand, Via
from league.results.place import Place
from league.results.queries import hands_to_show
from league.results.seats import is_free, needs_seat

CODES = "table_codes"
PHONE = "phone"
# A phone that helps out at many tables in a season; the oldest are forgotten.
CODES_KEPT = 20


class Recorder(NamedTuple):
    """Who writes at a table, None where a phone did not say, by which right, and on which phone."""

    by: Player | None
    via: str
    phone: str = ""


def has_code_of(request: HttpRequest, table: str = "") -> Q:
    """Return the condition that a visitor's phone holds the code of a table."""
    codes = TableCode.objects.filter(pk__in=_codes(request), revoked_at=None)
    return Q(**{f"{table}pk__in": codes.values("table")}) if _codes(request) else Q(pk__in=())


def tables_seen_by(request: HttpRequest) -> QuerySet[Table]:
    """Return the tables that a visitor may look at; a phone with a table's code at this one."""
    seen = is_seen(request.user, "round__stage__competition__")
    return tables().filter(seen | has_code_of(request))


def hands_seen_by(request: HttpRequest) -> QuerySet[Hand]:
    """Return the hands that a visitor may look at, with all that was ever said of them."""
    seen = is_seen(request.user, "table__round__stage__competition__")
    return hands_to_show().filter(seen | has_code_of(request, "table__"))


def tables_recordable_by(request: HttpRequest) -> QuerySet[Table]:
    """Return the tables whose hands this visitor may enter, whatever their state."""
    user = request.user
    codes = TableCode.objects.filter(table=OuterRef("pk"), pk__in=_codes(request), revoked_at=None)
    may = Q(held_code__isnull=False)
    if user.is_authenticated:
        own = Player.objects.active().filter(user=user.pk)
        looks_on = own.exclude(role__in=PLAY.roles)
        may &= ~Q(round__stage__competition__club__in=looks_on.values("club"))
        players = own.with_role(PLAY.roles)
        may |= Q(Exists(Seat.objects.filter(table=OuterRef("pk"), player__in=players)))
        may |= Q(round__stage__competition__club__in=clubs_scored_by(user).values("pk"))
    return tables().annotate(held_code=Subquery(codes.values("pk")[:1])).filter(may)


def tables_scored_by(request: HttpRequest) -> QuerySet[Table]:
    """Return the tables whose hands this visitor may correct, void and restore."""
    clubs = clubs_scored_by(request.user).values("pk")
    return tables().filter(round__stage__competition__club__in=clubs)


def why_closed(table: Table, recorder: Recorder | None) -> ResultError | None:
    """Return why this visitor can enter nothing at a table now; None if the table takes it."""
    if table.dissolved_at is not None:
        return ResultError("table_dissolved")
    via = recorder.via if recorder else Via.CODE
    return None if table.takes_hands else round_closed(table.round, via)


def why_unseated(table: Table, recorder: Recorder | None) -> ResultError | None:
    """Return why this visitor has to say first who they are; None if there is no need."""
    if recorder is None:
        return None
    competition, seats = table.round.stage.competition, table.seats.all()
    needs = needs_seat(competition, recorder.by, recorder.via, seats)
    return ResultError("seat_needed") if needs else None


def hands_of(tables: QuerySet[Table]) -> QuerySet[Hand]:
    """Return the hands of these tables."""
    return Hand.objects.filter(table__in=tables.order_by().values("pk"))


def may_correct(request: HttpRequest, table: Table) -> bool:
    """Say whether this visitor may correct, void and restore hands of the table."""
    return is_scorer(request.user, table.round.stage.competition.club)


def recorder_at(request: HttpRequest, table: Table) -> Recorder | None:
    """Return who this visitor is at the table, by the nearest right; None without any."""
    return _recorder(request, table, list(table.seats.all()), partial(holds_code, request, table))


def may_record_somewhere(request: HttpRequest) -> bool:
    """Say whether a visitor may be one who writes at some table: what is nobody's locks nothing."""
    return request.user.is_authenticated or bool(_codes(request))


def recorder_in(request: HttpRequest, place: Place) -> Recorder | None:
    """Return who this visitor is at a place to write likewise."""

    def held() -> bool:
        return place.code is not None and has_redeemed(request, place.code)

    return _recorder(request, place.table, place.seats, held)


def _recorder(
    request: HttpRequest, table: Table, seats: Sequence[Seat], held: Callable[[], bool]
) -> Recorder | None:
    club = table.round.stage.competition.club
    phone = phone_at(request, table)
    if (seated := _player_seated(request, seats)) is not None:
        return Recorder(seated, Via.SEAT, phone)
    player = player_of(request.user, club)
    if is_scorer(request.user, club):
        return Recorder(player, Via.CLUB, phone)
    if not held() or _looks_on(player):
        return None
    seat = seat_of_phone(seats, phone)
    return Recorder(seat.player if seat else player, Via.CODE, phone)


def _player_seated(request: HttpRequest, seats: Sequence[Seat]) -> Player | None:
    """Return the player that this visitor is at one of these seats, which come with theirs."""
    user = request.user
    players = (seat.player for seat in seats if user.is_authenticated)
    own = (each for each in players if each.user_id == user.pk and not each.left_at)
    return next((each for each in own if not _looks_on(each)), None)


def _looks_on(player: Player | None) -> bool:
    """Say whether somebody is a spectator of the club, who writes nothing anywhere."""
    return player is not None and not PLAY.is_held_by(player.role)


def redeem(request: HttpRequest, code: TableCode) -> None:
    """Let this visitor's phone write at the code's table."""
    codes = [pk for pk in _codes(request) if pk != code.pk]
    request.session[CODES] = [*codes, code.pk][-CODES_KEPT:]
    phone_of(request)


def seat_of(recorder: Recorder | None, table: Table) -> Seat | None:
    """Return the seat that somebody plays from who writes by it or by the table's code."""
    if recorder is None or recorder.by is None or recorder.via == Via.CLUB:
        return None
    player = recorder.by.pk
    return next((seat for seat in table.seats.all() if seat.player_id == player), None)


def seats_spoken_for(table: Table, recorder: Recorder | None) -> set[int]:
    """Return the seats for which a phone may speak where one may for its whole table."""
    competition = table.round.stage.competition
    if recorder is None or recorder.via != Via.CODE or competition.phone_use != PhoneUse.TABLE:
        return set()
    return {seat.number for seat in table.seats.all() if is_free(seat, recorder.phone)}


class Held(NamedTuple):
    """The seat from which a visitor plays, and by which right."""

    seat: Seat
    via: str


def seat_held(request: HttpRequest, table: Table) -> Held | None:
    """Return the seat that a visitor plays from: signed in, or by the code and the seat picked."""
    seats = list(table.seats.all())
    player = player_of(request.user, table.round.stage.competition.club)
    if _looks_on(player):
        return None
    own = next((seat for seat in seats if player and seat.player_id == player.pk), None)
    if own is not None:
        return Held(own, Via.SEAT)
    picked = seat_of_phone(seats, phone_at(request, table))
    return Held(picked, Via.CODE) if picked and holds_code(request, table) else None


def seat_of_phone(seats: Sequence[Seat], phone: str) -> Seat | None:
    """Return the seat of a table for which a phone may speak by the table's code."""
    return next((seat for seat in seats if phone and seat.phone == phone), None)


def holds_code(request: HttpRequest, table: Table) -> bool:
    """Say whether this visitor's phone holds the table's code."""
    if hasattr(table, "held_code"):
        # It came with a table of `tables_recordable_by`.
        return table.held_code is not None
    codes = TableCode.objects.filter(table=table, pk__in=_codes(request), revoked_at=None)
    return codes.exists()


def phone_of(request: HttpRequest) -> str:
    """Return what tells this visitor's session from every other, and make it if there is none."""
    phone: str = request.session.get(PHONE, "")
    if not phone:
        request.session[PHONE] = phone = uuid4().hex
    return phone


def phone_at(request: HttpRequest, table: Table) -> str:
    """Return what tells this visitor's phone from others at the tables of a round; "" without one.

    It neither leads back to the session nor to what the phone does in other rounds.
    """
    phone = request.session.get(PHONE, "")
    return phone_in(phone, table.round_id) if phone else ""


def phone_in(phone: str, round_id: int) -> str:
    """Return how a phone, as its session knows it, is kept with what it writes in a round."""
    return hashlib.sha256(f"{phone}:{round_id}".encode()).hexdigest()[:PHONE_LENGTH]


def has_redeemed(request: HttpRequest, code: TableCode) -> bool:
    """Say whether this visitor's phone holds the code."""
    return code.pk in _codes(request)


def _codes(request: HttpRequest) -> list[int]:
    return list(request.session.get(CODES, []))
