"""An online table as all its screens see it, read once a version.

Many screens ask for the same version at once; the first one reads, the others look at what it read.
Whoever plays a move keeps what it makes of the table (`go_on`), so that nobody has to read it. A
snapshot is never changed.
"""

import threading
from collections import OrderedDict
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import NamedTuple

from django.utils import timezone

from games.base import HandState
from league.online.matches import Matches, matches_around
from league.online.models import (
    Happening,
    Move,
    OnlineHand,
    OnlineSeat,
    OnlineTable,
    Phase,
    Remark,
)
from league.online.positions import Position, position_at
from league.online.queries import Shuffling, online_tables, seats_of, shuffling_at
from league.online.story import story_of
from league.online.talk import remarks_at
from league.online.watching import NOBODY, Watching, watching_at

KEPT = 400
# Then nothing is shuffled: the next hand has a shuffle once this one is over.
_WITHOUT_SHUFFLE = frozenset({Phase.PLAYING, Phase.OVER})


class Delayed(NamedTuple):
    """A hand as those who watch later see it, and when there is more of it; None: nothing comes."""

    position: Position | None
    more_at: datetime | None


NOTHING = Delayed(None, None)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A table at one version.

    `hand` was begun last, None before the first; `position` is where it stands. `coming` lies dealt
    and unseen, or `shuffling` is what it will be dealt from. `matches` are the match before `hand`,
    and as it is now. `remarks` were said last, `story` is what happened besides moves, and
    `watching` who watches.
    """

    table: OnlineTable
    seats: tuple[OnlineSeat, ...]
    hand: OnlineHand | None
    position: Position | None
    coming: OnlineHand | None
    matches: Matches
    remarks: tuple[Remark, ...]
    story: tuple[Happening, ...] = ()
    watching: Watching = NOBODY
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
        if self.hand is None or self.position is None or self.table.watch_delay is None:
            return NOTHING
        delay = timedelta(seconds=self.table.watch_delay)
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


class _Kept:
    """The newest snapshot of each table that was looked at lately."""

    def __init__(self) -> None:
        self._snapshots: OrderedDict[str, Snapshot] = OrderedDict()
        self._lock = threading.Lock()
        self._readers: dict[str, threading.Lock] = {}

    def get(self, token: str, version: int) -> Snapshot | None:
        """Return the snapshot of a table, if one as new as that is kept."""
        with self._lock:
            snapshot = self._snapshots.get(token)
            if snapshot is None or snapshot.table.version < version:
                return None
            self._snapshots.move_to_end(token)
            return snapshot

    def keep(self, snapshot: Snapshot) -> None:
        """Keep a snapshot, unless a newer one is there."""
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
        with self._lock:
            self._snapshots.clear()


_kept = _Kept()
forget_all = _kept.forget


def snapshot_of(token: str, version: int = 0) -> Snapshot:
    """Return a table at `version` (0: as it is now) or later; raises OnlineTable.DoesNotExist.

    A version that the page has heard of needs no query where somebody has asked before.
    """
    if version:
        known = _kept.get(token, version)
        if known is not None:
            return known
    with _kept.reader(token):
        known = _kept.get(token, version) if version else None
        if known is None:
            known = _read(token)
            _kept.keep(known)
        return known


def go_on(table: OnlineTable, seats: Sequence[OnlineSeat], position: Position) -> None:
    """Keep a table as a move in the midst of a hand has left it, if it is kept as it was before.

    Such a move changes the table, its seats and the position, and nothing else.
    """
    before = _kept.get(table.token, table.version - 1)
    if before is None or before.table.version != table.version - 1:
        return
    if _plays_on(before.table, table):
        now = copy(table)
        now.table = before.table.table
        _kept.keep(replace(before, table=now, seats=tuple(seats), position=position))


def hand_played(table: OnlineTable) -> OnlineHand | None:
    """Return the hand that is being played, where it is kept: it does not change before its end."""
    kept = _kept.get(table.token, 1)
    if kept is None or kept.hand is None or not _plays_on(kept.table, table):
        return None
    return copy(kept.hand)


def _plays_on(before: OnlineTable, now: OnlineTable) -> bool:
    """Say whether the hand that was being played still is."""
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
        remarks=remarks_at(table),
        story=story_of(table),
        watching=watching_at(table, timezone.now()),
        shuffling=None if table.phase in _WITHOUT_SHUFFLE else shuffling_at(table),
    )


def _hands(table: OnlineTable, size: int) -> tuple[OnlineHand | None, OnlineHand | None, Matches]:
    """Return the hand that was begun last, the one that lies dealt, and the match around them.

    In the midst of a hand they are as they were, but at a table of a round, whose earlier hands may
    be corrected.
    """
    kept = _kept.get(table.token, 1)
    if kept is not None and table.is_pick_up and _plays_on(kept.table, table):
        return kept.hand, kept.coming, kept.matches
    numbers = (table.hand_number, table.hand_number + 1)
    found = OnlineHand.objects.filter(table=table, number__in=numbers)
    hands = {hand.number: hand for hand in found}
    hand = hands.get(table.hand_number)
    return hand, hands.get(table.hand_number + 1), matches_around(table, size, hand)
