"""Measure pages of a large season beside a bare page of the same bytes, in the same process.

`python -m tests.benchmarks.pages` makes a season (see manage.py loadtest) in a database that is
thrown away, and prints one JSON line a page: the queries and the processor time when it is drawn,
and when it is kept for its version, and how many times a bare page's time the latter takes. A bare
page reads the competition and has nothing but letters in the site's frame.
"""

import argparse
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from http import HTTPStatus

from tests.benchmarks.phones import say
from tests.benchmarks.site import DATABASES, choose_site, database_url

MOST_QUERIES = 12


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure with one database; return 1 if a page takes too many queries."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.pages")
    parser.add_argument("--database", choices=DATABASES, default="postgres")
    parser.add_argument("--url", help="a database that has a load test already, left as it is")
    parser.add_argument("--entries", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=50)
    parser.add_argument("--hands", type=int, default=25_000)
    parser.add_argument("--times", type=int, default=20)
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as directory, _database(chosen) as url:
        choose_site(directory, url)
        return _measure(chosen)


@contextmanager
def _database(chosen: argparse.Namespace) -> Iterator[str]:
    if chosen.url:
        yield chosen.url
        return
    with database_url(chosen.database) as url:
        yield url


def _measure(chosen: argparse.Namespace) -> int:
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connections

    if not chosen.url:
        call_command("migrate", run_syncdb=True, verbosity=0)
        sizes = {name: getattr(chosen, name) for name in ("entries", "rounds", "hands")}
        call_command("loadtest", verbosity=0, stdout=open(os.devnull, "w"), **sizes)  # noqa: SIM115
    most = max([_measure_page(name, path, chosen.times) for name, path in _pages()])
    connections.close_all()
    return int(most > MOST_QUERIES)


def _pages() -> list[tuple[str, str]]:
    """Name the pages of the load test: of its competition, club, and a player of many tables."""
    from django.urls import reverse

    from league.competitions.models import Competition, Entry, Table
    from league.standings.queries import standings_of

    competition = Competition.objects.filter(club__posts__key="loadtest").latest("pk")
    club = competition.club.slug
    entry = Entry.objects.get(pk=standings_of(competition)[0].entry_id)
    table = Table.objects.filter(round__stage__competition=competition).earliest("pk")
    standings = reverse("standings:table", args=[competition.pk])
    rating = reverse("standings:rating", args=[entry.player_id, competition.game])
    return [
        ("standings", standings),
        ("standings, a later page", f"{standings}?page=2"),
        ("standings, after a round", f"{standings}?after=2"),
        ("entry", reverse("standings:entry", args=[entry.pk])),
        ("player", reverse("standings:player", args=[entry.player_id])),
        ("rating", rating),
        ("ratings", reverse("standings:ratings", args=[club])),
        ("archive", reverse("standings:archive", args=[competition.pk])),
        ("hall of fame", reverse("standings:hall_of_fame", args=[club])),
        ("forecast", reverse("standings:forecast", args=[competition.pk])),
        ("history of a table", reverse("results:history", args=[table.pk])),
    ]


def _measure_page(name: str, path: str, times: int) -> int:
    """Print a page's figures; return its queries when it is drawn."""
    from django.core.cache import cache
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from league.competitions.models import Competition

    client = Client()

    def get(address: str) -> tuple[int, float]:
        begun = time.process_time()
        answer = client.get(address)
        seconds = time.process_time() - begun
        if answer.status_code != HTTPStatus.OK:
            raise RuntimeError(f"{address} answered {answer.status_code}")
        return len(answer.content), seconds

    def draw() -> tuple[int, float]:
        cache.clear()
        return get(path)

    def count(measure: Callable[[], tuple[int, float]]) -> int:
        with CaptureQueriesContext(connection) as queries:
            measure()
        return len(queries)

    queries_drawn, queries_kept = count(draw), count(lambda: get(path))
    size, _ = get(path)
    bare = f"/bare/page/{Competition.objects.latest('pk').pk}/"
    frame, _ = get(f"{bare}0/")
    begun = time.perf_counter()
    drawn = [draw()[1] for _ in range(max(3, times // 4))]
    waited = (time.perf_counter() - begun) / len(drawn)
    kept, plain = _in_turn(times, lambda: get(path), lambda: get(f"{bare}{max(0, size - frame)}/"))
    say(
        name,
        kept,
        bytes=size,
        queries_drawn=queries_drawn,
        queries_kept=queries_kept,
        drawn_ms=round(1000 * statistics.median(drawn), 1),
        drawn_and_waited_ms=round(1000 * waited),
        bare_ms=round(1000 * statistics.median(plain), 1),
        ratio=round(statistics.median(kept) / statistics.median(plain), 2),
    )
    return queries_drawn


def _in_turn(times: int, *measures: Callable[[], tuple[int, float]]) -> tuple[list[float], ...]:
    """Take measures one after the other so often, so that other work slows all of them alike."""
    taken: tuple[list[float], ...] = tuple([] for _ in measures)
    for _ in range(times):
        for seconds, measure in zip(taken, measures, strict=True):
            seconds.append(measure()[1])
    return taken


if __name__ == "__main__":
    raise SystemExit(main())
