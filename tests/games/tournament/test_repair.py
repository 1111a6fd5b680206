from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.tournament.draw import CannotDrawError, SizeLimits, Tables
from games.tournament.history import History
from games.tournament.repair import Repair, repair_round
from games.tournament.repair_sizes import fewest_moves
from tests.oracles import one_round as oracle
from tests.portions import in_portions

LIMITS = SizeLimits(3, (4, 5), 5)
WIDE = SizeLimits(4, (4,), 5)
TABLES: Tables = ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11))


def test_nothing_changes_without_need() -> None:
    assert repair_round(TABLES, limits=LIMITS, seed=1) == Repair(TABLES, (), ())


def test_who_arrives_takes_the_seat_of_who_leaves() -> None:
    repair = repair_round(TABLES, leaving=[2], arriving=[20], limits=LIMITS, seed=1)
    assert repair.tables == ((1, 20, 3, 4), (5, 6, 7, 8), (9, 10, 11))
    assert repair.moved == ()


def test_the_last_seat_fills_a_gap() -> None:
    repair = repair_round(TABLES, leaving=[6], limits=LIMITS, seed=1)
    assert repair.tables[1] == (5, 8, 7)
    assert repair.moved == ()


def test_a_table_that_grows_too_small_gets_one_from_another() -> None:
    repair = repair_round(TABLES, leaving=[9], limits=LIMITS, seed=1)
    assert len(repair.moved) == 1
    assert sorted(map(len, repair.tables)) == [3, 3, 4]


def test_a_table_is_closed_where_no_other_can_give() -> None:
    tables: Tables = ((1, 2, 3), (4, 5, 6), (7, 8, 9))
    repair = repair_round(tables, leaving=[1], limits=LIMITS, seed=1)
    assert repair.moved == (2, 3)
    assert repair.tables[0] == ()
    assert sorted(map(len, repair.tables)) == [0, 4, 4]


def test_a_table_is_opened_for_many_who_arrive() -> None:
    tables: Tables = ((1, 2, 3, 4, 5), (6, 7, 8, 9, 10))
    repair = repair_round(tables, arriving=[11, 12, 13], limits=LIMITS, seed=1)
    assert repair.moved == ()
    assert sorted(repair.tables[2]) == [11, 12, 13]
    one = repair_round(tables, arriving=[11], limits=LIMITS, seed=1)
    assert (len(one.moved), len(one.tables[2])) == (2, 3)


def test_as_many_tables_are_opened_as_those_who_arrive_can_fill() -> None:
    assert fewest_moves([], 12, 5, {4: 0}) == {5: 4, 6: 4, 7: 4}


def test_tables_with_a_hand_stay_as_they_are() -> None:
    repair = repair_round(TABLES, arriving=[20, 21], locked=[0, 2], limits=WIDE, seed=1)
    assert (repair.tables[0], repair.tables[2]) == (TABLES[0], TABLES[2])
    assert len(repair.sitting_out) == 1
    assert len(repair.tables[1]) == 5


def test_who_sat_out_before_is_seated_first() -> None:
    history = History((TABLES,), ((21,),))
    repair = repair_round(
        TABLES, arriving=[20, 21], locked=[0, 2], limits=WIDE, history=history, seed=1
    )
    assert repair.sitting_out == (20,)


def test_who_arrives_is_kept_apart_and_meets_new_people() -> None:
    history = History((((20, 5, 6, 9), (1, 7, 8)),))
    repair = repair_round(TABLES, arriving=[20], limits=LIMITS, history=history, seed=1)
    assert 20 in repair.tables[0]
    apart = repair_round(
        TABLES, arriving=[20], limits=LIMITS, history=history, apart=[(20, 2)], seed=1
    )
    assert 20 in apart.tables[2]


def test_two_who_are_left_sit_out() -> None:
    repair = repair_round([[1, 2, 3]], leaving=[3], limits=LIMITS, seed=1)
    assert (repair.tables, repair.sitting_out) == (((),), (1, 2))


@st.composite
def troubles(draw: st.DrawFn) -> tuple[Tables, list[int], list[int], list[int], SizeLimits]:
    low, high = draw(st.sampled_from([(2, 3), (3, 4), (3, 5), (2, 4), (4, 4)]))
    sizes = draw(
        st.lists(st.integers(low, high), min_size=1, max_size=3).filter(lambda x: sum(x) < 8)
    )
    ends = [sum(sizes[: at + 1]) for at in range(len(sizes))]
    tables = tuple(tuple(range(e - s, e)) for s, e in zip(sizes, ends, strict=True))
    locked = draw(st.lists(st.integers(0, len(sizes) - 1), max_size=1))
    free = [entry for at, table in enumerate(tables) if at not in locked for entry in table]
    leaving = draw(st.lists(st.sampled_from(free), unique=True, max_size=2)) if free else []
    room = min(2, 7 - len(free) + len(leaving))
    arriving = list(range(90, 90 + draw(st.integers(0, max(room, 0)))))
    return tables, leaving, arriving, locked, SizeLimits(low, (high,), high)


@in_portions(4)
@given(trouble=troubles(), data=st.data(), seed=st.integers(0, 99))
@settings(max_examples=15)
def test_a_repair_is_as_small_as_can_be_and_then_as_good(
    portion: int,
    trouble: tuple[Tables, list[int], list[int], list[int], SizeLimits],
    data: st.DataObject,
    seed: int,
) -> None:
    tables, leaving, arriving, locked, limits = trouble
    everyone = [entry for entry in chain(*tables, arriving) if entry not in leaving]
    order = data.draw(st.permutations([*everyone, 300, 301]))
    past = (tuple(tuple(order[at : at + 3]) for at in range(0, len(order), 3)),)
    apart = [(order[0], order[-1])]
    repair = repair_round(
        tables, leaving=leaving, arriving=arriving, locked=locked, limits=limits,
        history=History(past), apart=apart, seed=seed,
    )  # fmt: skip
    found = {entry: at for at, table in enumerate(repair.tables) for entry in table}
    found |= dict.fromkeys(repair.sitting_out, -1)
    assert sorted(found) == sorted(everyone)
    assert all(repair.tables[at] == tables[at] for at in locked)
    free = {entry: at for entry, at in found.items() if at not in locked}
    worth = oracle.repair_worth(tables, free, past, apart)
    best = min(
        oracle.repair_worth(tables, seating, past, apart)
        for seating in oracle.every_repair(tables, everyone, locked, limits.minimum, limits.maximum)
    )
    assert worth == best
    assert len(repair.moved) == best[2]
    assert set(repair.moved) == {
        entry
        for at, table in enumerate(tables)
        for entry in table
        if found.get(entry, at) not in (at, -1)
    }


@pytest.mark.parametrize(
    ("trouble", "code"),
    [
        ({"leaving": [99]}, "not_seated"),
        ({"arriving": [1]}, "already_seated"),
        ({"arriving": [20, 20]}, "entry_twice"),
        ({"locked": [3]}, "no_such_table"),
        ({"locked": [0], "leaving": [2]}, "table_locked"),
        ({"apart": [(1, 1)]}, "apart_from_itself"),
    ],
)
def test_a_repair_that_makes_no_sense_is_refused(trouble: dict[str, list[int]], code: str) -> None:
    with pytest.raises(CannotDrawError) as refused:
        repair_round(TABLES, limits=LIMITS, seed=1, **trouble)  # type: ignore[arg-type]
    assert refused.value.code == code
