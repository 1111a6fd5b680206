from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tournament.points import Scale, Scoring, place_points, score_table

SCALE = (10, 7, 5, 3, 2, 1, 0)


@pytest.mark.parametrize(
    ("places", "points"),
    [
        ((1, 2, 3, 4), (10, 7, 5, 3)),
        ((4, 1, 3, 2), (3, 10, 5, 7)),
        ((1, 1, 3, 4), (8, 8, 5, 3)),
        ((2, 2, 1, 2), (5, 5, 10, 5)),
        ((1, 1, 1, 1), (6, 6, 6, 6)),
        ((1, 2, 3, 4, 5, 6, 7), (10, 7, 5, 3, 2, 1, 0)),
    ],
)
def test_points_of_a_table_follow_the_scale_and_are_split_where_places_are_shared(
    places: tuple[int, ...], points: tuple[int, ...]
) -> None:
    assert place_points(places, SCALE) == points


def test_places_past_the_end_of_the_scale_are_worth_nothing() -> None:
    assert place_points((1, 2, 3, 4), (3, 1)) == (3, 1, 0, 0)


def test_a_shared_place_at_the_end_of_the_scale_is_split_with_places_worth_nothing() -> None:
    assert place_points((1, 2, 2, 2), (3, 1)) == (3, 0, 0, 0)
    assert place_points((1, 2, 2), (3, 4)) == (3, 2, 2)


def test_points_below_zero_are_rounded_down_too() -> None:
    assert place_points((1, 2, 2), (3, 0, -3)) == (3, -2, -2)


def test_nobody_at_a_table_gets_nothing() -> None:
    assert place_points((), SCALE) == ()


@st.composite
def shared_places(draw: st.DrawFn) -> tuple[int, ...]:
    totals = draw(st.lists(st.integers(0, 4), min_size=1, max_size=7))
    return tuple(1 + sum(other > total for other in totals) for total in totals)


@given(places=shared_places(), scale=st.lists(st.integers(0, 20), max_size=7))
def test_sharers_get_the_mean_of_their_places_and_never_more_in_all_than_the_scale(
    places: tuple[int, ...], scale: list[int]
) -> None:
    points = place_points(places, scale)
    worth = [*scale, *[0] * len(places)]
    for place, given_points in zip(places, points, strict=True):
        shared = [worth[place - 1 + at] for at in range(places.count(place))]
        assert 0 <= Fraction(sum(shared), len(shared)) - given_points < 1
    assert sum(points) <= sum(worth[: len(places)])


def points(
    scale: Scale,
    places: tuple[int, ...],
    totals: tuple[int, ...],
    **more: tuple[int | None, ...] | int,
) -> list[int]:
    return [seat.points for seat in score_table(places, totals, scale, **more)]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("scoring", "expected"),
    [
        ("places", [10, 3, 6, 6]),
        # Two are level with one another: half beaten each.
        ("beaten", [1000, 0, 500, 500]),
        ("raw", [19, -5, 7, 7]),
        ("normalised", [1000, 0, 500, 500]),
    ],
)
def test_a_table_is_worth_what_its_competition_says(scoring: Scoring, expected: list[int]) -> None:
    scale = Scale(scoring, (10, 7, 5, 3))
    assert points(scale, (1, 4, 2, 2), (19, -5, 7, 7)) == expected


def test_shares_are_thousandths_rounded_down() -> None:
    assert points(Scale("beaten"), (1, 2, 3, 4), (9, 8, 7, 6)) == [1000, 666, 333, 0]
    assert points(Scale("normalised"), (1, 2, 3), (10, 5, -4)) == [1000, 642, 0]


def test_totals_that_are_all_level_are_worth_half_when_normalised() -> None:
    assert points(Scale("normalised"), (1, 1, 1), (5, 5, 5)) == [500, 500, 500]


def test_tables_of_some_sizes_have_a_scale_of_their_own() -> None:
    scale = Scale("places", (10, 7, 5, 3), {3: (6, 3, 1)})
    assert points(scale, (1, 2, 3), (3, 2, 1)) == [6, 3, 1]
    assert points(scale, (1, 2, 3, 4), (4, 3, 2, 1)) == [10, 7, 5, 3]


def test_bonuses_are_for_winning_and_for_reaching_the_target() -> None:
    scale = Scale("places", (10, 7, 5), win_bonus=3, target_bonus=2)
    scored = score_table((1, 2, 3), (21, 19, 18), scale, target=19)
    assert [(seat.points, dict(seat.bonuses)) for seat in scored] == [
        (15, {"win": 3, "target": 2}),
        (9, {"target": 2}),
        (5, {}),
    ]


def test_a_bonus_for_winning_is_split_by_those_who_share_the_first_place() -> None:
    scale = Scale("places", (10, 7, 5), win_bonus=3)
    assert points(scale, (1, 1, 3), (21, 21, 18)) == [9, 9, 5]


def test_partners_share_the_places_of_their_pair_by_the_mean_of_their_totals() -> None:
    scale = Scale("places", (10, 7, 5, 3), win_bonus=2)
    scored = score_table((1, 2, 3, 4), (20, 15, 14, 2), scale, pairs=(1, 2, 2, 1))
    assert [(seat.place, seat.points) for seat in scored] == [(3, 4), (1, 10), (1, 10), (3, 4)]


def test_a_partner_is_no_opponent_and_one_alone_is_compared_with_the_mean() -> None:
    more = {"pairs": (1, 1, 2, 2, None)}
    assert points(Scale("beaten"), (1, 2, 3, 4, 5), (9, 8, 7, 6, 8), **more) == [
        1000,
        1000,
        0,
        0,
        500,
    ]
    assert points(Scale("raw"), (1, 2, 3, 4, 5), (9, 8, 7, 6, 8), **more) == [8, 8, 6, 6, 8]
