"""Hand 2 of 3 is void: every page, file and program gives the others the same numbers."""

import re
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from league.competitions.models import Table
from league.competitions.queries import tables
from league.displays.queries import latest_hands, tables_on_projector
from league.exports.listings import hands_listing
from league.results.history import table_history
from league.results.queries import hands_of_table
from league.results.recap import recap_of
from league.results.services import void_hand
from league.results.table_view import build_table_view
from league.rounds.cards import card_of
from league.rounds.seating_context import load_seating_context
from league.standings.drilldown import DetailRequest, load_table_details, tables_of
from tests.factories import BY_CLUB, NOW, make_competition, make_organiser, make_round, make_table
from tests.league.results.hands import compute_table, live_hand, send
from tests.league.standings.test_views import words_of

pytestmark = pytest.mark.django_db

COUNTED = [1, 3]
NEXT = 4


@pytest.fixture
def table() -> Table:
    options = {"mode": "partners", "target": 99, "final_trick": "owner"}
    table = make_table(make_round(make_competition(options=options)))
    for _hand in range(3):
        send(table)
    hand = live_hand(table, 2)
    void_hand(hand_id=hand.pk, expected_revision=1, reason="Twice", author=BY_CLUB)
    return tables().get(pk=table.pk)


def test_pages_of_the_table_number_hands_alike(table: Table, client: Client) -> None:
    view = build_table_view(table, list(hands_of_table(table)))
    assert [played.hand.number for played in view.hands if not played.hand.is_void] == COUNTED
    assert view.match.number == compute_table(table).match.number == NEXT
    assert [hand.number for hand in recap_of(view).hands] == COUNTED
    entered = [step.title for step in table_history(table) if "entered" in str(step.title)]
    assert sorted(map(str, entered)) == ["Hand 1 entered", "Hand 2 entered", "Hand 3 entered"]

    client.force_login(make_organiser(table.round.stage.competition.club))
    words = words_of(client.get(reverse("results:table", args=[table.pk])).content.decode())
    assert f"Enter hand {NEXT}" in words
    assert "Hand 2 void" in words


def test_sheet_begins_with_the_hand_after_the_last(table: Table, client: Client) -> None:
    client.force_login(make_organiser(table.round.stage.competition.club))
    page = client.get(reverse("results:score_sheet", args=[table.pk])).content.decode()
    assert min(map(int, re.findall(r'name="h(\d+)-', page))) == NEXT


def test_round_and_big_screen_number_hands_alike(table: Table, client: Client) -> None:
    organiser = make_organiser(table.round.stage.competition.club)
    [shown] = tables_on_projector(table.round)
    assert shown.hand == NEXT
    assert sorted(each.hand.number for each in latest_hands(table.round, 9)) == COUNTED
    [seated] = load_seating_context(table.round).state.tables
    assert (seated.hands, seated.next_hand) == (len(COUNTED), NEXT)
    [on_card] = card_of(table.round, organiser, NOW).tables
    assert getattr(on_card, "next_hand", 0) == NEXT
    client.force_login(organiser)
    club = reverse("clubs:home", args=[table.round.stage.competition.club.slug])
    for address in (club, reverse("rounds:detail", args=[table.round_id])):
        words = words_of(client.get(address).content.decode())
        assert re.findall(r"Hand (\d+)", words) == [str(NEXT)]


def test_breakdown_and_exports_number_hands_alike(table: Table) -> None:
    entry = table.seats.get(number=0).entry
    [played] = tables_of(entry)
    request = DetailRequest(played, is_provisional=False, is_dropped=False)
    detail = load_table_details([request])[request]
    assert [each.hand.number for each in detail.hands] == COUNTED
    states = dict.fromkeys(row[:2] for row in hands_listing(table).rows)
    assert list(states) == [(1, "counts"), (2, "void"), (3, "counts")]


def test_api_numbers_hands_alike(table: Table, client: Client) -> None:
    answer = client.get(f"/api/v1/tables/{table.pk}/hands/").json()
    numbers = [(hand["number"], hand["is_void"]) for hand in answer["results"]]
    assert numbers == [(1, False), (2, True), (3, False)]
    assert client.get(f"/api/v1/tables/{table.pk}/").json()["next_hand"]["number"] == NEXT


def test_next_hand_is_recorded_under_the_number_that_all_show(table: Table) -> None:
    assert send(table, key=uuid4()).hand.number == NEXT
