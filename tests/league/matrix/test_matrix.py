"""Every page, asked by everybody: what a visitor is answered stands in `table.txt`.

A view that is not in the table fails, and so does a line without a view.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.apps import apps
from django.contrib import admin
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from league.clubs.rights import OWN, PLAY, RUN, SCORE, Right
from tests.factories import make_club, make_organiser, make_user
from tests.league.matrix.addresses import addresses
from tests.league.matrix.asking import METHODS, Asking
from tests.league.matrix.season import VISITORS, Season

# Without it pytest-django makes no database where one test of the module runs alone.
pytestmark = pytest.mark.django_db

TABLE = Path(__file__).with_name("table.txt")
NOT_THERE = {"405", "in"}


def lines_of_table() -> list[list[str]]:
    """Return the table's lines in columns: view, method, an answer a visitor, a right."""
    lines = TABLE.read_text().splitlines()
    return [line.split() for line in lines if line and not line.startswith("#")]


def number_apart() -> None:
    """Let every model count from a number of its own: an id of something else finds nothing."""
    models = [model for model in apps.get_models() if model._meta.auto_field is not None]
    with connection.cursor() as cursor:
        for start, model in enumerate(models, 1):
            table, number = model._meta.db_table, start * 1000
            if connection.vendor == "postgresql":
                cursor.execute(
                    "SELECT setval(pg_get_serial_sequence(%s, %s), %s)",
                    [table, model._meta.pk.column, number],
                )
            else:
                cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
                cursor.execute("INSERT INTO sqlite_sequence VALUES (%s, %s)", [table, number])


@pytest.fixture(scope="module")
def asking(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Asking]:
    """Build the season once for this module."""
    with django_db_blocker.unblock(), transaction.atomic():
        number_apart()
        yield Asking(Season())
        transaction.set_rollback(True)


def test_every_view_is_in_the_table_and_every_line_has_a_view() -> None:
    assert {line[0] for line in lines_of_table()} == {address.name for address in addresses()}


def test_everybody_is_answered_as_the_table_says(asking: Asking) -> None:
    answers: dict[tuple[str, str], list[str]] = {
        (name, method): [] for name in asking.paths for method in METHODS
    }
    for asked, answer in asking.ask_all():
        answers[asked.name, asked.method].append(answer)

    assert {
        asked: answered for asked, answered in answers.items() if not NOT_THERE.issuperset(answered)
    } == {(name, method): said for name, method, *said, _right in lines_of_table()}


QUIET = {
    "rounds:take_back_stage",  # the stage has not begun
    "rounds:begin_next",  # the next round is open
    "rounds:call_off",  # the round is open
    "rounds:undo_call_off",  # nothing is called off
    "results:reset_seat",  # nothing is sealed
    "online:keep",  # the match has not begun
    "online:substitutes",
    "online:pause",
}
"""What finds nothing to do in the season, though it is answered as if it had."""
RUNNING_A_CLUB = {right.name for right in (SCORE, RUN, OWN)}


def test_whatever_an_organiser_does_is_in_the_log(asking: Asking) -> None:
    answers = {
        name: asking.ask_and_count("owner", method, name)
        for name, method, *_answers, right in lines_of_table()
        if method == "POST" and right in RUNNING_A_CLUB
    }

    assert {
        name for name, (answer, acts) in answers.items() if acts == 0 and answer in {"200", "302"}
    } == QUIET


@pytest.mark.parametrize("right", [PLAY, SCORE, RUN, OWN], ids=lambda right: right.name)
def test_right_opens_what_the_table_says_and_nothing_else(right: Right) -> None:
    wanted = {*right.roles, "site owner"}
    found = {
        line[0]: {
            visitor
            for visitor, answer in zip(VISITORS, line[2:-1], strict=True)
            if answer not in {"404", "403", "in"}
        }
        for line in lines_of_table()
        if line[-1] == right.name
    }

    assert found == dict.fromkeys(found, wanted)
    assert found


def test_admin_pages_are_for_owners_of_the_site() -> None:
    names = ["admin:index"] + [
        f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist"
        for model in admin.site._registry
    ]
    browsers = {"organiser": Client(), "site owner": Client()}
    browsers["organiser"].force_login(make_organiser(make_club()))
    browsers["site owner"].force_login(make_user(is_superuser=True, is_staff=True))

    answers = {
        visitor: {browser.get(reverse(name)).status_code for name in names}
        for visitor, browser in browsers.items()
    }

    assert answers == {"organiser": {302}, "site owner": {200}}
