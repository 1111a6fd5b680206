"""The engine and the naive oracle must agree on every hand and every match.

How many hands are played is ZOP_ZOO_HANDS: some hundreds by default, 40,000 for a long run.
"""

import os
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.base import Match
from games.zop_zoo import ZOP_ZOO
from games.zop_zoo.play import ZopZooState
from tests.games.zop_zoo.playing import CASES, setup_of_case
from tests.games.zop_zoo.writing import new_match
from tests.oracles import zop_zoo as oracle

JsonObject = dict[str, Any]

HANDS = int(os.environ.get("ZOP_ZOO_HANDS", "700"))
HANDS_AT_ONCE = 25


def by_words(actions: list[JsonObject]) -> list[str]:
    return sorted(str(sorted(action.items(), key=str)) for action in actions)


def view_of(state: ZopZooState, seat: int | None) -> JsonObject:
    """Reduce what a seat sees to what the oracle knows, in no order where there is none."""
    seen: JsonObject = dict(state.observation(seat).as_json())
    seen["rows"] = [
        sorted((card["card"], card["cover"], card["points"]) for card in row)
        for row in seen["rows"]
    ]
    seen["bonuses"] = [sorted(bonuses) for bonuses in seen["bonuses"]]
    seen["used"] = sorted(seen["used"])
    return seen


def play_both(seed: int) -> None:
    """Play a random hand with both, and compare them at every step."""
    rng = random.Random(seed)
    case = CASES[seed % len(CASES)]
    setup = setup_of_case(case, rng.randrange(case[0]))
    deal = ZOP_ZOO.sample_deal(setup, rng)
    state = ZOP_ZOO.start(setup, deal)
    hand = oracle.Hand(deal.as_json(), setup.first, case[2])
    while not state.is_over():
        compare(state, hand, rng.choice([None, *range(case[0])]))
        action = rng.choice(state.legal_actions(state.turn))
        written = state.action_as_json(state.turn, action)
        state.apply(state.turn, action)
        hand.apply(written)
    compare(state, hand, None)
    assert state.record().as_json() == hand.record()


def compare(state: ZopZooState, hand: oracle.Hand, seat: int | None) -> None:
    expected = hand.seen_by(seat)
    seen = view_of(state, seat)
    assert {name: seen[name] for name in expected} == expected
    legal = [state.action_as_json(hand.turn, action) for action in state.legal_actions(hand.turn)]
    assert by_words(legal) == by_words(hand.legal())
    assert seen["legal_actions"] == (legal if seat == hand.turn else [])


@pytest.mark.rule("ZZ-06", "ZZ-07", "ZZ-08", "ZZ-09", "ZZ-10", "ZZ-11", "ZZ-14", "ZZ-15", "ZZ-17")
@pytest.mark.rule("ZZ-18", "ZZ-19", "ZZ-20", "ZZ-21", "ZZ-23", "ZZ-R4", "ZZ-R5", "ZZ-R9", "ZZ-R17")
@pytest.mark.parametrize("first_seed", range(0, HANDS, HANDS_AT_ONCE))
def test_hands_go_as_the_oracle_says(first_seed: int) -> None:
    for seed in range(first_seed, min(first_seed + HANDS_AT_ONCE, HANDS)):
        play_both(seed)


@st.composite
def records(draw: st.DrawFn, seats: int) -> JsonObject:
    winner = draw(st.none() | st.integers(0, seats - 1))
    fives = st.integers(-80, 80).map(lambda value: 5 * value)
    if draw(st.booleans()):
        points = draw(st.lists(fives, min_size=seats, max_size=seats))
        return {"winner": winner, "points": points}
    owners = draw(st.lists(st.integers(-1, seats - 1), min_size=8, max_size=8))
    shown = [
        {
            "cards": abs(draw(fives)),
            "minus": -abs(draw(fives)),
            "bonus": [
                name for name, owner in zip(oracle.BONUS, owners, strict=True) if owner == seat
            ],
        }
        for seat in range(seats)
    ]
    return {"winner": winner, "seats": shown}


@st.composite
def matches(draw: st.DrawFn) -> JsonObject:
    """Draw a match up to its end or some hand before; void hands are None."""
    seats = draw(st.integers(2, 8))
    match: JsonObject = {
        "options": draw(st.sampled_from([{}, {"target": 400}, {"target": 1000}])),
        "seats": seats,
        "dealer": draw(st.integers(0, seats - 1)),
        "hands": [],
    }
    for _ in range(draw(st.integers(0, 6))):
        if oracle.judge(match)["is_over"]:
            break
        match["hands"].append(draw(st.none() | records(seats)))
    return match


@pytest.mark.rule("ZZ-06", "ZZ-22", "ZZ-24", "ZZ-25", "ZZ-26", "ZZ-R12", "ZZ-R13", "ZZ-R16")
@given(match=matches())
@settings(max_examples=300)
def test_match_scores_as_the_oracle_says(match: JsonObject) -> None:
    expected = oracle.judge(match)
    played: Match = new_match(match["seats"], match["dealer"], **match["options"])
    for hand, judged in zip(match["hands"], expected["hands"], strict=True):
        if hand is None:
            played = played.skip()
            continue
        score = played.score(hand)
        played = played.add(hand)
        assert judged == {
            "scores": list(score.scores),
            "totals": list(played.totals),
            "places": list(played.places),
        }
    setup = played.next_hand()
    assert {
        "next": None if setup is None else setup.as_json(),
        "totals": list(played.totals),
        "places": list(played.places),
        "is_over": played.is_over,
        "winners": list(played.winners),
    } == {name: expected[name] for name in expected if name != "hands"}
