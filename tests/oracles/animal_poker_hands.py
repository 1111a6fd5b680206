"""Random hands and matches of Animal Poker, in JSON; the engine is not asked.

Random animals seldom make anything of a random guess, so most hands are drawn from few animals,
those that count as others, and guess what such animals can make.
"""

from random import Random
from typing import Any

from tests.oracles import animal_poker as oracle

JsonObject = dict[str, Any]

SHIFTY = ["rabbit", "cat", "dog"]
STYLES: list[list[str]] = [
    oracle.NINE,
    SHIFTY,
    [*SHIFTY, "mouse"],
    [*SHIFTY, "snake", "elephant"],
    ["rabbit", "mouse", "snake", "goat", "horse"],
    ["cat", "dog", "ape", "goat", "horse", "elephant"],
]
"""What the animals of a hand are drawn from."""


def random_seasons(rng: Random, seats: int, earlier: list[JsonObject | None]) -> JsonObject:
    """Draw seasons that none of the earlier hands of the cycle has shown."""
    shown = [hand["seasons"] for hand in earlier if hand is not None and "seasons" in hand]
    return {
        animal: rng.choice(
            [season for season in oracle.YEAR if season not in [each[animal] for each in shown]]
        )
        for animal in oracle.animals_of(seats)
        if animal != "elephant"
    }


def random_guess(rng: Random, seats: int, animals: list[str]) -> JsonObject:
    """Draw a guess, mostly one that few animals can make."""
    if rng.random() < 0.2:
        return rng.choice([each for each in oracle.SETS[seats] if each["size"] <= 9])
    size = rng.choice([2, 3, 3, 4, 4, 5, 6, 7, 8, 9])
    likely = [
        each
        for each in oracle.SETS[seats]
        if each["size"] == size and (each["kind"] == "chain" or each["animal"] in animals)
    ]
    return rng.choice(likely)


def random_submissions(rng: Random, seats: int) -> list[JsonObject]:
    """Draw what everybody submits in one hand."""
    style = [animal for animal in rng.choice(STYLES) if animal in oracle.animals_of(seats)]
    size = 3 if seats == 3 else 2
    guess = random_guess(rng, seats, style)
    return [
        {
            "animals": sorted(rng.sample(style, size), key=oracle.NINE.index),
            "guess": guess if rng.random() < 0.3 else random_guess(rng, seats, style),
        }
        for _ in range(seats)
    ]


def random_coins(rng: Random, seats: int) -> JsonObject:
    """Draw a hand of which only the coins are known."""
    return {
        "coins": [rng.choice([0, 0, 1, 2, 5]) for _ in range(seats)],
        "won": sorted(rng.sample(range(seats), rng.randrange(seats + 1))),
        "pot": rng.randrange(9),
    }


def random_match(rng: Random, seats: int, most_hands: int = 9) -> JsonObject:
    """Draw a match up to its end or some hand before, some hands void or known by their coins."""
    match: JsonObject = {
        "game": "animal-poker",
        "options": {"target": rng.choice([1, 5, 15, 40])},
        "seats": seats,
        "dealer": rng.randrange(seats),
        "hands": [],
    }
    shown: list[JsonObject | None] = []  # the hands of the cycle, seasons filled in
    for _ in range(rng.randrange(1, most_hands + 1)):
        if oracle.judge(match)["is_over"]:
            break
        earlier = shown[len(shown) // 4 * 4 :]
        chance = rng.random()
        if chance < 0.06:
            match["hands"].append(None)
            shown.append(None)
        elif chance < 0.12:
            match["hands"].append(random_coins(rng, seats))
            shown.append(None)
        else:
            hand: JsonObject = {"seats": random_submissions(rng, seats)}
            seasons = random_seasons(rng, seats, earlier)
            shown.append({"seasons": seasons})
            if not oracle.seasons_left(seats, earlier) or rng.random() < 0.5:
                hand["seasons"] = seasons
            match["hands"].append(hand)
    return match
