"""A whole match typed from paper: checked as a whole, recorded as a whole."""

import re
from typing import Any

import pytest
from django.urls import reverse
from pytest_django import Settings

from games.registry import game as find_game
from games.registry import games
from league.competitions.models import Round, RoundStatus, Table
from league.results.models import Hand, Submission, TableScore
from league.results.score_sheet import MOST_HANDS
from league.results.scoring import record_of
from tests.factories import make_competition, make_round, make_table
from tests.league.results.hands import (
    SEASONS,
    SUBMISSIONS,
    make_poker_table,
    make_zop_table,
    poker_record,
    send,
)
from tests.league.results.visits import Answer, at_the_table, club_member, text_of

pytestmark = pytest.mark.django_db


def sheet_of(table: Table) -> str:
    return reverse("results:score_sheet", args=[table.pk])


def fields_of(answer: Answer) -> dict[str, str]:
    """Return what the sheet would send, as a browser reads it."""
    page = answer.content.decode()
    page = page[page.index('class="hand-form"') :]
    fields: dict[str, str] = {}
    for tag in re.findall(r"<input[^>]*>", page):
        values = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
        if values.get("type") not in {"checkbox", "radio"} or " checked" in tag:
            fields[values["name"]] = values.get("value", "")
    for name, options in re.findall(r'<select name="([\w-]+)"[^>]*>(.*?)</select>', page):
        fields[name] = (re.findall(r'value="([^"]*)" selected', options) or [""])[0]
    del fields["csrfmiddlewaretoken"]
    return fields


def focused(answer: Answer) -> list[str]:
    """Return the names of the inputs that take the focus."""
    return re.findall(r'name="([\w-]+)"[^>]* autofocus', answer.content.decode())


def hand(number: int, **fields: Any) -> dict[str, str]:
    return {f"h{number}-{name.replace('_', '-')}": str(value) for name, value in fields.items()}


def out(number: int, *places: object) -> dict[str, str]:
    return {f"h{number}-out-{seat}": str(place) for seat, place in enumerate(places)}


def frank(typed: dict[str, str]) -> dict[str, str]:
    """Add two hands of Frank's Zoo of four, all lions with seat 0 in the second."""
    return typed | out(1, 2, 1, "", 3) | out(2, 1, 2, 3, 4) | {"h2-lions-0": "5"}


def test_a_match_of_franks_zoo_is_checked_and_recorded_as_a_whole() -> None:
    table = make_table()
    phone = at_the_table(table)
    typed = frank(fields_of(phone.get(sheet_of(table))))
    checked = phone.post(sheet_of(table), typed | {"check": "1"})
    assert "+4" in text_of(checked)
    assert Hand.objects.count() == 0
    for _ in range(2):
        answer = phone.post(sheet_of(table), fields_of(checked) | {"send": "1"})
        assert answer["Location"] == reverse("results:table", args=[table.pk])
    records = [record_of(each) for each in Hand.objects.order_by("number")]
    assert [record["finish"] for record in records] == [[1, 0, 3, 2], [0, 1, 2, 3]]
    assert records[1]["lions_taken"] == [5, 0, 0, 0]
    assert records[1]["hedgehog"] == [True] * 4
    assert Submission.objects.count() == 2
    assert TableScore.objects.get(table=table).hands == 2


def test_every_fault_stands_at_its_hand_and_nothing_is_lost() -> None:
    table = make_table()
    phone = at_the_table(table)
    typed = frank(fields_of(phone.get(sheet_of(table))))
    typed |= out(1, 1, 1, 2, 3) | {"h2-lions-0": "9", "h2-lions-in-hand": ""} | out(4, 1, 2, 3, 4)
    answer = phone.post(sheet_of(table), typed | {"send": "1"})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert Hand.objects.count() == 0
    text = text_of(answer)
    assert "View hand 1" in text
    assert "View hand 2" in text
    assert "View hand 3" in text
    assert "View hand 4" not in text
    assert 'name="h1-out-1" value="1"' in page
    assert 'name="h2-lions-0" value="9"' in page


def test_missing_lions_are_asked_for_once_and_sent_anyway() -> None:
    table = make_table()
    phone = at_the_table(table)
    typed = frank(fields_of(phone.get(sheet_of(table)))) | {"h2-lions-0": "4"}
    asked = phone.post(sheet_of(table), typed | {"send": "1"})
    assert asked.status_code == 422
    assert "1 lion is missing" in text_of(asked)
    assert "Send anyway" in text_of(asked)
    assert phone.post(sheet_of(table), fields_of(asked) | {"send": "1"}).status_code == 302
    assert Hand.objects.count() == 2


def test_other_teams_are_picked_where_they_were_played() -> None:
    table = make_table()
    phone = at_the_table(table)
    typed = frank(fields_of(phone.get(sheet_of(table))))
    roles = ("0-senior", "0-junior", "1-senior", "1-junior")
    typed |= {f"h2-role-{seat}": role for seat, role in enumerate(roles)}
    asked = phone.post(sheet_of(table), typed | {"send": "1"})
    phone.post(sheet_of(table), fields_of(asked) | {"send": "1"})
    assert record_of(Hand.objects.get(number=2))["teams"] == [[0, 1], [2, 3]]


def test_the_sheet_goes_on_after_hands_that_are_there() -> None:
    table = make_table()
    send(table)
    phone = at_the_table(table)
    typed = fields_of(phone.get(sheet_of(table)))
    assert typed["first"] == "2"
    phone.post(sheet_of(table), typed | out(2, 1, 2, 3, 4) | {"h2-lions-0": "5", "send": "1"})
    assert list(Hand.objects.values_list("number", flat=True).order_by("number")) == [1, 2]


def test_a_match_of_zop_zoo_is_typed_by_points_or_cards() -> None:
    table = make_zop_table()
    phone = at_the_table(table)
    typed = fields_of(phone.get(sheet_of(table)))
    typed |= hand(1, winner=0, points_0=100, points_1=-50, points_2=0)
    typed |= hand(2, winner="none", points_0=5, points_1=5, points_2=7)
    answer = phone.post(sheet_of(table), typed | {"send": "1"})
    assert "All points in this game are multiples of 5." in text_of(answer)
    assert re.search(r'name="h2-points-2" value="7"[^>]*aria-invalid', answer.content.decode())
    phone.post(sheet_of(table), fields_of(answer) | {"h2-points-2": "10", "send": "1"})
    assert TableScore.objects.get().totals == [105, -45, 10]
    other = make_zop_table()
    phone = at_the_table(other)
    typed = fields_of(phone.get(sheet_of(other))) | {"way": "cards", "send": "1"}
    typed |= hand(1, winner=0, cards_0=155, minus_1=75, bonus_bird=0)
    assert phone.post(sheet_of(other), typed).status_code == 302
    seats = record_of(Hand.objects.get(table=other))["seats"]
    assert seats[0]["cards"] == 155
    assert seats[0]["bonus"] == ["bird"]
    assert seats[1]["minus"] == -75


def test_a_match_of_animal_poker_is_typed_by_coins_or_cards() -> None:
    table = make_poker_table()
    phone = at_the_table(table)
    typed = fields_of(phone.get(sheet_of(table)))
    typed |= hand(1, coins_3=4, won_3=1, pot=0)
    phone.post(sheet_of(table), typed | {"send": "1"})
    assert record_of(Hand.objects.get())["coins"] == [0, 0, 0, 4]
    other = make_poker_table()
    phone = at_the_table(other)
    typed = fields_of(phone.get(sheet_of(other))) | {"way": "cards", "send": "1"}
    typed |= {f"h1-season-{animal}": season for animal, season in SEASONS.items()}
    for seat, submission in enumerate(SUBMISSIONS):
        guess: Any = submission["guess"]
        typed |= {f"h1-pick-{seat}-{at}": each for at, each in enumerate(submission["animals"])}
        typed |= {f"h1-kind-{seat}": guess["kind"], f"h1-size-{seat}": str(guess["size"]),
                  f"h1-guess-{seat}": guess["animal"]}  # fmt: skip
    answer = phone.post(sheet_of(other), typed)
    assert answer.status_code == 302, text_of(answer)
    assert record_of(Hand.objects.get(table=other)) == poker_record()


def test_more_hands_are_asked_for_without_scripts() -> None:
    table = make_table()
    phone = at_the_table(table)
    typed = frank(fields_of(phone.get(sheet_of(table)))) | {"add": "1"}
    page = phone.post(sheet_of(table), typed)
    assert "Hand 12" in text_of(page)
    assert fields_of(page)["h1-out-3"] == "3"
    assert focused(page) == ["h7-out-0"]
    assert focused(phone.get(sheet_of(table))) == []


def test_a_piece_of_more_hands_has_these_alone_and_leaves_what_was_typed() -> None:
    table = make_table()
    send(table)
    phone = at_the_table(table)
    typed = fields_of(phone.get(sheet_of(table))) | {"add": "1", "h2-out-0": "2"}
    piece = phone.post(
        sheet_of(table), typed, headers={"HX-Request": "true", "HX-Target": "hands-from-8"}
    )
    numbers = [f"Hand {number}" for number in range(8, 14)]
    assert re.findall(r"<legend>([^<]*)", piece.content.decode()) == numbers
    assert re.findall(r'id="(hands-from-\d+)"', piece.content.decode()) == [
        "hands-from-8",
        "hands-from-14",
    ]
    assert 'name="rows" value="12"' in piece.content.decode()
    assert focused(piece) == ["h8-out-0"]


@pytest.mark.parametrize(("way", "name"), [("coins", "h7-coins-0"), ("cards", "h7-season-mouse")])
def test_typing_goes_on_in_the_first_field_that_is_seen(way: str, name: str) -> None:
    table = make_poker_table()
    phone = at_the_table(table)
    typed = fields_of(phone.get(sheet_of(table))) | {"add": "1", "way": way}
    assert focused(phone.post(sheet_of(table), typed)) == [name]


def test_a_closed_round_offers_no_sheet_and_says_why() -> None:
    table = make_table()
    phone = at_the_table(table)
    Round.objects.update(status=RoundStatus.CLOSED)
    page = phone.get(sheet_of(table))
    assert "Round 1 is closed. Its tables accept no more entries or changes." in text_of(page)
    assert "h1-out-0" not in page.content.decode()


def test_an_empty_sheet_is_not_sent_and_strangers_find_none() -> None:
    table = make_table()
    phone = at_the_table(table)
    answer = phone.post(sheet_of(table), fields_of(phone.get(sheet_of(table))) | {"send": "1"})
    assert answer.status_code == 422
    assert club_member(table).get(sheet_of(table)).status_code == 404


@pytest.mark.parametrize("game", [each.slug for each in games()])
def test_the_longest_sheet_of_the_largest_table_can_be_sent(game: str, settings: Settings) -> None:
    rules = find_game(game)
    competition = make_competition(game=game, options=rules.options({}).as_json())
    table = make_table(make_round(competition), seats=rules.seats[-1])
    phone = at_the_table(table)
    page = phone.post(sheet_of(table), {"rows": "12", "add": "1", "seating": "1", "first": "1"})
    assert f"Hand {MOST_HANDS}" in text_of(page)
    assert "Add hands" not in text_of(page)
    boxes = page.content.decode().count('type="checkbox"')
    assert len(fields_of(page)) + boxes < settings.DATA_UPLOAD_MAX_NUMBER_FIELDS
