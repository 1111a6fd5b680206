"""Workers that are killed at any moment: in the end everything was done, and done once."""

import os
import random
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from tests.faults.brokers import BROKERS
from tests.faults.conftest import Start, new_database
from tests.faults.season import NUMBERS
from tests.faults.servers import wait_until
from tests.faults.workers import NAMES, workers_on
from tests.site import run

pytestmark = pytest.mark.long

KILLS = 3
# Seconds: after a start something happens, and a tick is less than half of one.
SOON = 15
# A few ticks of the clock: what would happen twice has happened by then.
QUIET = 1.5

NO_MAIL = "dummymail://"


class Ledger:
    """What the database says of the season, read beside those that work on it."""

    def __init__(self, connection: psycopg.Connection | sqlite3.Connection) -> None:
        self._connection = connection
        self._wanted = {name: number for name, (_, number) in NUMBERS.items()}

    def count(self) -> dict[str, int]:
        """Return what has happened so far."""
        rows = {
            name: self._connection.execute(query).fetchone() for name, (query, _) in NUMBERS.items()
        }
        return {name: int(row[0]) for name, row in rows.items() if row}

    def wait_for_more(self) -> None:
        """Return once something has happened that had not when this was called.

        Where all that is left are mails that killed workers had taken, nothing does.
        """
        before, end = self.count(), time.monotonic() + SOON
        while self.count() == before and time.monotonic() < end:
            time.sleep(0.02)

    def let_leases_run_out(self) -> None:
        """Free the mails and the clock that killed workers had taken, as time does."""
        self._connection.execute("UPDATE notifications_delivery SET leased_until = due_at")
        self._connection.execute("DELETE FROM hosting_clocklease")

    def wait_until_done(self) -> None:
        """Return once everything has happened; fail when it has not, or more than that."""
        wait_until(lambda: self.count() == self._wanted, told=self.count, pause=0.2)
        time.sleep(QUIET)
        assert self.count() == self._wanted


@pytest.mark.postgres
@pytest.mark.parametrize("broker", ["redis", "rabbitmq"])
def test_workers_killed_at_any_moment_do_everything_once(
    broker: str, to_copy: str, tmp_path: Path
) -> None:
    chance = random.Random(f"workers on {broker}")
    with new_database(copy_of=to_copy) as database, BROKERS[broker]() as queue:
        environment = {
            **os.environ,
            **database,
            **queue,
            "EMAIL_URL": NO_MAIL,
            "DATA_DIR": str(tmp_path),
        }
        run(environment, "-m", "tests.faults.season")
        with (
            psycopg.connect(database["DATABASE_URL"], autocommit=True) as connection,
            workers_on(environment, tmp_path) as workers,
        ):
            ledger = Ledger(connection)
            for _ in range(KILLS):
                ledger.wait_for_more()
                time.sleep(chance.uniform(0, 0.3))
                name = chance.choice(NAMES)
                workers.kill(name)
                workers.start(name)
            ledger.wait_for_more()
            workers.kill_all()
            ledger.let_leases_run_out()
            workers.start_all()
            ledger.wait_until_done()
        assert "Traceback" not in workers.output
        checked = run(environment, "manage.py", "rebuild", "--check")
        assert checked.strip() == "Differences found: 0."


@pytest.mark.skipif("DATABASE_URL" in os.environ, reason="the same in the run on SQLite")
def test_site_killed_at_any_moment_does_everything_once(start: Start, tmp_path: Path) -> None:
    chance = random.Random("one process")
    data = tmp_path / "data"
    environment = {**os.environ, "DATABASE_URL": "", "DATA_DIR": str(data), "EMAIL_URL": NO_MAIL}
    run(environment, "-m", "tests.faults.season")
    with closing(sqlite3.connect(data / "menagerie.sqlite3", timeout=30)) as connection:
        connection.isolation_level = None
        ledger = Ledger(connection)
        for _ in range(KILLS):
            site = start(DATABASE_URL="", EMAIL_URL=NO_MAIL)
            ledger.wait_for_more()
            time.sleep(chance.uniform(0, 0.3))
            site.kill()
        ledger.let_leases_run_out()
        site = start(DATABASE_URL="", EMAIL_URL=NO_MAIL)
        ledger.wait_until_done()
    assert "Traceback" not in site.output
    assert site.manage("rebuild", "--check").strip() == "Differences found: 0."
