from typing import Any

import pytest

from games.registry import game
from games.zop_zoo.setup import ZopZooSetup
from league.core.games.entry import EntryFormContext
from league.site_games.zop_zoo.entry import ZopZooEntry

NAMES = ("Ada", "Björn", "Chiara")
FORM = {
    "way": "cards",
    "winner": "1",
    "cards-0": "55",
    "minus-0": "75",
    "cards-1": "275",
    "cards-2": "",
    "bonus-bird": "0",
    "bonus-mythical": "2",
}


def setup_of_hand(**options: Any) -> ZopZooSetup:
    zop_zoo = game("zop-zoo")
    setup = zop_zoo.new_match(zop_zoo.options(options), 3, 0).next_hand()
    assert isinstance(setup, ZopZooSetup)
    return setup


def test_a_form_becomes_the_record_of_a_hand_and_back() -> None:
    record = ZopZooEntry.of_form(FORM, 3).as_record()
    assert record == {
        "winner": 1,
        "seats": [
            {"cards": 55, "minus": -75, "bonus": ["bird"]},
            {"cards": 275, "minus": 0, "bonus": []},
            {"cards": 0, "minus": 0, "bonus": ["mythical"]},
        ],
    }
    assert ZopZooEntry.of_record(record).as_record() == record


def test_points_alone_become_the_short_record_and_back() -> None:
    form = {"way": "points", "winner": "none", "points-0": "-55", "points-1": "−20"}
    record = ZopZooEntry.of_form(form | {"points-2": "275"}, 3).as_record()
    assert record == {"winner": None, "points": [-55, -20, 275]}
    assert ZopZooEntry.of_record(record).as_record() == record


@pytest.mark.parametrize("minus", ["75", "-75", "−75"])
def test_minus_points_are_below_zero_however_they_are_typed(minus: str) -> None:
    entry = ZopZooEntry.of_form(FORM | {"minus-0": minus}, 3)
    assert entry.as_record()["seats"][0]["minus"] == -75


def test_who_won_is_asked_for_and_nobody_is_an_answer() -> None:
    assert ZopZooEntry.of_form(FORM | {"winner": ""}, 3).as_record()["winner"] == ""
    assert ZopZooEntry.of_form(FORM | {"winner": "none"}, 3).as_record()["winner"] is None
    assert ZopZooEntry.of_form(FORM | {"winner": "7"}, 3).as_record()["winner"] == "7"


def test_only_who_scores_cards_has_to_count_them() -> None:
    assert ZopZooEntry.of_form({"winner": "1", "cards-1": "100"}, 3).is_complete is True
    assert ZopZooEntry.of_form({"winner": "0", "cards-1": "100"}, 3).is_complete is False
    everybody = ZopZooEntry.of_form({"winner": "none", "cards-1": "100"}, 3)
    assert everybody.is_complete is False
    assert [seat["cards"] for seat in everybody.as_record()["seats"]] == [None, 100, None]
    assert ZopZooEntry.of_form({"cards-1": "100"}, 3).is_complete is False


def test_what_is_no_number_goes_to_the_engine_as_it_is() -> None:
    form = FORM | {"cards-1": "a lot", "minus-0": "7e1"}
    record = ZopZooEntry.of_form(form, 3).as_record()
    assert record["seats"][1]["cards"] == "a lot"
    assert record["seats"][0]["minus"] == "7e1"


def test_the_next_hand_is_asked_for_as_the_last_one_was() -> None:
    setup = setup_of_hand()
    assert ZopZooEntry.blank(setup).way == "cards"
    assert ZopZooEntry.blank(setup, {"winner": 0, "points": [5, 0, 0]}).way == "points"
    assert ZopZooEntry.blank(setup, {"winner": 0, "seats": []}).way == "cards"


def test_the_cards_to_tap_are_those_of_the_deck() -> None:
    fields = ZopZooEntry.blank(setup_of_hand()).fields(EntryFormContext(NAMES, setup_of_hand(), {}))
    assert set(fields["card_values"]) >= {10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 65, 75, 80, 90}
    assert {-75, -90} <= set(fields["minus_values"])
    assert max(fields["minus_values"]) < 0


def test_a_side_bonus_is_shown_with_the_seat_that_has_it() -> None:
    fields = ZopZooEntry.of_form(FORM, 3).fields(EntryFormContext(NAMES, setup_of_hand(), {}))
    having = {each.category: each.seat for each in fields["bonuses"]}
    assert (len(having), having["bird"], having["mythical"]) == (8, "0", "2")
    assert sorted(having.values()) == [""] * 6 + ["0", "2"]


def test_errors_are_shown_at_the_player_whom_they_concern() -> None:
    errors = {"seats[2].cards": ["Too much."], "seats[0].bonus[1]": ["Taken."], "winner": ["Who?"]}
    fields = ZopZooEntry.of_form(FORM, 3).fields(EntryFormContext(NAMES, setup_of_hand(), errors))
    assert fields["seats"][2].errors["cards"] == ["Too much."]
    assert fields["errors"]["bonus"] == [f"{NAMES[0]}: Taken."]
    assert fields["seats"][1].errors == {"cards": [], "minus": [], "points": []}
    assert fields["errors"]["winner"] == ["Who?"]
