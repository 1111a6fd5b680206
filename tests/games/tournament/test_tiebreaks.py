from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tournament.tiebreaks import CRITERIA, Row, rank


def places(*rows: Row) -> dict[int, tuple[int, str | None]]:
    return {ranking.row.entry: (ranking.place, ranking.decided_by) for ranking in rank(rows)}


@pytest.mark.parametrize(
    ("better", "worse", "criterion"),
    [
        (Row(2, 11, 0, 0), Row(1, 10, 5, 90), "points"),
        (Row(2, 10, 2, 0), Row(1, 10, 1, 90), "wins"),
        (Row(2, 10, 2, -3), Row(1, 10, 2, -4), "game_points"),
    ],
)
def test_rank_compares_points_then_wins_then_game_points(
    better: Row, worse: Row, criterion: str
) -> None:
    first, second = rank([worse, better])
    assert (first.row, first.place, first.ahead_by, first.behind_by) == (better, 1, criterion, None)
    assert (second.row, second.place, second.ahead_by, second.behind_by) == (
        worse,
        2,
        None,
        criterion,
    )


def test_equal_rows_share_a_place_and_the_next_place_is_skipped() -> None:
    rows = [Row(3, 10, 1, 20), Row(1, 10, 1, 20), Row(2, 7, 0, 30)]
    assert [(ranking.row.entry, ranking.place) for ranking in rank(rows)] == [
        (1, 1),
        (3, 1),
        (2, 3),
    ]


def test_a_place_names_the_last_criterion_that_was_needed_on_either_side() -> None:
    found = places(Row(1, 10, 2, 5), Row(2, 10, 1, 9), Row(3, 10, 1, 4), Row(4, 3, 0, 0))
    assert found == {
        1: (1, "wins"),
        2: (2, "game_points"),
        3: (3, "game_points"),
        4: (4, "points"),
    }


def test_a_place_that_everybody_shares_was_decided_by_nothing() -> None:
    assert places(Row(1, 10, 2, 5), Row(2, 10, 2, 5)) == {1: (1, None), 2: (1, None)}


def test_rank_of_nobody_is_empty() -> None:
    assert rank([]) == []


rows_of_a_season = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, 2), st.integers(-2, 2)), max_size=12
).map(lambda values: [Row(entry, *value) for entry, value in enumerate(values)])


@given(rows_of_a_season)
def test_a_place_counts_those_who_are_better(rows: list[Row]) -> None:
    for ranking in rank(rows):
        mine = [getattr(ranking.row, name) for name in CRITERIA]
        better = [row for row in rows if [getattr(row, name) for name in CRITERIA] > mine]
        assert ranking.place == 1 + len(better)


@given(rows_of_a_season, st.randoms())
def test_rank_does_not_depend_on_the_order_of_its_rows(rows: list[Row], random: Random) -> None:
    shuffled = list(rows)
    random.shuffle(shuffled)
    assert rank(shuffled) == rank(rows)
