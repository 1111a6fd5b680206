"""The match that an online table plays, and where its hands stand after some moves."""

import threading
from collections import OrderedDict
from typing import NamedTuple

from games.base import Deal, Event, HandSetup, HandState, Match
from games.duplicate import DuplicateMatch
from games.hand_limit import LimitedMatch
from league.core.games import online_part
from league.online.models import DuplicateEvent, Move, OnlineHand, OnlineTable
from league.results.models import Hand
from league.results.scoring import compute_hands


class Matches(NamedTuple):
    """A match around a hand: `before` it, and `now`, after all hands that have ended."""

    before: Match
    now: Match


def match_of(table: OnlineTable, size: int) -> Match:
    """Return the match after all hands that have ended; one query."""
    return matches_around(table, size, None).now


def matches_around(table: OnlineTable, size: int, hand: OnlineHand | None) -> Matches:
    """Return the match as it was before a hand (None: at its end), and as it is; one query."""
    if table.event is not None:
        return _of_event(table, table.event, size, hand)
    if table.table is not None:
        hands = list(Hand.objects.filter(table=table.table).select_related("current"))
        computed = compute_hands(table.table, size, hands)
        found = (each.before for each in computed.hands if hand and each.hand.pk == hand.hand_id)
        return Matches(next(found, computed.match), computed.match)
    ended = OnlineHand.objects.filter(table=table).exclude(record=None).order_by("number")
    match = before = begin_match(table, size)
    for number, record in ended.values_list("number", "record"):
        if hand is None or number <= hand.number:
            before = match
        match = match.add(record)
    return Matches(before if hand and hand.record is not None else match, match)


def _of_event(
    table: OnlineTable, event: DuplicateEvent, size: int, hand: OnlineHand | None
) -> Matches:
    ended = OnlineHand.objects.filter(table=table, duplicate_deal__seats=size).exclude(record=None)
    match = duplicate_match(event, size)
    before = None
    for number, record in ended.order_by("number").values_list("number", "record"):
        if hand is not None and number == hand.number:
            before = match
        match = match.add(record)
    return Matches(before or match, match)


def duplicate_match(event: DuplicateEvent, seats: int) -> DuplicateMatch:
    """Return the match of every table of an event that has so many seats, before its first hand."""
    return DuplicateMatch.begin(online_part(event.game).engine, event.rules, seats, event.hands)


def begin_match(table: OnlineTable, size: int) -> Match:
    """Return the match of a table that belongs to no round, before its first hand."""
    game = online_part(table.game).engine
    match = game.new_match(game.options(table.options), size, table.dealer)
    return match if table.hands_limit is None else LimitedMatch(match, table.hands_limit)


MOST_CACHED = 600
# How far back a cached position may lie to be caught up from: other processes play moves, too.
CATCH_UP = 40


class Position(NamedTuple):
    """A hand after its first `moves` moves; `state` is everybody's and is not to be changed.

    `undone` is how often moves had been taken back at its table: others may follow then.
    """

    hand_id: int
    moves: int
    state: HandState
    events: tuple[Event, ...]
    undone: int = 0


_positions: OrderedDict[tuple[int, int, int], Position] = OrderedDict()
_lock = threading.Lock()


def _newest_position(hand_id: int, undone: int, moves: int) -> Position | None:
    """Return the cached position of a hand at a move, or the nearest one before it."""
    with _lock:
        for key in (
            (hand_id, undone, number) for number in range(moves, max(moves - CATCH_UP, -1), -1)
        ):
            if key in _positions:
                _positions.move_to_end(key)
                return _positions[key]
    return None


def cache_position(position: Position) -> None:
    """Cache a position; the one used longest ago is dropped."""
    with _lock:
        _positions[position.hand_id, position.undone, position.moves] = position
        if len(_positions) > MOST_CACHED:
            _positions.popitem(last=False)


def forget_all() -> None:
    """Empty the cache of positions."""
    with _lock:
        _positions.clear()


def position_at(table: OnlineTable, hand: OnlineHand, moves: int) -> Position:
    """Return a hand after its first `moves` moves: no query where it is cached, else one."""
    position = _newest_position(hand.pk, table.undone, moves) or first_position(table, hand)
    if position.moves == moves:
        return position
    later = Move.objects.filter(hand=hand, number__gt=position.moves, number__lte=moves)
    state, events = position.state.clone(), list(position.events)
    for move in later.order_by("number"):
        state.apply(move.seat, state.read_action(move.seat, move.action))
        seen_by = None if move.visible_to is None else tuple(move.visible_to)
        events.append(Event(move.seat, move.type, move.action, seen_by))
    position = Position(hand.pk, len(events), state, tuple(events), table.undone)
    cache_position(position)
    return position


def first_position(table: OnlineTable, hand: OnlineHand) -> Position:
    """Return a hand as it was dealt."""
    state = online_part(table.game).engine.start(*dealt(table, hand))
    return Position(hand.pk, 0, state, (), table.undone)


def dealt(table: OnlineTable, hand: OnlineHand) -> tuple[HandSetup, Deal]:
    """Return what a hand was made for, and its deal without the salt, as the engine has them."""
    game = online_part(table.game).engine
    setup = game.read_setup(game.options(table.options), hand.setup)
    unsalted = {name: value for name, value in hand.deal.items() if name != "salt"}
    return setup, game.read_deal(setup, unsalted)
