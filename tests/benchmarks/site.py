"""Measure the site as it is hosted: posted hands beside a bare view, the preview, open screens.

`python -m tests.benchmarks.site` starts servers of its own on data of its own, with PostgreSQL and
with SQLite, and prints one JSON line a measure.
"""

import argparse
import asyncio
import json
import math
import os
import random
import resource
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import psycopg
from psycopg import sql

from tests.benchmarks.phones import Phone, Screens, say, share
from tests.postgres import find_server

if TYPE_CHECKING:
    from tests.benchmarks.season import Season

DATABASES = ("postgres", "sqlite")
SETTINGS = "tests.benchmarks.bare.settings"
# Two processes, as docs/hosting.md starts them; SQLite belongs to a site of one.
WORKERS = {"postgres": "2", "sqlite": "1"}
# Hands of every phone that are not counted, before anything else.
WARM_UP = 2
# Then a phone goes to the table of the next round: a match is not much longer than that.
HANDS_A_TABLE = 12
PREVIEWS = 100
BETWEEN_COMMITS = 0.1

Send = Callable[[int], Awaitable[float]]
AtOnce = Callable[[Send], Awaitable[list[float]]]


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure with each database in a process of its own, as Django knows one at a time."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.site")
    parser.add_argument("--database", choices=DATABASES, action="append")
    parser.add_argument("--phones", type=int, default=20)
    parser.add_argument("--hands", type=int, default=25, help="of each phone in either reading")
    parser.add_argument("--spread", type=float, default=1.0, help="seconds in which all send once")
    parser.add_argument("--screens", type=int, default=1000)
    parser.add_argument("--commits", type=int, default=20)
    chosen = parser.parse_args(arguments)
    for database in chosen.database or DATABASES:
        if len(chosen.database or DATABASES) == 1:
            measure(database, chosen)
            continue
        options = [*(sys.argv[1:] if arguments is None else arguments), "--database", database]
        subprocess.run([sys.executable, "-m", "tests.benchmarks.site", *options], check=True)
    return 0


def measure(database: str, chosen: argparse.Namespace) -> None:
    """Make data in a database that is thrown away, serve it, and measure."""
    _soft, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory() as directory, database_url(database) as url:
        choose_site(directory, url)
        run(database, Path(directory), chosen)


def choose_site(directory: str, url: str, settings: str = SETTINGS) -> None:
    """Have this process, and those it starts, work on a site in a directory and a database."""
    os.environ |= {
        "SECRET_KEY": "a key for measures only, of usual length",
        "DATA_DIR": directory,
        "DJANGO_SETTINGS_MODULE": settings,
        "ALLOWED_HOSTS": "127.0.0.1,localhost,testserver",
        "ALLOW_HTTP": "1",
        "SITE_URL": "http://127.0.0.1",
        "DATABASE_URL": url,
    }
    (Path(directory) / "static").mkdir()


@contextmanager
def database_url(database: str, name: str = "") -> Iterator[str]:
    """Return the URL of a new database of that name, "" for a file in the data directory."""
    if database == "sqlite":
        yield ""
        return
    server = find_server()
    name = name or f"menagerie_benchmark_{os.getpid()}"
    quoted = sql.Identifier(name)
    with psycopg.connect(server, autocommit=True) as admin:
        admin.execute(sql.SQL("CREATE DATABASE {}").format(quoted))
        try:
            yield urlsplit(server)._replace(path=f"/{name}").geturl()
        finally:
            admin.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(quoted))


def run(database: str, directory: Path, chosen: argparse.Namespace) -> None:
    """Start the server and take every measure."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connections

    from tests.benchmarks.season import Season
    from tests.site import Site

    call_command("migrate", run_syncdb=True, verbosity=0)
    # One more is previewed and never sent.
    rounds = math.ceil((WARM_UP + 2 * chosen.hands + 1) / HANDS_A_TABLE)
    season = Season(phones=chosen.phones, rounds=rounds, hands=HANDS_A_TABLE)
    connections.close_all()
    server = ["manage.py", "serve", "--workers", WORKERS[database], "--port"]
    kept = {"IDLE_SECONDS": "75"}
    site = Site(directory, settings=SETTINGS, command=server, **{**os.environ, **kept})
    try:
        site.wait_until_ready()
        asyncio.run(Measures(database, site.port, season, chosen).take())
    finally:
        site.stop()
        connections.close_all()


class Measures:
    """Take the measures of one server."""

    def __init__(
        self, database: str, port: int, season: "Season", chosen: argparse.Namespace
    ) -> None:
        self._facts = {"database": database, "workers": int(WORKERS[database])}
        self._port = port
        self._season = season
        self._chosen = chosen
        self._chance = random.Random(1)
        # By phone.
        self._sent = [0] * chosen.phones

    async def take(self) -> None:
        """Take them one after another, on connections that are open already."""
        self._phones = [await Phone(self._port, key).open() for key in self._season.sessions]
        for _ in range(WARM_UP):
            await self._together(self._post_hand)
            await self._together(self._post_row)
        await self._measure_in_turn("together", self._together)
        await self._measure_in_turn("evening", self._spread)
        await self._measure_previews()
        for phone in self._phones:
            phone.close()
        await self._measure_screens()

    async def _measure_in_turn(self, name: str, at_once: AtOnce) -> None:
        """Let all phones send a hand each, then a row each, and so on.

        Whatever else the machine does meets both alike.
        """
        hands: list[float] = []
        rows: list[float] = []
        for _ in range(self._chosen.hands):
            hands += await at_once(self._post_hand)
            rows += await at_once(self._post_row)
        self._compare(name, hands, rows)

    async def _together(self, send: Send) -> list[float]:
        """Let all phones send in the same moment."""
        return list(await asyncio.gather(*(send(at) for at in range(self._chosen.phones))))

    async def _spread(self, send: Send) -> list[float]:
        """Let every phone send at a moment of its own."""

        async def send_later(at: int) -> float:
            await asyncio.sleep(self._chance.uniform(0, self._chosen.spread))
            return await send(at)

        return await self._together(send_later)

    def _compare(self, name: str, hands: Sequence[float], rows: Sequence[float]) -> None:
        facts = {**self._facts, "phones": self._chosen.phones}
        row = say(f"row/{name}", rows, **facts)
        ratios = {
            f"ratio_{part}": round(share(hands, of) / row[f"{part}_ms"], 2)
            for part, of in (("p50", 0.5), ("p99", 0.99))
        }
        say(f"hand/{name}", hands, **facts, **ratios)

    async def _measure_previews(self) -> None:
        """Let one phone ask what its hand is worth, again and again."""
        at, number = self._next_hand(0)
        path = f"/tables/{self._season.tables[at].pk}/preview/"
        form = self._season.forms[at][number]
        times = []
        for _ in range(PREVIEWS):
            status, answer, seconds = await self._phones[0].post(path, form)
            if status != HTTPStatus.OK or b"points" not in answer:
                raise RuntimeError(f"The preview answered {status}: {answer!r}")
            times.append(seconds)
        say("preview", times, **self._facts, phones=1)

    async def _measure_screens(self) -> None:
        """Tell all screens of commits, one after another."""
        version = await asyncio.to_thread(lambda: self._season.version)
        count = self._chosen.screens
        screens = await asyncio.to_thread(Screens, self._port, self._season.token, version, count)
        phone = await Phone(self._port).open()
        path = f"/bare/commit/{self._season.competition_id}/"
        times: list[float] = []
        for told in range(version + 1, version + 1 + self._chosen.commits):
            hearing = asyncio.create_task(asyncio.to_thread(screens.hear, told))
            _status, answer, _seconds = await phone.post(path, {})
            committed = json.loads(answer)["moment"]
            times += [moment - committed for moment in await hearing]
            await asyncio.sleep(BETWEEN_COMMITS)
        say("screens", times, **self._facts, screens=count, commits=self._chosen.commits)
        screens.close()
        phone.close()

    def _next_hand(self, phone: int) -> tuple[int, int]:
        """Return the table at which a phone is now, and which of its hands comes next."""
        table, number = divmod(self._sent[phone], HANDS_A_TABLE)
        return phone + table * self._chosen.phones, number

    async def _post_hand(self, phone: int) -> float:
        """Send the next hand of a phone's table; return the seconds that it took."""
        at, number = self._next_hand(phone)
        self._sent[phone] += 1
        form = self._season.forms[at][number] | {"send": "1"}
        return await self._post(phone, f"/tables/{self._season.tables[at].pk}/enter/", form)

    async def _post_row(self, phone: int) -> float:
        at, _number = self._next_hand(phone)
        return await self._post(phone, "/bare/", self._season.forms[at][0])

    async def _post(self, phone: int, path: str, form: dict[str, str]) -> float:
        status, answer, seconds = await self._phones[phone].post(path, form)
        if status != HTTPStatus.FOUND:
            raise RuntimeError(f"{path} answered {status}: {answer.decode()}")
        return seconds


if __name__ == "__main__":
    raise SystemExit(main())
