"""Who is away, by choice or by the clock, and who comes back."""

from datetime import datetime

from django.db import transaction

from games.base import Seat
from league.online.clocks import charge, next_due
from league.online.models import OnlineSeat, OnlineTable, Phase
from league.online.opened import OpenTable, close_table, open_table


@transaction.atomic
def run_out(*, table_id: int, now: datetime) -> OnlineTable:
    """Let a bot play for those whose time has run out."""
    opened = open_table(table_id=table_id)
    late = [
        seat
        for seat in opened.seats
        if not seat.is_played_by_bot
        and (deadline := seat.deadline(opened.table)) is not None
        and deadline <= now
    ]
    if opened.table.phase == Phase.PLAYING and late:
        for seat in late:
            hand_over(opened, seat, now)
        close_table(opened, now=now)
    return opened.table


@transaction.atomic
def go_away(*, table_id: int, seat: Seat, now: datetime) -> OnlineTable:
    """Let a bot play for somebody who has to go for a while."""
    opened = open_table(table_id=table_id)
    place = opened.seats[seat]
    if place.is_taken_by_person and not place.is_away:
        hand_over(opened, place, now)
        close_table(opened, now=now)
    return opened.table


@transaction.atomic
def come_back(*, table_id: int, seat: Seat, now: datetime) -> OnlineTable:
    """Give somebody the seat back that a bot has played; what it played stands."""
    opened = open_table(table_id=table_id)
    if opened.seats[seat].is_away:
        take_over(opened, opened.seats[seat], now)
        close_table(opened, now=now)
    return opened.table


def take_over(opened: OpenTable, place: OnlineSeat, now: datetime) -> None:
    """Let the person at a seat play from now on, with a whole move's time."""
    place.is_away = False
    if place.acts_since is not None:
        place.acts_since = now
    if opened.table.phase == Phase.PAUSED:
        _wake_up(opened, now)
    elif opened.table.phase == Phase.PLAYING:
        opened.table.due_at = next_due(opened.table, opened.seats, now)


def hand_over(opened: OpenTable, place: OnlineSeat, now: datetime) -> None:
    """Let a bot play at a seat from now on; without any people the table rests."""
    charge(opened.table, place, now)
    place.is_away = True
    _settle(opened, now)


def _settle(opened: OpenTable, now: datetime) -> None:
    table = opened.table
    if table.phase in {Phase.PLAYING, Phase.BETWEEN} and not opened.people:
        table.phase = Phase.PAUSED
        table.due_at = None
    elif table.phase == Phase.PLAYING:
        table.due_at = next_due(table, opened.seats, now)


def _wake_up(opened: OpenTable, now: datetime) -> None:
    """Go on where the table was left: in a hand, or between two."""
    table = opened.table
    if any(seat.acts_since is not None for seat in opened.seats):
        table.phase = Phase.PLAYING
        for seat in opened.seats:
            if seat.acts_since is not None:
                seat.acts_since = now
        table.due_at = next_due(table, opened.seats, now)
    else:
        table.phase = Phase.BETWEEN
        table.due_at = now
