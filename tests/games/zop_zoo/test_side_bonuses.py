import pytest

from tests.games.zop_zoo.writing import ANY_ROW, act, bonuses_of, discard_pile, legal, table


@pytest.mark.rule("ZZ-21", "ZZ-R8")
@pytest.mark.parametrize(
    ("row", "is_entitled"),
    [
        ("mammal-1 bird-1", True),
        ("mammal-1 bird-1+", True),
        ("mammal-1 bird-1 bird-2", True),
        ("mammal-1 bird-1/beast", False),
        ("mammal-1 bird-1/best_beast bird-2", True),
        ("mammal-1 connect-3", False),
        ("mammal-1 connect-3+", True),
        ("mammal-1 connect-3/beast", False),
        ("mammal-1 insect-1 minus-1", False),
    ],
)
def test_side_bonus_is_for_whoever_shows_its_category(row: str, is_entitled: bool) -> None:
    """connect-3 is the connect animal of the birds."""
    state = table(row, ANY_ROW, draw="bonus-bird arachnid-1")
    act(state, "draw")
    assert bonuses_of(state, 0) == (["bird"] if is_entitled else [])
    assert state.turn == (0 if is_entitled else 1)
    state = table(row, ANY_ROW, discard="bonus-bird")
    assert legal(state) == ({"take"} if is_entitled else {"draw"})


@pytest.mark.rule("ZZ-21", "ZZ-10")
def test_side_bonus_taken_from_the_discard_pile_ends_the_turn() -> None:
    state = table("mammal-1 bird-1", ANY_ROW, discard="bonus-bird arachnid-1")
    act(state, "take")
    assert (state.turn, bonuses_of(state, 0), discard_pile(state)) == (1, ["bird"], "arachnid-1")


@pytest.mark.rule("ZZ-21", "ZZ-R8")
def test_category_is_gone_when_its_card_is_hidden_or_given_away() -> None:
    covered = table("mammal-1 bird-1", ANY_ROW, draw="beast bonus-bird arachnid-1")
    act(covered, "draw", "cover bird-1", "draw")
    assert (bonuses_of(covered, 0), covered.turn) == ([], 1)
    given = table("mammal-1 bird-1+", ANY_ROW, draw="hyena bonus-bird arachnid-1")
    act(given, "draw", "give_unit bird-1 1", "draw")
    assert (bonuses_of(given, 0), given.turn, legal(given)) == ([], 1, {"take"})


@pytest.mark.rule("ZZ-21")
def test_side_bonus_stays_when_its_category_has_gone() -> None:
    state = table("mammal-1 bird-1+ bonus-bird", ANY_ROW, draw="hyena arachnid-1")
    act(state, "draw")
    assert legal(state) == {"give_unit bird-1 1", "give_unit bonus-bird 1"}
    act(state, "give_unit bird-1 1")
    assert bonuses_of(state, 0) == ["bird"]


@pytest.mark.rule("ZZ-22", "ZZ-24")
def test_side_bonus_does_not_help_to_win() -> None:
    state = table("bird-1 minus-1", ANY_ROW, draw="bonus-bird bird-1 arachnid-1")
    act(state, "draw")
    assert not state.is_over()
    act(state, "draw")
    assert state.record().as_json() == {
        "winner": 0,
        "seats": [
            {"cards": 20, "minus": -75, "bonus": ["bird"]},
            {"cards": 0, "minus": 0, "bonus": []},
        ],
    }
