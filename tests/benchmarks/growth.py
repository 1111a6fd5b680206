"""Measure how costs grow with hands, clubs and screens, each ten times as many, twice.

`python -m tests.benchmarks.growth` makes clubs in databases that are thrown away, and prints for
each request the processor time of the program and of PostgreSQL, its statements, and the exponent
that fits: 0 where a cost stays the same, 1 where it grows as what is there does.
"""

import argparse
import asyncio
import json
import os
import resource
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tests.benchmarks.hand_cost import request
from tests.benchmarks.online import prepared
from tests.benchmarks.online_machine import BENCH_SETTINGS
from tests.benchmarks.phones import Phone, Screens
from tests.benchmarks.processes import backends, exponent, processor_seconds
from tests.benchmarks.statements import heard_statements

if TYPE_CHECKING:
    from tests.benchmarks.clubs import Club

PLAYERS = 40
TABLES = 10
# Of a round of the season; ten at each of its tables.
HANDS_A_ROUND = 100
WARM_UP = 3
TIMES_TEN = (1, 10, 100)


class Cost(NamedTuple):
    """What one request takes: milliseconds of processor time, and statements."""

    program: float
    database: float
    statements: float

    @property
    def together(self) -> float:
        """Milliseconds of the program and of PostgreSQL."""
        return self.program + self.database


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure what was asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.growth")
    parser.add_argument("--of", choices=GROWING, action="append", help="what grows; all of them")
    parser.add_argument("--times", type=int, default=40, help="requests of a kind")
    parser.add_argument("--least-rounds", type=int, default=1, help="a hundred hands in each")
    parser.add_argument("--least-clubs", type=int, default=1)
    parser.add_argument("--least-screens", type=int, default=10)
    parser.add_argument("--name", default="", help="of the database that is made and dropped")
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args(arguments)
    _soft, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with prepared("postgres", chosen.name) as directory:
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
        from django.db import connections

        for growing in chosen.of or GROWING:
            sizes, costs = GROWING[growing](directory, chosen)
            _print(growing, sizes, costs, is_json=chosen.json)
        connections.close_all()
    return 0


Grown = tuple[list[int], list[Mapping[str, Cost]]]


def _grow_hands(_directory: Path, chosen: argparse.Namespace) -> Grown:
    sizes: list[int] = []
    costs: list[Mapping[str, Cost]] = []
    for factor in TIMES_TEN:
        rounds = factor * chosen.least_rounds
        with _clubs(1, rounds, chosen.times) as clubs:
            sizes.append(rounds * HANDS_A_ROUND)
            costs.append(_costs_of_requests(clubs[0], chosen.times))
    return sizes, costs


def _grow_clubs(_directory: Path, chosen: argparse.Namespace) -> Grown:
    sizes: list[int] = []
    costs: list[Mapping[str, Cost]] = []
    for factor in TIMES_TEN:
        count = factor * chosen.least_clubs
        with _clubs(count, 1, chosen.times) as clubs:
            sizes.append(count)
            costs.append(_costs_of_requests(clubs[count // 2], chosen.times))
    return sizes, costs


def _grow_screens(directory: Path, chosen: argparse.Namespace) -> Grown:
    sizes = [factor * chosen.least_screens for factor in TIMES_TEN]
    with _clubs(1, 1, chosen.times) as clubs:
        costs = [_cost_of_telling(directory, clubs[0], size, chosen.times) for size in sizes]
    return sizes, [{"live, a commit": cost} for cost in costs]


GROWING: Mapping[str, Callable[[Path, argparse.Namespace], Grown]] = {
    "hands": _grow_hands,
    "clubs": _grow_clubs,
    "screens": _grow_screens,
}


@contextmanager
def _clubs(count: int, rounds: int, times: int) -> "Iterator[list[Club]]":
    """Make clubs with a season of so many rounds, and remove them afterwards."""
    from league.rounds.loadtest.season import Sizes
    from league.rounds.loadtest.services import remove_load_test
    from tests.benchmarks.clubs import make_clubs

    yield make_clubs(
        clubs=count,
        players=PLAYERS,
        tables=TABLES,
        sizes=Sizes(PLAYERS, rounds, rounds * HANDS_A_ROUND),
        hands=(times + WARM_UP) // TABLES + 2,
        tell=lambda _text: None,
    )
    remove_load_test()


def _costs_of_requests(club: "Club", times: int) -> dict[str, Cost]:
    from django.core.cache import cache
    from django.test import Client
    from django.urls import reverse

    from league.competitions.models import Entry

    client = Client()
    entry = Entry.objects.filter(competition=club.competition).earliest("pk")
    table = reverse("standings:table", args=[club.competition.pk])
    player = reverse("standings:player", args=[entry.player_id])

    def get(path: str) -> None:
        answer = client.get(path)
        if answer.status_code != HTTPStatus.OK:
            raise RuntimeError(f"{path} answered {answer.status_code}")

    def reading(path: str) -> Callable[[], Callable[[], None]]:
        return lambda: lambda: get(path)

    def drawing(path: str) -> Callable[[], Callable[[], None]]:
        def prepare() -> Callable[[], None]:
            cache.clear()
            return lambda: get(path)

        return prepare

    desks = _in_turn(club)
    return {
        "hand": _cost(lambda: _posting(next(desks)), times),
        "standings, drawn": _cost(drawing(table), times),
        "standings, kept": _cost(reading(table), times),
        "player, drawn": _cost(drawing(player), times),
        "player, kept": _cost(reading(player), times),
    }


def _in_turn(club: "Club") -> Iterator[tuple[str, str, dict[str, str]]]:
    """Return whose phone sends what next, one table after the other."""
    while True:
        for desk in club.desks:
            yield (desk.session, *desk.next_form())


def _posting(sent: tuple[str, str, dict[str, str]]) -> Callable[[], None]:
    return request(*sent)


def _cost(prepare: Callable[[], Callable[[], None]], times: int) -> Cost:
    """Do something prepared again and again; return the medians, and PostgreSQL's mean."""
    from django.db import connection

    for _ in range(WARM_UP):
        prepare()()
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        [backend] = cursor.fetchone()
    program, database, counts = [], 0.0, []
    for _ in range(times):
        do = prepare()
        with heard_statements() as heard:
            before, begun = processor_seconds(backend), time.process_time()
            do()
            program.append(time.process_time() - begun)
            database += processor_seconds(backend) - before
        counts.append(len(heard))
    return Cost(
        1000 * statistics.median(program), 1000 * database / times, statistics.median(counts)
    )


def _cost_of_telling(directory: Path, club: "Club", count: int, times: int) -> Cost:
    """Tell so many screens of commits; return what one costs, in a web process of its own."""
    from django.db import connection, connections

    from tests.site import SERVER, Site

    name = connection.settings_dict["NAME"]
    version = _version_of(club)
    connections.close_all()
    site = Site(directory, settings=BENCH_SETTINGS, command=SERVER, **os.environ)
    try:
        site.wait_until_ready()
        screens = Screens(site.port, club.token, version, count)
        path = f"/bare/commit/{club.competition.pk}/"
        for told in range(1, WARM_UP + 1):
            _commit(site.port, path)
            screens.hear(version + told)
        program, database = processor_seconds(site.process.pid), _database_seconds(name)
        for told in range(WARM_UP + 1, WARM_UP + 1 + times):
            _commit(site.port, path)
            screens.hear(version + told)
        program = processor_seconds(site.process.pid) - program
        database = _database_seconds(name) - database
        screens.close()
    finally:
        site.stop()
    return Cost(1000 * program / times, 1000 * database / times, 1)


def _version_of(club: "Club") -> int:
    from league.core.live import current_versions

    return current_versions([club.topic])[club.topic]


def _commit(port: int, path: str) -> None:
    async def post() -> None:
        phone = await Phone(port).open()
        status, answer, _seconds = await phone.post(path, {})
        phone.close()
        if status != HTTPStatus.OK:
            raise RuntimeError(f"{path} answered {status}: {answer!r}")

    asyncio.run(post())


def _database_seconds(name: str) -> float:
    return sum(processor_seconds(pid) for pid in backends(name))


def _print(
    growing: str, sizes: Sequence[int], costs: Sequence[Mapping[str, Cost]], *, is_json: bool
) -> None:
    """Print a row a request, program and PostgreSQL in milliseconds at each size."""
    if not is_json:
        _tell(f"\n| {growing} | {' | '.join(f'{size:,}' for size in sizes)} | exponent |")
        _tell("|---" * (len(sizes) + 2) + "|")
    for kind in costs[0]:
        own = [cost[kind] for cost in costs]
        power = round(exponent(sizes, [cost.together for cost in own]), 2)
        if is_json:
            line = {"grows": growing, "measure": kind, "sizes": sizes, "exponent": power}
            _tell(json.dumps({**line, "costs": [cost._asdict() for cost in own]}))
            continue
        cells = [f"{c.program:.1f} + {c.database:.1f} ms, {c.statements:g}" for c in own]
        _tell(f"| {kind} | {' | '.join(cells)} | {power} |")


def _tell(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    raise SystemExit(main())
