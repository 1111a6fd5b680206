"""Pages of a competition say the sheet's own word for a hand: in Skat it is a “Spiel”."""

import re
from itertools import count
from typing import Any, cast

import pytest
from django.http import StreamingHttpResponse
from django.test import Client

from league.clubs.models import User
from league.competitions.models import Table
from league.core.games import site_game
from league.rounds.services.clock import start_clock
from tests.examples.test_crazy_eights_on_site import addresses
from tests.factories import NOW, make_club, make_competition, make_organiser, make_round, make_table
from tests.league.results.hands import live_hand, send
from tests.league.results.visits import text_of

pytestmark = pytest.mark.django_db

PAGES = re.compile(r"/(tables|hands|rounds|entries|competitions)/\d+/")
NUMBERED = re.compile(r"\b[Hh]and \d")
WON: dict[str, Any] = {"declarer": 1, "game": "clubs", "tops": 2, "won": True}


def evening() -> Table:
    """Return a table of Skat with three games, whose clock runs."""
    options = dict(site_game("skat").engine.options({}).as_json())
    club = make_club()
    table = make_table(make_round(make_competition(club, game="skat", options=options)), 3)
    for _number in range(3):
        send(table, record=WON)
    start_clock(round_id=table.round_id, minutes=60, now=NOW)
    return table


def german_organiser(table: Table) -> Client:
    client = Client()
    client.force_login(make_organiser(table.round.stage.competition.club))
    User.objects.update(language="de")
    return client


@pytest.mark.thorough
def test_no_page_numbers_hands_by_another_word() -> None:
    table = evening()
    client = german_organiser(table)
    seen = count()
    for address in addresses(table):
        if not PAGES.match(address):
            continue
        answer = client.get(address)
        if answer.status_code == 200 and answer["content-type"].startswith("text/html"):
            next(seen)
            said = text_of(answer)
            assert not NUMBERED.findall(said), address
    assert next(seen) > 20


def test_table_and_its_games_are_told_without_another_word_for_a_hand() -> None:
    table = evening()
    client = Client()
    client.force_login(make_organiser(table.round.stage.competition.club))
    empty = make_table(table.round, 3, number=2)
    assert "Game 1" in text_of(client.get(f"/tables/{empty.pk}/"))
    assert "Results Game 3" in text_of(client.get(f"/tables/{table.pk}/"))
    hand = live_hand(table, 1)
    assert "What is void does not count." in text_of(client.get(f"/hands/{hand.pk}/"))


def test_columns_of_exported_hands_have_the_word_of_the_sheet() -> None:
    table = evening()
    export = german_organiser(table).get(f"/tables/{table.pk}/hands.csv")
    heading = b"".join(cast("StreamingHttpResponse", export)).decode().splitlines()[0]
    assert heading.startswith("\ufeffSpiel,")
    assert ",Punkte,Punkte für Spiel,Summe," in heading
