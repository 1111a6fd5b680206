"""Deal anew what a seat cannot see."""

from games.base import Rng
from games.zop_zoo.cards import BEAST, NO_CARD, SPECIALTIES, Card
from games.zop_zoo.deal import shuffle
from games.zop_zoo.observation import ZopZooObservation
from games.zop_zoo.play import ZopZooState


def resample(seen: ZopZooObservation, rng: Rng) -> ZopZooState:
    """Return some state that looks like this; the draw pile and what is buried are dealt anew."""
    discard_pile, draw_pile = _deal_piles(seen, rng)
    state = ZopZooState(seen.setup, seen.rows(), draw_pile)
    state.discard_pile = discard_pile
    state.turn = seen.turn
    state.phase = seen.phase
    state.held = seen.held
    state.has_fetched = seen.has_fetched
    state.looked_at = list(seen.looked_at)
    state.used = seen.used
    state.winner = seen.winner
    return state


def _deal_piles(seen: ZopZooObservation, rng: Rng) -> tuple[list[Card], tuple[Card, ...]]:
    """Return a discard pile and a draw pile that fit what is seen.

    Wild cards are never discarded (ZZ-12). A specialty that was used lies on the discard pile.
    """
    unseen = seen.unseen()
    if seen.discard_pile is not None:
        shuffle(unseen, rng, len(unseen))
        return list(seen.discard_pile), tuple(unseen)
    top = [] if seen.top == NO_CARD else [seen.top]
    used = [card for card in SPECIALTIES if seen.used >> card & 1 and card not in top]
    wild = [card for card in unseen if card >= BEAST]
    loose = [card for card in unseen if card < BEAST and card not in used]
    shuffle(loose, rng, len(loose))
    below_top = seen.discard_pile_size - len(top)
    buried = used + loose[: below_top - len(used)]
    draw_pile = loose[below_top - len(used) :] + wild
    shuffle(buried, rng, len(buried))
    shuffle(draw_pile, rng, len(draw_pile))
    return buried + top, tuple(draw_pile)
