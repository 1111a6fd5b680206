"""`If-Match` is judged under the lock: of two who write at once, the second is told."""

from collections.abc import Callable
from threading import Barrier, Thread
from typing import Any

import pytest
from django.db import connection

from league.api import v1
from league.api.operations import is_comparable, operation_of
from league.clubs.models import Club, Role
from league.competitions.models import Competition
from league.results.models import HandRevision
from tests.factories import (
    make_club,
    make_competition,
    make_player,
    make_round,
    make_table,
    make_user,
)
from tests.league.api.scenes import Program, token_of
from tests.league.results.hands import live_hand, send

WRITERS = 6
CHANGES = ("PUT", "PATCH", "DELETE")


def test_every_write_that_can_be_compared_holds_what_it_changes() -> None:
    unheld = []
    for pattern in v1.patterns:
        view: Any = pattern.callback
        endpoint = view.view_class
        shown = operation_of(endpoint, "GET")
        changes = [each for each in CHANGES if operation_of(endpoint, each)]
        if shown and changes and not is_comparable(endpoint):
            unheld.append(endpoint.__name__)
    assert unheld == []


def _together(write: Callable[[int], Any]) -> list[int]:
    """Let six programs write at the same moment; return the statuses they were answered."""
    barrier = Barrier(WRITERS)
    answered: list[int] = []

    def run(number: int) -> None:
        try:
            barrier.wait(timeout=30)
            answered.append(write(number).status_code)
        finally:
            connection.close()

    threads = [Thread(target=run, args=(number,)) for number in range(WRITERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(answered)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_many_who_write_at_once_one_has_read_what_is_there() -> None:
    club = make_club()
    owner = make_user()
    make_player(club, "Olga", Role.OWNER, owner)
    competition = make_competition(club)
    table = make_table(make_round(competition))
    send(table)
    hand = live_hand(table, 1)
    program = Program(token_of(owner))

    one_of_all = [200, *[412] * (WRITERS - 1)]
    for path, body in (
        (f"clubs/{club.slug}/", lambda number: {"name": f"Club {number}"}),
        (f"competitions/{competition.pk}/", lambda number: {"name": f"League {number}"}),
    ):
        tag = program.get(path).headers["ETag"]

        def change(number: int, path: str = path, body: Any = body, tag: str = tag) -> Any:
            return program.ask("PATCH", path, body(number), **{"If-Match": tag})

        assert _together(change) == one_of_all
    assert Club.objects.get().name.startswith("Club ")
    assert Competition.objects.get().name.startswith("League ")

    path = f"hands/{hand.pk}/"
    tag = program.get(path).headers["ETag"]
    correction = {"revision": 1, "record": {"finish": [1, 0, 2, 3]}}

    def correct(number: int, **headers: str) -> Any:
        return program.ask("PUT", path, correction | {"reason": f"Slip {number}"}, **headers)

    assert _together(lambda number: correct(number, **{"If-Match": tag})) == one_of_all
    # Without the header it is the revision that tells who was late.
    correction |= {"revision": 2, "record": {"finish": [2, 0, 1, 3]}}
    assert _together(correct) == [200, *[409] * (WRITERS - 1)]
    assert HandRevision.objects.filter(hand=hand).count() == 3
