from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from league.competitions.models import Entry, Table
from league.results.services import void_hand
from league.standings.drilldown import (
    DetailRequest,
    StageDetail,
    TableDetail,
    load_stage_details,
    load_table_details,
)
from league.standings.models import TableResult
from tests.factories import BY_CLUB, make_competition, make_entry, make_round, make_table
from tests.league.standings.test_views import make_evening, record, words_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    cache.clear()


def entry_page(client: Client, entry: Entry) -> str:
    answer = client.get(reverse("standings:entry", args=[entry.pk]))
    assert answer.status_code == 200
    return words_of(answer.content.decode().split('<section id="entry"')[1])


def test_entry_opens_every_number_down_to_the_rule_lines(client: Client) -> None:
    make_evening()
    table = Table.objects.get()
    record(table, 2, [0, 1, 2, 3])
    ada = table.seats.get(number=0).entry
    words = entry_page(client, ada)
    assert "Place 2 decided by" not in words
    assert (
        "Round 1, table 1 provisional Place 1 of 4 with 7 game points: 10 ranking points ." in words
    )
    assert "With Björn , Chiara , Dörte Go to table" in words
    assert "Hand 1: +3, total 3" in words
    assert "Place 2 FZ-14 +3" in words
    assert "Hand 2: +4, total 7" in words
    assert (words.count("Points and history of hand"), words.count("This hand")) == (2, 0)


def test_entry_leaves_void_hands_out(client: Client) -> None:
    make_evening()
    table = Table.objects.get()
    hand = record(table, 2, [0, 1, 2, 3])
    void_hand(hand_id=hand.pk, expected_revision=1, reason="oops", author=BY_CLUB)
    assert (
        entry_page(client, table.seats.get(number=0).entry).count("Points and history of hand") == 1
    )


def test_entry_that_has_not_played_says_so(client: Client) -> None:
    entry = make_entry(make_competition(), name="Zoë")
    assert "Zoë has not played yet" in entry_page(client, entry)


def test_entry_piece_comes_alone_for_htmx(client: Client) -> None:
    make_evening()
    entry = Entry.objects.order_by("pk")[0]
    address = reverse("standings:entry", args=[entry.pk])
    answer = client.get(address, headers={"hx-request": "true", "hx-target": "entry"})
    assert answer.content.decode().strip().startswith('<section id="entry"')


@pytest.mark.parametrize("rounds", [1, 3])
def test_entry_takes_the_same_queries_for_any_number_of_rounds(
    client: Client, rounds: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    competition = make_competition(options={"mode": "simple"})
    entry = make_entry(competition)
    for number in range(1, rounds + 1):
        table = make_table(make_round(competition, number=number), seats=4, number=number)
        table.seats.filter(number=0).update(entry=entry, player=entry.player)
        record(table, 1, [0, 1, 2, 3])
    with django_assert_num_queries(10):
        entry_page(client, entry)


def test_entry_opens_a_table_anew_only_when_that_table_has_changed(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_evening(tables=2)
    own, other = Table.objects.order_by("number")
    entry = own.seats.get(number=0).entry
    opened: list[int] = []

    def note(openings: Collection[DetailRequest]) -> dict[DetailRequest, TableDetail]:
        opened.extend(each.played.table for each in openings)
        return load_table_details(openings)

    monkeypatch.setattr("league.standings.views.load_table_details", note)
    assert "Place 2 of 4" in entry_page(client, entry)
    record(other, 2, [2, 0, 1, 3])
    assert "Hand 1: +3, total 3" in entry_page(client, entry)
    assert opened == [own.pk]
    record(own, 2, [0, 1, 2, 3])
    assert "Hand 2: +4, total 7" in entry_page(client, entry)
    assert opened == [own.pk, own.pk]


@pytest.mark.django_db(transaction=True)
def test_entry_is_opened_as_of_one_moment(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    make_evening()
    table = Table.objects.get()
    entry = table.seats.get(number=0).entry

    def export_link() -> None:
        TableResult.objects.filter(table=table).delete()
        connection.close()

    def open_late(*given: Any) -> list[StageDetail]:
        with ThreadPoolExecutor(1) as somebody:
            somebody.submit(export_link).result()
        return load_stage_details(*given)

    monkeypatch.setattr("league.standings.views.load_stage_details", open_late)
    assert "Hand 1: +3, total 3" in entry_page(client, entry)
    assert not TableResult.objects.exists()
