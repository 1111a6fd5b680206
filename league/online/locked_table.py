"""An online table while it is locked: read it, change it, write what has changed."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction

from games.base import Seat
from league.core import live
from league.core.enqueue import enqueue
from league.online import lobby, matches, snapshots, turns
from league.online.matches import Position, position_at
from league.online.models import Move, OnlineHand, OnlineSeat, OnlineTable, Phase, TimeoutPolicy
from league.online.models.tables import SECOND_MS
from league.online.queries import hand_of, seats_of
from league.online.tables_waiting import accounts_waited_for, record_waiting


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
    seat.time_bank_ms = max(0, seat.time_bank_ms - over_ms)


def stop_clocks(seats: Sequence[OnlineSeat]) -> None:
    """Let nobody's time run: no hand is being played."""
    for seat in seats:
        seat.acts_since = seat.premove = seat.moves_at = None


def next_due(table: OnlineTable, seats: Sequence[OnlineSeat], now: datetime) -> datetime | None:
    """Return when a hand goes on without a person: the site acts, time runs out, or a reminder."""
    acting = [seat for seat in seats if seat.acts_since is not None]
    if any(seat.is_played_by_bot for seat in acting):
        return now
    moments = [seat.reminder(table) for seat in acting] + [seat.moves_at for seat in acting]
    if table.timeout_policy != TimeoutPolicy.WAIT:
        moments += [seat.deadline(table) for seat in acting]
    return min((each for each in moments if each is not None), default=None)


SWEEP = "league.online.tasks.sweep"
SEAT_FIELDS = (
    *("name", "player_id", "user_id", "guest", "bot", "occupant"),
    *("is_away", "is_ready", "is_reading", "acts_since", "time_bank_ms"),
    *("reminded_at", "forfeited_at", "wants_break", "replacement"),
    *("auto_pass", "premove", "moves_at", "allows_undo"),
    *("adds_share", "waits_for_hand"),
)


@dataclass(slots=True)
class LockedOnlineTable:
    """A locked table with its seats; `fresh` moves and `running_out` are handled on closing.

    `noted` are the accounts that it waited for before, and it was `is_filling` up to its first
    hand.
    """

    table: OnlineTable
    seats: list[OnlineSeat]
    before: list[tuple[object, ...]]
    waited_for: turns.Waiting
    noted: set[int]
    is_filling: bool
    fresh: list[Move] = field(default_factory=list)
    running_out: list[OnlineSeat] = field(default_factory=list)

    @property
    def people(self) -> list[OnlineSeat]:
        """The seats of people who are there."""
        return [seat for seat in self.seats if seat.is_taken_by_person and not seat.is_away]

    @property
    def is_everybody_ready(self) -> bool:
        """Say whether all people who are there want the next hand."""
        return all(seat.is_ready or seat.waits_for_hand for seat in self.people)

    def forget_undo(self) -> None:
        """Forget that somebody has asked to take a move back."""
        self.table.undo_seat = self.table.undo_moves = None
        for seat in self.seats:
            seat.allows_undo = False

    def mark_written(self) -> None:
        """Take the seats as they are for written."""
        self.before = [_values(seat) for seat in self.seats]

    def end(self, now: datetime) -> None:
        """End the table."""
        stop_clocks(self.seats)
        self.table.phase = Phase.OVER
        self.table.due_at = None
        self.table.ended_at = now
        self.table.opened_by = self.table.opened_from = ""
        if self.table.event_id is None:
            # Nothing of it is hidden any more; deals of an event may still lie closed.
            for seat in self.seats:
                seat.waits_for_hand = False

    def hand(self) -> OnlineHand:
        """Read the hand that was begun last."""
        table = self.table
        hand = snapshots.hand_played(table) or hand_of(table, table.hand_number)
        if hand is None:
            raise LookupError(f"Online table {table.pk} has no hand {table.hand_number}.")
        return hand

    def position(self, hand: OnlineHand) -> Position:
        """Return where that hand stands."""
        return position_at(self.table, hand, self.table.moves)


def load_locked(*, table_id: int) -> LockedOnlineTable:
    """Lock a table and read its seats; raises OnlineTable.DoesNotExist."""
    table = OnlineTable.objects.select_for_update().get(pk=table_id)
    seats = seats_of(table)
    waiting = turns.waited_for(table, seats)
    noted = accounts_waited_for(table, seats)
    is_filling = table.phase == Phase.WAITING
    before = [_values(seat) for seat in seats]
    return LockedOnlineTable(table, seats, before, waiting, noted, is_filling)


def save_locked(
    locked: LockedOnlineTable, *, now: datetime, position: Position | None = None
) -> None:
    """Write what has changed, notify screens and people, and enqueue the sweep if due at once."""
    table = locked.table
    table.version += 1
    table.active_at = now
    Move.objects.bulk_create(locked.fresh)
    for seat, before in zip(locked.seats, locked.before, strict=True):
        values = zip(SEAT_FIELDS, before, _values(seat), strict=True)
        if fields := [name for name, was, value in values if was != value]:
            seat.save(update_fields=fields)
    table.save()
    changed = turns.changed_turns(table, locked.waited_for, locked.seats, locked.running_out, now)
    if changed is not None:
        turns.notify_turns(changed)
    turns.notify_who_has_gone(table, locked.seats, now)
    live.publish({live.topic_name("online", table.pk): table.version})
    if locked.is_filling:
        lobby.update_listing(table)
    if waiting := accounts_waited_for(table, locked.seats) - locked.noted:
        transaction.on_commit(partial(record_waiting, waiting), robust=True)
    if position is not None:
        transaction.on_commit(partial(_cache, locked, position), robust=True)
    if table.due_at is not None and table.due_at <= now:
        enqueue(SWEEP)


def _cache(locked: LockedOnlineTable, position: Position) -> None:
    matches.cache_position(position)
    snapshots.go_on(locked.table, locked.seats, position)


def _values(seat: OnlineSeat) -> tuple[object, ...]:
    return tuple(getattr(seat, name) for name in SEAT_FIELDS)
