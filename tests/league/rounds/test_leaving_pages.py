"""Pages by which an organiser lets somebody leave in the middle of a match."""

import pytest
from django.test import Client
from django.urls import reverse

from league.online.models import OnlineTable
from league.results.services import void_hand
from league.rounds.models import ChangeKind
from tests.factories import BY_CLUB, NOW
from tests.league.results.hands import live_hand
from tests.league.rounds.changing import entry_at, names_at
from tests.league.rounds.leaving import leave, make_match
from tests.league.rounds.pages import address, organise, words

pytestmark = pytest.mark.django_db


def test_page_previews_every_way_out_and_leaves_on_a_press(client: Client) -> None:
    table = make_match()
    entry = entry_at(table, 1)
    organise(client, table.round)

    answer = client.get(address("leave", table.round_id, entry.pk))

    page = words(answer)
    assert "Björn leaves" in page
    for title in ("Add substitute", "Continue without the player", "End match now", "Void match"):
        assert title in page
    assert "Let bot play" not in page
    pressed = client.post(
        address("change", table.round_id), {"do": "reduced", "entry": entry.pk, "seating": 0}
    )
    assert pressed.status_code == 302
    assert names_at(table)[-1] == "Björn"
    for name in ("results:table", "results:recap", "results:history"):
        assert "Björn" in words(client.get(reverse(name, args=[table.pk])))
    round_page = words(client.get(address("detail", table.round_id)))
    assert "Björn left. Table 1 continues with fewer players from hand 3." in round_page


def test_page_of_a_match_that_has_not_begun_leads_to_the_seats(client: Client) -> None:
    table = make_match(hands=0)
    organise(client, table.round)
    answer = client.get(address("leave", table.round_id, entry_at(table, 1).pk))
    assert answer.headers["Location"] == address("move", table.round_id, entry_at(table, 1).pk)


def test_page_offers_a_bot_where_the_match_is_played_online(client: Client) -> None:
    table = make_match()
    OnlineTable.objects.create(table=table, game=table.game, created_at=NOW, token="token")
    organise(client, table.round)
    page = words(client.get(address("leave", table.round_id, entry_at(table, 1).pk)))
    assert "Let bot play" in page
    assert reverse("online:replace", args=["token", 1]) in page


def test_page_of_a_player_offers_a_bot_in_the_first_hand_online(client: Client) -> None:
    table = make_match(hands=0)
    entry = entry_at(table, 1)
    organise(client, table.round)
    assert "Let bot play" not in words(client.get(address("move", table.round_id, entry.pk)))
    OnlineTable.objects.create(table=table, game=table.game, created_at=NOW, token="token")
    page = words(client.get(address("move", table.round_id, entry.pk)))
    assert reverse("online:replace", args=["token", 1]) in page


def test_page_of_the_table_offers_it_to_organisers_alone(client: Client) -> None:
    table = make_match()
    leads = address("leave", table.round_id, entry_at(table, 1).pk)
    page = reverse("results:table", args=[table.pk])
    assert leads not in words(client.get(page))
    organise(client, table.round)
    assert leads in words(client.get(page))


def test_form_of_the_next_hand_asks_for_those_who_play(client: Client) -> None:
    table = make_match()
    leave(table, ChangeKind.REDUCED)
    organise(client, table.round)

    form = client.get(reverse("results:enter", args=[table.pk])).context["form"]
    assert (form.number, form.names) == (3, ("Ada", "Chiara", "Dörte", "Emil"))
    correction = client.get(reverse("results:correct", args=[live_hand(table, 1).pk]))
    assert correction.context["form"].names == ("Ada", "Björn", "Chiara", "Dörte", "Emil")
    offline = client.get(reverse("results:offline_table", args=[table.pk])).json()
    assert (offline["reduced"], offline["names"]) == (True, list(form.names))
    sheet = client.get(reverse("results:score_sheet", args=[table.pk])).context["sheet"]
    assert sheet.names == form.names


def test_final_result_names_everyone_who_began(client: Client) -> None:
    table = make_match()
    leave(table, ChangeKind.REDUCED)
    organise(client, table.round)
    for number in (1, 2):
        void_hand(
            hand_id=live_hand(table, number).pk,
            expected_revision=1,
            reason="Misdeal.",
            author=BY_CLUB,
        )
    page = words(client.get(reverse("results:final_result", args=[table.pk])))
    assert "Björn" in page
