"""Tell whoever is registered whose turn it is at tables where a move may take hours or days.

People do not sit before such a table, so somebody has to tell them. An app says so once:

    turns.register(tell_players)                          # in AppConfig.ready

and is called with what has changed, inside the transaction that changed it, while the table is
locked. A turn that has begun may be over a second later, as bots and people play on: what is sent
to people is best queued a few minutes ahead and taken back by `over`. Nothing here is secret.
"""

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from datetime import datetime
from typing import NamedTuple

from league.online.models import OnlineSeat, OnlineTable, Phase

# Who a table waits for, by seat and occupant.
Waiting = Mapping[tuple[int, int], OnlineSeat]


class Turns(NamedTuple):
    """What has changed at a table; each seat is a person's: of its `player`, `user`, or a guest.

    `begun`: the table waits for these from now on, until `seat.deadline(table)`. `over`: it waited
    for these and does so no longer: they have moved, or are away, or the seat has changed hands.
    `running_out`: it still waits for these, and their time is nearly used up; told once a turn.
    `table.hand_number` and `table.moves` tell one turn of a seat from the next one.
    """

    table: OnlineTable
    begun: tuple[OnlineSeat, ...]
    over: tuple[OnlineSeat, ...]
    running_out: tuple[OnlineSeat, ...]
    now: datetime


Listener = Callable[[Turns], object]

_listeners: list[Listener] = []


def register(listener: Listener) -> None:
    """Have this called when the table begins or ceases to wait for somebody; twice is once."""
    if listener not in _listeners:
        _listeners.append(listener)


def unregister(listener: Listener) -> None:
    """Have this called no longer."""
    _listeners.remove(listener)


def waited_for(table: OnlineTable, seats: Sequence[OnlineSeat]) -> Waiting:
    """Return the people a table waits for, as they are now; none where moves are quick."""
    if not table.is_by_correspondence or table.phase != Phase.PLAYING:
        return {}
    return {
        (seat.number, seat.occupant): copy(seat)
        for seat in seats
        if seat.acts_since is not None and not seat.is_played_by_bot
    }


def tell(
    table: OnlineTable,
    before: Waiting,
    seats: Sequence[OnlineSeat],
    running_out: Sequence[OnlineSeat],
    now: datetime,
) -> None:
    """Tell those who are registered what has changed since the table waited for `before`."""
    after = waited_for(table, seats)
    begun = tuple(seat for key, seat in after.items() if key not in before)
    over = tuple(seat for key, seat in before.items() if key not in after)
    if begun or over or running_out:
        for listener in _listeners:
            listener(Turns(table, begun, over, tuple(running_out), now))
