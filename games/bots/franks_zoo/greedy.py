"""The player of Frank's Zoo that always sheds as many cards as it can at once."""

from games.base import Action, Observation, Rng
from games.franks_zoo.actions import ASK, TURN
from games.franks_zoo.cards import count
from games.franks_zoo.observation import FranksZooObservation


def choose_greedily(view: Observation, rng: Rng) -> Action:
    """Play or add the most cards possible, whoever is to be beaten; pass any two; never ask."""
    if not isinstance(view, FranksZooObservation):
        raise TypeError(f"This is no view of Frank’s Zoo: {view!r}")
    actions = list(view.legal_actions)
    if view.stage == TURN:
        actions = [action for action in actions if action < ASK]
    most = max(map(count, actions))
    best = [action for action in actions if count(action) == most]
    return best[rng.randrange(len(best))]
