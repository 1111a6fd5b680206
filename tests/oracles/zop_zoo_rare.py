"""Deals of ZOP ZOO that bring what random deals seldom do, and what of it came in a hand.

The engine is not asked: a deal is in JSON, and a hand is looked at as the oracle has it.
"""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from tests.oracles.zop_zoo_cards import (
    CONNECTS,
    MINUSES,
    SPECIALTIES,
    WHITE_DECK,
    WILDS,
    black_deck,
)
from tests.oracles.zop_zoo_play import Hand

JsonObject = dict[str, Any]

USES = {"switch_units": "earthworm", "take_unit": "raccoon", "give_unit": "hyena"}
SEATS_WITH_A_MINUS = len(MINUSES)


class Rare(NamedTuple):
    """Describe deals: who deals them by seats and beasts, for how many at most, what comes of it.

    Where a deal is not `whole`, rows and draw pile are shorter than the rules say.
    """

    deal: Callable[[int, int, Random], JsonObject]
    most_seats: int
    whole: bool
    brings: tuple[str, ...]


def rows_of(seats: int, rng: Random, minuses: Sequence[int]) -> list[list[str]]:
    """Deal six cards to each, with as many minus cards as is said, no others."""
    bad = rng.sample(list(MINUSES), len(MINUSES))
    good = [card for card in WHITE_DECK if card not in MINUSES]
    rng.shuffle(good)
    rows = []
    for own in minuses[:seats]:
        row = [bad.pop() for _ in range(own)] + [good.pop() for _ in range(6 - own)]
        rows.append(rng.sample(row, 6))
    return rows


def a_minus_each(seats: int, rng: Random) -> list[list[str]]:
    return rows_of(seats, rng, [1] * SEATS_WITH_A_MINUS + [0] * 2)


def on_top(first: Sequence[str], beasts: int, rng: Random) -> list[str]:
    """Shuffle the black deck with some cards first."""
    rest = black_deck(beasts)
    for card in first:
        rest.remove(card)
    rng.shuffle(rest)
    return [*first, *rest]


def matches_of(rows: list[list[str]], number: int, rng: Random) -> list[str]:
    """Draw some of the cards that match a card of the rows."""
    return rng.sample([card for row in rows for card in row], number)


def specialties_first(seats: int, beasts: int, rng: Random) -> JsonObject:
    return {
        "rows": a_minus_each(seats, rng),
        "draw_pile": on_top(rng.sample(SPECIALTIES, 3), beasts, rng),
    }


def specialties_after_all_kinds_of_units(seats: int, beasts: int, rng: Random) -> JsonObject:
    rows = a_minus_each(seats, rng)
    units = [*matches_of(rows, 3 * seats, rng), *WILDS, "bonus-ocean", "bonus-bird", "bonus-horns"]
    first = [*rng.sample(units, len(units)), *rng.sample(SPECIALTIES, 3)]
    return {"rows": rows, "draw_pile": on_top(first, beasts, rng)}


def moles_first(seats: int, beasts: int, rng: Random) -> JsonObject:
    rows = a_minus_each(seats, rng)
    first = [*matches_of(rows, 8, rng), *["mole"] * 6]
    return {"rows": rows, "draw_pile": on_top(rng.sample(first, len(first)), beasts, rng)}


def specialties_in_vain(seats: int, beasts: int, rng: Random) -> JsonObject:
    """Nobody has a unit when the first specialty is drawn; cards that others need bury it."""
    rows = rows_of(seats, rng, [0] * 8)
    matches = matches_of(rows, 9, rng)
    first = []
    for at, specialty in enumerate(rng.sample(SPECIALTIES, 3)):
        first += [specialty, *matches[3 * at : 3 * at + 3]]
    return {"rows": rows, "draw_pile": on_top(first, beasts, rng)}


def a_row_of_minus_cards(seats: int, beasts: int, rng: Random) -> JsonObject:
    """Somebody is dealt nothing but minus cards; the others may draw specialties before."""
    minuses = [0] * seats
    minuses[rng.randrange(seats)] = 6
    first = rng.sample([*SPECIALTIES, "mole"], 2)
    return {"rows": rows_of(seats, rng, minuses), "draw_pile": on_top(first, beasts, rng)}


def all_minus_with_a_winner(seats: int, beasts: int, rng: Random) -> JsonObject:
    """Who begins has two minus cards, and four beasts to cover the others with."""
    rows = rows_of(seats, rng, [2, 1, 1, 1, 1])
    return {"rows": rows, "draw_pile": on_top(["beast"] * 4, beasts, rng)}


def all_minus_to_the_end(seats: int, beasts: int, rng: Random) -> JsonObject:
    """A minus card in each row, and few cards to draw, of use to nobody."""
    rows = a_minus_each(seats, rng)
    dealt = {card for row in rows for card in row}
    useless = [card for card in WHITE_DECK if card not in dealt]
    return {"rows": rows, "draw_pile": rng.sample([*useless, *SPECIALTIES, "mole"], 8)}


ALL_MINUS = ("everybody scores minus",)
RARE = {
    "specialties first": Rare(
        specialties_first,
        SEATS_WITH_A_MINUS,
        True,
        ("earthworm drawn", "raccoon drawn", "hyena drawn", "a bare minus card moves"),
    ),
    "specialties after all kinds of units": Rare(
        specialties_after_all_kinds_of_units,
        SEATS_WITH_A_MINUS,
        True,
        (
            "a connected pair moves",
            "a side bonus moves",
            "a wild card moves with its card",
            "a row of more than six",
        ),
    ),
    "moles first": Rare(
        moles_first,
        SEATS_WITH_A_MINUS,
        True,
        (
            "a drawn mole finds something",
            "a drawn mole finds nothing",
            "a mole is drawn on no discard pile",
            "a mole is uncovered",
            "a mole is dug with where it lies",
        ),
    ),
    "specialties in vain": Rare(
        specialties_in_vain,
        7,
        True,
        (
            "a specialty is drawn in vain",
            "a specialty is uncovered",
            "earthworm on the discard pile",
            "raccoon on the discard pile",
            "hyena on the discard pile",
            "a void specialty lies on top",
            "a row of four",
        ),
    ),
    "a row of minus cards": Rare(a_row_of_minus_cards, 8, True, ("minus cards alone win",)),
    "all minus, with a winner": Rare(all_minus_with_a_winner, 5, True, ALL_MINUS),
    "all minus, whole match": Rare(all_minus_to_the_end, SEATS_WITH_A_MINUS, False, ALL_MINUS),
}


def seen_in(hand: Hand, action: JsonObject) -> Iterator[str]:
    """Name what is rare about an action that is about to be carried out."""
    if action["type"] in USES:
        yield from _seen_in_use(hand, action)
    if action["type"] == "draw":
        yield from _seen_in_draw(hand)
    if action["type"] == "dig":
        yield "a mole is uncovered" if hand.has_taken else "a mole is dug with where it lies"


def _seen_in_use(hand: Hand, action: JsonObject) -> Iterator[str]:
    place = "drawn" if hand.held else "on the discard pile"
    yield f"{USES[action['type']]} {place}"
    if hand.has_taken:
        yield "a specialty is uncovered"
    for unit in filter(None, (action["unit"], action.get("for"))):
        if unit.startswith("bonus-"):
            yield "a side bonus moves"
            continue
        owner = hand.owner(unit)
        [cover] = [cover for card, cover in hand.rows[owner] if card == unit]
        if cover in WILDS:
            yield "a wild card moves with its card"
        elif unit in CONNECTS:
            yield "a connected pair moves"
        elif cover is None:
            yield "a bare minus card moves"
        if "for" not in action and len(hand.rows[owner]) == 5:
            yield "a row of four"
    if action["type"] == "take_unit" and len(hand.rows[hand.turn]) == 6:
        yield "a row of more than six"


def _seen_in_draw(hand: Hand) -> Iterator[str]:
    card = hand.draw_pile[-1]
    if hand.top() in hand.void:
        yield "a void specialty lies on top"
    if card in SPECIALTIES and not hand.uses_of(card):
        yield "a specialty is drawn in vain"
    if card == "mole":
        finds = any(hand.gives_points(each, hand.turn) for each in hand.discard_pile)
        yield f"a drawn mole finds {'something' if finds else 'nothing'}"
        if not hand.discard_pile:
            yield "a mole is drawn on no discard pile"


def seen_at_end(hand: Hand, scores: Sequence[int]) -> Iterator[str]:
    """Name what is rare about how a hand came out."""
    if max(scores) < 0:
        yield "everybody scores minus"
    if hand.winner is not None and all(
        card in MINUSES and cover is None for card, cover in hand.rows[hand.winner]
    ):
        yield "minus cards alone win"
