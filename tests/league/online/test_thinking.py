"""Bots think outside the lock, one process for one table, and somebody else after a death."""

import random
from collections.abc import Callable
from datetime import timedelta
from threading import Event, Lock
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.base import Action, Rng, Seat
from games.bots.catalogue import BOTS
from league.online.models import Move, OnlineTable
from league.online.queries import THINKING, tables_due
from league.online.services import bots
from league.online.services.absence import come_back, go_away
from league.online.services.bots import do_what_is_due, play_bots
from league.online.services.play import play_move
from league.online.services.seat_assignment import Person
from league.online.services.seats import sit_down
from tests.league.online.tables import NOW, legal_move, make_table, sent
from tests.league.online.together import AT_ONCE, together

pytestmark = pytest.mark.django_db

RANDOM = BOTS["animal-poker"]["random"]

Thinker = Callable[[Callable[[], object]], list[Seat | None]]


@pytest.fixture(autouse=True)
def _time_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a run of bots' moves be whole on a machine that has much else to do."""
    monkeypatch.setattr(bots, "MOST_SECONDS", 60)


@pytest.fixture
def thinker(monkeypatch: pytest.MonkeyPatch) -> Thinker:
    """Return how to have bots do something before their first choice; it returns who has chosen."""

    def think(meanwhile: Callable[[], object]) -> list[Seat | None]:
        chosen: list[Seat | None] = []

        def choose(view: Any, rng: Rng) -> Action:
            chosen.append(view.seat)
            if len(chosen) == 1:
                meanwhile()
            return RANDOM(view, rng)

        monkeypatch.setitem(BOTS["animal-poker"], "heuristic", choose)
        return chosen

    return think


def moves_at(table: OnlineTable) -> list[tuple[int, int]]:
    moves = Move.objects.filter(hand__table=table).order_by("number")
    return list(moves.values_list("number", "seat"))


def table_of_bots() -> OnlineTable:
    """Return a table at which a person and three bots seal their cards at the same time."""
    return make_table("animal-poker", 4)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_sweeps_that_meet_at_a_table_one_thinks(thinker: Thinker) -> None:
    table = table_of_bots()
    others_are_gone, lock = Event(), Lock()
    gone = 0

    def sweep(_number: int) -> None:
        nonlocal gone
        do_what_is_due(table_id=table.pk, now=NOW)
        with lock:
            gone += 1
            if gone == AT_ONCE - 1:
                others_are_gone.set()

    chosen = thinker(lambda: others_are_gone.wait(30))
    assert together(sweep) == ["done"] * AT_ONCE
    assert (moves_at(table), chosen) == ([(1, 1), (2, 2), (3, 3)], [1, 2, 3])


def test_thoughts_from_before_the_clock_was_put_back_keep_nobody_from_playing() -> None:
    table = table_of_bots()
    OnlineTable.objects.update(thinking_until=NOW + timedelta(hours=1))
    assert tables_due(NOW) == [table.pk]
    do_what_is_due(table_id=table.pk, now=NOW)
    assert moves_at(table) == [(1, 1), (2, 2), (3, 3)]


def test_a_table_that_somebody_thinks_for_is_due_again_once_the_lease_has_run_out() -> None:
    table = table_of_bots()
    OnlineTable.objects.update(thinking_until=NOW + THINKING)
    assert tables_due(NOW) == []
    play_bots(table_id=table.pk, now=NOW)
    assert moves_at(table) == []
    assert tables_due(NOW + THINKING) == [table.pk]
    do_what_is_due(table_id=table.pk, now=NOW + THINKING)
    assert moves_at(table) == [(1, 1), (2, 2), (3, 3)]
    table.refresh_from_db()
    assert (table.thinking_until, table.due_at) == (None, None)


def test_who_comes_too_late_with_a_thought_writes_nothing(thinker: Thinker) -> None:
    table = table_of_bots()
    later = NOW + THINKING
    chosen = thinker(lambda: play_bots(table_id=table.pk, now=later))
    play_bots(table_id=table.pk, now=NOW)
    assert moves_at(table) == [(1, 1), (2, 2), (3, 3)]
    assert set(Move.objects.values_list("created_at", flat=True)) == {later}
    assert sorted(map(int, filter(None, chosen))) == [1, 1, 2, 2, 3, 3]


def test_what_somebody_seals_meanwhile_leaves_the_thoughts_of_bots_as_they_are(
    thinker: Thinker,
) -> None:
    table = table_of_bots()
    page = sent(table, legal_move(table, 0, random.Random(1)))
    chosen = thinker(lambda: play_move(table_id=table.pk, seat=0, sent=page, now=NOW))
    play_bots(table_id=table.pk, now=NOW)
    assert (moves_at(table), chosen) == ([(1, 0), (2, 1), (3, 2), (4, 3)], [1, 2, 3])


def test_nobody_is_played_for_who_has_come_back_meanwhile(thinker: Thinker) -> None:
    table = make_table("animal-poker", 3, bots="")
    for seat in (1, 2):
        person = Person(f"Player {seat}", guest=f"{seat:032}")
        sit_down(table_id=table.pk, seat=seat, person=person, now=NOW)
    go_away(table_id=table.pk, seat=1, now=NOW)
    chosen = thinker(lambda: come_back(table_id=table.pk, seat=1, now=NOW))
    play_bots(table_id=table.pk, now=NOW)
    assert (moves_at(table), chosen) == ([], [1])
    table.refresh_from_db()
    assert (table.thinking_until, table.due_at) == (None, None)


@pytest.mark.databases
@pytest.mark.postgres
def test_a_table_is_locked_once_to_write_what_its_bots_do() -> None:
    table = table_of_bots()
    with CaptureQueriesContext(connection) as asked:
        do_what_is_due(table_id=table.pk, now=NOW)
    assert len([each for each in asked if "FOR UPDATE" in each["sql"]]) == 1
