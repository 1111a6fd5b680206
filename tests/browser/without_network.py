"""What people do who enter hands without network, as steps that tests share."""

import time
from collections.abc import Sequence

from playwright.sync_api import Page, expect

from tests.browser.night import open_hand, press, scan, tap_order
from tests.faults.offline import Recorded, Seated, read_recorded
from tests.site import Site


def open_table(page: Page, site: Site, table: Seated, name: str | None = None) -> str:
    """Open a table by its code, and wait until the phone has kept what it needs."""
    address = scan(page, f"{site.url}/t/{table.token}/", name)
    wait_until_kept(page, f"/tables/{table.pk}/enter/")
    return address


def wait_until(page: Page, promise: str, value: object, *, seconds: float = 15) -> None:
    """Return once what the page promises of a value is true."""
    end = time.monotonic() + seconds
    while not page.evaluate(promise, value):
        assert time.monotonic() < end, promise
        page.wait_for_timeout(50)


def wait_until_kept(page: Page, path: str) -> None:
    """Return once the service worker has kept a page or a file."""
    wait_until(page, "async (path) => Boolean(await caches.match(location.origin + path))", path)


def open_entry(page: Page, table: Seated, number: int) -> None:
    """Open the form of the next hand, and wait until the phone has what it needs of the table."""
    open_hand(page, number)
    wait_until(page, "async (pk) => Boolean(await self.handQueue?.table(pk))", table.pk)
    if page.evaluate("Boolean(navigator.serviceWorker?.controller)"):
        script = page.locator("script[type=module]").get_attribute("src")
        assert script is not None
        wait_until_kept(page, script)


def enter_without_network(
    page: Page, number: int, order: Sequence[str], *, is_asked: bool = False
) -> None:
    """Enter a hand, and see that the phone goes on to the next one by itself."""
    tap_order(page, order[:-1])
    press(page, f"Send hand {number}")
    if is_asked:
        expect(page.get_by_text("Check it again.")).to_be_visible()
        press(page, "Send anyway")
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Hand {number + 1}")


def expect_sent(page: Page, site: Site, table: Seated, count: int) -> Recorded:
    """Return what has arrived once nothing waits any more."""
    sent = """async (count) => {
      const hands = await self.handQueue.all();
      return hands.length === count && hands.every(({ state }) => state === "sent");
    }"""
    wait_until(page, sent, count, seconds=30)
    return read_recorded(site, table)


def enter_points(phone: Page) -> None:
    """Enter a hand of ZOP ZOO by its points alone."""
    phone.locator("#hand-form").evaluate(
        """(form) => {
          const set = (name, value) => {
            for (const field of form.querySelectorAll(`[name="${name}"]`)) {
              if (field.type === "radio") field.checked = field.value === value;
              else field.value = value;
            }
          };
          set("way", "points");
          set("winner", "0");
          [100, 95, 90, 85].forEach((points, seat) => set(`points-${seat}`, String(points)));
          form.dispatchEvent(new Event("change"));
        }"""
    )
