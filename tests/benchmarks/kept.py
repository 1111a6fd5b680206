"""Measure pages that the site keeps beside a bare view behind Django's `cache_page`.

`python -m tests.benchmarks.kept` serves a season (see manage.py loadtest), and beside it a site
with a plain Django's middleware whose one view is cached, each with one web process of the same
server. Visitors ask both in turn, for as many bytes. It prints one JSON line a page: answers a
second of both, and how many times as many the site gives; then the same of 304.
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

from tests.benchmarks.phones import Phone
from tests.benchmarks.site import DATABASES, SETTINGS, choose_site, database_url

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
        asyncio.run(_measure(pages, sites[0].port, sites[1].port, chosen))
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


async def _measure(
    pages: dict[str, str], port: int, cached_port: int, chosen: argparse.Namespace
) -> None:
    ours = [await Phone(port).open() for _ in range(chosen.visitors)]
    theirs = [await Phone(cached_port).open() for _ in range(chosen.visitors)]
    for name, path in pages.items():
        _status, whole = await ours[0].get(path)
        cached = f"/bare/cached/{len(whole)}/"
        rates: list[tuple[float, float]] = []
        for _ in range(chosen.turns):
            one = await _rate(ours, path, chosen.answers)
            rates.append((one, await _rate(theirs, cached, chosen.answers)))
        own, other = (round(statistics.median(side)) for side in zip(*rates, strict=True))
        ratio = round(statistics.median(one / two for one, two in rates), 2)
        line = {"measure": f"kept/{name}", "bytes": len(whole), "a_second": own}
        print(json.dumps({**line, "cache_page_a_second": other, "ratio": ratio}), flush=True)  # noqa: T201


async def _rate(phones: list[Phone], path: str, answers: int) -> float:
    """Let all phones ask as fast as they are answered; return answers a second."""

    async def ask(phone: Phone, times: int) -> None:
        for _ in range(times):
            status, _body = await phone.get(path, BROWSER)
            if status != HTTPStatus.OK:
                raise RuntimeError(f"{path} answered {status}")

    await ask(phones[0], WARM_UP)
    each = answers // len(phones)
    begun = time.perf_counter()
    await asyncio.gather(*(ask(phone, each) for phone in phones))
    return each * len(phones) / (time.perf_counter() - begun)


if __name__ == "__main__":
    raise SystemExit(main())
