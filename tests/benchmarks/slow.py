"""Measure a page while hundreds send by halves, and hundreds do not read what they asked for.

The page is asked for at a steady pace, first alone, then beside them for a minute; then the ratio
of the 99th percentiles is told, and the memory that the site took more.
"""

import argparse
import json
import os
import statistics
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from tests.faults.lines import HALF_FORM, Line, head
from tests.site import SERVER, Site

PAGE = "/accounts/login/"
UNREAD = "/static/vendor/noto-emoji/NotoEmoji-Regular.ttf"


def main() -> None:
    """Measure one start of the site, or both."""
    parser = argparse.ArgumentParser(prog="./run bench slow", description=__doc__)
    parser.add_argument("--lines", type=int, default=500, help="of each kind")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--pace", type=float, default=20, help="pages a second")
    chosen = parser.parse_args()
    os.environ.setdefault("SECRET_KEY", "a key for measurements only, of some length" * 2)
    for name, command in (("./run", None), ("serve", SERVER)):
        with tempfile.TemporaryDirectory(prefix="menagerie-slow-") as directory:
            print(json.dumps({"start": name, **measure(Path(directory), command, chosen)}))  # noqa: T201


def measure(
    directory: Path, command: list[str] | None, chosen: argparse.Namespace
) -> dict[str, object]:
    """Return the percentiles of a page in milliseconds, without and with the others."""
    environment = {"DATA_DIR": str(directory), "DATABASE_URL": "", "TRANSFER_SECONDS": "600"}
    site = Site(directory, command=command, **environment)
    try:
        if command:
            site.manage("migrate", "--verbosity", "0")
            site.manage("collectstatic", "--no-input", "--verbosity", "0")
        site.wait_until_ready()
        ask(site, 5, chosen.pace)
        alone, before = ask(site, chosen.seconds, chosen.pace), memory(site)
        with ExitStack() as stack:
            kept = []
            for sent in (HALF_FORM, head("GET", UNREAD)):
                for _ in range(chosen.lines):
                    kept.append(Line(site.port, sent))
                    stack.callback(kept[-1].close)
            # The files are sent off first, as far as they are taken.
            ask(site, 5, chosen.pace)
            beside = ask(site, chosen.seconds, chosen.pace)
            took = memory(site) - before
            still = sum(line.is_open for line in kept)
    finally:
        site.stop()
    ratio = percentile(beside, 99) / percentile(alone, 99)
    return {
        "alone": [round(percentile(alone, number), 1) for number in (50, 99)],
        "beside": [round(percentile(beside, number), 1) for number in (50, 99)],
        "ratio_p99": round(ratio, 2),
        "still_open": still,
        "more_memory_mib": round(took / 1024, 1),
    }


def ask(site: Site, seconds: float, pace: float) -> list[float]:
    """Ask for a page at a steady pace; return how many milliseconds each took."""
    took = []
    begun = time.perf_counter()
    while (now := time.perf_counter()) < begun + seconds:
        status, _body = site.get(PAGE)
        took.append(1000 * (time.perf_counter() - now))
        if status != 200:
            raise SystemExit(f"The page was answered with {status}.")
        time.sleep(max(0.0, begun + len(took) / pace - time.perf_counter()))
    return took


def percentile(numbers: list[float], number: int) -> float:
    """Return a percentile."""
    return statistics.quantiles(numbers, n=100)[number - 1]


def memory(site: Site) -> int:
    """Return how many KiB a process holds in memory."""
    status = Path(f"/proc/{site.process.pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0])


if __name__ == "__main__":
    main()
