from games.animal_poker.match import AnimalPokerMatch
from games.animal_poker.options import AnimalPokerOptions
from games.animal_poker.setup import AnimalPokerSetup
from league.core.games.entry import EntryFormContext
from league.site_games.animal_poker.entry import AnimalPokerEntry, SubmissionEntry, seasons_left
from tests.league.results.hands import SEASONS, poker_record, turned_seasons

NAMES = ("Ada", "Björn", "Chiara", "Dörte")


def setup_after(hands: int, seats: int = 4) -> AnimalPokerSetup:
    match = AnimalPokerMatch.begin(AnimalPokerOptions(), seats, 0)
    for turn in range(hands):
        match = match.add(poker_record(**turned_seasons(turn)))
    setup = match.next_hand()
    assert setup is not None
    return setup


def form_of_example() -> dict[str, str]:
    form = {f"season-{animal}": season for animal, season in SEASONS.items()} | {"way": "cards"}
    for seat, submitted in enumerate(poker_record()["seats"]):
        form |= {f"animal-{seat}-{animal}": "1" for animal in submitted["animals"]}
        form[f"kind-{seat}"] = submitted["guess"]["kind"]
        form[f"size-{seat}"] = str(submitted["guess"]["size"])
        form[f"guess-{seat}"] = submitted["guess"]["animal"]
    return form


def test_a_form_becomes_the_record_of_the_rulebooks_example_and_back() -> None:
    entry = AnimalPokerEntry.of_form(form_of_example(), 4)
    assert entry.is_complete is True
    assert entry.as_record() == poker_record()
    assert AnimalPokerEntry.of_record(poker_record()) == entry


def test_coins_alone_become_the_short_record_and_back() -> None:
    form = {"way": "coins", "coins-0": "2", "coins-3": "4", "won-3": "1", "pot": "0"}
    entry = AnimalPokerEntry.of_form(form, 4)
    assert entry.as_record() == {"coins": [2, 0, 0, 4], "won": [3], "pot": 0}
    assert entry.is_complete is True
    assert AnimalPokerEntry.of_record(entry.as_record()).as_record() == entry.as_record()
    assert AnimalPokerEntry.of_form({"way": "coins"}, 4).is_complete is False


def test_what_was_not_chosen_is_left_for_the_engine_to_miss() -> None:
    record = AnimalPokerEntry.of_form({"kind-1": "herd", "size-1": "x"}, 4).as_record()
    assert record["seasons"] == {}
    assert record["seats"][0] == {"animals": []}
    assert record["seats"][1] == {
        "animals": [],
        "guess": {"kind": "herd", "size": "x", "animal": ""},
    }


def test_seasons_shown_before_in_the_cycle_are_not_offered() -> None:
    assert seasons_left(setup_after(0))["mouse"] == ["winter", "spring", "summer", "fall"]
    assert seasons_left(setup_after(1))["mouse"] == ["spring", "summer", "fall"]


def test_the_seasons_of_the_fourth_hand_are_filled_in() -> None:
    assert AnimalPokerEntry.blank(setup_after(2)).seasons == {}
    assert AnimalPokerEntry.blank(setup_after(3)).seasons == turned_seasons(3)


def test_a_season_that_was_chosen_wrongly_is_shown_with_its_words() -> None:
    errors = {"seasons.mouse": ["Shown before."]}
    context = EntryFormContext(NAMES, setup_after(1), errors)
    fields = AnimalPokerEntry.of_form(form_of_example(), 4).fields(context)
    mouse = fields["seasons"][0]
    assert (mouse.value, mouse.errors) == ("mouse", ["Shown before."])
    assert [each.value for each in mouse.choices if each.is_picked] == ["winter"]


def test_the_next_hand_is_asked_for_as_the_last_one_was() -> None:
    setup = setup_after(1)
    assert AnimalPokerEntry.blank(setup, poker_record()).way == "cards"
    coins = {"coins": [0, 4, 0, 0], "won": [1], "pot": 0}
    assert AnimalPokerEntry.blank(setup, coins).way == "coins"


def test_errors_are_shown_at_the_player_whom_they_concern() -> None:
    errors = {"seats[1].guess.kind": ["Herd?"], "seats[10].animals": ["?"], "seats[2]": ["All."]}
    context = EntryFormContext(NAMES, setup_after(0), errors)
    fields = AnimalPokerEntry.of_form({}, 4).fields(context)
    assert [seat.errors["guess"] for seat in fields["seats"]] == [[], ["Herd?"], [], []]
    assert [seat.errors["other"] for seat in fields["seats"]] == [[], [], ["All."], []]
    assert [seat.errors["animals"] for seat in fields["seats"]] == [[]] * 4


def test_a_submission_offers_the_animals_of_the_table() -> None:
    context = EntryFormContext(NAMES, setup_after(0), {})
    fields = AnimalPokerEntry.of_form(form_of_example(), 4).fields(context)
    assert "ape" not in {each.value for each in fields["seats"][0].animals}
    assert [each.value for each in fields["seats"][0].animals if each.is_picked] == [
        "snake",
        "horse",
    ]
    assert [each.value for each in fields["seats"][2].sizes if each.is_picked] == ["3"]


def test_a_submission_is_complete_once_something_of_everything_is_chosen() -> None:
    assert SubmissionEntry(("cat",), "herd", "2", "cat").is_complete is True
    assert SubmissionEntry(("cat",), "herd", "2", "").is_complete is False
    assert SubmissionEntry((), "herd", "2", "cat").is_complete is False
