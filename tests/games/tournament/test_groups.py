from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tournament.draw import CannotDrawError, SizeLimits
from games.tournament.groups import Transfer, groups_by_variety, regroup
from games.tournament.history import History

LIMITS = SizeLimits(3, (4,), 5)
HOME = ((1, 2, 3, 4), (5, 6, 7, 8))


def test_groups_by_variety_bring_new_people_together() -> None:
    plan = groups_by_variety(range(1, 9), (2, 2, 2, 2), history=History((HOME,)), seed=1)
    groups = plan.rounds[0]
    met = {pair for group in HOME for pair in combinations(group, 2)}
    assert not met & {tuple(sorted(group)) for group in groups}
    assert sorted(sum(groups, ())) == list(range(1, 9))
    assert (plan.method, plan.is_optimal) == ("groups", True)


def test_nobody_changes_groups_without_need() -> None:
    change = regroup(HOME, range(1, 9), limits=LIMITS, seed=1)
    assert (change.groups, change.sources, change.transfers) == (HOME, (0, 1), ())


@pytest.mark.parametrize(
    ("present", "moved"),
    [
        ([1, 2, 3, 4, 5, 6, 7, 8], 0),
        # One group is too small and the other may give nobody: they become one.
        ([1, 2, 3, 5, 6], 2),
        # Newcomers fill up a group without anybody leaving theirs.
        ([1, 2, 3, 4, 5, 6, 20, 21], 0),
        # Two are missing from one group, and one of the other can come.
        ([1, 2, 3, 4, 5, 6], 1),
    ],
)
def test_no_more_leave_their_groups_than_have_to(present: list[int], moved: int) -> None:
    change = regroup(HOME, present, limits=LIMITS, seed=1)
    assert (change.moved, change.least_moved) == (moved, moved)


def test_a_newcomer_joins_the_smallest_group() -> None:
    change = regroup(HOME, [1, 2, 3, 4, 5, 6, 7, 20], limits=LIMITS, seed=1)
    assert change.groups == ((1, 2, 3, 4), (5, 6, 7, 20))
    assert change.transfers == (Transfer(20, None, 1),)


def test_a_newcomer_is_kept_apart() -> None:
    here = [1, 2, 3, 4, 5, 6, 7, 20]
    change = regroup(HOME, here, limits=LIMITS, apart=[(20, 5)], seed=1)
    assert change.transfers == (Transfer(20, None, 0),)


def test_groups_that_grow_too_large_are_split() -> None:
    change = regroup(HOME, range(1, 12), limits=LIMITS, seed=1)
    assert change.sources == (0, 1, None)
    assert sorted(map(len, change.groups)) == [3, 4, 4]
    assert {transfer.entry for transfer in change.transfers} == {9, 10, 11}


def test_a_group_that_grows_too_small_is_merged() -> None:
    change = regroup((*HOME[:1], (5, 6, 7)), [1, 2, 3, 4, 5], limits=LIMITS, seed=1)
    assert change.groups == ((1, 2, 3, 4, 5),)
    assert change.dissolved == (1,)
    assert change.transfers == (Transfer(5, 1, 0),)


def test_a_group_that_grows_too_small_borrows_one_where_that_is_enough() -> None:
    change = regroup(((1, 2, 3, 4), (5, 6, 7)), range(1, 7), limits=LIMITS, seed=1)
    assert sorted(map(len, change.groups)) == [3, 3]
    ((moved, *ways),) = [(t.entry, t.from_group, t.to_group) for t in change.transfers]
    assert moved in {1, 2, 3, 4}
    assert ways == [0, 1]


@given(
    groups=st.lists(st.integers(1, 7), max_size=6),
    gone=st.sets(st.integers(0, 40)),
    new=st.integers(0, 12),
    limits=st.sampled_from([(3, 5), (4, 5), (4, 4), (2, 8)]),
    seed=st.integers(),
)
def test_groups_fit_whoever_is_there(
    groups: list[int], gone: set[int], new: int, limits: tuple[int, int], seed: int
) -> None:
    ends = [sum(groups[: at + 1]) for at in range(len(groups))]
    home = [list(range(end - size, end)) for size, end in zip(groups, ends, strict=True)]
    here = [*sorted(set(range(sum(groups))) - gone), *range(100, 100 + new)]
    low, high = limits
    if not any(low * many <= len(here) <= high * many for many in range(1, 60)):
        with pytest.raises(CannotDrawError) as refused:
            regroup(home, here, limits=SizeLimits(low, (low,), high), seed=seed)
        assert refused.value.code == "no_group_sizes"
        return
    change = regroup(home, here, limits=SizeLimits(low, (low,), high), seed=seed)
    assert sorted(sum(change.groups, ())) == here
    assert all(low <= len(group) <= high for group in change.groups)
    before = {entry: at for at, group in enumerate(home) for entry in group}
    stayed = {
        entry
        for group, source in zip(change.groups, change.sources, strict=True)
        for entry in group
        if before.get(entry, -1) == source
    }
    assert stayed | {transfer.entry for transfer in change.transfers} == set(here)
    assert not stayed & {transfer.entry for transfer in change.transfers}


def test_groups_that_do_not_hold_everybody_are_refused() -> None:
    with pytest.raises(CannotDrawError) as refused:
        groups_by_variety(range(9), (4, 4), seed=1)
    assert refused.value.code == "groups_too_small"
