"""Which move somebody may take back, and whose consent that needs."""

from collections.abc import Sequence

from games.base import Seat
from league.core.games import online_part
from league.online.matches import Position
from league.online.models import OnlineSeat, OnlineTable, Phase


def people_beside(seats: Sequence[OnlineSeat], seat: Seat) -> list[OnlineSeat]:
    """Return the people who are there beside a seat: they have to agree."""
    return [
        each
        for each in seats
        if each.number != seat
        and each.is_taken_by_person
        and not each.is_away
        and not each.waits_for_hand
    ]


def kept_moves(
    table: OnlineTable, seats: Sequence[OnlineSeat], position: Position | None, seat: Seat
) -> int | None:
    """Return after how many moves a seat may go on anew; None where it may take nothing back.

    It is the last move of that seat, one that has shown it nothing. Nobody has moved since; where
    only bots play along, their answers are taken back with it.
    """
    is_free = table.is_pick_up and table.event_id is None and table.phase == Phase.PLAYING
    if not is_free or position is None or position.state.is_over():
        return None
    events = position.events
    last = next((at for at in reversed(range(len(events))) if events[at].seat == seat), None)
    if last is None or events[last].type not in online_part(table.game).undoable:
        return None
    is_answered = last + 1 < position.moves
    return None if is_answered and people_beside(seats, seat) else last
