"""Measure online tables: from a move that is posted to the last screen of its table that shows it.

`python -m tests.benchmarks.online` starts the site on data that it throws away, in the way of
docs/hosting.md (PostgreSQL, Redis, web processes, workers, a clock) and as `./run` does (SQLite,
one process), lets people play with bots at tables of all three games, and prints tables for
docs/benchmarks.md. `--ramp` adds tables until moves arrive too late, and says what is used up.
"""

import argparse
import asyncio
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.benchmarks.online_machine import (
    BENCH_SETTINGS,
    BROKER,
    CORES,
    DATABASE,
    LOAD,
    OTHERS,
    Machine,
    running_site,
    shares,
)
from tests.benchmarks.online_people import (
    BareTable,
    OnlineTable,
    SiteAnswerError,
    Tally,
    open_all,
)
from tests.benchmarks.phones import share
from tests.benchmarks.site import database_url

MODES = ("postgres", "sqlite")
AIM_MS = 300
BARE_TABLES = 5
MEASURES = {
    "move": "a move, until the last screen of its table shows it",
    "answer": "a move, until its own page has the answer",
    "bots": "a move, until the bot after it has moved, on the same page",
    "next hand": "“ready”, until the last screen shows the next hand",
    "bare": "a bare row, until the last screen of as many has heard of it",
}
# What is close to all that there is.
FULL = 85
LONG_QUEUE = 20
MANY_LOCKS = 5


class Result(NamedTuple):
    """What one stretch of play has shown; `used` are shares of one core, in percent."""

    tables: int
    seconds: float
    tally: Tally
    used: dict[str, float]
    queue: int
    locks: int
    load: float

    @property
    def p95(self) -> float:
        """The 95th percentile of a move, in milliseconds."""
        return share(self.tally.times.get("move", [float("inf")]), 0.95)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure with each database in a process of its own, as Django knows one at a time."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.online")
    parser.add_argument("--database", choices=MODES, action="append")
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--warm-up", type=float, default=10, help="seconds that do not count")
    parser.add_argument("--pace", type=float, default=2, help="seconds between a table's moves")
    parser.add_argument("--processes", type=int, default=2, help="web processes on PostgreSQL")
    parser.add_argument("--workers", type=int, default=2, help="that think, on PostgreSQL")
    parser.add_argument(
        "--ramp", type=int, metavar="STEP", help="add so many tables until too late"
    )
    chosen = parser.parse_args(arguments)
    databases = chosen.database or MODES
    for database in databases:
        if len(databases) == 1:
            _measure(database, chosen)
            continue
        options = [*(sys.argv[1:] if arguments is None else arguments), "--database", database]
        subprocess.run([sys.executable, "-m", "tests.benchmarks.online", *options], check=True)
    return 0


def _measure(database: str, chosen: argparse.Namespace) -> None:
    _soft, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with prepared(database) as directory:
        site = running_site(
            directory,
            processes=chosen.processes,
            workers=chosen.workers,
            is_embedded=database == "sqlite",
        )
        with site as machine:
            try:
                asyncio.run(_play(machine, database, chosen))
            except SiteAnswerError as error:
                raise SystemExit(f"{error}\n{machine.site.output}") from error


@contextmanager
def prepared(database: str) -> Iterator[Path]:
    """Make an empty site in a directory and a database that are thrown away; yield the first."""
    with tempfile.TemporaryDirectory() as name, database_url(database) as url:
        directory = Path(name)
        os.environ |= {
            "SECRET_KEY": "a key for measures only",
            "DATA_DIR": name,
            "DJANGO_SETTINGS_MODULE": BENCH_SETTINGS,
            "ALLOWED_HOSTS": "127.0.0.1,localhost",
            "DATABASE_URL": url,
        }
        (directory / "static").mkdir()
        import django

        django.setup()
        from django.core.management import call_command
        from django.db import connections

        call_command("migrate", run_syncdb=True, verbosity=0)
        connections.close_all()
        yield directory


async def _play(machine: Machine, database: str, chosen: argparse.Namespace) -> None:
    players = Evening(machine, chosen.pace)
    try:
        await players.add(chosen.tables)
        await asyncio.sleep(chosen.warm_up)
        results = [await players.measure(chosen.seconds)]
        print_result(database, chosen, results[0])
        while chosen.ramp and results[-1].p95 <= AIM_MS:
            await players.add(chosen.ramp)
            await asyncio.sleep(chosen.warm_up)
            results.append(await players.measure(chosen.seconds))
        if chosen.ramp:
            print_ramp(results, chosen.processes)
    finally:
        players.end()


class Evening:
    """Tables that are being played, and what has been measured at them."""

    def __init__(self, machine: Machine, pace: float) -> None:
        from league.core.live import sign_topic

        self._machine, self._pace = machine, pace
        self._port = machine.site.port
        self._tally = Tally()
        self._tables: list[OnlineTable | BareTable] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._bare = [
            BareTable(self._port, number, pace, self._tally, sign_topic(f"bare:{number}"))
            for number in range(BARE_TABLES)
        ]

    @property
    def count(self) -> int:
        """How many online tables are played."""
        return len(self._tables) - BARE_TABLES

    async def add(self, count: int) -> None:
        """Open so many more tables, and let them play."""
        fresh: list[OnlineTable | BareTable] = [] if self._tables else [*self._bare]
        first = max(0, self.count)
        fresh += [
            OnlineTable(self._port, number, self._pace, self._tally)
            for number in range(first, first + count)
        ]
        await open_all(fresh)
        self._tables += fresh
        self._tasks += [asyncio.create_task(table.play()) for table in fresh]

    async def measure(self, seconds: float) -> Result:
        """Note what happens for so long."""
        self._tally.take()
        before = self._machine.read()
        waiting = [(0, 0)]
        for _ in range(int(seconds)):
            await asyncio.sleep(1)
            waiting.append(await asyncio.to_thread(self._machine.waiting))
            self._fail_with_a_table()
        after = self._machine.read()
        return Result(
            self.count,
            after.at - before.at,
            self._tally.take(),
            shares(before, after),
            max(queue for queue, _ in waiting),
            max(locks for _, locks in waiting),
            os.getloadavg()[0],
        )

    def _fail_with_a_table(self) -> None:
        for task in self._tasks:
            if task.done():
                task.result()

    def end(self) -> None:
        """Let everybody go."""
        for task in self._tasks:
            task.cancel()
        for table in self._tables:
            table.leave()


def print_result(database: str, chosen: argparse.Namespace, result: Result) -> None:
    """Print what was measured, as tables of the documentation."""
    tally = result.tally
    bare = tally.times.get("bare", [])
    lines = [
        f"{database}: {result.tables} tables, a move every {chosen.pace:g} s each",
        f"{result.seconds:.0f} s, {CORES} cores, load {result.load:.1f} at the end",
        "",
        "| Milliseconds | count | p50 | p95 | p99 |",
        "|---|---|---|---|---|",
    ]
    for name, words in MEASURES.items():
        times = tally.times.get(name)
        if times:
            parts = " | ".join(f"{share(times, part):.0f}" for part in (0.5, 0.95, 0.99))
            lines.append(f"| `{name}`: {words} | {len(times)} | {parts} |")
    if bare and tally.times.get("move"):
        ratios = " | ".join(
            f"{share(tally.times['move'], part) / share(bare, part):.1f}"
            for part in (0.5, 0.95, 0.99)
        )
        lines.append(f"| `move` ÷ `bare` | | {ratios} |")
    counts = ", ".join(
        f"{tally.counts.get(what, 0)} {what}" for what in ("views", "stale", "refused")
    )
    lines += ["", f"{counts}, {len(tally.errors)} errors. {_used(result)}."]
    lines += [f"error: {each}" for each in sorted(set(tally.errors))]
    print("\n".join(lines), flush=True)  # noqa: T201


def print_ramp(results: Sequence[Result], processes: int) -> None:
    """Print how moves arrived with more and more tables, and what was used up at the end."""
    lines = [
        "",
        "| Tables | moves a second | p50 | p95 | p99 | errors | percent of one core |",
        "|---|---|---|---|---|---|---|",
    ]
    for result in results:
        times = result.tally.times.get("move", [float("inf")])
        parts = " | ".join(f"{share(times, part):.0f}" for part in (0.5, 0.95, 0.99))
        lines.append(
            f"| {result.tables} | {len(times) / result.seconds:.1f} | {parts} "
            f"| {len(result.tally.errors)} | {_used(result)} |"
        )
    lines += ["", f"First: {name_bottleneck(results[-1], processes)}."]
    print("\n".join(lines), flush=True)  # noqa: T201


def name_bottleneck(result: Result, processes: int) -> str:
    """Say what was used up: the broker's queue, locks, a process's one core, or the machine's."""
    used = result.used
    ours = {kind: part for kind, part in used.items() if kind not in {LOAD, OTHERS}}
    most = max(ours, key=lambda kind: ours[kind])
    found = {
        f"all {CORES} cores are busy, most of the site’s share with {most}": (
            sum(used.values()) >= FULL * CORES
        ),
        "the site’s one process has a core’s worth of Python": used.get("site", 0) >= FULL,
        "each web process has a core’s worth of Python": used.get("web", 0) >= FULL * processes,
        f"{result.queue} wake-ups wait for a worker": result.queue >= LONG_QUEUE,
        f"{result.locks} statements wait for a lock": result.locks >= MANY_LOCKS,
        "the database’s processes": used.get(DATABASE, 0) >= FULL,
        "the broker’s process": used.get(BROKER, 0) >= FULL,
    }
    return next((words for words, is_so in found.items() if is_so), "nothing watched here")


def _used(result: Result) -> str:
    parts = ", ".join(f"{kind} {part:.0f}" for kind, part in result.used.items())
    waiting = f"; at most {result.queue} wake-ups and {result.locks} locks waited"
    return parts + waiting


if __name__ == "__main__":
    raise SystemExit(main())
