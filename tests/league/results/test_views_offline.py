from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from league.competitions.models import Table
from league.results.services import void_hand
from tests.factories import BY_CLUB, make_competition, make_round, make_table
from tests.league.results.hands import live_hand, send
from tests.league.results.visits import at_the_table, signed_in

pytestmark = pytest.mark.django_db


def offline_table_data(client: Client, table: Table) -> dict[str, Any]:
    answer = client.get(reverse("results:offline_table", args=[table.pk]))
    assert answer.status_code == 200
    outlook: dict[str, Any] = answer.json()
    return outlook


def test_outlook_has_what_a_phone_needs_to_go_on() -> None:
    table = make_table(seats=5)
    send(table, 0, 1, 2, 3, 4)
    table.refresh_from_db()
    outlook = offline_table_data(at_the_table(table, seat=3), table)
    forms, words = outlook.pop("forms"), outlook.pop("texts")
    assert outlook.pop("csrf")
    assert [badge.count("seat-") for badge in outlook.pop("badges")] == [1] * 5
    assert outlook == {
        "table": table.pk,
        "version": table.version,
        "title": f"{table.round.stage.competition.name}, Round 1, table 1",
        "game": "franks-zoo",
        "rules": {},
        "options": {"mode": "partners", "target": 19, "final_trick": "owner"},
        "dealer": 0,
        "reduced": False,
        "seating": 1,
        "names": ["Ada", "Björn", "Chiara", "Dörte", "Emil"],
        "hands": [{"number": 1, "record": {"finish": [0, 1, 2, 3, 4]}}],
        "code": table.codes.get().token,
        "seat": 3,
        "phone": table.seats.get(number=3).phone,
        "person": "",
    }
    assert 'name="number" value="2"' in forms["now"]
    assert 'name="number" value="3"' in forms["later"]
    assert words["lions_missing-2"].startswith("2 lions are missing")


def test_form_of_the_hand_after_the_first_counts_lions_already() -> None:
    table = make_table()
    forms = offline_table_data(at_the_table(table), table)["forms"]
    assert "lions_in_hand" not in forms["now"]
    assert "lions_in_hand" in forms["later"]
    assert "role-0" in forms["later"]


@pytest.mark.parametrize("game", ["zop-zoo", "animal-poker"])
def test_every_game_has_its_forms(game: str) -> None:
    table = make_table(make_round(make_competition(game=game, options={})))
    forms = offline_table_data(at_the_table(table), table)["forms"]
    assert f'data-game="{game}"' in forms["now"]
    assert 'name="number" value="2"' in forms["later"]


def test_void_hands_and_a_match_that_is_over_are_told() -> None:
    competition = make_competition(options={"mode": "simple", "target": 4, "final_trick": "owner"})
    table = make_table(make_round(competition))
    send(table, 0, 1, 2, 3)
    send(table, 1, 0, 2, 3)
    outlook = offline_table_data(at_the_table(table), table)
    assert [hand["number"] for hand in outlook["hands"]] == [1, 2]
    assert outlook["forms"] == {"now": "", "later": ""}
    void_hand(hand_id=live_hand(table, 2).pk, expected_revision=1, reason="x", author=BY_CLUB)
    outlook = offline_table_data(at_the_table(table), table)
    assert [hand["number"] for hand in outlook["hands"]] == [1]


def test_outlook_names_who_is_signed_in() -> None:
    table = make_table()
    player = table.seats.get(number=2).player
    outlook = offline_table_data(signed_in(player), table)
    assert (outlook["person"], outlook["seat"]) == (str(player.user_id), 2)


def test_strangers_get_no_outlook_and_no_code() -> None:
    table = make_table()
    assert Client().get(reverse("results:offline_table", args=[table.pk])).status_code == 404


@pytest.mark.parametrize("hands", [1, 3])
def test_outlook_asks_the_database_equally_often(
    hands: int, django_assert_num_queries: Any
) -> None:
    table = make_table()
    for _hand in range(hands):
        send(table)
    client = at_the_table(table)
    with django_assert_num_queries(6):
        offline_table_data(client, table)
