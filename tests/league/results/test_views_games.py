"""Hands of ZOP ZOO and Animal Poker on the pages that all games share."""

from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from league.clubs.models import Role
from league.competitions.models import Table
from league.results.models import Hand, Submission, SubmissionOutcome
from league.results.scoring import record_of
from league.results.templatetags.hands import rule_help
from tests.league.results.hands import (
    live_hand,
    make_poker_table,
    make_zop_table,
    poker_record,
    right_scores,
    send,
    stored_scores,
    totals_of,
    turned_seasons,
)
from tests.league.results.visits import at_the_table, club_member, form_of, text_of
from tests.league.site_games.animal_poker.test_entry import form_of_example

pytestmark = pytest.mark.django_db

ZOP = {
    "way": "cards",
    "winner": "1",
    "cards-0": "55",
    "minus-0": "75",
    "cards-1": "275",
    "minus-2": "",
    "bonus-bird": "0",
}
ZOP_RECORD = {
    "winner": 1,
    "seats": [
        {"cards": 55, "minus": -75, "bonus": ["bird"]},
        {"cards": 275, "minus": 0, "bonus": []},
        {"cards": 0, "minus": 0, "bonus": []},
    ],
}
SAID = {"number": "1", "seating": "1", "send": "1"}


def entry_of(table: Table) -> str:
    return reverse("results:enter", args=[table.pk])


def preview_of(table: Table) -> str:
    return reverse("results:preview", args=[table.pk])


def test_a_hand_of_zop_zoo_is_entered_with_plain_fields() -> None:
    table = make_zop_table()
    client = at_the_table(table)
    page = form_of(client.get(entry_of(table)))
    answer = client.post(entry_of(table), page | ZOP | {"send": "1"}, follow=True)
    assert "Hand 1 recorded." in text_of(answer)
    assert record_of(live_hand(table, 1)) == ZOP_RECORD
    assert totals_of(table) == [-55, 275, 0]


def test_the_preview_of_zop_zoo_words_every_line_and_announces_the_target() -> None:
    table = make_zop_table(options={"target": 275})
    words = text_of(at_the_table(table).post(preview_of(table), ZOP | {"number": "1"}))
    assert "−75 Visible minus cards" in words
    assert "+20 Side bonus bird" in words
    assert "0 55 points on cards, which only the winner scores" in words
    assert "+275 Covered and connected cards: 275 points" in words
    assert "With this hand the match is over: Björn wins." in words


def test_zop_zoo_may_end_without_a_winner_and_everybody_scores() -> None:
    table = make_zop_table()
    client = at_the_table(table)
    form = ZOP | SAID | {"winner": "none", "cards-2": "30"}
    assert client.post(entry_of(table), form).status_code == HTTPStatus.FOUND
    assert totals_of(table) == [0, 275, 30]
    page = text_of(client.get(reverse("results:table", args=[table.pk])))
    assert "gets the first card and starts B Björn" in page


def test_zop_zoo_takes_points_alone_and_asks_for_them_again() -> None:
    table = make_zop_table()
    client = at_the_table(table)
    form = {"way": "points", "winner": "2", "points-0": "-55", "points-1": "0", "points-2": "90"}
    client.post(entry_of(table), form | SAID)
    assert record_of(live_hand(table, 1)) == {"winner": 2, "points": [-55, 0, 90]}
    assert form_of(client.get(entry_of(table)))["way"] == "points"


BAD_ZOP = [
    ({"winner": ""}, "winner_error", "Choose who won the hand, or “Nobody”."),
    ({"cards-1": ""}, "cards-1_error", "Enter the points of the covered and connected cards"),
    ({"cards-1": "33"}, "cards-1_error", "All points in this game are multiples of 5."),
    ({"cards-1": "many"}, "cards-1_error", "Enter a whole number of points."),
    ({"cards-1": "2000"}, "cards-1_error", "worth 0 to 1200 points"),
    ({"minus-0": "7"}, "minus-0_error", "multiples of 5"),
    ({"way": "points", "points-0": "x"}, "points-0_error", "a whole number of points"),
    ({"way": "points"}, "points-2_error", "Enter the points."),
]


@pytest.mark.parametrize(("fields", "error_id", "words"), BAD_ZOP)
def test_bad_input_of_zop_zoo_gets_words_at_its_field_and_nothing_is_lost(
    fields: dict[str, str], error_id: str, words: str
) -> None:
    table = make_zop_table()
    answer = at_the_table(table).post(entry_of(table), ZOP | SAID | fields)
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    page = answer.content.decode()
    at = page.index(f'id="{error_id}"')
    assert words in page[at : at + 300]
    kept = form_of(answer)
    assert {name: kept[name] for name in ("minus-0", "bonus-bird")} == {
        name: (ZOP | fields)[name] for name in ("minus-0", "bonus-bird")
    }
    assert Hand.objects.count() == 0


def test_a_hand_of_animal_poker_is_entered_together_with_plain_fields() -> None:
    table = make_poker_table()
    client = at_the_table(table)
    page = form_of(client.get(entry_of(table)))
    answer = client.post(entry_of(table), page | form_of_example() | {"send": "1"}, follow=True)
    assert "Hand 1 recorded." in text_of(answer)
    assert record_of(live_hand(table, 1)) == poker_record()
    assert totals_of(table) == [2, 0, 0, 4]
    score = live_hand(table, 1).score.score
    assert (score["pot"], score["side_pot"], score["won"]) == (0, None, [3])
    assert score["made"][3] == {"kind": "chain", "size": 6, "animal": "elephant"}


def test_a_hand_of_animal_poker_is_explained_wherever_it_is_shown() -> None:
    table = make_poker_table()
    client = at_the_table(table)
    preview = text_of(client.post(preview_of(table), form_of_example() | {"number": "1"}))
    send(table, record=poker_record())
    hand = reverse("results:hand", args=[live_hand(table, 1).pk])
    pages = [preview, text_of(client.get(hand))]
    pages.append(text_of(client.get(reverse("results:table", args=[table.pk]))))
    for page in pages:
        assert "Plays rabbit and cat and guesses a chain of 6 to the elephant." in page
        assert "Ada’s spring snake forbids chains." in page
        assert "The spring goat fails: a mouse or an elephant was played." in page
        assert "The summer horse brings 2 coins." in page
    assert "AP-13 " in pages[1]
    assert "snake + horse, guessed a herd of 4 elephants" in pages[1]


def test_a_table_of_animal_poker_shows_coins_pot_and_the_place_in_the_cycle() -> None:
    table = make_poker_table()
    client = at_the_table(table)
    nobody = [
        {"animals": ["dog", "horse"], "guess": {"kind": "herd", "size": 9, "animal": "cat"}}
        for _ in range(4)
    ]
    send(table, record=poker_record(horse="winter") | {"seats": nobody})
    page = text_of(client.get(reverse("results:table", args=[table.pk])))
    assert "In the pot 8" in page
    assert "Season cards hand 2 of 4" in page
    assert "Coins after hand 1" in page


def test_only_the_coins_of_a_hand_are_enough_and_odd_ones_are_asked_about() -> None:
    table = make_poker_table()
    client = at_the_table(table)
    form = SAID | {"way": "coins", "coins-1": "9", "won-1": "1", "pot": "9"}
    answer = client.post(entry_of(table), form)
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "The pot held 4 coins. Without a winner they stay, and the pot never grows." in text_of(
        answer
    )
    client.post(entry_of(table), form_of(answer) | {"send": "1"})
    assert record_of(live_hand(table, 1)) == {"coins": [0, 9, 0, 0], "won": [1], "pot": 9}
    assert form_of(client.get(entry_of(table)))["way"] == "coins"


def test_the_seasons_of_the_fourth_hand_need_not_be_entered() -> None:
    table = make_poker_table()
    for turn in range(3):
        send(table, record=poker_record(**turned_seasons(turn)))
    page = form_of(at_the_table(table).get(entry_of(table)))
    chosen = {name[7:]: value for name, value in page.items() if name.startswith("season-")}
    assert chosen == turned_seasons(3)


BAD_POKER: list[tuple[dict[str, str | None], str]] = [
    ({"season-mouse": None}, "Choose the season that each animal shows."),
    ({"animal-1-rabbit": None}, "Choose exactly 2 different animals."),
    ({"animal-1-ape": "1", "animal-1-rabbit": None}, "Apes are only for 5 or 6 players."),
    ({"kind-2": None, "size-2": None, "guess-2": None}, "Choose the guessed set."),
    ({"kind-2": None}, "Choose a herd or a chain."),
    ({"size-2": "99"}, "A guess has from 2 to 9 animals."),
    ({"kind-2": "chain"}, "This set does not exist. A chain has at least 3 animals"),
]


@pytest.mark.parametrize(("changes", "words"), BAD_POKER)
def test_bad_input_of_animal_poker_gets_words_at_its_field_and_nothing_is_lost(
    changes: dict[str, str | None], words: str
) -> None:
    table = make_poker_table()
    form = {**form_of_example(), **SAID, **changes}
    sent = {name: value for name, value in form.items() if value is not None}
    answer = at_the_table(table).post(entry_of(table), sent)
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert words in text_of(answer)
    kept = form_of(answer)
    lost = {name for name in sent.keys() - {"send"} if kept.get(name) != sent[name]}
    assert lost <= {name for name in changes if name.startswith(("size", "animal-1-ape"))}
    assert Hand.objects.count() == 0


def test_a_season_that_was_shown_before_is_refused_at_its_animal() -> None:
    table = make_poker_table()
    send(table, record=poker_record())
    form = form_of_example() | SAID | {"number": "2"}
    page = at_the_table(table).post(entry_of(table), form).content.decode()
    at = page.index('name="season-goat"')
    assert (
        "This animal has already shown spring since the last shuffle. Choose another season."
        in page[at : at + 1500]
    )


MAKERS: list[tuple[Any, dict[str, Any], dict[str, Any], str]] = [
    (make_zop_table, ZOP_RECORD, ZOP_RECORD | {"winner": 0}, "Hand won by Ada (before: Björn)"),
    (make_poker_table, poker_record(), poker_record(mouse="fall"), "mouse fall, rabbit summer"),
]


@pytest.mark.parametrize(("make", "first", "second", "changed"), MAKERS)
def test_two_phones_disagree_and_the_table_picks(
    make: Any, first: dict[str, Any], second: dict[str, Any], changed: str
) -> None:
    table = make()
    send(table, number=1, record=first)
    assert send(table, number=1, record=first).outcome == SubmissionOutcome.AGREED
    other = send(table, number=1, record=second)
    assert other.outcome == SubmissionOutcome.DIFFERED
    client = at_the_table(table)
    page = client.get(reverse("results:table", args=[table.pk]))
    assert "Hand 1: different versions" in text_of(page)
    client.post(reverse("results:resolve", args=[other.pk]), {"revision": "1", "apply": "1"})
    assert record_of(live_hand(table, 1)) == other.record
    history = text_of(client.get(reverse("results:hand", args=[other.hand_id])))
    assert changed in history
    assert stored_scores(table) == right_scores(table)


@pytest.mark.parametrize(
    ("make", "record", "changes"),
    [
        (make_zop_table, ZOP_RECORD, {"minus-2": "90"}),
        (make_poker_table, poker_record(), {"season-mouse": "fall"}),
    ],
)
def test_a_hand_is_corrected_voided_restored_and_taken_back(
    make: Any, record: dict[str, Any], changes: dict[str, str]
) -> None:
    table = make()
    hand = send(table, number=1, record=record).hand
    scorer = club_member(table, Role.SCORER)
    address = reverse("results:correct", args=[hand.pk])
    form = form_of(scorer.get(address)) | changes | {"reason": "Miscounted", "apply": "1"}
    assert scorer.post(address, form).status_code == HTTPStatus.FOUND
    assert record_of(live_hand(table, 1)) != record
    for name, revision in (("void", 2), ("restore", 3)):
        reason = {"reason": "Try", "revision": str(revision), "apply": "1"}
        scorer.post(reverse(f"results:{name}", args=[hand.pk]), reason)
    assert record_of(live_hand(table, 1)) != record
    take_back = reverse("results:undo_hand", args=[hand.pk])
    at_the_table(table).post(take_back, {"revision": "4"})
    assert Hand.objects.get().is_void is True
    assert Submission.objects.count() == 1


def test_players_of_zop_zoo_share_a_win() -> None:
    table = make_zop_table(options={"target": 100})
    send(table, record={"winner": None, "points": [100, 100, 5]})
    page = text_of(at_the_table(table).get(reverse("results:table", args=[table.pk])))
    assert "Ada and Björn share the win" in page
    assert "Ada and Björn have reached 100 points." in page
    assert "Ada and Björn have the same points and share the place." in page


def test_every_field_has_its_rules_beside_it() -> None:
    wanted = {
        make_zop_table: ("ZZ-23", "ZZ-24", "ZZ-22"),
        make_poker_table: ("AP-03", "AP-09", "AP-04", "AP-05", "AP-19"),
    }
    for make, rules in wanted.items():
        table = make()
        page = text_of(at_the_table(table).get(entry_of(table)))
        assert [rule for rule in rules if rule not in page] == []


def test_the_projector_shows_points_and_coins() -> None:
    for table, record, shown in (
        (make_zop_table(), ZOP_RECORD, "B Björn 275"),
        (make_poker_table(), poker_record(), "D Dörte 4"),
    ):
        send(table, record=record)
        screen = reverse("displays:round_projector", args=[table.round_id])
        assert shown in text_of(Client().get(screen))


def test_help_about_a_rule_that_is_not_there_is_a_mistake() -> None:
    with pytest.raises(LookupError, match="zop-zoo has no rule ZZ-99"):
        rule_help("zop-zoo", "ZZ-24", "ZZ-99")
