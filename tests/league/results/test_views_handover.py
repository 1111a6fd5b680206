from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from league.competitions.models import Table
from league.results.models import Hand
from tests.factories import NOW, make_competition, make_round, make_table

pytestmark = pytest.mark.django_db


def look(table: Table, *hands: str, code: str | None = None) -> tuple[int, dict[str, Any]]:
    data = {
        "code": table.codes.get().token if code is None else code,
        "table": str(table.pk),
        "hand": list(hands),
    }
    answer = Client(enforce_csrf_checks=True).post(reverse("results:handover_look"), data)
    return answer.status_code, answer.json()


def test_hands_from_another_phone_are_told_in_words_and_change_nothing() -> None:
    table = make_table()
    status, answer = look(table, "1?finish=3%2C1%2C0", "2?finish=0%2C1%2C2")
    assert status == 200
    assert answer == {
        "title": f"{table.round.stage.competition.name}, Round 1, table 1",
        "hands": [
            {"title": "Hand 1", "facts": [["Went out", "Dörte, Björn, Ada, Chiara"]]},
            {"title": "Hand 2", "facts": [["Went out", "Ada, Björn, Chiara, Dörte"]]},
        ],
    }
    assert not Hand.objects.exists()


@pytest.mark.parametrize("game", ["franks-zoo", "zop-zoo", "animal-poker"])
@pytest.mark.parametrize("fields", ["", "finish=x", "winner=9&cards-0=x", "way=points"])
def test_a_hand_that_is_not_whole_is_told_as_such(game: str, fields: str) -> None:
    options = {"mode": "partners"} if game == "franks-zoo" else {}
    table = make_table(make_round(make_competition(game=game, options=options)))
    status, answer = look(table, f"1?{fields}")
    assert (status, answer["hands"][0]["title"]) == (200, "Hand 1")


def test_a_wrong_or_revoked_code_tells_nothing_of_the_table() -> None:
    table, other = make_table(), make_table(make_round(), number=2)
    for code in ("", "nonsense", other.codes.get().token):
        assert look(table, "1?finish=0,1,2", code=code) == (
            404,
            {"text": "This table code is no longer valid. Ask an organiser for a new one."},
        )
    table.codes.update(revoked_at=NOW)
    assert look(table, "1?finish=0,1,2")[0] == 404


def test_page_is_for_everybody() -> None:
    answer = Client().get(reverse("results:handover"))
    assert answer.status_code == 200
    assert "Hands from another phone" in answer.content.decode()
