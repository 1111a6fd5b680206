"""Which cards are a set, what beats it, and what a junior may ask with (FZ-02 to FZ-08, FZ-24).

A set is named by one number, its **reading**: the animal's place in the deck times 8, plus how many
cards there are. All tables are built once, at import, for the full deck; smaller decks use them as
they are, because every use compares with cards that are in play.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from types import MappingProxyType

from games.base import Action
from games.franks_zoo.actions import PASS
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

_TOP = 8
"""The top bit of an animal's four: packed cards leave it clear."""


def _shortfall(standing: int) -> int:
    """Return what raises each animal that can beat a reading to the top bit, if just enough.

    An animal of which a set needs n cards is given 8 - n: its top bit is set in the sum with a hand
    that has n or more. With elephants, mosquitoes show whether there is any to join them.
    """
    needed = {reading >> 3: reading & 7 for reading, _ in _ALL if _beats(reading, standing)}
    if ANIMALS.index("elephant") in needed:
        needed[ANIMALS.index("mosquito")] = 1
    return sum(_TOP - size << BITS * at for at, size in needed.items())


def _decisive(shortfall: int) -> int:
    """Return the bits of such a sum that tell all sets without the joker.

    These are the top bits. Of elephants it takes all four: next to a mosquito one fewer will do.
    """
    tops = sum(_TOP * one for one in ONE.values() if shortfall & 7 * one)
    return tops | 15 * ONE["elephant"] if tops & _TOP * ONE["elephant"] else tops


_KNOWN: Mapping[int, tuple[int, int, dict[int, tuple[Action, ...]]]] = {
    standing: (_shortfall(standing), _decisive(_shortfall(standing)), {}) for standing in READINGS
}


def answers(hand: int, standing: int) -> tuple[Action, ...]:
    """List what may be done about a reading without a partner: pass, or play a set that beats it.

    Without the joker that depends on little, of which animals there are enough, and is worked out
    once.
    """
    if hand & JOKER:
        return _answers(hand, standing)
    shortfall, decisive, known = _KNOWN[standing]
    enough = hand + shortfall & decisive
    try:
        return known[enough]
    except KeyError:
        return known.setdefault(enough, _answers(hand, standing))


def _answers(hand: int, standing: int) -> tuple[Action, ...]:
    return (PASS, *[cards for cards in BEATING[standing] if not (hand - cards) & TOO_FEW])


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


class _SetsAmong(dict[int, tuple[int, ...]]):
    """List every set of some animals among packed cards, each list worked out once.

    There are few such cards: 6 ** 4 at most, for the first four animals times the mosquitoes, and
    twice that for the joker.
    """

    def __init__(self, animals: Sequence[str]) -> None:
        super().__init__()
        self.sets = [cards for animal in animals for _, cards in _sets_of(animal)]

    def __missing__(self, cards: int) -> tuple[int, ...]:
        self[cards] = found = tuple([part for part in self.sets if not (cards - part) & TOO_FEW])
        return found


_FOUR = (1 << 4 * BITS) - 1
_FIRST_FOUR = _FOUR | 7 * MOSQUITO | JOKER  # the elephants are among them, which mosquitoes join
_NEXT_FOUR = _FOUR << 4 * BITS | JOKER
_LAST_FOUR = _FOUR << 8 * BITS | JOKER
_OF_FIRST, _OF_NEXT, _OF_LAST = (_SetsAmong(SPECIES[at : at + 4]) for at in (0, 4, 8))


def leads(hand: int) -> tuple[int, ...]:
    """List every set in a hand."""
    return _OF_FIRST[hand & _FIRST_FOUR] + _OF_NEXT[hand & _NEXT_FOUR] + _OF_LAST[hand & _LAST_FOUR]


class _Pairs(dict[int, tuple[int, ...]]):
    """List the pairs among packed cards, by the top bits of the animals that there are enough of.

    There are 2 ** 13 such keys at most, and each list is worked out once.
    """

    def __init__(self, *, alike: bool) -> None:
        super().__init__()
        self.alike = alike

    def __missing__(self, enough: int) -> tuple[int, ...]:
        animals = [one for one in ONE.values() if enough & _TOP * one]
        pairs = zip(animals, animals, strict=True) if self.alike else combinations(animals, 2)
        self[enough] = found = tuple(map(sum, pairs))
        return found


_TWO_ALIKE, _TWO_UNLIKE = _Pairs(alike=True), _Pairs(alike=False)
_SIX_EACH, _SEVEN_EACH = (missing * sum(ONE.values()) for missing in (6, 7))


def pairs(cards: int) -> tuple[int, ...]:
    """List every choice of two cards from some cards (FZ-22)."""
    two_or_more, any_at_all = cards + _SIX_EACH & TOO_FEW, cards + _SEVEN_EACH & TOO_FEW
    return _TWO_ALIKE[two_or_more] + _TWO_UNLIKE[any_at_all]


PAIRS = frozenset(pairs(PACKED_DECKS[4]))
"""Every choice of two cards of the deck."""
