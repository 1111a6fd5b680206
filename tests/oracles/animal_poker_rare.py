"""Matches of Animal Poker that end in a hand of which something rare is sure to come.

The engine is not asked: hands are drawn with animals that make it likely, until the oracle says
that it came.
"""

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from tests.oracles import animal_poker as oracle
from tests.oracles.animal_poker_hands import STYLES, random_guess, random_seasons

JsonObject = dict[str, Any]
Judged = list[JsonObject]
"""What the oracle says of each hand of a match."""

TRIES = 3_000
SEASONS = [
    (animal, season) for animal in oracle.NINE if animal != "elephant" for season in oracle.YEAR
]


class Rare(NamedTuple):
    """Describe hands: what must have come of the last, and what makes that likely.

    Everybody plays `all_play`, and else draws from `style`; `before` hands are played first.
    `season` is what an animal shows in the last.
    """

    came: Callable[[JsonObject, Judged], bool]
    style: list[str]
    all_play: tuple[str, ...] = ()
    season: tuple[str, str] | None = None
    before: int = 0
    fewest_seats: int = 3
    target: int = 15


def main_winners(hand: JsonObject, judged: JsonObject) -> list[int]:
    return [seat for seat in judged["won"] if "ape" not in hand["seats"][seat]["animals"]]


def side_winners(hand: JsonObject, judged: JsonObject) -> list[int]:
    return [seat for seat in judged["won"] if "ape" in hand["seats"][seat]["animals"]]


def splits_with_a_rest(match: JsonObject, judged: Judged) -> bool:
    return len(main_winners(match["hands"][-1], judged[-1])) > 1 and judged[-1]["pot"] > 0


def splits_evenly(match: JsonObject, judged: Judged) -> bool:
    return len(main_winners(match["hands"][-1], judged[-1])) > 1 and judged[-1]["pot"] == 0


def pays_both_pots(match: JsonObject, judged: Judged) -> bool:
    hand = match["hands"][-1]
    return bool(main_winners(hand, judged[-1]) and side_winners(hand, judged[-1]))


def splits_the_side_pot(match: JsonObject, judged: Judged) -> bool:
    winners = len(side_winners(match["hands"][-1], judged[-1]))
    return winners > 1 and judged[-1]["side_pot"] % winners > 0


def clears_the_side_pot(match: JsonObject, judged: Judged) -> bool:
    side_pot = judged[-1]["side_pot"]
    return bool(side_pot) and not side_winners(match["hands"][-1], judged[-1])


def shares_nothing(match: JsonObject, judged: Judged) -> bool:
    """AP-R14: more winners of the side pot than coins in it."""
    return any(("AP-18", 0) in lines for lines in judged[-1]["lines"])


def keeps_the_pot_as_all_play_apes(match: JsonObject, judged: Judged) -> bool:
    seats = match["hands"][-1]["seats"]
    all_apes = all("ape" in seat["animals"] for seat in seats)
    return all_apes and bool(judged[-1]["won"]) and judged[-1]["pot"] >= match["seats"]


def goats_split(match: JsonObject, judged: Judged) -> bool:
    """Several win by goat while somebody else made a set (AP-15)."""
    won, made = judged[-1]["won"], judged[-1]["made"]
    best = [seat for seat in range(match["seats"]) if made[seat] and seat not in won]
    return len(won) > 1 and bool(best) and all(made[seat] is None for seat in won)


def pays_a_horse_of_the_side_pot(match: JsonObject, judged: Judged) -> bool:
    """AP-R13."""
    hand = match["hands"][-1]
    return any(("AP-16", 2) in judged[-1]["lines"][seat] for seat in side_winners(hand, judged[-1]))


def snakes_hit_each_other(match: JsonObject, judged: Judged) -> bool:
    """Two who played snakes could make their sets but for the other's (AP-R9)."""
    hand = match["hands"][-1]
    hit = [
        seat
        for seat in range(match["seats"])
        if "snake" in hand["seats"][seat]["animals"]
        and oracle.is_forbidden(match["seats"], seat, hand, hand["seats"][seat]["guess"])
        and judged[-1]["made"][seat] is None
    ]
    return len(hit) > 1


def an_elephant_is_not_stopped(match: JsonObject, judged: Judged) -> bool:
    """Somebody makes with an elephant what a snake forbids (AP-17)."""
    seats, hand = match["seats"], match["hands"][-1]
    for seat, made in enumerate(judged[-1]["made"]):
        own = hand["seats"][seat]
        if made and "elephant" in own["animals"]:
            bare = [*hand["seats"]]
            bare[seat] = {**own, "animals": [each for each in own["animals"] if each != "elephant"]}
            if oracle.is_forbidden(seats, seat, {**hand, "seats": bare}, made):
                return True
    return False


def a_pot_has_grown(match: JsonObject, judged: Judged) -> bool:
    """A whole pot was left by two hands, and then won."""
    left = [hand["pot"] for hand in judged[-3:]]
    seats = match["seats"]
    return left[:2] == [seats, 2 * seats] and left[2] < seats


def a_stored_rabbit_is_doubled(match: JsonObject, judged: Judged) -> bool:
    """Who played a rabbit of fall makes with one of spring what it could not otherwise (AP-R8)."""
    hand = match["hands"][-1]
    for seat, made in enumerate(judged[-1]["made"]):
        herd = made if made and (made["kind"], made["animal"]) == ("herd", "rabbit") else None
        played = sum(each["animals"].count("rabbit") for each in hand["seats"])
        if herd and "rabbit" in hand["seats"][seat]["animals"] and herd["size"] > 2 * played:
            return True
    return False


def is_shared_in_the_end(match: JsonObject, judged: Judged) -> bool:
    """Several win the match with equal coins (AP-19)."""
    return judged[-1]["places"].count(1) > 1 and bool(oracle.judge(match)["winners"])


def some_able_come_second(match: JsonObject, judged: Judged) -> bool:
    """Several could end the match, and one with most coins does (AP-19)."""
    if len(judged) < 2:
        return False
    before = judged[-2]["totals"]
    able = [seat for seat in judged[-1]["won"] if before[seat] >= match["options"]["target"]]
    return len(able) > 1 and len(oracle.judge(match)["winners"]) == 1


RABBITS = ["rabbit", "cat", "dog", "mouse"]
PAIRS = ["cat", "dog", "rabbit"]
RARE = {
    "a tie leaves a rest": Rare(splits_with_a_rest, PAIRS),
    "a tie splits all": Rare(splits_evenly, PAIRS),
    "goats split what another made": Rare(goats_split, ["goat", *PAIRS]),
    "snakes hit each other": Rare(snakes_hit_each_other, ["snake", *PAIRS]),
    "an elephant is not stopped": Rare(
        an_elephant_is_not_stopped, ["elephant", "snake", "cat", "dog"]
    ),
    "a pot of three hands is won": Rare(a_pot_has_grown, oracle.EIGHT, before=2),
    "a stored rabbit is doubled": Rare(
        a_stored_rabbit_is_doubled, RABBITS, season=("rabbit", "spring"), before=1
    ),
    "several win the match": Rare(is_shared_in_the_end, PAIRS, before=2, target=1),
    "several could have won": Rare(some_able_come_second, PAIRS, before=2, target=1),
    "both pots are won": Rare(pays_both_pots, ["ape", *PAIRS], fewest_seats=5),
    "a tie leaves a rest of the side pot": Rare(
        splits_the_side_pot, ["ape", *PAIRS], fewest_seats=5
    ),
    "nobody wins the side pot": Rare(clears_the_side_pot, ["ape", *PAIRS], fewest_seats=5),
    "all are in the side pot": Rare(
        keeps_the_pot_as_all_play_apes, PAIRS, all_play=("ape",), fewest_seats=5
    ),
    "a share is of no coins": Rare(shares_nothing, PAIRS, all_play=("ape",), fewest_seats=5),
    "a horse is paid for the side pot": Rare(
        pays_a_horse_of_the_side_pot,
        ["ape", "horse", "cat"],
        season=("horse", "winter"),
        fewest_seats=5,
    ),
}


def rare_match(name: str, seats: int, rng: Random) -> JsonObject:
    """Draw a match in the last hand of which this came."""
    rare = RARE[name]
    for _ in range(TRIES):
        match = _drawn(seats, rng, rare)
        if _goes_on(match) and rare.came(match, oracle.judge(match)["hands"]):
            return match
    raise AssertionError(f"{name} did not come")


def season_match(animal: str, season: str, seats: int, rng: Random) -> JsonObject:
    """Draw a match whose last hand would come out otherwise if this animal showed another season.

    A rabbit of fall is shown in the hand before the last.
    """
    stores = (animal, season) == ("rabbit", "fall")
    for _ in range(TRIES):
        style = list({*rng.choice(STYLES), animal} & {*oracle.animals_of(seats)})
        style = sorted(style, key=oracle.NINE.index)
        shown = None if stores else (animal, season)
        match = _drawn(seats, rng, Rare(lambda *_: True, style, (), shown, before=int(stores)))
        if stores and match["hands"][0]["seasons"]["rabbit"] != "fall":
            continue
        told = _told(match, stores)
        hand = match["hands"][0]
        others = [
            {
                **match,
                "hands": [
                    {**hand, "seasons": {**hand["seasons"], animal: other}},
                    *match["hands"][1:],
                ],
            }
            for other in oracle.YEAR
            if other != season
        ]
        if _goes_on(match) and all(_told(other, stores) != told for other in others):
            return match
    raise AssertionError(f"{animal} of {season} changes nothing")


def _told(match: JsonObject, stores: bool) -> JsonObject:
    """Return how the last hand came out; only what was made where the pots may differ anyway."""
    last: JsonObject = oracle.judge(match)["hands"][-1]
    return {"made": last["made"]} if stores else last


def _goes_on(match: JsonObject) -> bool:
    """Say whether the match is not over before its last hand."""
    return not oracle.judge({**match, "hands": match["hands"][:-1]})["is_over"]


def _drawn(seats: int, rng: Random, rare: Rare) -> JsonObject:
    hands: list[JsonObject] = []
    for at in range(rare.before + 1):
        seasons = random_seasons(rng, seats, [*hands])
        if at == rare.before and rare.season:
            animal, season = rare.season
            if season not in [hand["seasons"][animal] for hand in hands]:
                seasons[animal] = season
        hands.append({"seasons": seasons, "seats": _submissions(seats, rng, rare)})
    options = {"target": rare.target}
    return {
        "game": "animal-poker",
        "options": options,
        "seats": seats,
        "dealer": rng.randrange(seats),
        "hands": hands,
    }


def _submissions(seats: int, rng: Random, rare: Rare) -> list[JsonObject]:
    """Draw what everybody submits; half of the time many guess the same."""
    size = (3 if seats == 3 else 2) - len(rare.all_play)
    guesses = [random_guess(rng, seats, rare.style) for _ in range(rng.choice([1, 2, seats]))]
    return [
        {
            "animals": sorted(
                [*rare.all_play, *rng.sample(rare.style, size)], key=oracle.NINE.index
            ),
            "guess": rng.choice(guesses),
        }
        for _ in range(seats)
    ]
