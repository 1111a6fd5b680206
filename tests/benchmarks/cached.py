"""Measure pages that the site caches beside a bare view behind Django's `cache_page`.

`python -m tests.benchmarks.cached` serves a season (see manage.py loadtest), and beside it a
site with a plain Django's middleware whose one view is cached, each with one web process of the
same server. Visitors with a browser's headers ask both in turn, for as many bytes. It prints one
JSON line a page: answers a second of both, the processor time of an answer, and how many times as
many the site gives.

`--beside PAGE=ADDRESS` has the visitors ask for a page of another running site in the same turns,
such as `--beside standings=http://127.0.0.1:8100/demo/tab/team/`, and prints a line for it.
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
from urllib.parse import urlsplit

from tests.benchmarks.phones import HOST, Phone
from tests.benchmarks.processes import processor_seconds
from tests.benchmarks.site import DATABASES, SETTINGS, choose_site, database_url

if TYPE_CHECKING:
    from tests.site import Site

CACHED_SETTINGS = "tests.benchmarks.bare.cached"
BROWSER = "Accept-Encoding: gzip\r\nAccept-Language: de\r\n"
WARM_UP = 20
PAGES = ("club", "competition", "standings", "round", "screen")


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure with one database."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.cached")
    parser.add_argument("--database", choices=DATABASES, default="postgres")
    parser.add_argument("--visitors", type=int, default=4, help="who ask at once")
    parser.add_argument("--turns", type=int, default=10)
    parser.add_argument("--answers", type=int, default=400, help="of each site in a turn")
    parser.add_argument(
        "--beside",
        action="append",
        default=[],
        type=_page_and_address,
        metavar="PAGE=ADDRESS",
        help=f"a page of another site to measure beside one of {', '.join(PAGES)}; repeatable",
    )
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as directory, database_url(chosen.database) as url:
        choose_site(directory, url)
        _run(Path(directory), chosen)
    return 0


def _page_and_address(text: str) -> tuple[str, str]:
    """Read `PAGE=ADDRESS`; raise ArgumentTypeError."""
    page, _, address = text.partition("=")
    if page not in PAGES or urlsplit(address).scheme != "http":
        raise argparse.ArgumentTypeError(f"{text!r} is no page and address, as in club=http://…/")
    return page, address


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
    paths = (
        reverse("clubs:home", args=[competition.club.slug]),
        reverse("competitions:detail", args=[competition.pk]),
        reverse("standings:table", args=[competition.pk]),
        reverse("rounds:detail", args=[last.pk]),
        reverse("displays:projector", args=[competition.pk]),
    )
    return dict(zip(PAGES, paths, strict=True))


class Rate(NamedTuple):
    """How fast a site answered: answers a second, and its processor time of each, if known."""

    a_second: float
    cpu_ms: float


class Asked:
    """A page of a site, and the visitors who ask for it; `pid` is the site's process, if known."""

    def __init__(self, port: int, path: str, *, host: str = HOST, pid: int = 0) -> None:
        self._port = port
        self._path = path
        self._host = host
        self._pid = pid

    async def open(self, visitors: int) -> "Asked":
        """Connect, and see how long the page is."""
        self._phones = [await Phone(self._port, host=self._host).open() for _ in range(visitors)]
        _status, whole = await self._phones[0].get(self._path)
        self.size = len(whole)
        return self

    async def ask(self, answers: int) -> Rate:
        """Let all visitors ask as fast as they are answered."""
        each = answers // len(self._phones)
        await self._ask(self._phones[0], WARM_UP)
        begun, before = time.perf_counter(), self._spent()
        await asyncio.gather(*(self._ask(phone, each) for phone in self._phones))
        seconds, spent = time.perf_counter() - begun, self._spent() - before
        count = each * len(self._phones)
        return Rate(count / seconds, 1000 * spent / count)

    async def _ask(self, phone: Phone, times: int) -> None:
        for _ in range(times):
            status, _body = await phone.get(self._path, BROWSER)
            if status != HTTPStatus.OK:
                raise RuntimeError(f"{self._path} answered {status}")

    def _spent(self) -> float:
        return processor_seconds(self._pid) if self._pid else 0


def _asked_at(address: str) -> Asked:
    parts = urlsplit(address)
    path = parts._replace(scheme="", netloc="", fragment="").geturl() or "/"
    return Asked(parts.port or 80, path, host=parts.hostname or HOST)


async def _measure(
    pages: dict[str, str], sites: Sequence["Site"], chosen: argparse.Namespace
) -> None:
    (own_port, own_pid), (bare_port, bare_pid) = ((one.port, one.process.pid) for one in sites)
    for name, path in pages.items():
        own = await Asked(own_port, path, pid=own_pid).open(chosen.visitors)
        cached = f"/bare/cached/{own.size}/"
        asked = [own, await Asked(bare_port, cached, pid=bare_pid).open(chosen.visitors)]
        addresses = [address for page, address in chosen.beside if page == name]
        asked += [await _asked_at(address).open(chosen.visitors) for address in addresses]
        turns = [[await one.ask(chosen.answers) for one in asked] for _ in range(chosen.turns)]
        ours, bare, *others = zip(*turns, strict=True)
        _say(
            f"cached/{name}",
            bytes=own.size,
            a_second=_a_second(ours),
            cache_page_a_second=_a_second(bare),
            cpu_ms=_cpu_ms(ours),
            cache_page_cpu_ms=_cpu_ms(bare),
            ratio=_ratio(ours, bare),
        )
        for address, other, theirs in zip(addresses, asked[2:], others, strict=True):
            _say(
                f"cached/{name}/beside",
                address=address,
                bytes=other.size,
                a_second=_a_second(theirs),
                ratio=_ratio(ours, theirs),
            )


def _a_second(rates: Sequence[Rate]) -> int:
    return round(statistics.median(rate.a_second for rate in rates))


def _cpu_ms(rates: Sequence[Rate]) -> float:
    return round(statistics.median(rate.cpu_ms for rate in rates), 2)


def _ratio(ours: Sequence[Rate], theirs: Sequence[Rate]) -> float:
    """Return how many times as many answers we gave, in the middle turn."""
    times = [own.a_second / other.a_second for own, other in zip(ours, theirs, strict=True)]
    return round(statistics.median(times), 2)


def _say(measure: str, **facts: object) -> None:
    print(json.dumps({"measure": measure, **facts}), flush=True)  # noqa: T201


if __name__ == "__main__":
    raise SystemExit(main())
