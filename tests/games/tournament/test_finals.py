import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tournament.draw import CannotDrawError
from games.tournament.finals import seat_finals
from games.tournament.history import History


def test_a_snake_makes_tables_of_equal_strength() -> None:
    plan = seat_finals(range(1, 9), (4, 4), seeding="snake")
    assert plan.rounds == (((1, 4, 5, 8), (2, 3, 6, 7)),)
    uneven = seat_finals(range(1, 12), (5, 4), seeding="snake")
    assert uneven.rounds == (((1, 4, 5, 8, 9), (2, 3, 6, 7)),)
    assert uneven.sitting_out == ((10, 11),)


def test_strength_seats_the_best_together_and_counts_who_met_before() -> None:
    history = History((((1, 2, 5, 6), (3, 4, 7, 8)),))
    plan = seat_finals(range(1, 9), (4, 4), seeding="strength", history=history)
    assert plan.rounds == (((1, 2, 3, 4), (5, 6, 7, 8)),)
    assert (plan.coincidences, plan.repeats, plan.measures["added"]) == (4, 4, 4)


@given(sizes=st.lists(st.integers(2, 8), min_size=1, max_size=6), extra=st.integers(0, 3))
def test_seeds_are_seated_once_best_first(sizes: list[int], extra: int) -> None:
    seeds = list(range(sum(sizes) + extra))[::-1]
    for seeding in ("snake", "strength"):
        plan = seat_finals(seeds, sizes, seeding=seeding)
        (tables,) = plan.rounds
        assert [len(table) for table in tables] == sizes
        assert sorted([*sum(tables, ()), *plan.sitting_out[0]]) == sorted(seeds)
        assert all(list(table) == sorted(table, reverse=True) for table in tables)


@pytest.mark.parametrize(
    ("seeds", "sizes", "code"),
    [([1, 2], (4,), "too_few_entries"), ([1, 1, 2, 3], (4,), "entry_twice")],
)
def test_finals_that_cannot_be_are_refused(
    seeds: list[int], sizes: tuple[int, ...], code: str
) -> None:
    with pytest.raises(CannotDrawError) as refused:
        seat_finals(seeds, sizes, seeding="snake")
    assert refused.value.code == code
