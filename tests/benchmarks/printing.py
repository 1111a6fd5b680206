"""Measure how long papers take to set: `python -m tests.benchmarks.printing`.

Each is set twice, in a process of its own, as the site does it. No database takes part.
"""

import resource
import sys
import time
from collections.abc import Callable
from typing import Any

import django


def main() -> None:
    """Set each paper with other names each time, and say how long it took."""
    django.setup()
    # Models may be imported only now.
    from league.printing.rendering import typeset
    from tests.league.printing.samples import cards, certificates, sheets, standings

    measured: list[tuple[str, Callable[[str], Any]]] = [
        ("standings of 200 entries, 10 rounds", lambda name: standings(name, 200, 10)),
        ("100 certificates", lambda name: certificates(name, 100)),
        ("200 name cards", lambda name: cards(name, 200)),
        ("50 sheets of 5 seats", lambda name: sheets(name, 50)),
        ("one name card", lambda name: cards(name, 1)),
    ]
    for title, make in measured:
        times, worked = [], []
        for name in ("Ada", "Björn"):
            document = make(name)
            begun, before = time.perf_counter(), seconds_of_children()
            size = len(typeset(document, "pdf"))
            times.append(time.perf_counter() - begun)
            worked.append(seconds_of_children() - before)
        took, work = min(times), min(worked)
        sys.stdout.write(f"{title}: {took:.2f} s, {work:.2f} s of a core, {size // 1000} kB\n")


def seconds_of_children() -> float:
    """Return how long all processes that have ended have had a core."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
