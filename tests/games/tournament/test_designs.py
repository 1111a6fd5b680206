import json
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from games.commands import starters
from games.tournament import packing
from games.tournament.catalogue import catalogue
from games.tournament.chance import Chance
from games.tournament.designs import plane, quartets, transversal, without
from games.tournament.fields import field, prime_power
from games.tournament.rings import ring
from games.tournament.symmetry import Symmetry
from tests.oracles import seating


def as_rounds(schedule: NDArray[np.intp]) -> list[list[list[int]]]:
    return [
        [[at for at, own in enumerate(tables) if own == table] for table in sorted({*tables})]
        for tables in schedule.tolist()
    ]


@pytest.mark.parametrize("order", [2, 3, 4, 5, 7, 8, 9])
def test_field_keeps_the_laws_of_fields(order: int) -> None:
    _, sums, products = field(order)
    elements = range(order)
    for x in elements:
        assert (sums[x][0], products[x][1], products[x][0]) == (x, x, 0)
        assert sorted(sums[x]) == list(elements)
        assert x == 0 or sorted(products[x]) == list(elements)
        for y in elements:
            assert (sums[x][y], products[x][y]) == (sums[y][x], products[y][x])
            for z in elements:
                assert sums[sums[x][y]][z] == sums[x][sums[y][z]]
                assert products[products[x][y]][z] == products[x][products[y][z]]
                assert products[x][sums[y][z]] == sums[products[x][y]][products[x][z]]


def test_field_of_no_prime_power_is_refused() -> None:
    assert [n for n in range(1, 20) if prime_power(n) is None] == [1, 6, 10, 12, 14, 15, 18]
    with pytest.raises(ValueError, match="no field of 6"):
        field(6)


@pytest.mark.parametrize("order", [6, 12, 15, 20])
def test_ring_has_elements_that_differ_by_units(order: int) -> None:
    of = ring(order)
    for one, other in combinations(of.apart, 2):
        assert sorted(of.products[of.differences[one, other]].tolist()) == list(range(order))
    for x in range(order):
        assert (of.sums[of.differences[:, x], x] == np.arange(order)).all()


@pytest.mark.parametrize(
    ("tables", "size", "rounds"),
    [(5, 5, 5), (7, 5, 7), (8, 4, 8), (9, 5, 9), (6, 5, 5), (10, 5, 8), (12, 4, 12), (20, 4, 20)],
)
def test_transversal_design_repeats_nobody(tables: int, size: int, rounds: int) -> None:
    schedule = transversal(tables, size, rounds, Chance(1))
    assert schedule is not None
    assert schedule.shape == (rounds, tables * size)
    played = as_rounds(schedule)
    assert {len(table) for round in played for table in round} == {size}
    assert seating.coincidences(played) == 0


def test_transversal_design_that_cannot_be_is_not_found() -> None:
    assert transversal(4, 5, 2, Chance(1)) is None
    assert transversal(5, 4, 6, Chance(1)) is None
    assert transversal(6, 4, 6, Chance(1)) is None


@pytest.mark.parametrize("tables", [4, 7, 10, 13, 19, 22])
def test_quartets_let_everybody_meet_everybody_once(tables: int) -> None:
    schedule = quartets(tables)
    assert schedule is not None
    played = as_rounds(schedule)
    assert [sorted(map(len, round)) for round in played] == [[4] * tables] * len(played)
    pairs = [pair for round in played for table in round for pair in combinations(table, 2)]
    assert sorted(pairs) == list(combinations(range(4 * tables), 2))


@pytest.mark.parametrize("tables", [1, 2, 3, 5, 6, 16, 25])
def test_quartets_need_the_power_of_a_prime(tables: int) -> None:
    assert quartets(tables) is None


@pytest.mark.parametrize("order", [2, 3, 4, 5, 7, 8])
def test_plane_lets_everybody_meet_everybody_once(order: int) -> None:
    played = as_rounds(plane(order))
    assert len(played) == order + 1
    pairs = combinations(range(order * order), 2)
    assert {seating.times_together(played, *pair) for pair in pairs} == {1}


def test_without_some_entries_tables_lose_one_at_most() -> None:
    for schedule in without(plane(5), 3, 5, Chance(4)):
        played = as_rounds(schedule)
        assert {tuple(sorted(map(len, round))) for round in played} == {(4, 4, 4, 5, 5)}
        assert seating.coincidences(played) == 0
    assert len(list(without(plane(5), 3, 5, Chance(4)))) > 0


@pytest.mark.parametrize("at", range(len(catalogue())))
def test_starter_is_what_the_catalogue_says(at: int) -> None:
    starter = catalogue()[at]
    played = as_rounds(starter.schedule)
    assert len(played) == starter.rounds
    assert {tuple(sorted(map(len, tables), reverse=True)) for tables in played} == {starter.sizes}
    assert seating.coincidences(played) == starter.coincidences


QUICKLY_FOUND = [
    ((4,) * 6, 7),
    ((5, 5, 4, 4, 4, 4), 6),
    pytest.param((4,) * 8, 10, marks=pytest.mark.long),
    ((3,) * 6, 8),
]


@pytest.mark.parametrize(("sizes", "rounds"), QUICKLY_FOUND)
def test_starter_is_found_again_by_its_command(
    sizes: tuple[int, ...], rounds: int, capsys: pytest.CaptureFixture[str]
) -> None:
    [known] = [one for one in catalogue() if (one.sizes, one.rounds) == (sizes, rounds)]
    assert starters.run(known.command.split()) == 0
    found = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert tuple(found["base"]) == known.base
    assert tuple(found["invariant"]) == known.invariant
    assert (found["coincidences"], found["command"]) == (known.coincidences, known.command)


@pytest.mark.parametrize("orders", [(6,), (2, 2, 2), (2, 4)])
def test_round_that_stays_is_mapped_to_itself(orders: tuple[int, ...]) -> None:
    symmetry = Symmetry(orders, 4 * int(np.prod(orders)), 0)
    sizes = (4,) * int(np.prod(orders))
    tables = symmetry.invariant_round(sizes, Chance(2))
    assert tables is not None
    same = tables[:, None] == tables
    for developed in symmetry.develop(tables):
        assert ((developed[:, None] == developed) == same).all()


def test_symmetry_maps_pairs_within_their_orbits() -> None:
    symmetry = Symmetry((5,), 12, 2)
    numbers = symmetry.pair_orbits
    for moved in symmetry.moves:
        assert (numbers[moved][:, moved] == numbers).all()
    assert (numbers[np.triu_indices(12, 1)] >= 0).all()


def test_packed_rounds_have_no_meeting_in_common(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "SAMPLES", 2_000)
    symmetry = Symmetry((2, 2), 16, 0)
    packed = packing.pack(symmetry, (4,) * 4, 5, Chance(1))
    assert packed is not None
    assert len(packed) == 5
    assert seating.coincidences(as_rounds(packed)) == 0
    for tables in packed:
        same = tables[:, None] == tables
        for developed in symmetry.develop(tables):
            assert ((developed[:, None] == developed) == same).all()
