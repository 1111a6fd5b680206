"""Take away what a page shows."""

import csv
import io
import json
from typing import Any
from uuid import UUID

import pytest
from django.core.cache import cache
from django.http import StreamingHttpResponse
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from league.competitions.models import Competition, Entry, Seat, Table
from league.results.models import SealedHand, SealedSeat
from league.results.services import record_hand, void_hand
from league.standings.services import recompute_competition
from tests.factories import (
    BY_CLUB,
    BY_CODE,
    NOW,
    make_club,
    make_competition,
    make_organiser,
    make_player,
    make_round,
    make_table,
    make_user,
)

pytestmark = pytest.mark.django_db
KEY = "3e8f2d4c-0000-4000-8000-00000000000"


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    cache.clear()


def record(table: Table, number: int, finish: list[int]) -> int:
    return record_hand(
        table_id=table.pk,
        number=number,
        key=UUID(f"{KEY}{number}"),
        seating=table.seating,
        record={"finish": finish},
        author=BY_CODE,
    ).hand.pk


def make_evening() -> Table:
    """Make a closed round of the simple game with two hands at one table."""
    table = make_table(make_round(make_competition(options={"mode": "simple"})))
    record(table, 1, [2, 0, 1, 3])
    record(table, 2, [0, 1, 2, 3])
    return table


def take(client: Client, name: str, key: int | str, query: str = "") -> list[dict[str, Any]]:
    """Take a listing away as JSON."""
    rows: list[dict[str, Any]] = json.loads(body(client, name, key, "json", query))
    return rows


def body(client: Client, name: str, key: int | str, form: str, query: str = "") -> str:
    answer = client.get(reverse(f"exports:{name}", args=[key, form]) + query)
    assert answer.status_code == 200
    assert isinstance(answer, StreamingHttpResponse)
    return answer.getvalue().decode()


def competition_of(table: Table) -> Competition:
    return table.round.stage.competition


def test_standings_are_those_of_the_page(client: Client) -> None:
    rows = take(client, "standings", competition_of(make_evening()).pk)
    assert [(row["place"], row["player"], row["points"]) for row in rows] == [
        (1, "Ada", 10),
        (2, "Chiara", 7),
        (3, "Björn", 5),
        (4, "Dörte", 3),
    ]
    told = ("wins", "game_points", "tables", "rounds")
    assert [rows[0][key] for key in told] == [1, 7, 1, 1]


def test_standings_carry_the_points_of_each_round_and_what_is_dropped(client: Client) -> None:
    competition = competition_of(make_evening())
    again = make_table(make_round(competition, number=2), number=2)
    record_hand(
        table_id=again.pk,
        number=1,
        key=UUID(f"{KEY}8"),
        seating=1,
        record={"finish": [0, 1, 2, 3]},
        author=BY_CODE,
    )
    Seat.objects.filter(table=again, number=0).update(
        entry=competition.entries.get(player__name="Dörte"),
        player=competition.club.players.get(name="Dörte"),
    )
    Competition.objects.filter(pk=competition.pk).update(best_of=1)
    recompute_competition(competition_id=competition.pk)
    rows = {row["player"]: row for row in take(client, "standings", competition.pk)}
    told = ("points", "round_1", "round_2", "dropped")
    assert [rows["Dörte"][key] for key in told] == [10, 3, 10, "1"]
    assert [rows["Ada"][key] for key in told] == [10, 10, None, ""]
    assert rows["Ada"]["certainty"] == ""


def test_standings_after_a_round_leave_out_what_came_later(client: Client) -> None:
    first = make_evening()
    competition = competition_of(first)
    second = make_table(make_round(competition, number=2), number=2)
    record_hand(
        table_id=second.pk,
        number=1,
        key=UUID(f"{KEY}9"),
        seating=1,
        record={"finish": [0, 1, 2, 3]},
        author=BY_CODE,
    )
    assert len(take(client, "standings", competition.pk)) == 8
    after = take(client, "standings", competition.pk, "?after=1")
    assert {row["player"] for row in after} == {"Ada", "Björn", "Chiara", "Dörte"}


def test_seating_has_a_row_for_each_seat(client: Client) -> None:
    table = make_evening()
    substitute = make_player(competition_of(table).club, "Zoe")
    Seat.objects.filter(table=table, number=1).update(player=substitute)
    Entry.objects.filter(player__name="Björn").update(team="Seals")
    rows = take(client, "seating", table.round_id)
    assert [row["team"] for row in rows] == ["", "Seals", "", ""]
    assert [(row["seat"], row["player"], row["plays_for"]) for row in rows] == [
        (1, "Ada", "Ada"),
        (2, "Zoe", "Björn"),
        (3, "Chiara", "Chiara"),
        (4, "Dörte", "Dörte"),
    ]
    assert [row["deals_first"] for row in rows] == [True, False, False, False]


def test_hands_have_a_row_for_each_line_with_its_rule(client: Client) -> None:
    table = make_evening()
    hand = record(table, 3, [3, 2, 1, 0])
    void_hand(hand_id=hand, expected_revision=1, reason="misdeal", author=BY_CLUB)
    rows = take(client, "hands", table.pk)
    first = [row for row in rows if row["hand"] == 1 and row["player"] == "Chiara"]
    assert sum(row["points"] for row in first) == first[0]["hand_points"]
    assert all(row["rule"].startswith("FZ-") and row["text"] for row in first)
    assert [(row["state"], row["player"]) for row in rows if row["hand"] == 3] == [("void", None)]


def test_results_have_a_row_for_each_entry_and_table(client: Client) -> None:
    table = make_evening()
    rows = take(client, "results", competition_of(table).pk)
    assert [(row["player"], row["place"], row["points"]) for row in rows] == [
        ("Ada", 1, 10),
        ("Björn", 3, 5),
        ("Chiara", 2, 7),
        ("Dörte", 4, 3),
    ]


def test_players_addresses_are_for_organisers_alone(client: Client) -> None:
    club = make_club()
    make_player(club, "Ada", contact_email="ada@example.org")
    make_player(club, "Gone", left_at=NOW)
    for visitor in (None, make_user()):
        if visitor:
            client.force_login(visitor)
        assert take(client, "players", club.slug) == [
            {"name": "Ada", "role": "player", "since": "2026-11-06T19:30:00+00:00"}
        ]
        assert "ada@example.org" not in body(client, "players", club.slug, "csv")
    client.force_login(make_organiser(club))
    rows = take(client, "players", club.slug)
    assert [(row["name"], row["email"]) for row in rows][:2] == [
        ("Ada", "ada@example.org"),
        ("Gone", ""),
    ]


def test_players_found_are_those_taken_away(client: Client) -> None:
    club = make_club()
    for name in ("Ada", "Björn"):
        make_player(club, name)
    rows = take(client, "players", club.slug, "?q=bjorn")
    assert [row["name"] for row in rows] == ["Björn"]


def test_file_has_a_name_and_its_kind(client: Client) -> None:
    club = make_club(slug="zoo")
    make_player(club, "=HYPERLINK(1)")
    for form, kind in (
        ("csv", "text/csv; charset=utf-8"),
        ("json", "application/json"),
        ("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    ):
        answer = client.get(reverse("exports:players", args=[club.slug, form]))
        assert answer["Content-Type"] == kind
        assert answer["Content-Disposition"] == f'attachment; filename="zoo-players.{form}"'
        assert b"".join(answer)
    rows = list(csv.reader(io.StringIO(body(client, "players", "zoo", "csv"))))
    assert rows[1][0] == "'=HYPERLINK(1)"


def test_nothing_secret_is_in_any_listing(client: Client) -> None:
    table = make_evening()
    sealed = SealedHand.objects.create(table=table, recorded=2, seating=1, created_at=NOW)
    SealedSeat.objects.create(
        hand=sealed, number=0, content={"x": "hidden"}, phone="phone-1", created_at=NOW
    )
    competition = competition_of(table)
    texts = [
        body(client, name, key, form)
        for name, key in (
            ("standings", competition.pk),
            ("results", competition.pk),
            ("seating", table.round_id),
            ("hands", table.pk),
            ("players", competition.club.slug),
        )
        for form in ("csv", "json")
    ]
    secrets = ("hidden", "phone-1", KEY, table.codes.get().token)
    assert [secret for secret in secrets for text in texts if secret in text] == []


@pytest.mark.parametrize("name", ["standings", "results", "seating", "hands"])
def test_what_there_is_not_is_not_found(client: Client, name: str) -> None:
    assert client.get(reverse(f"exports:{name}", args=[9, "csv"])).status_code == 404
    address = reverse(f"exports:{name}", args=[9, "csv"]).replace(".csv", ".exe")
    assert client.get(address).status_code == 404


@pytest.mark.parametrize("count", [1, 3])
def test_results_take_the_same_queries_for_any_number(
    client: Client, count: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    competition = make_competition(options={"mode": "simple"})
    evening = make_round(competition)
    for number in range(1, count + 1):
        table = make_table(evening, number=number)
        record_hand(
            table_id=table.pk,
            number=1,
            key=UUID(f"{KEY}{number}"),
            seating=1,
            record={"finish": [2, 0, 1, 3]},
            author=BY_CODE,
        )
    with django_assert_num_queries(3):
        assert len(take(client, "results", competition.pk)) == 4 * count
    with django_assert_num_queries(3):
        assert len(take(client, "seating", evening.pk)) == 4 * count


def test_pages_link_to_their_listings(client: Client) -> None:
    table = make_evening()
    competition = competition_of(table)
    pages = {
        reverse("standings:table", args=[competition.pk]) + "?after=1": (
            reverse("exports:standings", args=[competition.pk, "csv"]) + "?after=1"
        ),
        reverse("competitions:detail", args=[competition.pk]): reverse(
            "exports:results", args=[competition.pk, "xlsx"]
        ),
        reverse("rounds:detail", args=[table.round_id]): reverse(
            "exports:seating", args=[table.round_id, "json"]
        ),
        reverse("results:table", args=[table.pk]): reverse("exports:hands", args=[table.pk, "csv"]),
        reverse("clubs:players", args=[competition.club.slug]): reverse(
            "exports:players", args=[competition.club.slug, "csv"]
        ),
    }
    for page, link in pages.items():
        assert f'href="{link}"' in client.get(page).content.decode()
