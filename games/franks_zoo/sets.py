"""Which cards are a set, what beats it, and what a junior may ask with (FZ-02 to FZ-08, FZ-24).

A set is named by one number, its **reading**: the animal's place in the deck times 8, plus how many
cards there are. All tables are built once, at import, for the full deck; smaller decks use them as
they are, because every use compares with cards that are in play.
"""

from collections.abc import Iterator, Mapping
from functools import cache, reduce
from operator import or_
from types import MappingProxyType

from games.franks_zoo.actions import ASK, PASS
from games.franks_zoo.cards import (
    ANIMALS,
    BITS,
    FULL_DECK,
    JOKER,
    MOSQUITO,
    ONE,
    PACKED_DECKS,
    TOO_FEW,
    count,
    fits,
)

OUTRANKED_BY: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "whale": (),
        "elephant": ("mouse",),
        "crocodile": ("elephant",),
        "polar_bear": ("whale", "elephant"),
        "lion": ("elephant",),
        "seal": ("whale", "polar_bear"),
        "fox": ("elephant", "crocodile", "polar_bear", "lion"),
        "perch": ("whale", "crocodile", "polar_bear", "seal"),
        "hedgehog": ("fox",),
        "fish": ("whale", "crocodile", "seal", "perch"),
        "mouse": ("crocodile", "polar_bear", "lion", "seal", "fox", "hedgehog"),
        "mosquito": ("hedgehog", "fish", "mouse"),
    }
)
"""The animals that beat each animal in equal number (FZ-02)."""

SPECIES = tuple(OUTRANKED_BY)
_SINGLE = tuple((one, 7 * one) for one in ONE.values())
"""One card of each animal, and the bits that show whether there is any."""
LARGEST_SET = 7


def reading_of(animal: str, size: int) -> int:
    """Return the reading of this many of an animal."""
    return ANIMALS.index(animal) << 3 | size


def animal_of(reading: int) -> str:
    """Return the animal that a reading names."""
    return ANIMALS[reading >> 3]


def size_of(reading: int) -> int:
    """Return the number of cards that a reading names."""
    return reading & 7


def _sets_of(animal: str) -> Iterator[tuple[int, int]]:
    """Yield each set that counts as an animal: its reading and its packed cards."""
    with_mosquito = (0, MOSQUITO) if animal == "elephant" else (0,)
    for real in range(1, FULL_DECK[animal] + 1):
        for mosquito in with_mosquito:
            for joker in (0, JOKER):
                cards = real * ONE[animal] + mosquito + joker
                yield reading_of(animal, count(cards)), cards


def _beats(reading: int, standing: int) -> bool:
    """Tell whether a reading beats another in one of the two ways of FZ-08."""
    if reading >> 3 == standing >> 3:
        return reading == standing + 1
    outranks = animal_of(reading) in OUTRANKED_BY[animal_of(standing)]
    return outranks and size_of(reading) == size_of(standing)


_ALL = tuple(found for animal in SPECIES for found in _sets_of(animal))

READING: Mapping[int, int] = {cards: reading for reading, cards in _ALL}
"""The one reading of every legal set."""

READINGS = tuple(sorted(set(READING.values())))

BEATING: Mapping[int, tuple[int, ...]] = {
    standing: tuple(cards for reading, cards in _ALL if _beats(reading, standing))
    for standing in READINGS
}
"""All sets that beat a reading."""

ANSWERS: Mapping[int, tuple[int, ...]] = {
    standing: (PASS, *beating) for standing, beating in BEATING.items()
}
"""All that may be done about a reading without a partner: pass, or beat it."""


def _parts(cards: int) -> list[int]:
    """List every choice of cards from some cards, none and all of them included."""
    parts = [0]
    for one, present in _SINGLE:
        copies = (cards & present) // one
        if copies:
            parts = [part + taken * one for part in parts for taken in range(copies + 1)]
    return parts


def _asks(standing: int) -> dict[int, tuple[int, ...]]:
    """Return for all cards that a junior may lay what may be added to beat a reading."""
    added: dict[int, list[int]] = {}
    for cards in BEATING[standing]:
        for laid in _parts(cards):
            if laid not in (0, cards):
                added.setdefault(laid, []).append(cards - laid)
    return {laid: tuple(sorted(parts)) for laid, parts in added.items()}


def _up_to(asks: dict[int, tuple[int, ...]], most: int) -> dict[int, tuple[int, ...]]:
    """Return the asks that this many added cards can answer."""
    kept = {
        laid: tuple(part for part in parts if count(part) <= most) for laid, parts in asks.items()
    }
    return {laid: parts for laid, parts in kept.items() if parts}


def _asks_by_size() -> tuple[Mapping[int, Mapping[int, tuple[int, ...]]], ...]:
    asks = {standing: _asks(standing) for standing in READINGS}
    by_most = [
        {standing: _up_to(asks[standing], most) for standing in READINGS}
        for most in range(LARGEST_SET)
    ]
    return (by_most[-1], *(by_most[min(size, LARGEST_SET - 1)] for size in range(1, 15)))


ASKS = _asks_by_size()
"""By the size of the senior's hand, then by the reading to beat: for all cards a junior may lay
(FZ-R13), the choices of cards that would complete them. A size is taken modulo 15, which is the sum
of the digits of packed cards: no hand is larger than 15, and a senior without cards is not asked,
so that 0 stands for 15."""
FROM_ANY_HAND = ASKS[0]
"""The same for a senior who can add any number of cards."""

LAYABLE: Mapping[int, int] = {
    standing: reduce(or_, (7 * one for one in ONE.values() for laid in asks if laid & 7 * one), 0)
    for standing, asks in FROM_ANY_HAND.items()
}
"""For a reading, the bits of all animals that may be laid to ask for help against it."""


def leads(hand: int) -> list[int]:
    """List every set in a hand."""
    joker = hand & JOKER
    helpers = hand & _HELPERS
    sets: list[int] = []
    sets += _sets_in(hand & _FOUR | helpers, 0)
    sets += _sets_in(hand & _FOUR << 4 * BITS | joker, 4)
    sets += _sets_in(hand & _FOUR << 8 * BITS | joker, 8)
    return sets


_FOUR = (1 << 4 * BITS) - 1
"""The bits of the first four animals: the elephants, which mosquitoes help, are among them."""
_HELPERS = 7 * MOSQUITO | JOKER


@cache
def _sets_in(cards: int, first: int) -> tuple[int, ...]:
    """List every set of four animals, from the given place on, among some cards.

    There are few such cards: 6 ** 4 at most, for the first four times the mosquitoes, and twice
    that for the joker.
    """
    animals = SPECIES[first : first + 4]
    return tuple(
        cards_of for animal in animals for _, cards_of in _sets_of(animal) if fits(cards_of, cards)
    )


def asks(hand: int, standing: int, others: int, senior_hand: int) -> list[int]:
    """List every way to ask with cards of a hand, to beat a reading.

    `others` are the cards that the senior may hold for all that is known (FZ-R16). Of
    `senior_hand` nothing but its size is looked at.
    """
    found = []
    for laid, parts in ASKS[senior_hand % 15][standing].items():
        if not (hand - laid) & TOO_FEW:
            for part in parts:
                if not (others - part) & TOO_FEW:
                    found.append(ASK + laid)
                    break
    return found


_DOUBLE = tuple((2 * one, 6 * one) for animal, one in ONE.items() if FULL_DECK[animal] > 1)


def pairs(cards: int) -> list[int]:
    """List every choice of two cards from some cards (FZ-22)."""
    single = [one for one, present in _SINGLE if cards & present]
    found = [one + other for at, one in enumerate(single) for other in single[:at]]
    found += [two for two, present in _DOUBLE if cards & present]
    return found


PAIRS = frozenset(pairs(PACKED_DECKS[4]))
"""Every choice of two cards of the deck."""
