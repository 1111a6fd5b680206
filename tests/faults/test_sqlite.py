"""A site on SQLite while twenty tables write: the power goes, the disk is full, others write too.

A phone is never told that the database is busy, and what it was told is recorded is there.
"""

import os
import random
import resource
import shutil
import signal
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.faults.books import make_evenings
from tests.faults.conftest import Start
from tests.faults.offline import read_recorded
from tests.faults.phones import CUT_OFF, RECORDED, Room
from tests.faults.servers import wait_until
from tests.site import Site

pytestmark = pytest.mark.skipif(
    "DATABASE_URL" in os.environ, reason="the same in the run on SQLite"
)

CRASHES = int(os.environ.get("CRASHES", "1"))
WRITERS = 20
PATIENCE = 90
SETTINGS = "tests.faults.offline_settings"
FILE = "menagerie.sqlite3"


class Club:
    """A site in one process, and a phone at each of its tables."""

    def __init__(self, start: Start, data: Path) -> None:
        self._start = start
        environment = {**os.environ, "DATABASE_URL": "", "DATA_DIR": str(data)}
        [evening] = make_evenings(environment, 1, WRITERS)
        self.sites = [self._started(data)]
        self.sites[0].wait_until_ready()
        self.room = Room(evening.tables, self.sites, "sqlite")

    @property
    def site(self) -> Site:
        """The site as it runs now."""
        return self.sites[0]

    def _started(self, data: Path) -> Site:
        own = {"DATA_DIR": str(data), "DJANGO_SETTINGS_MODULE": SETTINGS}
        return self._start(command=None, EMAIL_URL="dummymail://", **own)

    def go_on_from(self, data: Path) -> None:
        """Start the site from a copy of its data, where the phones find it."""
        self.sites[0] = self._started(data)
        self.site.wait_until_ready()

    def check(self) -> None:
        """Let the phones finish; see that every hand that was acknowledged is there, once."""
        wait_until(self.room.more(1), told=lambda: self.room.statuses)
        self.room.close(PATIENCE)
        recorded = read_recorded(self.site)
        assert sorted((table, number) for table, number, _record in recorded.hands) == sorted(
            (phone.table.pk, number)
            for phone in self.room.phones
            for number in range(1, len(phone.keys) + 1)
        )
        assert sorted(recorded.keys) == sorted(
            key for phone in self.room.phones for key in phone.keys
        )
        assert self.site.manage("rebuild", "--check") == "Differences found: 0.\n"


@pytest.fixture
def club(start: Start, tmp_path: Path, migrated: Path) -> Iterator[Club]:
    club = Club(start, tmp_path / "data")
    yield club
    for phone in club.room.phones:
        phone.stop()


def freeze_and_copy(site: Site, data: Path, to: Path, chance: random.Random) -> None:
    """Stop the site between two of its writes, and copy what the disk has then.

    The word that was just being written ends in the midst.
    """
    site.process.send_signal(signal.SIGSTOP)
    to.mkdir()
    for name in (FILE, f"{FILE}-wal"):
        shutil.copyfile(data / name, to / name)
    with (to / f"{FILE}-wal").open("ab") as log:
        log.write(chance.randbytes(chance.randrange(1, 4096)))


@pytest.mark.parametrize("crash", range(CRASHES))
def test_twenty_writers_go_on_from_what_the_disk_has_when_the_power_goes(
    crash: int, club: Club, tmp_path: Path
) -> None:
    chance = random.Random(f"power {crash}")
    wait_until(club.room.more(2), told=lambda: club.room.statuses)
    time.sleep(chance.uniform(0, 0.5))  # the moment; not for anything to have happened
    freeze_and_copy(club.site, tmp_path / "data", tmp_path / "copy", chance)
    club.site.kill()
    with closing(sqlite3.connect(tmp_path / "copy" / FILE)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    club.go_on_from(tmp_path / "copy")
    club.check()
    assert set(club.room.statuses) <= {RECORDED, CUT_OFF}


def test_full_disk_keeps_hands_on_the_phones_until_there_is_room(
    club: Club, tmp_path: Path
) -> None:
    wait_until(club.room.more(1), told=lambda: club.room.statuses)
    pid, most = club.site.process.pid, resource.RLIM_INFINITY
    # Nothing that the site writes may lie beyond this: the kernel refuses it, as on a full disk.
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, most))
    wait_until(lambda: club.room.statuses[500] > WRITERS)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (most, most))
    club.check()
    assert set(club.room.statuses) == {RECORDED, 500}


def test_second_process_that_writes_keeps_no_phone_from_recording(club: Club) -> None:
    wait_until(club.room.more(1), told=lambda: club.room.statuses)
    club.site.manage("rebuild")
    club.check()
    assert set(club.room.statuses) == {RECORDED}
