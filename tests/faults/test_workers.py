"""Workers that are killed at any moment: in the end everything was done, and done once."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest

from tests.faults.brokers import BROKERS
from tests.faults.conftest import Start, new_database
from tests.faults.season import NUMBERS

KILLS = 3
PATIENCE = 90
# A few ticks of the clock: what would happen twice has happened by then.
QUIET = 1.5

NAMES = ("first", "second")
NO_MAIL = "dummymail://"
Environment = dict[str, str]


def run(environment: Environment, *arguments: str) -> str:
    """Run Python on the test's data, and return what it prints."""
    done = subprocess.run(
        [sys.executable, *arguments],
        env=environment,
        check=False,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


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
        """Return once something has happened that had not when this was called."""
        before = self.count()
        end = time.monotonic() + PATIENCE
        while self.count() == before and before != self._wanted and time.monotonic() < end:
            time.sleep(0.02)

    def let_leases_run_out(self) -> None:
        """Free the mails that killed workers had taken, as time does."""
        self._connection.execute("UPDATE notices_delivery SET leased_until = due_at")

    def wait_until_done(self) -> None:
        """Return once everything has happened; fail when it has not, or more than that."""
        end = time.monotonic() + PATIENCE
        while (counted := self.count()) != self._wanted and time.monotonic() < end:
            time.sleep(0.2)
        assert counted == self._wanted
        time.sleep(QUIET)
        assert self.count() == self._wanted


class Workers:
    """A worker with the clock, and a second one, each killed and started again at will."""

    def __init__(self, environment: Environment, directory: Path) -> None:
        self._environment = environment
        self._output = directory / "workers"
        self._running: dict[str, subprocess.Popen[bytes]] = {}

    @property
    def output(self) -> str:
        """What the workers have written."""
        return self._output.read_text()

    def start_all(self) -> None:
        """Start both."""
        for name in NAMES:
            self.start(name)

    def start(self, name: str) -> None:
        """Start a worker as the documentation says, on the test's queue."""
        options = ["--beat", "--concurrency=2"] if name == NAMES[0] else ["--concurrency=1"]
        command = [sys.executable, "-m", "celery", "-A", "tests.faults.probe_celery", "worker"]
        with self._output.open("ab") as output:
            self._running[name] = subprocess.Popen(
                [*command, "--loglevel=WARNING", f"--hostname={name}@localhost", *options],
                env=self._environment,
                stdout=output,
                stderr=subprocess.STDOUT,
                # Its children end with it.
                start_new_session=True,
            )

    def kill(self, name: str) -> None:
        """End a worker and its children without a word of warning."""
        os.killpg(self._running[name].pid, signal.SIGKILL)
        self._running.pop(name).wait()

    def kill_all(self) -> None:
        """End whatever runs."""
        for name in list(self._running):
            self.kill(name)


@contextmanager
def workers_on(environment: Environment, directory: Path) -> Iterator[Workers]:
    """Start both workers; end them in any case."""
    workers = Workers(environment, directory)
    try:
        workers.start_all()
        yield workers
    finally:
        workers.kill_all()


@pytest.fixture(scope="session")
def migrated() -> Iterator[str]:
    """The name of a database to copy: an empty site."""
    with new_database() as database:
        run({**os.environ, **database}, "manage.py", "migrate", "--verbosity", "0")
        yield urlsplit(database["DATABASE_URL"]).path[1:]


@pytest.mark.postgres
@pytest.mark.parametrize("broker", BROKERS)
def test_workers_killed_at_any_moment_do_everything_once(
    broker: str, migrated: str, tmp_path: Path
) -> None:
    chance = random.Random(f"workers on {broker}")
    with new_database(copy_of=migrated) as database, BROKERS[broker]() as queue:
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
    data.mkdir()
    environment = {
        **os.environ,
        "DATABASE_URL": "",
        "DATA_DIR": str(data),
        "EMAIL_URL": NO_MAIL,
    }
    run(environment, "manage.py", "migrate", "--verbosity", "0")
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
