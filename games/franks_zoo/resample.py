"""Deal anew what a seat cannot know, in accord with all that it does know."""

from collections.abc import Sequence

from games.base import Rng, Seat
from games.franks_zoo.actions import HELP
from games.franks_zoo.cards import count, either, fits, without
from games.franks_zoo.deal import shuffled
from games.franks_zoo.observation import Ask, FranksZooObservation
from games.franks_zoo.play import FranksZooHand
from games.franks_zoo.setup import CARDS_EXCHANGED, NOBODY


def resample(view: FranksZooObservation, rng: Rng) -> FranksZooHand:
    """Return a state that gives the seat this very observation.

    Known of another hand are its size, the cards it has shown, and what was exchanged with it.
    What a junior asked with tells a little more: some missing part was not in his own hand. That
    is met by dealing again where it fails; the true deal is among those drawn, so this ends.
    """
    known = _known_cards(view)
    while True:
        hands, laid_aside = _deal(view, known, rng)
        if all(_could_ask(view, ask, hands) for ask in view.asked):
            break
    state = FranksZooHand(view.setup, hands)
    _restore(state, view)
    _restore_exchange(state, view, laid_aside, rng)
    return state


def _known_cards(view: FranksZooObservation) -> list[int]:
    """Return for each seat the cards that this view knows it to hold now."""
    known = list(view.shown)
    if view.stage == HELP:
        known[view.asker] = either(known[view.asker], view.laid)
    if view.seat is not None:
        partner = _partner(view, view.seat)
        if partner != NOBODY:
            known[partner] = either(known[partner], _left_of_given(view, view.seat, partner))
        known[view.seat] = view.hand
    return known


def _left_of_given(view: FranksZooObservation, seat: Seat, partner: Seat) -> int:
    """Return what a partner must still hold of the cards that it was given.

    It may have played some, and a senior may have returned some (FZ-R12).
    """
    given_by_junior = view.setup.senior_of[seat] == partner
    returned = view.received if given_by_junior else 0
    return without(view.given, returned + view.played[partner])


def _partner(view: FranksZooObservation, seat: Seat) -> Seat:
    return max(view.setup.senior_of[seat], view.setup.junior_of[seat])


def _deal(view: FranksZooObservation, known: Sequence[int], rng: Rng) -> tuple[list[int], int]:
    """Return hands and the cards laid aside: what is known, filled up by chance."""
    unknown = view.unplayed - view.laid_aside - sum(known)
    cards = shuffled(unknown, rng)
    hands = []
    for held, size in zip(known, view.sizes, strict=True):
        missing = size - count(held)
        hands.append(held + sum(cards[:missing]))
        del cards[:missing]
    return hands, view.laid_aside + sum(cards)


def _could_ask(view: FranksZooObservation, ask: Ask, hands: Sequence[int]) -> bool:
    """Tell whether a junior with this hand was allowed to ask as he did (FZ-R16)."""
    others = ask.room - hands[ask.junior] - view.played[ask.junior]
    return any(fits(part, others) for part in ask.parts)


def _restore(state: FranksZooHand, view: FranksZooObservation) -> None:
    """Set all that is public."""
    state.stage = view.stage
    state.acting = view.acting
    state.piles = list(view.piles)
    state.played = list(view.played)
    state.shown = list(view.shown)
    state.shown_in_all = sum(view.shown)
    state.unplayed = view.unplayed
    state.finish = list(view.finish)
    state.holders = sum(size > 0 for size in view.sizes)
    state.standing = view.standing
    state.owner = view.owner
    state.table = view.table
    state.laid = view.laid
    state.asker = view.asker
    state.asked = list(view.asked)


def _restore_exchange(
    state: FranksZooHand, view: FranksZooObservation, laid_aside: int, rng: Rng
) -> None:
    """Choose what other seats passed: any two cards that the partner has had since then."""
    had = [hand + played for hand, played in zip(state.hands, state.played, strict=True)]
    for senior, junior in view.setup.teams:
        if view.has_passed[senior]:
            state.passed[senior] = sum(shuffled(had[junior], rng)[:CARDS_EXCHANGED])
        if view.has_passed[junior]:
            held = had[senior] + state.passed[senior]
            state.passed[junior] = sum(shuffled(held, rng)[:CARDS_EXCHANGED])
    if view.seat is not None and _partner(view, view.seat) != NOBODY:
        state.passed[view.seat] = view.given
        state.passed[_partner(view, view.seat)] = view.received
    if view.setup.solo is not None:
        state.passed[view.setup.solo] = laid_aside
