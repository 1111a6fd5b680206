import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings

from games.franks_zoo import FRANKS_ZOO
from games.refusals import InvalidDealError, InvalidSetupError
from games.zop_zoo import ZOP_ZOO
from games.zop_zoo.cards import WHITE_CARDS, black_deck
from games.zop_zoo.deal import ZopZooDeal
from games.zop_zoo.setup import ZopZooSetup
from tests.games.zop_zoo.any_json import JSON
from tests.games.zop_zoo.writing import new_setup
from tests.portions import in_portions

JsonObject = dict[str, Any]


def deal_of(setup: ZopZooSetup, seed: int = 1) -> ZopZooDeal:
    return ZOP_ZOO.sample_deal(setup, random.Random(seed))


def faults(setup: ZopZooSetup, data: object) -> list[tuple[str, str, str | None]]:
    with pytest.raises(InvalidDealError) as refused:
        ZOP_ZOO.read_deal(setup, data)
    return [(problem.code, problem.field, problem.rule) for problem in refused.value.problems]


@pytest.mark.rule("ZZ-05", "ZZ-01", "ZZ-02")
@pytest.mark.parametrize("beasts", [4, 5])
@pytest.mark.parametrize("seats", range(2, 9))
def test_deal_gives_six_white_cards_each_and_the_black_deck_to_draw(
    seats: int, beasts: int
) -> None:
    deal = deal_of(new_setup(seats, beasts=beasts))
    assert [len(row) for row in deal.rows] == [6] * seats
    dealt = [card for row in deal.rows for card in row]
    assert len(set(dealt)) == len(dealt)
    assert set(dealt) <= set(WHITE_CARDS)
    assert Counter(deal.draw_pile) == Counter(black_deck(beasts))


@pytest.mark.rule("ZZ-05")
def test_every_card_comes_everywhere_about_equally_often() -> None:
    setup = new_setup(8)
    deals = [deal_of(setup, seed) for seed in range(2000)]
    first_dealt = Counter(deal.rows[3][2] for deal in deals)
    bottom = Counter(deal.draw_pile[-1] for deal in deals)
    assert set(first_dealt) == set(WHITE_CARDS)
    assert max(first_dealt.values()) < 75
    assert set(bottom) == set(black_deck(4))
    assert max(count for card, count in bottom.items() if black_deck(4).count(card) == 1) < 60


@pytest.mark.rule("ZZ-05")
def test_same_chance_deals_the_same_cards_and_other_chance_others() -> None:
    setup = new_setup(4)
    assert deal_of(setup, 1) == deal_of(setup, 1)
    assert deal_of(setup, 1) != deal_of(setup, 2)


@pytest.mark.parametrize("seats", [2, 8])
def test_deal_reads_back_as_it_is_written(seats: int) -> None:
    setup = new_setup(seats, beasts=5)
    deal = deal_of(setup)
    assert ZOP_ZOO.read_deal(setup, deal.as_json()) == deal


@pytest.mark.rule("ZZ-R17")
@pytest.mark.parametrize("seat", [None, 0, 1])
def test_rows_of_a_deal_lie_open_and_the_draw_pile_does_not(seat: int | None) -> None:
    deal = deal_of(new_setup(2))
    assert deal.as_seen_by(seat) == {"rows": deal.as_json()["rows"], "draw_pile": None}


@pytest.mark.rule("ZZ-01", "ZZ-02", "ZZ-05")
def test_deal_that_the_decks_cannot_give_is_refused() -> None:
    setup = new_setup(2)
    deal: Any = deal_of(setup).as_json()
    rows, draw_pile = deal["rows"], deal["draw_pile"]
    twice = [[rows[0][1], *rows[0][1:]], rows[1]]
    black = [["mole", *rows[0][1:]], rows[1]]
    not_the_rows = [("not_the_deck", "rows", "ZZ-01")]
    not_the_pile = [("not_the_deck", "draw_pile", "ZZ-02")]
    assert faults(setup, {**deal, "rows": twice}) == not_the_rows
    assert faults(setup, {**deal, "rows": black}) == not_the_rows
    assert faults(setup, {**deal, "draw_pile": draw_pile[1:]}) == not_the_pile
    assert faults(setup, {**deal, "draw_pile": [*draw_pile[1:], "mole"]}) == not_the_pile
    assert faults(new_setup(2, beasts=5), deal) == not_the_pile
    assert faults(new_setup(3), deal) == [("not_the_count", "rows", "ZZ-05")]
    assert faults(setup, {"rows": [rows[0][1:], rows[1]], "draw_pile": []}) == [
        ("not_the_count", "rows", "ZZ-05"),
        *not_the_pile,
    ]


def test_deal_of_another_shape_is_refused_with_all_faults() -> None:
    setup = new_setup(2)
    assert faults(setup, 5) == [("not_an_object", "", None)]
    assert faults(setup, {"rows": [["bird-1", "bird-9"], 3], "order": []}) == [
        ("unknown_field", "order", None),
        ("unknown_card", "rows[0][1]", "ZZ-02"),
        ("not_a_list", "rows[1]", "ZZ-05"),
        ("not_a_list", "draw_pile", "ZZ-05"),
    ]
    assert faults(setup, {"draw_pile": [None]}) == [
        ("not_a_list", "rows", "ZZ-05"),
        ("unknown_card", "draw_pile[0]", "ZZ-02"),
    ]


def test_start_refuses_a_deal_of_another_table() -> None:
    with pytest.raises(InvalidDealError):
        ZOP_ZOO.start(new_setup(2), deal_of(new_setup(3)))


def test_setup_reads_back_as_it_is_logged() -> None:
    setup = new_setup(5, 3, beasts=5)
    assert setup.as_log() == {"seats": 5, "number": 1, "dealer": 3, "first": 3}
    assert ZOP_ZOO.read_setup(setup.options, setup.as_log()) == setup


@pytest.mark.parametrize(
    ("changed", "fields"),
    [
        ({"seats": 9}, ["seats"]),
        ({"first": 5}, ["first"]),
        ({"dealer": None, "number": 0}, ["dealer", "number"]),
        ({"number": True}, ["number"]),
        ({"leader": 1}, ["leader"]),
    ],
)
def test_setup_that_cannot_be_is_refused(changed: JsonObject, fields: list[str]) -> None:
    setup = new_setup(5)
    with pytest.raises(InvalidSetupError) as refused:
        ZOP_ZOO.read_setup(setup.options, {**setup.as_log(), **changed})
    assert [problem.field for problem in refused.value.problems] == fields


@in_portions(4)
@given(value=JSON)
@settings(max_examples=25)
def test_any_json_is_refused_as_a_deal_and_as_a_setup(portion: int, value: object) -> None:
    setup = new_setup(2)
    assert faults(setup, value) != []
    with pytest.raises(InvalidSetupError):
        ZOP_ZOO.read_setup(setup.options, value)


def test_values_of_another_game_are_refused() -> None:
    other = FRANKS_ZOO.new_match(FRANKS_ZOO.options({}), 4, 0).next_hand()
    assert other is not None
    with pytest.raises(TypeError, match="no set-up of ZOP ZOO"):
        ZOP_ZOO.sample_deal(other, random.Random(1))
    with pytest.raises(TypeError, match="not options of ZOP ZOO"):
        ZOP_ZOO.new_match(FRANKS_ZOO.options({}), 4, 0)
    with pytest.raises(TypeError, match="no deal of ZOP ZOO"):
        ZOP_ZOO.start(new_setup(4), FRANKS_ZOO.sample_deal(other, random.Random(1)))
