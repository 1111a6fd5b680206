from typing import Any

import pytest

from games.animal_poker import ANIMAL_POKER
from games.animal_poker.match import AnimalPokerMatch
from games.base import InvalidMatchError, InvalidRecordError, PlaceReason
from tests.games.animal_poker.writing import hand_of, new_match

JsonObject = dict[str, Any]
TABLE = ["rabbit dog: herd 9 mouse"] * 4


def coins(gained: list[int], won: list[int], pot: int = 0) -> JsonObject:
    return {"coins": gained, "won": won, "pot": pot}


@pytest.mark.rule("AP-R3", "AP-03", "AP-20")
def test_match_begins_without_coins_and_with_a_coin_each_in_the_pot() -> None:
    match = new_match(5)
    assert (match.totals, match.places, match.winners) == ((0,) * 5, (1,) * 5, ())
    setup = match.next_hand()
    assert setup is not None
    assert setup.as_json() == {"number": 1, "pot": 5, "seasons": {}}
    assert (setup.dealer, setup.leader, setup.teams, setup.solo) == (0, 0, (), None)
    assert (setup.stored_rabbits, match.pot) == ((False,) * 5, 0)


@pytest.mark.rule("AP-03", "AP-08", "AP-R3", "AP-R16")
def test_pot_grows_by_a_coin_each_until_somebody_wins_it() -> None:
    table = ["dog elephant: herd 9 mouse"] * 4
    match = new_match(4).add(hand_of(*table))
    summer = dict.fromkeys(["mouse", "rabbit", "snake", "cat", "dog", "goat", "horse"], "summer")
    after = match.add(hand_of(*table[:3], "dog elephant: herd 2 dog", **summer))
    assert (match.pot, match.totals) == (4, (0, 0, 0, 0))
    assert (after.pot, after.totals) == (0, (0, 0, 0, 8))
    setup = after.next_hand()
    assert setup is not None
    assert setup.pot == 4


@pytest.mark.rule("AP-19")
def test_match_ends_when_somebody_wins_who_had_the_target_before_the_hand() -> None:
    match = new_match(4).add(coins([15, 14, 0, 0], [0, 1]))
    assert (match.is_over, match.winners) == (False, ())
    another = match.add(coins([0, 9, 0, 0], [1]))
    assert (another.totals, another.is_over) == ((15, 23, 0, 0), False)
    ended = match.add(coins([4, 0, 0, 0], [0]))
    assert (ended.is_over, ended.winners, ended.next_hand()) == (True, (0,), None)
    not_by_a_horse = match.add(coins([2, 4, 0, 0], [1]))
    assert not_by_a_horse.is_over is False


@pytest.mark.rule("AP-19", "AP-20")
def test_winner_of_several_has_most_coins_after_the_hand_and_is_placed_first() -> None:
    match = new_match(4, target=5).add(coins([6, 5, 9, 1], [0]))
    match = match.add(coins([1, 3, 0, 3], [0, 1, 3]))
    assert (match.totals, match.winners, match.places) == ((7, 8, 9, 4), (1,), (3, 1, 2, 4))
    assert match.place_reasons == (
        PlaceReason("AP-20", 3),
        PlaceReason("AP-19", 2),
        PlaceReason("AP-20", 0),
        PlaceReason("AP-20", None),
    )


@pytest.mark.rule("AP-19", "AP-20")
def test_equal_winners_share_the_win_and_the_first_place() -> None:
    match = new_match(4, target=5).add(coins([5, 6, 9, 9], [0]))
    match = match.add(coins([3, 2, 0, 0], [0, 1]))
    assert (match.winners, match.places) == ((0, 1), (1, 1, 3, 3))
    assert match.place_reasons == (
        PlaceReason("AP-19", 2, (1,)),
        PlaceReason("AP-19", 2, (0,)),
        PlaceReason("AP-20", None, (3,)),
        PlaceReason("AP-20", None, (2,)),
    )


@pytest.mark.rule("AP-20")
def test_places_go_by_coins_and_are_shared() -> None:
    match = new_match(4).add(coins([2, 4, 4, 0], [1]))
    assert match.places == (3, 1, 1, 4)
    assert match.place_reasons[1] == PlaceReason("AP-20", 0, (2,))


@pytest.mark.rule("AP-R13", "AP-R14", "AP-19")
def test_side_pot_counts_for_the_end_of_the_match_even_without_coins() -> None:
    match = new_match(5, target=1).add(coins([1, 0, 0, 0, 0], [0]))
    everybody = ["ape horse: herd 5 ape"] * 5
    ended = match.add(hand_of(*everybody, ape="spring", horse="summer"))
    assert (ended.is_over, ended.totals) == (False, (3, 2, 2, 2, 2))
    everybody = ["ape goat: herd 5 ape"] * 5
    ended = match.add(hand_of(*everybody, ape="spring"))
    assert (ended.is_over, ended.winners, ended.totals) == (True, (0,), (1, 0, 0, 0, 0))


@pytest.mark.rule("AP-12", "AP-R8")
def test_rabbit_of_fall_is_kept_for_one_hand_and_through_void_ones() -> None:
    fall = hand_of("rabbit dog: herd 9 mouse", *["cat dog: herd 9 mouse"] * 3, rabbit="fall")
    match = new_match(4).add(fall)
    assert match.stored_rabbits == (True, False, False, False)
    assert match.skip().stored_rabbits == (True, False, False, False)
    assert match.add(coins([0] * 4, [], 8)).stored_rabbits == (False,) * 4
    three = new_match(4).skip().skip().skip().add(fall)
    setup = three.next_hand()
    assert setup is not None
    assert (setup.cycle.hand, setup.stored_rabbits[0]) == (0, True)  # a reshuffle keeps it


def test_skip_uses_up_the_number_and_the_season_cards_and_nothing_else() -> None:
    match = new_match(4).add(hand_of(*TABLE))
    skipped = match.skip()
    assert (skipped.number, skipped.cycle.hand) == (3, 2)
    assert skipped.cycle.shown == match.cycle.shown
    assert (skipped.pot, skipped.standing, skipped.stored_rabbits) == (
        match.pot,
        match.standing,
        match.stored_rabbits,
    )


def test_hand_declared_void_later_leaves_the_hands_after_it_valid() -> None:
    animals = ["mouse", "rabbit", "snake", "cat", "dog", "goat", "horse"]
    hands = [
        hand_of(*TABLE, **dict.fromkeys(animals, season))
        for season in ("winter", "spring", "summer", "fall", "winter")
    ]
    for void in range(5):
        match = new_match(4)
        for at, hand in enumerate(hands):
            match = match.skip() if at == void else match.add(hand)
        assert match.number == 6


@pytest.mark.rule("AP-19")
def test_hand_after_the_end_is_refused() -> None:
    match = new_match(4, target=1).add(coins([1, 0, 0, 0], [0])).add(coins([4, 0, 0, 0], [0]))
    record = hand_of(*TABLE)
    assert [(problem.code, problem.field, problem.rule) for problem in match.check(record)] == [
        ("match_over", "", "AP-19")
    ]
    with pytest.raises(InvalidRecordError):
        match.add(record)


@pytest.mark.parametrize(
    ("seats", "dealer", "fields"),
    [
        (2, 0, ["seats"]),
        (7, 0, ["seats"]),
        (True, 0, ["seats"]),
        (None, None, ["seats", "dealer"]),
        (4, 4, ["dealer"]),
        (4, -1, ["dealer"]),
    ],
)
def test_match_that_cannot_be_set_up_is_refused(seats: Any, dealer: Any, fields: list[str]) -> None:
    with pytest.raises(InvalidMatchError) as refused:
        ANIMAL_POKER.new_match(ANIMAL_POKER.options({}), seats, dealer)
    assert [problem.field for problem in refused.value.problems] == fields


def test_match_is_never_changed_in_place() -> None:
    match = new_match(4)
    match.add(hand_of(*TABLE))
    assert match == new_match(4)
    assert isinstance(match, AnimalPokerMatch)
