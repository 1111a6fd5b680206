"""A site in one process whose backups find no directory, or no room."""

import resource
from pathlib import Path

import pytest

from league.hosting.copies import check_copy
from tests.faults.conftest import Start
from tests.faults.servers import wait_until

pytestmark = pytest.mark.thorough


def test_backups_that_cannot_be_written_leave_the_site_alone(start: Start, tmp_path: Path) -> None:
    (tmp_path / "stick").write_text("no directory")
    site = start(BACKUP_DIR=str(tmp_path / "stick"), DATABASE_URL="").wait_until_ready()
    wait_until(lambda: "The backup failed: " in site.output)
    assert site.get("/")[0] == 200


def test_full_disk_keeps_no_site_from_stopping(start: Start, tmp_path: Path) -> None:
    site = start(DATABASE_URL="").wait_until_ready()
    wait_until(lambda: len(list((tmp_path / "data" / "backups").glob("*.sqlite3"))) == 1)
    site.post("/probe/owner/")
    # Nothing that is written may lie beyond this: the kernel refuses it, as on a full disk. What
    # the site prints goes to a file, too, and has room.
    most = (64 * 1024, resource.RLIM_INFINITY)
    resource.prlimit(site.process.pid, resource.RLIMIT_FSIZE, most)
    assert site.stop() == 0
    assert "The backup failed: " in site.output
    # The one from the start is whole, and nothing is left of the one that had no room.
    [copy] = (tmp_path / "data" / "backups").iterdir()
    check_copy(copy)
