"""docs/backups.md: what was acknowledged is there though machines with PostgreSQL are gone."""

import os
import random
import time
from pathlib import Path

import psycopg
import pytest

from tests.faults.books import HANDS, Books, make_evenings
from tests.faults.hosted import SETTINGS, WEB
from tests.faults.phones import CUT_OFF, RECORDED, Room
from tests.faults.recovery import OWNER, Machine, machines
from tests.faults.servers import wait_until
from tests.site import Site, run

pytestmark = [pytest.mark.postgres, pytest.mark.long]

CRASHES = int(os.environ.get("CRASHES", "1"))
TABLES = 3


@pytest.mark.parametrize("crash", range(CRASHES))
def test_no_acknowledged_hand_is_missing_when_a_machine_is_gone(crash: int, tmp_path: Path) -> None:
    with machines("first", "second", "third") as (first, second, third):
        first.start()
        with psycopg.connect(first.url_of("postgres"), autocommit=True) as connection:
            connection.execute("CREATE DATABASE menagerie")
        own = {**os.environ, "DATA_DIR": str(tmp_path)}
        at_first = {**own, "DATABASE_URL": first.url_of("menagerie")}
        run(at_first, "manage.py", "migrate", "--no-input", "--verbosity=0")
        [evening] = make_evenings(at_first, 1, TABLES)
        first.execute("first", first)
        second.execute("second", first)
        first.execute("together", first)
        both = f"127.0.0.1:{first.port},127.0.0.1:{second.port}"
        url = f"postgres://{OWNER}@{both}/menagerie?target_session_attrs=read-write"
        given = {"DATABASE_URL": url, "PROBE_QUEUE": "recovery"}
        site = Site(tmp_path, settings=SETTINGS, command=WEB, **given)
        try:
            site.wait_until_ready()
            with Room(evening.tables, [site], f"recovery {crash}") as room:
                go_on_without_the_standby(first, second, room)

                # The worst that the first can do is to go on for a moment when nobody has its log.
                second.kill()
                time.sleep(
                    random.Random(crash).uniform(0.5, 1.5)
                )  # the moment; not for anything to have happened
                first.destroy()
                second.start()
                second.execute("promote", first)
                wait_until(room.more(2), told=lambda: room.statuses)

                archived = [list(phone.keys) for phone in room.phones]
                log = second.ask("SELECT pg_walfile_name(pg_current_wal_lsn())")
                wait_until(lambda: second.has_archived(log))
                room.close()
        finally:
            site.kill()
        books = Books(second.url_of("menagerie"))
        for phone in room.phones:
            books.check_hands(phone)
        assert set(room.statuses) <= {RECORDED, CUT_OFF, 500}

        second.destroy()
        third.execute("from the archive", third)
        restored = Books(third.url_of("menagerie"))
        for phone, keys in zip(room.phones, archived, strict=True):
            hands = [number for (number,) in restored.ask(HANDS, phone.table.pk)]
            assert hands == list(range(1, len(hands) + 1))
            assert len(keys) <= len(hands) <= len(phone.keys)
        at_third = {**own, "DATABASE_URL": third.url_of("menagerie")}
        assert run(at_third, "manage.py", "rebuild", "--check") == "Differences found: 0.\n"


def go_on_without_the_standby(first: Machine, second: Machine, room: Room) -> None:
    """Kill the standby, let the first go on alone, and then together with it as before."""
    wait_until(room.more(1), told=lambda: room.statuses)
    second.kill()
    first.execute("alone", first)
    wait_until(room.more(1), told=lambda: room.statuses)
    second.start()
    first.execute("together", first)
    wait_until(room.more(1), told=lambda: room.statuses)
