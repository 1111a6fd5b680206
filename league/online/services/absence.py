"""Who is away, by choice or by the clock, and who comes back.

What happens to whom the clock runs out is for the table's terms to say (`Absence`).
"""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction

from games.base import Seat
from league.online.clocks import charge, next_due
from league.online.errors import OnlineError
from league.online.models import Absence, Doing, OnlineSeat, OnlineTable, Phase
from league.online.opened import OpenTable, close_table, open_table
from league.online.services.scores import settle_forfeits
from league.online.story import write_down

_LATE = {
    Absence.BOT: Doing.LATE,
    Absence.ONCE: Doing.LATE_ONCE,
    Absence.ZERO: Doing.FORFEITED,
}


def is_time_up(table: OnlineTable, seats: Iterable[OnlineSeat], now: datetime) -> bool:
    """Say whether somebody's time has run out, or is so short that they are to be reminded."""
    return any(_is_late(table, seat, now) or _is_soon(table, seat, now) for seat in seats)


@transaction.atomic
def run_out(*, table_id: int, now: datetime) -> OnlineTable:
    """Do as the terms say with those whose time has run out, and remind those whose will soon."""
    opened = open_table(table_id=table_id)
    if opened.table.phase != Phase.PLAYING:
        return opened.table
    late = [seat for seat in opened.seats if _is_late(opened.table, seat, now)]
    soon = [seat for seat in opened.seats if seat not in late and _is_soon(opened.table, seat, now)]
    for seat in late:
        _give_up_time(opened, seat, now)
    for seat in soon:
        seat.reminded_at = now
    if late or soon:
        opened.running_out += soon
        settle(opened, now)
        close_table(opened, now=now)
    if opened.table.absence == Absence.ZERO and late:
        settle_forfeits(table_id=table_id, now=now)
    return opened.table


@transaction.atomic
def go_away(*, table_id: int, seat: Seat, now: datetime) -> OnlineTable:
    """Let a bot play for somebody who has to go for a while.

    Raises nobody_stands_in where the terms of the table let no bot do so.
    """
    opened = open_table(table_id=table_id)
    place = opened.seats[seat]
    if not opened.table.lets_bots_stand_in:
        raise OnlineError("nobody_stands_in")
    if place.is_taken_by_person and not place.is_away:
        hand_over(opened, place, now)
        close_table(opened, now=now)
    return opened.table


@transaction.atomic
def come_back(*, table_id: int, seat: Seat, now: datetime) -> OnlineTable:
    """Give somebody the seat back that a bot has played; what it played stands.

    Raises forfeited for who has given the match up.
    """
    opened = open_table(table_id=table_id)
    if opened.seats[seat].is_away:
        take_over(opened, opened.seats[seat], now)
        close_table(opened, now=now)
    return opened.table


def take_over(opened: OpenTable, place: OnlineSeat, now: datetime) -> None:
    """Let the person at a seat play from now on, with a whole move's time.

    Raises forfeited for who has given the match up.
    """
    if place.forfeited_at is not None:
        raise OnlineError("forfeited")
    place.is_away = False
    if place.acts_since is not None:
        place.acts_since = now
    if opened.table.phase == Phase.PAUSED:
        wake_up(opened, now)
    elif opened.table.phase == Phase.PLAYING:
        opened.table.due_at = next_due(opened.table, opened.seats, now)


def hand_over(opened: OpenTable, place: OnlineSeat, now: datetime) -> None:
    """Let a bot play at a seat from now on; without any people the table rests."""
    charge(opened.table, place, now)
    place.is_away = True
    settle(opened, now)


def _is_late(table: OnlineTable, seat: OnlineSeat, now: datetime) -> bool:
    deadline = seat.deadline(table)
    is_up = deadline is not None and deadline <= now and not seat.is_played_by_bot
    return is_up and table.absence != Absence.WAIT


def _is_soon(table: OnlineTable, seat: OnlineSeat, now: datetime) -> bool:
    reminder = seat.reminder(table)
    return reminder is not None and reminder <= now


def _give_up_time(opened: OpenTable, seat: OnlineSeat, now: datetime) -> None:
    """Let a bot act at a seat: for one move, until its player is back, or to the end."""
    table = opened.table
    charge(table, seat, now)
    seat.is_away = True
    doing = _LATE[Absence(table.absence)]
    if table.absence == Absence.ZERO:
        seat.forfeited_at = now
    write_down(table, doing, now, seat)


def settle(opened: OpenTable, now: datetime) -> None:
    """Note when a table is due after somebody came or went; let it rest without any people."""
    table = opened.table
    may_rest = table.absence != Absence.ONCE or table.phase == Phase.BETWEEN
    if table.phase in {Phase.PLAYING, Phase.BETWEEN} and may_rest and not opened.people:
        table.phase = Phase.PAUSED
        table.due_at = None
    elif table.phase == Phase.PLAYING:
        table.due_at = next_due(table, opened.seats, now)


def wake_up(opened: OpenTable, now: datetime) -> None:
    """Go on where the table was left: in a hand, or between two."""
    table = opened.table
    for seat in opened.seats:
        seat.is_ready = False
    if any(seat.acts_since is not None for seat in opened.seats):
        table.phase = Phase.PLAYING
        for seat in opened.seats:
            if seat.acts_since is not None:
                seat.acts_since = now
        table.due_at = next_due(table, opened.seats, now)
    else:
        table.phase = Phase.BETWEEN
        table.due_at = now
