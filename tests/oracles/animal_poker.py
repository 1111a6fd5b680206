"""A second, naive reading of the rules of Animal Poker, to compare the engine with.

Written from the rules alone: it imports nothing of the project and keeps no objects. What a player
can make is found by trying every way to use every animal, one after the other. Hands are records
in JSON; a void hand is None.
"""

import itertools
from functools import lru_cache
from typing import Any

JsonObject = dict[str, Any]
Tokens = tuple[tuple[str, ...], ...]  # what each animal on the table may stand for

NINE = ["mouse", "rabbit", "snake", "cat", "ape", "dog", "goat", "horse", "elephant"]
EIGHT = ["mouse", "rabbit", "snake", "cat", "dog", "goat", "horse", "elephant"]
YEAR = ["winter", "spring", "summer", "fall"]
MOST_OF_ONE = 30  # more than any herd can have


def animals_of(seats: int) -> list[str]:
    return NINE if seats >= 5 else EIGHT


def strength(seats: int, guess: JsonObject) -> tuple[int, int]:
    """AP-06: herd 2, chain 3, herd 3, chain 4 … are 0, 1, 2, 3 …; then by animal."""
    rank = animals_of(seats).index(guess["animal"])
    if guess["kind"] == "herd":
        return 2 * guess["size"] - 4, rank
    return 2 * guess["size"] - 5, rank


def members(seats: int, guess: JsonObject) -> list[str]:
    """List the animals a set is made of (AP-05)."""
    if guess["kind"] == "herd":
        return [guess["animal"]] * guess["size"]
    order = animals_of(seats)
    top = order.index(guess["animal"])
    return [order[top - step] for step in range(guess["size"])]


def all_sets(seats: int) -> list[JsonObject]:
    """List every set there could be, up to herds larger than can ever be made."""
    order = animals_of(seats)
    herds = [
        {"kind": "herd", "size": size, "animal": animal}
        for animal in order
        for size in range(2, MOST_OF_ONE + 1)
    ]
    chains = [
        {"kind": "chain", "size": size, "animal": animal}
        for animal in order
        for size in range(3, len(order) + 1)
        if size <= order.index(animal) + 1
    ]
    return herds + chains


SETS = {seats: all_sets(seats) for seats in (3, 4, 5, 6)}


def guessed(seats: int, seat: int, hand: JsonObject) -> list[JsonObject]:
    """List all sets a seat guesses: its own and those of its mouse (AP-11, AP-R10)."""
    sets = [hand["seats"][seat]["guess"]]
    if "mouse" not in hand["seats"][seat]["animals"]:
        return sets
    season = hand["seasons"]["mouse"]
    if season == "fall":
        return sets + [other["guess"] for other in hand["seats"]]
    for each in SETS[seats]:
        is_herd = each["kind"] == "herd"
        if season == "winter" and is_herd and each["animal"] in ("rabbit", "snake", "cat"):
            sets.append(each)
        if season == "spring" and each["size"] == (3 if is_herd else 4):
            sets.append(each)
        if season == "summer" and not is_herd and each["animal"] in ("dog", "goat", "horse"):
            sets.append(each)
    return sets


def is_forbidden(seats: int, seat: int, hand: JsonObject, each: JsonObject) -> bool:
    """AP-13, AP-16, AP-17, AP-R9: what a snake of somebody else, or the own horse, forbids."""
    own = hand["seats"][seat]["animals"]
    if "horse" in own and hand["seasons"]["horse"] == "summer":
        return True
    if "elephant" in own:
        return False
    others = [hand["seats"][other]["animals"] for other in range(seats) if other != seat]
    if not any("snake" in animals for animals in others):
        return False
    power = strength(seats, each)[0]
    forbidden: dict[str, bool] = {
        "winter": each["kind"] == "herd",
        "spring": each["kind"] == "chain",
        "summer": power >= 5,  # a chain of 5
        "fall": power <= 2,  # a herd of 3
    }
    return forbidden[hand["seasons"]["snake"]]


def piles(seats: int, seat: int, hand: JsonObject, has_rabbit: bool) -> list[tuple[str, ...]]:
    """List the animals a seat may start from: with each change of their number, or without."""
    own, seasons = hand["seats"][seat]["animals"], hand["seasons"]
    cards = [animal for other in hand["seats"] for animal in other["animals"]]
    if seasons["rabbit"] == "summer" and "rabbit" not in own:
        cards = [animal for animal in cards if animal != "rabbit"]
    found = set()
    for takes_rabbit, doubles, takes_cat, takes_dog in itertools.product((False, True), repeat=4):
        pile = list(cards)
        if takes_rabbit and has_rabbit:
            pile.append("rabbit")
        if doubles and "rabbit" in own and seasons["rabbit"] == "spring":
            pile += ["rabbit"] * pile.count("rabbit")
        if takes_dog and "cat" in own and seasons["cat"] == "fall":
            pile.append("dog")
        if takes_cat and "dog" in own and seasons["dog"] == "fall":
            pile.append("cat")
        found.add(tuple(sorted(pile)))
    return sorted(found)


def powers(seats: int, seat: int, hand: JsonObject) -> tuple[str, ...]:
    """Name what a seat can turn animals into (AP-12, AP-14, AP-17, AP-R7)."""
    own, seasons = hand["seats"][seat]["animals"], hand["seasons"]
    cards = [animal for other in hand["seats"] for animal in other["animals"]]
    has = []
    if "rabbit" in own and seasons["rabbit"] == "winter":
        has.append("two rabbits are three wilds")
    if "rabbit" in own and seasons["rabbit"] == "summer":
        has.append("rabbits are wild")
    for one in ("cat", "dog"):
        if one in own and seasons[one] == "winter":
            has.append("cats go down and dogs up")
        if one in own and seasons[one] == "spring":
            has.append("cat and dog are two wilds")
    if "cat" in own and seasons["cat"] == "summer" and "dog" not in cards:
        has.append("cats and below are wild")
    if "dog" in own and seasons["dog"] == "summer" and "cat" not in cards:
        has.append("dogs and above are wild")
    if "elephant" in own:
        has.append("snakes are wild")
    return tuple(has)


def without(pile: tuple[str, ...], animal: str) -> tuple[str, ...]:
    at = pile.index(animal)
    return pile[:at] + pile[at + 1 :]


@lru_cache(maxsize=20_000)
def ways(seats: int, pile: tuple[str, ...], has: tuple[str, ...]) -> frozenset[Tokens]:
    """Return every way to use a pile: what each animal, or what it was turned into, may be.

    Ways that differ only in which of two equal animals was used are one way.
    """
    if not pile:
        return frozenset({()})
    order = animals_of(seats)
    any_animal = tuple(order)
    first, rest = pile[0], pile[1:]
    rank = order.index(first)
    cat, dog = order.index("cat"), order.index("dog")
    uses: list[tuple[list[tuple[str, ...]], tuple[str, ...]]] = [([(first,)], rest)]
    is_wild = (
        ("rabbits are wild" in has and first == "rabbit")
        or ("snakes are wild" in has and first == "snake")
        or ("cats and below are wild" in has and rank <= cat)
        or ("dogs and above are wild" in has and rank >= dog)
    )
    if is_wild:
        uses.append(([any_animal], rest))
    if "cats go down and dogs up" in has and first == "cat":
        uses.append(([tuple(order[: cat + 1])], rest))
    if "cats go down and dogs up" in has and first == "dog":
        uses.append(([tuple(order[dog:])], rest))
    if "two rabbits are three wilds" in has and first == "rabbit" and "rabbit" in rest:
        uses.append(([any_animal] * 3, without(rest, "rabbit")))
    for one, other in (("cat", "dog"), ("dog", "cat")):
        if "cat and dog are two wilds" in has and first == one and other in rest:
            uses.append(([any_animal] * 2, without(rest, other)))
    found = set()
    for tokens, left in uses:
        for way in ways(seats, left, has):
            found.add(tuple(sorted([*tokens, *way])))
    return frozenset(found)


def can_fill(needed: list[str], tokens: Tokens) -> bool:
    """Try every token for the first animal needed, then the rest in the same way."""
    if len(needed) > len(tokens):
        return False
    if not needed:
        return True
    tried = set()
    for at, token in enumerate(tokens):
        if token in tried or needed[0] not in token:
            continue
        tried.add(token)
        if can_fill(needed[1:], tokens[:at] + tokens[at + 1 :]):
            return True
    return False


def can_make(seats: int, all_tokens: list[Tokens], each: JsonObject) -> bool:
    if each["kind"] == "herd":
        return any(
            len([token for token in tokens if each["animal"] in token]) >= each["size"]
            for tokens in all_tokens
        )
    needed = members(seats, each)
    return any(can_fill(needed, tokens) for tokens in all_tokens)


def best_set(seats: int, seat: int, hand: JsonObject, has_rabbit: bool) -> JsonObject | None:
    """Return the best of the sets that a seat guesses, may make and can make (AP-07, AP-R6)."""
    sets = [
        each for each in guessed(seats, seat, hand) if not is_forbidden(seats, seat, hand, each)
    ]
    if not sets:
        return None
    has = powers(seats, seat, hand)
    all_tokens = [
        tokens for pile in piles(seats, seat, hand, has_rabbit) for tokens in ways(seats, pile, has)
    ]
    for each in sorted(sets, key=lambda each: strength(seats, each), reverse=True):
        if can_make(seats, all_tokens, each):
            return each
    return None


def goat_wins(seats: int, seat: int, hand: JsonObject, made: list[JsonObject | None]) -> bool:
    """AP-15: tell whether a seat has a goat that wins."""
    if "goat" not in hand["seats"][seat]["animals"]:
        return False
    others = [hand["seats"][other] for other in range(seats) if other != seat]
    season = hand["seasons"]["goat"]
    if season == "winter":
        return made == [None] * seats
    if season == "spring":
        return not any(
            animal in ("mouse", "elephant") for each in hand["seats"] for animal in each["animals"]
        )
    if season == "summer":
        return not any("goat" in other["animals"] for other in others)
    return any(other["guess"] == hand["seats"][seat]["guess"] for other in others)


def winners_among(
    seats: int, competing: list[int], hand: JsonObject, made: list[JsonObject | None]
) -> tuple[list[int], bool]:
    """Return who wins a pot, and whether a goat did it."""
    goats = [seat for seat in competing if goat_wins(seats, seat, hand, made)]
    if goats:
        return goats, True
    powers_of = {
        seat: strength(seats, each) for seat in competing if (each := made[seat]) is not None
    }
    best = max(powers_of.values(), default=None)
    return [seat for seat in competing if seat in powers_of and powers_of[seat] == best], False


def coins_in_side_pot(seats: int, hand: JsonObject) -> int:
    """AP-18, AP-R2."""
    cards = [animal for each in hand["seats"] for animal in each["animals"]]
    season = hand["seasons"]["ape"]
    if season == "winter":
        return 3
    if season == "spring":
        return len([each for each in hand["seats"] if "ape" not in each["animals"]])
    if season == "summer":
        kinds = len(set(cards))
        return kinds // 2 if kinds % 2 == 0 else kinds // 2 + 1
    return max(cards.count(animal) for animal in NINE)


def horse_pays(
    seats: int, seat: int, hand: JsonObject, made: list[JsonObject | None], won: list[int]
) -> bool:
    """AP-16: tell whether a seat has a horse that brings coins."""
    own = hand["seats"][seat]["animals"]
    if "horse" not in own:
        return False
    season = hand["seasons"]["horse"]
    if season == "winter":
        return seat in won
    if season == "spring":
        return any(
            set(hand["seats"][other]["animals"]) == set(own)
            for other in range(seats)
            if other != seat
        )
    return season == "summer" or None not in made


def judge_hand(seats: int, hand: JsonObject, pot: int, rabbits: list[bool]) -> JsonObject:
    """Judge one hand played for `pot` coins: lines per seat as (rule, points), and the pots."""
    made = [best_set(seats, seat, hand, rabbits[seat]) for seat in range(seats)]
    apes = [seat for seat in range(seats) if "ape" in hand["seats"][seat]["animals"]]
    others = [seat for seat in range(seats) if seat not in apes]
    lines: list[list[tuple[str, int]]] = [[] for _ in range(seats)]
    won, by_goat = winners_among(seats, others, hand, made)
    for seat in won:
        alone = "AP-15" if by_goat else "AP-07"
        lines[seat].append((alone if len(won) == 1 else "AP-08", pot // len(won)))
    left = pot % len(won) if won else pot
    side_pot = None
    if apes:
        side_pot = coins_in_side_pot(seats, hand)
        side_won, _ = winners_among(seats, apes, hand, made)
        for seat in side_won:
            lines[seat].append(("AP-18", side_pot // len(side_won)))
        won = sorted(won + side_won)
    for seat in range(seats):
        if horse_pays(seats, seat, hand, made, won):
            lines[seat].append(("AP-16", 2))
    return {"lines": lines, "pot": left, "side_pot": side_pot, "made": made, "won": won}


def seasons_left(seats: int, earlier: list[JsonObject | None]) -> JsonObject:
    """Return the seasons that are certain, from the hands of this cycle so far (AP-09)."""
    known = [hand["seasons"] for hand in earlier if hand is not None and "seasons" in hand]
    if len(known) != 3:
        return {}
    return {
        animal: next(season for season in YEAR if season not in [each[animal] for each in known])
        for animal in animals_of(seats)
        if animal != "elephant"
    }


def places_of(totals: list[int], winners: list[int]) -> list[int]:
    """AP-20: winners first, then by coins."""
    everybody = range(len(totals))
    if not winners:
        return [1 + sum(totals[other] > totals[seat] for other in everybody) for seat in everybody]
    losers = [seat for seat in everybody if seat not in winners]
    return [
        1
        if seat in winners
        else 1 + len(winners) + sum(totals[other] > totals[seat] for other in losers)
        for seat in everybody
    ]


def judge(match: JsonObject) -> JsonObject:
    """Return what the command line prints for a match, each line as (rule, points)."""
    seats, target = match["seats"], match["options"].get("target", 15)
    totals, pot, rabbits, winners = [0] * seats, 0, [False] * seats, list[int]()
    hands: list[JsonObject | None] = []
    filled: list[JsonObject | None] = []
    for number, given in enumerate(match["hands"], start=1):
        earlier = filled[(number - 1) // 4 * 4 :]
        hand = given
        if hand is None:
            hands.append(None)
        elif "coins" in hand:
            lines = [[("AP-20", coins)] if coins else [] for coins in hand["coins"]]
            hands.append(
                {
                    "lines": lines,
                    "pot": hand["pot"],
                    "side_pot": None,
                    "made": [None] * seats,
                    "won": sorted(hand["won"]),
                }
            )
            rabbits = [False] * seats
        else:
            hand = {"seasons": {**seasons_left(seats, earlier), **(hand.get("seasons") or {})}}
            hand["seats"] = given["seats"]
            hands.append(judge_hand(seats, hand, pot + seats, rabbits))
            is_fall = hand["seasons"]["rabbit"] == "fall"
            rabbits = [is_fall and "rabbit" in each["animals"] for each in hand["seats"]]
        filled.append(hand)
        result = hands[-1]
        if result is not None:
            pot = result["pot"]
            scores = [sum(points for _, points in of_seat) for of_seat in result["lines"]]
            able = [seat for seat in result["won"] if totals[seat] >= target]
            totals = [totals[seat] + scores[seat] for seat in range(seats)]
            most = max((totals[seat] for seat in able), default=0)
            winners = [seat for seat in able if totals[seat] == most]
            places = places_of(totals, winners)
            result.update({"scores": scores, "totals": totals, "places": places})
    number = len(match["hands"])
    coming = {
        "number": number + 1,
        "pot": pot + seats,
        "seasons": seasons_left(seats, filled[number // 4 * 4 :]),
    }
    return {
        "hands": hands,
        "next": None if winners else coming,
        "totals": totals,
        "places": places_of(totals, winners),
        "is_over": bool(winners),
        "winners": winners,
    }
