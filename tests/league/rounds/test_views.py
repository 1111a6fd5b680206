import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from league.competitions.models import Round, RoundStatus, TableCode
from tests.factories import (
    make_check_in,
    make_club,
    make_competition,
    make_organiser,
    make_round,
    make_table,
)
from tests.league.rounds.pages import address, organise, words

pytestmark = pytest.mark.django_db


def test_bar_says_of_one_player_that_it_does_not_fit(client: Client) -> None:
    round_ = make_check_in(make_round()).round
    organise(client, round_)

    page = words(client.get(address("detail", round_.pk)))

    assert (
        "1 of 1 checked in</strong><br> 1 player cannot be split into tables of 3 to 7. </p>"
        in page
    )


def test_round_page_for_others_shows_names_and_no_controls(client: Client) -> None:
    table = make_table()

    page = client.get(address("detail", table.round_id)).content.decode()

    assert "Ada" in page
    assert "<button" not in page.split("<main")[1].split("</main>")[0]
    assert table.codes.get().token not in page


def test_round_page_gives_htmx_the_piece_alone(client: Client) -> None:
    answer = client.get(address("detail", make_round().pk), headers={"HX-Target": "round"})

    assert answer.content.decode().strip().startswith('<div id="round"')
    assert "HX-Target" in answer.headers["Vary"]


def test_open_close_and_reopen_by_button(client: Client) -> None:
    round_ = make_round(status=RoundStatus.SCHEDULED)
    organise(client, round_)
    states = []
    for name in ("open", "close", "reopen"):
        client.post(address(name, round_.pk))
        round_.refresh_from_db()
        states.append(round_.status)

    assert states == [RoundStatus.OPEN, RoundStatus.CLOSED, RoundStatus.OPEN]


def test_times_are_read_by_the_clubs_clock_and_refused_at_their_field(client: Client) -> None:
    club = make_club(time_zone="Europe/Rome")
    round_ = make_round(make_competition(club), status=RoundStatus.SCHEDULED)
    organise(client, round_)

    client.post(
        address("times", round_.pk),
        {"opens_at": "2099-01-05T20:30", "closes_at": "2099-01-05T23:30"},
    )
    round_.refresh_from_db()
    assert [round_.opens_at.isoformat() if round_.opens_at else "", round_.closings] == [
        "2099-01-05T19:30:00+00:00",
        0,
    ]

    refused = client.post(
        address("times", round_.pk),
        {"opens_at": "2099-01-05T20:30", "closes_at": "2099-01-05T19:30"},
    )
    assert refused.context["form"].errors == {
        "closes_at": ["The round must close after it opens. Choose a later closing time."]
    }
    past = client.post(
        address("times", round_.pk), {"opens_at": "", "closes_at": "2020-01-05T19:30"}
    )
    assert past.context["form"].errors == {
        "closes_at": ["This time is in the past. Choose a later one."]
    }


def test_add_round_now_opens_it_and_twice_adds_one(client: Client) -> None:
    competition = make_competition()
    client.force_login(make_organiser(competition.club))
    form = {"number": "1", "start": "now", "opens_at": "", "closes_at": ""}

    answers = [client.post(address("create", competition.pk), form) for _ in range(2)]

    added = Round.objects.get()
    assert added.is_open
    assert {answer.headers["Location"] for answer in answers} == {address("detail", added.pk)}


@pytest.mark.parametrize(
    ("times", "field"),
    [
        ({"opens_at": "", "closes_at": "2020-01-05T19:30"}, "closes_at"),
        ({"opens_at": "2020-01-05T19:30", "closes_at": ""}, "opens_at"),
    ],
)
def test_add_round_that_has_passed_is_refused(
    client: Client, times: dict[str, str], field: str
) -> None:
    competition = make_competition()
    client.force_login(make_organiser(competition.club))

    answer = client.post(
        address("create", competition.pk), {"number": "1", "start": "later"} | times
    )

    assert answer.context["form"].errors == {
        field: ["This time is in the past. Choose a later one."]
    }
    assert Round.objects.count() == 0


def test_remove_round_leads_to_the_competition(client: Client) -> None:
    round_ = make_round(status=RoundStatus.SCHEDULED)
    organise(client, round_)

    answer = client.post(address("delete", round_.pk))

    assert answer.headers["Location"] == f"/competitions/{round_.stage.competition_id}/"
    assert Round.objects.count() == 0


def test_sheets_carry_names_first_dealer_and_code(client: Client) -> None:
    table = make_table()
    organise(client, table.round)

    page = client.get(address("sheets", table.round_id)).content.decode()

    assert f"/t/{table.codes.get().token}/" in page
    assert "<svg" in page
    assert page.count("deals first") == 1
    assert page.index("deals first") < page.index("Björn")


def test_code_is_replaced_and_revoked_by_button(client: Client) -> None:
    table = make_table()
    old = table.codes.get()
    organise(client, table.round)
    to = address("code", table.round_id, table.pk)

    client.post(to, {"code": old.pk, "do": "replace"})
    new = TableCode.objects.get(table=table, revoked_at=None)
    client.post(to, {"code": new.pk, "do": "revoke"})

    assert new != old
    assert not TableCode.objects.filter(table=table, revoked_at=None).exists()
    assert (
        "This table has no table code"
        in client.get(address("sheets", table.round_id)).content.decode()
    )


def test_closed_round_says_where_nothing_was_recorded(client: Client) -> None:
    table = make_table(make_round(status=RoundStatus.CLOSED))

    page = words(client.get(address("detail", table.round_id)))

    assert '<span class="badge provisional">Nothing recorded</span>' in page


@pytest.mark.parametrize("tables", [1, 3])
@pytest.mark.parametrize(
    ("name", "is_organiser", "queries"),
    [("detail", True, 18), ("detail", False, 11), ("sheets", True, 6)],
)
def test_pages_take_the_same_queries_for_one_and_three_tables(
    client: Client,
    django_assert_num_queries: DjangoAssertNumQueries,
    tables: int,
    name: str,
    is_organiser: bool,
    queries: int,
) -> None:
    round_ = make_round()
    for number in range(1, tables + 1):
        make_table(round_, number=number)
    if is_organiser:
        organise(client, round_)

    with django_assert_num_queries(queries):
        page = client.get(address(name, round_.pk)).content.decode()

    assert f"Table {tables}" in page
