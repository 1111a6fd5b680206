"""The cards of Frank's Zoo and what can be played with them, read from the rules a second time.

It imports nothing of the project. Cards are names in lists, and what a group of cards is worth is
judged card by card.
"""

from functools import cache
from itertools import product
from typing import Any

Cards = tuple[str, ...]

DECK = {
    **dict.fromkeys(("whale", "elephant", "crocodile", "polar_bear", "lion", "seal"), 5),
    **dict.fromkeys(("fox", "perch", "hedgehog", "fish", "mouse"), 5),
    "mosquito": 4,
    "joker": 1,
}
OUT_WITH_THREE = dict.fromkeys(DECK, 2) | {"lion": 1, "elephant": 1, "mouse": 1, "joker": 0}
ORDER = list(DECK)
# FZ-02, the other way round than in the rules: whom does each animal outrank?
OUTRANKS = {
    "whale": ["polar_bear", "seal", "perch", "fish"],
    "elephant": ["crocodile", "polar_bear", "lion", "fox"],
    "crocodile": ["fox", "perch", "fish", "mouse"],
    "polar_bear": ["seal", "fox", "perch", "mouse"],
    "lion": ["fox", "mouse"],
    "seal": ["perch", "fish", "mouse"],
    "fox": ["hedgehog", "mouse"],
    "perch": ["fish"],
    "hedgehog": ["mouse", "mosquito"],
    "fish": ["mosquito"],
    "mouse": ["elephant", "mosquito"],
    "mosquito": [],
}


def sort(cards: Any) -> Cards:
    return tuple(sorted(cards, key=ORDER.index))


def deck(seats: int) -> list[str]:
    copies = {
        animal: number - (OUT_WITH_THREE[animal] if seats == 3 else 0)
        for animal, number in DECK.items()
    }
    return [animal for animal, number in copies.items() for _ in range(number)]


def hold(cards: Any, part: Any) -> bool:
    """Tell whether some cards hold all of a part."""
    return all(list(cards).count(card) >= list(part).count(card) for card in set(part))


def take(cards: Any, part: Any) -> list[str]:
    left = list(cards)
    for card in part:
        left.remove(card)
    return left


@cache
def what_is(cards: Cards) -> tuple[str, int] | None:
    """Say which animal a group of cards is, and how many (FZ-04, FZ-05); None: no legal set."""
    animals = [card for card in cards if card != "joker"]
    if not animals:
        return None
    if len(set(animals)) == 1:
        return animals[0], len(cards)
    if set(animals) == {"elephant", "mosquito"} and animals.count("mosquito") == 1:
        return "elephant", len(cards)
    return None


@cache
def does_beat(cards: Cards, to_beat: Cards) -> bool:
    """FZ-08, and for a leader (nothing to beat) FZ-07."""
    new, old = what_is(cards), what_is(to_beat)
    if new is None or old is None:
        return new is not None
    if new[0] == old[0]:
        return new[1] == old[1] + 1
    return new[1] == old[1] and old[0] in OUTRANKS[new[0]]


def groups(cards: Any) -> list[Cards]:
    """List all choices of cards that are of one animal at most, the joker and mosquitoes aside."""
    found = set()
    for animal in set(cards) - {"mosquito", "joker"} or {"whale"}:
        numbers = (range(list(cards).count(card) + 1) for card in (animal, "mosquito", "joker"))
        for some, mosquitoes, jokers in product(*numbers):
            found.add((animal,) * some + ("mosquito",) * mosquitoes + ("joker",) * jokers)
    return sorted(found - {()})


@cache
def sets_that_beat(to_beat: Cards) -> list[Cards]:
    return [cards for cards in groups(deck(7)) if does_beat(cards, to_beat)]


@cache
def splits(cards: Cards) -> list[tuple[Cards, Cards]]:
    """List all ways to lay a part of a set and add the rest, a card at least each (FZ-R13)."""
    ways = product([True, False], repeat=len(cards))
    found = {
        (
            tuple(card for card, is_laid in zip(cards, way, strict=True) if is_laid),
            tuple(card for card, is_laid in zip(cards, way, strict=True) if not is_laid),
        )
        for way in ways
    }
    return sorted((laid, added) for laid, added in found if laid and added)
