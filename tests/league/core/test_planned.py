"""A lock and what it guards are asked for at once: what is seen, and what is left of a failure."""

import time
from collections.abc import Callable, Iterator
from typing import Any

import psycopg
import pytest
from django.db import DataError, OperationalError, close_old_connections, connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from league.competitions.models import Competition, Table
from league.competitions.services import share_lock_of_table
from league.core.planned import in_one_go
from league.core.prepared import Prepared
from tests.factories import make_table
from tests.league.refusals import refuses
from tests.league.results.hands import send

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

NAMES = Prepared(
    lambda given: Competition.objects.filter(stages__rounds__tables=given("table")).values_list(
        "name"
    )
)
LOCK = "SELECT id FROM competitions_competition FOR UPDATE"
WAITS = "SELECT 1 FROM pg_stat_activity WHERE pid = %s AND wait_event_type = 'Lock'"
# Whoever waits looks for a deadlock once, after `deadlock_timeout`.
HAS_LOOKED = """
    SELECT 1 FROM pg_locks
    WHERE pid = %s AND NOT granted
      AND waitstart < clock_timestamp() - 2 * current_setting('deadlock_timeout')::interval
"""


def nothing() -> None:
    """Do nothing before the answers are waited for."""


@pytest.fixture
def other() -> Iterator[psycopg.Connection]:
    """Connect to the tests' database beside Django, in a transaction of its own."""
    connection.ensure_connection()
    info = connection.connection.info
    with psycopg.connect(info.dsn, password=info.password) as other:
        yield other
        other.close()


def backend() -> int:
    """Return which of the server's processes Django's connection leads to."""
    pid: int = connection.connection.info.backend_pid
    return pid


def wait_for(
    pid: int, observer: psycopg.Connection | BaseDatabaseWrapper, state: str = WAITS
) -> None:
    """Return once a process of the server waits for a lock, as one that is free to ask sees it."""
    until = time.monotonic() + 20
    with observer.cursor() as cursor:
        while True:
            cursor.execute(state, [pid])
            if cursor.fetchone():
                return
            assert time.monotonic() < until, "nobody waits"
            time.sleep(0.01)


@transaction.atomic
def read_locked(
    table: Table, *, lock_timeout: str = "20s", meanwhile: Callable[[], None] = nothing
) -> list[Any]:
    """Lock a table and read the name of its competition; do something before the answers come."""
    with connection.cursor() as cursor:
        # A test that waited for good would tell nothing.
        cursor.execute("SELECT set_config('lock_timeout', %s, true)", [lock_timeout])
    with in_one_go(connection):
        share_lock_of_table(table_id=table.pk)
        fetch = NAMES.ask(table=table.pk)
        meanwhile()
    return fetch()


@transaction.atomic
def divide_by_zero_and_read(table: Table) -> None:
    """Ask for what fails, and then for a name."""
    with in_one_go(connection), connection.cursor() as cursor:
        cursor.execute("SELECT 1 / 0")
        NAMES.ask(table=table.pk)


def test_what_is_read_behind_a_lock_is_what_the_lock_waited_for(other: psycopg.Connection) -> None:
    table = make_table()
    other.execute(LOCK)
    other.execute("UPDATE competitions_competition SET name = 'Renamed'")

    def let_go() -> None:
        wait_for(backend(), other)
        other.commit()

    assert read_locked(table, meanwhile=let_go) == [("Renamed",)]


def test_table_of_a_hand_is_read_together_with_its_lock(other: psycopg.Connection) -> None:
    table = make_table()
    other.execute(LOCK)
    other.execute("UPDATE competitions_round SET status = 'closed'")

    def let_go(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        """Let go of the lock as the table is asked for; whoever waits for it first waits long."""
        if "hands_read" in sql:
            other.commit()
        return execute(sql, *rest)

    with transaction.atomic(), connection.execute_wrapper(let_go):
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL lock_timeout = '20s'")
        with refuses("round_closed"):
            send(table, number=1, record={"finish": [0, 1, 2, 3]})


def test_answers_are_those_that_are_had_one_by_one() -> None:
    table = make_table()
    for _ in range(2):
        assert read_locked(table) == NAMES.read(table=table.pk)
    assert read_locked(table) == [(Competition.objects.get().name,)]


def test_first_failure_is_the_one_that_is_told() -> None:
    table = make_table()
    for _ in range(2):
        with pytest.raises(DataError, match="division by zero"):
            divide_by_zero_and_read(table)
    assert read_locked(table) == [(Competition.objects.get().name,)]


def test_lock_that_is_not_had_in_time_is_told_and_leaves_the_connection_as_it_was(
    other: psycopg.Connection,
) -> None:
    table = make_table()
    other.execute(LOCK)
    before = backend()
    # Neither statement is known to the connection the first time.
    for _ in range(2):
        with pytest.raises(OperationalError) as raised:
            read_locked(table, lock_timeout="50ms")
        assert isinstance(raised.value.__cause__, psycopg.errors.LockNotAvailable)
    other.rollback()
    assert read_locked(table) == [(Competition.objects.get().name,)]
    assert backend() == before


def test_deadlock_is_told(other: psycopg.Connection) -> None:
    table = make_table()
    other.execute(LOCK)
    want = "SELECT id FROM competitions_entry FOR UPDATE"
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute(want)
        # Only who begins to wait last is sure to find the deadlock.
        other.pgconn.send_query(want.encode())
        wait_for(other.info.backend_pid, connection, HAS_LOOKED)
        with pytest.raises(OperationalError) as raised:
            read_locked(table)
    assert isinstance(raised.value.__cause__, psycopg.errors.DeadlockDetected)
    # What the other one was told: it has what it wanted.
    assert [each.ntuples for each in iter(other.pgconn.get_result, None)] == [4]


def test_connection_that_is_lost_is_told_and_another_is_made(other: psycopg.Connection) -> None:
    table = make_table()
    other.execute(LOCK)

    def end() -> None:
        wait_for(backend(), other)
        other.execute("SELECT pg_terminate_backend(%s)", [backend()])

    with pytest.raises(OperationalError):
        read_locked(table, meanwhile=end)
    other.rollback()
    close_old_connections()
    assert read_locked(table) == [(Competition.objects.get().name,)]
