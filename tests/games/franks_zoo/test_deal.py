import random

import pytest

from games.base import Json
from games.franks_zoo import FRANKS_ZOO
from games.franks_zoo.cards import PACKED_DECKS, count
from games.franks_zoo.deal import FranksZooDeal, hand_sizes, read_deal, sample_deal
from games.franks_zoo.play import FranksZooHand
from games.refusals import InvalidDealError
from tests.games.franks_zoo.hands import Kind, setup_of


def kind(seats: int) -> Kind:
    return Kind(seats, "simple", "owner", 1)


@pytest.mark.rule("FZ-03", "FZ-32", "FZ-R2")
@pytest.mark.parametrize(
    ("seats", "dealer", "sizes"),
    [
        (3, 1, (13, 13, 13)),
        (4, 1, (15, 15, 15, 15)),
        (5, 1, (12, 12, 12, 12, 12)),
        (6, 1, (10, 10, 10, 10, 10, 10)),
        (7, 1, (8, 8, 9, 9, 9, 9, 8)),
        (7, 5, (9, 9, 9, 8, 8, 8, 9)),
    ],
)
def test_whole_deck_is_dealt(seats: int, dealer: int, sizes: tuple[int, ...]) -> None:
    setup = setup_of(kind(seats), dealer)
    deal = sample_deal(setup, random.Random(seats))
    assert hand_sizes(setup) == sizes
    assert tuple(map(count, deal.hands)) == sizes
    assert sum(deal.hands) == PACKED_DECKS[seats]


def test_same_chance_deals_the_same() -> None:
    setup = setup_of(kind(5))
    deals = [sample_deal(setup, random.Random(seed)) for seed in (1, 1, 2)]
    assert deals[0] == deals[1]
    assert deals[0] != deals[2]


def test_every_card_comes_to_every_seat_as_often() -> None:
    setup, rng = setup_of(kind(4)), random.Random(7)
    jokers = [0, 0, 0, 0]
    for _ in range(2000):
        for seat, hand in enumerate(sample_deal(setup, rng).hands):
            jokers[seat] += hand >> 48
    assert sum(jokers) == 2000
    assert all(420 < number < 580 for number in jokers)  # more than four standard errors


def test_deal_is_read_as_it_was_written() -> None:
    setup = setup_of(kind(7))
    deal = sample_deal(setup, random.Random(3))
    assert read_deal(setup, deal.as_json()) == deal


@pytest.mark.rule("FZ-06")
def test_seat_sees_its_own_cards_of_a_deal_and_a_spectator_none() -> None:
    setup = setup_of(kind(3))
    deal = sample_deal(setup, random.Random(3))
    everything = deal.as_json()["hands"]
    assert isinstance(everything, list)
    assert deal.as_seen_by(1) == {"hands": [None, everything[1], None]}
    assert deal.as_seen_by(None) == {"hands": [None, None, None]}


GOOD = sample_deal(setup_of(kind(4)), random.Random(4)).as_json()["hands"]
assert isinstance(GOOD, list)


@pytest.mark.parametrize(
    ("data", "code", "field"),
    [
        ([], "not_an_object", ""),
        ({"hands": GOOD, "seed": 1}, "unknown_field", "seed"),
        ({}, "not_hands", "hands"),
        ({"hands": GOOD[:3]}, "not_hands", "hands"),
        ({"hands": [*GOOD[:3], "lion"]}, "not_cards", "hands[3]"),
        ({"hands": [*GOOD[:3], ["unicorn"]]}, "not_cards", "hands[3]"),
        ({"hands": [*GOOD[:3], ["whale"] * 16]}, "not_cards", "hands[3]"),
        ({"hands": [*GOOD[:3], GOOD[0]]}, "not_the_deck", "hands"),
        ({"hands": [GOOD[0][1:], [*GOOD[1], GOOD[0][0]], *GOOD[2:]]}, "too", "hands[0]"),
    ],
)
def test_bad_deal_is_refused(data: Json, code: str, field: str) -> None:
    with pytest.raises(InvalidDealError) as refused:
        FRANKS_ZOO.read_deal(setup_of(kind(4)), data)
    problem = refused.value.problems[0]
    expected = "wrong_number_of_cards" if code == "too" else code
    assert (problem.code, problem.field) == (expected, field)


def test_hand_is_not_begun_with_a_deal_for_others() -> None:
    deal = sample_deal(setup_of(kind(4)), random.Random(4))
    with pytest.raises(InvalidDealError):
        FranksZooHand.start(setup_of(kind(3)), FranksZooDeal(deal.hands[:3]))
