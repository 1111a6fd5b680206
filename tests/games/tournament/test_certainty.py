from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from games.tournament.certainty import (
    Bounds,
    Certainty,
    Prospect,
    certain_places,
    certain_points,
    final_places,
)

CLINCHED, ELIMINATED = Certainty.CLINCHED, Certainty.ELIMINATED


def entry(pk: int, *results: int, left: int = 1, fixed: int = 0) -> Prospect:
    return Prospect(pk, results, fixed, left)


def test_who_cannot_be_reached_has_clinched_and_who_cannot_reach_is_out() -> None:
    field = [entry(1, 30), entry(2, 19), entry(3, 20), entry(4, 9)]
    bounds = Bounds(0, 10)
    assert certain_places(field, bounds, places=1) == {2: ELIMINATED, 4: ELIMINATED}
    assert certain_places(field, bounds, places=2) == {1: CLINCHED, 4: ELIMINATED}


def test_being_level_is_not_certain() -> None:
    assert certain_places([entry(1, 20), entry(2, 10)], Bounds(0, 10), places=1) == {}


def test_who_is_not_ranked_for_sure_clinches_nothing_and_who_cannot_be_is_out() -> None:
    field = [
        Prospect(1, (30,), 0, 1, is_ranked=False),
        Prospect(2, (1,), 0, 1),
        Prospect(3, (90,), 0, 1, is_ranked=False, can_be_ranked=False),
    ]
    assert certain_places(field, Bounds(0, 5), places=1) == {3: ELIMINATED}
    assert certain_points(field, Bounds(0, 5), at=6) == {3: ELIMINATED}
    assert certain_points(field, Bounds(0, 5), at=1) == {2: CLINCHED, 3: ELIMINATED}


def test_a_round_to_come_takes_the_place_of_a_worse_one() -> None:
    field = [entry(1, 10, 10), entry(2, 9, 2)]
    bounds = Bounds(0, 10)
    assert certain_places(field, bounds, places=1, best_of=2) == {1: CLINCHED, 2: ELIMINATED}
    assert certain_places(field, bounds, places=1) == {}


def test_at_the_end_the_places_are_certain_but_for_those_who_share_the_last() -> None:
    assert final_places({1: 1, 2: 2, 3: 2, 4: 4}, places=2) == {1: CLINCHED, 4: ELIMINATED}
    assert final_places({1: 1, 2: 2, 3: 2, 4: 4}, places=3) == {
        1: CLINCHED,
        2: CLINCHED,
        3: CLINCHED,
        4: ELIMINATED,
    }


fields = st.lists(
    st.tuples(st.lists(st.integers(-2, 3), max_size=2), st.integers(-1, 3), st.integers(0, 2)),
    min_size=1,
    max_size=3,
).map(
    lambda rows: [
        Prospect(pk, tuple(own), fixed, left) for pk, (own, fixed, left) in enumerate(rows)
    ]
)
ends = st.tuples(st.integers(-2, 1), st.integers(0, 2), st.integers(-1, 1)).map(
    lambda values: Bounds(values[0], values[0] + values[1], values[2])
)


def finals_of(one: Prospect, bounds: Bounds, best_of: int | None) -> set[int]:
    """Return all totals an entry can end with: any number of rounds, each worth anything."""
    totals = set()
    for coming in range(one.rounds_left + 1):
        for gains in product(range(bounds.worst, bounds.best + 1), repeat=coming):
            counted = sorted((*one.results, *gains), reverse=True)[:best_of]
            for attended in range(coming + 1):
                totals.add(sum(counted) + one.fixed + attended * bounds.attendance)
    return totals


@settings(max_examples=150)
@given(fields, ends, st.integers(1, 2), st.sampled_from([None, 1, 2]))
def test_certain_is_what_happens_in_every_future(
    field: list[Prospect], bounds: Bounds, places: int, best_of: int | None
) -> None:
    certain = certain_places(field, bounds, places=places, best_of=best_of)
    futures = [sorted(finals_of(one, bounds, best_of)) for one in field]
    always, never = {one.entry for one in field}, {one.entry for one in field}
    for future in product(*futures):
        for one, own in zip(field, future, strict=True):
            others = [total for pk, total in enumerate(future) if pk != one.entry]
            if sum(total >= own for total in others) >= places:
                always.discard(one.entry)
            if sum(total > own for total in others) < places:
                never.discard(one.entry)
    assert {pk for pk, is_so in certain.items() if is_so == CLINCHED} == always
    assert {pk for pk, is_so in certain.items() if is_so == ELIMINATED} == never


@settings(max_examples=100)
@given(fields, ends, st.integers(-3, 9), st.sampled_from([None, 1, 2]))
def test_certain_points_are_those_of_every_future(
    field: list[Prospect], bounds: Bounds, at: int, best_of: int | None
) -> None:
    certain = certain_points(field, bounds, at=at, best_of=best_of)
    for one in field:
        totals = finals_of(one, bounds, best_of)
        expected = CLINCHED if min(totals) >= at else ELIMINATED if max(totals) < at else None
        assert certain.get(one.entry) == expected
