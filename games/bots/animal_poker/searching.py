"""What the search knows of Animal Poker: one sealed submission each, nothing to look ahead to.

So the others are what has to be imagined: each is taken to submit what the planner would think good
for it, the better the likelier.
"""

from collections.abc import Callable, Sequence
from itertools import accumulate

from games.animal_poker.observation import AnimalPokerObservation
from games.animal_poker.play import AnimalPokerHand, resample
from games.base import Action, HandState, Observation, Rng, Seat
from games.bots.animal_poker.prospects import Table, expected_coins, own_view, random_tables
from games.bots.search import Meter

FIRST_TABLES = 4
"""Tables at which everybody plays at random: they show which submissions look good at first."""
LIKELY = 40
SECOND_TABLES = 8
"""Tables of those: they show what the others may find to be good answers."""
ANSWERS = 12
"""How many good answers each of the others is taken to choose from."""
TABLES = 8
"""Tables of those: they show what is worth a try."""
PER_STEP = 0.15
"""Which part of the budget each of the three looks at tables may take."""
MOST = 16
"""How many submissions are tried."""


class AnimalPokerPosition:
    """Look at one hand: what the others may submit, and what may be good against that."""

    doubt = 1.0

    def __init__(self, view: AnimalPokerObservation, seat: Seat, rng: Rng, meter: Meter) -> None:
        self.view = view
        tables = random_tables(view, view.legal_actions, FIRST_TABLES, rng)
        coins = expected_coins(view, seat, tables, _until(meter, 1))
        tables = random_tables(view, _best(coins, LIKELY), SECOND_TABLES, rng)
        coins = expected_coins(view, seat, tables, _until(meter, 2))
        self.answers = _best(coins, ANSWERS)
        self._odds = list(accumulate(coins[action] for action in self.answers))
        tables = [self._table(rng) for _ in range(TABLES)]
        coins = expected_coins(view, seat, tables, _until(meter, 3))
        self.candidates: Sequence[Action] = _best(coins, MOST)

    def imagine(self, rng: Rng) -> AnimalPokerHand:
        """Return the hand with a submission of all others laid down."""
        state = resample(self.view, rng)
        for other in self.view.acting:
            if other != self.view.seat:
                state.apply_unchecked(other, self._answer(rng))
        return state

    def finish(self, state: HandState, rng: Rng) -> Sequence[int]:  # noqa: ARG002
        """Return the coins that an imagined hand brings: everybody has submitted."""
        if not isinstance(state, AnimalPokerHand):
            raise TypeError(f"This is no hand of Animal Poker: {state!r}")
        return state.outcome().coins

    def _table(self, rng: Rng) -> Table:
        return [self._answer(rng) for _ in range(self.view.setup.seats)]

    def _answer(self, rng: Rng) -> Action:
        """Draw a submission of another seat."""
        drawn = rng.random() * self._odds[-1]
        return next(a for a, odds in zip(self.answers, self._odds, strict=True) if drawn < odds)


def look(view: Observation, rng: Rng, meter: Meter) -> AnimalPokerPosition:
    """Look at what a seat sees."""
    own, seat = own_view(view)
    return AnimalPokerPosition(own, seat, rng, meter)


def _until(meter: Meter, step: int) -> Callable[[], bool]:
    """Return what tells whether a step of the preparation may go on."""
    return lambda: meter.spent() < step * PER_STEP


def _best(coins: Sequence[float], many: int) -> list[Action]:
    """Return the submissions that bring most, best first."""
    return sorted(range(len(coins)), key=lambda action: -coins[action])[:many]
