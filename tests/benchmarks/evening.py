"""Measure a big evening: a hundred clubs that play at once, beside bare views in the same minutes.

`python -m tests.benchmarks.evening` makes the clubs in a database that is thrown away, starts the
site as docs/hosting.md does (PostgreSQL, web processes, a worker for each kind of queue, the
clock), lets hands, readers and open screens come at fixed rates, and prints tables, or JSON. It
fails if anything was answered wrongly, or a screen missed a hand.
"""

import argparse
import asyncio
import json
import os
import resource
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tests.benchmarks.online import prepared
from tests.benchmarks.online_machine import (
    BROKER,
    CORES,
    DATABASE,
    LOAD,
    Machine,
    running_site,
    shares,
)
from tests.benchmarks.phones import share
from tests.benchmarks.processes import MemoryLog
from tests.faults.brokers import BROKERS, redis_database

if TYPE_CHECKING:
    from tests.benchmarks.clubs import Club
    from tests.benchmarks.traffic import Screen, Tally

WORKERS = {
    "worker of bots": ["--concurrency", "2", "--queues", "bots"],
    "worker of rounds, notifications": ["--concurrency", "1", "--queues", "rounds,notices"],
    "worker of opinions": ["--concurrency", "1", "--queues", "opinions"],
}
# What is read, beside which bare view, and how many times as long its p95 may be.
AIMS = {"page": ("bare page", 4.0), "hand": ("row", 5.0)}
BETWEEN_MEMORIES = 10


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure; return 1 if there was an error."""
    chosen = _parser().parse_args(arguments)
    _soft, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with prepared("postgres", chosen.name) as directory, _cache():
        clubs = _make_clubs(chosen)
        site = running_site(
            directory,
            processes=chosen.processes,
            workers=WORKERS,
            is_embedded=False,
            broker=BROKERS[chosen.broker],
        )
        with site as machine:
            report = asyncio.run(_measure(machine, clubs, chosen))
    if chosen.json:
        _tell(json.dumps(report))
    else:
        _print(report)
    return int(bool(report["errors"] or report["screens_behind"]))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.evening")
    parser.add_argument("--minutes", type=float, default=2, help="60 for a soak")
    parser.add_argument("--warm-up", type=float, default=20, help="seconds that do not count")
    parser.add_argument("--clubs", type=int, default=100)
    parser.add_argument("--players", type=int, default=5000, help="of all clubs together")
    parser.add_argument("--tables", type=int, default=1000, help="of all clubs together")
    parser.add_argument("--screens", type=int, default=1000)
    parser.add_argument("--fetching", type=int, default=1000, help="screens that show standings")
    parser.add_argument("--hands", type=float, default=20, help="posted a second")
    parser.add_argument("--pages", type=float, default=50, help="read a second")
    parser.add_argument("--bare", type=float, default=5, help="bare pages a second, and bare rows")
    parser.add_argument("--rounds", type=int, default=3, help="of the earlier season of each club")
    parser.add_argument("--processes", type=int, default=2, help="web processes")
    parser.add_argument("--broker", choices=BROKERS, default="redis")
    parser.add_argument("--name", default="", help="of the database that is made and dropped")
    parser.add_argument("--json", action="store_true")
    return parser


@contextmanager
def _cache() -> Iterator[None]:
    """Let the processes share a cache in Redis, as docs/install.md has it."""
    with redis_database() as own:
        os.environ["CACHE_URL"] = own["BROKER_URL"].replace("redis://", "rediscache://")
        yield


def _make_clubs(chosen: argparse.Namespace) -> "list[Club]":
    from django.db import connections

    from league.rounds.loadtest.season import Sizes
    from tests.benchmarks.clubs import HANDS_A_TABLE, make_clubs

    players = chosen.players // chosen.clubs
    seconds = 60 * chosen.minutes + chosen.warm_up
    sizes = Sizes(players, chosen.rounds, chosen.rounds * (players // 4) * HANDS_A_TABLE)
    begun = time.perf_counter()
    clubs = make_clubs(
        clubs=chosen.clubs,
        players=players,
        tables=chosen.tables // chosen.clubs,
        sizes=sizes,
        # One more, as tables do not take turns to the second.
        hands=int(seconds * chosen.hands / chosen.tables) + 2,
        tell=lambda text: _note(chosen, text),
    )
    _note(chosen, f"The clubs took {time.perf_counter() - begun:.0f} s.")
    connections.close_all()
    return clubs


async def _measure(
    machine: Machine, clubs: "Sequence[Club]", chosen: argparse.Namespace
) -> dict[str, Any]:
    from tests.benchmarks.traffic import Tally, Traffic, count_behind

    tally = Tally()
    pages = await asyncio.to_thread(_pages, machine, clubs)
    traffic = Traffic(machine.site.port, clubs, pages, tally)
    await traffic.open()
    screens, listening = await _open_screens(machine.site.port, clubs, chosen, traffic.sent, tally)
    rates = {name: getattr(chosen, name) for name in ("hands", "pages", "bare")}
    await traffic.run(chosen.warm_up, **rates)
    tally.clear()
    memory = MemoryLog()
    watch = asyncio.create_task(_watch(machine, memory))
    before, load = machine.read(), os.getloadavg()[0]
    await traffic.run(60 * chosen.minutes, **rates)
    after = machine.read()
    watch.cancel()
    behind = await count_behind(screens)
    for task in listening:
        task.cancel()
    for screen in screens:
        screen.close()
    traffic.close()
    return {
        "sizes": {key: value for key, value in vars(chosen).items() if key not in ("json", "name")},
        "machine": {"cores": CORES, "load_before": load, "load_after": os.getloadavg()[0]},
        "errors": len(tally.errors),
        "first_errors": tally.errors[:5],
        "log": machine.site.output[-6000:] if tally.errors else "",
        "screens_behind": behind,
        "measures": _measures(tally, 60 * chosen.minutes),
        "percent_of_a_core": shares(before, after),
        "memory": [each._asdict() for each in memory.summary()],
    }


def _pages(machine: Machine, clubs: "Sequence[Club]") -> list[tuple[str, str]]:
    """Name pages of every club, each with a bare page of as many bytes."""
    from django.urls import reverse

    from league.competitions.models import Entry

    found = []
    for club in clubs:
        pk, slug = club.competition.pk, club.competition.club.slug
        entry = Entry.objects.filter(competition=pk).earliest("pk")
        bare = f"/bare/page/{pk}/"
        frame = _size_of(machine, f"{bare}0/")
        paths = (
            reverse("standings:table", args=[pk]),
            reverse("standings:entry", args=[entry.pk]),
            reverse("standings:player", args=[entry.player_id]),
            reverse("standings:ratings", args=[slug]),
            reverse("clubs:home", args=[slug]),
        )
        sizes = [_size_of(machine, path) - frame for path in paths]
        found += [(path, f"{bare}{max(0, size)}/") for path, size in zip(paths, sizes, strict=True)]
    return found


def _size_of(machine: Machine, path: str) -> int:
    status, body = machine.site.get(path)
    if status != 200:
        raise SystemExit(f"{path} answered {status}.\n{machine.site.output}")
    return len(body)


async def _open_screens(
    port: int,
    clubs: "Sequence[Club]",
    chosen: argparse.Namespace,
    sent: dict[str, float],
    tally: "Tally",
) -> "tuple[list[Screen], list[asyncio.Task[None]]]":
    from league.core.live import current_versions
    from tests.benchmarks.traffic import Screen

    versions = await asyncio.to_thread(current_versions, [club.topic for club in clubs])
    screens = []
    for number in range(chosen.screens):
        club = clubs[number % len(clubs)]
        has_standings = number < chosen.fetching
        screens.append(Screen(club, versions[club.topic], sent, tally, has_standings=has_standings))
    tasks = [await screen.follow(port) for screen in screens]
    tasks += [asyncio.create_task(screen.fetch(port)) for screen in screens[: chosen.fetching]]
    return screens, tasks


async def _watch(machine: Machine, memory: MemoryLog) -> None:
    while True:
        kinds = await asyncio.to_thread(machine.kinds)
        own = {pid: kind for pid, kind in kinds.items() if kind not in (BROKER, LOAD)}
        memory.note(time.perf_counter(), own, together=DATABASE)
        await asyncio.sleep(BETWEEN_MEMORIES)


def _measures(tally: "Tally", seconds: float) -> list[dict[str, Any]]:
    found = []
    for kind in ("hand", "row", "page", "bare page", "screen", "fragment"):
        taken = tally.seconds[kind]
        if not taken:
            continue
        line: dict[str, Any] = {"measure": kind, "count": len(taken)}
        line["a_second"] = round(len(taken) / seconds, 1)
        line |= {f"p{part}_ms": share(taken, part / 100) for part in (50, 95, 99)}
        if kind in AIMS:
            beside, aim = AIMS[kind]
            line |= {"ratio_p95": round(line["p95_ms"] / share(tally.seconds[beside], 0.95), 2)}
            line |= {"beside": beside, "aim": aim}
        found.append(line)
    return found


def _print(report: dict[str, Any]) -> None:
    machine = report["machine"]
    _tell(f"{report['sizes']}")
    _tell(
        f"{machine['cores']} cores, load {machine['load_before']:.1f} before and"
        f" {machine['load_after']:.1f} after. {report['errors']} errors,"
        f" {report['screens_behind']} screens behind at the end."
    )
    for error in report["first_errors"]:
        _tell(f"  {error}")
    if report["log"]:
        _tell(f"What the web processes logged at the end:\n{report['log']}")
    _tell("\n| Measure | count | a second | p50 | p95 | p99 ms | p95 beside | aim |")
    _tell("|---|---|---|---|---|---|---|---|")
    for line in report["measures"]:
        beside = f"{line['ratio_p95']} × {line['beside']}" if "beside" in line else ""
        aim = f"below {line['aim']:g}" if "aim" in line else ""
        _tell(
            f"| {line['measure']} | {line['count']} | {line['a_second']} | {line['p50_ms']:.0f} |"
            f" {line['p95_ms']:.0f} | {line['p99_ms']:.0f} | {beside} | {aim} |"
        )
    used = ", ".join(f"{kind} {part}" for kind, part in report["percent_of_a_core"].items())
    _tell(f"\nPercent of one core: {used}.")
    _tell("\n| Process | MiB at first | at last | at most | MiB an hour |")
    _tell("|---|---|---|---|---|")
    for each in report["memory"]:
        process = f"{each['kind']} {each['pid'] or 'in all'}"
        _tell(
            f"| {process} | {each['first']:.1f} | {each['last']:.1f} |"
            f" {each['most']:.1f} | {each['slope']:+.1f} |"
        )


def _note(chosen: argparse.Namespace, text: str) -> None:
    if not chosen.json:
        _tell(text)


def _tell(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    raise SystemExit(main())
