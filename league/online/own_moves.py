"""Moves that the site makes for a person: a pass where nothing can be played, and a premove.

A pass comes after a random wait, whether nothing could be played or the person had decided to pass
beforehand: nobody can tell which, nor how much there was to think about. Any other premove shows
its cards and comes at once.
"""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from random import SystemRandom
from typing import Final

from games.base import Action, HandState, Seat
from games.refusals import InvalidActionError
from league.core.games import online_part
from league.online.models import OnlineSeat, OnlineTable

LEAST_WAIT: Final = 1.5  # seconds
LONGEST_WAIT: Final = 3.5
_rng = SystemRandom()


def own_action(table: OnlineTable, seat: OnlineSeat, state: HandState) -> Action | None:
    """Return what the site does for a seat that is to act; None: the person decides."""
    if seat.premove is not None:
        return read_premove(seat.number, seat.premove, state)
    if not seat.auto_pass:
        return None
    legal = state.legal_actions(seat.number)
    return legal[0] if len(legal) == 1 and _is_pass(table, seat.number, legal[0], state) else None


def read_premove(seat: Seat, premove: object, state: HandState) -> Action | None:
    """Return a premove as an action that is legal now, None where it does not stand."""
    try:
        action = state.read_action(seat, premove)
    except InvalidActionError:
        return None
    return None if state.check(seat, action) else action


def plan_moves(
    table: OnlineTable,
    seats: Sequence[OnlineSeat],
    state: HandState,
    moved: Collection[Seat],
    now: datetime,
) -> None:
    """Note when the site is to act for those whose turn it is now; a move uses a premove up."""
    for seat in seats:
        if seat.number in moved:
            seat.premove = seat.moves_at = None
        if seat.acts_since is None or seat.is_played_by_bot:
            seat.moves_at = None
        elif seat.acts_since == now and seat.moves_at is None:
            plan_move(table, seat, state, now)


def plan_move(table: OnlineTable, seat: OnlineSeat, state: HandState, now: datetime) -> None:
    """Note when the site is to act for a seat; a premove that does not stand is dropped."""
    seat.moves_at = None
    if seat.premove is not None and read_premove(seat.number, seat.premove, state) is None:
        seat.premove = None
    action = own_action(table, seat, state)
    if action is None:
        return
    is_pass = _is_pass(table, seat.number, action, state)
    wait = _rng.uniform(LEAST_WAIT, LONGEST_WAIT) if is_pass else 0.0
    seat.moves_at = now + timedelta(seconds=wait)


def _is_pass(table: OnlineTable, seat: Seat, action: Action, state: HandState) -> bool:
    kind = state.action_as_json(seat, action)["type"]
    return kind in online_part(table.game).passes
