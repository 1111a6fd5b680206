from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.tournament.draw import CannotDrawError, Plan, SizeLimits
from games.tournament.history import History
from games.tournament.variety import plan_rounds
from tests.oracles import seating
from tests.portions import in_portions, some_of

LIMITS = SizeLimits(3, (4, 5), 7)


def check(plan: Plan, entries: list[int], sizes: list[int], history: History) -> None:
    for tables, idle in zip(plan.rounds, plan.sitting_out, strict=True):
        assert [len(table) for table in tables] == sizes
        seated = [entry for table in tables for entry in table]
        assert sorted([*seated, *idle]) == sorted(entries)
    rounds = [*history.rounds, *plan.rounds]
    assert plan.coincidences == seating.coincidences(rounds)
    assert plan.repeats == seating.repeats(rounds)
    assert plan.bound <= plan.coincidences


@pytest.mark.parametrize(
    ("sizes", "rounds", "coincidences"),
    [
        ((3,) * 5, 7, 0),
        ((4,) * 4, 5, 0),
        ((3,) * 6, 8, 0),
        ((4,) * 5, 5, 0),
        ((4,) * 6, 7, 0),
        ((4,) * 7, 9, 0),
        ((5,) * 6, 6, 0),
        ((4,) * 8, 10, 0),
        ((4,) * 9, 11, 0),
        ((6,) * 7, 7, 0),
        ((4,) * 25, 12, 0),
        ((4,) * 2, 7, 84),
        ((4,) * 3, 11, 198),
        ((5, 4, 4), 5, 40),
        ((5, 5, 4, 4), 4, 12),
        ((5, 5, 4, 4, 4), 5, 0),
        ((5, 5, 4, 4, 4, 4), 6, 0),
        ((7, 6, 6, 6, 6), 5, 60),
    ],
)
def test_plan_reaches_what_is_known_to_be_best(
    sizes: tuple[int, ...], rounds: int, coincidences: int
) -> None:
    entries = list(range(100, 100 + sum(sizes)))
    plan = plan_rounds(entries, rounds=rounds, sizes=sizes, seed=1, effort=2)
    check(plan, entries, list(sizes), History())
    assert (plan.coincidences, plan.bound, plan.is_optimal) == (coincidences, coincidences, True)


def test_plan_says_how_far_from_the_best_it_may_be() -> None:
    plan = plan_rounds(range(20), rounds=6, sizes=[4] * 5, seed=1, effort=1)
    assert plan.coincidences >= 6
    assert (plan.is_optimal, plan.bound) == (False, 0)


def test_plan_of_one_round_more_than_a_design_repeats_only_in_that_round() -> None:
    assert plan_rounds(range(24), rounds=8, sizes=[4] * 6, seed=1, effort=1).coincidences == 18


@pytest.mark.parametrize(
    ("sizes", "rounds"),
    [((2, 2), 2), ((2, 2), 3), ((2, 2), 4), ((3, 2), 3), ((3, 3), 2), ((3, 3), 3), ((2, 2, 2), 3)],
)
def test_plan_is_as_good_as_trying_everything(sizes: tuple[int, ...], rounds: int) -> None:
    plan = plan_rounds(range(sum(sizes)), rounds=rounds, sizes=sizes, seed=3, effort=1)
    assert plan.coincidences == seating.fewest_coincidences(sum(sizes), sizes, rounds)


@in_portions(4)
@given(
    sizes=st.lists(st.integers(2, 6), min_size=1, max_size=5),
    idle=st.integers(0, 2),
    rounds=st.integers(1, 4),
    seed=st.integers(-(2**70), 2**70),
    data=st.data(),
)
@settings(max_examples=7)
def test_plan_seats_everybody_once_and_counts_right(
    portion: int, sizes: list[int], idle: int, rounds: int, seed: int, data: st.DataObject
) -> None:
    entries = list(range(7, 7 + sum(sizes) + idle))
    drawn = st.permutations([*entries, 1, 2]).map(
        lambda order: tuple(tuple(order[at : at + 3]) for at in range(0, len(order) - 2, 3))
    )
    history = History(tuple(data.draw(st.lists(drawn, max_size=2))))
    apart = data.draw(st.sets(st.sampled_from(list(combinations(entries, 2))), max_size=2))
    plan = plan_rounds(
        entries, rounds=rounds, sizes=sizes, history=history, apart=apart, seed=seed, effort=1
    )
    check(plan, entries, sizes, history)
    met = {pair for pair in apart if seating.times_together(plan.rounds, *pair)}
    assert set(plan.broken) == met
    if len(sizes) >= 4:
        assert plan.broken == ()
    times = [sum(entry in out for out in plan.sitting_out) for entry in entries]
    if not apart:
        assert max(times) - min(times) <= 1


def test_plan_repeats_with_its_seed_and_differs_with_another() -> None:
    def plan(seed: int, entries: list[int]) -> Plan:
        return plan_rounds(entries, rounds=4, sizes=LIMITS, seed=seed, effort=1)

    everyone = list(range(19))
    assert plan(5, everyone) == plan(5, everyone[::-1])
    assert plan(5, everyone).rounds != plan(6, everyone).rounds


def test_plan_keeps_apart_before_it_keeps_fresh() -> None:
    apart = {(0, 1), (0, 2), (0, 3), (0, 4)}
    plan = plan_rounds(range(8), rounds=3, sizes=[4, 4], apart=apart, seed=1, effort=1)
    assert plan.broken == ()
    assert {5, 6, 7} <= set(next(table for table in plan.rounds[0] if 0 in table))


def test_plan_where_everybody_is_kept_apart_breaks_the_fewest_and_names_them() -> None:
    apart = set(combinations(range(9), 2))
    plan = plan_rounds(range(9), rounds=2, sizes=[3, 3, 3], apart=apart, seed=1, effort=1)
    assert len(plan.broken) == 18
    assert plan.coincidences == 0


@pytest.mark.parametrize("effort", [1, pytest.param(15, marks=pytest.mark.thorough)])
@pytest.mark.parametrize("seed", some_of(range(6), 1, 1))
def test_plan_lets_nobody_sit_out_again_while_another_of_the_team_has_not(
    seed: int, effort: int
) -> None:
    """Three team mates at two tables: one of them sits out each time."""
    history = History(rounds=(((0, 3, 4, 5), (1, 6, 7, 8)),), sitting_out=((2,),))
    plan = plan_rounds(
        range(10),
        rounds=4,
        sizes=[4, 4],
        history=history,
        apart=[(0, 1), (0, 2), (1, 2)],
        seed=seed,
        effort=effort,
    )

    mates = [next(entry for entry in idle if entry < 3) for idle in plan.sitting_out]
    assert plan.broken == ()
    assert sorted(mates[:2]) == [0, 1]


def test_plan_lets_those_sit_out_who_did_not() -> None:
    history = History(rounds=(((0, 1, 2, 3), (4, 5, 6, 7)),), sitting_out=((8, 9),))
    plan = plan_rounds(range(10), rounds=4, sizes=[4, 4], history=history, seed=1, effort=1)
    out = [entry for idle in plan.sitting_out for entry in idle]
    assert sorted(out) == list(range(8))


def test_plan_again_after_a_dropout_repeats_nobody_where_that_can_be() -> None:
    whole = plan_rounds(range(25), rounds=5, sizes=[5] * 5, seed=1)
    history = History(rounds=whole.rounds[:2])
    left = [entry for entry in range(25) if entry != 7]
    plan = plan_rounds(left, rounds=2, sizes=LIMITS, history=history, seed=2, effort=3)
    check(plan, left, [4] * 6, history)
    assert plan.coincidences == 0


def test_plan_spreads_the_short_tables() -> None:
    plan = plan_rounds(range(13), rounds=5, sizes=[5, 4, 4], seed=1)
    assert plan.measures["short_most"] - plan.measures["short_least"] <= 1


def test_plan_lets_everybody_take_turns_in_the_seats() -> None:
    plan = plan_rounds(range(24), rounds=7, sizes=[4] * 6, seed=1)
    for entry in range(24):
        seats = [table.index(entry) for tables in plan.rounds for table in tables if entry in table]
        turns = [seats.count(seat) for seat in range(4)]
        assert max(turns) - min(turns) <= 2
    assert plan.measures["seat_spread"] <= 2


def test_plan_fresh_takes_other_sizes_where_fewer_meet_again() -> None:
    even = plan_rounds(range(17), rounds=5, sizes=LIMITS, seed=1, effort=2)
    fresh = plan_rounds(range(17), rounds=5, sizes=LIMITS, seed=1, effort=2, balance="fresh")
    assert [len(table) for table in even.rounds[0]] == [5, 4, 4, 4]
    assert sorted(len(table) for table in fresh.rounds[0]) == [3, 3, 3, 4, 4]
    assert (even.coincidences, fresh.coincidences) == (10, 0)


def test_plan_fresh_keeps_the_sizes_liked_best_where_nobody_meets_again() -> None:
    plan = plan_rounds(range(20), rounds=5, sizes=LIMITS, seed=1, effort=2, balance="fresh")
    assert [len(table) for table in plan.rounds[0]] == [4] * 5
    assert plan.coincidences == 0


def test_plan_starts_over_when_everybody_met_everybody() -> None:
    plan = plan_rounds(range(16), rounds=10, sizes=[4] * 4, seed=1, effort=1)
    assert (plan.coincidences, plan.is_optimal, plan.method) == (120, True, "plane")


def test_plan_of_very_many_rounds_ends() -> None:
    plan = plan_rounds(range(8), rounds=70, sizes=[4, 4], seed=1, effort=1)
    check(plan, list(range(8)), [4, 4], History())


def test_plan_of_many_seats_keeps_apart_and_repeats_nobody() -> None:
    everyone = list(range(100))
    plan = plan_rounds(everyone, rounds=16, sizes=[4] * 25, apart={(0, 1)}, seed=1, effort=1)
    check(plan, everyone, [4] * 25, History())
    assert (plan.coincidences, plan.broken) == (0, ())


@pytest.mark.parametrize("entries", [300, 1000])
def test_plan_for_a_crowd_repeats_nobody(entries: int) -> None:
    plan = plan_rounds(range(entries), rounds=3, sizes=LIMITS, seed=1, effort=1)
    check_sizes = [len(table) for tables in plan.rounds for table in tables]
    assert set(check_sizes) <= {4, 5}
    assert (plan.coincidences, plan.is_optimal) == (0, True)


@pytest.mark.parametrize(
    ("entries", "limits", "alternatives"),
    [
        (11, SizeLimits(4, (4,), 4), (4, 4, 3)),
        (6, SizeLimits(4, (4, 5), 5), (3, 3)),
        (7, SizeLimits(4, (4, 5), 5), (4, 3)),
        (11, SizeLimits(4, (4, 5), 5), (4, 4, 3)),
        (2, SizeLimits(3, (4,), 7), (2,)),
    ],
)
def test_plan_that_cannot_be_offers_other_sizes(
    entries: int, limits: SizeLimits, alternatives: tuple[int, ...]
) -> None:
    with pytest.raises(CannotDrawError) as caught:
        plan_rounds(range(entries), rounds=3, sizes=limits, seed=1)
    assert caught.value.code == "no_table_sizes"
    assert caught.value.alternatives[0] == alternatives


@pytest.mark.parametrize(
    ("entries", "sizes", "rounds", "code"),
    [
        ([1, 2, 2, 3], [4], 1, "entry_twice"),
        ([1, 2, 3], [4], 1, "too_few_entries"),
        ([1, 2, 3], [2, 1], 1, "table_too_small"),
        ([1, 2, 3, 4], [4], 0, "bad_rounds"),
        ([1, 2, 3, 4], SizeLimits(5, (4,), 4), 1, "bad_limits"),
    ],
)
def test_plan_refuses_what_makes_no_sense(
    entries: list[int], sizes: list[int] | SizeLimits, rounds: int, code: str
) -> None:
    with pytest.raises(CannotDrawError) as caught:
        plan_rounds(entries, rounds=rounds, sizes=sizes, seed=1)
    assert caught.value.code == code
