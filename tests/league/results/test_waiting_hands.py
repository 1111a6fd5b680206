"""A hand waits for who has locked its competition: what it sees then, and what a failure leaves."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread

import psycopg
import pytest
from django.db import OperationalError, close_old_connections, connection

from league.results.models import Hand
from tests.factories import make_table
from tests.league.refusals import refuses
from tests.league.results.hands import send

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

ORDER = {"finish": [0, 1, 2, 3]}
LOCK = "SELECT id FROM competitions_competition FOR UPDATE"
WAITS = "SELECT 1 FROM pg_stat_activity WHERE pid = %s AND wait_event_type = 'Lock'"


@pytest.fixture
def other() -> Iterator[psycopg.Connection]:
    """Connect to the tests' database beside Django, in a transaction of its own."""
    connection.ensure_connection()
    info = connection.connection.info
    with psycopg.connect(info.dsn, password=info.password) as other:
        yield other
        other.close()


@contextmanager
def once_it_waits(other: psycopg.Connection, act: Callable[[int], None]) -> Iterator[None]:
    """Do something once Django's process of the server, whose number it is told, waits."""
    pid: int = connection.connection.info.backend_pid

    def run() -> None:
        until = time.monotonic() + 20
        while not other.execute(WAITS, [pid]).fetchone():
            assert time.monotonic() < until, "nobody pending"
            time.sleep(0.01)
        act(pid)

    thread = Thread(target=run)
    thread.start()
    try:
        yield
    finally:
        thread.join(timeout=30)


def test_hand_that_waited_sees_what_was_written_meanwhile(other: psycopg.Connection) -> None:
    table = make_table()
    other.execute(LOCK)
    other.execute("UPDATE competitions_round SET status = 'closed'")
    with once_it_waits(other, lambda _pid: other.commit()), refuses("round_closed"):
        send(table, number=1, record=ORDER)
    assert Hand.objects.count() == 0


def test_hand_whose_connection_is_lost_is_told_and_can_be_sent_again(
    other: psycopg.Connection,
) -> None:
    table = make_table()
    other.execute(LOCK)

    def end(pid: int) -> None:
        other.execute("SELECT pg_terminate_backend(%s)", [pid])

    with once_it_waits(other, end), pytest.raises(OperationalError):
        send(table, number=1, record=ORDER)
    other.rollback()
    close_old_connections()
    send(table, number=1, record=ORDER)
    assert Hand.objects.count() == 1
