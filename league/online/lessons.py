"""The guided first hand of a game: nothing of it is stored, a page sends the moves made so far."""

import random
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from games.base import Action, Event, HandSetup, HandState, Json, Match, Seat
from games.bots.catalogue import bot
from league.core.games import online_part
from league.core.games.online import Lesson, Names
from league.online.matches import Matches, Position
from league.online.models import OnlineHand, OnlineSeat, OnlineTable, Phase
from league.online.seat_view import View, seat_view
from league.online.services.play import read_legal
from league.online.services.seat_assignment import BOT_NAMES
from league.online.snapshots import Snapshot

NEWCOMER: Seat = 0
MOST_MOVES = 60
# No clock runs, but who is to act is marked.
UNTIMED = datetime(2000, 1, 1, tzinfo=UTC)
_OPPONENT, _ADVISER = "greedy", "heuristic"


class GuidedHand(NamedTuple):
    """A guided hand after the newcomer's moves of `trail`, each as it was read."""

    game: str
    lesson: Lesson
    state: HandState
    snapshot: Snapshot
    trail: tuple[Json, ...]

    def view(self, *, after: int | None, now: datetime) -> View:
        """Return what the newcomer sees, with what the coach says and the moves so far."""
        return {
            **seat_view(self.snapshot, NEWCOMER, after=after, now=now),
            "own": None,
            "trail": list(self.trail),
            "coach": dict(self._coach()),
        }

    def _coach(self) -> dict[str, str]:
        state = self.state
        part = online_part(self.game)
        seen = state.observation(NEWCOMER).as_json()
        names = Names(self.snapshot.names, NEWCOMER, part.cards(self.snapshot.table.rules))
        return dict(self.lesson.coach(seen, self.advice(), names, len(self.trail)))

    def advice(self) -> Json:
        """Return a good move as JSON; None once the hand is over."""
        state = self.state
        if state.is_over():
            return None
        if self.lesson.advises is not None:
            return self.lesson.advises
        action = bot(self.game, _ADVISER)(state.observation(NEWCOMER), random.Random(0))  # noqa: S311
        return state.action_as_json(NEWCOMER, action)


def guided_hand(game: str, lesson: Lesson, name: str, moves: Sequence[object]) -> GuidedHand:
    """Return a guided hand after some moves; raises OnlineError and IllegalMoveError."""
    engine = online_part(game).engine
    match: Match = engine.new_match(engine.options({}), lesson.seats, lesson.seats - 1)
    setup = match.next_hand()
    if setup is None:
        raise LookupError(f"A match of {game} has no first hand.")
    deal = engine.sample_deal(setup, random.Random(lesson.seed))  # noqa: S311
    table = _Hand(game, lesson, engine.start(setup, deal))
    for _ in range(lesson.opening):
        table.let_bot_act(table.state.acting_seats()[0])
    trail: list[Json] = []
    table.let_bots_act()
    for move in moves[:MOST_MOVES]:
        action = read_legal(table.state, NEWCOMER, move)
        trail.append(table.state.action_as_json(NEWCOMER, action))
        table.act(NEWCOMER, action)
        table.let_bots_act()
    snapshot = _snapshot(game, lesson, name, table, match, setup)
    return GuidedHand(game, lesson, table.state, snapshot, tuple(trail))


class _Hand:
    """A guided hand while it is played; bots choose the same after the same moves."""

    def __init__(self, game: str, lesson: Lesson, state: HandState) -> None:
        self.game, self.seed, self.state = game, lesson.seed, state
        self.events: list[Event] = []

    def act(self, seat: Seat, action: Action) -> None:
        """Carry out a legal action."""
        self.events.append(self.state.event(seat, action))
        self.state.apply(seat, action)

    def let_bot_act(self, seat: Seat) -> None:
        """Let a bot act, in the opening for the newcomer, too."""
        choose = bot(self.game, _ADVISER if seat == NEWCOMER else _OPPONENT)
        rng = random.Random(f"{self.seed} {len(self.events)}")  # noqa: S311
        self.act(seat, choose(self.state.observation(seat), rng))

    def let_bots_act(self) -> None:
        """Let the others act until the newcomer is to, or the hand is over."""
        while others := [seat for seat in self.state.acting_seats() if seat != NEWCOMER]:
            self.let_bot_act(others[0])


def _snapshot(
    game: str, lesson: Lesson, name: str, table: _Hand, match: Match, setup: HandSetup
) -> Snapshot:
    """Return the hand as a table has it that is in no database."""
    is_over = table.state.is_over()
    record = table.state.record().as_json() if is_over else None
    count = len(table.events)
    online = OnlineTable(
        game=game,
        options=dict(online_part(game).engine.options({}).as_json()),
        move_seconds=None,
        phase=Phase.OVER if is_over else Phase.PLAYING,
        hand_number=1,
        moves=count,
        version=count + 1,
    )
    acting = table.state.acting_seats()
    seats = [OnlineSeat(number=0, name=name, guest="newcomer")]
    seats += [
        OnlineSeat(number=number, name=BOT_NAMES[number], bot=_OPPONENT)
        for number in range(1, lesson.seats)
    ]
    for seat in seats:
        seat.acts_since = UNTIMED if seat.number in acting else None
    return Snapshot(
        table=online,
        seats=tuple(seats),
        hand=OnlineHand(number=1, setup=setup.as_log(), record=record),
        position=Position(0, count, table.state, tuple(table.events)),
        coming=None,
        matches=Matches(match, match.add(record) if record else match),
        chat_messages=(),
    )
