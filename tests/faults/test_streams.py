"""Live streams of a real server: their speed, their cost, and what they survive."""

import json
import os
import time
from contextlib import ExitStack
from pathlib import Path

import psycopg
import pytest

from tests.faults.conftest import Start
from tests.faults.servers import wait_until
from tests.site import SERVER, Site, Stream

STREAMS = 60


def quickest(site: Site, stream: Stream, pk: int) -> float:
    """Return the fewest seconds in which a version arrives: others are late on a busy machine."""
    seconds = []
    for version in range(1, 6):
        begun = time.perf_counter()
        assert site.post(f"/probe/publish/{pk}/{version}/")[0] == 200
        assert stream.next() == {"topic": f"probe:{pk}", "version": version}
        seconds.append(time.perf_counter() - begun)
    return min(seconds)


def test_published_version_arrives_within_a_second(site: Site) -> None:
    with site.stream(pk=101) as stream:
        assert quickest(site, stream, pk=101) < 1


@pytest.mark.thorough
def test_version_that_was_not_published_is_found(site: Site) -> None:
    with site.stream(pk=102) as stream:
        site.post("/probe/publish/102/1/")
        assert stream.next() == {"topic": "probe:102", "version": 1}
        site.post("/probe/publish/102/2/?quiet=1")
        assert stream.next() == {"topic": "probe:102", "version": 2}


def open_databases(pid: int) -> int:
    """Return how many files of a SQLite database a process has open."""
    count = 0
    for entry in Path(f"/proc/{pid}/fd").iterdir():
        try:
            count += ".sqlite3" in os.readlink(entry)
        except FileNotFoundError:
            continue
    return count


def threads(pid: int) -> int:
    """Return how many threads a process has."""
    return len(list(Path(f"/proc/{pid}/task").iterdir()))


def pool(site: Site) -> dict[str, int]:
    """Return how many connections the site's pool has, and how many of them are in use."""
    stats: dict[str, int] = json.loads(site.get("/probe/pool/")[1])
    return stats


def connections(site: Site) -> int:
    """Return how many connections a site has to its database."""
    with psycopg.connect(site.database_url, autocommit=True) as connection:
        row = connection.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
            " AND datname = current_database()"
        ).fetchone()
    assert row is not None
    return int(row[0])


@pytest.mark.databases
def test_idle_streams_pin_neither_threads_nor_connections(site: Site) -> None:
    with ExitStack() as streams:
        streams.enter_context(site.stream(pk=200))
        before = threads(site.process.pid)
        for pk in range(201, 201 + STREAMS):
            streams.enter_context(site.stream(pk=pk))
        time.sleep(1)
        assert threads(site.process.pid) <= before + 1
        if site.database_url:
            # How many connections the pool keeps depends on how busy the machine was.
            wait_until(lambda: pool(site)["in_use"] == 0)
            listener = 1
            wait_until(lambda: connections(site) <= pool(site)["size"] + listener)
        else:
            wait_until(lambda: open_databases(site.process.pid) == 0)


def test_server_of_production_ends_its_streams_when_told_to_stop(start: Start) -> None:
    server = start(command=SERVER).wait_until_ready()
    with server.stream() as stream:
        server.stop()
        stream.read_to_the_end()


@pytest.mark.postgres
def test_version_published_in_one_process_reaches_the_streams_of_another(
    start: Start, site: Site
) -> None:
    other = start(command=SERVER, DATABASE_URL=site.database_url).wait_until_ready()
    with site.stream(pk=103) as stream:
        assert quickest(other, stream, pk=103) < 1
