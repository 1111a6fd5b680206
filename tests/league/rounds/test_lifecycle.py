from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection

from league.competitions.models import Round, RoundStatus
from league.competitions.schedule import RoundTimes
from league.rounds.draw_input import ask, plan_seating
from league.rounds.services.closing import close_due_round
from league.rounds.services.lifecycle import (
    delete_round,
    open_due_round,
    open_round,
    reopen_round,
    set_round_times,
)
from tests.factories import NOW, make_check_in, make_competition, make_round, make_table
from tests.league.refusals import refuses

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


def scheduled(**fields: Any) -> Round:
    return make_round(status=RoundStatus.SCHEDULED, **fields)


def test_open_round_twice_opens_it_once() -> None:
    round_ = scheduled(opens_at=NOW + HOUR)

    open_round(round_id=round_.pk, now=NOW)
    open_round(round_id=round_.pk, now=NOW + HOUR)

    round_.refresh_from_db()
    round_.stage.competition.refresh_from_db()
    assert (round_.status, round_.opened_at, round_.opens_at) == (RoundStatus.OPEN, NOW, NOW)
    assert round_.stage.competition.version == 2


def test_open_round_by_hand_after_its_closing_time_does_not_close_by_itself() -> None:
    round_ = scheduled(opens_at=NOW - 2 * HOUR, closes_at=NOW - HOUR)

    open_round(round_id=round_.pk, now=NOW)
    close_due_round(round_id=round_.pk, now=NOW)

    round_.refresh_from_db()
    assert (round_.status, round_.closes_at) == (RoundStatus.OPEN, None)


def test_recurring_round_that_begins_early_lasts_as_long() -> None:
    times = {"opens_at": NOW + HOUR, "closes_at": NOW + 3 * HOUR}
    recurring = scheduled(**times, recurs_on=NOW.date())
    by_hand = scheduled(**times)

    for round_ in (recurring, by_hand):
        open_round(round_id=round_.pk, now=NOW)
        round_.refresh_from_db()

    assert (recurring.opens_at, recurring.closes_at) == (NOW, NOW + 2 * HOUR)
    assert (by_hand.opens_at, by_hand.closes_at) == (NOW, NOW + 3 * HOUR)


def test_open_round_that_is_closed_is_refused_with_the_way_out() -> None:
    round_ = make_round(status=RoundStatus.CLOSED)

    with refuses("wrong_status", match="You can reopen it"):
        open_round(round_id=round_.pk, now=NOW)


def test_open_due_round_before_its_time_leaves_it_scheduled() -> None:
    round_ = scheduled(opens_at=NOW + HOUR)

    open_due_round(round_id=round_.pk, seed=1, now=NOW)

    round_.refresh_from_db()
    assert round_.status == RoundStatus.SCHEDULED


def test_open_due_round_seats_who_is_there_where_the_competition_wants_that() -> None:
    competition = make_competition(is_seated_on_opening=True)
    round_ = make_round(competition, status=RoundStatus.SCHEDULED, opens_at=NOW)
    for _ in range(8):
        make_check_in(round_)

    open_due_round(round_id=round_.pk, seed=4711, now=NOW)

    round_.refresh_from_db()
    assert (round_.status, round_.draw_seed, round_.seated_at) == (RoundStatus.OPEN, 4711, NOW)
    assert [table.seats.count() for table in round_.tables.order_by("number")] == [4, 4]


@contextmanager
def at_the_lock(act: Callable[[], object]) -> Iterator[None]:
    """Do something in the moment before the competition is locked, as another phone could."""
    done: list[object] = []

    def watch(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if not done and sql.startswith('SELECT "competitions_competition"."id"'):
            done.append(None)
            act()
        return execute(sql, params, many, context)

    with connection.execute_wrapper(watch):
        yield
    assert done


def due_round(count: int) -> Round:
    competition = make_competition(is_seated_on_opening=True)
    round_ = make_round(competition, status=RoundStatus.SCHEDULED, opens_at=NOW)
    for _ in range(count):
        make_check_in(round_)
    return round_


@pytest.mark.databases
def test_open_due_round_has_drawn_before_it_locks() -> None:
    round_ = due_round(8)
    drawn: list[bool] = []

    def look() -> None:
        draw_input = ask(round_, plan_seating(round_), None)
        drawn.append(cache.get(f"draw:{draw_input.digest}:4711") is not None)

    with at_the_lock(look):
        open_due_round(round_id=round_.pk, seed=4711, now=NOW)

    assert drawn == [True]
    assert [table.seats.count() for table in round_.tables.order_by("number")] == [4, 4]


@pytest.mark.databases
def test_open_due_round_seats_whoever_came_while_it_was_drawn() -> None:
    round_ = due_round(8)

    with at_the_lock(lambda: make_check_in(round_)):
        open_due_round(round_id=round_.pk, seed=4711, now=NOW)

    round_.refresh_from_db()
    assert (round_.status, round_.draw_seed, round_.seating) == (RoundStatus.OPEN, 4711, 1)
    assert [table.seats.count() for table in round_.tables.order_by("number")] == [5, 4]


@pytest.mark.databases
def test_open_due_round_that_somebody_has_opened_while_it_was_drawn_stays_unseated() -> None:
    round_ = due_round(8)

    with at_the_lock(lambda: Round.objects.update(status=RoundStatus.OPEN, opened_at=NOW)):
        open_due_round(round_id=round_.pk, seed=1, now=NOW)

    assert Round.objects.get().seating == 0


def test_open_due_round_with_too_few_players_opens_unseated() -> None:
    competition = make_competition(is_seated_on_opening=True)
    round_ = make_round(competition, status=RoundStatus.SCHEDULED, opens_at=NOW)
    make_check_in(round_)

    open_due_round(round_id=round_.pk, seed=1, now=NOW)

    round_.refresh_from_db()
    assert (round_.status, round_.seated_at) == (RoundStatus.OPEN, None)


def test_open_due_round_does_not_seat_where_the_organiser_seats() -> None:
    round_ = scheduled(opens_at=NOW)
    for _ in range(8):
        make_check_in(round_)

    open_due_round(round_id=round_.pk, seed=1, now=NOW)

    assert round_.tables.count() == 0


def test_reopen_round_closes_by_hand_from_then_on_and_tells_its_tables() -> None:
    round_ = make_round(closes_at=NOW)
    table = make_table(round_)
    close_due_round(round_id=round_.pk, now=NOW)

    for _ in range(2):
        reopen_round(round_id=round_.pk, now=NOW)
    close_due_round(round_id=round_.pk, now=NOW + HOUR)

    round_.refresh_from_db()
    table.refresh_from_db()
    assert (round_.status, round_.closes_at, round_.closed_at) == (RoundStatus.OPEN, None, None)
    assert table.version == 3


def test_reopen_round_that_was_never_opened_is_refused() -> None:
    with refuses("wrong_status"):
        reopen_round(round_id=scheduled().pk, now=NOW)


def test_set_round_times_of_an_open_round_changes_only_its_closing() -> None:
    round_ = make_round(opens_at=NOW)

    set_round_times(round_id=round_.pk, times=RoundTimes(NOW + HOUR, NOW + 2 * HOUR), now=NOW)

    round_.refresh_from_db()
    assert (round_.opens_at, round_.closes_at) == (NOW, NOW + 2 * HOUR)


@pytest.mark.parametrize("times", [RoundTimes(None, NOW), RoundTimes(NOW + 2 * HOUR, NOW + HOUR)])
def test_set_round_times_that_cannot_be_are_refused_at_the_closing(times: RoundTimes) -> None:
    round_ = scheduled()

    with refuses("bad_times") as refused:
        set_round_times(round_id=round_.pk, times=times, now=NOW)

    round_.refresh_from_db()
    assert refused.value.field == "closes_at"
    assert (round_.opens_at, round_.closes_at) == (None, None)


def test_set_round_times_of_a_closed_round_is_refused() -> None:
    with refuses("wrong_status", match="Reopen it first"):
        set_round_times(
            round_id=make_round(status=RoundStatus.CLOSED).pk, times=RoundTimes(), now=NOW
        )


def test_delete_round_twice_removes_it_once() -> None:
    round_ = scheduled()

    delete_round(round_id=round_.pk)
    delete_round(round_id=round_.pk)

    assert Round.objects.count() == 0


def test_delete_round_that_has_something_is_refused() -> None:
    with_check_in = scheduled()
    make_check_in(with_check_in)

    for round_ in (with_check_in, make_round()):
        with refuses("round_in_use"):
            delete_round(round_id=round_.pk)

    assert Round.objects.count() == 2
