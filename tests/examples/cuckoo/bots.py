"""Players of Cuckoo that see only what a seat sees."""

from collections.abc import Sequence

from games.base import Action, HandState, Observation, Rng
from games.bots.search import Meter
from tests.examples.cuckoo.play import KEEP, SWAP, CuckooObservation, CuckooState, resample

GOOD_ENOUGH = 7
"""With the middle rank or better there is more to lose than to gain."""


def choose_by_rank(view: Observation, rng: Rng) -> Action:
    """Give away a card that is worse than the neighbour's, where that is known, or than most."""
    seen = _own(view)
    seat, setup = seen.seat or 0, seen.setup
    other = setup.seats if seat == setup.dealer else (seat + 1) % setup.seats
    beaten_by = seen.cards[other] or GOOD_ENOUGH
    return SWAP if (seen.cards[seat] or 0) < beaten_by else KEEP


class CuckooPosition:
    """What the search is told: try both, imagine the hidden cards, and let all play by rank."""

    doubt = 0.0

    def __init__(self, view: CuckooObservation) -> None:
        self.view = view
        self.candidates: Sequence[Action] = tuple(view.legal_actions)

    def imagine(self, rng: Rng) -> CuckooState:
        """Return a hand that looks like this, what the seat cannot know drawn anew."""
        return resample(self.view, rng)

    def finish(self, state: HandState, rng: Rng) -> Sequence[float]:
        """Play an imagined hand to its end; return the points per seat."""
        while acting := state.acting_seats():
            state.apply_unchecked(acting[0], choose_by_rank(state.observation(acting[0]), rng))
        lowest = state.record().as_json()["lowest"]
        assert isinstance(lowest, list)
        return [-(seat in lowest) for seat in range(self.view.setup.seats)]


def look(view: Observation, rng: Rng, meter: Meter) -> CuckooPosition:
    """Look at what a seat sees."""
    return CuckooPosition(_own(view))


def _own(view: Observation) -> CuckooObservation:
    if not isinstance(view, CuckooObservation):
        raise TypeError(f"This is not a view of Cuckoo: {view!r}")
    return view
