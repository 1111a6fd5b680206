from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tournament.bounds import fewest_between, fewest_coincidences, fewest_spread
from tests.oracles import seating


def nobody_met(entries: int) -> list[tuple[int, ...]]:
    return [(entries - 1,)] * entries


@pytest.mark.parametrize(
    ("sizes", "rounds", "bound"),
    [
        ((4, 4), 7, 84),
        ((4, 4, 4), 11, 198),
        ((5, 4, 4), 5, 40),
        ((5, 5, 4, 4), 4, 12),
        ((7, 6, 6, 6, 6), 5, 60),
        ((4,) * 4, 5, 0),
        ((4,) * 4, 6, 24),
        ((4,) * 6, 8, 12),
    ],
)
def test_bound_of_a_plan_without_a_past(sizes: tuple[int, ...], rounds: int, bound: int) -> None:
    assert fewest_coincidences(sizes, rounds, nobody_met(sum(sizes))) == bound


@pytest.mark.parametrize(
    ("one", "other"), [((3, 2), (3, 2)), ((4, 2), (3, 3)), ((4, 1, 1), (2, 2, 2)), ((5, 2), (4, 3))]
)
def test_two_rounds_have_as_many_pairs_in_common_as_the_bound_says_or_more(
    one: tuple[int, ...], other: tuple[int, ...]
) -> None:
    entries = range(sum(one))
    first = next(iter(seating.every_round(entries, one)))
    fewest = min(
        seating.coincidences([first, second]) for second in seating.every_round(entries, other)
    )
    assert 0 <= fewest_between(one, other) <= fewest


@given(
    before=st.lists(st.integers(0, 3), min_size=2, max_size=4),
    rounds=st.integers(1, 3),
    data=st.data(),
)
def test_meetings_spread_over_pairs_go_to_those_who_met_least(
    before: list[int], rounds: int, data: st.DataObject
) -> None:
    more = data.draw(st.integers(0, rounds * len(before)))
    fewest = min(
        sum(comb(own + times, 2) for own, times in zip(before, given, strict=True))
        for given in _ways(more, len(before), rounds)
    )
    levels = tuple(before.count(times) for times in range(max(before) + 1))
    assert fewest_spread(levels, more, rounds) == fewest


def _ways(total: int, parts: int, most: int) -> list[list[int]]:
    if parts == 0:
        return [[]] if total == 0 else []
    return [
        [first, *rest]
        for first in range(min(total, most) + 1)
        for rest in _ways(total - first, parts - 1, most)
    ]


def test_bound_counts_the_past() -> None:
    twice_the_same_round = [(4, 0, 3)] * 8
    bound = fewest_coincidences((4, 4), 1, twice_the_same_round, [[4, 4], [4, 4]])
    assert bound == 12 + 4 + 4


def test_bound_looks_at_each_entry_by_itself() -> None:
    one_met_all = [(0, 4), (3, 1), (3, 1), (3, 1), (3, 1)]
    assert fewest_coincidences((5,), 1, one_met_all) == 4
    two_met_all = [(0, 0, 3), (1, 1, 1), (1, 1, 1), (1, 1, 1)]
    assert fewest_coincidences((2, 2), 1, two_met_all) >= 3 + 1
