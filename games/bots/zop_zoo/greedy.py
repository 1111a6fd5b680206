"""The player of ZOP ZOO that wants the most points on show at once."""

from games.base import Action, Observation, Rng
from games.bots.zop_zoo.lookahead import rows_after
from games.zop_zoo.actions import DIG, FETCH_ALL
from games.zop_zoo.observation import ZopZooObservation
from games.zop_zoo.phases import DIGGING, MOLE_ON_TOP, MOLE_UNCOVERED


def choose_greedily(view: Observation, rng: Rng) -> Action:
    """Show the most points possible after this action; draw rather than dig for the unknown."""
    if not isinstance(view, ZopZooObservation) or view.seat is None:
        raise TypeError(f"This is no player’s view of ZOP ZOO: {view!r}")
    actions = view.legal_actions
    if len(actions) == 1:
        return actions[0]
    if view.phase == DIGGING:
        return FETCH_ALL
    if view.phase in {MOLE_ON_TOP, MOLE_UNCOVERED}:
        return next(action for action in actions if action != DIG)
    points = {action: rows_after(view, view.seat, action).points(view.seat) for action in actions}
    most = max(points.values())
    best = [action for action in actions if points[action] == most]
    return best[rng.randrange(len(best))]
