"""The disk under PostgreSQL is full: hands wait on the phones until there is room.

The disk is small and made of memory, which takes root. `./run test-long` runs this, by CRASHES.
"""

import errno
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg
import pytest

from tests.faults.books import Books, make_evenings
from tests.faults.brokers import missing
from tests.faults.grounds import TABLES, finish
from tests.faults.hosted import Hosted, serving
from tests.faults.phones import CUT_OFF, RECORDED, Room
from tests.faults.servers import Postgres, Redis, running, wait_until
from tests.site import run

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.thorough,
    pytest.mark.skipif("CRASHES" not in os.environ, reason="takes root: ./run test-long"),
]

SIZE = 320 * 1024 * 1024
BLOCK = 1024 * 1024


class SmallPostgres(Postgres):
    """A PostgreSQL on a disk that is soon full."""

    def __init__(self, directory: Path) -> None:
        mount = ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "menagerie-tests", str(directory)]
        if os.geteuid() != 0 or subprocess.run(mount, check=False).returncode != 0:
            missing("A disk of the test's own (root, and the right to mount a tmpfs)", "mount")
        super().__init__(directory)

    def command(self) -> list[str]:
        return [*super().command(), "-cmax_wal_size=64MB", "-cmin_wal_size=32MB"]

    def fill(self) -> None:
        """Leave no room at all."""
        with (self.directory / "filled").open("ab", buffering=0) as file:
            for size in (BLOCK, 512):
                with suppress_full():
                    while True:
                        file.write(bytes(size))

    def make_room(self) -> None:
        """Take away what fills the disk."""
        (self.directory / "filled").unlink()

    def use_up_log(self) -> None:
        """Ask for new files of the log until there is none left, which ends the whole server."""
        with suppress(psycopg.Error), psycopg.connect(self.url_of("postgres")) as connection:
            connection.autocommit = True
            while True:
                connection.execute("CREATE TEMPORARY TABLE more (a int); DROP TABLE more")
                connection.execute("SELECT pg_switch_wal()")


@contextmanager
def suppress_full() -> Iterator[None]:
    """Go on when there is no room."""
    try:
        yield
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise


@pytest.fixture
def postgres() -> Iterator[SmallPostgres]:
    with running(SmallPostgres) as server:
        try:
            yield server
        finally:
            server.kill()
            subprocess.run(["umount", "--lazy", server.directory], check=True)


def test_full_disk_keeps_hands_on_the_phones_until_there_is_room(
    postgres: SmallPostgres, tmp_path: Path
) -> None:
    url = postgres.url_of("postgres")
    environment = {**os.environ, "DATABASE_URL": url, "DATA_DIR": str(tmp_path)}
    run(environment, "manage.py", "migrate", "--no-input", "--verbosity=0")
    [evening] = make_evenings(environment, 1, TABLES)
    books = Books(url)
    with running(Redis) as redis:
        hosted = Hosted(tmp_path, DATABASE_URL=url, BROKER_URL=redis.url)
        with serving(hosted), Room(evening.tables, hosted.sites, "full") as room:
            wait_until(room.more(2), told=lambda: room.statuses)
            postgres.fill()
            books_cannot = room.statuses
            postgres.use_up_log()
            wait_until(
                lambda: (room.statuses - books_cannot)[500] > TABLES, told=lambda: room.statuses
            )
            postgres.make_room()
            postgres.kill()
            postgres.start()
            books.let_fall_due(*evening.rounds)
            finish(books, hosted, evening, room)
    assert set(room.statuses) <= {RECORDED, CUT_OFF, 500}
