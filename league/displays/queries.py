"""Read what screens and widgets show of a competition."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Prefetch

from league.clubs.models import Player
from league.competitions.lineups import lineups_of
from league.competitions.models import Competition, Round, RoundStatus, Seat, Table
from league.competitions.queries import seats_in_order, tables
from league.results.models import Hand
from league.results.queries import with_next_hand
from league.rounds.queries import SELF_CHECK_IN_BEFORE, tables_with_scores


def running_round(rounds: Sequence[Round], now: datetime) -> Round | None:
    """Return the open round, else one that begins soon, the last closed or the next planned one."""
    planned = _planned(rounds)
    opened = [each for each in rounds if each.is_open and each.opened_at]
    soon = [
        each for each in planned if each.opens_at and each.opens_at - now <= SELF_CHECK_IN_BEFORE
    ]
    closed = [each for each in rounds if each.closed_at and each.status == RoundStatus.CLOSED]
    if opened:
        return max(opened, key=lambda each: (each.opened_at, each.pk))
    if soon:
        return min(soon, key=lambda each: (each.opens_at, each.pk))
    if closed:
        return max(closed, key=lambda each: (each.closed_at, each.pk))
    return planned[0] if planned else None


def rounds_to_come(rounds: Sequence[Round]) -> list[Round]:
    """Return the rounds that are planned, those with a date first, soonest first."""
    planned = _planned(rounds)
    dated = sorted(
        (each for each in planned if each.opens_at), key=lambda each: (each.opens_at, each.pk)
    )
    return [*dated, *(each for each in planned if not each.opens_at)]


def _planned(rounds: Sequence[Round]) -> list[Round]:
    """Return the rounds that are still to come; one that was missed may never be played."""
    return [each for each in rounds if each.status == RoundStatus.SCHEDULED and not each.is_missed]


@dataclass(frozen=True, slots=True)
class TableOnScreen:
    """A table as a display shows it; `hand` is the one being played, 1-based."""

    table: Table
    hand: int
    is_over: bool
    leaders: Sequence[str]
    rows: Sequence[tuple[Seat, int | None]]


def tables_on_projector(round: Round) -> list[TableOnScreen]:
    """List the tables of a round with how they stand."""
    return [_on_screen(table) for table in tables_with_scores(round)]


def finished_tables(competition: Competition, number: int) -> list[TableOnScreen]:
    """List the tables of a competition whose match is over, of the latest rounds first."""
    over = (
        with_next_hand(tables().standing())
        .filter(round__stage__competition=competition, score__is_over=True)
        .select_related("score", "round__stage")
        .order_by("-round__stage__number", "-round__number", "number", "pk")
    )
    return [_on_screen(table) for table in over[:number]]


def _on_screen(table: Table) -> TableOnScreen:
    score = getattr(table, "score", None)
    seats = list(table.seats.all())
    is_started = score is not None and (score.hands > 0 or any(score.totals))
    totals = score.totals if is_started and score else [None] * len(seats)
    places = score.places if score and (is_started or score.is_over) else []
    return TableOnScreen(
        table=table,
        hand=getattr(table, "next_hand", 1),
        is_over=bool(score and score.is_over),
        leaders=[
            seat.player.name for seat, place in zip(seats, places, strict=False) if place == 1
        ],
        rows=list(zip(seats, totals, strict=True)),
    )


@dataclass(frozen=True, slots=True)
class HandOnScreen:
    """A hand as a display shows it: who played on each seat for how many points, and the most."""

    hand: Hand
    rows: Sequence[tuple[Seat, Player, int]]
    best: int


def latest_hands(round: Round, number: int) -> list[HandOnScreen]:
    """List the hands of a round that were recorded last and count, the latest first."""
    counted = Hand.objects.filter(
        table__round=round, table__dissolved_at=None, is_void=False, score__is_surplus=False
    )
    seats = Prefetch("table__seats", queryset=seats_in_order())
    hands = counted.select_related("score", "table").prefetch_related(seats)
    shown = []
    found = list(hands.order_by("-created_at", "-pk")[:number])
    lineups = lineups_of(hand.table for hand in found)
    for hand in found:
        points, lineup = hand.score.score["scores"], lineups[hand.table_id]
        rows = list(
            zip(lineup.seats_at(hand.number), lineup.players(hand.number), points, strict=True)
        )
        shown.append(HandOnScreen(hand, rows, max(points)))
    return shown
