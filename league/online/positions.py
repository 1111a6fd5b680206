"""Where a hand stands after some moves: rebuilt from its log, kept while it is played.

A position is never changed, so that any thread may look at it. The log is the truth; what is kept
here only saves work, and any process can do without what another one keeps.
"""

import threading
from collections import OrderedDict
from collections.abc import Iterable
from typing import NamedTuple

from games.base import Event, HandState
from league.core.games import online_part
from league.online.models import Move, OnlineHand, OnlineTable

KEPT = 600
# How far back a kept position may lie to be caught up from: other processes play moves, too.
CATCH_UP = 40


class Position(NamedTuple):
    """A hand after its first `moves` moves; `state` is everybody's and is not to be changed."""

    hand_id: int
    moves: int
    state: HandState
    events: tuple[Event, ...]


class _Kept:
    """The positions that were looked at last."""

    def __init__(self) -> None:
        self._positions: OrderedDict[tuple[int, int], Position] = OrderedDict()
        self._lock = threading.Lock()

    def newest(self, hand_id: int, moves: int) -> Position | None:
        """Return the kept position of a hand at a move, or the nearest one before it."""
        with self._lock:
            for number in range(moves, max(moves - CATCH_UP, -1), -1):
                position = self._positions.get((hand_id, number))
                if position is not None:
                    self._positions.move_to_end((hand_id, number))
                    return position
        return None

    def keep(self, position: Position) -> None:
        with self._lock:
            self._positions[position.hand_id, position.moves] = position
            if len(self._positions) > KEPT:
                self._positions.popitem(last=False)

    def forget(self) -> None:
        with self._lock:
            self._positions.clear()


_kept = _Kept()
keep = _kept.keep
forget_all = _kept.forget


def position_at(table: OnlineTable, hand: OnlineHand, moves: int) -> Position:
    """Return a hand after its first `moves` moves: no query where it is kept, else one."""
    position = _kept.newest(hand.pk, moves) or first_position(table, hand)
    if position.moves == moves:
        return position
    later = Move.objects.filter(hand=hand, number__gt=position.moves, number__lte=moves)
    position = _advance(position, later.order_by("number"))
    keep(position)
    return position


def first_position(table: OnlineTable, hand: OnlineHand) -> Position:
    """Return a hand as it was dealt."""
    game = online_part(table.game).engine
    setup = game.read_setup(game.options(table.options), hand.setup)
    unsalted = {name: value for name, value in hand.deal.items() if name != "salt"}
    return Position(hand.pk, 0, game.start(setup, game.read_deal(setup, unsalted)), ())


def _advance(position: Position, moves: Iterable[Move]) -> Position:
    """Return a position after some more moves, each checked again."""
    state, events = position.state.clone(), list(position.events)
    for move in moves:
        state.apply(move.seat, state.read_action(move.seat, move.action))
        events.append(event_of(move))
    return Position(position.hand_id, len(events), state, tuple(events))


def event_of(move: Move) -> Event:
    """Return a move as the engine tells it."""
    seen_by = None if move.visible_to is None else tuple(move.visible_to)
    return Event(move.seat, move.type, move.action, seen_by)
