"""A fourth game on the site's own pages: a competition, hands from phones, standings, online."""

import random
from http import HTTPStatus
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.competitions.models import Competition, Table
from league.online.models import OnlineHand, OnlineTable, Phase
from league.online.models.hands import WINDOW
from league.online.services.bots import analyse_moves, do_what_is_due, play_bots
from league.results.scoring import record_of
from league.standings.queries import standings_of
from tests.factories import NOW, make_club, make_competition, make_organiser, make_round, make_table
from tests.league.competitions.test_views import FILLED
from tests.league.online.tables import make_table as make_online_table
from tests.league.online.tables import play_to_the_end
from tests.league.online.test_views import SAID, screen_of
from tests.league.results.hands import live_hand, send, totals_of
from tests.league.results.visits import at_the_table, form_of, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("cuckoo")]


def cuckoo_table() -> Table:
    competition = make_competition(game="cuckoo", options={"lives": 3})
    return make_table(make_round(competition))


def test_an_organiser_makes_a_competition_by_its_own_options() -> None:
    club = make_club()
    client = Client()
    client.force_login(make_organiser(club))
    address = reverse("competitions:create", args=[club.slug]) + "?game=cuckoo"
    refused = client.post(address, FILLED | {"lives": "99"})
    assert "Enter a number from 1 to 20." in text_of(refused)
    client.post(address, FILLED | {"lives": "5"})
    made = Competition.objects.get(club=club)
    assert (made.game, made.options) == ("cuckoo", {"lives": 5})


def test_a_hand_is_entered_at_the_table_and_shown_with_its_points() -> None:
    table = cuckoo_table()
    phone = at_the_table(table)
    enter = reverse("results:enter", args=[table.pk])
    form = form_of(phone.get(enter))
    refused = phone.post(enter, form | {"send": "1"})
    assert "Tap who had the lowest card." in text_of(refused)
    preview = phone.post(reverse("results:preview", args=[table.pk]), form | {"lowest-1": "1"})
    assert "−1 The lowest card" in text_of(preview)
    answer = phone.post(enter, form | {"lowest-1": "1", "send": "1"}, follow=True)
    page = text_of(answer)
    assert "Hand 1 recorded." in page
    assert record_of(live_hand(table, 1)) == {"lowest": [1]}
    # The deal has moved on, and the places are explained.
    assert "deals B Björn" in page
    assert "have equally many lives left" in page


def test_a_whole_sheet_is_entered_and_a_match_ends_by_its_rules() -> None:
    table = cuckoo_table()
    phone = at_the_table(table)
    sheet = reverse("results:score_sheet", args=[table.pk])
    typed = {"first": "1", "seating": "1", "send": "1"}
    typed |= {f"h{number}-key": str(uuid4()) for number in (1, 2, 3)}
    phone.post(sheet, typed | {f"h{number}-lowest-2": "1" for number in (1, 2, 3)})
    assert totals_of(table) == [0, 0, -3, 0]
    page = text_of(phone.get(reverse("results:table", args=[table.pk])))
    assert "Chiara: no life left." in page


def test_standings_count_it_and_rebuild_alike() -> None:
    table = cuckoo_table()
    for lowest in ([1], [1, 3], [1]):
        send(table, record={"lowest": lowest})
    rows = standings_of(table.round.stage.competition)
    assert [(row.name, row.place) for row in rows][2:] == [("Dörte", 3), ("Björn", 4)]
    call_command("rebuild", check=True)


def test_its_sheets_are_printed_and_its_hands_are_in_the_api() -> None:
    table = cuckoo_table()
    send(table, record={"lowest": [1]})
    competition = table.round.stage.competition
    client = Client()
    client.force_login(make_organiser(competition.club))
    sheet = client.get(f"/rounds/{table.round.pk}/sheets.pdf")
    assert sheet.content.startswith(b"%PDF")
    found = client.get(f"/api/v1/tables/{table.pk}/hands/").json()
    assert [each["current"]["record"] for each in found["results"]] == [{"lowest": [1]}]


def test_it_is_played_online_against_bots_to_the_last_hand() -> None:
    table = play_to_the_end(make_online_table("cuckoo", 4, hands=None), random.Random(2))
    assert table.phase == Phase.OVER
    client = Client()
    replay = text_of(client.get(f"/play/{table.token}/hands/1/"))
    assert "keeps the card" in replay or "exchanges the card" in replay
    hand = OnlineHand.objects.filter(table=table).order_by("number")[0]
    judged = analyse_moves(hand_id=hand.pk, now=NOW, seconds=30)
    assert judged.analysed_moves == 4


def test_the_lobby_opens_a_table_and_its_page_takes_moves() -> None:
    client = Client()
    client.post("/play/?game=cuckoo", {**SAID, "lives": "2"})
    table = OnlineTable.objects.get()
    assert (table.game, table.options) == ("cuckoo", {"lives": 2})
    assert screen_of(client, table)["texts"]["swap"] == "Exchange it"
    # The browser takes no part in shuffling here: the hand begins when its time is over.
    do_what_is_due(table_id=table.pk, now=timezone.now() + WINDOW)
    table.refresh_from_db()
    while 0 not in screen_of(client, table)["view"]["observation"]["acting"]:
        play_bots(table_id=table.pk, now=NOW)
    screen = screen_of(client, table)
    view = screen["view"]
    assert view["prompt"] == "Keep your card, or exchange it."
    frame = {"seat": screen["key"], "hand": view["hand"], "moves": view["moves"]}

    def move(action: dict[str, str]) -> Any:
        said = frame | {"key": str(uuid4()), "action": action}
        return client.post(f"/play/{table.token}/move/", said, content_type="application/json")

    refused = move({"type": "peek"})
    assert refused.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    moved = move({"type": "swap"}).json()["view"]
    assert moved["events"][-1]["text"] == "Ada exchanges the card."
    assert moved["moves"] == view["moves"] + 1
