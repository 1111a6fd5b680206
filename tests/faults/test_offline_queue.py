"""Hands that are entered while the network loses, doubles, delays and reorders what is sent.

None is lost and none counts twice, whichever side is killed in between.
"""

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.chromium import FLAGS, find_chromium
from tests.faults.conftest import Start
from tests.faults.offline import Seated, make_tables, read_recorded
from tests.faults.proxy import Odds, Proxy
from tests.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.thorough]

SENDING = r"/tables/\d+/(send|offline)/"
TABLES = 50
# At each table.
HANDS = int(os.environ.get("OFFLINE_HANDS", "2"))
PHONES = 5
SEATS = 4
# Far away, so that no match ends.
ENDLESS = {"mode": "partners", "target": 1_000_000, "final_trick": "owner"}

# What a table does in an evening: each hand follows from those before it, as the page works it
# out, and is kept by the queue. Returns what was entered: [table, number, key, record].
PLAY = """async ([tables, count, seats, seed]) => {
  let state = seed;
  const random = (most) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % most;
  };
  const rules = self.handPreviews["franks-zoo"];
  const options = { mode: "partners", target: 1e6, final_trick: "owner" };
  const names = Array.from({ length: seats }, (_, seat) => `Seat ${seat}`);
  const matches = new Map();
  const fieldsOf = ({ teams, solo, countsCards }) => {
    const lots = names.map((_, seat) => [random(1000), seat]).sort(([a], [b]) => a - b);
    const order = lots.map(([, seat]) => seat);
    const fields = new URLSearchParams({ finish: order.slice(0, -1).join(",") });
    if (!countsCards) return fields;
    teams.forEach(([senior, junior], at) => {
      fields.set(`role-${senior}`, `${at}-senior`);
      fields.set(`role-${junior}`, `${at}-junior`);
    });
    if (solo !== null) fields.set(`role-${solo}`, "solo");
    const owner = random(seats);
    for (let seat = 0; seat < seats; seat += 1) {
      fields.set(`lions-${seat}`, seat === owner ? "5" : "0");
      if (random(2)) fields.set(`hedgehog-${seat}`, "1");
    }
    fields.set("lions_in_hand", "0");
    return fields;
  };
  const entered = [];
  for (let round = 0; round < count; round += 1) {
    for (const [table, code] of tables) {
      const match = matches.get(table) ?? rules.begin({ names, options, dealer: 0 });
      const fields = fieldsOf(rules.setup(match));
      const record = rules.read(fields, match);
      const hand = {
        key: crypto.randomUUID(), table, number: match.number, seating: 1, code, seat: null,
        fields: fields.toString(), person: "", label: `Hand ${match.number}`, title: "",
      };
      await self.handQueue.add(hand);
      self.handQueue.drain();
      entered.push([table, match.number, hand.key, record]);
      matches.set(table, rules.add(match, record));
    }
  }
  return entered;
}"""
LEFT = """async () => {
  self.handQueue.drainInTime();
  const hands = await self.handQueue.all();
  const refused = hands.filter(({ state }) => state === "refused").map(({ text }) => text);
  return [hands.filter(({ state }) => state === "waiting").length, refused];
}"""


@pytest.fixture
def quick_site(start: Start) -> Site:
    """A site that takes a thousand hands a minute from one address."""
    return start(DJANGO_SETTINGS_MODULE="tests.faults.offline_settings").wait_until_ready()


@pytest.fixture
def proxy(quick_site: Site) -> Iterator[Proxy]:
    proxy = Proxy(quick_site.port, seed=7, hit=SENDING)
    yield proxy
    proxy.close()


def open_phone(context: BrowserContext, proxy: Proxy) -> Page:
    """Open any page of the site on a phone, with what works out scores."""
    page = context.new_page()
    page.goto(f"{proxy.url}/")
    page.add_script_tag(url=f"{proxy.url}/static/js/preview-franks-zoo.js")
    return page


def play(page: Page, tables: list[Seated], count: int, *, seed: int) -> list[list[Any]]:
    """Enter `count` hands at each of these tables, round by round."""
    entered: list[list[Any]] = page.evaluate(PLAY, [tables, count, SEATS, seed])
    return entered


def wait_until_sent(pages: list[Page], *, seconds: float) -> None:
    """Return once nothing waits on any of the phones; nothing may be refused meanwhile."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        left = [page.evaluate(LEFT) for page in pages]
        assert [refused for _waiting, refused in left] == [[] for _page in pages]
        if not any(waiting for waiting, _refused in left):
            return
        pages[0].wait_for_timeout(1000)
    raise TimeoutError(f"Hands still wait: {left}")


def assert_arrived(site: Site, entered: list[list[Any]]) -> None:
    """Fail unless the site has each hand once, just as it was entered."""
    recorded = read_recorded(site)
    assert sorted(recorded.keys) == sorted(key for _table, _number, key, _record in entered)
    wanted = sorted((table, number) for table, number, _key, _record in entered)
    assert [(table, number) for table, number, _record in recorded.hands] == wanted
    records = {(table, number): record for table, number, _key, record in entered}
    for table, number, record in recorded.hands:
        assert record == records[table, number] | record
        assert record.keys() == records[table, number].keys()
    assert {verdict for *_others, verdict in recorded.sent} == {"counted"}


@pytest.mark.long
def test_hands_at_fifty_tables_arrive_once_over_a_bad_network(
    quick_site: Site, proxy: Proxy, browser: Browser
) -> None:
    tables = make_tables(quick_site, TABLES, seats=SEATS, options=ENDLESS)
    screens = [browser.new_page() for _screen in range(2)]
    for screen, table in zip(screens, tables, strict=False):
        screen.goto(f"{proxy.url}/tables/{table.pk}/")
    contexts = [browser.new_context() for _phone in range(PHONES)]
    phones = [open_phone(context, proxy) for context in contexts]
    # A second tab of the same phone would send the same hands, were they not taken in turns.
    others = [open_phone(context, proxy) for context in contexts]
    entered = []
    for at, phone in enumerate(phones):
        entered += play(phone, tables[at::PHONES], HANDS, seed=at + 1)
    assert len(entered) == TABLES * HANDS
    wait_until_sent([*phones, *others], seconds=400)
    assert_arrived(quick_site, entered)
    for fault in ("lose_request", "lose_answer", "cut_answer", "double"):
        assert proxy.faults[fault] >= HANDS
    assert_screens_equal_a_rebuild(quick_site, screens, tables)
    for context in contexts:
        context.close()
    for screen in screens:
        screen.close()


def assert_screens_equal_a_rebuild(site: Site, screens: list[Page], tables: list[Seated]) -> None:
    """Fail unless open screens, and all tables, show what a rebuild from the hands gives."""
    shown = []
    for screen, table in zip(screens, tables, strict=False):
        screen.get_by_role("heading", name=f"Hand {HANDS + 1}", exact=True).wait_for()
        shown.append(words_on(screen, table))
    before = [site.get(f"/tables/{table.pk}/")[1] for table in tables]
    assert site.manage("rebuild", "--check") == "Differences found: 0.\n"
    site.manage("rebuild")
    for screen, table, text in zip(screens, tables, shown, strict=False):
        screen.reload()
        assert words_on(screen, table) == text
    after = [site.get(f"/tables/{table.pk}/")[1] for table in tables]
    assert [board(page) for page in after] == [board(page) for page in before]


def words_on(screen: Page, table: Seated) -> list[str]:
    """Return all words of a table's page, those that are folded up as well."""
    return (screen.locator(f"#table-{table.pk}").text_content() or "").split()


def board(page: bytes) -> str:
    """Return the words of a table's page below the line with its version."""
    text = page.decode()
    start = text.index('class="table-board"')
    return text[text.index(">", start) : text.index("</main>")]


@pytest.fixture
def still_proxy(quick_site: Site) -> Iterator[Proxy]:
    """A network that does no harm by itself."""
    proxy = Proxy(quick_site.port, seed=1, hit=SENDING, odds=Odds(0, 0, 0, 0, 0.02))
    yield proxy
    proxy.close()


@pytest.mark.parametrize(
    "locks", ["web locks", pytest.param("no web locks", marks=pytest.mark.long)]
)
def test_two_tabs_of_a_phone_take_turns(
    quick_site: Site, still_proxy: Proxy, browser: Browser, locks: str
) -> None:
    (table,) = make_tables(quick_site, seats=SEATS, options=ENDLESS)
    with browser.new_context() as context:
        if locks == "no web locks":  # as on a club's own network without HTTPS
            context.add_init_script("Object.defineProperty(navigator, 'locks', {value: undefined})")
        first, second = (open_phone(context, still_proxy) for _tab in range(2))
        still_proxy.is_down = True
        entered = play(first, [table], 10, seed=1)
        still_proxy.asked.clear()
        still_proxy.is_down = False
        for tab in (first, second, first, second):
            tab.evaluate("() => { self.handQueue.drain(); }")
        wait_until_sent([first, second], seconds=60)
    assert_arrived(quick_site, entered)
    assert still_proxy.asked[f"/tables/{table.pk}/send/"] == 10


class Profile:
    """A Chromium with a profile on disk, which can be killed and opened again."""

    def __init__(self, browser: Browser, directory: Path) -> None:
        self._browser = browser
        self._directory = directory
        self.context = self.open()

    def open(self) -> BrowserContext:
        """Start Chromium on the profile."""
        self.context = self._browser.browser_type.launch_persistent_context(
            self._directory, executable_path=find_chromium(), args=FLAGS
        )
        return self.context

    def kill(self) -> None:
        """End all its processes at once, as a phone does that runs out of power."""
        mark = f"--user-data-dir={self._directory}".encode()
        for process in Path("/proc").glob("[0-9]*"):
            try:
                if mark in (process / "cmdline").read_bytes():
                    os.kill(int(process.name), signal.SIGKILL)
            except OSError:
                continue  # it has ended meanwhile


def test_hands_outlive_a_browser_that_is_killed_while_it_sends(
    quick_site: Site, proxy: Proxy, browser: Browser, tmp_path: Path
) -> None:
    tables = make_tables(quick_site, 4, seats=SEATS, options=ENDLESS)
    phone = Profile(browser, tmp_path / "profile")
    entered = play(open_phone(phone.context, proxy), tables, 10, seed=3)
    phone.kill()
    arrived = len(read_recorded(quick_site).hands)
    assert arrived < len(entered)
    page = open_phone(phone.open(), proxy)
    wait_until_sent([page], seconds=90)
    phone.context.close()
    assert_arrived(quick_site, entered)


def test_hands_outlive_a_site_that_is_killed_while_it_writes(
    start: Start, quick_site: Site, proxy: Proxy, browser: Browser
) -> None:
    tables = make_tables(quick_site, 4, seats=SEATS, options=ENDLESS)
    with browser.new_context() as context:
        page = open_phone(context, proxy)
        entered = play(page, tables, 10, seed=5)
        quick_site.kill()
        assert len(read_recorded(quick_site).hands) < len(entered)
        again = start(DJANGO_SETTINGS_MODULE="tests.faults.offline_settings").wait_until_ready()
        proxy.site_port = again.port
        wait_until_sent([page], seconds=90)
    assert_arrived(again, entered)
    assert again.manage("rebuild", "--check") == "Differences found: 0.\n"
