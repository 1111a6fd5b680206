"""Measure a rebuild of one competition, and how its cost grows with its hands.

`python -m tests.benchmarks.rebuild` makes seasons of 80 players at 20 tables, of more and more
rounds with 25 hands a table, in a database that is thrown away, computes each again from its
hands, scores, standings and ratings, and prints a row a season for docs/benchmarks.md.
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable, Sequence

from tests.benchmarks.site import DATABASES, choose_site, database_url

ENTRIES = 80
HANDS_A_ROUND = 500


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure with one database."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.rebuild")
    parser.add_argument("--database", choices=DATABASES, default="postgres")
    parser.add_argument("--hands", type=int, nargs="+", default=[1_000, 10_000, 30_000])
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as directory, database_url(chosen.database) as url:
        choose_site(directory, url)
        _measure(chosen.hands)
    return 0


def _measure(sizes: Sequence[int]) -> None:
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connections

    call_command("migrate", run_syncdb=True, verbosity=0)
    tell("| hands | scores and standings: s | of a core | ms a hand | ratings: s | of a core |")
    tell("|---|---|---|---|---|---|")
    for hands in sizes:
        _measure_season(hands)
    connections.close_all()


def _measure_season(hands: int) -> None:
    from django.core.management import call_command

    from league.competitions.models import Competition
    from league.standings.rebuild import rebuild_competition, rebuild_ratings

    with open(os.devnull, "w") as nowhere:
        call_command(
            "loadtest",
            stdout=nowhere,
            entries=ENTRIES,
            rounds=max(1, hands // HANDS_A_ROUND),
            hands=hands,
        )
    pk = Competition.objects.latest("pk").pk
    differences: list[object] = []
    took, work = timed(
        lambda: rebuild_competition(competition_id=pk, is_check=True, report=differences.append)
    )
    rated, rating = timed(
        lambda: rebuild_ratings(competition_id=pk, is_check=True, report=differences.append)
    )
    assert not differences, differences[:3]
    each = took / hands * 1000
    tell(f"| {hands} | {took:.2f} | {work:.2f} | {each:.3f} | {rated:.2f} | {rating:.2f} |")
    call_command("loadtest", remove=True, stdout=open(os.devnull, "w"))  # noqa: SIM115


def tell(line: str) -> None:
    """Print at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def timed(work: Callable[[], object]) -> tuple[float, float]:
    """Do it, and return the seconds that passed and those of this process's core."""
    begun, before = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - begun, time.process_time() - before


if __name__ == "__main__":
    raise SystemExit(main())
