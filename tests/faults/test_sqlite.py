"""A site on SQLite while all its tables write: others write too, the disk is full, the power goes.

A phone is never told that the database is busy, and what it was told is recorded is there.
"""

import os
import random
import resource
import shutil
import signal
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from uuid import UUID

import pytest

from tests.faults.books import make_evenings
from tests.faults.conftest import Start
from tests.faults.hosted import SETTINGS
from tests.faults.phones import CUT_OFF, RECORDED, Room
from tests.faults.servers import wait_until
from tests.portions import some_of
from tests.site import Site

pytestmark = pytest.mark.skipif(
    "DATABASE_URL" in os.environ, reason="the same in the run on SQLite"
)

CRASHES = int(os.environ.get("CRASHES", "1"))
REFLECTION = 1.5
"""Seconds between two hands of a table, at most: less would only measure the machine."""
FILE = "menagerie.sqlite3"
HANDS = "SELECT table_id, number FROM results_hand WHERE NOT is_void ORDER BY table_id, number"
KEYS = "SELECT key FROM results_submission"


class Club:
    """A site in one process, and a phone at each of its tables."""

    def __init__(self, start: Start, data: Path, writers: int) -> None:
        self._start = start
        environment = {**os.environ, "DATABASE_URL": "", "DATA_DIR": str(data)}
        [evening] = make_evenings(environment, 1, writers)
        self.sites: list[Site] = []
        self.go_on_with(data)
        self.room = Room(evening.tables, self.sites, "sqlite", REFLECTION)

    @property
    def site(self) -> Site:
        """The site as it runs now."""
        return self.sites[0]

    def go_on_with(self, data: Path) -> None:
        """Start the site with these data, where the phones find it."""
        own = {"DATA_DIR": str(data), "DJANGO_SETTINGS_MODULE": SETTINGS}
        self.sites[:] = [self._start(command=None, EMAIL_URL="dummymail://", **own)]
        self.site.wait_until_ready()

    def wait_for_hands(self) -> None:
        """Return once every phone has entered another one."""
        wait_until(self.room.more(1), told=lambda: self.room.statuses)

    def let_another_process_write(self) -> None:
        """Run a command that writes for long beside the site."""
        self.site.manage("rebuild")

    def fill_disk_for_a_while(self) -> None:
        """Let the kernel refuse whatever the site writes, as on a full disk."""
        pid, most = self.site.process.pid, resource.RLIM_INFINITY
        refused = self.room.statuses[500]
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, most))
        wait_until(lambda: self.room.statuses[500] > refused + len(self.room.phones))
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (most, most))

    def lose_power(self, data: Path, to: Path, chance: random.Random) -> None:
        """Go on with what the disk has between two writes of the site."""
        time.sleep(chance.uniform(0, 0.5))  # the moment; not for anything to have happened
        freeze_and_copy(self.site, data, to, chance)
        self.site.kill()
        with closing(sqlite3.connect(to / FILE)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        self.go_on_with(to)

    def check(self, data: Path) -> None:
        """Let the phones finish; see that every hand that was acknowledged is there, once."""
        self.room.close()
        with closing(sqlite3.connect(data / FILE)) as connection:
            hands = connection.execute(HANDS).fetchall()
            keys = [UUID(key) for (key,) in connection.execute(KEYS)]
        assert hands == sorted(
            (phone.table.pk, number)
            for phone in self.room.phones
            for number in range(1, len(phone.keys) + 1)
        )
        assert sorted(keys) == sorted(UUID(key) for phone in self.room.phones for key in phone.keys)
        assert self.site.manage("rebuild", "--check") == "Differences found: 0.\n"


def freeze_and_copy(site: Site, data: Path, to: Path, chance: random.Random) -> None:
    """Stop the site between two of its writes, and copy what the disk has then.

    The word that was just being written ends in the midst. There is no log while nothing is open.
    """
    site.process.send_signal(signal.SIGSTOP)
    to.mkdir()
    shutil.copyfile(data / FILE, to / FILE)
    if (log := data / f"{FILE}-wal").exists():
        shutil.copyfile(log, to / log.name)
        with (to / log.name).open("ab") as copy:
            copy.write(chance.randbytes(chance.randrange(1, 4096)))


@pytest.mark.parametrize("writers", some_of([3, 20], 1, 0))
@pytest.mark.parametrize("crash", range(CRASHES))
def test_writers_lose_nothing_to_another_writer_a_full_disk_and_a_power_cut(
    crash: int, writers: int, start: Start, tmp_path: Path
) -> None:
    chance = random.Random(f"power {crash}")
    data, copy = tmp_path / "data", tmp_path / "copy"
    club = Club(start, data, writers)
    with club.room as room:
        for happens, answers in (
            (club.let_another_process_write, {RECORDED}),
            (club.fill_disk_for_a_while, {RECORDED, 500}),
            (lambda: club.lose_power(data, copy, chance), {RECORDED, CUT_OFF}),
        ):
            club.wait_for_hands()
            before = room.statuses
            happens()
            club.wait_for_hands()
            assert set(room.statuses - before) <= answers
        club.check(copy)
