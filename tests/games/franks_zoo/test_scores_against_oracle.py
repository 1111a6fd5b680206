"""The engine and the naive oracle must agree on every match."""

from typing import Any

import pytest
from hypothesis import given, settings

from games.base import Match
from games.franks_zoo import FRANKS_ZOO
from games.match_file import score_match
from tests.oracles import franks_zoo_scores as oracle
from tests.oracles.franks_zoo_hands import matches
from tests.portions import in_portions

JsonObject = dict[str, Any]


def without_words(answer: JsonObject) -> JsonObject:
    """Reduce what the command line prints to what the oracle knows."""
    hands = [
        {
            "scores": hand["scores"],
            "totals": hand["totals"],
            "places": hand["places"],
            "lines": [
                [(line["rule"], line["points"]) for line in lines] for lines in hand["lines"]
            ],
        }
        for hand in answer["hands"]
    ]
    return {**answer, "hands": hands}


@in_portions(5)
@pytest.mark.rule("FZ-14", "FZ-15", "FZ-16", "FZ-17", "FZ-19", "FZ-20", "FZ-27", "FZ-28", "FZ-35")
@given(match=matches())
@settings(max_examples=80)
def test_match_scores_as_the_oracle_says(portion: int, match: JsonObject) -> None:
    assert without_words(score_match(match)) == oracle.judge(match)


@in_portions(5)
@pytest.mark.rule("FZ-R4", "FZ-16", "FZ-20")
@given(match=matches(with_voids=True))
@settings(max_examples=80)
def test_match_with_void_hands_goes_on_as_the_oracle_says(portion: int, match: JsonObject) -> None:
    options = FRANKS_ZOO.options(match["options"])
    played: Match = FRANKS_ZOO.new_match(options, match["seats"], match["dealer"])
    for hand in match["hands"]:
        played = played.skip() if hand is None else played.add(hand)
    expected = oracle.judge(match)
    setup = played.next_hand()
    assert {
        "next": None if setup is None else setup.as_json(),
        "totals": list(played.totals),
        "places": list(played.places),
        "is_over": played.is_over,
        "winners": list(played.winners),
    } == {name: expected[name] for name in expected if name != "hands"}


@given(match=matches(with_voids=True))
def test_places_and_their_reasons_agree(match: JsonObject) -> None:
    options = FRANKS_ZOO.options(match["options"])
    played: Match = FRANKS_ZOO.new_match(options, match["seats"], match["dealer"])
    for hand in match["hands"]:
        played = played.skip() if hand is None else played.add(hand)
    for seat, reason in enumerate(played.place_reasons):
        if reason.ahead_of is None:
            assert played.places[seat] == max(played.places)
            continue
        assert played.places[reason.ahead_of] == played.places[seat] + 1
        level = played.totals[seat] == played.totals[reason.ahead_of]
        assert (reason.rule != "FZ-15") == level
