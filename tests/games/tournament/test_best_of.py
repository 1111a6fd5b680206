import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tournament.points import RoundResult, dropped_rounds

SEASON = [
    RoundResult(10, 1, 20, 1),
    RoundResult(3, 0, 9, 2),
    RoundResult(3, 0, 12, 3),
    RoundResult(3, 0, 12, 4),
]


@pytest.mark.parametrize(
    ("best_of", "dropped"), [(None, set()), (4, set()), (3, {2}), (2, {2, 3}), (1, {2, 3, 4})]
)
def test_the_worst_rounds_are_dropped_and_among_equals_the_earlier(
    best_of: int | None, dropped: set[int]
) -> None:
    assert dropped_rounds(SEASON, best_of) == dropped
    assert dropped_rounds(SEASON[::-1], best_of) == dropped


@given(st.lists(st.integers(-3, 9), max_size=8), st.integers(1, 5))
def test_what_counts_is_worth_most(points: list[int], best_of: int) -> None:
    results = [RoundResult(value, 0, 0, number) for number, value in enumerate(points)]
    dropped = dropped_rounds(results, best_of)
    counted = sorted(result.points for result in results if result.round not in dropped)
    assert counted == sorted(sorted(points)[-best_of:])
