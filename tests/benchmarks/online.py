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

from tests.benchmarks.online_beside import (
    BareTable,
    Company,
    SiteAnswerError,
    Tally,
    There,
    Visitor,
    open_all,
)
from tests.benchmarks.online_lobby import Lobby
from tests.benchmarks.online_machine import BENCH_SETTINGS, CORES, Machine, running_site, shares
from tests.benchmarks.online_people import OnlineTable
from tests.benchmarks.online_report import Result, print_ramp, print_result
from tests.benchmarks.site import choose_site, database_url

MODES = ("postgres", "sqlite")
AIM_MS = 300
BARE_TABLES = 5


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure with each database in a process of its own, as Django knows one at a time."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.online")
    parser.add_argument("--database", choices=MODES, action="append")
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--lobby", type=int, default=0, help="pages that follow the lobby")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--warm-up", type=float, default=10, help="seconds that do not count")
    parser.add_argument("--people", type=int, default=2, help="at a table of four")
    parser.add_argument("--bot", choices=("greedy", "heuristic", "search"), default="heuristic")
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
            workers={"workers": ["--concurrency", str(chosen.workers)]},
            is_embedded=database == "sqlite",
        )
        with site as machine:
            try:
                asyncio.run(_play(machine, database, chosen))
            except SiteAnswerError as error:
                raise SystemExit(f"{error}\n{machine.site.output}") from error


@contextmanager
def prepared(database: str, called: str = "") -> Iterator[Path]:
    """Make an empty site in a directory and a database that are thrown away; yield the first."""
    with tempfile.TemporaryDirectory() as name, database_url(database, called) as url:
        directory = Path(name)
        choose_site(name, url, BENCH_SETTINGS)
        import django

        django.setup()
        from django.core.management import call_command
        from django.db import connections

        call_command("migrate", run_syncdb=True, verbosity=0)
        connections.close_all()
        yield directory


async def _play(machine: Machine, database: str, chosen: argparse.Namespace) -> None:
    company = Company(chosen.people, chosen.bot, chosen.pace)
    players = Evening(machine, company)
    try:
        await players.begin()
        await players.add(chosen.tables)
        await players.look_at_lobby(chosen.lobby)
        await asyncio.sleep(chosen.warm_up)
        results = [await players.measure(chosen.seconds)]
        who = f"{chosen.people} people and {chosen.bot} bots"
        heading = f"{database}, {who}, a move every {chosen.pace:g} s, {CORES} cores"
        print_result(heading, results[0])
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

    def __init__(self, machine: Machine, company: Company) -> None:
        self._machine, self._company = machine, company
        self._port = machine.site.port
        self._tally = Tally()
        self._there: list[There] = []
        self._tasks: list[asyncio.Task[None]] = []
        self.count = 0

    async def begin(self) -> None:
        """Let those come who are there beside the tables."""
        from league.core.live import sign_topic

        bare = [
            BareTable(self._port, number, self._company, self._tally, sign_topic(f"bare:{number}"))
            for number in range(BARE_TABLES)
        ]
        await self._let_in([*bare, Visitor(self._port, self._tally)])

    async def add(self, count: int) -> None:
        """Open so many more tables, and let them play."""
        numbers = range(self.count, self.count + count)
        self.count += count
        await self._let_in(
            [OnlineTable(self._port, each, self._company, self._tally) for each in numbers]
        )

    async def look_at_lobby(self, count: int) -> None:
        """Let so many people look at the lobby, while tables are opened there."""
        if count:
            await self._let_in([Lobby(self._port, count, self._tally)])

    async def _let_in(self, fresh: Sequence[There]) -> None:
        await open_all(fresh)
        self._there += fresh
        self._tasks += [asyncio.create_task(each.play()) for each in fresh]

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
        for each in self._there:
            each.leave()


if __name__ == "__main__":
    raise SystemExit(main())
