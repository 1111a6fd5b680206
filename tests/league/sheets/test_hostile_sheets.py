"""No sheet that somebody sends can break a page of the site."""

import json
from http import HTTPStatus
from typing import Any

import pytest
from django.urls import reverse

from league.core.games import site_game
from league.sheets.models import ClubSheet
from tests.factories import make_club, make_competition, make_round, make_table
from tests.league.results.hands import live_hand, send
from tests.league.sheets.test_editor import make_hearts, new_address, organiser_of

pytestmark = pytest.mark.django_db

HOSTILE: list[Any] = [
    "",
    "[]",
    "null",
    "[" * 5000,
    '{"columns": {"a": 1}}',
    '{"title": {"en": ""}}',
    json.dumps({"title": "x" * 100_000}),
    json.dumps({"title": "<script>alert(1)</script>", "lines": [{"points": "((((" * 200}]}),
    json.dumps({"title": "\u202eevil", "columns": [{"kind": "count", "label": "\u0000"}] * 100}),
    json.dumps({"players": {"fewest": 2, "most": 10**30}, "columns": [1, "a", None, []]}),
    json.dumps({"lines": [{"points": "9" * 500 + " * " + "9" * 90}], "values": "x"}),
]


@pytest.mark.parametrize("source", HOSTILE, ids=range(len(HOSTILE)))
def test_no_sheet_can_break_the_editor(source: str) -> None:
    club = make_club()
    client = organiser_of(club)
    for more in ({}, {"save": "1"}, {"press": "add columns"}, {"press": "up lines[0]"}):
        answer = client.post(new_address(club), {"source": source, **more})
        assert answer.status_code in {200, 404, 422}
        assert "<script>alert" not in answer.content.decode()
    assert not ClubSheet.objects.exists()


def test_a_sheet_with_markup_and_huge_labels_breaks_no_page() -> None:
    club = make_club()
    client = organiser_of(club)
    evil = "<img src=x onerror=alert(1)>{{ 7 }} %s %(x)d " + "W" * 70
    sheet = make_hearts(
        club, client, **{"columns[0].label@label": evil, "lines[0].label@label": evil}
    )
    options = dict(site_game(sheet.slug).engine.options({}).as_json())
    table = make_table(make_round(make_competition(club, game=sheet.slug, options=options)))
    send(table, record={"hearts": [3, 5, 0, 5], "queen": 2})
    pages = [
        reverse("results:table", args=[table.pk]),
        reverse("results:enter", args=[table.pk]),
        reverse("results:hand", args=[live_hand(table, 1).pk]),
        reverse("sheets:edit", args=[club.slug, sheet.slug]),
        reverse("standings:table", args=[table.round.stage.competition_id]),
    ]
    for address in pages:
        answer = client.get(address)
        assert answer.status_code == HTTPStatus.OK
        assert "<img src=x" not in answer.content.decode()
    printed = client.get(reverse("printing:sheets", args=[table.round.pk]))
    assert printed.content.startswith(b"%PDF")
