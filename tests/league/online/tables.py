"""Online tables for tests, with the smallest valid defaults, and people who play at them."""

import random
from datetime import UTC, datetime
from uuid import uuid4

from games.base import Seat
from league.online.matches import position_at
from league.online.models import OnlineTable, Phase
from league.online.queries import hand_of
from league.online.services.bots import play_bots
from league.online.services.play import Sent, get_ready, play_move
from league.online.services.seat_assignment import Person
from league.online.services.seats import TableSettings, open_pick_up_table

NOW = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
HOST = Person("Ada", guest="a" * 32)


def make_table(
    game: str = "franks-zoo",
    seats: int = 3,
    *,
    bots: str = "heuristic",
    hands: int | None = 1,
    move_seconds: int | None = None,
    host: Person = HOST,
    now: datetime = NOW,
) -> OnlineTable:
    """Open a table to play now."""
    settings = TableSettings(options={}, hands_limit=hands, move_seconds=move_seconds)
    return open_pick_up_table(
        game=game, seats=seats, settings=settings, host=host, bots=bots, now=now
    )


def sent(table: OnlineTable, action: object) -> Sent:
    """Return a move as a page that is up to date would send it."""
    return Sent(table.hand_number, table.moves, uuid4(), action)


def legal_move(table: OnlineTable, seat: Seat, rng: random.Random) -> object:
    """Return some legal action of a seat, as its page would write it."""
    hand = hand_of(table, table.hand_number)
    assert hand is not None
    state = position_at(table, hand, table.moves).state
    legal = state.legal_actions(seat)
    return state.action_as_json(seat, legal[rng.randrange(len(legal))])


def play_to_the_end(table: OnlineTable, rng: random.Random, *, now: datetime = NOW) -> OnlineTable:
    """Play a whole match, the person in seat 0 at random; return the table as it is then."""
    for _ in range(5000):
        table.refresh_from_db()
        if table.phase == Phase.OVER:
            return table
        if table.phase == Phase.BETWEEN:
            get_ready(table_id=table.pk, seat=0, now=now)
            continue
        hand = hand_of(table, table.hand_number)
        assert hand is not None
        if 0 in position_at(table, hand, table.moves).state.acting_seats():
            move = sent(table, legal_move(table, 0, rng))
            play_move(table_id=table.pk, seat=0, sent=move, now=now)
        else:
            play_bots(table_id=table.pk, now=now)
    raise AssertionError("The match does not end.")
