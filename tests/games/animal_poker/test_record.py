from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from games.animal_poker.coins import CoinsRecord
from games.animal_poker.record import PlayedRecord, read_record
from games.base import InvalidRecordError, Json
from tests.games.animal_poker.spoilt_json import spoilt
from tests.games.animal_poker.writing import hand_of, new_match
from tests.oracles.animal_poker_hands import random_match
from tests.portions import in_portions, portions

JsonObject = dict[str, Any]

FOUR = hand_of(
    "snake horse: herd 4 elephant",
    "rabbit cat: chain 6 elephant",
    "rabbit goat: herd 3 rabbit",
    "cat elephant: chain 6 elephant",
)
COINS: JsonObject = {"coins": [2, 0, 0, 4], "won": [3], "pot": 0}


def faults(record: object, seats: int = 4) -> list[tuple[str, str]]:
    return [(problem.code, problem.field) for problem in new_match(seats).check(record)]


def with_seat(**changed: object) -> JsonObject:
    """Return a hand in which the last seat differs."""
    return {**FOUR, "seats": [*FOUR["seats"][:3], {**FOUR["seats"][3], **changed}]}


def with_guess(**changed: object) -> JsonObject:
    return with_seat(guess={**FOUR["seats"][3]["guess"], **changed})


def test_record_reads_what_it_writes() -> None:
    record = new_match(4).read(FOUR)
    assert isinstance(record, PlayedRecord)
    assert record.as_json() == FOUR
    assert new_match(4).read(record) is record


def test_record_of_coins_reads_what_it_writes() -> None:
    record = new_match(4).read(COINS)
    assert record == CoinsRecord(coins=(2, 0, 0, 4), won=(3,), pot=0)
    assert record.as_json() == COINS
    assert new_match(4).read(record) == record
    nulls = {"seasons": None, "seats": None}
    assert new_match(4).read({**COINS, **nulls, "won": [3]}) == record


@pytest.mark.rule("AP-04")
def test_animals_of_a_seat_are_put_in_order() -> None:
    backwards = with_seat(animals=["elephant", "cat"])
    assert new_match(4).read(backwards).as_json() == FOUR


@pytest.mark.parametrize("numbers", portions(25, 100))
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_every_valid_record_is_read_and_written_back(seats: int, numbers: range) -> None:
    rng = Random(f"{seats} {numbers.start}")
    for _ in numbers:
        match = new_match(seats, target=10**6)
        for hand in random_match(rng, seats, most_hands=6)["hands"]:
            if hand is None:
                match = match.skip()
                continue
            read = match.read(hand)
            assert {**read.as_json(), **hand} == read.as_json()
            assert match.read(read) == read
            assert [problem for problem in match.check(hand) if problem.level == "error"] == []
            match = match.add(read)


@pytest.mark.rule("AP-04", "AP-02", "AP-R19", "AP-R11", "AP-03")
@pytest.mark.parametrize(
    ("record", "expected"),
    [
        (None, [("not_an_object", "")]),
        ([], [("not_an_object", "")]),
        ({}, [("missing", "seasons"), ("missing", "seats")]),
        ({"coins": None}, [("missing", "seasons"), ("missing", "seats")]),
        ({**FOUR, "finish": [0]}, [("unknown_field", "finish")]),
        ({**FOUR, "coins": [0] * 4, "pot": 0}, [("not_counted", "coins"), ("not_counted", "pot")]),
        ({**FOUR, "seasons": []}, [("not_an_object", "seasons")]),
        ({**FOUR, "seasons": "winter"}, [("not_an_object", "seasons")]),
        (
            {**FOUR, "seasons": {**FOUR["seasons"], "ape": "fall", "elephant": "fall"}},
            [("unknown_field", "seasons.ape"), ("unknown_field", "seasons.elephant")],
        ),
        (
            {**FOUR, "seasons": {**FOUR["seasons"], "cat": None, "dog": "autumn", "goat": 3}},
            [
                ("missing", "seasons.cat"),
                ("not_a_choice", "seasons.dog"),
                ("not_a_choice", "seasons.goat"),
            ],
        ),
        ({**FOUR, "seats": {}}, [("not_one_a_seat", "seats")]),
        ({**FOUR, "seats": FOUR["seats"][:3]}, [("not_one_a_seat", "seats")]),
        ({**FOUR, "seats": [*FOUR["seats"][:3], None]}, [("not_an_object", "seats[3]")]),
        (with_seat(bet=3), [("unknown_field", "seats[3].bet")]),
        (
            with_seat(animals=None, guess=None),
            [("missing", "seats[3].animals"), ("missing", "seats[3].guess")],
        ),
        (with_seat(animals=["cat"]), [("wrong_number", "seats[3].animals")]),
        (with_seat(animals="cat dog"), [("wrong_number", "seats[3].animals")]),
        (with_seat(animals=["cat", "dog", "goat"]), [("wrong_number", "seats[3].animals")]),
        (with_seat(animals=["cat", "cat"]), [("animal_repeated", "seats[3].animals")]),
        (
            with_seat(animals=["ape", "lion"]),
            [("no_ape", "seats[3].animals[0]"), ("not_a_choice", "seats[3].animals[1]")],
        ),
        (
            with_seat(animals=[[], 1]),
            [("not_a_choice", f"seats[3].animals[{at}]") for at in (0, 1)],
        ),
        (with_seat(guess="herd 2 cat"), [("not_an_object", "seats[3].guess")]),
        (
            with_seat(guess={"rank": 1}),
            [
                ("unknown_field", "seats[3].guess.rank"),
                ("not_a_choice", "seats[3].guess.kind"),
                ("not_a_number", "seats[3].guess.size"),
                ("not_a_choice", "seats[3].guess.animal"),
            ],
        ),
        (with_guess(kind="flush"), [("not_a_choice", "seats[3].guess.kind")]),
        (with_guess(kind=[]), [("not_a_choice", "seats[3].guess.kind")]),
        (with_guess(size=True), [("not_a_number", "seats[3].guess.size")]),
        (with_guess(size=1), [("out_of_range", "seats[3].guess.size")]),
        (with_guess(size=10), [("out_of_range", "seats[3].guess.size")]),
        (with_guess(animal="ape"), [("no_ape", "seats[3].guess.animal")]),
        (with_guess(size=2), [("no_such_set", "seats[3].guess")]),
        (with_guess(size=9), [("no_such_set", "seats[3].guess")]),
        (with_guess(size=3, animal="rabbit"), [("no_such_set", "seats[3].guess")]),
        (with_guess(size=4, animal="snake"), [("no_such_set", "seats[3].guess")]),
    ],
)
def test_bad_record_is_refused_with_every_fault(
    record: object, expected: list[tuple[str, str]]
) -> None:
    assert faults(record) == expected
    with pytest.raises(InvalidRecordError):
        new_match(4).read(record)


@pytest.mark.rule("AP-R11")
def test_size_out_of_range_is_told_the_range() -> None:
    problem = new_match(4).check(with_guess(size=10))[0]
    assert problem.text == "The size of a guess must be from 2 to 9."
    assert dict(problem.data) == {"lowest": 2, "highest": 9}


@pytest.mark.rule("AP-R19", "AP-05")
@pytest.mark.parametrize(
    "guess",
    [
        {"kind": "chain", "size": 3, "animal": "snake"},
        {"kind": "chain", "size": 8, "animal": "elephant"},
        {"kind": "herd", "size": 9, "animal": "elephant"},
        {"kind": "herd", "size": 2, "animal": "mouse"},
    ],
)
def test_hopeless_guess_that_names_a_set_is_fine(guess: JsonObject) -> None:
    assert faults(with_seat(guess=guess)) == []


@pytest.mark.rule("AP-04", "AP-02")
@pytest.mark.parametrize(("seats", "animals"), [(3, 3), (4, 2), (5, 2), (6, 2)])
def test_number_of_animals_and_the_ape_go_by_the_table(seats: int, animals: int) -> None:
    played = ["cat", "ape", "dog"] if animals == 3 else ["cat", "ape"]
    record = hand_of(*[f"{' '.join(played)}: herd 2 ape"] * seats)
    if seats >= 5:
        assert faults(record, seats) == []
        return
    expected = [
        fault
        for seat in range(seats)
        for fault in (
            ("no_ape", f"seats[{seat}].animals[1]"),
            ("no_ape", f"seats[{seat}].guess.animal"),
        )
    ]
    assert faults(record, seats) == expected


@pytest.mark.rule("AP-R3", "AP-08", "AP-19")
@pytest.mark.parametrize(
    ("record", "expected"),
    [
        ({"pot": 4}, [("missing", "coins"), ("missing", "won")]),
        ({**COINS, "coins": [0, 4, 0]}, [("not_counts", "coins")]),
        ({**COINS, "coins": [0, 4, 0, True]}, [("not_counts", "coins")]),
        ({**COINS, "coins": {"0": 4}}, [("not_counts", "coins")]),
        ({**COINS, "coins": [0, 4, 0, -1]}, [("negative", "coins")]),
        ({**COINS, "coins": [0, 4, 0, 10**7]}, [("too_many_coins", "coins")]),
        ({**COINS, "won": [3, 3]}, [("not_seats", "won")]),
        ({**COINS, "won": [4]}, [("not_seats", "won")]),
        ({**COINS, "won": 3}, [("not_seats", "won")]),
        ({**COINS, "won": [[]]}, [("not_seats", "won")]),
        ({**COINS, "pot": -1}, [("negative", "pot")]),
        ({**COINS, "pot": 0.0}, [("not_a_count", "pot")]),
        ({**COINS, "pot": 10**400}, [("too_many_coins", "pot")]),
    ],
)
def test_bad_coins_are_refused_with_every_fault(
    record: JsonObject, expected: list[tuple[str, str]]
) -> None:
    assert faults(record) == expected


def test_coins_beside_cards_are_refused_even_where_the_cards_are_at_fault() -> None:
    assert faults({**COINS, "seats": []}) == [
        ("not_counted", "coins"),
        ("not_counted", "won"),
        ("not_counted", "pot"),
        ("missing", "seasons"),
        ("not_one_a_seat", "seats"),
    ]


@pytest.mark.rule("AP-08")
@pytest.mark.parametrize(
    ("record", "doubts"),
    [
        ({"coins": [0, 4, 0, 0], "won": [1], "pot": 0}, []),
        ({"coins": [2, 2, 2, 2], "won": [], "pot": 4}, []),
        ({"coins": [1, 1, 1, 0], "won": [0, 1, 2], "pot": 1}, []),
        ({"coins": [6, 2, 2, 2], "won": [0], "pot": 0}, []),
        ({"coins": [0, 0, 0, 0], "won": [], "pot": 5}, [("pot_differs", "pot")]),
        ({"coins": [0, 4, 0, 0], "won": [], "pot": 0}, [("pot_differs", "pot")]),
        ({"coins": [0, 3, 0, 0], "won": [1], "pot": 0}, [("coins_differ", "coins")]),
        ({"coins": [0, 13, 0, 0], "won": [1], "pot": 0}, [("coins_differ", "coins")]),
        ({"coins": [0, 9, 0, 0], "won": [], "pot": 4}, [("coins_differ", "coins")]),
    ],
)
def test_coins_that_cannot_be_right_are_a_warning(
    record: JsonObject, doubts: list[tuple[str, str]]
) -> None:
    assert faults(record) == doubts
    score = new_match(4).score(record)
    assert [(warning.code, warning.level) for warning in score.warnings] == [
        (code, "warning") for code, _ in doubts
    ]
    assert (score.scores, score.won) == (tuple(record["coins"]), tuple(record["won"]))
    assert score.details_as_json() == {
        "pot": record["pot"],
        "side_pot": None,
        "made": [None] * 4,
        "won": record["won"],
    }


def test_bank_may_give_a_side_pot_where_apes_are_in_use() -> None:
    most = {"coins": [5 + 6 + 2 * 6, 0, 0, 0, 0, 0], "won": [0], "pot": 1}
    assert faults(most, 6) == []
    assert faults({**most, "pot": 2}, 6) == [("coins_differ", "coins")]


@in_portions(5)
@given(record=spoilt(FOUR) | spoilt(COINS))
@settings(max_examples=60)
def test_no_value_makes_the_reading_fail(portion: int, record: Json) -> None:
    match = new_match(4)
    setup = match.next_hand()
    assert setup is not None
    reading = read_record(record, setup)
    errors = [problem for problem in reading.problems if problem.level == "error"]
    assert (reading.record is None) == bool(errors)
    if reading.record is not None:
        assert match.read(reading.record.as_json()) == reading.record
        assert match.add(record) == match.add(reading.record)
