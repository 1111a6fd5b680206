"""Drawing, taking from the discard pile, wild cards, and how a hand ends."""

import pytest

from games.refusals import HandNotOverError
from games.zop_zoo.cards import black_deck
from games.zop_zoo.deal import ZopZooDeal
from games.zop_zoo.play import start
from tests.games.zop_zoo.writing import (
    ANY_ROW,
    act,
    discard_pile,
    legal,
    new_setup,
    refused,
    row_of,
    table,
)

ROW = "bird-1 bird-2 insect-1 connect-1 minus-1 mammal-1"


@pytest.mark.rule("ZZ-06")
def test_first_turn_is_of_whoever_is_dealt_the_first_card_and_turns_go_clockwise() -> None:
    state = table(ANY_ROW, ROW, "ocean-1 ocean-2", first=1, draw="arachnid-1 arachnid-2 arachnid-3")
    turns = [state.turn]
    for _ in range(2):
        act(state, "draw")
        turns.append(state.turn)
    assert turns == [1, 2, 0]
    assert state.acting_seats() == (0,)
    assert [state.legal_actions(seat) for seat in (1, 2)] == [(), ()]


@pytest.mark.rule("ZZ-07", "ZZ-09", "ZZ-03")
@pytest.mark.parametrize(
    ("card", "points"),
    [("bird-1", 20), ("connect-1", 80), ("minus-1", 75), ("insect-1", 25), ("mammal-1", 10)],
)
def test_drawn_match_covers_its_animal_and_the_turn_goes_on(card: str, points: int) -> None:
    state = table(ROW, ANY_ROW, draw=f"{card} arachnid-1 arachnid-2")
    [event] = act(state, "draw")
    assert event.action == {"type": "draw", "card": card}
    assert row_of(state, 0)[card] == points
    assert (state.turn, legal(state), discard_pile(state)) == (0, {"draw"}, "")


@pytest.mark.rule("ZZ-07", "ZZ-09")
def test_drawn_card_of_the_category_alone_is_discarded_and_ends_the_turn() -> None:
    state = table(ROW, ANY_ROW, draw="bird-3 arachnid-1")
    act(state, "draw")
    assert (state.turn, discard_pile(state)) == (1, "bird-3")
    assert row_of(state, 0)["bird-1"] is None


@pytest.mark.rule("ZZ-08")
def test_turn_that_drew_takes_nothing_from_the_discard_pile() -> None:
    """The upper half entitles to the side bonus on the discard pile, but that is too late."""
    state = table("connect-3 mammal-1", ANY_ROW, draw="connect-3 arachnid-1", discard="bonus-bird")
    act(state, "draw")
    assert legal(state) == {"draw"}
    assert refused(state, "take") == ("cannot_take", "ZZ-08")


@pytest.mark.rule("ZZ-10", "ZZ-R14", "ZZ-08")
def test_fitting_discard_must_be_taken_with_all_that_it_uncovers() -> None:
    state = table(ROW, ANY_ROW, discard="bird-1 minus-1 connect-1 arachnid-1 insect-1")
    assert legal(state) == {"take"}
    assert refused(state, "draw") == ("must_take", "ZZ-10")
    events = act(state, "take", "take", "take")
    assert [event.action for event in events] == [
        {"type": "take", "card": "bird-1"},
        {"type": "take", "card": "minus-1"},
        {"type": "take", "card": "connect-1"},
    ]
    assert (state.turn, discard_pile(state)) == (1, "arachnid-1 insect-1")
    assert row_of(state, 0) == {
        "mammal-1": None,
        "bird-1": 20,
        "bird-2": None,
        "insect-1": None,
        "connect-1": 80,
        "minus-1": 75,
    }


@pytest.mark.rule("ZZ-10")
def test_unfitting_discard_is_left_and_a_card_drawn() -> None:
    state = table(ROW, ANY_ROW, discard="arachnid-1 bird-1")
    assert legal(state) == {"draw"}
    assert refused(state, "take") == ("cannot_take", "ZZ-08")
    assert refused(state, "dig") == ("no_mole", "ZZ-15")


@pytest.mark.rule("ZZ-11", "ZZ-12")
@pytest.mark.parametrize(("wild", "points"), [("beast", 0), ("best_beast", 50)])
def test_wild_card_covers_any_bare_card_for_good(wild: str, points: int) -> None:
    state = table(
        "bird-1 bird-2+ connect-1 minus-1 minus-2+ insect-1/beast",
        ANY_ROW,
        draw=f"{wild} bird-1 arachnid-1",
    )
    act(state, "draw")
    assert legal(state) == {"cover bird-1", "cover connect-1", "cover minus-1"}
    for covered in ("bird-2", "minus-2", "insect-1", "reptile-1", "bonus-bird"):
        assert refused(state, f"cover {covered}") == ("not_to_cover", "ZZ-11")
    assert refused(state, "draw") == ("must_cover", "ZZ-11")
    act(state, "cover bird-1")
    assert (state.turn, legal(state), discard_pile(state)) == (0, {"draw"}, "")
    assert row_of(state, 0)["bird-1"] == points
    act(state, "draw")
    assert (state.turn, discard_pile(state)) == (1, "bird-1")


@pytest.mark.rule("ZZ-13", "ZZ-23")
def test_hand_is_won_at_once_with_minus_cards_showing() -> None:
    state = table("bird-1 minus-1 minus-2 bird-2+", ANY_ROW, draw="bird-1 arachnid-1 arachnid-2")
    with pytest.raises(HandNotOverError):
        state.record()
    act(state, "draw")
    assert (state.is_over(), state.acting_seats(), legal(state)) == (True, (), set())
    assert refused(state, "draw") == ("hand_over", "ZZ-23")
    assert state.record().as_json() == {
        "winner": 0,
        "seats": [{"cards": 40, "minus": -165, "bonus": []}, {"cards": 0, "minus": 0, "bonus": []}],
    }


@pytest.mark.rule("ZZ-23", "ZZ-R7")
def test_hand_is_won_in_the_middle_of_a_discard_pile() -> None:
    state = table("bird-1 bird-2+ mammal-1+", ANY_ROW, discard="bird-1 bonus-bird arachnid-1")
    act(state, "take")
    assert (state.winner, discard_pile(state)) == (0, "bonus-bird arachnid-1")


@pytest.mark.rule("ZZ-23", "ZZ-11")
def test_hand_is_won_by_a_wild_card() -> None:
    state = table("bird-1 bird-2+", ANY_ROW, draw="best_beast arachnid-1")
    act(state, "draw", "cover bird-1")
    assert state.record().as_json() == {
        "winner": 0,
        "seats": [{"cards": 70, "minus": 0, "bonus": []}, {"cards": 0, "minus": 0, "bonus": []}],
    }


@pytest.mark.rule("ZZ-25", "ZZ-R11")
@pytest.mark.parametrize(
    ("last", "actions", "winner"),
    [
        ("arachnid-1", ["draw"], None),
        ("bird-1", ["draw"], None),
        ("mole", ["draw", "fetch bird-2", "stop"], None),
        ("mole", ["draw", "stop"], None),
        ("beast", ["draw", "cover bird-1"], None),
        ("hyena", ["draw", "give_unit minus-1 1"], None),
        ("mole", ["draw", "fetch_all"], 0),
    ],
)
def test_hand_is_over_when_the_last_card_has_been_played_to_its_end(
    last: str, actions: list[str], winner: int | None
) -> None:
    row = "bird-1 bird-2 minus-1" if winner is None else "bird-2 minus-1"
    state = table(row, ANY_ROW, draw=last, discard="arachnid-2 bird-2")
    for words in actions:
        assert not state.is_over()
        act(state, words)
    assert (state.is_over(), state.winner) == (True, winner)


@pytest.mark.rule("ZZ-R11", "ZZ-10")
def test_hand_is_over_though_the_last_discard_would_fit_the_next_player() -> None:
    state = table("bird-1", ANY_ROW, draw="reptile-1")
    act(state, "draw")
    assert (state.is_over(), state.winner, discard_pile(state)) == (True, None, "reptile-1")


@pytest.mark.rule("ZZ-R15", "ZZ-13")
@pytest.mark.parametrize("first", [0, 1])
def test_row_of_minus_cards_alone_wins_as_its_first_turn_begins(first: int) -> None:
    rows = (tuple(range(46, 52)), tuple(range(6)))
    setup = new_setup(2, first)
    draw_pile = tuple(reversed(black_deck(4)[20:])) + black_deck(4)[:20]
    state = start(setup, ZopZooDeal(rows, draw_pile, setup.options.deck))
    while state.turn != 0:
        assert state.winner is None
        state.apply(state.turn, state.legal_actions(state.turn)[0])
    assert (state.is_over(), state.winner) == (True, 0)
    assert state.record().seats is not None
    assert [seat.minus for seat in state.record().seats or ()] == [-455, 0]


@pytest.mark.rule("ZZ-R7")
def test_rows_that_grew_or_shrank_are_looked_at_as_they_are() -> None:
    """Seat 0 takes a card from seat 1, which then wins with the one card left to match."""
    state = table(
        "mythical-1 bird-1+",
        "insect-1 reptile-1+ minus-1",
        discard="raccoon",
        draw="insect-1 arachnid-1",
    )
    act(state, "take_unit reptile-1")
    assert (row_of(state, 0), row_of(state, 1)) == (
        {"bird-1": 20, "reptile-1": 40, "mythical-1": None},
        {"insect-1": None, "minus-1": -75},
    )
    act(state, "draw")
    assert (state.winner, state.turn) == (1, 1)


@pytest.mark.rule("ZZ-R7")
def test_only_bare_card_that_moves_is_a_minus_card_which_hinders_nobody() -> None:
    state = table(
        "reptile-1 bird-1+", "insect-1 minus-1", discard="raccoon", draw="insect-1 arachnid-1"
    )
    act(state, "take_unit minus-1", "draw")
    assert state.record().as_json() == {
        "winner": 1,
        "seats": [{"cards": 20, "minus": -75, "bonus": []}, {"cards": 25, "minus": 0, "bonus": []}],
    }
