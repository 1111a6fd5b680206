"""Duplicate scoring, checked against one written the long way round."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from games.tournament.duplicate import Compared, Method, Result, compare_results, rank

METHODS: tuple[Method, ...] = ("matchpoints", "datum")


@st.composite
def events(draw: st.DrawFn) -> list[Result]:
    """Up to five tables of up to four seats with up to four hands, some unplayed, some late."""
    tables = draw(st.integers(1, 5))
    late = draw(st.sets(st.integers(0, tables - 1)))
    seats, hands = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    results = []
    for table in range(tables):
        for hand in range(1, draw(st.integers(0, hands)) + 1):
            for seat in range(seats):
                points = draw(st.integers(-3, 3))
                results.append(Result(hand, seat, table, points, table in late))
    return results


def naive(results: list[Result]) -> dict[tuple[int, int, int], tuple[int, int, Fraction]]:
    """Return matchpoints, the most of them, and points less the mean, by hand, seat and table."""
    found = {}
    for own in results:
        matchpoints, most, points = 0, 0, [own.points]
        for other in results:
            same_board = (other.hand, other.seat) == (own.hand, own.seat)
            if other.table == own.table or other.is_late or not same_board:
                continue
            most += 2
            points.append(other.points)
            if own.points > other.points:
                matchpoints += 2
            elif own.points == other.points:
                matchpoints += 1
        if most:
            mean = Fraction(sum(points), len(points))
            found[own.hand, own.seat, own.table] = (matchpoints, most, own.points - mean)
    return found


@given(events())
def test_comparing_agrees_with_the_long_way_round(results: list[Result]) -> None:
    compared = compare_results(results)
    assert {
        (each.result.hand, each.result.seat, each.result.table): (
            each.matchpoints,
            each.most_matchpoints,
            each.difference,
        )
        for each in compared
    } == naive(results)
    assert len(compared) == len(naive(results))


@given(events())
def test_what_one_gains_the_others_lose(results: list[Result]) -> None:
    boards: dict[tuple[int, int], list[Compared]] = {}
    for each in compare_results([result for result in results if not result.is_late]):
        boards.setdefault((each.result.hand, each.result.seat), []).append(each)
    for board in boards.values():
        assert sum(each.share for each in board) == Fraction(len(board), 2)
        assert sum(each.difference for each in board) == 0


@given(events())
def test_late_tables_change_nothing_for_those_in_time(results: list[Result]) -> None:
    in_time = [result for result in results if not result.is_late]
    with_late = [each for each in compare_results(results) if not each.result.is_late]
    assert with_late == compare_results(in_time)
    for method in METHODS:
        ranked = [each for each in rank(compare_results(results), method) if each.place]
        assert ranked == rank(compare_results(in_time), method)


@given(events())
def test_places_follow_hands_and_sums_and_are_shared_by_equals(results: list[Result]) -> None:
    for method in METHODS:
        standings = rank(compare_results(results), method)
        placed = [each for each in standings if each.place is not None]
        assert standings[: len(placed)] == placed
        for each in placed:
            own = (len(each.hands), each.total)
            ahead = sum((len(other.hands), other.total) > own for other in placed)
            assert each.place == 1 + ahead
            assert each.total == sum(hand.worth(method) for hand in each.hands)
            assert each.mean * len(each.hands) == each.total


@given(events(), st.integers(-5, 5))
def test_equal_luck_for_all_changes_nothing(results: list[Result], gift: int) -> None:
    lucky = [Result(r.hand, r.seat, r.table, r.points + gift, r.is_late) for r in results]
    for method in METHODS:
        before, after = rank(compare_results(results), method), rank(compare_results(lucky), method)
        assert [(one.table, one.seat, one.place, one.total) for one in before] == [
            (one.table, one.seat, one.place, one.total) for one in after
        ]


def test_a_hand_that_one_table_has_played_alone_is_not_compared() -> None:
    alone = [Result(1, 0, 0, 7), Result(2, 0, 0, 7), Result(2, 0, 1, 5)]
    assert [each.result.hand for each in compare_results(alone)] == [2, 2]
    standings = rank(compare_results(alone), "datum")
    assert [(each.table, each.place) for each in standings] == [(0, 1), (1, 2)]
    assert [int(each.total) for each in standings] == [1, -1]


def test_who_has_more_hands_is_ahead_of_who_stopped_early() -> None:
    results = [Result(1, 0, table, points) for table, points in ((0, 0), (1, 0), (2, 9))]
    results += [Result(2, 0, table, 0) for table in (0, 1)]
    assert [(each.table, each.place) for each in rank(compare_results(results), "matchpoints")] == [
        (0, 1),
        (1, 1),
        (2, 3),
    ]
