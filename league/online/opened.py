"""An online table while it is locked: read it, change it, write what has changed."""

from dataclasses import dataclass, field
from datetime import datetime
from functools import partial

from django.db import transaction

from league.core import live
from league.core.wake import wake
from league.online import positions, snapshots, turns
from league.online.clocks import stop_clocks
from league.online.models import Move, OnlineHand, OnlineSeat, OnlineTable, Phase
from league.online.positions import Position, position_at
from league.online.queries import TOPIC, hand_of, seats_of

SWEEP = "league.online.tasks.sweep"
SEAT_FIELDS = (
    *("name", "player_id", "user_id", "guest", "bot", "occupant"),
    *("is_away", "is_ready", "acts_since", "reserve_ms"),
    *("reminded_at", "forfeited_at", "wants_break", "successor"),
    *("adds_share", "waits_for_hand"),
)


@dataclass(slots=True)
class OpenTable:
    """A locked table with its seats.

    `waited_for` were to act when it was opened, at correspondence speed. `fresh` are the moves that
    closing it writes, `running_out` who is to be reminded then.
    """

    table: OnlineTable
    seats: list[OnlineSeat]
    before: list[tuple[object, ...]]
    waited_for: turns.Waiting
    fresh: list[Move] = field(default_factory=list)
    running_out: list[OnlineSeat] = field(default_factory=list)

    @property
    def people(self) -> list[OnlineSeat]:
        """The seats of people who are there."""
        return [seat for seat in self.seats if seat.is_taken_by_person and not seat.is_away]

    def mark_written(self) -> None:
        """Note that the seats are written as they are."""
        self.before = [_values(seat) for seat in self.seats]

    def end(self, now: datetime) -> None:
        """Let the table be over."""
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


def open_table(*, table_id: int) -> OpenTable:
    """Lock a table and read its seats; raises OnlineTable.DoesNotExist."""
    table = OnlineTable.objects.select_for_update().get(pk=table_id)
    seats = seats_of(table)
    waiting = turns.waited_for(table, seats)
    return OpenTable(table, seats, [_values(seat) for seat in seats], waiting)


def close_table(opened: OpenTable, *, now: datetime, position: Position | None = None) -> None:
    """Write what has changed, tell the screens, and wake the sweep if something is due at once.

    Whose turn it is is told to those who ask for it (`turns`). `position` is kept for those who
    will look, once what led to it is there for all.
    """
    table = opened.table
    table.version += 1
    table.active_at = now
    Move.objects.bulk_create(opened.fresh)
    for seat, before in zip(opened.seats, opened.before, strict=True):
        _save_changed(seat, before)
    table.save()
    turns.tell(table, opened.waited_for, opened.seats, opened.running_out, now)
    live.publish({live.topic_name(TOPIC, table.pk): table.version})
    if position is not None:
        transaction.on_commit(partial(_keep, opened, position), robust=True)
    if table.due_at is not None and table.due_at <= now:
        wake(SWEEP)


def _keep(opened: OpenTable, position: Position) -> None:
    positions.keep(position)
    snapshots.go_on(opened.table, opened.seats, position)


def _save_changed(seat: OnlineSeat, before: tuple[object, ...]) -> None:
    values = zip(SEAT_FIELDS, before, _values(seat), strict=True)
    changed = [name for name, was, value in values if was != value]
    if changed:
        seat.save(update_fields=changed)


def _values(seat: OnlineSeat) -> tuple[object, ...]:
    return tuple(getattr(seat, name) for name in SEAT_FIELDS)
