from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.tournament.draw import CannotDrawError, pair
from games.tournament.history import History
from games.tournament.pair_designs import whist
from games.tournament.pairs import PairsPlan, seat_pairs
from tests.oracles import one_round as oracle
from tests.portions import in_portions


def opponents_of(plan: PairsPlan) -> Counter[tuple[int, int]]:
    met: Counter[tuple[int, int]] = Counter()
    for tables, partners in zip(plan.plan.rounds, plan.partners, strict=True):
        together = {both for pairs in partners for both in pairs}
        met.update(both for both in oracle.pairs_of(tables) if both not in together)
    return met


def partners_of(plan: PairsPlan) -> Counter[tuple[int, int]]:
    return Counter(both for tables in plan.partners for pairs in tables for both in pairs)


@pytest.mark.parametrize("entries", [5, 8, 9, 12, 13, 16, 17, 20, 24, 25, 28, 29, 49])
def test_a_whist_tournament_makes_all_partners_once_and_opponents_twice(entries: int) -> None:
    partners: Counter[tuple[int, int]] = Counter()
    opponents: Counter[tuple[int, int]] = Counter()
    design = whist(entries)
    for tables in design:
        seated = [entry for table in tables for entry in table]
        assert len(set(seated)) == len(seated) == entries - entries % 4
        for a, b, c, d in tables:
            partners.update([pair(a, c), pair(b, d)])
            opponents.update([pair(a, b), pair(b, c), pair(c, d), pair(d, a)])
    everyone = list(combinations(range(entries), 2))
    assert partners == dict.fromkeys(everyone, 1)
    assert opponents == dict.fromkeys(everyone, 2)


@pytest.mark.parametrize("entries", [4, 6, 7, 21, 400])
def test_no_whist_tournament_is_claimed_where_none_is_known(entries: int) -> None:
    assert whist(entries) == ()


@pytest.mark.parametrize(("entries", "rounds"), [(8, 7), (9, 9), (12, 11), (16, 15)])
def test_as_many_rounds_as_partners_are_even_for_all(entries: int, rounds: int) -> None:
    plan = seat_pairs(range(entries), (4,) * (entries // 4), rounds=rounds, seed=5)
    assert partners_of(plan) == dict.fromkeys(combinations(range(entries), 2), 1)
    assert opponents_of(plan) == dict.fromkeys(combinations(range(entries), 2), 2)
    assert (plan.partner_repeats, plan.opponents) == (0, (2, 2))
    assert plan.plan.is_optimal


@pytest.mark.parametrize(
    ("entries", "sizes", "rounds", "most"),
    [
        pytest.param(12, (6, 6), 6, 4, marks=pytest.mark.thorough),
        pytest.param(18, (6, 6, 6), 5, 2, marks=pytest.mark.thorough),
        (13, (5, 4, 4), 6, 2),
        pytest.param(14, (4, 4, 4), 6, 2, marks=pytest.mark.thorough),
        (10, (5, 5), 5, 3),
        pytest.param(16, (4, 4, 4, 4), 5, 1, marks=pytest.mark.thorough),
        (22, (4,) * 5, 6, 1),
    ],
)
def test_partners_are_new_and_opponents_even(
    entries: int, sizes: tuple[int, ...], rounds: int, most: int
) -> None:
    plan = seat_pairs(range(entries), sizes, rounds=rounds, seed=3)
    assert set(partners_of(plan).values()) == {1}
    assert max(opponents_of(plan).values()) == plan.opponents[1] <= most
    idle = Counter(entry for entries in plan.plan.sitting_out for entry in entries)
    alone = Counter(entry for entries in plan.alone for entry in entries)
    assert max(idle.values(), default=0) - min(idle[at] for at in range(entries)) <= 1
    assert max(alone.values(), default=0) - min(alone[at] for at in range(entries)) <= 1


@in_portions(3)
@given(data=st.data(), entries=st.integers(4, 15), rounds=st.integers(0, 4), seed=st.integers())
@settings(max_examples=4)
def test_rounds_of_pairs_seat_everybody_once_and_tell_the_truth(
    portion: int, data: st.DataObject, entries: int, rounds: int, seed: int
) -> None:
    crowd = data.draw(
        st.lists(st.integers(-99, 999), unique=True, min_size=entries, max_size=entries)
    )
    sizes = data.draw(
        st.lists(st.integers(2, 8), min_size=1, max_size=4).filter(lambda x: sum(x) <= entries)
        if entries > 7
        else st.just([4])
    )
    plan = seat_pairs(crowd, sizes, rounds=rounds, seed=seed)
    assert plan == seat_pairs(data.draw(st.permutations(crowd)), sizes, rounds=rounds, seed=seed)
    for at, tables in enumerate(plan.plan.rounds):
        seated = [entry for table in tables for entry in table]
        assert sorted([*seated, *plan.plan.sitting_out[at]]) == sorted(crowd)
        assert list(map(len, tables)) == sizes
        for table, pairs in zip(tables, plan.partners[at], strict=True):
            odd, half = len(table) % 2, len(table) // 2
            opposite = [pair(table[odd + seat], table[odd + seat + half]) for seat in range(half)]
            assert list(pairs) == opposite
        assert plan.alone[at] == tuple(table[0] for table in tables if len(table) % 2)
    times = opponents_of(plan)
    everyone = list(combinations(sorted(crowd), 2))
    assert plan.opponents == (
        min(times[both] for both in everyone),
        max(times[both] for both in everyone),
    )
    assert plan.opponent_coincidences == sum(n * (n - 1) // 2 for n in times.values())
    assert plan.partner_repeats == sum(n - 1 for n in partners_of(plan).values())
    assert plan.plan.coincidences == oracle.coincidences_of(plan.plan.rounds)
    assert plan.plan.repeats == oracle.repeats_of(plan.plan.rounds)
    assert plan.plan.bound <= plan.plan.coincidences


def test_the_next_round_knows_partners_and_who_was_alone() -> None:
    history = History()
    partners: list[list[tuple[int, int]]] = []
    alone: Counter[int] = Counter()
    for number in range(6):
        plan = seat_pairs(range(9), (5, 4), history=history, partners=partners, seed=number)
        history = history.after(plan.plan.rounds[0])
        partners.append([both for pairs in plan.partners[0] for both in pairs])
        alone.update(plan.alone[0])
    assert plan.partner_repeats == 0
    assert set(alone.values()) == {1}
    assert plan.plan.coincidences == oracle.coincidences_of(history.rounds)


def test_pairs_to_be_kept_apart_share_no_table_and_else_are_named() -> None:
    plan = seat_pairs(range(8), (4, 4), rounds=3, apart=[(0, 1), (2, 3)], seed=1)
    assert plan.plan.broken == ()
    assert not {(0, 1), (2, 3)} & set(oracle.meetings_of(plan.plan.rounds))
    everyone = list(combinations(range(4), 2))
    assert list(seat_pairs(range(4), (4,), apart=everyone, seed=1).plan.broken) == everyone


@pytest.mark.parametrize(
    ("entries", "sizes", "code"),
    [([1, 2], (4,), "too_few_entries"), ([1, 1, 2, 3], (4,), "entry_twice")],
)
def test_pairs_that_cannot_be_are_refused(
    entries: list[int], sizes: tuple[int, ...], code: str
) -> None:
    with pytest.raises(CannotDrawError) as refused:
        seat_pairs(entries, sizes, seed=1)
    assert refused.value.code == code
