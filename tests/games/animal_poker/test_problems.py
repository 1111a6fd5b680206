"""What is wrong with an input is told with the rule that it breaks and the numbers in question."""

from typing import Any

import pytest

from games.animal_poker import ANIMAL_POKER
from games.animal_poker.setup import AnimalPokerSetup
from games.base import Data, InvalidMatchError, Problem
from games.refusals import InvalidSetupError
from tests.games.animal_poker.writing import hand_of, new_match

JsonObject = dict[str, Any]
Told = tuple[str, str, str | None, Data]

FOUR = hand_of(*["cat dog: herd 2 mouse"] * 4)
COINS: JsonObject = {"coins": [2, 0, 0, 2], "won": [3], "pot": 0}


def told(problems: list[Problem]) -> list[Told]:
    return [(each.code, each.field, each.rule, each.data) for each in problems]


def with_seat(**changed: object) -> JsonObject:
    return {**FOUR, "seats": [*FOUR["seats"][:3], {**FOUR["seats"][3], **changed}]}


def with_guess(**changed: object) -> JsonObject:
    return with_seat(guess={**FOUR["seats"][3]["guess"], **changed})


def with_seasons(**changed: object) -> JsonObject:
    return {**FOUR, "seasons": {**FOUR["seasons"], **changed}}


@pytest.mark.rule("AP-01", "AP-02", "AP-03", "AP-04", "AP-05", "AP-R11", "AP-R19")
@pytest.mark.parametrize(
    ("record", "problem"),
    [
        ({"seats": FOUR["seats"]}, ("missing", "seasons", "AP-03", {})),
        ({**FOUR, "seasons": []}, ("not_an_object", "seasons", "AP-03", {})),
        (with_seasons(cat=None), ("missing", "seasons.cat", "AP-03", {})),
        (with_seasons(cat="autumn"), ("not_a_choice", "seasons.cat", "AP-01", {})),
        ({"seasons": FOUR["seasons"]}, ("missing", "seats", "AP-04", {})),
        ({**FOUR, "seats": []}, ("not_one_a_seat", "seats", "AP-04", {"seats": 4})),
        ({**FOUR, "seats": [*FOUR["seats"][:3], 7]}, ("not_an_object", "seats[3]", "AP-04", {})),
        (with_seat(animals=None), ("missing", "seats[3].animals", "AP-04", {})),
        (with_seat(animals=["cat"]), ("wrong_number", "seats[3].animals", "AP-04", {"animals": 2})),
        (with_seat(animals=["cat", "cat"]), ("animal_repeated", "seats[3].animals", "AP-04", {})),
        (with_seat(animals=["cat", "lion"]), ("not_a_choice", "seats[3].animals[1]", "AP-01", {})),
        (with_seat(animals=["cat", "ape"]), ("no_ape", "seats[3].animals[1]", "AP-02", {})),
        (with_seat(guess=None), ("missing", "seats[3].guess", "AP-04", {})),
        (with_seat(guess=[]), ("not_an_object", "seats[3].guess", "AP-04", {})),
        (with_guess(kind="flush"), ("not_a_choice", "seats[3].guess.kind", "AP-05", {})),
        (with_guess(size=2.0), ("not_a_number", "seats[3].guess.size", "AP-R11", {})),
        (
            with_guess(size=10),
            ("out_of_range", "seats[3].guess.size", "AP-R11", {"lowest": 2, "highest": 9}),
        ),
        (
            with_guess(kind="chain", size=2),
            (
                *("no_such_set", "seats[3].guess", "AP-R19"),
                {"kind": "chain", "size": 2, "animal": "mouse"},
            ),
        ),
    ],
)
def test_card_at_fault_names_its_rule_and_the_numbers_in_question(
    record: JsonObject, problem: Told
) -> None:
    assert told(new_match(4).check(record)) == [problem]


@pytest.mark.rule("AP-09")
def test_season_that_was_on_show_is_named() -> None:
    match = new_match(4).add(FOUR)
    others = dict.fromkeys(FOUR["seasons"], "spring")
    assert match.check(with_seasons(**others)) == []
    again = match.check(with_seasons(**{**others, "cat": "fall"}))
    assert told(again) == [("season_repeated", "seasons.cat", "AP-09", {"season": "fall"})]


@pytest.mark.rule("AP-08", "AP-19", "AP-R3")
@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"coins": None}, ("missing", "coins", "AP-08", {})),
        ({"coins": [0] * 3}, ("not_counts", "coins", "AP-08", {"seats": 4})),
        ({"coins": [0] * 5}, ("not_counts", "coins", "AP-08", {"seats": 4})),
        ({"coins": [0, 0, 0, 4, "0"]}, ("not_counts", "coins", "AP-08", {"seats": 4})),
        ({"coins": [0, 4, 0, -1]}, ("negative", "coins", "AP-R3", {})),
        (
            {"coins": [0, 0, 0, 1_000_001]},
            ("too_many_coins", "coins", "AP-R3", {"highest": 1_000_000}),
        ),
        ({"won": None}, ("missing", "won", "AP-19", {})),
        ({"won": [4]}, ("not_seats", "won", "AP-19", {})),
        ({"won": "3"}, ("not_seats", "won", "AP-19", {})),
        ({"won": {}}, ("not_seats", "won", "AP-19", {})),
        ({"pot": None}, ("missing", "pot", "AP-08", {})),
        ({"pot": "0"}, ("not_a_count", "pot", "AP-08", {})),
        ({"pot": -1}, ("negative", "pot", "AP-R3", {})),
        ({"pot": 1_000_001}, ("too_many_coins", "pot", "AP-R3", {"highest": 1_000_000})),
    ],
)
def test_coins_at_fault_name_their_rule_and_the_numbers_in_question(
    changed: JsonObject, problem: Told
) -> None:
    assert told(new_match(4).check({**COINS, **changed})) == [problem]


@pytest.mark.rule("AP-08", "AP-16", "AP-18")
@pytest.mark.parametrize(
    ("seats", "record", "problems"),
    [
        (4, {"coins": [12, 0, 0, 0], "won": [0], "pot": 0}, []),
        (
            4,
            {"coins": [13, 0, 0, 0], "won": [0], "pot": 0},
            [("coins_differ", "coins", "AP-08", {"paid": 4, "most": 8, "gained": 13})],
        ),
        (
            4,
            {"coins": [3, 0, 0, 0], "won": [0], "pot": 0},
            [("coins_differ", "coins", "AP-08", {"paid": 4, "most": 8, "gained": 3})],
        ),
        (4, {"coins": [8, 0, 0, 0], "won": [], "pot": 4}, []),
        (
            4,
            {"coins": [9, 0, 0, 0], "won": [], "pot": 4},
            [("coins_differ", "coins", "AP-08", {"paid": 0, "most": 8, "gained": 9})],
        ),
        (
            4,
            {"coins": [0, 0, 0, 0], "won": [0], "pot": 5},
            [("pot_differs", "pot", "AP-08", {"pot": 4})],
        ),
        (
            4,
            {"coins": [1, 0, 0, 0], "won": [], "pot": 3},
            [("pot_differs", "pot", "AP-08", {"pot": 4})],
        ),
        (5, {"coins": [5 + 10 + 5, 0, 0, 0, 0], "won": [0], "pot": 0}, []),
        (
            5,
            {"coins": [5 + 10 + 6, 0, 0, 0, 0], "won": [0], "pot": 0},
            [("coins_differ", "coins", "AP-08", {"paid": 5, "most": 15, "gained": 21})],
        ),
    ],
)
def test_doubts_about_coins_tell_what_could_have_been_gained(
    seats: int, record: JsonObject, problems: list[Told]
) -> None:
    found = new_match(seats).check(record)
    assert told(found) == problems
    assert [problem.level for problem in found] == ["warning"] * len(problems)


@pytest.mark.rule("AP-04")
@pytest.mark.parametrize(
    ("seats", "dealer", "problems"),
    [
        (2, 0, [("not_a_table_size", "seats", "AP-04")]),
        (7, 0, [("not_a_table_size", "seats", "AP-04")]),
        (3, 3, [("not_a_seat", "dealer", None)]),
        (6, -1, [("not_a_seat", "dealer", None)]),
        (2, 6, [("not_a_table_size", "seats", "AP-04"), ("not_a_seat", "dealer", None)]),
        (2, 3, [("not_a_table_size", "seats", "AP-04")]),
        (7, 5, [("not_a_table_size", "seats", "AP-04")]),
    ],
)
def test_table_that_cannot_be_is_refused_with_every_fault(
    seats: int, dealer: int, problems: list[tuple[str, str, str | None]]
) -> None:
    with pytest.raises(InvalidMatchError) as refused:
        ANIMAL_POKER.new_match(ANIMAL_POKER.options({}), seats, dealer)
    assert [(each.code, each.field, each.rule) for each in refused.value.problems] == problems


def setup_after(hands: int) -> AnimalPokerSetup:
    match = new_match(3)
    for season in ("winter", "spring", "summer")[:hands]:
        seasons = dict.fromkeys(hand_of(*["cat dog goat: herd 9 mouse"] * 3)["seasons"], season)
        match = match.add(hand_of(*["cat dog goat: herd 9 mouse"] * 3, **seasons))
    setup = match.next_hand()
    assert setup is not None
    return setup


@pytest.mark.rule("AP-09")
@pytest.mark.parametrize("hands", [0, 1, 2, 3])
def test_cycle_is_read_back_from_the_header_of_a_log(hands: int) -> None:
    setup = setup_after(hands)
    assert ANIMAL_POKER.read_setup(ANIMAL_POKER.options({}), setup.as_log()) == setup


def faults_of_cycle(cycle: JsonObject) -> list[tuple[str, str, str | None]]:
    header = {**setup_after(1).as_log(), "cycle": cycle}
    with pytest.raises(InvalidSetupError) as refused:
        ANIMAL_POKER.read_setup(ANIMAL_POKER.options({}), header)
    return [(each.code, each.field, each.rule) for each in refused.value.problems]


NOTHING_SHOWN: JsonObject = {
    "mouse": [],
    "rabbit": [],
    "snake": [],
    "cat": [],
    "dog": [],
    "goat": [],
    "horse": [],
}


@pytest.mark.rule("AP-09")
@pytest.mark.parametrize(
    "shown",
    [["autumn"], [3], [[]], ["fall", "fall"], ["fall", "winter"], "fall", None, {"fall": 1}],
)
def test_seasons_that_cannot_have_been_on_show_are_refused(shown: object) -> None:
    """One hand is over, so that each animal has shown one season at most."""
    cycle = {"hand": 1, "shown": {**NOTHING_SHOWN, "cat": shown}}
    assert faults_of_cycle(cycle) == [("not_seasons", "cycle.shown.cat", "AP-09")]


@pytest.mark.rule("AP-09")
@pytest.mark.parametrize("hand", [-1, 4, "1", True, None])
def test_cycle_has_four_hands(hand: object) -> None:
    cycle = {"hand": hand, "shown": NOTHING_SHOWN}
    assert faults_of_cycle(cycle) == [("out_of_range", "cycle.hand", "AP-09")]


@pytest.mark.rule("AP-09")
@pytest.mark.parametrize("shown", [None, [], {}, {"cat": []}, {**NOTHING_SHOWN, "ape": []}])
def test_cycle_lists_each_animal_that_has_seasons(shown: object) -> None:
    cycle = {"hand": 1, "shown": shown}
    assert faults_of_cycle(cycle) == [("not_an_object", "cycle.shown", "AP-09")]


@pytest.mark.rule("AP-09")
def test_cycle_of_another_shape_is_refused() -> None:
    assert faults_of_cycle({"hand": 1, "shown": NOTHING_SHOWN, "deck": 1}) == [
        ("unknown_field", "cycle.deck", None)
    ]
    header = {**setup_after(1).as_log(), "cycle": [1]}
    with pytest.raises(InvalidSetupError) as refused:
        ANIMAL_POKER.read_setup(ANIMAL_POKER.options({}), header)
    assert told(list(refused.value.problems)) == [("not_an_object", "cycle", "AP-09", {})]
