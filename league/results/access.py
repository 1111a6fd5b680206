"""Access to tables: by a table's code, by a seat at it, by a role in its club."""

import hashlib
from collections.abc import Iterable
from typing import NamedTuple
from uuid import uuid4

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.http import HttpRequest
from django.utils import timezone

from league.clubs.models import Club, Player
from league.clubs.queries import Visitor, clubs_scored_by, is_scorer, player_of
from league.clubs.rights import PLAY
from league.competitions.models import PHONE_LENGTH, PhoneUse, Seat, Table, TableCode
from league.competitions.queries import is_seen, tables
from league.results.authors import Author, Via
from league.results.errors import ResultError, round_closed
from league.results.locked_table import is_free, needs_seat
from league.results.models import Hand
from league.results.queries import hands_to_show
from league.results.table_context import TableContext

CODES = "table_codes"
PHONE = "phone"
CODES_STORED = 20
"""A phone may help out at many tables in a season; the oldest are forgotten."""


def has_code_of(request: HttpRequest, table: str = "") -> Q:
    """Return the condition that a visitor's phone holds the code of a table."""
    codes = TableCode.objects.filter(pk__in=codes_of(request), revoked_at=None)
    return Q(**{f"{table}pk__in": codes.values("table")}) if codes_of(request) else Q(pk__in=())


def tables_seen_by(request: HttpRequest) -> QuerySet[Table]:
    """Return the tables that a visitor may see, by visibility or by their code."""
    seen = is_seen(request.user, "round__stage__competition__")
    return tables().filter(seen | has_code_of(request))


def hands_seen_by(request: HttpRequest) -> QuerySet[Hand]:
    """Return the hands that a visitor may see, with their whole history."""
    seen = is_seen(request.user, "table__round__stage__competition__")
    return hands_to_show().filter(seen | has_code_of(request, "table__"))


def tables_recordable_by(request: HttpRequest) -> QuerySet[Table]:
    """Return the tables whose hands this visitor may enter, whatever their state."""
    user = request.user
    codes = TableCode.objects.filter(
        table=OuterRef("pk"), pk__in=codes_of(request), revoked_at=None
    )
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


def why_closed(table: Table, recorder: Author | None) -> ResultError | None:
    """Return why this visitor can enter nothing at a table now; None if the table takes it."""
    if table.dissolved_at is not None:
        return ResultError("table_dissolved")
    via = recorder.via if recorder else Via.CODE
    return None if table.takes_hands else round_closed(table.round, via)


def why_unseated(table: Table, recorder: Author | None) -> ResultError | None:
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


def recorder_at(
    request: HttpRequest, table: Table, context: TableContext | None = None
) -> Author | None:
    """Return who this visitor is at the table, by the nearest right; a context spares queries."""
    user, now, phone = request.user, timezone.now(), phone_at(request, table)
    own = None
    seats = context.seats if context else table.seats.all()
    if user.is_authenticated:
        for player in [seat.player for seat in seats]:
            if player.user_id == user.pk and not player.left_at and PLAY.is_held_by(player.role):
                return Author(player, Via.SEAT, now, phone)
        club = table.round.stage.competition.club
        own = player_of(user, club)
        if is_scorer(user, club):
            return Author(own, Via.CLUB, now, phone)
        if _looks_on(own):
            return None
    if context is None:
        is_code_held = holds_code(request, table)
    else:
        is_code_held = context.code is not None and context.code.pk in codes_of(request)
    if not is_code_held:
        return None
    seat = seat_of_phone(seats, phone)
    return Author(seat.player if seat else own, Via.CODE, now, phone)


def author_of_club(user: Visitor, club: Club) -> Author:
    """Return a scorer or an organiser as the author of what they decide for their club now."""
    return Author(player_of(user, club), Via.CLUB, timezone.now())


def _looks_on(player: Player | None) -> bool:
    """Say whether a player is a viewer of the club, who writes nothing anywhere."""
    return player is not None and not PLAY.is_held_by(player.role)


def redeem(request: HttpRequest, code: TableCode) -> None:
    """Let this visitor's phone write at the code's table."""
    codes = [pk for pk in codes_of(request) if pk != code.pk]
    request.session[CODES] = [*codes, code.pk][-CODES_STORED:]
    phone_of(request)


def seat_of(recorder: Author | None, table: Table) -> Seat | None:
    """Return the seat that a recorder by seat or code plays from."""
    if recorder is None or recorder.by is None or recorder.via == Via.CLUB:
        return None
    player = recorder.by.pk
    return next((seat for seat in table.seats.all() if seat.player_id == player), None)


def seats_spoken_for(table: Table, recorder: Author | None) -> set[int]:
    """Return the seats that a phone may confirm for where one may for its table."""
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


def seat_of_phone(seats: Iterable[Seat], phone: str) -> Seat | None:
    """Return the seat of a table for which a phone may speak by the table's code."""
    return next((seat for seat in seats if phone and seat.phone == phone), None)


def holds_code(request: HttpRequest, table: Table) -> bool:
    """Say whether this visitor's phone holds the table's code."""
    if hasattr(table, "held_code"):  # a table of `tables_recordable_by`
        return table.held_code is not None
    codes = TableCode.objects.filter(table=table, pk__in=codes_of(request), revoked_at=None)
    return codes.exists()


def phone_of(request: HttpRequest) -> str:
    """Return the id of this visitor's session as a phone; a new one if there is none."""
    phone: str = request.session.get(PHONE, "")
    if not phone:
        request.session[PHONE] = phone = uuid4().hex
    return phone


def phone_at(request: HttpRequest, table: Table) -> str:
    """Return the id of this visitor's phone in a round, which leads back to no session."""
    phone = request.session.get(PHONE, "")
    return phone_in(phone, table.round_id) if phone else ""


def phone_in(phone: str, round_id: int) -> str:
    """Return the id of a phone in a round, from that in its session."""
    return hashlib.sha256(f"{phone}:{round_id}".encode()).hexdigest()[:PHONE_LENGTH]


def codes_of(request: HttpRequest) -> list[int]:
    """Return the ids of the codes that this visitor's phone has redeemed."""
    return list(request.session.get(CODES, []))
