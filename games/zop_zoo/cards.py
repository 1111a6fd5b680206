"""The cards of both decks, as small whole numbers (ZZ-01, ZZ-02).

The 52 animals of the white deck have the numbers 0 to 51: category cards, lower halves, minus
cards. The black card that matches an animal has the animal's own number, so that what a player
can use and what was drawn compare by one bit. Behind them come the black cards without an animal
of their own in the white deck. Wild cards and moles of a kind are all alike and share a number.
"""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import TypeAlias

Card: TypeAlias = int
Cards: TypeAlias = int
"""A set of cards, one bit a card."""

CATEGORY_POINTS: Mapping[str, int] = MappingProxyType(
    {
        "mammal": 10,
        "ocean": 15,
        "bird": 20,
        "insect": 25,
        "semi_aquatic": 30,
        "horns": 35,
        "reptile": 40,
        "marsupial": 45,
        "arachnid": 55,
        "mythical": 65,
    }
)
CATEGORIES = tuple(CATEGORY_POINTS)
BONUS_CATEGORIES = tuple(name for name in CATEGORIES if name not in {"mammal", "marsupial"})
"""The categories that have a side bonus card (ZZ-04)."""

CONNECT_POINTS = 80
BEST_BEAST_POINTS = 50

CATEGORY_CARDS = range(36)
CONNECT_CARDS = range(36, 46)
MINUS_CARDS = range(46, 52)
BONUS_CARDS = range(52, 60)
FIRST_BONUS = BONUS_CARDS.start
MOLE, EARTHWORM, RACCOON, HYENA, BEAST, BEST_BEAST, NO_CARD = range(60, 67)

NAMES: Mapping[Card, str] = MappingProxyType(
    {
        MOLE: "mole",
        EARTHWORM: "earthworm",
        RACCOON: "raccoon",
        HYENA: "hyena",
        BEAST: "beast",
        BEST_BEAST: "best_beast",
    }
)
"""Ids of the black cards that are the same in every deck."""
SPECIALTIES = (EARTHWORM, RACCOON, HYENA)

WHITE_CARDS = range(52)
CARDS_IN_ROW = 6
MOLES = 6


@cache
def black_deck(beasts: int) -> tuple[Card, ...]:
    """List the black deck: 74 cards with four beasts, 75 with five (ZZ-R1)."""
    alone = (*WHITE_CARDS, *BONUS_CARDS, *SPECIALTIES, BEST_BEAST)
    return (*alone, *(MOLE,) * MOLES, *(BEAST,) * beasts)


def pack(cards: range) -> Cards:
    """Return a run of cards as a set."""
    return (1 << cards.stop) - (1 << cards.start)


TO_COVER = pack(range(46))
"""The animals that show points only once covered or connected."""
MINUSES = pack(MINUS_CARDS)
WHITES = pack(WHITE_CARDS)
CATEGORY_ANIMALS = pack(CATEGORY_CARDS)


def cards_in(cards: Cards) -> list[Card]:
    """List the cards of a set, lowest first."""
    listed = []
    while cards:
        lowest = cards & -cards
        listed.append(lowest.bit_length() - 1)
        cards ^= lowest
    return listed
