"""Who may write at which table: by its code, by a seat at it, by a role in its club.

A phone that has redeemed a code keeps the code's id in its session, and who said to hold it.
"""

from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest

from league.clubs.models import Player
from league.clubs.queries import clubs_scored_by, is_scorer, player_of
from league.competitions.models import Seat, Table, TableCode
from league.competitions.queries import tables
from league.results.models import Hand, Via

CODES = "table_codes"
PLAYERS = "table_players"
# A phone that helps out at many tables in a season; the oldest are forgotten.
CODES_KEPT = 20


class Recorder(NamedTuple):
    """Who writes at a table, None where a phone did not say, and by which right."""

    by: Player | None
    via: str


def tables_recordable_by(request: HttpRequest) -> QuerySet[Table]:
    """Return the tables whose hands this visitor may enter, whatever their state."""
    user = request.user
    codes = TableCode.objects.filter(table=OuterRef("pk"), pk__in=_codes(request), revoked_at=None)
    may = Q(Exists(codes)) if _codes(request) else Q(pk__in=[])
    if user.is_authenticated:
        players = Player.objects.active().filter(user=user.pk)
        may |= Q(Exists(Seat.objects.filter(table=OuterRef("pk"), player__in=players)))
        may |= Q(round__stage__competition__club__in=clubs_scored_by(user).values("pk"))
    return tables().filter(may)


def tables_scored_by(request: HttpRequest) -> QuerySet[Table]:
    """Return the tables whose hands this visitor may correct, void and restore."""
    clubs = clubs_scored_by(request.user).values("pk")
    return tables().filter(round__stage__competition__club__in=clubs)


def hands_of(tables: QuerySet[Table]) -> QuerySet[Hand]:
    """Return the hands of these tables."""
    return Hand.objects.filter(table__in=tables.order_by().values("pk"))


def may_correct(request: HttpRequest, table: Table) -> bool:
    """Say whether this visitor may correct, void and restore hands of the table."""
    return is_scorer(request.user, table.round.stage.competition.club)


def recorder_at(request: HttpRequest, table: Table) -> Recorder | None:
    """Return who this visitor is at the table, by the nearest right; None without any."""
    club = table.round.stage.competition.club
    seats = list(table.seats.all())
    player = player_of(request.user, club)
    if player is not None and any(seat.player_id == player.pk for seat in seats):
        return Recorder(player, Via.SEAT)
    if is_scorer(request.user, club):
        return Recorder(player, Via.CLUB)
    code = TableCode.objects.filter(table=table, pk__in=_codes(request), revoked_at=None).first()
    if code is None:
        return None
    return Recorder(_player_said(request, code, seats) or player, Via.CODE)


def redeem(request: HttpRequest, code: TableCode, seat: Seat | None) -> None:
    """Let this visitor's phone write at the code's table, as the player of the seat if given."""
    codes = [pk for pk in _codes(request) if pk != code.pk]
    request.session[CODES] = kept = [*codes, code.pk][-CODES_KEPT:]
    players = {
        pk: player
        for pk, player in request.session.get(PLAYERS, {}).items()
        if int(pk) in kept and int(pk) != code.pk
    }
    if seat is not None:
        players[str(code.pk)] = seat.player_id
    request.session[PLAYERS] = players


def has_redeemed(request: HttpRequest, code: TableCode) -> bool:
    """Say whether this visitor's phone holds the code."""
    return code.pk in _codes(request)


def _codes(request: HttpRequest) -> list[int]:
    return list(request.session.get(CODES, []))


def _player_said(request: HttpRequest, code: TableCode, seats: Sequence[Seat]) -> Player | None:
    """Return the player whom the phone's holder said to be, if still sitting there."""
    said = request.session.get(PLAYERS, {}).get(str(code.pk))
    return next((seat.player for seat in seats if seat.player_id == said), None)
