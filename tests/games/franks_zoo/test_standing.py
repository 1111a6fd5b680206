import pytest

from games.base import PlaceReason
from games.franks_zoo.match import Standing


def test_standing_at_the_start_shares_the_first_place() -> None:
    standing = Standing.at_start(3)
    assert standing.totals == (0, 0, 0)
    assert standing.places == (1, 1, 1)
    assert standing.reasons == (
        PlaceReason("FZ-15", None, (1, 2)),
        PlaceReason("FZ-15", None, (0, 2)),
        PlaceReason("FZ-15", None, (0, 1)),
    )


@pytest.mark.rule("FZ-15")
def test_standing_goes_by_the_sum_of_all_hands() -> None:
    standing = (
        Standing.at_start(4).after([4, 3, 2, 0], [0, 1, 2, 3]).after([1, 9, 0, 2], [1, 3, 0, 2])
    )
    assert standing.totals == (5, 12, 2, 2)
    assert standing.places == (2, 1, 4, 3)


@pytest.mark.rule("FZ-16", "FZ-R4")
def test_standing_puts_the_worse_placed_before_first_between_equal_totals() -> None:
    """The hand itself has no say: seat 3, last before, is first although it finished third."""
    first = Standing.at_start(4).after([4, 3, 2, 0], [0, 1, 2, 3])
    assert first.places == (1, 2, 3, 4)
    second = first.after([0, 1, 2, 4], [2, 1, 3, 0])
    assert second.totals == (4, 4, 4, 4)
    assert second.places == (4, 3, 2, 1)
    assert second.reasons == (
        PlaceReason("FZ-15", None),
        PlaceReason("FZ-16", 0),
        PlaceReason("FZ-16", 1),
        PlaceReason("FZ-16", 2),
    )


@pytest.mark.rule("FZ-16", "FZ-R4")
def test_standing_looks_at_the_places_just_before_and_not_at_the_hand_before() -> None:
    """A tie that was broken once counts as the place it gave."""
    tied = Standing.at_start(4).after([4, 3, 2, 0], [0, 1, 2, 3]).after([0, 1, 0, 0], [1, 0, 2, 3])
    assert (tied.totals, tied.places) == ((4, 4, 2, 0), (2, 1, 3, 4))
    again = tied.after([2, 2, 0, 0], [0, 1, 2, 3])
    assert (again.totals, again.places) == ((6, 6, 2, 0), (1, 2, 3, 4))


@pytest.mark.rule("FZ-R4")
def test_standing_of_three_after_hand_one_puts_the_worse_finisher_first() -> None:
    """Only lions and hedgehogs can make totals equal then."""
    standing = Standing.at_start(3).after([1, 2, 2], [1, 0, 2])
    assert standing.places == (3, 2, 1)
    assert standing.reasons == (
        PlaceReason("FZ-15", None),
        PlaceReason("FZ-15", 0),
        PlaceReason("FZ-R4", 1),
    )


def test_order_of_shared_places_starts_left_of_the_dealer() -> None:
    assert Standing.at_start(5).order(first_dealer=3) == (4, 0, 1, 2, 3)


def test_order_of_a_standing_goes_by_place() -> None:
    standing = Standing.at_start(4).after([2, 4, 0, 3], [1, 3, 0, 2])
    assert standing.order(first_dealer=0) == (1, 3, 0, 2)
