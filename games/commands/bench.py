"""`python -m games bench`: measure how fast the engine is, beside a calibration loop."""

import argparse
from collections.abc import Callable, Iterator, Sequence
from time import process_time
from typing import NamedTuple

from games.base import Action, HandState, Json, PlayableGame, PlayableMatch, Rng, Seat
from games.commands.choices import seeded
from games.commands.output import print_json
from games.commands.peers import peers
from games.commands.playouts import playouts
from games.commands.sheets import sheets
from games.log import replay_moves
from games.registry import games

ROUNDS = 25
CALIBRATION_STEPS = 50_000
TABLES = {"franks-zoo": (4, 3, 5, 7), "zop-zoo": (4,), "animal-poker": (6,)}
"""The numbers of seats that are measured."""

Work = Callable[[], int]
"""Does some work and returns how many units that was."""


class Measure(NamedTuple):
    """Name a measure and its work."""

    name: str
    work: Work


def run(arguments: Sequence[str]) -> int:
    """Print one JSON line a measure; `ratio` compares machines, `per_second` does not."""
    parser = argparse.ArgumentParser(
        prog="python -m games bench", description="Measure how fast the engine is."
    )
    parser.add_argument("--only", default="", metavar="TEXT", help="measures with this in the name")
    parser.add_argument("--hands", type=int, default=20, metavar="N", help="hands a round")
    chosen = parser.parse_args(arguments)
    for game in games():
        for seats in TABLES[game.slug]:
            for measure in measures(game, seats, chosen.hands):
                if chosen.only in measure.name:
                    print_measure(measure)
    for name, work in (*sheets(chosen.hands), *playouts(chosen.hands), *peers(chosen.hands)):
        if chosen.only in name:
            print_measure(Measure(name, work))
    return 0


def print_measure(measure: Measure) -> None:
    """Take the best of some rounds: whatever else the machine does can only slow it down."""
    measure.work()
    speeds = [(_speed(calibrate), _speed(measure.work)) for _ in range(ROUNDS)]
    calibration, per_second = (max(column) for column in zip(*speeds, strict=True))
    print_json(
        {
            "measure": measure.name,
            "per_second": round(per_second),
            "calibration": round(calibration),
            "ratio": round(per_second / calibration, 5),
        }
    )


def _speed(work: Work) -> float:
    begun = process_time()
    done = work()
    return done / (process_time() - begun)


def calibrate() -> int:
    """Run a fixed loop of plain arithmetic; return its steps."""
    value = 1
    for _ in range(CALIBRATION_STEPS):
        value = value * 1_103_515_245 + 12_345 & 0x7FFF_FFFF
    return CALIBRATION_STEPS


def measures(game: PlayableGame, seats: int, hands: int) -> Iterator[Measure]:
    """Yield the measures of a game at a table of this size."""
    bench = _Bench(game, seats, hands)
    prefix = f"{game.slug}/{seats}"
    yield Measure(f"{prefix}/unchecked", bench.unchecked)
    yield Measure(f"{prefix}/hands", bench.whole_hands)
    yield Measure(f"{prefix}/checked", bench.checked)
    yield Measure(f"{prefix}/replay", bench.replay)
    yield Measure(f"{prefix}/observation", bench.observation)
    yield Measure(f"{prefix}/resample", bench.resample)
    yield Measure(f"{prefix}/clone", bench.clone)
    yield Measure(f"{prefix}/score", bench.score)


def play(state: HandState, chance: Callable[[], float], *, checked: bool) -> int:
    """Play a hand to its end, any legal action as likely; return the number of decisions."""
    acting_seats, legal_actions = state.acting_seats, state.legal_actions
    apply = state.apply if checked else state.apply_unchecked
    decisions = 0
    while acting := acting_seats():
        seat = acting[0]
        actions = legal_actions(seat)
        apply(seat, actions[int(chance() * len(actions))])
        decisions += 1
    return decisions


class _Bench:
    """Hold hands of one game that were dealt and played once, the same in every round.

    They are second hands of a match, which have teams where the game has teams. Random play goes
    another way in every round, so that nothing is fast only because it was remembered.
    """

    def __init__(self, game: PlayableGame, seats: int, hands: int) -> None:
        self.game = game
        self.match: PlayableMatch = game.new_match(game.options({}), seats, 0).skip()
        setup = self.match.next_hand()
        if setup is None:
            raise ValueError("A match is not over after one void hand.")
        self.setup = setup
        rng = seeded(1)
        self.deals = [game.sample_deal(setup, rng) for _ in range(hands)]
        self.moves: list[list[tuple[Seat, Action]]] = []
        self.states: list[HandState] = []
        self.records: list[Json] = []
        for deal in self.deals:
            self._play_once(self.match.start(deal), rng)
        self.rng = seeded(2)
        self.views = [state.observation(state.acting_seats()[0]) for state in self.states]

    def _play_once(self, state: HandState, rng: Rng) -> None:
        """Play a hand at random; keep its moves, its record, and every tenth state of it."""
        moves: list[tuple[Seat, Action]] = []
        while not state.is_over():
            if len(moves) % 10 == 0:
                self.states.append(state.clone())
            seat = state.acting_seats()[0]
            actions = state.legal_actions(seat)
            moves.append((seat, actions[rng.randrange(len(actions))]))
            state.apply(*moves[-1])
        self.moves.append(moves)
        self.records.append(state.record().as_json())

    def unchecked(self) -> int:
        """Play the deals at random; return the decisions."""
        chance, start = self.rng.random, self.match.start
        return sum(play(start(deal), chance, checked=False) for deal in self.deals)

    def checked(self) -> int:
        """Play the deals at random with every action checked; return the decisions."""
        chance, start = self.rng.random, self.match.start
        return sum(play(start(deal), chance, checked=True) for deal in self.deals)

    def whole_hands(self) -> int:
        """Deal, play at random and record hands; return how many."""
        for _ in self.deals:
            state = self.match.start(self.game.sample_deal(self.setup, self.rng))
            play(state, self.rng.random, checked=False)
            state.record()
        return len(self.deals)

    def replay(self) -> int:
        """Replay the moves, each of them checked; return the actions."""
        for deal, moves in zip(self.deals, self.moves, strict=True):
            replay_moves(self.match.start(deal), moves)
        return sum(map(len, self.moves))

    def observation(self) -> int:
        """Make the views of the acting seats, legal actions included."""
        for state in self.states:
            state.observation(state.acting_seats()[0])
        return len(self.states)

    def resample(self) -> int:
        """Deal anew what the acting seats do not know."""
        for view in self.views:
            self.game.resample(view, self.rng)
        return len(self.views)

    def clone(self) -> int:
        """Copy the states."""
        for state in self.states:
            state.clone()
        return len(self.states)

    def score(self) -> int:
        """Check and score the records, given in JSON."""
        for record in self.records:
            self.match.score(record)
        return len(self.records)
