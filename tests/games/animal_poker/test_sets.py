from itertools import pairwise

import pytest

from games.animal_poker.cards import ANIMALS, animals_in_use, count_of, pack, present
from games.animal_poker.sets import AnimalSet, ladder_of
from tests.games.animal_poker.writing import in_short
from tests.oracles import animal_poker as oracle


@pytest.mark.rule("AP-02")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_ape_is_in_use_with_five_and_six(seats: int) -> None:
    names = [ANIMALS[animal] for animal in animals_in_use(seats)]
    assert names == oracle.animals_of(seats)
    assert ("ape" in names) == (seats >= 5)


def test_animals_are_packed_and_counted() -> None:
    counts = pack([1] * 14 + [3, 8, 8])
    assert [count_of(counts, animal) for animal in range(9)] == [0, 14, 0, 1, 0, 0, 0, 0, 2]
    assert present(counts) == pack([1, 3, 8])
    assert [present(pack([5] * many)) for many in range(16)] == [0] + [pack([5])] * 15


@pytest.mark.rule("AP-05", "AP-06")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_ladder_holds_all_sets_in_the_order_of_the_rules(seats: int) -> None:
    ladder = ladder_of(seats)
    by_strength = sorted(
        (each for each in oracle.SETS[seats] if each["size"] <= 22),
        key=lambda each: oracle.strength(seats, each),
    )
    assert [each.as_json() for each in ladder.sets] == by_strength
    assert [ladder.rung_of[each] for each in ladder.sets] == list(range(len(ladder.sets)))


@pytest.mark.rule("AP-06")
def test_types_and_sizes_take_turns_and_animals_come_last() -> None:
    herds = {size: AnimalSet("herd", size, 3).strength for size in range(2, 10)}
    chains = {size: AnimalSet("chain", size, 8).strength for size in range(3, 10)}
    assert [herds[2], chains[3], herds[3], chains[4], herds[4], chains[5], herds[5]] == [*range(7)]
    rungs = ladder_of(4).rung_of
    goat, horse, mouse = 6, 7, 0
    assert rungs[AnimalSet("herd", 2, goat)] < rungs[AnimalSet("herd", 2, horse)]
    assert rungs[AnimalSet("chain", 3, horse)] < rungs[AnimalSet("herd", 3, mouse)]


@pytest.mark.rule("AP-05", "AP-R19", "AP-R11")
@pytest.mark.parametrize(("seats", "guesses"), [(3, 85), (4, 85), (5, 100), (6, 100)])
def test_guesses_are_the_sets_of_two_to_nine(seats: int, guesses: int) -> None:
    ladder = ladder_of(seats)
    sets = [ladder.sets[rung] for rung in ladder.guesses]
    assert len(sets) == guesses
    assert {each.size for each in sets if each.kind == "herd"} == set(range(2, 10))
    highest = len(animals_in_use(seats))
    assert {each.size for each in sets if each.kind == "chain"} == set(range(3, highest + 1))
    lowest = {
        size: next(each for each in sets if each.kind == "chain" and each.size == size)
        for size in range(3, highest + 1)
    }
    assert [in_short(lowest[size]) for size in (3, 4)] == ["chain 3 snake", "chain 4 cat"]


def test_chains_of_the_ladder_name_the_animals_they_need() -> None:
    for seats in (4, 6):
        ladder = ladder_of(seats)
        for each, needed in zip(ladder.sets, ladder.needed, strict=True):
            names = oracle.members(seats, each.as_json()) if each.kind == "chain" else []
            assert needed == pack(ANIMALS.index(name) for name in names)


@pytest.mark.rule("AP-06")
def test_names_of_sets_read_well() -> None:
    assert str(AnimalSet("herd", 2, 0)) == "herd of 2 mice"
    assert str(AnimalSet("herd", 4, 8)) == "herd of 4 elephants"
    assert str(AnimalSet("chain", 6, 8)) == "chain of 6 to the elephant"
    strengths = [each.strength for each in ladder_of(6).sets]
    assert all(one <= other for one, other in pairwise(strengths))
