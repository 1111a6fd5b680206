from http import HTTPStatus

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import Settings

from league.clubs.models import Role
from league.competitions.models import Table
from league.results.models import TableCall
from tests.factories import make_club, make_competition, make_player, make_round, make_table
from tests.league.results.hands import send
from tests.league.results.visits import at_the_table, club_member, signed_in, text_of

pytestmark = pytest.mark.django_db


def call(table: Table) -> str:
    return reverse("results:call", args=[table.pk])


def inbox(table: Table) -> str:
    return reverse("results:inbox", args=[table.round.stage.competition.club.slug])


def test_a_table_calls_and_sees_who_comes_and_that_it_is_over() -> None:
    table = make_table()
    phone = at_the_table(table, seat=1)
    answer = phone.post(call(table), {"message": "a rule"}, follow=True)
    assert "Organiser called." in text_of(answer)
    assert "Organiser called" in text_of(answer)
    assert "Called by Björn. “a rule”" in text_of(answer)
    organiser = club_member(table, Role.ORGANISER)
    words = text_of(organiser.get(inbox(table)))
    assert "Table 1 calls" in words
    made = TableCall.objects.get()
    organiser.post(reverse("results:acknowledge_call", args=[made.pk]))
    assert "Mona is on the way" in text_of(phone.get(reverse("results:table", args=[table.pk])))
    organiser.post(reverse("results:close_call", args=[made.pk]))
    assert "Call organiser" in text_of(phone.get(reverse("results:table", args=[table.pk])))
    assert "Nothing in your inbox" in text_of(organiser.get(inbox(table)))


def test_a_call_is_on_the_organisers_home_and_round_page_and_on_nobody_elses() -> None:
    table = make_table()
    at_the_table(table).post(call(table))
    pages = [
        reverse("clubs:home", args=[table.round.stage.competition.club.slug]),
        reverse("rounds:detail", args=[table.round_id]),
    ]
    organiser, member = club_member(table, Role.ORGANISER), club_member(table)
    for page in pages:
        answer = organiser.get(page)
        assert "Table 1 calls" in text_of(answer)
        assert 'data-topic="inbox:' in answer.content.decode()
        assert "Table 1 calls" not in text_of(member.get(page))


def test_a_button_on_the_desk_answers_with_the_desk_alone() -> None:
    table = make_table()
    at_the_table(table).post(call(table))
    made = TableCall.objects.get()
    organiser = club_member(table, Role.ORGANISER)
    answer = organiser.post(
        reverse("results:acknowledge_call", args=[made.pk]),
        headers={"HX-Request": "true", "HX-Target": "inbox"},
    )
    page = answer.content.decode().strip()
    assert page.startswith('<section id="inbox"')
    assert "Mona is on the way." in text_of(answer)


def test_the_table_takes_its_call_back() -> None:
    table = make_table()
    phone = at_the_table(table)
    phone.post(call(table))
    made = TableCall.objects.get()
    answer = phone.post(reverse("results:cancel_call", args=[made.pk]), follow=True)
    assert "Call closed." in text_of(answer)
    made.refresh_from_db()
    assert (made.closed_via, made.closed_by) == ("code", None)


def test_who_may_call_answer_and_look() -> None:
    table = make_table()
    at_the_table(table).post(call(table))
    made = TableCall.objects.get()
    stranger = signed_in(make_player(make_club("Elsewhere"), role=Role.OWNER))
    for visitor in (club_member(table), stranger):
        assert visitor.post(call(table)).status_code == HTTPStatus.NOT_FOUND
        assert visitor.get(inbox(table)).status_code == HTTPStatus.NOT_FOUND
        for name in ("acknowledge_call", "close_call", "cancel_call"):
            path = reverse(f"results:{name}", args=[made.pk])
            assert visitor.post(path).status_code == HTTPStatus.NOT_FOUND
    for name in ("acknowledge_call", "close_call"):
        path = reverse(f"results:{name}", args=[made.pk])
        assert at_the_table(table).post(path).status_code == HTTPStatus.FOUND
        assert Client().get(path).status_code in {302, 405}
    made.refresh_from_db()
    assert (made.acknowledged_at, made.closed_at) == (None, None)


def test_too_many_calls_and_too_many_words_are_refused_in_words(settings: Settings) -> None:
    table = make_table()
    phone = at_the_table(table)
    answer = phone.post(call(table), {"message": "x" * 301}, follow=True)
    assert "Use at most 300 characters." in text_of(answer)
    assert TableCall.objects.count() == 0
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "call": 2}
    phone.post(call(table))
    answer = phone.post(call(table), follow=True)
    assert "Too many calls. Your first call is visible to the organisers." in text_of(answer)
    assert TableCall.objects.count() == 1


@pytest.mark.databases
@pytest.mark.parametrize("tables", [1, 3])
def test_the_desk_takes_the_same_queries_for_one_and_three_tables(tables: int) -> None:
    round_ = make_round(make_competition())
    for number in range(1, tables + 1):
        table = make_table(round_, number=number)
        phone = at_the_table(table, seat=1)
        phone.post(call(table), {"message": "a rule"})
        phone.post(
            reverse("results:dispute", args=[send(table).hand.pk]), {"revision": 1, "reason": "no"}
        )
    organiser = club_member(table, Role.ORGANISER)
    with CaptureQueriesContext(connection) as captured:
        words = text_of(organiser.get(inbox(table)))
    assert words.count("calls") >= tables
    assert words.count("“no”") == tables
    assert len(captured) == QUERIES


QUERIES = 9
