from collections import Counter
from collections.abc import Iterable
from itertools import combinations, pairwise
from math import nan
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tournament.draw import CannotDrawError, Plan, Tables
from games.tournament.history import History
from games.tournament.swiss import STRENGTHS, SwissRules, complete_scores, least_gap, seat_swiss
from tests.oracles import one_round as oracle


def play(
    count: int, sizes: tuple[int, ...], rounds: int, strength: str, seed: int = 5
) -> tuple[History, Plan]:
    """Play rounds in which the more skilled win more often."""
    rng = Random(seed)
    scores: Counter[int] = Counter(dict.fromkeys(range(count), 0))
    history = History()
    for number in range(rounds):
        rules = SwissRules(STRENGTHS[strength])
        plan = seat_swiss(range(count), sizes, scores, rules=rules, history=history, seed=number)
        history = history.after(plan.rounds[0], plan.sitting_out[0])
        for table in plan.rounds[0]:
            finish = sorted(table, key=lambda entry: entry * rng.random())
            scores.update({entry: 2 * place for place, entry in enumerate(finish)})
    return history, plan


def short_turns(history: History) -> Counter[int]:
    return Counter(
        entry
        for tables in history.rounds
        for table in tables
        if len(table) < max(map(len, tables))
        for entry in table
    )


@pytest.mark.parametrize(
    ("count", "rounds"), [(32, 5), pytest.param(64, 10, marks=pytest.mark.thorough)]
)
def test_nobody_meets_twice_where_that_can_be(count: int, rounds: int) -> None:
    history, plan = play(count, (4,) * (count // 4), rounds, "fresh")
    assert oracle.coincidences_of(history.rounds) == plan.coincidences == 0


@pytest.mark.parametrize(
    ("count", "rounds"), [(24, 4), pytest.param(32, 6, marks=pytest.mark.long)]
)
def test_a_stronger_pull_costs_repeats_and_brings_scores_together(count: int, rounds: int) -> None:
    plans = [play(count, (4,) * (count // 4), rounds, strength)[1] for strength in STRENGTHS]
    gaps = [plan.measures["score_gap"] for plan in plans]
    assert all(wide > narrow for wide, narrow in pairwise(gaps))
    fresh, mild, strong, strict = (plan.coincidences for plan in plans)
    assert 0 == fresh < mild < min(strong, strict)


@pytest.mark.parametrize(
    "strength",
    [
        pytest.param("fresh", marks=pytest.mark.thorough),
        "mild",
        pytest.param("strong", marks=pytest.mark.long),
    ],
)
def test_turns_at_short_tables_are_evened_out(strength: str) -> None:
    """Of 23 entries eight sit short each round: 48 turns in six rounds, two or three for each."""
    history, _ = play(23, (5, 5, 5, 4, 4), 6, strength)
    turns = short_turns(history)
    assert sorted(map(len, history.rounds[-1])) == [4, 4, 5, 5, 5]
    assert max(turns.values()) <= 4
    assert sum(turns[entry] in {1, 2, 3} for entry in range(23)) >= 19


def test_those_who_sit_out_are_the_lowest_who_have_not_yet() -> None:
    history, _ = play(23, (4,) * 5, 7, "mild")
    assert set(Counter(sum(history.sitting_out, ())).values()) == {1}
    scores = {entry: float(entry) for entry in range(9)}
    plan = seat_swiss(range(9), (4, 4), scores, seed=1)
    assert plan.sitting_out == ((0,),)
    again = seat_swiss(
        range(9), (4, 4), scores, history=History(plan.rounds, plan.sitting_out), seed=1
    )
    assert again.sitting_out == ((1,),)


def test_the_first_table_has_the_highest_scores_where_sizes_differ() -> None:
    scores = {entry: 100.0 - entry for entry in range(13)}
    plan = seat_swiss(range(13), (4, 5, 4), scores, rules=SwissRules(100), seed=1)
    seated = [entry for table in plan.rounds[0] for entry in sorted(table)]
    assert seated == list(range(13))
    assert sorted(map(len, plan.rounds[0])) == [4, 4, 5]


def test_newcomers_begin_where_the_rules_say() -> None:
    scores = {1: 10.0, 2: 4.0, 3: 1.0, 99: -5.0}
    entries = [1, 2, 3, 8, 9]
    assert complete_scores(entries, scores, "lowest") == {1: 10, 2: 4, 3: 1, 8: 1, 9: 1}
    assert complete_scores(entries, scores, "median") == {1: 10, 2: 4, 3: 1, 8: 4, 9: 4}
    assert complete_scores(entries, scores, "average") == {1: 10, 2: 4, 3: 1, 8: 5, 9: 5}
    assert complete_scores([8, 9], scores, "average") == {8: 0, 9: 0}


def test_a_newcomer_is_not_first_in_turn_for_the_short_table() -> None:
    """Everybody else sat short once or twice; the newcomer counts as one who did once."""
    rounds: tuple[Tables, ...] = (((0, 1, 2, 3), (4, 5, 6)), ((4, 5, 6, 0), (1, 2, 3)))
    assert History(rounds).count_short_seats([0, 1, 6, 7]) == {0: 0, 1: 1, 6: 1, 7: 1}


@pytest.mark.parametrize(
    ("scores", "rules", "code"),
    [
        ({0: nan}, SwissRules(), "score_no_number"),
        ({}, SwissRules(strength=-1), "pull_out_of_range"),
        ({}, SwissRules(newcomers="best"), "unknown_choice"),  # type: ignore[arg-type]
    ],
)
def test_bad_scores_and_rules_are_refused(
    scores: dict[int, float], rules: SwissRules, code: str
) -> None:
    with pytest.raises(CannotDrawError) as refused:
        seat_swiss(range(8), (4, 4), scores, rules=rules, seed=1)
    assert refused.value.code == code


def average_gap(scores: list[int], tables: Iterable[tuple[int, ...]]) -> float:
    gaps = [
        abs(scores[one] - scores[other])
        for table in tables
        for one, other in combinations(table, 2)
    ]
    return sum(gaps) / len(gaps)


@given(
    sizes=st.sampled_from([(3, 3), (4, 3), (4, 4), (2, 2), (5, 2), (4, 2)]),
    scores=st.lists(st.integers(0, 20), min_size=8, max_size=8),
)
def test_no_round_brings_scores_closer_than_the_least_gap(
    sizes: tuple[int, int], scores: list[int]
) -> None:
    everyone = set(range(sum(sizes)))

    least = least_gap(scores[: len(everyone)], sizes)

    best = min(
        average_gap(scores, [one, tuple(everyone.difference(one))])
        for one in combinations(sorted(everyone), sizes[0])
    )
    assert least <= best + 1e-9


def test_least_gap_is_met_where_equals_fill_the_tables() -> None:
    assert least_gap([5, 1, 5, 1, 5, 1, 9], (3, 4)) == 12 / 9
    plan = seat_swiss(range(8), (4, 4), dict.fromkeys(range(8), 3), seed=1)
    assert (plan.measures["score_gap"], plan.measures["least_score_gap"]) == (0, 0)


def test_those_who_are_to_sit_apart_do_though_their_scores_are_next_to_each_other() -> None:
    scores = dict(enumerate(range(12, 0, -1)))
    rules = SwissRules(STRENGTHS["strict"])
    apart = [(0, 1), (4, 5), (8, 9)]
    together, separated = (
        seat_swiss(range(12), (4, 4, 4), scores, rules=rules, apart=kept, seed=1).rounds[0]
        for kept in ([], apart)
    )
    assert all(any({*pair} <= {*table} for table in together) for pair in apart)
    assert not any({*pair} <= {*table} for table in separated for pair in apart)
