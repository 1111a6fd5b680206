"""A quick player of Frank's Zoo for imagined hands: it sees its own hand and the table alone."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from games.base import Action, Rng, Seat
from games.franks_zoo.actions import DECLINE, EXCHANGE, HELP, OVER, PASS
from games.franks_zoo.cards import BITS, JOKER, ONE, TOO_FEW
from games.franks_zoo.play import FranksZooHand
from games.franks_zoo.sets import BEATING, leads, pairs

BREAKS_UP = 0.35
"""How often it beats a set with cards that tear a group apart."""

_ALL_OF = tuple(7 * one for animal, one in ONE.items() if animal != "joker")


class Ways(NamedTuple):
    """Sets that may be played from a hand: those that leave no rest of a group, and the others."""

    whole: tuple[int, ...]
    torn: tuple[int, ...]


def play_out(state: FranksZooHand, rng: Rng) -> None:
    """Play a hand to its end."""
    while state.stage != OVER:
        seat = state.acting[0]
        state.apply_unchecked(seat, quick_action(state, seat, rng))


def quick_action(state: FranksZooHand, seat: Seat, rng: Rng) -> Action:
    """Choose for a seat: shed whole groups, spare the partner, ask for no help but give it."""
    if state.stage == EXCHANGE:
        return _pair_to_pass(state.hands[seat])
    if state.stage == HELP:
        return _help(state, seat, rng)
    return _play(state, seat, rng)


def _play(state: FranksZooHand, seat: Seat, rng: Rng) -> Action:
    """Lead or beat with a whole group; seldom tear one apart; beat the partner only to go out."""
    hand = state.hands[seat]
    if not state.standing:
        return _any(ways_to_lead(hand), rng)
    whole, torn = ways_to_beat(hand, state.standing)
    if state.owner in (state.seniors[seat], state.setup.junior_of[seat]):
        return hand if hand in whole else PASS
    if whole:
        return _any(whole, rng)
    return _any(torn, rng) if torn and rng.random() < BREAKS_UP else PASS


def _any(actions: Sequence[Action], rng: Rng) -> Action:
    return actions[int(rng.random() * len(actions))]


def _help(state: FranksZooHand, senior: Seat, rng: Rng) -> Action:
    """Add to what the junior lays, wherever it can be, but never against an own set."""
    if state.owner == senior:
        return DECLINE
    parts = [part for part in state.legal_actions(senior) if part != DECLINE]
    return _any(parts, rng) if parts else DECLINE


@lru_cache(maxsize=50_000)
def ways_to_lead(hand: int) -> tuple[int, ...]:
    """Return the largest groups of a hand, without the joker where that is possible."""
    groups = [hand & cards for cards in _ALL_OF if hand & cards]
    if not groups:
        return (PASS,)
    if hand in leads(hand):
        return (hand,)
    return tuple(groups)


@lru_cache(maxsize=200_000)
def ways_to_beat(hand: int, standing: int) -> Ways:
    """Return the sets of a hand that beat a reading; with the joker only where none is without."""
    sets = [cards for cards in BEATING[standing] if not (hand - cards) & TOO_FEW]
    plain = [cards for cards in sets if cards < JOKER or cards == hand]
    whole = tuple(cards for cards in plain or sets if _is_whole(hand, cards))
    torn = tuple(cards for cards in plain or sets if not _is_whole(hand, cards))
    return Ways(whole, torn)


def _is_whole(hand: int, cards: int) -> bool:
    """Tell whether a set leaves none of the animals that it is made of."""
    rest = hand - cards
    return not any(cards & of_one and rest & of_one for of_one in _ALL_OF)


@lru_cache(maxsize=20_000)
def _pair_to_pass(hand: int) -> int:
    """Return two cards that leave the fewest groups; the joker is kept."""
    return min(pairs(hand), key=lambda two: (two >= JOKER, _groups(hand - two)))


def _groups(hand: int) -> int:
    return sum(bool(hand >> BITS * at & 7) for at in range(len(_ALL_OF)))
