"""What somebody has played online: results, opponents, their worst moves, and ratings by game."""

from typing import Final, NamedTuple

from django.db.models import F, Prefetch, Q, QuerySet

from league.clubs.models import User
from league.online.models import MatchResult, MoveAnalysis, OnlineSeat, PickUpRating
from league.online.queries import is_theirs

LATEST: Final = 5
MOST_RESULTS: Final = 100
WORST_MOVES: Final = 3
# Where a difference is smaller than so many standard errors, luck may explain it.
SURE: Final = 2


class FinishedMatch(NamedTuple):
    """A finished match: its result, and who else played there by the end."""

    result: MatchResult
    opponents: tuple[OnlineSeat, ...]


class WorstMove(NamedTuple):
    """A move that gave up `behind` points against the best that was found."""

    token: str
    title: str
    hand: int
    move: int
    seat: int
    behind: float


def results_of(user: User | None, guest: str, *, most: int = MOST_RESULTS) -> list[FinishedMatch]:
    """Return the finished matches of somebody, the newest first; two queries."""
    seats = Prefetch("table__seats", OnlineSeat.objects.order_by("number"))
    found = MatchResult.objects.filter(is_theirs(user, guest)).select_related(
        "table__table__round__stage__competition"
    )
    rows = found.prefetch_related(seats).order_by("-created_at", "-pk")[:most]
    return [
        FinishedMatch(row, tuple(seat for seat in row.table.seats.all() if seat.number != row.seat))
        for row in rows
    ]


def ratings_of(user: User | None, guest: str) -> list[PickUpRating]:
    """Return the ratings of somebody, by game."""
    return list(PickUpRating.objects.filter(is_theirs(user, guest)).order_by("game"))


def worst_moves(user: User | None, guest: str) -> list[WorstMove]:
    """Return the moves of somebody that gave up most, beyond what luck explains."""
    found = _analyses_of(user, guest).filter(behind__gt=SURE * F("error"))
    rows = found.select_related("move__hand__table__table__round__stage__competition")
    return [
        WorstMove(
            token=row.move.hand.table.token,
            title=row.move.hand.table.title,
            hand=row.move.hand.number,
            move=row.move.number,
            seat=row.move.seat,
            behind=row.behind,
        )
        for row in rows.order_by("-behind", "pk")[:WORST_MOVES]
    ]


def _analyses_of(user: User | None, guest: str) -> QuerySet[MoveAnalysis]:
    """Return what is said of the moves of somebody, in hands that lie open."""
    results = "move__hand__table__results__"
    own = is_theirs(user, guest, results)
    deal = "move__hand__duplicate_deal"
    is_open = Q(**{deal: None}) | Q(**{f"{deal}__opened_at__isnull": False})
    is_own = Q(move__seat=F(f"{results}seat"))
    return MoveAnalysis.objects.filter(own & is_own & is_open)
