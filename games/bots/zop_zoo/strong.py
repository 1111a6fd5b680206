"""The strong player of ZOP ZOO: a search, or what was learned of the rows."""

from games.base import Action, Observation, Rng, Seat
from games.bots.search import Budget, Look, searcher
from games.bots.zop_zoo.heuristic import choose_by_weight
from games.bots.zop_zoo.lookahead import rows_after
from games.bots.zop_zoo.values import expected_lead, learned
from games.match_log import Choose
from games.zop_zoo.observation import ZopZooObservation
from games.zop_zoo.phases import COVERING, SPECIALTY_DRAWN, SPECIALTY_ON_TOP, SPECIALTY_UNCOVERED

LEARNED = frozenset({COVERING, SPECIALTY_DRAWN, SPECIALTY_ON_TOP, SPECIALTY_UNCOVERED})
"""The choices that the learned values decide: where wild cards and specialties go."""


def strong_player(look: Look, budget: Budget) -> Choose:
    """Return the player that searches where nothing was learned for so many players."""
    search = searcher(look, budget)

    def choose_strongly(view: Observation, rng: Rng) -> Action:
        """Choose by what was learned; where nothing was, by a search."""
        if isinstance(view, ZopZooObservation) and view.setup.seats in learned():
            return choose_by_values(view, rng)
        return search(view, rng)

    return choose_strongly


def choose_by_values(view: Observation, rng: Rng) -> Action:
    """Choose where cards go by the learned values of the rows, all else as the planner does."""
    if not isinstance(view, ZopZooObservation) or view.seat is None:
        raise TypeError(f"A spectator has nothing to choose: {view!r}")
    if len(view.legal_actions) == 1 or view.phase not in LEARNED:
        return choose_by_weight(view, rng)
    seat = view.seat
    return max(view.legal_actions, key=lambda action: lead_after(view, seat, action))


def lead_after(view: ZopZooObservation, seat: Seat, action: Action) -> float:
    """Return the lead that a seat may expect after an action of its own that moves cards."""
    goes_on = view.phase in (COVERING, SPECIALTY_DRAWN)
    turn = seat if goes_on else (seat + 1) % view.setup.seats
    rows = rows_after(view, seat, action)
    values = learned()[view.setup.seats]
    return expected_lead(values, rows, seat, turn, view.draw_pile_size)
