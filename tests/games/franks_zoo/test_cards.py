import pytest

from games.franks_zoo.cards import deck


@pytest.mark.rule("FZ-01")
@pytest.mark.parametrize("seats", [4, 5, 6, 7])
def test_deck_of_four_to_seven_has_sixty_cards(seats: int) -> None:
    cards = deck(seats)
    assert sum(cards.values()) == 60
    assert {animal: count for animal, count in cards.items() if count != 5} == {
        "mosquito": 4,
        "joker": 1,
    }


@pytest.mark.rule("FZ-32")
def test_deck_of_three_has_thirty_nine_cards() -> None:
    cards = deck(3)
    assert sum(cards.values()) == 39
    assert {animal: count for animal, count in cards.items() if count != 3} == {
        "lion": 4,
        "elephant": 4,
        "mouse": 4,
        "mosquito": 2,
        "joker": 1,
    }
