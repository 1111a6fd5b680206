"""The one process of ./run: what it says, what it refuses, and how it ends."""

import json
import resource
import signal
import threading
import time
from pathlib import Path

import pytest

from league.hosting.copies import check_copy
from tests.faults.conftest import Start
from tests.faults.servers import wait_until
from tests.site import Site


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_start_greets_answers_and_stops_cleanly(start: Start, number: int) -> None:
    site = start().wait_until_ready()
    assert site.get("/")[0] == 200
    status, script = site.get("/static/js/live.js")
    assert (status, b"EventSource" in script) == (200, True)
    with site.stream() as stream:
        begun = time.monotonic()
        assert site.stop(number) == 0
        assert time.monotonic() - begun < 5
        stream.read_to_the_end()
    assert f"http://localhost:{site.port}/" in site.output
    assert "Nobody owns this site yet" in site.output
    assert f":{site.port}/enter/" in site.output
    assert "Traceback" not in site.output
    assert "Menagerie has stopped" in site.output


def test_first_start_makes_its_database(start: Start, tmp_path: Path) -> None:
    site = start(DATA_DIR=str(tmp_path / "new"), DATABASE_URL="").wait_until_ready()
    assert site.get("/")[0] == 200
    assert (tmp_path / "new" / "menagerie.sqlite3").exists()


def test_second_start_on_the_same_data_says_who_is_there(start: Start) -> None:
    first = start().wait_until_ready()
    second = start()
    assert second.process.wait(30) == 1
    assert "already running on this data" in second.output
    assert f"process {first.process.pid}, at http://" in second.output
    assert f":{first.port}" in second.output
    assert "Traceback" not in second.output
    assert first.get("/probe/echo/")[0] == 200


def test_start_on_a_taken_port_says_so(start: Start) -> None:
    first = start().wait_until_ready()
    first.data.joinpath("other").mkdir()
    other = start(PORT=str(first.port), DATA_DIR=str(first.data / "other"))
    assert other.process.wait(30) == 1
    assert f"Port {first.port} cannot be used" in other.output
    assert "PORT=" in other.output
    assert "Traceback" not in other.output


def test_killed_site_starts_again_with_its_data(start: Start) -> None:
    first = start().wait_until_ready()
    first.post("/probe/publish/1/7/")
    first.kill()
    second = start().wait_until_ready()
    with second.stream(pk=1, version=6) as stream:
        assert stream.next() == {"topic": "probe:1", "version": 7}


def test_owner_is_asked_for_only_until_there_is_one(start: Start) -> None:
    first = start().wait_until_ready()
    path = "/enter/" + first.output.partition("/enter/")[2].split()[0]
    assert first.get(path)[0] == 200
    assert first.post("/probe/owner/")[0] == 200
    assert first.stop() == 0
    second = start().wait_until_ready()
    assert "/enter/" not in second.output


def test_link_carries_the_address_of_the_running_site(start: Start) -> None:
    site = start().wait_until_ready()
    link = site.manage("link", PORT="1").strip()
    address, _, token = link.partition("/enter/")
    assert address.startswith("http://")
    assert address.endswith(f":{site.port}")
    assert site.get(f"/enter/{token}")[0] == 200
    assert site.stop() == 0
    assert ":8123/enter/" in site.manage("link", PORT="8123")


def test_stop_lets_requests_and_tasks_finish(start: Start) -> None:
    site = start().wait_until_ready()
    answers: list[tuple[int, bytes]] = []
    request = threading.Thread(target=lambda: answers.append(site.get("/probe/slow/")))
    request.start()
    site.post("/probe/dawdle/")
    time.sleep(0.3)
    assert site.stop() == 0
    request.join()
    assert answers == [(200, b"finished")]
    again = start().wait_until_ready()
    assert b"finished@example.org" in again.get("/probe/users/")[1]


def test_second_signal_ends_it_at_once(start: Start) -> None:
    site = start().wait_until_ready()
    site.post("/probe/dawdle/")
    time.sleep(0.3)
    begun = time.monotonic()
    site.process.send_signal(signal.SIGINT)
    time.sleep(0.3)
    assert site.stop(signal.SIGINT) == 128 + signal.SIGINT
    assert time.monotonic() - begun < 1.2


def test_wake_up_takes_milliseconds(site: Site) -> None:
    seconds = sorted(json.loads(site.post("/probe/wake/")[1])["seconds"])
    assert len(seconds) == 10
    assert seconds[5] < 0.1


def test_worker_that_ends_by_itself_ends_the_site(start: Start) -> None:
    site = start().wait_until_ready()
    site.post("/probe/fail/")
    assert site.process.wait(30) == 1
    assert "The background worker has ended" in site.output


def test_start_without_run_is_refused(start: Start) -> None:
    site = start(EMBEDDED="0")
    assert site.process.wait(30) == 1
    assert "This is what ./run starts" in site.output


def test_site_backs_itself_up_and_goes_on_from_a_copy(start: Start, tmp_path: Path) -> None:
    folder, data = tmp_path / "stick", tmp_path / "data"

    def begin() -> Site:
        return start(BACKUP_DIR=str(folder), DATABASE_URL="", DATA_DIR=str(data))

    first = begin().wait_until_ready()
    first.post("/probe/owner/")
    assert first.stop() == 0
    newest = max(folder.iterdir())
    (data / "menagerie.sqlite3").write_bytes(b"the disk has forgotten it" * 100)
    refused = begin()
    assert refused.process.wait(60) == 1
    assert "is no SQLite database" in refused.output
    assert "Traceback" not in refused.output
    said = first.manage("restore", "--replace", str(newest))
    assert "What was there before is kept in" in said
    again = begin().wait_until_ready()
    assert "/enter/" not in again.output


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
