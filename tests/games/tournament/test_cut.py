import pytest

from games.tournament.cut import CarryOver, Finisher, carried_points, cut
from games.tournament.tiebreaks import lot_number

FIELD = [Finisher(1, 1, 30), Finisher(2, 2, 20), Finisher(3, 2, 20), Finisher(4, 4, 10)]
SEED = 4711


def going(**terms: object) -> list[int]:
    candidates = cut(FIELD, lot_seed=SEED, **terms)  # type: ignore[arg-type]
    on = [each for each in candidates if each.goes_on]
    assert [each.seed for each in on] == list(range(1, len(on) + 1))
    assert candidates[: len(on)] == on
    assert all(each.seed is None for each in candidates[len(on) :])
    return [each.finisher.entry for each in on]


LUCKY, UNLUCKY = sorted((2, 3), key=lambda entry: lot_number(SEED, entry))


def test_everybody_goes_on_in_the_order_of_places() -> None:
    assert going(by="everybody") == [1, LUCKY, UNLUCKY, 4]


@pytest.mark.parametrize(
    ("at", "entries"),
    [(1, [1]), (2, [1, LUCKY]), (3, [1, LUCKY, UNLUCKY]), (9, [1, LUCKY, UNLUCKY, 4])],
)
def test_the_best_so_many_go_on_and_the_lot_chooses_among_those_who_share_a_place(
    at: int, entries: list[int]
) -> None:
    assert going(by="places", at=at) == entries


def test_all_who_share_the_last_place_go_on_where_the_organiser_wants_that() -> None:
    assert going(by="places", at=2, do_all_go_on=True) == [1, LUCKY, UNLUCKY]
    assert going(by="places", at=1, do_all_go_on=True) == [1]


@pytest.mark.parametrize(("at", "number"), [(10, 4), (11, 3), (20, 3), (21, 1), (31, 0)])
def test_whoever_has_so_many_points_goes_on(at: int, number: int) -> None:
    assert len(going(by="points", at=at)) == number


def test_who_stands_last_without_a_place_goes_on_with_enough_points_and_the_next_seed() -> None:
    field = [Finisher(1, 1, 30), Finisher(2, 2, 8), Finisher(3, 3, 20)]
    found = [(each.finisher.entry, each.seed) for each in cut(field, by="points", at=10)]
    assert found == [(1, 1), (3, 2), (2, None)]


def test_the_lot_is_shown_only_where_it_chose() -> None:
    drawn = {
        each.finisher.entry: each.by_lot for each in cut(FIELD, by="places", at=2, lot_seed=SEED)
    }
    assert drawn == {1: None, 2: lot_number(SEED, 2), 3: lot_number(SEED, 3), 4: None}
    for at in (3, 4):
        whole = cut(FIELD, by="places", at=at, lot_seed=SEED)
        assert [each.by_lot for each in whole] == [None] * 4
        assert [each.is_level for each in whole] == [False] * 4
    # Where nobody goes on, nobody shares the last place that does.
    level = [Finisher(entry, 1, 10) for entry in (1, 2)]
    assert [each.is_level for each in cut(level, by="places", at=0)] == [False] * 2


@pytest.mark.parametrize(
    ("carry_over", "points", "carried"),
    [("none", 17, 0), ("full", 17, 17), ("half", 17, 9), ("half", 16, 8), ("half", -3, -1)],
)
def test_half_the_points_are_rounded_up(carry_over: CarryOver, points: int, carried: int) -> None:
    assert carried_points(points, carry_over) == carried
