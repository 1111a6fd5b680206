"""People choose among the levels of bots that were shown to differ at the size of their table."""

import re

import pytest
from django.test import Client

from games.bots.strength import levels_at
from league.core.games import online_games, site_game
from league.online.forms import PickUpForm, bots_at
from league.online.models import OnlineSeat, OnlineTable
from tests.league.online.tables import make_table

pytestmark = pytest.mark.django_db

LABELS = {
    "franks-zoo": ["easy", "good", "strong"],
    "zop-zoo": ["easy", "good", "strong (players: 2–7)"],
    "animal-poker": ["easy", "good (players: 4–6)", "strong (players: 4–6)"],
}


@pytest.mark.parametrize("game", LABELS)
def test_a_form_says_at_which_sizes_a_level_is_offered(game: str) -> None:
    field = PickUpForm(site_game(game)).fields["bot"]
    assert [str(label) for _, label in field.choices] == LABELS[game]  # type: ignore[attr-defined]


def test_a_table_offers_the_levels_of_its_size() -> None:
    for game in online_games():
        for seats in game.seats:
            offered = [level for level, _ in bots_at(game.slug, seats)]
            assert offered == list(levels_at(game.slug, seats))


def test_who_waits_gives_seats_to_bots_of_these_levels_alone() -> None:
    client = Client()
    said = {"name": "Ada", "seats": "3", "company": "people", "bot": "heuristic", "hands": "1"}
    options = client.get("/play/?game=animal-poker").context["options"].initial
    client.post("/play/?game=animal-poker", {**options, **said, "chat_mode": "phrases"})
    table = OnlineTable.objects.get()
    page = client.get(f"/play/{table.token}/").content.decode()
    assert set(re.findall(r'<option value="(\w+)"', page)) == {"greedy"}
    client.post(f"/play/{table.token}/bot/1/", {"bot": "search"})
    assert OnlineSeat.objects.get(table=table, number=1).bot == ""


@pytest.mark.parametrize(
    ("game", "seats", "wanted", "given"),
    [
        ("zop-zoo", 8, "search", "heuristic"),
        ("zop-zoo", 4, "search", "search"),
        ("animal-poker", 3, "heuristic", "greedy"),
    ],
)
def test_a_table_gets_the_strongest_level_up_to_the_one_asked_for(
    game: str, seats: int, wanted: str, given: str
) -> None:
    table = make_table(game, seats, bots=wanted)
    assert set(table.seats.exclude(bot="").values_list("bot", flat=True)) == {given}
