"""Outcomes without hands: what is possible in each game, and the places that follow."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.final_result import InvalidOutcomeError, Outcome, TotalsRule, ranked, read_outcome
from league.core.games import site_game

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=10,
)


def rule_of(game: str) -> TotalsRule:
    return site_game(game).totals_rule


def faults(game: str, seats: int, data: Any) -> list[tuple[str, str]]:
    with pytest.raises(InvalidOutcomeError) as refusal:
        read_outcome(rule_of(game), seats, data)
    return [(problem.code, problem.field) for problem in refusal.value.problems]


@pytest.mark.parametrize("places", [[1, 2, 3], [1, 1, 3], [1, 2, 2], [1, 1, 1], [3, 1, 2]])
def test_places_count_on_after_those_who_share_one(places: list[int]) -> None:
    assert read_outcome(rule_of("zop-zoo"), 3, {"places": places}) == Outcome(tuple(places))


@pytest.mark.parametrize(
    ("data", "found"),
    [
        ({"places": [1, 1, 2]}, [("not_places", "places[2]")]),
        ({"places": [2, 2, 2]}, [("not_places", f"places[{seat}]") for seat in range(3)]),
        ({"places": [0, 1, 4]}, [("not_between", "places[0]"), ("not_between", "places[2]")]),
        ({"places": [1, 2]}, [("not_one_a_seat", "places")]),
        (
            {"places": [1, True, "3"]},
            [("not_a_number", "places[1]"), ("not_a_number", "places[2]")],
        ),
        ({}, [("no_outcome", "")]),
        ({"winner": 1}, [("unknown_field", "winner")]),
        ([], [("not_an_object", "")]),
        (
            {"totals": [5, 12, 3]},
            [("not_a_multiple", "totals[1]"), ("not_a_multiple", "totals[2]")],
        ),
        ({"totals": [5, 10, 5], "places": [1, 2, 3]}, [("against_totals", "places[0]")]),
    ],
)
def test_faults_are_named_at_their_fields(data: Any, found: list[tuple[str, str]]) -> None:
    assert faults("zop-zoo", 3, data)[: len(found)] == found


def test_equal_totals_of_franks_zoo_need_places_fz_16() -> None:
    totals = [19, 7, 19]
    assert faults("franks-zoo", 3, {"totals": totals}) == [("tie_undecided", "places")]
    outcome = read_outcome(rule_of("franks-zoo"), 3, {"totals": totals, "places": [2, 3, 1]})
    assert outcome == Outcome((2, 3, 1), (19, 7, 19))


def test_the_winner_of_animal_poker_may_have_fewer_coins_ap_19() -> None:
    outcome = read_outcome(rule_of("animal-poker"), 3, {"totals": [16, 20, 3], "places": [1, 2, 3]})
    assert outcome.places == (1, 2, 3)
    data = {"totals": [16, 20, 3], "places": [2, 3, 1]}
    assert faults("animal-poker", 3, data) == [("against_totals", "places[0]")]
    assert faults("animal-poker", 3, {"totals": [-1, 3, 3]}) == [("not_between", "totals[0]")]


@given(st.lists(st.integers(-100, 200), min_size=2, max_size=6))
def test_totals_and_the_places_that_follow_are_one_outcome_zz_26(totals: list[int]) -> None:
    totals = [5 * total for total in totals]
    outcome = read_outcome(rule_of("zop-zoo"), len(totals), {"totals": totals})
    assert outcome.places == ranked(rule_of("zop-zoo"), tuple(totals))
    assert read_outcome(rule_of("zop-zoo"), len(totals), outcome.as_json()) == outcome
    assert all(
        (outcome.places[one] < outcome.places[other]) == (totals[one] > totals[other])
        for one in range(len(totals))
        for other in range(len(totals))
    )


@given(st.sampled_from(["franks-zoo", "zop-zoo", "animal-poker"]), st.integers(2, 7), JSON)
def test_any_value_is_read_or_refused(game: str, seats: int, data: Any) -> None:
    for value in (data, {"places": data}, {"totals": data, "places": data}):
        try:
            told = len(read_outcome(rule_of(game), seats, value).places)
        except InvalidOutcomeError as error:
            told = seats if error.problems else 0
        assert told == seats
