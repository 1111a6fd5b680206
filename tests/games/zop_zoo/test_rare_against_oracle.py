"""The engine and the naive oracle must agree where the cards lie as they seldom do.

A twentieth of `ZOP_ZOO_HANDS` is played with each of these deals.
"""

import os
import random
from collections import Counter
from collections.abc import Sequence

import pytest

from games.zop_zoo import ZOP_ZOO
from games.zop_zoo.play import ZopZooState
from tests.games.zop_zoo.beside_oracle import JsonObject, play_beside
from tests.games.zop_zoo.playing import CASES
from tests.games.zop_zoo.writing import new_match, setup_of, table
from tests.oracles import zop_zoo_scores
from tests.oracles.zop_zoo_cards import MINUSES
from tests.oracles.zop_zoo_play import Hand
from tests.oracles.zop_zoo_rare import RARE, seen_at_end, seen_in
from tests.portions import portions

HANDS = int(os.environ.get("ZOP_ZOO_HANDS", "700")) // 20


def keep_minus_cards(hand: Hand, legal: Sequence[JsonObject], rng: random.Random) -> JsonObject:
    """Cover anything but a minus card, where that can be."""
    covers = [action for action in legal if action["type"] == "cover"]
    return rng.choice([each for each in covers if each["card"] not in MINUSES] or legal)


def begin(name: str, number: int, rng: random.Random) -> tuple[ZopZooState, Hand]:
    """Begin a hand with such a deal in the engine and in the oracle, of all cases in turn."""
    cases = [case for case in CASES if case[0] <= RARE[name].most_seats]
    seats, beasts, on_discard = cases[number % len(cases)]
    deal = RARE[name].deal(seats, beasts, rng)
    if RARE[name].whole:
        setup = setup_of(new_match(seats, beasts=beasts, specialty_on_discard=on_discard))
        state = ZOP_ZOO.start(setup, ZOP_ZOO.read_deal(setup, deal))
    else:
        state = table(
            *map(" ".join, deal["rows"]),
            draw=" ".join(deal["draw_pile"]),
            beasts=beasts,
            specialty_on_discard=on_discard,
        )
    return state, Hand(deal, 0, on_discard)


@pytest.mark.rule("ZZ-14", "ZZ-15", "ZZ-17", "ZZ-18", "ZZ-19", "ZZ-20", "ZZ-R6", "ZZ-R7", "ZZ-R9")
@pytest.mark.rule("ZZ-24", "ZZ-25", "ZZ-06", "ZZ-R12", "ZZ-R15")
@pytest.mark.parametrize("numbers", portions(20, HANDS))
@pytest.mark.parametrize("name", RARE)
def test_rare_deal_goes_as_the_oracle_says(name: str, numbers: range) -> None:
    seen: Counter[str] = Counter()
    for number in numbers:
        play_and_count(name, number, seen)
    assert [event for event in RARE[name].brings if not seen[event]] == []


def play_and_count(name: str, number: int, seen: Counter[str]) -> None:
    """Play and score a hand with both, and count what is rare."""
    rng = random.Random(f"{name} {number}")
    state, hand = begin(name, number, rng)

    def watch(hand: Hand, action: JsonObject) -> None:
        seen.update(seen_in(hand, action))

    play_beside(state, hand, rng, keep_minus_cards, watch)
    seen.update(seen_at_end(hand, score_by_both(state)))


def score_by_both(state: ZopZooState) -> list[int]:
    """Score a hand that is over with both; return the points."""
    seats, record = state.setup.seats, state.record().as_json()
    match = new_match(seats).add(record)
    expected = zop_zoo_scores.judge({"seats": seats, "dealer": 0, "options": {}, "hands": [record]})
    setup = match.next_hand()
    assert list(match.totals) == expected["totals"]
    assert (None if setup is None else setup.as_json()) == expected["next"]
    return list(match.totals)
