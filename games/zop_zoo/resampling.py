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
    state.used = seen.used
    state.winner = seen.winner
    return state


def _deal_piles(seen: ZopZooObservation, rng: Rng) -> tuple[list[Card], tuple[Card, ...]]:
    """Return a discard pile and a draw pile that fit what is seen.

    Wild cards are never discarded (ZZ-12). A specialty that was used lies on the discard pile.
    """
    unseen = seen.unseen()
    shuffle(unseen, rng, len(unseen))
    if seen.discard_pile is not None:
        return list(seen.discard_pile), tuple(unseen)
    if seen.top == NO_CARD:
        return [], tuple(unseen)
    used = [card for card in SPECIALTIES if seen.used >> card & 1 and card != seen.top]
    may_be_buried = [card for card in unseen if card < BEAST and card not in used]
    buried = used + may_be_buried[: seen.discard_pile_size - 1 - len(used)]
    shuffle(buried, rng, len(buried))
    for card in buried:
        unseen.remove(card)
    return [*buried, seen.top], tuple(unseen)
