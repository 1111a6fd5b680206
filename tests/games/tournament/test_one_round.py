from collections import Counter
from itertools import combinations, pairwise
from math import inf, nan
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.tournament.draw import CannotDrawError, Tables
from games.tournament.history import History
from games.tournament.one_round import seat_round
from games.tournament.round_question import Pull
from tests.oracles import one_round as oracle
from tests.portions import in_portions

SMALL = [
    (6, (3, 3)),
    (7, (4, 3)),
    (7, (3, 3)),
    (8, (4, 4)),
    (8, (3, 2)),
    (9, (3, 3, 3)),
    (9, (5, 4)),
]


@st.composite
def situations(draw: st.DrawFn) -> tuple[list[int], tuple[int, ...], History]:
    """Some entries and sizes, after up to five rounds that anybody may have missed."""
    count, sizes = draw(st.sampled_from(SMALL))
    entries = draw(st.lists(st.integers(-50, 999), unique=True, min_size=count, max_size=count))
    crowd = [*entries, 1000, 1001]
    rounds, idle = [], []
    for _ in range(draw(st.integers(0, 5))):
        order = draw(st.permutations(crowd))
        ends = [sum(sizes[: at + 1]) for at in range(len(sizes))]
        rounds.append(
            tuple(tuple(order[end - size : end]) for size, end in zip(sizes, ends, strict=True))
        )
        idle.append(tuple(order[sum(sizes) :][:2]))
    return entries, sizes, History(tuple(rounds), tuple(idle))


def apart_pairs(entries: list[int], most: int) -> st.SearchStrategy[list[tuple[int, int]]]:
    return st.lists(st.sampled_from(list(combinations(entries, 2))), max_size=most)


@in_portions(3)
@given(situation=situations(), data=st.data(), seed=st.integers(-5, 2**70))
@settings(max_examples=7)
def test_a_small_round_is_as_good_as_the_best_of_all(
    portion: int,
    situation: tuple[list[int], tuple[int, ...], History],
    data: st.DataObject,
    seed: int,
) -> None:
    entries, sizes, history = situation
    apart = data.draw(apart_pairs(entries, 6))
    plan = seat_round(entries, sizes, history=history, apart=apart, seed=seed)
    past = list(zip(history.rounds, history.sitting_out, strict=True))
    sat_out = {entry: oracle.times_idle(past, entry) for entry in entries}

    def worth(tables: Tables) -> tuple[int, ...]:
        faults = oracle.faults_of(
            entries, tables, past=history.rounds, apart=apart, sat_out=sat_out
        )
        return (*faults, oracle.short_again(past, tables))

    best = min(worth(tables) for tables in oracle.every_round(entries, sizes))
    assert worth(plan.rounds[0]) == best
    assert plan.measures == {"added": best[2], "short_again": best[3]}


@in_portions(3)
@given(situation=situations(), seed=st.integers(0, 9))
@settings(max_examples=7)
def test_no_round_is_better_than_the_bound(
    portion: int, situation: tuple[list[int], tuple[int, ...], History], seed: int
) -> None:
    entries, sizes, history = situation
    plan = seat_round(entries, sizes, history=history, seed=seed)
    past = oracle.coincidences_of(history.rounds)
    fewest = min(
        oracle.faults_of(entries, tables, past=history.rounds)[2]
        for tables in oracle.every_round(entries, sizes)
    )
    assert past <= plan.bound <= past + fewest


@in_portions(4)
@given(situation=situations(), data=st.data(), seed=st.integers(0, 9))
@settings(max_examples=5)
def test_a_plan_tells_the_truth_about_its_round(
    portion: int,
    situation: tuple[list[int], tuple[int, ...], History],
    data: st.DataObject,
    seed: int,
) -> None:
    entries, sizes, history = situation
    apart = data.draw(apart_pairs(entries, 20))
    plan = seat_round(entries, sizes, history=history, apart=apart, seed=seed)
    (tables,) = plan.rounds
    assert tuple(map(len, tables)) == sizes
    assert sorted([*sum(tables, ()), *plan.sitting_out[0]]) == sorted(entries)
    assert plan.coincidences == oracle.coincidences_of([*history.rounds, tables])
    assert plan.repeats == oracle.repeats_of([*history.rounds, tables])
    kept = {(min(both), max(both)) for both in apart}
    assert list(plan.broken) == sorted(kept & set(oracle.pairs_of(tables)))


@in_portions(5)
@given(situation=situations(), data=st.data(), pulled=st.booleans())
@settings(max_examples=4)
def test_the_order_of_the_question_changes_nothing(
    portion: int,
    situation: tuple[list[int], tuple[int, ...], History],
    data: st.DataObject,
    pulled: bool,
) -> None:
    entries, sizes, history = situation
    apart = data.draw(apart_pairs(entries, 4))
    pull = Pull({entry: entry % 5 for entry in entries}, 40) if pulled else None
    plan = seat_round(entries, sizes, history=history, apart=apart, pull=pull, seed=7)
    mixed = data.draw(st.permutations(entries))
    turned = [(other, one) for one, other in reversed(apart)]
    again = seat_round(mixed, sizes, history=history, apart=turned, pull=pull, seed=7)
    assert again == plan


def test_a_draw_never_changes() -> None:
    """The first is the order of `printf '2026:%s' N | sha256sum` for N from 1 to 12."""
    first = seat_round(range(1, 13), (4, 4, 4), seed=2026)
    second = seat_round(range(1, 13), (4, 4, 4), history=History(first.rounds), seed=2026)
    assert first.rounds == (((12, 9, 1, 6), (4, 3, 10, 2), (11, 7, 8, 5)),)
    assert second.rounds == (((12, 1, 2, 11), (9, 4, 3, 7), (6, 10, 8, 5)),)


def test_sixteen_entries_meet_nobody_again_where_it_can_be_done() -> None:
    first = tuple(tuple(range(at, at + 4)) for at in range(0, 16, 4))
    plan = seat_round(range(16), (4,) * 4, history=History((first,)), seed=3)
    assert (plan.coincidences, plan.repeats, plan.bound, plan.is_optimal) == (0, 0, 0, True)


def test_two_tables_of_four_must_repeat_and_it_is_proven() -> None:
    history = History()
    for round_number in range(7):
        plan = seat_round(range(8), (4, 4), history=history, seed=round_number)
        history = history.after(plan.rounds[0])
    assert plan.coincidences == plan.bound == 84


@pytest.mark.parametrize(
    ("entries", "table_size"),
    [(100, 4), (300, 5), pytest.param(1001, 7, marks=pytest.mark.thorough)],
)
def test_large_fields_meet_nobody_again_for_twelve_rounds(entries: int, table_size: int) -> None:
    tables = entries // table_size
    history = History()
    for round_number in range(12):
        plan = seat_round(
            range(entries), (table_size,) * tables, history=history, seed=round_number
        )
        history = history.after(plan.rounds[0], plan.sitting_out[0])
    assert oracle.coincidences_of(history.rounds) == plan.coincidences == 0
    assert set(Counter(sum(history.sitting_out, ())).values()) <= {1}


def test_a_large_field_keeps_pairs_apart_and_spares_those_who_sat_short() -> None:
    sizes = (4,) * 70 + (3,) * 10
    apart = [(at, at + 1) for at in range(309)]
    history = History()
    for round_number in range(6):
        plan = seat_round(range(310), sizes, history=history, apart=apart, seed=round_number)
        assert plan.broken == ()
        assert plan.measures == {"added": 0, "short_again": 0}
        history = history.after(plan.rounds[0])
    assert oracle.coincidences_of(history.rounds) == 0


def test_everybody_apart_from_everybody_breaks_as_few_as_can_be() -> None:
    apart = list(combinations(range(7), 2))
    plan = seat_round(range(7), (4, 3), apart=apart, seed=1)
    assert list(plan.broken) == sorted(oracle.pairs_of(plan.rounds[0]))
    assert len(plan.broken) == 9


def test_nobody_sits_out_twice_before_everybody_did_once() -> None:
    history = History()
    for round_number in range(5):
        plan = seat_round(range(10), (4, 4), history=history, seed=round_number)
        history = history.after(plan.rounds[0], plan.sitting_out[0])
    assert sorted(sum(history.sitting_out, ())) == list(range(10))


def test_a_full_pull_makes_tables_of_neighbours() -> None:
    met = History((tuple(tuple(range(at, at + 4)) for at in range(0, 24, 4)),))
    scores = {entry: 100 - entry * 1.5 for entry in range(24)}
    plan = seat_round(range(24), (4,) * 6, history=met, pull=Pull(scores, 100), seed=4)
    assert [sorted(table) for table in plan.rounds[0]] == [
        list(range(at, at + 4)) for at in range(0, 24, 4)
    ]


@in_portions(3)
@given(situation=situations(), data=st.data())
@settings(max_examples=6)
def test_without_a_pull_scores_decide_only_between_rounds_that_are_as_fresh(
    portion: int, situation: tuple[list[int], tuple[int, ...], History], data: st.DataObject
) -> None:
    entries, sizes, history = situation
    scores = {entry: data.draw(st.integers(-9, 9)) for entry in entries}
    plan = seat_round(entries, sizes, history=history, pull=Pull(scores, 0), seed=1)
    past = list(zip(history.rounds, history.sitting_out, strict=True))
    sat_out = {entry: oracle.times_idle(past, entry) for entry in entries}

    def worth(tables: Tables) -> tuple[int, ...]:
        """Idle again, score of the idle, coincidences."""
        _, idle, added = oracle.faults_of(entries, tables, past=history.rounds, sat_out=sat_out)
        seated = {entry for table in tables for entry in table}
        return idle, sum(scores[entry] for entry in entries if entry not in seated), added

    best = min(worth(tables) for tables in oracle.every_round(entries, sizes))
    assert worth(plan.rounds[0]) == best


def test_a_stronger_pull_seats_scores_closer_together() -> None:
    history, scores = History(), {entry: float(entry * entry % 37) for entry in range(24)}
    for round_number in range(5):
        history = history.after(
            seat_round(range(24), (4,) * 6, history=history, seed=round_number).rounds[0]
        )
    plans = [
        seat_round(range(24), (4,) * 6, history=history, pull=Pull(scores, percent), seed=1)
        for percent in (0, 70, 100)
    ]
    gaps = [plan.measures["score_gap"] for plan in plans]
    added = [plan.measures["added"] for plan in plans]
    assert all(more > less for more, less in pairwise(gaps))
    assert all(less < more for less, more in pairwise(added))


def test_who_is_fixed_sits_where_it_was_said() -> None:
    fixed = ((5, 3, 1, 0), (), (11, 2))
    plan = seat_round(range(14), (4, 3, 4), fixed=fixed, seed=1)
    (tables,) = plan.rounds
    assert tables[0] == (5, 3, 1, 0)
    assert tables[2][:2] == (11, 2)
    assert sorted([*sum(tables, ()), *plan.sitting_out[0]]) == list(range(14))


@pytest.mark.parametrize("count", [14, 300])
def test_fixed_seats_hold_with_scores_and_in_large_fields(count: int) -> None:
    scores = dict.fromkeys(range(count), 1.0)
    fixed = [(count - 1, 0), (count - 2, 1)]
    first = ((count - 1, 0, 5),)
    plan = seat_round(
        range(count),
        (4,) * (count // 4),
        history=History((first,)),
        fixed=fixed,
        pull=Pull(scores, 50),
        seed=1,
    )
    assert [table[:2] for table in plan.rounds[0][:2]] == [tuple(table) for table in fixed]


@pytest.mark.parametrize(
    ("entries", "sizes", "code"),
    [
        ([1, 2], (4,), "too_few_entries"),
        ([], (), "table_too_small"),
        ([1, 2, 3], (), "table_too_small"),
        ([1, 2, 3], (1, 2), "table_too_small"),
        ([1, 2, 2, 3], (4,), "entry_twice"),
    ],
)
def test_a_round_that_cannot_be_is_refused(
    entries: list[int], sizes: tuple[int, ...], code: str
) -> None:
    with pytest.raises(CannotDrawError) as refused:
        seat_round(entries, sizes, seed=1)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("question", "code"),
    [
        ({"pull": Pull({0: 1, 1: nan, 2: 3, 3: 4})}, "score_no_number"),
        ({"pull": Pull({0: 1, 1: inf, 2: 3, 3: 4})}, "score_no_number"),
        ({"pull": Pull({0: -1.7e308, 1: 1.7e308, 2: 3, 3: 4})}, "score_no_number"),
        ({"pull": Pull({0: 1, 1: 2, 2: 3})}, "score_missing"),
        ({"pull": Pull(dict.fromkeys(range(4), 0), 101)}, "pull_out_of_range"),
        ({"apart": [(2, 2)]}, "apart_from_itself"),
        ({"fixed": [(), ()]}, "fixed_without_table"),
        ({"fixed": [(0, 1, 2, 3, 0)]}, "fixed_table_too_large"),
        ({"fixed": [(0, 0)]}, "entry_twice"),
        ({"fixed": [(9,)]}, "unknown_entry"),
        ({"history": History(meetings={(0, 1): 10**7})}, "bad_meetings"),
        ({"history": History(meetings={(0, 1): 0})}, "bad_meetings"),
    ],
)
def test_a_question_that_makes_no_sense_is_refused(question: dict[str, Any], code: str) -> None:
    with pytest.raises(CannotDrawError) as refused:
        seat_round(range(4), (4,), **question, seed=1)
    assert refused.value.code == code


def test_a_past_beyond_all_counting_is_refused() -> None:
    past = History(sitting_out=((5,),) * 2000, meetings={(0, 1): 10**6})
    scores = dict.fromkeys(range(250), 1.0) | {5: 2.0}
    with pytest.raises(CannotDrawError) as refused:
        seat_round(range(250), (4,) * 40, history=past, pull=Pull(scores), apart=[(0, 1)], seed=1)
    assert refused.value.code == "numbers_too_large"


def test_meetings_of_an_earlier_season_count() -> None:
    earlier = {(3, 0): 2, (1, 0): 1, (0, 99): 4}
    plan = seat_round(range(4), (2, 2), history=History(meetings=earlier), seed=1)
    assert {tuple(sorted(table)) for table in plan.rounds[0]} == {(0, 2), (1, 3)}
    assert (plan.coincidences, plan.repeats) == (1 + 6, 1 + 3)
