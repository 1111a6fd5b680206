"""Deals of Frank's Zoo that bring what random deals seldom do, and what of it came in a hand.

The engine is not asked: hands are lists of names, and a hand is looked at as the oracle has it.
"""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from tests.oracles.franks_zoo_play import Action, Hand
from tests.oracles.franks_zoo_sets import deck, sort, take, what_is

HELPERS = ["joker"] + ["mosquito"] * 4
ELEPHANTS = ["elephant"] * 5
MICE = ["mouse"] * 5


class Rare(NamedTuple):
    """Describe deals: what lies in two hands, how many cards there are, what must come of it.

    With teams the two hands are those of a senior and its junior, else of the leader and the next.
    `cards` is how many all have, None as many as the rules say. What comes of partners alone has
    `teams`.
    """

    one: list[str]
    other: list[str]
    cards: int | None
    teams: bool
    brings: tuple[str, ...]


RARE = {
    "all helpers in 1 hand": Rare(
        [*ELEPHANTS, *HELPERS],
        [],
        None,
        False,
        ("seven elephants", "elephants with joker and mosquito"),
    ),
    "mice after elephants": Rare(
        [*ELEPHANTS, "mosquito"],
        [*MICE, "joker"],
        None,
        False,
        ("three or more mice on elephants", "elephants with a mosquito"),
    ),
    "helpers for the senior's elephants": Rare(
        ELEPHANTS,
        [*HELPERS, *MICE],
        None,
        True,
        (
            "asks with the joker alone",
            "asks with a mosquito alone",
            "a joint set of elephants",
            "mosquitoes with the joker",
        ),
    ),
    "a joker is left": Rare(
        ["joker", "whale", "mouse"],
        ["fish", "mosquito", "elephant"],
        3,
        False,
        ("a leader with the joker alone passes", "an owner who is out takes the trick"),
    ),
}


def rare_hands(
    rare: Rare, *, dealer: int, leader: int, seats: int, teams: list[list[int]], rng: Random
) -> list[list[str]]:
    """Deal the cards; a seat that is to have more than fits has some of them."""
    one, other = rng.choice(teams) if teams else (leader, (leader + 1) % seats)
    sizes = [rare.cards] * seats if rare.cards else _full_sizes(dealer, seats)
    hands: list[list[str]] = [[] for _ in range(seats)]
    cards = deck(seats)
    for seat, wanted in ((one, rare.one), (other, rare.other)):
        hands[seat] = _of_these(wanted, cards, sizes[seat], rng)
        cards = take(cards, hands[seat])
    rng.shuffle(cards)
    for seat, size in enumerate(sizes):
        while len(hands[seat]) < size:
            hands[seat].append(cards.pop())
    return [list(sort(hand)) for hand in hands]


def hands_to_end_at_once(leader: int, teams: list[list[int]]) -> list[list[str]]:
    """Deal four hands that can all be emptied in the first trick, the last two together.

    The leader and its partner lay four cards each, and the others four whales between them.
    """
    hands = [["whale"] * 2 for _ in range(4)]
    [partner] = [sum(team) - leader for team in teams if leader in team]
    hands[leader], hands[partner] = ["fish"] * 4, ["seal"] * 4
    return hands


def _full_sizes(dealer: int, seats: int) -> list[int]:
    """Return how many cards each seat is dealt (FZ-03, FZ-R2)."""
    sizes = [len(deck(seats)) // seats] * seats
    for left_over in range(len(deck(seats)) % seats):
        sizes[(dealer + 1 + left_over) % seats] += 1
    return sizes


def _of_these(wanted: list[str], cards: list[str], most: int, rng: Random) -> list[str]:
    """Choose the wanted cards that there are, as many as fit."""
    there = [
        card for at, card in enumerate(wanted) if wanted[: at + 1].count(card) <= cards.count(card)
    ]
    return there if len(there) <= most else rng.sample(there, most)


def seen_in(hand: Hand, seat: int, action: Action) -> Iterator[str]:
    """Name what is rare about an action that is about to be carried out."""
    if action.kind == "pass":
        yield from _seen_in_pass(hand, seat)
    elif action.kind == "ask" and action.cards in (("joker",), ("mosquito",)):
        helper = "the joker" if "joker" in action.cards else "a mosquito"
        yield f"asks with {helper} alone"
    elif action.kind in ("play", "help"):
        yield from _seen_in_set(hand, seat, action)


def _seen_in_pass(hand: Hand, seat: int) -> Iterator[str]:
    if not hand.to_beat:
        yield "a leader with the joker alone passes"
        return
    left = set(hand.with_cards()) - {hand.owner} - hand.have_passed
    if left == {seat} and hand.owner not in hand.with_cards():
        yield "an owner who is out takes the trick"


def _seen_in_set(hand: Hand, seat: int, action: Action) -> Iterator[str]:
    parts = {seat: action.cards}
    if hand.asking:
        parts[hand.asking[0]] = hand.asking[1]
    cards = sort(card for part in parts.values() for card in part)
    standing, animal, size = what_is(hand.to_beat), *(what_is(cards) or ("", 0))
    helpers = {"joker", "mosquito"} & set(cards)
    if animal == "elephant" and size == 7:
        yield "seven elephants"
    if animal == "elephant" and len(helpers) == 2:
        yield "elephants with joker and mosquito"
    if animal == "elephant" and "mosquito" in helpers:
        yield "elephants with a mosquito"
    if animal == "mosquito" and "joker" in helpers:
        yield "mosquitoes with the joker"
    if animal == "mouse" and size > 2 and standing and standing[0] == "elephant":
        yield "three or more mice on elephants"
    if hand.asking and animal == "elephant" and helpers & set(hand.asking[1]):
        yield "a joint set of elephants"
    out = [each for each in hand.with_cards() if len(parts.get(each, ())) == len(hand.hands[each])]
    if len(out) == 2:
        yield "a joint set empties both hands"
    if out == hand.with_cards():
        yield "a set leaves nobody with cards"
