"""The one process of ./run: what it says, what it refuses, and how it ends."""

import json
import shutil
import signal
import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest
from django.core.management import CommandError, call_command
from django.utils.translation import override

from tests.faults.conftest import SETTINGS, Start
from tests.faults.servers import wait_until
from tests.portions import some_of
from tests.site import PATIENCE, Site, manage


class Stopped(NamedTuple):
    """A site that was told to stop in the midst of a request and a task, and what it answered."""

    site: Site
    script: tuple[int, bytes]
    way_in: tuple[int, bytes]
    slow: tuple[int, bytes]
    status: int


@pytest.fixture(scope="module")
def stopped(tmp_path_factory: pytest.TempPathFactory, migrated: Path) -> Iterator[Stopped]:
    folder = tmp_path_factory.mktemp("stopped")
    data = shutil.copytree(migrated, folder / "data")
    own = {"DATABASE_URL": "", "BACKUP_DIR": str(folder / "stick")}
    site = Site(data, settings=SETTINGS, command=None, **own)
    try:
        site.wait_until_ready()
        script = site.get("/static/js/live.js")
        way_in = site.get("/sign-in/" + site.output.partition("/sign-in/")[2].split()[0])
        assert site.post("/probe/owner/")[0] == 200
        with site.stream(pk=1000) as stream, ThreadPoolExecutor(1) as somebody:
            slow = somebody.submit(site.get, "/probe/slow/")
            site.post("/probe/dawdle/")
            wait_until(lambda: all((data / name).exists() for name in ("slow", "dawdling")))
            status = site.stop()
            stream.read_to_the_end()
        yield Stopped(site, script, way_in, slow.result(), status)
    finally:
        site.kill()


def test_start_greets_answers_and_stops_cleanly(stopped: Stopped) -> None:
    assert stopped.status == 0
    assert stopped.way_in[0] == 200
    assert (stopped.script[0], b"EventSource" in stopped.script[1]) == (200, True)
    said = stopped.site.output
    assert f"http://localhost:{stopped.site.port}/" in said
    assert "This site has no administrator yet" in said
    assert f":{stopped.site.port}/sign-in/" in said
    assert "Traceback" not in said
    assert "Menagerie has stopped" in said


def test_stop_lets_requests_and_tasks_finish(stopped: Stopped) -> None:
    assert stopped.slow == (200, b"finished")
    with closing(sqlite3.connect(stopped.site.data / "menagerie.sqlite3")) as database:
        users = database.execute("SELECT email FROM clubs_user").fetchall()
    assert ("finished@example.org",) in users


@pytest.mark.thorough
def test_site_that_has_stopped_goes_on_from_its_backup(stopped: Stopped, tmp_path: Path) -> None:
    newest = max((stopped.site.data.parent / "stick").iterdir())
    data = tmp_path / "data"
    data.mkdir()
    (data / "menagerie.sqlite3").write_bytes(b"the disk has forgotten it" * 100)
    refused = Site(data, DATABASE_URL="")
    try:
        assert refused.process.wait(PATIENCE) == 1
    finally:
        refused.kill()
    assert "is no SQLite database" in refused.output
    assert "Traceback" not in refused.output
    said = manage(data, "restore", "--replace", str(newest))
    assert "What was there before is kept in" in said
    with closing(sqlite3.connect(data / "menagerie.sqlite3")) as database:
        owners = database.execute("SELECT email FROM clubs_user WHERE is_superuser").fetchall()
    assert owners == [("owner@example.org",)]


@pytest.mark.parametrize("number", some_of([signal.SIGINT, signal.SIGHUP], 0, 1))
def test_other_signals_stop_it_cleanly_too(start: Start, number: int) -> None:
    site = start().wait_until_ready()
    with site.stream() as stream:
        assert site.stop(number) == 0
        stream.read_to_the_end()
    assert "Traceback" not in site.output
    assert "Menagerie has stopped" in site.output


@pytest.mark.thorough
def test_second_signal_ends_it_at_once(start: Start) -> None:
    site = start().wait_until_ready()
    site.post("/probe/dawdle/")
    wait_until((site.data / "dawdling").exists)
    while site.process.poll() is None:
        site.process.send_signal(signal.SIGINT)
        time.sleep(0.2)
    assert site.process.returncode == 128 + signal.SIGINT


@pytest.mark.thorough
def test_second_start_on_the_same_data_says_who_is_there(start: Start, site: Site) -> None:
    second = start(DATA_DIR=str(site.data), DATABASE_URL=site.database_url)
    assert second.process.wait(PATIENCE) == 1
    assert "already running on this data" in second.output
    assert f"process {site.process.pid}, at http://" in second.output
    assert f":{site.port}" in second.output
    assert "Traceback" not in second.output
    assert site.get("/probe/echo/")[0] == 200


@pytest.mark.thorough
def test_start_on_a_taken_port_says_so(start: Start, site: Site) -> None:
    other = start(PORT=str(site.port))
    assert other.process.wait(PATIENCE) == 1
    assert f"Port {site.port} cannot be used" in other.output
    assert "PORT=" in other.output
    assert "Traceback" not in other.output


@pytest.mark.thorough
def test_killed_site_starts_again_with_its_data_and_its_owner(start: Start) -> None:
    first = start().wait_until_ready()
    first.post("/probe/publish/1/7/")
    first.post("/probe/owner/")
    assert "/sign-in/" in first.output
    first.kill()
    second = start().wait_until_ready()
    with second.stream(pk=1, version=6) as stream:
        assert stream.next() == {"topic": "probe:1", "version": 7}
    assert "/sign-in/" not in second.output


@pytest.mark.thorough
def test_link_carries_the_address_of_the_running_site(site: Site) -> None:
    link = site.manage("link", PORT="1").strip()
    address, _, token = link.partition("/sign-in/")
    assert address.startswith("http://")
    assert address.endswith(f":{site.port}")
    assert site.get(f"/sign-in/{token}")[0] == 200


@pytest.mark.thorough
def test_link_of_a_site_that_does_not_run_carries_the_port_it_will_have(stopped: Stopped) -> None:
    assert ":8123/sign-in/" in stopped.site.manage("link", PORT="8123")


def test_wake_up_takes_milliseconds(site: Site) -> None:
    seconds = json.loads(site.post("/probe/wake/")[1])["seconds"]
    assert len(seconds) == 10
    # On a machine with much else to do only some are quick; none would be that waited for a sweep.
    assert min(seconds) < 0.1


@pytest.mark.thorough
def test_worker_that_ends_by_itself_ends_the_site(start: Start) -> None:
    site = start().wait_until_ready()
    site.post("/probe/fail/")
    assert site.process.wait(PATIENCE) == 1
    assert "The background worker has stopped" in site.output


def test_start_without_run_is_refused() -> None:
    with override("en"), pytest.raises(CommandError, match=r"Started by \./run"):
        call_command("start")
