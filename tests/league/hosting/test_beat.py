"""Several clocks: one ticks, and another goes on when it is gone."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import OperationalError, connection

from league.celery import SWEEPS, app
from league.hosting.backing_up import CLOCK_LEASE, hold_clock
from league.hosting.beat import LeasedScheduler
from tests.factories import NOW
from tests.league.online.together import AT_ONCE, together

SHORTLY = timedelta(seconds=1)
# By then everything is due.
LONG = timedelta(hours=2)


class Clock(LeasedScheduler):
    """A clock that notes what it would send."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        super().__init__(app, schedule={})

    def apply_entry(self, entry: Any, producer: object = None) -> None:
        """Note a task instead of sending it."""
        self.sent.append(entry.task)

    def look(self) -> None:
        """Send all that is due at this moment, as the loop around a scheduler does."""
        while self.tick() <= 0:
            pass


@pytest.mark.django_db
def test_one_holds_the_clock_until_it_asks_no_more() -> None:
    assert hold_clock(holder="first", now=NOW)
    assert not hold_clock(holder="second", now=NOW + SHORTLY)
    assert hold_clock(holder="first", now=NOW + SHORTLY)
    assert not hold_clock(holder="second", now=NOW + CLOCK_LEASE)
    assert hold_clock(holder="second", now=NOW + SHORTLY + CLOCK_LEASE)
    assert not hold_clock(holder="first", now=NOW + SHORTLY + CLOCK_LEASE)


@pytest.mark.django_db
def test_lease_of_a_time_that_is_to_come_is_none_after_the_clock_was_put_back() -> None:
    assert hold_clock(holder="gone", now=NOW + LONG)
    assert not hold_clock(holder="a little behind", now=NOW + LONG - SHORTLY)
    assert hold_clock(holder="second", now=NOW)
    assert not hold_clock(holder="gone", now=NOW + SHORTLY)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("jump", [-timedelta(hours=1), timedelta(days=1)])
def test_clock_goes_on_when_that_of_the_machine_jumps(jump: timedelta) -> None:
    with time_machine.travel(NOW, tick=False) as time:
        clock, other = Clock(), Clock()
        time.shift(LONG)
        clock.look()
        assert set(clock.sent) == set(SWEEPS)
        time.shift(jump)
        clock.look()
        other.look()
        clock.sent.clear()
        time.shift(timedelta(seconds=max(SWEEPS.values())))
        clock.look()
        assert set(clock.sent) == set(SWEEPS)
        assert other.sent == []


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("lapsed", [False, True])
def test_of_clocks_that_ask_at_the_same_moment_one_ticks(lapsed: bool) -> None:
    if lapsed:
        hold_clock(holder="gone", now=NOW - CLOCK_LEASE)
    held: list[bool] = []
    together(lambda number: held.append(hold_clock(holder=f"clock {number}", now=NOW)))
    assert sorted(held) == [False] * (AT_ONCE - 1) + [True]


@pytest.mark.django_db(transaction=True)
def test_second_clock_sends_nothing_until_the_first_is_gone() -> None:
    with time_machine.travel(NOW, tick=False) as time:
        first, second = Clock(), Clock()
        for _ in range(4):
            first.look()
            second.look()
            time.shift(SHORTLY)
        assert first.sent
        assert second.sent == []
        # Killed: it asks for nothing any more.
        time.shift(LONG)
        second.look()
        assert set(second.sent) == set(SWEEPS)
        # It was only held up, and comes back.
        before = len(first.sent)
        first.look()
        assert len(first.sent) == before


@pytest.mark.django_db(transaction=True)
def test_what_people_wait_for_is_looked_for_within_seconds() -> None:
    within = {
        "league.online.tasks.sweep": 3,
        "league.api.tasks.sweep": 6,
        "league.rounds.tasks.sweep": 11,
        "league.notifications.tasks.deliver": 21,
        "league.standings.tasks.sweep": 21,
    }
    first: dict[str, int] = {}
    with time_machine.travel(NOW, tick=False) as time:
        clock = Clock()
        for seconds in range(max(within.values()) + 1):
            clock.look()
            for task in clock.sent:
                first.setdefault(task, seconds)
            time.shift(SHORTLY)
    assert [task for task in within if first.get(task, 60) > within[task]] == []


@pytest.mark.django_db(transaction=True)
def test_clock_stands_without_its_database_and_goes_on_with_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def refuse(*_arguments: object) -> None:
        raise OperationalError("No database.")

    with time_machine.travel(NOW, tick=False) as time:
        clock = Clock()
        time.shift(LONG)
        with connection.execute_wrapper(refuse):
            assert clock.tick() > 0
        assert clock.sent == []
        assert [record.levelname for record in caplog.records] == ["WARNING"]
        clock.look()
        assert set(clock.sent) == set(SWEEPS)
