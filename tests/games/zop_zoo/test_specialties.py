import pytest

from tests.games.zop_zoo.writing import (
    ANY_ROW,
    act,
    bonuses_of,
    discard_pile,
    legal,
    refused,
    row_of,
    table,
)

MINE = "mammal-1 bird-1+ minus-1 connect-1+ ocean-1/beast bonus-bird"
YOURS = "mammal-2 insect-1+ minus-2 ocean-2/best_beast bonus-mythical"


@pytest.mark.rule("ZZ-17", "ZZ-18", "ZZ-R6")
def test_earthworm_switches_any_unit_of_mine_for_any_of_anybody() -> None:
    state = table(MINE, YOURS, "reptile-1 reptile-2+", discard="earthworm")
    mine = ["bird-1", "minus-1", "connect-1", "ocean-1", "bonus-bird"]
    theirs = ["insect-1", "minus-2", "ocean-2", "bonus-mythical", "reptile-2"]
    assert legal(state) == {f"switch_units {own} {other}" for own in mine for other in theirs}
    for words in ("switch_units mammal-1 insect-1", "switch_units bird-1 mammal-2"):
        assert refused(state, words) == ("not_that_unit", "ZZ-R6")
    assert refused(state, "take_unit insect-1") == ("not_that_unit", "ZZ-R5")


@pytest.mark.rule("ZZ-18", "ZZ-20")
@pytest.mark.parametrize(
    ("mine", "yours", "my_row", "your_row"),
    [
        ("connect-1", "minus-2", {"minus-2": -90}, {"connect-1": 80}),
        ("ocean-1", "insect-1", {"insect-1": 25}, {"ocean-1": 0}),
        ("minus-1", "ocean-2", {"ocean-2": 50}, {"minus-1": -75}),
    ],
)
def test_units_move_whole_and_join_the_row(
    mine: str, yours: str, my_row: dict[str, int], your_row: dict[str, int]
) -> None:
    state = table(MINE, YOURS, discard="earthworm")
    my_old, your_old = row_of(state, 0), row_of(state, 1)
    my_old.pop(mine)
    your_old.pop(yours)
    act(state, f"switch_units {mine} {yours}")
    assert row_of(state, 0) == {**my_old, **my_row}
    assert row_of(state, 1) == {**your_old, **your_row}


@pytest.mark.rule("ZZ-18", "ZZ-20", "ZZ-R7")
def test_side_bonus_switched_for_a_row_card_lies_beside_the_row() -> None:
    state = table(MINE, YOURS, discard="earthworm")
    act(state, "switch_units bonus-bird minus-2")
    assert (bonuses_of(state, 0), bonuses_of(state, 1)) == ([], ["bird", "mythical"])
    assert (len(row_of(state, 0)), len(row_of(state, 1))) == (6, 3)


@pytest.mark.rule("ZZ-20", "ZZ-07")
def test_minus_card_gained_can_be_matched_by_its_new_owner_alone() -> None:
    state = table("mammal-1 bird-1+", "mammal-2 minus-2", discard="raccoon", draw="minus-2 mole")
    act(state, "take_unit minus-2", "draw")
    assert (state.turn, discard_pile(state), legal(state)) == (0, "minus-2 raccoon", {"take"})
    act(state, "take")
    assert row_of(state, 0)["minus-2"] == 90


@pytest.mark.rule("ZZ-17", "ZZ-R5")
def test_raccoon_takes_the_highest_unit_of_any_one_opponent() -> None:
    state = table(
        MINE, YOURS, "reptile-1 reptile-2+ reptile-3+ minus-3", "minus-4", discard="raccoon"
    )
    assert legal(state) == {
        *("take_unit bonus-mythical", "take_unit reptile-2", "take_unit reptile-3"),
        "take_unit minus-4",
    }
    for words in ("take_unit insect-1", "take_unit connect-1", "take_unit mammal-2"):
        assert refused(state, words) == ("not_that_unit", "ZZ-R5")
    act(state, "take_unit reptile-3")
    assert (row_of(state, 0)["reptile-3"], row_of(state, 2)) == (
        40,
        {"reptile-1": None, "reptile-2": 40, "minus-3": -50},
    )


@pytest.mark.rule("ZZ-17", "ZZ-R5")
def test_hyena_gives_the_lowest_unit_to_anybody() -> None:
    state = table(MINE, YOURS, ANY_ROW, discard="hyena")
    assert legal(state) == {"give_unit minus-1 1", "give_unit minus-1 2"}
    for words in ("give_unit ocean-1 1", "give_unit minus-1 0", "give_unit minus-1 3"):
        assert refused(state, words) == ("not_that_unit", "ZZ-R5")
    act(state, "give_unit minus-1 2")
    assert (row_of(state, 2)["minus-1"], "minus-1" in row_of(state, 0)) == (-75, False)


@pytest.mark.rule("ZZ-R5")
def test_level_units_are_a_free_choice_of_the_hyena() -> None:
    state = table("mammal-1 mammal-2/beast mammal-3/beast bird-1+", ANY_ROW, discard="hyena")
    assert legal(state) == {"give_unit mammal-2 1", "give_unit mammal-3 1"}


@pytest.mark.rule("ZZ-19", "ZZ-R4")
@pytest.mark.parametrize("specialty", ["earthworm", "raccoon", "hyena"])
def test_living_specialty_on_the_discard_pile_must_be_used_and_is_the_whole_turn(
    specialty: str,
) -> None:
    state = table(MINE, YOURS, discard=f"{specialty} bird-3")
    assert refused(state, "draw") == ("must_use", "ZZ-R4")
    act(state, min(legal(state)))
    assert (state.turn, legal(state)) == (1, {"draw"})
    assert discard_pile(state) == f"{specialty} bird-3"
    assert state.observation(None).as_json()["used"] == [specialty]


@pytest.mark.rule("ZZ-R4")
@pytest.mark.parametrize("specialty", ["earthworm", "raccoon", "hyena"])
def test_table_may_agree_that_a_specialty_on_the_discard_pile_only_may_be_used(
    specialty: str,
) -> None:
    must = table(MINE, YOURS, discard=specialty)
    state = table(MINE, YOURS, discard=specialty, specialty_on_discard="may")
    assert legal(state) == {*legal(must), "draw"}
    act(state, "draw")
    assert (state.turn, discard_pile(state)) == (1, f"arachnid-3 {specialty}")


@pytest.mark.rule("ZZ-19", "ZZ-20")
def test_drawn_specialty_must_be_used_and_another_card_is_drawn() -> None:
    state = table(MINE, YOURS, draw="hyena arachnid-1 mole", specialty_on_discard="may")
    act(state, "draw")
    assert legal(state) == {"give_unit minus-1 1"}
    assert refused(state, "draw") == ("must_use", "ZZ-19")
    act(state, "give_unit minus-1 1")
    assert (state.turn, legal(state), discard_pile(state)) == (0, {"draw"}, "hyena")
    act(state, "draw")
    assert (state.turn, discard_pile(state)) == (1, "arachnid-1 hyena")


@pytest.mark.rule("ZZ-19", "ZZ-R6")
@pytest.mark.parametrize(
    ("specialty", "mine", "yours"),
    [
        ("earthworm", "bird-1", "reptile-1+"),
        ("earthworm", "bird-1 bird-2+", "reptile-1"),
        ("raccoon", "bird-1 bird-2+", "reptile-1"),
        ("hyena", "bird-1", "reptile-1+"),
    ],
)
def test_specialty_without_its_units_is_discarded_alive(
    specialty: str, mine: str, yours: str
) -> None:
    state = table(mine, yours, draw=f"{specialty} mole arachnid-1")
    act(state, "draw")
    assert (state.turn, discard_pile(state), state.used) == (1, specialty, 0)
    back = table(mine, yours, discard=specialty)
    assert legal(back) == {"draw"}


@pytest.mark.rule("ZZ-R6")
def test_harmful_switch_is_forced_all_the_same() -> None:
    state = table("bird-1 connect-1+", "minus-1 reptile-1", discard="earthworm")
    assert legal(state) == {"switch_units connect-1 minus-1"}


@pytest.mark.rule("ZZ-R9", "ZZ-R4")
@pytest.mark.parametrize("on_discard", ["must", "may"])
def test_living_specialty_uncovered_by_taking_is_used_and_ends_the_turn(on_discard: str) -> None:
    state = table(
        "bird-1 bird-2 minus-1",
        ANY_ROW,
        discard="bird-1 hyena bird-2",
        specialty_on_discard=on_discard,
    )
    act(state, "take")
    uses = {"give_unit minus-1 1"}
    assert legal(state) == (uses if on_discard == "must" else {*uses, "pass"})
    assert refused(state, "draw") == ("one_pile", "ZZ-08")
    act(state, "give_unit minus-1 1")
    assert (state.turn, discard_pile(state), legal(state)) == (1, "hyena bird-2", {"draw"})


@pytest.mark.rule("ZZ-R9")
@pytest.mark.parametrize(("void", "yours"), [("raccoon", "minus-1 reptile-1"), ("", "reptile-1")])
def test_specialty_uncovered_that_cannot_be_used_ends_the_turn(void: str, yours: str) -> None:
    state = table("bird-1 bird-2", yours, discard="bird-1 raccoon bird-2", void=void)
    act(state, "take")
    assert (state.turn, discard_pile(state)) == (1, "raccoon bird-2")
