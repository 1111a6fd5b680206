from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tournament.points import place_points

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
