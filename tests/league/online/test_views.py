"""The pages where tables are opened and filled, and what a table's page holds for its script."""

import json
import re
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.registry import game as find_game
from games.registry import games
from league.online.forms import GUEST_NAMES
from league.online.models import OnlineTable, Phase
from league.online.queries import seats_of
from tests.factories import make_user

pytestmark = pytest.mark.django_db

SAID = {
    "name": "Ada",
    "seats": "4",
    "company": "bots",
    "bot": "greedy",
    "hands": "3",
    "pace": "45",
    "chat_mode": "phrases",
}
OPTIONS: dict[str, dict[str, str]] = {
    "franks-zoo": {"mode": "simple", "target": "25", "final_trick": "nobody"},
    "zop-zoo": {
        "target": "600",
        "beasts": "5",
        "specialty_on_discard": "may",
        "missed_cards": "strict",
    },
    "animal-poker": {"target": "10"},
}


def open_as(client: Client, game: str = "franks-zoo", **said: str) -> OnlineTable:
    """Open a table by the lobby's form; return it."""
    client.post(f"/play/?game={game}", {**SAID, **OPTIONS[game], **said})
    return OnlineTable.objects.latest("pk")


def screen_of(client: Client, table: OnlineTable) -> dict[str, Any]:
    """Return what a table's page holds for its script."""
    page = client.get(f"/play/{table.token}/").content.decode()
    found = re.search(
        r'<script id="screen" type="application/json">(.*?)</script>', page, re.DOTALL
    )
    assert found
    held: dict[str, Any] = json.loads(found[1])
    return held


def test_a_visitor_needs_one_tap_to_play() -> None:
    client = Client()
    form = client.get("/play/").context["form"]
    name = form["name"].value()
    assert name in {str(each) for each in GUEST_NAMES}
    options = client.get("/play/").context["options"]
    shown = {field.name: field.value() or "" for field in (*form, *options)}
    answer = client.post("/play/", shown)
    table = OnlineTable.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, f"/play/{table.token}/")
    assert seats_of(table)[0].name == name
    # The page of the table takes part in shuffling as soon as it is open.
    assert (table.phase, table.seats.get(number=0).adds_share) == (Phase.BETWEEN, True)


def test_who_is_signed_in_plays_by_that_name_until_another_was_said() -> None:
    client = Client()
    client.force_login(make_user(name="Greta"))
    assert client.get("/play/").context["form"]["name"].value() == "Greta"
    open_as(client, name="Gretel")
    assert client.get("/play/").context["form"]["name"].value() == "Gretel"


def test_the_first_page_and_every_navigation_lead_to_playing() -> None:
    page = Client().get("/", follow=True).content.decode()
    navigation = page[page.index("<header") : page.index("</header>")]
    assert 'href="/play/"' in navigation
    assert page[page.index("<main") : page.index("</main>")].count('href="/play/"') == 1


@pytest.mark.parametrize("game", list(OPTIONS))
def test_a_table_is_played_by_the_options_that_were_chosen(game: str) -> None:
    table = open_as(Client(), game)
    chosen = {name: int(text) if text.isdigit() else text for name, text in OPTIONS[game].items()}
    assert table.options == {**find_game(game).options({}).as_json(), **chosen}
    assert (table.hands_limit, table.move_seconds, table.chat_mode) == (3, 45, "phrases")
    assert [seat.bot for seat in seats_of(table)] == ["", "greedy", "greedy", "greedy"]


@pytest.mark.parametrize("game", [game.slug for game in games()])
def test_the_form_of_a_game_begins_with_the_options_it_is_played_by(game: str) -> None:
    form = Client().get(f"/play/?game={game}").context["options"]
    standard = find_game(game).options({}).as_json()
    assert {field.name: field.value() for field in form} == {
        name: standard[name] for name in form.fields
    }


def test_options_that_the_game_refuses_are_told_at_their_field() -> None:
    client = Client()
    answer = client.post("/play/?game=animal-poker", {**SAID, "target": "0"})
    assert answer.status_code == 422
    assert list(answer.context["options"].errors) == ["target"]
    assert OnlineTable.objects.count() == 0


def test_a_table_without_a_name_is_not_opened() -> None:
    answer = Client().post("/play/", {**SAID, **OPTIONS["franks-zoo"], "name": " "})
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["name"]


@pytest.mark.parametrize("tables", [1, 3])
def test_the_lobby_lists_ones_tables_with_the_same_queries(
    tables: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = Client()
    for _ in range(tables):
        open_as(client)
    with django_assert_num_queries(7):
        page = client.get("/play/")
    assert len(page.context["own_tables"]) == tables
    # What is the same for everybody is kept until it changes.
    with django_assert_num_queries(4):
        client.get("/play/")


def test_a_table_that_waits_shows_its_address_as_a_code_to_scan() -> None:
    client = Client()
    table = open_as(client, company="people")
    page = client.get(f"/play/{table.token}/").content.decode()
    assert page.count('<svg role="img" aria-label="QR code with the link to this table"') == 1
    assert f'value="http://testserver/play/{table.token}/"' in page
    assert f'data-share="http://testserver/play/{table.token}/"' in page


def test_whoever_has_the_link_is_offered_a_seat_under_a_ready_name() -> None:
    table = open_as(Client(), company="people")
    page = Client().get(f"/play/{table.token}/")
    assert [seat.number for seat in page.context["free"]] == [1, 2, 3]
    assert page.context["name"] in {str(each) for each in GUEST_NAMES}
    assert "data-share" not in page.content.decode()


def test_each_seat_gets_a_bot_of_its_own_strength() -> None:
    client = Client()
    table = open_as(client, company="people")
    for seat, bot in ((1, "greedy"), (2, "search")):
        client.post(f"/play/{table.token}/bot/{seat}/", {"bot": bot})
    assert [seat.bot for seat in seats_of(table)] == ["", "greedy", "search", ""]
    page = client.get(f"/play/{table.token}/").content.decode()
    assert ("bot (easy)" in page, "bot (strong)" in page) == (True, True)


def test_the_page_of_a_table_holds_what_each_rule_says() -> None:
    client = Client()
    table = open_as(client, "zop-zoo")
    screen = screen_of(client, table)
    assert screen["rules"] == dict(find_game("zop-zoo").rules())
    assert screen["facts"]["bird-1"]["drawn"] is True


def test_who_sat_at_a_table_goes_on_to_the_next() -> None:
    client = Client()
    table = open_as(client)
    OnlineTable.objects.filter(pk=table.pk).update(phase=Phase.OVER)
    answer = client.post(f"/play/{table.token}/rematch/")
    following = OnlineTable.objects.latest("pk")
    assert (answer.status_code, answer["Location"]) == (302, f"/play/{following.token}/")
    assert following.pk != table.pk
    assert seats_of(following)[0].name == "Ada"


def test_a_table_that_goes_on_leads_back_to_itself() -> None:
    client = Client()
    table = open_as(client)
    answer = client.post(f"/play/{table.token}/rematch/")
    assert (answer.status_code, answer["Location"]) == (302, f"/play/{table.token}/")
    assert OnlineTable.objects.count() == 1


def test_a_stranger_goes_on_to_no_table() -> None:
    table = open_as(Client())
    OnlineTable.objects.filter(pk=table.pk).update(phase=Phase.OVER)
    assert Client().post(f"/play/{table.token}/rematch/").status_code == 404
    assert OnlineTable.objects.count() == 1
