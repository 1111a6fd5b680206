"""Deals worked out from docs/formats.md alone, as somebody would who does not trust the program.

Nothing of `games` is imported here.
"""

import math
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

TAG = "menagerie-shuffle-1"
ZOO = (
    *("whale", "elephant", "crocodile", "polar_bear", "lion", "seal"),
    *("fox", "perch", "hedgehog", "fish", "mouse", "mosquito", "joker"),
)
FOURS = ("mammal", "ocean", "bird", "insect", "semi_aquatic", "horns")
THREES = ("reptile", "marsupial", "arachnid", "mythical")
BONUSES = ("ocean", "bird", "insect", "semi_aquatic", "horns", "reptile", "arachnid", "mythical")
SEASONS = ("winter", "spring", "summer", "fall")


def digest(text: str) -> str:
    return sha256(text.encode("ascii")).hexdigest()


class Chance:
    """The words of a seed, one by one."""

    def __init__(self, seed: str) -> None:
        self.words = self.all_words(seed)

    def all_words(self, seed: str) -> Iterator[int]:
        block = 0
        while True:
            digits = digest(f"{TAG}:block:{seed}:{block}")
            for at in (0, 16, 32, 48):
                yield int(digits[at : at + 16], 16)
            block += 1

    def fraction(self) -> float:
        return (next(self.words) // 2**11) / 2**53

    def below(self, n: int) -> int:
        while (word := next(self.words)) >= 2**64 // n * n:
            pass
        return word % n


def seed_of(shuffle: dict[str, Any]) -> str:
    """Return the seed of the last attempt."""
    attempt = shuffle["attempts"][-1]
    place = f"{shuffle['table']}:{shuffle['hand']}:{len(shuffle['attempts'])}"
    text = f"{TAG}:seed:{place}:{attempt['secret']}"
    for each in attempt["shares"]:
        text += f":{each['seat']}={each['share']}"
    return digest(text)


def commitments_fit(shuffle: dict[str, Any]) -> bool:
    """Say whether everything that was opened is what its party had committed to."""
    for number, attempt in enumerate(shuffle["attempts"], start=1):
        place = f"{shuffle['table']}:{shuffle['hand']}:{number}"
        site = digest(f"{TAG}:site:{place}:{attempt['secret']}")
        if site != attempt["commitment"]:
            return False
        for each in attempt["shares"]:
            text = f"{TAG}:seat:{place}:{each['seat']}:{site}:{each['share']}"
            if each["share"] is not None and digest(text) != each["commitment"]:
                return False
    return True


def deal_of(
    game: str, options: dict[str, Any], setup: dict[str, Any], shuffle: dict[str, Any]
) -> dict[str, Any]:
    """Return the deal with its salt."""
    seed = seed_of(shuffle)
    chance = Chance(seed)
    deal = {"franks-zoo": franks_zoo, "zop-zoo": zop_zoo, "animal-poker": animal_poker}[game]
    return {"salt": digest(f"{TAG}:salt:{seed}")[:32], **deal(chance, options, setup)}


def franks_zoo(chance: Chance, _options: dict[str, Any], setup: dict[str, Any]) -> dict[str, Any]:
    seats = setup["seats"]
    copies = dict.fromkeys(ZOO, 5) | {"mosquito": 4}
    if seats == 3:
        copies = dict.fromkeys(ZOO, 3) | {"elephant": 4, "lion": 4, "mouse": 4, "mosquito": 2}
    copies["joker"] = 1
    deck = [animal for animal in ZOO for _ in range(copies[animal])]
    keyed = [(chance.fraction(), card) for card in deck]
    keyed.sort(key=lambda each: each[0])
    cards = [card for _, card in keyed]
    sizes = [len(cards) // seats] * seats
    for left_over in range(len(cards) % seats):
        sizes[(setup["dealer"] + 1 + left_over) % seats] += 1
    hands = []
    for size in sizes:
        hands.append(sorted(cards[:size], key=ZOO.index))
        cards = cards[size:]
    return {"hands": hands}


def draw(pile: list[str], k: int, chance: Chance) -> list[str]:
    pile = list(pile)
    for at in range(k):
        other = at + math.floor(chance.fraction() * (len(pile) - at))
        pile[at], pile[other] = pile[other], pile[at]
    return pile[:k]


def zop_zoo(chance: Chance, options: dict[str, Any], setup: dict[str, Any]) -> dict[str, Any]:
    seats = setup["seats"]
    white = [f"{each}-{n}" for each in FOURS for n in range(1, 5)]
    white += [f"{each}-{n}" for each in THREES for n in range(1, 4)]
    white += [f"connect-{n}" for n in range(1, 11)]
    white += [f"minus-{n}" for n in range(1, 7)]
    dealt = draw(white, 6 * seats, chance)
    black = [*white, *(f"bonus-{each}" for each in BONUSES)]
    black += ["earthworm", "raccoon", "hyena", "best_beast"]
    black += ["mole"] * 6 + ["beast"] * options["beasts"]
    return {
        "rows": [dealt[seat::seats] for seat in range(seats)],
        "draw_pile": draw(black, len(black), chance),
    }


def animal_poker(chance: Chance, _options: dict[str, Any], setup: dict[str, Any]) -> dict[str, Any]:
    animals = ["mouse", "rabbit", "snake", "cat", "dog", "goat", "horse"]
    if setup["seats"] >= 5:
        animals.insert(4, "ape")
    seasons = {}
    for animal in animals:
        left = [each for each in SEASONS if each not in setup["cycle"]["shown"][animal]]
        seasons[animal] = left[chance.below(len(left))]
    return {"seasons": seasons}
