"""The processes of a site under load: started as docs/hosting.md says, and watched."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

import psycopg
import redis

from tests.faults.brokers import redis_database
from tests.site import Site

TICKS = os.sysconf("SC_CLK_TCK")
CORES = os.cpu_count() or 1
BENCH_SETTINGS = "tests.benchmarks.bare.settings"
WAITING_FOR_LOCK = (
    "SELECT count(*) FROM pg_stat_activity"
    " WHERE datname = current_database() AND wait_event_type = 'Lock'"
)
DATABASE = "database"
BROKER = "broker"
LOAD = "this script"
OTHERS = "everything else"


class Moment(NamedTuple):
    """Processor seconds used so far, by kind of process, and when that was read."""

    at: float
    used: Mapping[str, float]
    busy: float


class Machine:
    """A running site, the processes that belong to it, and what they cost."""

    def __init__(self, site: Site, roots: Mapping[str, list[int]], environment: Mapping[str, str]):
        self.site = site
        self._roots = roots
        self._url = environment.get("DATABASE_URL", "")
        self._broker = environment.get("BROKER_URL", "")

    def read(self) -> Moment:
        """Return what was used so far."""
        totals = dict.fromkeys([*self._roots, LOAD, *([DATABASE] if self._url else [])], 0.0)
        for kind, seconds in self._processes().values():
            totals[kind] = totals.get(kind, 0.0) + seconds
        return Moment(time.perf_counter(), totals, _read_busy())

    def kinds(self) -> dict[int, str]:
        """Return the kind of each process that runs now, by its number."""
        return {pid: kind for pid, (kind, _seconds) in self._processes().items()}

    def _processes(self) -> dict[int, tuple[str, float]]:
        """Return kind and processor seconds of each process."""
        parents, used = _read_processes()
        kinds = {kind: set(pids) for kind, pids in self._roots.items()}
        kinds[LOAD] = {os.getpid()}
        # A child belongs to the kind of its nearest parent that has one.
        known = {pid: kind for kind, pids in kinds.items() for pid in pids}
        found = {}
        for pid, (seconds, name) in used.items():
            kind = self._kind_of(pid, name, parents, known)
            if kind:
                found[pid] = kind, seconds
        return found

    def _kind_of(
        self, pid: int, name: str, parents: Mapping[int, int], known: Mapping[int, str]
    ) -> str:
        if name.startswith("postgres:"):
            return DATABASE if self._url and self._url.rpartition("/")[2] in name else ""
        if self._broker and "redis-server" in name:
            return BROKER
        while pid in parents:
            if pid in known:
                return known[pid]
            pid = parents[pid]
        return ""

    def waiting(self) -> tuple[int, int]:
        """Return how many wake-ups wait in the broker, and statements for a lock."""
        from league.celery import QUEUES

        in_queue = waiting_for_lock = 0
        if self._broker.startswith("redis"):
            with redis.Redis.from_url(self._broker) as broker:
                in_queue = sum(int(broker.llen(name)) for name in QUEUES)
        if self._url:
            with psycopg.connect(self._url, autocommit=True) as database:
                row = database.execute(WAITING_FOR_LOCK).fetchone()
                waiting_for_lock = int(row[0]) if row else 0
        return in_queue, waiting_for_lock


def shares(before: Moment, after: Moment) -> dict[str, float]:
    """Return the share of one core that each kind of process used between two moments."""
    seconds = after.at - before.at
    used = {
        kind: round(100 * (total - before.used.get(kind, 0.0)) / seconds)
        for kind, total in after.used.items()
    }
    others = round(100 * (after.busy - before.busy) / seconds) - sum(used.values())
    return {**used, OTHERS: max(0, others)}


def _read_processes() -> tuple[dict[int, int], dict[int, tuple[float, str]]]:
    """Return the parent of each process, and its processor seconds with its command."""
    parents: dict[int, int] = {}
    used: dict[int, tuple[float, str]] = {}
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
            name = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        pid = int(entry.name)
        parents[pid] = int(fields[1])
        used[pid] = ((int(fields[11]) + int(fields[12])) / TICKS, name)
    return parents, used


def _read_busy() -> float:
    """Return the processor seconds that all cores were busy."""
    fields = [int(each) for each in Path("/proc/stat").read_text().splitlines()[0].split()[1:]]
    idle = fields[3] + fields[4]
    return (sum(fields[:8]) - idle) / TICKS


@contextmanager
def running_site(
    directory: Path,
    *,
    processes: int,
    workers: Mapping[str, list[str]],
    is_embedded: bool,
    broker: Callable[[], AbstractContextManager[dict[str, str]]] = redis_database,
) -> Iterator[Machine]:
    """Start the site on the environment's database, and end it afterwards.

    `workers` are Celery's options of each, by the name under which it is reported.
    """
    with ExitStack() as stack:
        environment = dict(os.environ)
        if not is_embedded:
            environment |= stack.enter_context(broker())
        site = Site(
            directory,
            settings=BENCH_SETTINGS,
            command=_server(processes, is_embedded),
            **environment,
        )
        stack.callback(site.stop)
        if is_embedded:
            roots = {"site": [site.process.pid]}
        else:
            roots = {"web": [site.process.pid]}
            commands = {kind: ["worker", *options] for kind, options in workers.items()}
            for kind, options in {**commands, "clock": ["beat"]}.items():
                logged = [*options, "--loglevel", "WARNING"]
                process = _start_celery(directory, kind, logged, environment)
                stack.callback(_stop, process)
                roots[kind] = [process.pid]
        yield Machine(site.wait_until_ready(), roots, environment)


def _server(processes: int, is_embedded: bool) -> list[str] | None:
    if is_embedded:
        return None
    return ["manage.py", "serve", "--workers", str(processes), "--port"]


def _start_celery(
    directory: Path, kind: str, options: list[str], environment: Mapping[str, str]
) -> subprocess.Popen[bytes]:
    command = ["nice", sys.executable, "-m", "celery", "-A", "league.celery", *options]
    with (directory / f"output-{kind}").open("wb") as output:
        return subprocess.Popen(command, env=environment, stdout=output, stderr=output)


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
