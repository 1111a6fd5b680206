"""Measure pages that the site keeps beside a bare view behind Django's `cache_page`.

`python -m tests.benchmarks.kept` serves a season (see manage.py loadtest), and beside it a site
with a plain Django's middleware whose one view is cached, each with one web process of the same
server. Visitors with a browser's headers ask both in turn, for as many bytes. It prints one JSON
line a page: answers a second of both, the processor time of an answer, and how many times as many
the site gives.
"""

import argparse
import asyncio
import json
import os
import statistics
import tempfile
import time
from collections.abc import Sequence
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tests.benchmarks.phones import Phone
from tests.benchmarks.processes import processor_seconds
from tests.benchmarks.site import DATABASES, SETTINGS, choose_site, database_url

if TYPE_CHECKING:
    from tests.site import Site

CACHED_SETTINGS = "tests.benchmarks.bare.cached"
BROWSER = "Accept-Encoding: gzip\r\nAccept-Language: de\r\n"
WARM_UP = 20


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure with one database."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.kept")
    parser.add_argument("--database", choices=DATABASES, default="postgres")
    parser.add_argument("--visitors", type=int, default=4, help="who ask at once")
    parser.add_argument("--turns", type=int, default=10)
    parser.add_argument("--answers", type=int, default=400, help="of each site in a turn")
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as directory, database_url(chosen.database) as url:
        choose_site(directory, url)
        _run(Path(directory), chosen)
    return 0


def _run(directory: Path, chosen: argparse.Namespace) -> None:
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connections

    from tests.site import Site

    call_command("migrate", run_syncdb=True, verbosity=0)
    with Path(os.devnull).open("w") as nowhere:
        call_command("loadtest", stdout=nowhere, entries=100, rounds=5, hands=500)
    pages = _pages()
    connections.close_all()
    sites = []
    try:
        for settings in (SETTINGS, CACHED_SETTINGS):
            command = ["manage.py", "serve", "--port"]
            environment = {**os.environ, "DJANGO_SETTINGS_MODULE": settings}
            sites.append(Site(directory, settings=settings, command=command, **environment))
            sites[-1].wait_until_ready()
        asyncio.run(_measure(pages, sites, chosen))
    finally:
        for site in sites:
            site.stop()


def _pages() -> dict[str, str]:
    from django.urls import reverse

    from league.competitions.models import Competition, Round

    competition = Competition.objects.filter(club__posts__key="loadtest").latest("pk")
    last = Round.objects.filter(stage__competition=competition).latest("number")
    return {
        "club": reverse("clubs:home", args=[competition.club.slug]),
        "competition": reverse("competitions:detail", args=[competition.pk]),
        "standings": reverse("standings:table", args=[competition.pk]),
        "round": reverse("rounds:detail", args=[last.pk]),
        "screen": reverse("displays:projector", args=[competition.pk]),
    }


class Rate(NamedTuple):
    """How fast a site answered: answers a second, and its processor time of each."""

    a_second: float
    cpu_ms: float


class Asked:
    """A site, and the visitors who ask it."""

    def __init__(self, site: "Site", visitors: int) -> None:
        self._site = site
        self.phones = [Phone(site.port) for _ in range(visitors)]

    async def open(self) -> "Asked":
        """Connect."""
        for phone in self.phones:
            await phone.open()
        return self

    async def ask(self, path: str, answers: int) -> Rate:
        """Let all visitors ask as fast as they are answered."""
        each = answers // len(self.phones)
        await self._ask(self.phones[0], path, WARM_UP)
        begun, before = time.perf_counter(), processor_seconds(self._site.process.pid)
        await asyncio.gather(*(self._ask(phone, path, each) for phone in self.phones))
        seconds = time.perf_counter() - begun
        spent = processor_seconds(self._site.process.pid) - before
        count = each * len(self.phones)
        return Rate(count / seconds, 1000 * spent / count)

    async def _ask(self, phone: Phone, path: str, times: int) -> None:
        for _ in range(times):
            status, _body = await phone.get(path, BROWSER)
            if status != HTTPStatus.OK:
                raise RuntimeError(f"{path} answered {status}")


async def _measure(
    pages: dict[str, str], sites: Sequence["Site"], chosen: argparse.Namespace
) -> None:
    ours, theirs = [await Asked(site, chosen.visitors).open() for site in sites]
    for name, path in pages.items():
        _status, whole = await ours.phones[0].get(path)
        cached = f"/bare/cached/{len(whole)}/"
        turns = [
            (await ours.ask(path, chosen.answers), await theirs.ask(cached, chosen.answers))
            for _ in range(chosen.turns)
        ]
        line = {
            "measure": f"kept/{name}",
            "bytes": len(whole),
            "a_second": round(statistics.median(own.a_second for own, _ in turns)),
            "cache_page_a_second": round(statistics.median(other.a_second for _, other in turns)),
            "cpu_ms": round(statistics.median(own.cpu_ms for own, _ in turns), 2),
            "cache_page_cpu_ms": round(statistics.median(other.cpu_ms for _, other in turns), 2),
            "ratio": round(
                statistics.median(own.a_second / other.a_second for own, other in turns), 2
            ),
        }
        print(json.dumps(line), flush=True)  # noqa: T201


if __name__ == "__main__":
    raise SystemExit(main())
