from collections import Counter
from itertools import permutations, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.tournament.draw import Pair, Plan, Tables
from games.tournament.history import History
from games.tournament.one_round import seat_round
from games.tournament.pairs import seat_pairs
from games.tournament.seat_order import _first_seats_evened, _Turns, order_seats
from games.tournament.variety import plan_rounds
from tests.portions import some_of, thinned


def plan_of(*rounds: Tables, seed: int = 1) -> Plan:
    return Plan(rounds, 0, 0, 0, "by hand", seed)


def firsts(rounds: tuple[Tables, ...]) -> Counter[int]:
    return Counter(table[0] for tables in rounds for table in tables)


def test_everybody_sits_in_every_seat_once() -> None:
    plan = order_seats(plan_of(*[((1, 2, 3, 4), (5, 6, 7, 8))] * 4))
    for table in (0, 1):
        for seat in range(4):
            assert len({tables[table][seat] for tables in plan.rounds}) == 4


def test_the_history_decides_who_is_next() -> None:
    history = History((((1, 2, 3),), ((2, 1, 3),)))
    plan = order_seats(plan_of(((1, 2, 3),)), history=history)
    assert plan.rounds[0][0][0] == 3


def test_a_newcomer_need_not_catch_up() -> None:
    """The others were first once in four rounds, which is their share; the lot decides."""
    past = tuple(((*range(at, 5), *range(1, at)),) for at in (1, 2, 3, 4))
    first = {
        order_seats(plan_of(((1, 2, 3, 9),), seed=seed), history=History(past)).rounds[0][0][0]
        for seed in range(30)
    }
    assert first == {1, 2, 3, 9}


@pytest.mark.parametrize(
    ("count", "sizes"),
    [pytest.param(24, (4,) * 6, marks=pytest.mark.thorough), (23, (5, 5, 5, 4, 4))],
)
def test_first_seats_are_even_over_a_season(count: int, sizes: tuple[int, ...]) -> None:
    """Round by round nobody is far off; all rounds at once everybody is first equally often."""
    history = History()
    drawn = []
    for number in range(8):
        plan = seat_round(range(count), sizes, history=history, seed=number)
        drawn.append(plan.rounds[0])
        history = history.after(order_seats(plan, history=history).rounds[0])
    for rounds, most in ((history.rounds, 2), (order_seats(plan_of(*drawn)).rounds, 1)):
        turns = firsts(rounds)
        assert max(turns.values()) - min(turns[entry] for entry in range(count)) <= most


@pytest.mark.parametrize(("count", "size"), [(4, 4), (4, 2), (6, 3)])
@pytest.mark.parametrize("seed", range(4))
def test_first_seats_are_passed_on_until_no_sharing_is_more_even(
    count: int, size: int, seed: int
) -> None:
    rng = Random(seed)
    seated: list[Tables] = []
    turns = _Turns()
    for _ in range(4):
        entries = rng.sample(range(count), count)
        # The same people have the first seats again and again.
        seated.append(tuple(tuple(sorted(entries[at : at + size])) for at in range(0, count, size)))
        turns.count(seated[-1], 1)
    tables = [table for round_ in seated for table in round_]
    evenest = min(
        sum(count**2 for count in Counter(choice).values()) for choice in product(*tables)
    )
    passed_on = _first_seats_evened(turns, seated)
    assert [sorted(table) for round_ in passed_on for table in round_] == [list(t) for t in tables]
    assert sum(count**2 for count in firsts(tuple(passed_on)).values()) == evenest


@given(data=st.data(), size=st.integers(2, 5), rounds=st.integers(0, 4), seed=st.integers())
@settings(max_examples=40)
def test_a_table_is_seated_in_the_fairest_of_all_orders(
    data: st.DataObject, size: int, rounds: int, seed: int
) -> None:
    past = tuple((tuple(data.draw(st.permutations(range(6)))[:size]),) for _ in range(rounds))
    plan = order_seats(plan_of((tuple(range(size)),), seed=seed), history=History(past))

    def unfairness(order: tuple[int, ...]) -> float:
        """Add up the squares of what each has more than its share of a seat, the first 64 times."""
        total = 0.0
        for entry in range(size):
            tables = [*(tables[0] for tables in past if entry in tables[0]), order]
            for seat in range(size):
                more = sum((table[seat] == entry) - 1 / size for table in tables)
                total += more**2 * (64 if seat == 0 else 1)
        return total

    best = min(map(unfairness, permutations(range(size))))
    assert unfairness(plan.rounds[0][0]) == pytest.approx(best)


@pytest.mark.parametrize("sizes", some_of([((5, 4, 3),), ((4, 4, 4),), ((6, 6),)], 1))
def test_partners_stay_opposite_while_seats_are_evened_out(sizes: tuple[int, ...]) -> None:
    drawn = seat_pairs(range(12), sizes, rounds=6, seed=2)
    plan = order_seats(drawn.plan, partners=drawn.partners)
    for number, tables in enumerate(plan.rounds):
        for at, table in enumerate(tables):
            odd, half = len(table) % 2, len(table) // 2
            facing: list[Pair] = [
                (min(pair), max(pair))
                for pair in zip(table[odd:], table[odd + half :], strict=False)
            ]
            assert sorted(facing) == sorted(drawn.partners[number][at])
    before, after = firsts(drawn.plan.rounds), firsts(plan.rounds)
    assert max(after.values()) <= max(before.values())
    if 5 not in sizes:
        assert set(after.values()) <= {1, 2}


def test_seats_keep_their_tables_and_repeat() -> None:
    plan = seat_round(range(300), (4,) * 75, seed=1)
    ordered = order_seats(plan)
    assert [sorted(table) for table in ordered.rounds[0]] == [
        sorted(table) for table in plan.rounds[0]
    ]
    assert order_seats(plan) == ordered


@pytest.mark.parametrize("first_id", thinned(range(0, 2000, 97), 4))
def test_everybody_sits_first_once_where_there_are_as_many_tables_as_entries(first_id: int) -> None:
    entries = range(first_id, first_id + 16)
    plan = plan_rounds(entries, rounds=4, sizes=(4, 4, 4, 4), seed=first_id, effort=1)

    first = [table[0] for tables in plan.rounds for table in tables]

    assert sorted(first) == list(entries)
    assert plan.coincidences == 0
