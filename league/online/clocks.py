"""The clocks of an online table: whose time runs, and when something is due."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from games.base import Seat
from league.online.models import Absence, OnlineSeat, OnlineTable
from league.online.models.tables import SECOND_MS


def pass_time(
    table: OnlineTable,
    seats: Sequence[OnlineSeat],
    acting: Collection[Seat],
    moved: Collection[Seat],
    now: datetime,
) -> None:
    """Stop the clocks of those who have moved or need not, and start those of who acts now."""
    for seat in seats:
        if seat.acts_since is not None and (seat.number in moved or seat.number not in acting):
            charge(table, seat, now)
            seat.acts_since = None
        if seat.acts_since is None and seat.number in acting:
            seat.acts_since = now


def charge(table: OnlineTable, seat: OnlineSeat, now: datetime) -> None:
    """Take from a seat's reserve what it has used beyond the time of a move."""
    if seat.acts_since is None or table.move_seconds is None or seat.is_played_by_bot:
        return
    over = now - seat.acts_since - timedelta(seconds=table.move_seconds)
    over_ms = max(0, int(over.total_seconds() * SECOND_MS))
    seat.reserve_ms = max(0, seat.reserve_ms - over_ms)


def stop_clocks(seats: Sequence[OnlineSeat]) -> None:
    """Let nobody's time run: no hand is being played."""
    for seat in seats:
        seat.acts_since = None


def next_due(table: OnlineTable, seats: Sequence[OnlineSeat], now: datetime) -> datetime | None:
    """Return when a hand being played goes on without a person: a bot acts, or time runs out.

    Before it does at correspondence speed, there is somebody to remind.
    """
    acting = [seat for seat in seats if seat.acts_since is not None]
    if any(seat.is_played_by_bot for seat in acting):
        return now
    moments = [seat.reminder(table) for seat in acting]
    if table.absence != Absence.WAIT:
        moments += [seat.deadline(table) for seat in acting]
    return min((each for each in moments if each is not None), default=None)
