"""The engine and the naive oracle must score every match alike."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.base import Match
from tests.games.zop_zoo.writing import new_match
from tests.oracles import zop_zoo_scores as oracle
from tests.oracles.zop_zoo_cards import BONUS
from tests.portions import in_portions

JsonObject = dict[str, Any]


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
            "bonus": [name for name, owner in zip(BONUS, owners, strict=True) if owner == seat],
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
@in_portions(5)
@given(match=matches())
@settings(max_examples=60)
def test_match_scores_as_the_oracle_says(portion: int, match: JsonObject) -> None:
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
