"""What the search knows of ZOP ZOO."""

from collections.abc import Sequence

from games.base import Action, HandScore, HandState, Observation, Rng, Seat
from games.bots.search import Meter
from games.bots.zop_zoo.determinization import imagine
from games.bots.zop_zoo.heuristic import choose_by_weight, lead, prospects
from games.bots.zop_zoo.lookahead import rows_after
from games.bots.zop_zoo.playout import play_on
from games.zop_zoo.observation import ZopZooObservation
from games.zop_zoo.phases import DIGGING, MOLE_ON_TOP, MOLE_UNCOVERED
from games.zop_zoo.play import ZopZooState
from games.zop_zoo.scoring import score_lines

MOST = 8
"""How many actions are tried; an earthworm offers up to hundreds."""
ROUNDS = 8
"""How often everybody has a turn in an imagined hand; what follows is luck and tells little."""


class ZopZooPosition:
    """Look at one moment of a hand."""

    doubt = 2.0

    def __init__(self, view: ZopZooObservation, seat: Seat, rng: Rng) -> None:
        self.view = view
        self.candidates: Sequence[Action] = _promising(view, seat, rng)

    def imagine(self, rng: Rng) -> ZopZooState:
        """Return a hand that looks like this moment."""
        return imagine(self.view, rng)

    def finish(self, state: HandState, rng: Rng) -> Sequence[float]:  # noqa: ARG002
        """Play an imagined hand on; return what it is worth, or may be expected to be worth."""
        if not isinstance(state, ZopZooState):
            raise TypeError(f"This is no hand of ZOP ZOO: {state!r}")
        play_on(state, ROUNDS * self.view.setup.seats)
        if state.is_over():
            return HandScore(score_lines(state.record())).scores
        return prospects(state.rows)


def look(view: Observation, rng: Rng, meter: Meter) -> ZopZooPosition:  # noqa: ARG001
    """Look at what a seat sees."""
    if not isinstance(view, ZopZooObservation) or view.seat is None:
        raise TypeError(f"This is no player’s view of ZOP ZOO: {view!r}")
    return ZopZooPosition(view, view.seat, rng)


def _promising(view: ZopZooObservation, seat: Seat, rng: Rng) -> list[Action]:
    """Return the actions that the planner likes best, best first.

    Whether to dig is left to the planner: both ways are worth about the same wherever there is
    any doubt, so that trying them out would find chance alone.
    """
    if view.phase in (MOLE_ON_TOP, MOLE_UNCOVERED):
        return [choose_by_weight(view, rng)]
    if view.phase == DIGGING:
        first = choose_by_weight(view, rng)
        rest = [action for action in view.legal_actions if action != first]
        return [first, *rest][:MOST]
    leads = {action: lead(rows_after(view, seat, action), seat) for action in view.legal_actions}
    return sorted(leads, key=lambda action: -leads[action])[:MOST]
