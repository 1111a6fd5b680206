"""Measure in a browser what each page of the site costs a new phone on a slow network.

`python -m tests.benchmarks.bytes` runs the site as `./run` does on a season of its own, opens every
page that an address shows, and an online table of each game, with an empty cache, and prints one
JSON line a page: the bytes as they came over the network until it had loaded, the requests, the
bytes of what it asked for in the second and a half after that (pictures further down, what works
without network, moves), and when the largest piece of the page was painted (LCP, ms) on a slow 4G
network and a processor four times as slow. It returns 1 when a page takes too much to load. With
--quick it measures bytes and requests alone, on the network as it is.
"""

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from tests.chromium import launch_chromium

if TYPE_CHECKING:
    from tests.browser.every_page import Showing, Sweep
    from tests.site import Site

ACCOUNTS = ("account", "mfa")
MOST_BYTES = 70 * 1024
MOST_REQUESTS = 10
MOST_MS = 2000
# The browser's own profile "Slow 4G": bytes a second, and milliseconds a request.
SLOW_4G = {
    "offline": False,
    "latency": 562.5,
    "downloadThroughput": 1.6 * 1024 * 1024 / 8 * 0.9,
    "uploadThroughput": 750 * 1024 / 8 * 0.9,
}
SLOWER = 4
SETTLED = 1500
"""ms after a page has loaded in which its scripts may ask for more."""
OPEN_TABLES = "from tests.benchmarks.bytes import open_tables; open_tables()"
LARGEST_PAINT = """() => new Promise((resolve) => {
  let last = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) last = entry.startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  setTimeout(() => resolve(Math.round(last)), 300);
})"""


@dataclass(frozen=True)
class Cost:
    """What a page costs."""

    page: str
    visitor: str
    bytes: int
    requests: int
    later_bytes: int
    lcp_ms: int | None

    @property
    def is_too_much(self) -> bool:
        """Whether it is more than a page may cost."""
        is_late = self.lcp_ms is not None and self.lcp_ms > MOST_MS
        return self.bytes > MOST_BYTES or self.requests > MOST_REQUESTS or is_late


class Meter:
    """Counts what a page loads."""

    def __init__(self, devtools: CDPSession) -> None:
        self.bytes = self.requests = 0
        self._sent = set[str]()
        devtools.on("Network.requestWillBeSent", self._count)
        devtools.on("Network.requestServedFromCache", self._take_back)
        devtools.on("Network.responseReceived", self._take_back_if_kept)
        devtools.on("Network.loadingFinished", self._add)
        devtools.send("Network.enable")

    def _count(self, event: dict[str, Any]) -> None:
        if not event["request"]["url"].startswith("data:"):
            self.requests += 1
            self._sent.add(event["requestId"])

    def _take_back(self, event: dict[str, Any]) -> None:
        self.requests -= event["requestId"] in self._sent
        self._sent.discard(event["requestId"])

    def _take_back_if_kept(self, event: dict[str, Any]) -> None:
        """The icon of the tab is the picture of the page again, from the browser's own files."""
        if event["response"].get("fromDiskCache"):
            self._take_back(event)

    def _add(self, event: dict[str, Any]) -> None:
        self.bytes += int(event["encodedDataLength"])


def measure(
    browser: Browser, site: "Site", sweep: "Sweep", showing: "Showing", *, is_slow: bool
) -> Cost:
    """Open a page in a new browser's window, and return what it cost."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, service_workers="block", is_mobile=True
    )
    try:
        cookies = sweep.cookies[showing.visitor].items()
        context.add_cookies([{"name": k, "value": v, "url": site.url} for k, v in cookies])
        page = context.new_page()
        devtools = context.new_cdp_session(page)
        meter = Meter(devtools)
        if is_slow:
            devtools.send("Network.emulateNetworkConditions", SLOW_4G)
            devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        page.goto(site.url + showing.path, wait_until="load")
        loaded, requests = meter.bytes, meter.requests
        lcp = _largest_paint(page) if is_slow else None
        page.wait_for_timeout(SETTLED)
        later = meter.bytes - loaded
        return Cost(showing.name, showing.visitor, loaded, requests, later, lcp)
    finally:
        context.close()


def _largest_paint(page: Page) -> int:
    return int(page.evaluate(LARGEST_PAINT))


def showings_of(sweep: "Sweep", tables: str) -> Iterator["Showing"]:
    """Yield the pages that count: all but the administration and the documents of the API.

    Those of accounts come first, as some of them ask who has not just signed in to do so again.
    """
    from tests.browser.every_page import Showing

    for showing in sorted(sweep.showings, key=lambda each: not each.name.startswith(ACCOUNTS)):
        if not showing.path.startswith(("/admin/", "/api/")):
            yield showing
    for line in tables.splitlines():
        game, path = line.split()
        yield Showing(f"online:table of {game}", "anonymous", path)


def open_tables() -> None:
    """Open an online table of each game, and print the games and the paths of their tables."""
    from django.urls import reverse
    from django.utils import timezone

    from tests.league.online.tables import make_table

    for game in ("animal-poker", "franks-zoo", "zop-zoo"):
        table = make_table(game, 4, now=timezone.now())
        sys.stdout.write(f"{game} {reverse('online:table', args=[table.token])}\n")


def _measure_all(data: Path, chosen: argparse.Namespace) -> Iterator[Cost]:
    """Run a site on data of its own, and yield what its pages cost as they are measured."""
    os.environ |= {
        "DATA_DIR": str(data),
        "DJANGO_SETTINGS_MODULE": "league.settings",
        "SECRET_KEY": "a key for measures only, of usual length",
    }
    import django

    django.setup()
    from tests.browser.every_page import prepare_sweep
    from tests.site import Site, manage

    data.mkdir()
    manage(data, "migrate", "--verbosity", "0")
    sweep = prepare_sweep(data)
    tables = manage(data, "shell", "--no-imports", "-c", OPEN_TABLES)
    site = Site(data)
    try:
        with sync_playwright() as playwright:
            browser = launch_chromium(playwright)
            site.wait_until_ready()
            for showing in showings_of(sweep, tables):
                if showing.name.startswith(chosen.only):
                    cost = measure(browser, site, sweep, showing, is_slow=not chosen.quick)
                    print(json.dumps(asdict(cost)), flush=True)  # noqa: T201
                    yield cost
            browser.close()
    finally:
        site.kill()


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure all pages, or those whose names begin so; return 1 if one takes too much."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.bytes")
    parser.add_argument("--quick", action="store_true", help="bytes and requests alone")
    parser.add_argument("--only", default="", help="pages whose names begin like this")
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as directory:
        costs = list(_measure_all(Path(directory) / "data", chosen))
    too_much = [cost for cost in costs if cost.is_too_much]
    worst = {
        "pages": len(costs),
        "too_much": [f"{cost.page} ({cost.visitor})" for cost in too_much],
        "most_bytes": max(cost.bytes for cost in costs),
        "most_requests": max(cost.requests for cost in costs),
        "most_lcp_ms": max(cost.lcp_ms or 0 for cost in costs),
    }
    print(json.dumps(worst))  # noqa: T201
    return int(bool(too_much))


if __name__ == "__main__":
    raise SystemExit(main())
