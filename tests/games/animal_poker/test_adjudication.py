"""The outcome of a hand in coins, as bots see it without writing score lines."""

from random import Random

import pytest

from games.animal_poker.adjudication import Pot, adjudicate, largest_side_pot
from games.animal_poker.record import PlayedRecord
from games.animal_poker.scoring import reveal_of
from tests.games.animal_poker.writing import hand_of, new_match
from tests.oracles.animal_poker_hands import random_match


@pytest.mark.rule("AP-08", "AP-16", "AP-18")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_coins_of_the_outcome_are_those_of_the_score_lines(seats: int) -> None:
    rng = Random(seats)
    paid = horses = sides = 0
    for _ in range(60):
        match = new_match(seats, target=10**6)
        for hand in random_match(rng, seats, most_hands=4)["hands"]:
            if hand is None:
                match = match.skip()
                continue
            record, setup = match.read(hand), match.next_hand()
            if isinstance(record, PlayedRecord) and setup is not None:
                outcome = adjudicate(reveal_of(record, setup), setup.pot)
                assert outcome.coins == match.score(hand).scores
                paid += sum(outcome.coins)
                horses += sum(outcome.horse_coins)
                sides += outcome.side is not None
            match = match.add(record)
    assert paid > horses > 0
    assert (sides > 0) is (seats >= 5)


@pytest.mark.rule("AP-08")
@pytest.mark.parametrize(
    ("winners", "share", "left"),
    [((), 0, 7), ((2,), 7, 0), ((0, 2), 3, 1), ((0, 1, 2), 2, 1), (tuple(range(4)), 1, 3)],
)
def test_pot_is_split_evenly_and_the_rest_stays(
    winners: tuple[int, ...], share: int, left: int
) -> None:
    pot = Pot(7, (0, 1, 2, 3), winners, is_by_goat=False)
    assert (pot.share, pot.left) == (share, left)


@pytest.mark.rule("AP-02", "AP-18")
@pytest.mark.parametrize(("seats", "most"), [(3, 0), (4, 0), (5, 5), (6, 6)])
def test_side_pot_holds_a_coin_a_player_at_most_and_none_without_apes(
    seats: int, most: int
) -> None:
    assert largest_side_pot(seats) == most


@pytest.mark.rule("AP-12", "AP-R8")
def test_rabbits_of_a_fall_are_remembered_where_the_cards_are_known_alone() -> None:
    played = new_match(4).add(hand_of(*["rabbit dog: herd 9 mouse"] * 4, rabbit="fall"))
    counted = new_match(4).add({"coins": [0] * 4, "won": [], "pot": 4})
    setups = [played.next_hand(), counted.next_hand()]
    assert [setup and setup.stored_rabbits for setup in setups] == [(True,) * 4, (False,) * 4]
