import pytest

from games.franks_zoo.setup import FranksZooSetup
from games.registry import game
from league.site_games.franks_zoo.entry import FranksZooEntry, role_choices


def setup_of_hand(number: int, seats: int = 5) -> FranksZooSetup:
    match = game("franks-zoo").new_match(game("franks-zoo").options({}), seats, 0)
    if number > 1:
        match = match.add({"finish": list(range(seats))})
    setup = match.next_hand()
    assert isinstance(setup, FranksZooSetup)
    return setup


def test_taps_list_seats_in_order_and_the_last_fills_itself_in() -> None:
    entry = FranksZooEntry(4)
    for seat in (2, 0, 3):
        assert entry.is_complete is False
        entry = entry.tap(seat)
    assert entry.tapped == (2, 0, 3)
    assert entry.finish == (2, 0, 3, 1)
    assert entry.is_complete is True


def test_a_second_tap_undoes_the_first_and_opens_the_end() -> None:
    entry = FranksZooEntry(4, (2, 0, 3)).tap(0)
    assert entry.finish == entry.tapped == (2, 3)


def test_a_tap_on_who_is_left_takes_back_the_tap_that_made_it_the_end() -> None:
    assert FranksZooEntry(4, (2, 0, 3)).tap(1).tapped == (2, 0)


def test_a_form_and_its_entry_are_the_same_there_and_back() -> None:
    entry = FranksZooEntry.blank(setup_of_hand(2))
    assert entry.as_record() == {
        "finish": [],
        "teams": [[0, 3], [1, 4]],
        "solo": 2,
        "lions_taken": [0] * 5,
        "lions_in_hand": 0,
        "hedgehog": [True] * 5,
    }
    form = {
        "finish": "3,1,0,4",
        "lions_in_hand": "1",
        **{f"lions-{seat}": str(lions) for seat, lions in enumerate((0, 2, 0, 2, 0))},
        "hedgehog-0": "1",
        "hedgehog-3": "1",
        **{f"role-{seat}": role for seat, role in enumerate(entry.roles or ())},
    }
    record = FranksZooEntry.of_form(form, 5).as_record()
    assert record == {
        "finish": [3, 1, 0, 4, 2],
        "teams": [[0, 3], [1, 4]],
        "solo": 2,
        "lions_taken": [0, 2, 0, 2, 0],
        "lions_in_hand": 1,
        "hedgehog": [True, False, False, True, False],
    }
    assert FranksZooEntry.of_record(record).as_record() == record


def test_a_hand_that_counts_the_order_alone_has_no_other_fields() -> None:
    entry = FranksZooEntry.of_form({"finish": "0,1,2"}, 4)
    assert entry.as_record() == {"finish": [0, 1, 2, 3]}
    assert FranksZooEntry.blank(setup_of_hand(1)).as_record() == {"finish": []}


@pytest.mark.parametrize("order", ["0,0,1,2", "0,1,2,9", "0,1,1,2", "x", "0,1,2,", "00,1,2"])
def test_an_order_that_no_taps_can_make_goes_to_the_engine_as_it_is(order: str) -> None:
    entry = FranksZooEntry.of_form({"finish": order}, 4)
    assert entry.as_record() == {"finish": order.split(",")}
    assert entry.is_complete is False
    assert entry.tap(3).garbled == ""


def test_a_count_that_is_no_number_stays_text() -> None:
    form = {"finish": "", "lions_in_hand": "two", "lions-0": "1e9", "lions-1": "-1"}
    record = FranksZooEntry.of_form(form, 3).as_record()
    assert record["lions_taken"] == ["1e9", -1, 0]
    assert record["lions_in_hand"] == "two"


def test_teams_that_are_chosen_wrongly_go_to_the_engine_as_they_are() -> None:
    roles = ("0-senior", "0-senior", "1-senior", "1-junior")
    entry = FranksZooEntry(4, (0, 1, 2), roles=roles)
    assert entry.as_record()["teams"] == [[None, None], [2, 3]]
    entry = FranksZooEntry(
        5, (0, 1, 2, 3), roles=("0-senior", "0-junior", "0-junior", "", "1-junior")
    )
    assert entry.as_record()["teams"] == [[0, None], [None, 4]]
    assert entry.as_record()["solo"] is None


def test_fit_gives_an_entry_just_the_fields_that_the_hand_counts() -> None:
    setup = setup_of_hand(2)
    assert FranksZooEntry(5, (1, 2)).fit(setup) == FranksZooEntry.blank(setup).tap(1).tap(2)
    assert FranksZooEntry.blank(setup).tap(1).fit(setup_of_hand(1)) == FranksZooEntry(5, (1,))


def test_role_choices_have_somebody_alone_at_odd_tables_only() -> None:
    assert [value for value, _ in role_choices(4)] == [
        "0-senior",
        "0-junior",
        "1-senior",
        "1-junior",
    ]
    assert role_choices(5)[-1][0] == "solo"
