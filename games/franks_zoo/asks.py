"""List the ways of a junior to ask for help, quickly (FZ-24, FZ-R13, FZ-R16)."""

from collections.abc import Mapping
from functools import reduce
from operator import or_

from games.base import Action
from games.franks_zoo.actions import ASK
from games.franks_zoo.cards import BITS, JOKER, ONE, TOO_FEW
from games.franks_zoo.sets import ASKS, FROM_ANY_HAND, READINGS, size_of

LAYABLE: Mapping[int, int] = {
    standing: reduce(or_, (7 * one for one in ONE.values() for laid in asks if laid & 7 * one), 0)
    for standing, asks in FROM_ANY_HAND.items()
}
"""For a reading, the bits of all animals that may be laid to ask for help against it."""

_FEW = 2
"""Sets of so many cards are what most asks are about, so their asks are remembered."""
_MOST_REMEMBERED = 10_000
_WIDTH = BITS * len(ONE)


def _counted(standing: int) -> int:
    """Return the bits of the animals whose number matters: the one to beat, and the joker."""
    return LAYABLE[standing] & 7 * (1 << BITS * (standing >> 3) | JOKER)


def _remembered() -> Mapping[int, tuple[int, int, dict[int, tuple[Action, ...]]]]:
    """Return for each reading of few cards what decides about asks against it, and known ones.

    The first number fills up to its top bit each animal of which it matters only whether there is
    any, the second takes from the sum the bits that decide.
    """
    few = [standing for standing in READINGS if size_of(standing) <= _FEW]
    present = {standing: LAYABLE[standing] & ~_counted(standing) for standing in few}
    return {
        standing: (any_of, any_of + (any_of & sum(ONE.values())) | _counted(standing), {})
        for standing, any_of in present.items()
    }


_BY_SIZE = (_remembered(), _remembered())
"""By whether the senior holds one card or more: to so few cards no more than two are added."""


def asks(hand: int, standing: int, others: int, senior_hand: int) -> tuple[Action, ...]:
    """List every way to ask with cards of a hand, to beat a reading.

    `others` are the cards that the senior may hold for all that is known (FZ-R16). Of
    `senior_hand` nothing but its size is looked at.
    """
    size = senior_hand % 15
    if standing & 7 > _FEW:
        return _asks(hand, standing, others, size)
    filling, decisive, known = _BY_SIZE[size != 1][standing]
    situation = (hand + filling & decisive) << _WIDTH | others + filling & decisive
    try:
        return known[situation]
    except KeyError:
        found = _asks(hand, standing, others, size)
        if len(known) < _MOST_REMEMBERED:
            known[situation] = found
        return found


def _asks(hand: int, standing: int, others: int, senior_size: int) -> tuple[Action, ...]:
    found = []
    for laid, parts in ASKS[senior_size][standing].items():
        if not (hand - laid) & TOO_FEW:
            for part in parts:
                if not (others - part) & TOO_FEW:
                    found.append(ASK + laid)
                    break
    return tuple(found)
