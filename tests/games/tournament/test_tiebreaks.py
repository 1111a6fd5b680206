from collections.abc import Sequence
from hashlib import sha256
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tournament.meetings import Meeting
from games.tournament.tiebreaks import TIE_BREAKS, Evidence, Gap, Row, lot_number, rank

CRITERIA = ("points", "wins", "game_points")


def places(*rows: Row) -> dict[int, tuple[int, str | None]]:
    return {ranking.row.entry: (ranking.place, ranking.decided_by) for ranking in rank(rows)}


@pytest.mark.parametrize(
    ("better", "worse", "gap"),
    [
        (Row(2, 11, 0, 0), Row(1, 10, 5, 90), Gap("points", 11, 10)),
        (Row(2, 10, 2, 0), Row(1, 10, 1, 90), Gap("wins", 2, 1)),
        (Row(2, 10, 2, -3), Row(1, 10, 2, -4), Gap("game_points", -3, -4)),
    ],
)
def test_rank_compares_points_then_wins_then_game_points(better: Row, worse: Row, gap: Gap) -> None:
    first, second = rank([worse, better])
    assert (first.row, first.place, first.ahead, first.behind) == (better, 1, gap, None)
    assert (second.row, second.place, second.ahead, second.behind) == (worse, 2, None, gap)


def test_equal_rows_share_a_place_and_the_next_place_is_skipped() -> None:
    rows = [Row(3, 10, 1, 20), Row(1, 10, 1, 20), Row(2, 7, 0, 30)]
    assert [(ranking.row.entry, ranking.place) for ranking in rank(rows)] == [
        (1, 1),
        (3, 1),
        (2, 3),
    ]


def test_a_place_names_the_last_criterion_that_was_needed_on_either_side() -> None:
    found = places(Row(1, 10, 2, 5), Row(2, 10, 1, 9), Row(3, 10, 1, 4), Row(4, 3, 0, 0))
    assert found == {1: (1, "wins"), 2: (2, "game_points"), 3: (3, "game_points"), 4: (4, "points")}


def test_a_place_that_everybody_shares_was_decided_by_nothing() -> None:
    assert places(Row(1, 10, 2, 5), Row(2, 10, 2, 5)) == {1: (1, None), 2: (1, None)}


def test_rank_of_nobody_is_empty() -> None:
    assert rank([]) == []


def met(*meetings: tuple[int, ...]) -> Evidence:
    """Return evidence of meetings: round, table, entry, place, points."""
    return Evidence(lambda _: [Meeting(*values) for values in meetings], {1: 9, 2: 9, 3: 4, 4: 1})


# Ada (1) and Björn (2) are level; 1 shared a table with 3 and 4, 2 with 4 alone, then they met.
SEASON = (
    (1, 11, 1, 2, 7),
    (1, 11, 3, 1, 10),
    (1, 11, 4, 3, 5),
    (1, 12, 2, 1, 10),
    (1, 12, 4, 2, 7),
    (2, 13, 1, 1, 10),
    (2, 13, 2, 2, 7),
    (3, 14, 2, 4, 3),
    (4, 15, 1, 4, 3),
)
TWO_ROWS = (Row(1, 20, 1, 30, (1, 1, 0, 1), 1, 1500), Row(2, 20, 1, 30, (1, 1, 0, 1), 1, 1500))


@pytest.mark.parametrize(
    ("criterion", "gap"),
    [
        ("head_to_head", Gap("head_to_head", 1, -1)),
        # 1 met 3, 4 and 2 (14 points), 2 met 4 and 1 (10 points).
        ("opponents", Gap("opponents", 5000, 4666)),
        ("latest", Gap("latest", (3, None, 10, 7), (None, 3, 7, 10))),
    ],
)
def test_rank_compares_what_happened_at_tables_among_those_who_are_level(
    criterion: str, gap: Gap
) -> None:
    first, second = rank(TWO_ROWS, (criterion,), met(*SEASON))
    winner = 2 if criterion == "opponents" else 1
    assert (first.row.entry, first.ahead, second.behind) == (winner, gap, gap)


def test_rank_compares_the_best_results_then_the_next_best() -> None:
    evidence = met((1, 1, 1, 1, 10), (2, 2, 1, 3, 5), (1, 3, 2, 1, 10), (2, 4, 2, 2, 7))
    first, _ = rank(TWO_ROWS, ("best",), evidence)
    assert (first.row.entry, first.ahead) == (2, Gap("best", (10, 7), (10, 5)))


def test_a_round_without_a_table_comes_behind_one_that_was_lost() -> None:
    evidence = met((1, 1, 1, 4, -3), (1, 1, 3, 1, 5))
    first, _ = rank(TWO_ROWS, ("latest",), evidence)
    assert (first.row.entry, first.ahead) == (1, Gap("latest", (-3,), (None,)))


def test_rank_counts_places_back() -> None:
    rows = [Row(1, 20, places=(1, 0, 2)), Row(2, 20, places=(1, 1))]
    first, _ = rank(rows, ("places",))
    assert (first.row.entry, first.ahead) == (2, Gap("places", (1, 1), (1, 0, 2)))


def test_rank_puts_fewer_byes_first() -> None:
    first, second = rank([Row(1, 20, byes=1), Row(2, 20)], ("byes",))
    assert (first.row.entry, second.behind) == (2, Gap("byes", 0, 1))


@pytest.mark.parametrize(("rating", "places_found"), [(1600, [1, 2]), (None, [1, 1])])
def test_rank_compares_ratings_only_where_everybody_level_has_one(
    rating: int | None, places_found: list[int]
) -> None:
    rows = [Row(1, 20, rating=1500), Row(2, 20, rating=rating)]
    assert [ranking.place for ranking in rank(rows, ("rating",))] == places_found


def test_the_lot_is_the_first_six_bytes_of_a_hash_that_everybody_can_work_out() -> None:
    assert lot_number(4711, 12) == int(sha256(b"4711:12").hexdigest()[:12], 16)
    rows = [Row(entry, 20) for entry in range(1, 7)]
    ranked = rank(rows, ("lot",), Evidence(seed=4711))
    drawn = [lot_number(4711, ranking.row.entry) for ranking in ranked]
    assert drawn == sorted(drawn)
    assert [ranking.place for ranking in ranked] == [1, 2, 3, 4, 5, 6]
    assert ranked[0].ahead == Gap("lot", drawn[0], drawn[1])


def test_head_to_head_is_counted_once_among_all_who_are_level() -> None:
    # 1 beats 2, 2 beats 3, 3 beats 1, and 4 loses to all: the three stay level.
    pairs = [(1, 2), (2, 3), (3, 1), (1, 4), (2, 4), (3, 4)]
    evidence = met(
        *(
            (n, n, entry, place, 0)
            for n, pair in enumerate(pairs)
            for place, entry in enumerate(pair)
        )
    )
    ranked = rank([Row(entry, 20) for entry in (1, 2, 3, 4)], ("head_to_head",), evidence)
    assert [(each.row.entry, each.place) for each in ranked] == [(1, 1), (2, 1), (3, 1), (4, 4)]


def test_rank_asks_once_and_only_about_those_who_are_level() -> None:
    asked: list[frozenset[int]] = []

    def meetings(entries: frozenset[int]) -> Sequence[Meeting]:
        asked.append(entries)
        return ()

    rows = [Row(1, 20), Row(2, 20), Row(3, 10), Row(4, 5), Row(5, 5)]
    rank(rows, ("head_to_head", "opponents", "best", "latest"), Evidence(meetings))
    assert asked == [frozenset({1, 2, 4, 5})]
    rank(rows[1:4], ("head_to_head",), Evidence(meetings))
    assert len(asked) == 1


rows_of_a_season = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, 2), st.integers(-2, 2)), max_size=8
).map(lambda values: [Row(entry, *value) for entry, value in enumerate(values)])


@given(rows_of_a_season)
def test_a_place_counts_those_who_are_better(rows: list[Row]) -> None:
    for ranking in rank(rows):
        mine = [getattr(ranking.row, name) for name in CRITERIA]
        better = [row for row in rows if [getattr(row, name) for name in CRITERIA] > mine]
        assert ranking.place == 1 + len(better)


@given(rows_of_a_season, st.permutations(TIE_BREAKS), st.randoms())
def test_rank_does_not_depend_on_the_order_of_its_rows(
    rows: list[Row], tie_breaks: list[str], random: Random
) -> None:
    shuffled = list(rows)
    random.shuffle(shuffled)
    evidence = met(*SEASON)
    assert rank(shuffled, tie_breaks, evidence) == rank(rows, tie_breaks, evidence)
