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

ROW = "bird-1 bird-2 connect-4 minus-1 mammal-1 mammal-2"
PILE = "arachnid-1 bird-1 hyena minus-1 bonus-bird mole connect-4 bonus-insect arachnid-2"


@pytest.mark.rule("ZZ-14", "ZZ-R10")
def test_drawn_mole_shows_the_pile_and_fetches_any_choice_of_what_gives_points() -> None:
    state = table(ROW, ANY_ROW, draw="mole arachnid-3", discard=PILE)
    act(state, "draw")
    assert legal(state) == {
        *("fetch_all", "fetch bird-1", "fetch minus-1", "fetch bonus-bird", "fetch connect-4"),
        "stop",
    }
    act(state, "fetch minus-1")
    assert legal(state) == {
        *("fetch_all", "fetch bird-1", "fetch bonus-bird", "fetch connect-4", "stop")
    }
    act(state, "stop")
    assert discard_pile(state) == (
        "mole arachnid-1 bird-1 hyena bonus-bird mole connect-4 bonus-insect arachnid-2"
    )
    assert (state.turn, legal(state), row_of(state, 0)["minus-1"]) == (0, {"draw"}, 75)


@pytest.mark.rule("ZZ-R10", "ZZ-21")
def test_fetching_all_fetches_also_what_a_card_just_fetched_entitles_to() -> None:
    """The upper half of connect-4 shows its category, insect."""
    state = table(ROW, ANY_ROW, draw="mole arachnid-3", discard=PILE)
    _, event = act(state, "draw", "fetch_all")
    assert event.action == {
        "type": "fetch_all",
        "cards": ["bonus-insect", "connect-4", "bonus-bird", "minus-1", "bird-1"],
    }
    assert discard_pile(state) == "mole arachnid-1 hyena mole arachnid-2"
    assert bonuses_of(state, 0) == ["bird", "insect"]
    assert (state.turn, legal(state)) == (0, {"draw"})


@pytest.mark.rule("ZZ-14", "ZZ-21")
def test_one_by_one_the_upper_half_comes_before_its_bonus() -> None:
    state = table(ROW, ANY_ROW, draw="mole arachnid-3", discard=PILE)
    act(state, "draw")
    assert refused(state, "fetch bonus-insect") == ("gives_no_points", "ZZ-14")
    act(state, "fetch connect-4", "fetch bonus-insect")
    assert bonuses_of(state, 0) == ["insect"]


@pytest.mark.rule("ZZ-16")
@pytest.mark.parametrize("words", ["fetch arachnid-1", "fetch mammal-1"])
def test_nothing_else_is_fetched(words: str) -> None:
    state = table(ROW, ANY_ROW, draw="mole arachnid-3", discard=PILE)
    act(state, "draw")
    assert refused(state, words) == ("gives_no_points", "ZZ-14")
    assert refused(state, "draw") == ("digging", "ZZ-14")
    assert "fetch hyena" not in legal(state)
    assert "fetch mole" not in legal(state)


@pytest.mark.rule("ZZ-14", "ZZ-16")
@pytest.mark.parametrize("pile", ["", "arachnid-1 hyena", PILE])
def test_drawn_mole_that_fetched_nothing_is_discarded_and_ends_the_turn(pile: str) -> None:
    state = table(ROW, ANY_ROW, draw="mole arachnid-3", discard=pile)
    act(state, "draw")
    if pile != PILE:
        assert legal(state) == {"stop"}
        assert refused(state, "fetch_all") == ("gives_no_points", "ZZ-14")
    act(state, "stop")
    assert (state.turn, discard_pile(state)) == (1, f"mole {pile}".strip())


@pytest.mark.rule("ZZ-15")
def test_mole_on_top_may_be_dug_with_in_place_of_drawing() -> None:
    state = table(ROW, ANY_ROW, discard="mole arachnid-1 bird-1")
    assert legal(state) == {"draw", "dig"}
    assert refused(state, "pass") == ("draw_or_dig", "ZZ-15")
    act(state, "dig", "fetch_all")
    assert (state.turn, legal(state)) == (1, {"draw", "dig"})
    assert (discard_pile(state), row_of(state, 0)["bird-1"]) == ("mole arachnid-1", 20)


@pytest.mark.rule("ZZ-15")
def test_dig_with_the_mole_on_top_ends_the_turn_also_if_nothing_was_found() -> None:
    state = table(ROW, ANY_ROW, discard="mole arachnid-1")
    act(state, "dig")
    assert legal(state) == {"stop"}
    act(state, "stop")
    assert (state.turn, discard_pile(state)) == (1, "mole arachnid-1")


@pytest.mark.rule("ZZ-R9", "ZZ-08")
def test_mole_uncovered_by_taking_may_be_dug_with_and_nothing_drawn() -> None:
    state = table(ROW, ANY_ROW, discard="bird-1 mole arachnid-1 bird-2")
    act(state, "take")
    assert (state.turn, legal(state)) == (0, {"dig", "pass"})
    assert refused(state, "draw") == ("one_pile", "ZZ-08")
    assert refused(state, "take") == ("dig_or_pass", "ZZ-R9")
    left = state.clone()
    act(left, "pass")
    assert (left.turn, discard_pile(left)) == (1, "mole arachnid-1 bird-2")
    act(state, "dig", "fetch_all")
    assert (state.turn, discard_pile(state)) == (1, "mole arachnid-1")


@pytest.mark.rule("ZZ-R9", "ZZ-20")
def test_void_specialty_blocks_what_lies_beneath_but_not_to_a_mole() -> None:
    state = table(ROW, ANY_ROW, discard="hyena bird-1", void="hyena", draw="mole arachnid-1")
    assert legal(state) == {"draw"}
    act(state, "draw", "fetch bird-1", "stop")
    assert discard_pile(state) == "mole hyena"


@pytest.mark.rule("ZZ-23", "ZZ-R10", "ZZ-R7")
def test_dig_is_one_use_and_its_end_may_win_the_hand() -> None:
    """The card that completes the row may be fetched before the bonus."""
    for actions in (["fetch bird-1", "fetch bonus-bird", "stop"], ["fetch_all"]):
        state = table(
            "bird-1 minus-1", ANY_ROW, draw="mole arachnid-1", discard="horns-1 bird-1 bonus-bird"
        )
        act(state, "draw", *actions)
        assert (state.winner, bonuses_of(state, 0), discard_pile(state)) == (
            *(0, ["bird"]),
            "mole horns-1",
        )


@pytest.mark.rule("ZZ-15", "ZZ-23")
def test_dig_with_the_mole_on_top_may_win_the_hand() -> None:
    state = table("bird-1 minus-1", ANY_ROW, discard="mole bird-1")
    act(state, "dig", "fetch_all")
    assert (state.winner, discard_pile(state)) == (0, "mole")
