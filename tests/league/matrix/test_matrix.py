"""Every page, asked by everybody: what a visitor is answered stands in `table.txt`.

A view that is not in the table fails, and so does a line without a view.
"""

from collections.abc import Callable, Iterator
from functools import cache

import pytest
from django.apps import apps
from django.contrib import admin
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from league.clubs.rights import OWN, PLAY, RUN, SCORE, ClubPermission
from tests.factories import make_club, make_organiser, make_user
from tests.league.matrix.addresses import addresses
from tests.league.matrix.asking import METHODS, Asking
from tests.league.matrix.season import VISITORS, Season
from tests.league.matrix.table import REFUSED, read_table
from tests.portions import some_of

# Without it pytest-django makes no database where one test of the module runs alone.
pytestmark = pytest.mark.django_db

METHOD_REFUSED = {"405", "in"}
ASKED_EVERY = 3
"""Of so many views one is asked for, and of so many pages of those one by who may see it."""

Answering = Callable[[str, str, str], tuple[str, int]]
"""Says of a visitor, a method and a view what is answered, and how many lines the log gets."""


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


@pytest.fixture(scope="module")
def answering(asking: Asking) -> Answering:
    """Ask nothing twice: what a request does is taken back, so that it is answered the same."""
    return cache(asking.ask_and_count)


def test_every_view_is_in_the_table_and_every_line_has_a_view() -> None:
    assert {line.name for line in read_table()} == {address.name for address in addresses()}


def test_nobody_gets_further_than_the_table_says_and_who_may_gets_so_far(
    answering: Answering,
) -> None:
    wrong = [
        (visitor, line.method, line.name, answer)
        for visitor in VISITORS
        for number, line in enumerate(read_table()[::ASKED_EVERY])
        if visitor in line.at_the_borders
        and (line.method == "POST" or line.answers[visitor] in REFUSED or number % ASKED_EVERY == 0)
        and (answer := answering(visitor, line.method, line.name)[0]) != line.answers[visitor]
    ]
    assert wrong == []


def test_what_is_not_in_the_table_is_no_method_of_the_view(
    asking: Asking, answering: Answering
) -> None:
    told = {(line.name, line.method) for line in read_table()}
    taken = [
        (name, method)
        for name in asking.paths
        for method in METHODS
        if (name, method) not in told
        and answering("site owner", method, name)[0] not in METHOD_REFUSED
    ]
    assert taken == []


@pytest.mark.parametrize(
    "visitor", some_of(sorted(VISITORS, key=lambda each: each != "anonymous"), 0, 1)
)
def test_everybody_is_answered_as_the_table_says(
    asking: Asking, answering: Answering, visitor: str
) -> None:
    told = {(line.name, line.method): line.answers[visitor] for line in read_table()}
    answers = {
        (name, method): answering(visitor, method, name)[0]
        for name in asking.paths
        for method in METHODS
    }
    assert {
        asked: answer
        for asked, answer in answers.items()
        if asked in told or answer not in METHOD_REFUSED
    } == told


QUIET = {
    "rounds:undo_stage_start",  # the stage has not begun
    "rounds:begin_next",  # the next round is open
    "rounds:call_off",  # the round is open
    "rounds:restore",  # nothing was deleted
    "rounds:undo_call_off",  # nothing is called off
    "results:reset_seat",  # nothing is sealed
    "online:keep",  # the match has not begun
    "online:substitutes",
    "online:pause",
}
"""What finds nothing to do in the season, though it is answered as if it had."""
WHO_RUNS_A_CLUB = {SCORE.name: "scorer", RUN.name: "organiser", OWN.name: "owner"}
"""The least that may use a right."""


def test_whatever_an_organiser_does_is_in_the_log(answering: Answering) -> None:
    answers = {
        line.name: answering(WHO_RUNS_A_CLUB[line.right], "POST", line.name)
        for line in read_table()
        if line.method == "POST" and line.right in WHO_RUNS_A_CLUB
    }

    assert {
        name for name, (answer, acts) in answers.items() if acts == 0 and answer in {"200", "302"}
    } == QUIET


@pytest.mark.parametrize("right", [PLAY, SCORE, RUN, OWN], ids=lambda right: right.name)
def test_right_opens_what_the_table_says_and_nothing_else(right: ClubPermission) -> None:
    wanted = {*right.roles, "site owner"}
    found = {
        (line.name, line.method): {
            visitor for visitor, answer in line.answers.items() if answer not in REFUSED
        }
        for line in read_table()
        if line.right == right.name
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
