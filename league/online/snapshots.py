"""An online table as all its screens see it: read once a version, cached, never changed."""

import threading
from collections import OrderedDict
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import NamedTuple

from django.utils import timezone

from games.base import HandState
from league.online.chat import chat_messages_at
from league.online.matches import Matches, Position, matches_around, position_at
from league.online.models import (
    ChatMessage,
    Move,
    OnlineHand,
    OnlineSeat,
    OnlineTable,
    Phase,
    TableEvent,
)
from league.online.queries import Shuffling, online_tables, seats_of, shuffling_at
from league.online.table_log import NOBODY, Spectators, spectators_at, table_events

KEPT = 400
# Then nothing is shuffled: the next hand has a shuffle once this one is over.
_WITHOUT_SHUFFLE = frozenset({Phase.PLAYING, Phase.OVER})


class Delayed(NamedTuple):
    """A hand as delayed spectators see it, and when there is more of it; None: nothing comes."""

    position: Position | None
    more_at: datetime | None


NOTHING = Delayed(None, None)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A table at one version.

    `hand` was begun last, None before the first, and stands at `position`. `coming` is dealt and
    unseen, or `shuffling` is what it will be dealt from. `matches` are the match before `hand` and
    now.
    """

    table: OnlineTable
    seats: tuple[OnlineSeat, ...]
    hand: OnlineHand | None
    position: Position | None
    coming: OnlineHand | None
    matches: Matches
    chat_messages: tuple[ChatMessage, ...]
    log_events: tuple[TableEvent, ...] = ()
    spectators: Spectators = NOBODY
    shuffling: Shuffling | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of those who sit there, by seat."""
        return tuple(seat.name for seat in self.seats)

    @property
    def state(self) -> HandState | None:
        """The hand that was begun last, as it stands."""
        return None if self.position is None else self.position.state

    def delayed(self, now: datetime) -> Delayed:
        """Return what those who only watch may see of the hand by now."""
        if self.hand is None or self.position is None or self.table.spectator_delay is None:
            return NOTHING
        delay = timedelta(seconds=self.table.spectator_delay)
        if not delay or self.hand.record is not None:
            return Delayed(self.position, None)
        unseen = Move.objects.filter(
            hand=self.hand, number__lte=self.position.moves, created_at__gt=now - delay
        )
        coming = unseen.order_by("number").only("number", "created_at").first()
        if coming is None:
            return Delayed(self.position, None)
        shown = position_at(self.table, self.hand, coming.number - 1)
        return Delayed(shown, coming.created_at + delay)


class SnapshotCache:
    """The newest snapshots of the tables read last."""

    def __init__(self) -> None:
        self._snapshots: OrderedDict[str, Snapshot] = OrderedDict()
        self._lock = threading.Lock()
        self._readers: dict[str, threading.Lock] = {}

    def get(self, token: str, version: int) -> Snapshot | None:
        """Return the cached snapshot of a table, None for an older one."""
        with self._lock:
            snapshot = self._snapshots.get(token)
            if snapshot is None or snapshot.table.version < version:
                return None
            self._snapshots.move_to_end(token)
            return snapshot

    def keep(self, snapshot: Snapshot) -> None:
        """Cache a snapshot, unless a newer one is there."""
        token = snapshot.table.token
        with self._lock:
            known = self._snapshots.get(token)
            if known is None or known.table.version < snapshot.table.version:
                self._snapshots[token] = snapshot
            if len(self._snapshots) > KEPT:
                dropped, _ = self._snapshots.popitem(last=False)
                self._readers.pop(dropped, None)

    def reader(self, token: str) -> threading.Lock:
        """Return the lock of those who read a table: one at a time is enough."""
        with self._lock:
            return self._readers.setdefault(token, threading.Lock())

    def forget(self) -> None:
        """Empty the cache."""
        with self._lock:
            self._snapshots.clear()


_cached = SnapshotCache()
forget_all = _cached.forget


def snapshot_of(token: str, version: int = 0) -> Snapshot:
    """Return a table at `version` or later (0: now), cached; raises OnlineTable.DoesNotExist."""
    if version:
        known = _cached.get(token, version)
        if known is not None:
            return known
    with _cached.reader(token):
        known = _cached.get(token, version) if version else None
        if known is None:
            known = _read(token)
            _cached.keep(known)
        return known


def go_on(table: OnlineTable, seats: Sequence[OnlineSeat], position: Position) -> None:
    """Cache the snapshot of a table after a move in the middle of a hand, if the last one is."""
    before = _cached.get(table.token, table.version - 1)
    if before is None or before.table.version != table.version - 1:
        return
    if _plays_on(before.table, table):
        now = copy(table)
        now.table = before.table.table
        _cached.keep(replace(before, table=now, seats=tuple(seats), position=position))


def hand_played(table: OnlineTable) -> OnlineHand | None:
    """Return the cached hand that is being played: it does not change before its end."""
    cached = _cached.get(table.token, 1)
    if cached is None or cached.hand is None or not _plays_on(cached.table, table):
        return None
    return copy(cached.hand)


def _plays_on(before: OnlineTable, now: OnlineTable) -> bool:
    return before.phase == now.phase == Phase.PLAYING and before.hand_number == now.hand_number


def _read(token: str) -> Snapshot:
    table = online_tables().get(token=token)
    seats = tuple(seats_of(table))
    hand, coming, matches = _hands(table, len(seats))
    return Snapshot(
        table=table,
        seats=seats,
        hand=hand,
        position=None if hand is None else position_at(table, hand, table.moves),
        coming=coming,
        matches=matches,
        chat_messages=chat_messages_at(table),
        log_events=table_events(table),
        spectators=spectators_at(table, timezone.now()),
        shuffling=None if table.phase in _WITHOUT_SHUFFLE else shuffling_at(table),
    )


def _hands(table: OnlineTable, size: int) -> tuple[OnlineHand | None, OnlineHand | None, Matches]:
    """Return the hand begun last, the one dealt for later, and the match around them."""
    cached = _cached.get(table.token, 1)
    if cached is not None and table.is_pick_up and _plays_on(cached.table, table):
        return cached.hand, cached.coming, cached.matches
    numbers = (table.hand_number, table.hand_number + 1)
    found = OnlineHand.objects.filter(table=table, number__in=numbers)
    hands = {hand.number: hand for hand in found}
    hand = hands.get(table.hand_number)
    return hand, hands.get(table.hand_number + 1), matches_around(table, size, hand)
