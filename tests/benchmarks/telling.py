"""Measure how many commits that tell something PostgreSQL bears, and how many it passes on.

`python -m tests.benchmarks.telling` lets writers commit as fast as they can in a database that is
thrown away: a row is raised by one in each transaction, as a version is, at first in silence, then
telling what was raised to a growing number of listeners. Writers are loops inside the server and
listeners only take what comes, so that as little as may be is spent on anything else.
"""

import argparse
import os
import select
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import psycopg

from tests.benchmarks.online import prepared

CHANNEL = "told"
# As live.publish has it; a loop ends when it is cancelled.
PROCEDURE = f"""
CREATE TABLE topic (id int PRIMARY KEY, version int NOT NULL);
CREATE PROCEDURE raise_for_ever(topic_id int, tells bool) LANGUAGE plpgsql AS $$ BEGIN LOOP
    UPDATE topic SET version = version + 1 WHERE id = topic_id;
    IF tells THEN PERFORM pg_notify('{CHANNEL}', 'competition:' || topic_id); END IF;
    COMMIT;
END LOOP; END $$
"""
TAKEN_AT_ONCE = 1 << 20
"""Bytes."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure without telling, then with each number of listeners."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.telling")
    parser.add_argument("--writers", type=int, default=8)
    parser.add_argument("--listeners", type=int, nargs="+", default=[0, 2, 8, 32])
    parser.add_argument("--seconds", type=float, default=10, help="with each number of listeners")
    parser.add_argument("--name", default="", help="of the database that is made and dropped")
    chosen = parser.parse_args(arguments)
    with prepared("postgres", chosen.name):
        url = os.environ["DATABASE_URL"]
        with psycopg.connect(url) as database:
            database.execute(PROCEDURE)
            for writer in range(chosen.writers):
                database.execute("INSERT INTO topic VALUES (%s, 0)", [writer])
        sys.stdout.write("| Listeners | commits a second | messages passed on a second |\n")
        sys.stdout.write("|---|---|---|\n")
        _measure(url, "nothing is told", 0, chosen, tells=False)
        for listeners in chosen.listeners:
            _measure(url, str(listeners), listeners, chosen, tells=True)
    return 0


def _measure(
    url: str, title: str, listeners: int, chosen: argparse.Namespace, *, tells: bool
) -> None:
    with Listeners(url, listeners) as heard, _writing(url, chosen.writers, tells=tells):
        time.sleep(1)
        begun, commits, messages = time.perf_counter(), _commits(url), heard.messages
        time.sleep(chosen.seconds)
        seconds = time.perf_counter() - begun
        commits, messages = _commits(url) - commits, heard.messages - messages
    sys.stdout.write(f"| {title} | {commits / seconds:,.0f} | {messages / seconds:,.0f} |\n")
    sys.stdout.flush()


def _commits(url: str) -> int:
    with psycopg.connect(url) as database:
        row = database.execute("SELECT sum(version) FROM topic").fetchone()
    return int(row[0]) if row else 0


@contextmanager
def _writing(url: str, writers: int, *, tells: bool) -> Iterator[None]:
    """Let so many write, each to a row of its own."""
    lines = [psycopg.connect(url, autocommit=True) for _ in range(writers)]
    threads = [
        threading.Thread(target=_write, args=(line, writer, tells))
        for writer, line in enumerate(lines)
    ]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        for line, thread in zip(lines, threads, strict=True):
            line.cancel_safe()
            thread.join()
            line.close()


def _write(line: psycopg.Connection, writer: int, tells: bool) -> None:
    try:
        line.execute("CALL raise_for_ever(%s, %s)", [writer, tells])
    except psycopg.errors.QueryCanceled:
        return


class Listeners:
    """So many connections that listen; `messages` counts what came to all of them."""

    def __init__(self, url: str, count: int) -> None:
        self.messages = 0
        self._lines = [psycopg.connect(url, autocommit=True) for _ in range(count)]
        for line in self._lines:
            line.execute(f"LISTEN {CHANNEL}")
        self._is_over = False
        self._thread = threading.Thread(target=self._take)

    def __enter__(self) -> "Listeners":
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._is_over = True
        self._thread.join()
        for line in self._lines:
            line.close()

    def _take(self) -> None:
        """Take what comes, unread: the name of the channel is once in each message."""
        name = f"{CHANNEL}\0".encode()
        handles = [line.fileno() for line in self._lines]
        while not self._is_over:
            for handle in select.select(handles, [], [], 0.1)[0]:
                self.messages += os.read(handle, TAKEN_AT_ONCE).count(name)


if __name__ == "__main__":
    raise SystemExit(main())
