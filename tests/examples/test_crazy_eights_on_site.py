"""A game that is only scored, on every page and address that names a competition of it."""

import re
from collections.abc import Iterator
from dataclasses import replace
from http import HTTPStatus
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client, override_settings
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from league.competitions.models import Competition, Table
from league.core.games import check_games, site_game
from league.results.scoring import record_of
from league.standings.queries import standings_of
from tests.examples.crazy_eights.on_site import GAME
from tests.factories import make_club, make_competition, make_organiser, make_round, make_table
from tests.league.competitions.test_views import FILLED
from tests.league.results.hands import live_hand, send, totals_of
from tests.league.results.visits import at_the_table, form_of, text_of
from tests.portions import some_of

TEMPLATES = Path(__file__).parent / "crazy_eights" / "templates"
BARE = replace(GAME, score_sheet=None)
HANDS = ([0, 12, 30, 5], [8, 0, 20, 1], [40, 0, 60, 9])

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("crazy_eights")]


@pytest.fixture(params=some_of(["crazy_eights.on_site.GAME", "test_crazy_eights_on_site.BARE"], 1))
def crazy_eights(request: pytest.FixtureRequest) -> Iterator[None]:
    """Enter the game, with a sheet that can be typed and without one."""
    found: list[dict[str, Any]] = [dict(each) for each in settings.TEMPLATES]
    for each in found:
        each["DIRS"] = [*each["DIRS"], TEMPLATES]
    games = [*settings.SITE_GAMES, f"tests.examples.{request.param}"]
    cache.clear()
    with override_settings(TEMPLATES=found, SITE_GAMES=games):
        yield


def table_of_four() -> Table:
    return make_table(make_round(make_competition(game=GAME.slug, options={"target": 100})))


def organiser_of(table: Table) -> Client:
    client = Client()
    client.force_login(make_organiser(table.round.stage.competition.club))
    return client


def routes(resolver: URLResolver | None = None, before: str = "") -> Iterator[str]:
    """Name every address of the site as its urls.py do."""
    for each in (resolver or get_resolver()).url_patterns:
        route = before + str(each.pattern)
        if isinstance(each, URLPattern):
            yield route
        else:
            yield from routes(each, route)


def addresses(table: Table) -> list[str]:
    """Return every address about a table, its hands, people and competition."""
    hand, seat = live_hand(table, 1), table.seats.get(number=1)
    competition = table.round.stage.competition
    keys = {
        "competitions": competition.pk,
        "stages": table.round.stage.pk,
        "rounds": table.round.pk,
        "tables": table.pk,
        "hands": hand.pk,
        "entries": seat.entry.pk,
        "players": seat.player.pk,
    }
    values = {"slug:slug": competition.club.slug, "slug:game": table.game, "form:form": "csv"}
    values |= {"int:table_pk": str(table.pk), "int:entry_pk": str(seat.entry.pk)}

    def fill(route: str) -> str:
        route = re.sub(
            r"(\w+)/<int:pk>",
            lambda found: f"{found[1]}/{keys[found[1]]}" if found[1] in keys else found[0],
            route,
        )
        for name, value in values.items():
            route = route.replace(f"<{name}>", value)
        return f"/{route}"

    filled = [fill(route) for route in routes() if "<" in route and "(" not in route]
    return [address for address in filled if "<" not in address]


def test_the_site_s_check_finds_nothing_missing() -> None:
    assert check_games() == []


@pytest.mark.thorough
def test_no_address_about_it_fails() -> None:
    table = table_of_four()
    for left in HANDS:
        send(table, record={"left": left})
    client = organiser_of(table)
    call_command("rebuild", check=True)
    found = addresses(table)
    assert len(found) > 80
    for address in found:
        answer = client.get(address)
        answer.getvalue()  # a file is closed once it is read
        assert answer.status_code < HTTPStatus.INTERNAL_SERVER_ERROR, address


def test_an_organiser_makes_a_competition_by_its_own_options() -> None:
    club = make_club()
    client = Client()
    client.force_login(make_organiser(club))
    address = reverse("competitions:create", args=[club.slug]) + f"?game={GAME.slug}"
    refused = client.post(address, FILLED | {"target": "9999"})
    assert "Enter a number from 1 to 500." in text_of(refused)
    client.post(address, FILLED | {"target": "200"})
    made = Competition.objects.get(club=club)
    assert (made.game, made.options) == (GAME.slug, {"target": 200})


def test_a_hand_is_entered_and_corrected() -> None:
    table = table_of_four()
    phone = at_the_table(table)
    enter = reverse("results:enter", args=[table.pk])
    typed = {f"left-{seat}": str(points) for seat, points in enumerate(HANDS[0])}
    form = form_of(phone.get(enter))
    refused = phone.post(enter, form | typed | {"left-1": "0", "send": "1"})
    assert "Exactly one player has 0" in text_of(refused)
    page = text_of(phone.post(enter, form | typed | {"send": "1"}, follow=True))
    assert "Hand 1 recorded." in page
    hand = live_hand(table, 1)
    assert record_of(hand) == {"left": [0, 12, 30, 5]}
    shown = text_of(phone.get(reverse("results:hand", args=[hand.pk])))
    assert "Won by Ada Cards held 47" in shown
    client = organiser_of(table)
    correct = reverse("results:correct", args=[hand.pk])
    form = form_of(client.get(correct))
    client.post(correct, form | {"left-1": "14", "reason": "Miscounted", "send": "1", "apply": "1"})
    assert record_of(live_hand(table, 1)) == {"left": [0, 14, 30, 5]}
    assert totals_of(table) == [49, 0, 0, 0]


def test_a_whole_sheet_can_be_typed_where_the_game_has_one() -> None:
    table = table_of_four()
    phone = at_the_table(table)
    sheet = reverse("results:score_sheet", args=[table.pk])
    typed = {"first": "1", "seating": "1", "send": "1"}
    for number, left in enumerate(HANDS, start=1):
        typed |= {f"h{number}-key": str(uuid4())}
        typed |= {f"h{number}-left-{seat}": str(points) for seat, points in enumerate(left)}
    has_sheet = site_game(GAME.slug).score_sheet is not None
    answer = phone.post(sheet, typed)
    assert answer.status_code == (HTTPStatus.FOUND if has_sheet else HTTPStatus.NOT_FOUND)
    assert totals_of(table) == ([47, 138, 0, 0] if has_sheet else [])
    page = phone.get(reverse("results:table", args=[table.pk]))
    if has_sheet:
        assert "Björn: the target is reached." in text_of(page)
    assert sheet not in page.content.decode()


def test_its_sheets_are_printed_and_its_standings_shown() -> None:
    table = table_of_four()
    for left in HANDS:
        send(table, record={"left": left})
    competition = table.round.stage.competition
    client = organiser_of(table)
    printed = client.get(reverse("printing:sheets", args=[table.round.pk]))
    assert printed.content.startswith(b"%PDF")
    rows = standings_of(competition)
    assert [(row.name, row.place) for row in rows][:2] == [("Björn", 1), ("Ada", 2)]
    shown = text_of(client.get(reverse("standings:table", args=[competition.pk])))
    assert shown.index("Björn") < shown.index("Ada")


def test_its_hands_are_in_the_api() -> None:
    table = table_of_four()
    send(table, record={"left": HANDS[0]})
    client = organiser_of(table)
    shown = client.get(f"/api/v1/games/{GAME.slug}/").json()
    assert (shown["title"], shown["options"]) == ("Crazy Eights", {"target": 100})
    found = client.get(f"/api/v1/tables/{table.pk}/hands/").json()
    assert [each["current"]["record"] for each in found["results"]] == [{"left": HANDS[0]}]


def test_nothing_offers_to_play_it_online() -> None:
    table = table_of_four()
    competition = table.round.stage.competition
    client = organiser_of(table)
    lobby = client.get("/play/?game=crazy-eights")
    assert GAME.title not in text_of(lobby)
    assert lobby.context["game"].slug == "franks-zoo"
    page = client.get(reverse("competitions:detail", args=[competition.pk])).content.decode()
    assert reverse("online:settings", args=[competition.pk]) not in page
    for name in ("settings", "duplicate_settings"):
        gone = client.get(reverse(f"online:{name}", args=[competition.pk]))
        assert gone.status_code == HTTPStatus.NOT_FOUND
    assert client.get(f"/api/v1/competitions/{competition.pk}/online/").status_code == 404


def test_the_calculator_counts_it() -> None:
    client = Client()
    assert "Crazy Eights" in text_of(client.get("/calculator/"))
    asked = {"seats": "2", "dealer": "0", "target": "100"}
    begun = client.post(reverse("calculator:begin", args=[GAME.slug]), asked)
    match = client.get(begun["Location"])
    assert match.status_code == HTTPStatus.OK
    typed = {"left-0": "0", "left-1": "25", "send": "1"}
    played = client.post(begun["Location"], typed, follow=True)
    assert "25" in text_of(played)
