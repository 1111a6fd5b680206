"""What the search knows of Frank's Zoo."""

from collections.abc import Sequence

from games.base import Action, HandScore, HandState, Observation, Rng
from games.bots.franks_zoo.heuristic import Plan
from games.bots.franks_zoo.playout import play_out
from games.bots.search import Meter
from games.franks_zoo.actions import ASK, TURN
from games.franks_zoo.observation import FranksZooObservation
from games.franks_zoo.play import FranksZooHand
from games.franks_zoo.resample import resample
from games.franks_zoo.scoring import score_lines

MOST = 10
"""How many actions are tried."""
MOST_ASKS = 2
"""How many of those ask for help: there are many ways to ask, and they differ little."""


class FranksZooPosition:
    """Look at one moment of a hand."""

    doubt = 1.0

    def __init__(self, view: FranksZooObservation) -> None:
        self.view = view
        self.candidates: Sequence[Action] = _promising(view)

    def imagine(self, rng: Rng) -> FranksZooHand:
        """Return a hand that looks like this moment."""
        return resample(self.view, rng)

    def finish(self, state: HandState, rng: Rng) -> Sequence[int]:
        """Play an imagined hand to its end; return what it is worth, partners' places included."""
        if not isinstance(state, FranksZooHand):
            raise TypeError(f"This is no hand of Frank’s Zoo: {state!r}")
        play_out(state, rng)
        return HandScore(score_lines(state.record(), state.setup)).scores


def look(view: Observation, rng: Rng, meter: Meter) -> FranksZooPosition:  # noqa: ARG001
    """Look at what a seat sees."""
    if not isinstance(view, FranksZooObservation):
        raise TypeError(f"This is no view of Frank’s Zoo: {view!r}")
    return FranksZooPosition(view)


def _promising(view: FranksZooObservation) -> list[Action]:
    """Return the actions that the planner likes best, best first."""
    ranked = sorted(view.legal_actions, key=Plan(view).worth, reverse=True)
    if view.stage == TURN:
        asks = [action for action in ranked if action >= ASK]
        spared = set(asks[MOST_ASKS:])
        ranked = [action for action in ranked if action not in spared]
    return ranked[:MOST]
