"""Measure what a second web machine adds, each a network of its own on this machine.

`python -m tests.benchmarks.machines` (as root, on Linux) gives each web machine a namespace with
its own addresses and lines (`ip netns`), and one web process that gets a share of a core and no
more (a control group), so that a second one takes nothing from the first, nor from the database.
First one of them answers, then two, over the same clubs in one database. Everybody asks again as
soon as there is an answer. Screens hang on every machine: a hand that is posted at one is to reach
those of the other. The database is reached by its socket in the file system, so that it stays where
it is.
"""

import argparse
import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psycopg

from tests.benchmarks.online import prepared
from tests.benchmarks.online_machine import BENCH_SETTINGS
from tests.benchmarks.phones import Phone, share
from tests.benchmarks.processes import backends, processor_seconds

if TYPE_CHECKING:
    from tests.benchmarks.clubs import Club
    from tests.benchmarks.traffic import Screen, Tally

PORT = 8000
PATIENCE = 60
MACHINES = 2
GROUPS = Path("/sys/fs/cgroup")
PERIOD = 10_000
"""Microseconds in which a machine uses up its share once: short beside an answer."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure one machine, then two; return 1 if there was an error or a screen missed a hand."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.machines")
    parser.add_argument("--seconds", type=float, default=30, help="with either number of machines")
    parser.add_argument("--clubs", type=int, default=10)
    parser.add_argument("--people", type=int, default=60, help="who ask all the time")
    parser.add_argument("--screens", type=int, default=200)
    parser.add_argument("--hands", type=int, default=10, help="of a hundred requests")
    parser.add_argument("--share", type=int, default=40, help="percent of a core for a machine")
    parser.add_argument("--name", default="", help="of the database that is made and dropped")
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args(arguments)
    # Whoever ends this ends it in order: networks outlive their processes.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with prepared("postgres", chosen.name) as directory:
        from django.db import connections

        clubs = _make_clubs(chosen)
        connections.close_all()
        reports = []
        for count in range(1, MACHINES + 1):
            with _machines(directory, count, chosen.share) as machines:
                try:
                    reports.append(asyncio.run(_measure(machines, clubs, chosen)))
                except (OSError, EOFError) as error:
                    logged = "\n".join(each.output.read_text() for each in machines)
                    raise SystemExit(f"{error!r}\n{logged}") from error
    _print(reports, chosen)
    return int(any(each["errors"] or each["screens_behind"] for each in reports))


def _make_clubs(chosen: argparse.Namespace) -> "list[Club]":
    from league.rounds.loadtest.season import Sizes
    from tests.benchmarks.clubs import make_clubs

    # Enough for a hundred hands a second.
    hands = int(MACHINES * chosen.seconds * 100 / (chosen.clubs * 10)) + 2
    return make_clubs(
        clubs=chosen.clubs,
        players=50,
        tables=10,
        sizes=Sizes(50, 2, 2 * 12 * 10),
        hands=hands,
        tell=lambda _text: None,
    )


class Machine:
    """A web machine: its address, its process, and the file of what it prints."""

    def __init__(self, number: int, process: subprocess.Popen[bytes], output: Path) -> None:
        self.host = address(number, 2)
        self.process = process
        self.output = output


def address(number: int, end: int) -> str:
    """Return one end of the line to a machine: 1 is here, 2 is there. Nobody routes these."""
    return f"198.18.{number}.{end}"


@contextmanager
def _machines(directory: Path, count: int, share: int) -> Iterator[list[Machine]]:
    """Start so many machines with a share of a core each, and take them away afterwards."""
    with ExitStack() as stack:
        url = _by_socket(os.environ["DATABASE_URL"])
        machines = []
        for number in range(1, count + 1):
            place = [
                *stack.enter_context(_allotted(number, share)),
                *stack.enter_context(_namespace(number)),
            ]
            machines.append(stack.enter_context(_web_process(directory, number, place, url)))
        for machine in machines:
            asyncio.run(_wait_for(machine))
        yield machines


@contextmanager
def _allotted(number: int, share: int) -> Iterator[list[str]]:
    """Make a group that gets so many percent of a core; yield what runs a command in it."""
    quota = share * PERIOD // 100
    name = f"menagerie-{os.getpid()}-{number}"
    if (GROUPS / "cgroup.controllers").exists():
        (GROUPS / "cgroup.subtree_control").write_text("+cpu")
        group, limits = GROUPS / name, {"cpu.max": f"{quota} {PERIOD}"}
    else:
        group = GROUPS / "cpu" / name
        limits = {"cpu.cfs_period_us": str(PERIOD), "cpu.cfs_quota_us": str(quota)}
    group.mkdir()
    try:
        for file, value in limits.items():
            (group / file).write_text(value)
        yield ["sh", "-c", 'echo $$ >"$0/cgroup.procs" && exec "$@"', str(group)]
    finally:
        group.rmdir()


@contextmanager
def _namespace(number: int) -> Iterator[list[str]]:
    """Make a network with a line to this one; yield what runs a command in it."""
    name, line = f"menagerie-{os.getpid()}-{number}", f"mg{os.getpid() % 100_000}-{number}"
    _ip("netns", "add", name)
    try:
        _ip("link", "add", line, "type", "veth", "peer", "name", "eth0", "netns", name)
        _ip("address", "add", f"{address(number, 1)}/30", "dev", line)
        _ip("link", "set", line, "up")
        _ip("-n", name, "address", "add", f"{address(number, 2)}/30", "dev", "eth0")
        for own in ("lo", "eth0"):
            _ip("-n", name, "link", "set", own, "up")
        yield ["ip", "netns", "exec", name]
    finally:
        _ip("netns", "delete", name)


def _ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True)


@contextmanager
def _web_process(directory: Path, number: int, place: Sequence[str], url: str) -> Iterator[Machine]:
    host = address(number, 2)
    command = [*place, sys.executable, "manage.py", "serve", "--host", host, "--port", str(PORT)]
    environment = {**os.environ, "DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": BENCH_SETTINGS}
    environment["IDLE_SECONDS"] = "75"
    printed = directory / f"output-machine-{number}"
    with printed.open("wb") as output:
        process = subprocess.Popen(command, env=environment, stdout=output, stderr=output)
    try:
        yield Machine(number, process, printed)
    finally:
        process.terminate()
        process.wait(PATIENCE)


def _by_socket(url: str) -> str:
    """Return how a database is reached without a network."""
    with psycopg.connect(url) as database:
        row = database.execute("SHOW unix_socket_directories").fetchone()
    directory = str(row[0]).split(",")[0].strip() if row else ""
    if not directory:
        raise SystemExit("This PostgreSQL has no socket in the file system.")
    head, _, name = url.rpartition("/")
    scheme, _, rest = head.partition("://")
    user = f"{rest.rpartition('@')[0]}@" if "@" in rest else ""
    return f"{scheme}://{user}/{directory}/{name}"


async def _wait_for(machine: Machine) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            phone = await Phone(PORT, host=machine.host).open()
            status, _body = await phone.get("/health/live/")
        except OSError:
            await asyncio.sleep(0.2)
            continue
        phone.close()
        if status == 200:
            return
    raise TimeoutError(f"No answer from {machine.host}.")


async def _measure(
    machines: Sequence[Machine], clubs: "Sequence[Club]", chosen: argparse.Namespace
) -> dict[str, Any]:
    from league.core.live import current_versions
    from tests.benchmarks.traffic import Screen, Tally, count_behind

    tally = Tally()
    sent: dict[str, float] = {}
    versions = await asyncio.to_thread(current_versions, [club.topic for club in clubs])
    screens: list[Screen] = []
    listening = []
    for number, machine in zip(range(chosen.screens), cycle(machines), strict=False):
        club = clubs[number // len(machines) % len(clubs)]
        screens.append(Screen(club, versions[club.topic], sent, tally))
        listening.append(await screens[-1].follow(PORT, machine.host))
    name = os.environ["DATABASE_URL"].rpartition("/")[2]
    pids = [machine.process.pid for machine in machines]
    begun, used = time.perf_counter(), sum(map(processor_seconds, pids))
    in_database = sum(map(processor_seconds, backends(name)))
    await _ask_all_the_time(machines, clubs, sent, tally, chosen)
    seconds = time.perf_counter() - begun
    used = sum(map(processor_seconds, pids)) - used
    in_database = sum(map(processor_seconds, backends(name))) - in_database
    behind = await count_behind(screens)
    _let_go(screens, listening)
    return {
        "machines": len(machines),
        "answers_a_second": round(sum(map(len, _asked(tally))) / seconds, 1),
        "hands_a_second": round(len(tally.seconds["hand"]) / seconds, 1),
        "hand_p95_ms": share(tally.seconds["hand"], 0.95),
        "page_p95_ms": share(tally.seconds["page"], 0.95),
        "screen_p95_ms": share(tally.seconds["screen"], 0.95),
        "web_percent_of_a_core": round(100 * used / seconds),
        "database_percent_of_a_core": round(100 * in_database / seconds),
        "load": os.getloadavg()[0],
        "errors": len(tally.errors),
        "first_errors": tally.errors[:5],
        "screens_behind": behind,
    }


def _asked(tally: "Tally") -> list[list[float]]:
    return [tally.seconds["hand"], tally.seconds["page"]]


def _let_go(screens: "Sequence[Screen]", listening: "Sequence[asyncio.Task[None]]") -> None:
    for task in listening:
        task.cancel()
    for screen in screens:
        screen.close()


async def _ask_all_the_time(
    machines: Sequence[Machine],
    clubs: "Sequence[Club]",
    sent: dict[str, float],
    tally: "Tally",
    chosen: argparse.Namespace,
) -> None:
    """Let people post and read, whose requests go to the machines in turn."""
    from tests.benchmarks.traffic import get, note_time, post

    end = time.perf_counter() + chosen.seconds
    desks = [(club, desk) for club in clubs for desk in club.desks]

    async def ask(person: int) -> None:
        # Nobody else writes at these desks.
        own = cycle(desks[person :: chosen.people])
        lines = cycle([await Phone(PORT, host=machine.host).open() for machine in machines])
        number = person
        while time.perf_counter() < end:
            number += 1
            club, desk = next(own)
            phone = next(lines)
            begun = time.perf_counter()
            # Spread evenly: 37 meets every hundredth once.
            if 37 * number % 100 < chosen.hands:
                phone.session = desk.session
                path, form = desk.next_form()
                sent[club.topic] = begun
                await note_time("hand", tally, post(phone, path, form), begun)
                phone.session = ""
            else:
                path = f"/competitions/{club.competition.pk}/standings/"
                await note_time("page", tally, get(phone, path), begun)

    await asyncio.gather(*(ask(person) for person in range(chosen.people)))


def _print(reports: Sequence[dict[str, Any]], chosen: argparse.Namespace) -> None:
    if chosen.json:
        sys.stdout.write(f"{json.dumps(reports)}\n")
        return
    names = [name for name in reports[0] if name != "machines"]
    sys.stdout.write("| Machines | " + " | ".join(str(each["machines"]) for each in reports))
    sys.stdout.write(" |\n" + "|---" * (1 + len(reports)) + "|\n")
    for name in names:
        cells = " | ".join(str(each[name]) for each in reports)
        sys.stdout.write(f"| {name.replace('_', ' ')} | {cells} |\n")


if __name__ == "__main__":
    raise SystemExit(main())
