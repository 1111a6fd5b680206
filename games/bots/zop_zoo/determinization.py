"""Imagine a hand as it may well be, given what everybody has been seen to pass by."""

from collections.abc import Sequence
from typing import NamedTuple

from games.base import Rng
from games.bots.zop_zoo.heuristic import newly_buried, passed_by
from games.zop_zoo.cards import BEAST, Card, Cards
from games.zop_zoo.observation import ZopZooObservation
from games.zop_zoo.play import ZopZooState
from games.zop_zoo.resampling import resample

TRIES = 100
"""How often to look for a card that may be buried; at the end of a hand there may be none."""


def imagine(view: ZopZooObservation, rng: Rng) -> ZopZooState:
    """Deal anew what a seat cannot see, with few cards buried that somebody would have taken.

    A buried card that a seat wants lies above all that the seat has looked through, and was passed
    by since; else it changes places with a card that is to be drawn.
    """
    state = resample(view, rng)
    if view.discard_pile is None and view.draw_pile_size:
        _bring_up_what_was_wanted(state, view, rng)
    return state


def _bring_up_what_was_wanted(state: ZopZooState, view: ZopZooObservation, rng: Rng) -> None:
    """Exchange the wanted cards that can hardly be buried for others of the draw pile."""
    buried, draw_pile = state.discard_pile, list(state.draw_pile)
    chance = passed_by(view.setup.seats)
    new_from = [
        (wants, len(buried) - 1 - round(newly_buried(view, seat)))
        for seat, wants in enumerate(view.wants)
    ]
    for at in range(len(buried) - 1):
        looked_for = wanted = 0
        for wants, first in new_from:
            wanted |= wants
            if at < first:
                looked_for |= wants
        place = Place(looked_for, wanted, chance)
        if not place.may_hold(buried[at], rng):
            other = _any_to_bury(draw_pile, place, rng)
            buried[at], draw_pile[other] = draw_pile[other], buried[at]
    state.draw_pile = tuple(draw_pile)


class Place(NamedTuple):
    """A place in the discard pile: what was looked for there, what is wanted, how much passes."""

    looked_for: Cards
    wanted: Cards
    chance: float

    def may_hold(self, card: Card, rng: Rng) -> bool:
        """Tell whether a card is to be imagined here."""
        if card >= BEAST or self.looked_for >> card & 1:
            return False
        return not self.wanted >> card & 1 or rng.random() < self.chance


def _any_to_bury(draw_pile: Sequence[Card], place: Place, rng: Rng) -> int:
    """Return where a card of the draw pile lies that may be buried; any, if none can be found."""
    other = 0
    for _ in range(TRIES):
        other = rng.randrange(len(draw_pile))
        if place.may_hold(draw_pile[other], rng):
            break
    return other
