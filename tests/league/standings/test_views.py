import re
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.template import Context, Template
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from league.competitions.models import Competition, Entry, Round, Seat, Stage, Table
from league.competitions.writing import bump
from league.results.adjustments import adjust
from league.results.final_results import record_final_result
from league.results.models import Hand
from league.results.services import record_hand
from league.standings.overview import StandingsQuery, overview_of
from tests.factories import (
    BY_CODE,
    NOW,
    make_competition,
    make_entry,
    make_round,
    make_table,
    make_user,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    cache.clear()


def record(table: Table, number: int, finish: list[int]) -> Hand:
    return record_hand(
        table_id=table.pk,
        number=number,
        key=uuid4(),
        seating=table.seating,
        record={"finish": finish},
        author=BY_CODE,
    ).hand


def make_evening(tables: int = 1) -> Competition:
    """Make an open round of the simple game with one hand at each table."""
    competition = make_competition(name="Winter Cup", options={"mode": "simple"})
    evening = make_round(competition)
    for number in range(1, tables + 1):
        record(make_table(evening, seats=4, number=number), 1, [2, 0, 1, 3])
    return competition


def seat_again(table: Table, competition: Competition, number: int) -> Table:
    """Make a round in which the same people sit at one table again."""
    again = Table.objects.create(
        round=make_round(competition, number=number),
        number=1,
        game=competition.game,
        options=competition.options,
        created_at=NOW,
    )
    for seat in table.seats.order_by("number"):
        Seat.objects.create(table=again, number=seat.number, player=seat.player, entry=seat.entry)
    return again


def words_of(html: str) -> str:
    """Return a page's text as a reader sees it, with single spaces."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def rows_of(html: str) -> list[str]:
    return [words_of(row) for row in re.findall(r"<tr id[^>]*>(.*?)</tr>", html, re.DOTALL)]


def page(client: Client, competition: Competition, **headers: str) -> str:
    answer = client.get(reverse("standings:table", args=[competition.pk]), headers=headers)
    assert answer.status_code == 200
    return answer.content.decode()


def piece(client: Client, competition: Competition) -> str:
    return page(client, competition, hx_request="true", hx_target="standings").strip()


def test_standings_list_players_with_points_and_rounds(client: Client) -> None:
    competition = make_evening()
    assert rows_of(page(client, competition)) == [
        "1 Chiara 10 * provisional 1 4 1 10 * provisional",
        "2 Ada 7 * provisional 0 3 1 7 * provisional",
        "3 Björn 5 * provisional 0 2 1 5 * provisional",
        "4 Dörte 3 * provisional 0 0 1 3 * provisional",
    ]


def test_standings_say_which_tie_break_decided(client: Client) -> None:
    competition = make_competition(options={"mode": "simple"}, place_points=[5, 5, 5, 1])
    table = make_table(make_round(competition, status="open"), seats=4)
    record(table, 1, [2, 0, 1, 3])
    Round.objects.update(status="closed")
    bump(competition_id=competition.pk)
    assert [row.split(" 5 ")[0] for row in rows_of(page(client, competition))] == [
        "1 Chiara ahead of Ada on wins (1 to 0)",
        "2 Ada ahead of Björn on game points (3 to 2), behind Chiara on wins (0 to 1)",
        "3 Björn behind Ada on game points (2 to 3)",
        "4 Dörte 1 0 0 1 1",
    ]


def test_standings_show_who_shares_a_place(client: Client) -> None:
    competition = make_evening(tables=2)
    assert [row.split(" tied")[0] for row in rows_of(page(client, competition))] == [
        "1 Chiara",
        "1 Chiara 2",
        "3 Ada",
        "3 Ada 2",
        "5 Björn",
        "5 Björn 2",
        "7 Dörte",
        "7 Dörte 2",
    ]
    assert page(client, competition).count("tied with 1 other on everything") == 8


def test_standings_list_those_who_have_not_played(client: Client) -> None:
    competition = make_evening()
    make_entry(competition, name="Zoë")
    gone = make_entry(competition, name="Yann")
    Entry.objects.filter(pk=gone.pk).update(withdrawn_at=NOW)
    html = page(client, competition)
    assert words_of(html.split("Not played yet")[1].split("</ul>")[0]) == "Zoë"


def test_standings_of_a_competition_without_hands_say_so(client: Client) -> None:
    html = page(client, make_competition())
    assert "No results yet" in html
    assert "<table" not in html


def test_standings_are_not_provisional_once_the_round_is_closed(client: Client) -> None:
    competition = make_evening()
    assert "provisional" in page(client, competition)
    Round.objects.update(status="closed")
    bump(competition_id=competition.pk)
    assert "provisional" not in page(client, competition)


def test_standings_piece_comes_alone_for_htmx(client: Client) -> None:
    competition = make_evening()
    html = piece(client, competition)
    assert html.startswith('<section id="standings"')
    assert html.endswith("</section>")
    version = Competition.objects.get(pk=competition.pk).version
    assert f'data-version="{version}"' in html
    assert f'hx-get="/competitions/{competition.pk}/standings/"' in html


def test_standings_are_drawn_once_a_version(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    competition = make_evening()
    with django_assert_num_queries(9):
        first = piece(client, competition)
    with django_assert_num_queries(1):
        assert piece(client, competition) == first
    record(Table.objects.get(), 2, [1, 0, 2, 3])
    assert piece(client, competition) != first


@pytest.mark.parametrize("tables", [1, 3])
def test_standings_take_the_same_queries_for_any_number_of_rows(
    client: Client, tables: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    competition = make_evening(tables)
    with django_assert_num_queries(9):
        page(client, competition)


def test_standings_of_nothing_are_not_found(client: Client) -> None:
    assert client.get(reverse("standings:table", args=[1])).status_code == 404
    assert client.get(reverse("standings:entry", args=[1])).status_code == 404


def test_standings_table_tag_draws_the_piece_on_any_page() -> None:
    competition = Competition.objects.get(pk=make_evening().pk)
    template = Template("{% load standings %}{% standings_table competition %}")
    drawn = template.render(Context({"competition": competition}))
    assert rows_of(drawn)[0].startswith("1 Chiara 10 * provisional")


def test_standings_escape_names(client: Client) -> None:
    competition = make_competition(name="<b>Cup</b>", options={"mode": "simple"})
    table = make_table(make_round(competition), seats=4)
    player = table.seats.get(number=0).player
    player.name = "<script>alert(1)</script>"
    player.save()
    record(table, 1, [0, 1, 2, 3])
    html = page(client, competition)
    assert "<script>alert" not in html
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html


@pytest.fixture
def _two_rows_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("league.standings.overview.ROWS_A_PAGE", 2)


def names_on(html: str) -> list[str]:
    return re.findall(r'<a href="/entries/\d+/">([^<]+)</a>', html)


@pytest.mark.usefixtures("_two_rows_a_page")
def test_long_standings_come_in_pages_that_lead_to_each_other(client: Client) -> None:
    competition = make_evening()
    address = reverse("standings:table", args=[competition.pk])
    first = client.get(address).content.decode()
    assert names_on(first) == ["Chiara", "Ada"]
    assert "1 to 2 of 4" in first
    assert f'rel="next" href="{address}?page=2"' in first
    second = client.get(address, {"page": 2}).content.decode()
    assert rows_of(second)[0].startswith("3 Björn 5 * provisional 0 2 1 5")
    assert names_on(second) == ["Björn", "Dörte"]
    assert f'rel="prev" href="{address}"' in second
    assert f'hx-get="{address}?page=2"' in second


@pytest.mark.usefixtures("_two_rows_a_page")
def test_a_player_is_found_by_part_of_the_name(client: Client) -> None:
    competition = make_evening(tables=2)
    address = reverse("standings:table", args=[competition.pk])
    found = client.get(address, {"find": "dör"}).content.decode()
    assert names_on(found) == ["Dörte", "Dörte 2"]
    nobody = words_of(client.get(address, {"find": "Zoë"}).content.decode())
    assert "No name contains “Zoë”." in nobody


@pytest.mark.usefixtures("_two_rows_a_page")
def test_own_place_is_one_tap_away_on_whatever_page_it_is(client: Client) -> None:
    competition = make_evening()
    own = Entry.objects.get(player__name="Dörte")
    own.player.user = make_user()
    own.player.save()
    client.force_login(own.player.user)
    address = f"{reverse('standings:table', args=[competition.pk])}?entry={own.pk}"
    assert f'href="{address}"' in page(client, competition)
    html = client.get(address).content.decode()
    assert names_on(html) == ["Björn", "Dörte"]
    [mine] = re.findall(r'<tr id="[^"]+" class="me ">(.*?)</tr>', html, re.DOTALL)
    assert words_of(mine).startswith("4 Dörte")


def test_everybody_sees_their_own_row_marked_on_the_same_stored_standings(client: Client) -> None:
    competition = make_evening()
    assert 'class="me' not in page(client, competition)
    for name in ("Ada", "Dörte"):
        player = Entry.objects.get(player__name=name).player
        player.user = make_user()
        player.save()
        client.force_login(player.user)
        for html in (page(client, competition), piece(client, competition)):
            [mine] = re.findall(r'class="me ">(.*?)</tr>', html, re.DOTALL)
            assert name in words_of(mine)


def test_the_rounds_are_a_view_of_their_own_that_keeps_what_was_asked(client: Client) -> None:
    competition = make_evening()
    address = reverse("standings:table", args=[competition.pk])
    places = client.get(address, {"after": 1}).content.decode()
    assert f'href="{address}?after=1&amp;rounds=1"' in places
    rounds = client.get(address, {"after": 1, "rounds": 1}).content.decode()
    assert f'<a aria-current="page" href="{address}?after=1&amp;rounds=1">Rounds</a>' in rounds
    assert f'href="{address}?after=1">Places</a>' in rounds
    assert '<input type="hidden" name="rounds" value="1">' in rounds


@pytest.mark.usefixtures("_two_rows_a_page")
@pytest.mark.parametrize("tables", [1, 3])
def test_pages_of_standings_take_the_same_queries_for_any_number_of_rows(
    client: Client, tables: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    competition = make_evening(tables)
    with django_assert_num_queries(11):
        page(client, competition)


@pytest.mark.parametrize("best_of", [None, 1])
@pytest.mark.parametrize("asked", [{}, {"after": 1}, {"is_settled": True}])
def test_pages_say_what_the_whole_table_says(
    best_of: int | None, asked: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    competition = make_competition(options={"mode": "simple"}, best_of=best_of, bye_points=2)
    Stage.objects.update(planned_rounds=3)
    tables = [make_table(make_round(competition, number=1), seats=4)]
    record(tables[0], 1, [2, 0, 1, 3])
    tables.append(seat_again(tables[0], competition, number=2))
    record(tables[1], 1, [3, 2, 1, 0])
    Round.objects.filter(number=1).update(status="closed")
    adjust(
        competition_id=competition.pk,
        entry_id=make_entry(competition, name="Zoë").pk,
        kind="bye",
        points=2,
        reason="",
        round_id=tables[1].round_id,
        by=None,
        now=NOW,
    )
    competition = Competition.objects.get(pk=competition.pk)
    whole = overview_of(competition, StandingsQuery(**asked))
    monkeypatch.setattr("league.standings.overview.ROWS_A_PAGE", 2)
    pages = [overview_of(competition, StandingsQuery(**asked, page=page)) for page in (1, 2, 3)]
    shown = [row for each in pages[: 1 + (len(whole.rows) - 1) // 2] for row in each.rows]
    assert shown == whole.rows
    assert [each.rounds for each in pages] == [whole.rounds] * 3


def test_only_a_match_with_hands_leads_to_its_story(client: Client) -> None:
    competition = make_competition(options={"mode": "simple"})
    evening = make_round(competition)
    told = make_table(evening, seats=4)
    record(told, 1, [2, 0, 1, 3])
    untold = seat_again(told, competition, 2)
    record_final_result(
        table_id=untold.pk,
        key=uuid4(),
        seating=untold.seating,
        outcome={"places": [2, 1, 4, 3]},
        author=BY_CODE,
    )
    entry = competition.entries.get(player__name="Ada")
    for page_of_ada in (
        reverse("standings:entry", args=[entry.pk]),
        reverse("standings:player", args=[entry.player_id]),
    ):
        content = client.get(page_of_ada).content.decode()
        assert reverse("results:table", args=[untold.pk]) in content
        assert reverse("results:recap", args=[told.pk]) in content
        assert reverse("results:recap", args=[untold.pk]) not in content
