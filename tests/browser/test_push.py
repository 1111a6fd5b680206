"""A notice on a device: subscribed, sent, encrypted, shown by the worker, opened, and given up.

The vendor's push service is played by a server on this machine; what it would hand to the browser
is handed over by the protocol of the developer tools.
"""

import json
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import http_ece
import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Page, Playwright, expect

from tests.browser.devices import Devices
from tests.browser.made import player_of
from tests.browser.night import club_evening, follow, start_competition
from tests.chromium import WHOLE, launch_chromium
from tests.league.core.servers import Receiver, receiver
from tests.league.notifications.targets import SECRET, Browser
from tests.site import PATIENCE, Site

pytestmark = [pytest.mark.browser, pytest.mark.thorough]
SUBSCRIBE = """
([endpoint, p256dh, auth]) => {
  PushManager.prototype.subscribe = async () => ({
    toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
  });
}
"""
CLICK = """
async () => {
  const [notice] = await self.registration.getNotifications();
  const opened = new Promise((resolve) => {
    self.clients.openWindow = async (address) => resolve(address);
  });
  self.dispatchEvent(new NotificationEvent("notificationclick", { notification: notice }));
  return opened;
}
"""
SHOWN = """
async () => {
  const worker = await navigator.serviceWorker.ready;
  for (let tries = 0; tries < 200; tries += 1) {
    const [found] = await worker.getNotifications();
    if (found) return { title: found.title, body: found.body, url: found.data.url };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return null;
}
"""


@pytest.fixture
def browser(playwright: Playwright) -> Iterator[Chromium]:
    """Start a whole Chromium: its shell shows no notices."""
    browser = launch_chromium(playwright, WHOLE)
    yield browser
    browser.close()


@pytest.fixture
def service() -> Iterator[Receiver]:
    """Run a push service."""
    with receiver() as server:
        yield server


@pytest.fixture
def devices(keeping_devices: Devices) -> Devices:
    """Devices with a service worker, which shows notices."""
    return keeping_devices


@pytest.fixture
def site(tmp_path: Path, migrated: Path) -> Iterator[Site]:
    """Run a site that may send to this machine."""
    data = shutil.copytree(migrated, tmp_path / "data")
    site = Site(data, OUTGOING_PRIVATE_HOSTS="127.0.0.1")
    try:
        yield site.wait_until_ready()
        assert site.stop() == 0
    finally:
        site.kill()


def _heard(service: Receiver, count: int) -> bytes:
    """Wait until the service has got so many messages, and return the last of them."""
    end = time.monotonic() + PATIENCE
    while len(service.heard) < count and time.monotonic() < end:
        time.sleep(0.1)
    return service.heard[count - 1].body


def _subscribe(page: Page, notices: str, service: Receiver, browser: Browser) -> None:
    page.context.grant_permissions(["notifications"])
    page.goto(notices)
    address = f"http://127.0.0.1:{service.port}/push/1"
    page.evaluate(SUBSCRIBE, [address, browser.p256dh, browser.auth])
    follow(page.get_by_role("button", name="Enable on this device"))
    expect(page.locator("#devices .rows li")).to_have_count(1)


def _hand_over(page: Page, site: Site, payload: dict[str, Any]) -> None:
    """Give the browser a message as a push service does."""
    tools = page.context.new_cdp_session(page)
    found: list[str] = []
    tools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: found.extend(each["registrationId"] for each in told["registrations"]),
    )
    tools.send("ServiceWorker.enable")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    message = {"origin": site.url, "registrationId": found[0], "data": json.dumps(payload)}
    tools.send("ServiceWorker.deliverPushMessage", message)


def test_notice_reaches_a_device_until_that_is_gone(
    site: Site, devices: Devices, service: Receiver
) -> None:
    browser, night = Browser(), club_evening(site, devices)
    olga = night.organiser
    player = player_of(site, night.club_url, "Olga")
    notices = f"{site.url}/players/{player}/notices/"
    _subscribe(olga, notices, service, browser)
    olga.goto(f"{night.club_url}players/")
    start_competition(olga, "Autumn cup")
    payload = json.loads(
        http_ece.decrypt(
            _heard(service, 1), private_key=browser.key, auth_secret=SECRET, version="aes128gcm"
        )
    )
    assert "Autumn cup" in payload["title"]

    _hand_over(olga, site, payload)
    told = {name: payload[name] for name in ("title", "body", "url")}
    assert olga.evaluate(SHOWN) == told
    address = olga.context.service_workers[0].evaluate(CLICK)
    assert payload["url"].endswith(address)
    assert olga.goto(f"{site.url}{address}") is not None
    expect(olga.get_by_role("main")).to_contain_text("Autumn cup")

    service.answer = lambda _heard: (410, {}, b"gone")
    heard = len(service.heard)
    olga.goto(f"{night.club_url}players/")
    start_competition(olga, "Winter league")
    _heard(service, heard + 1)
    olga.goto(notices)
    # What was refused is noted a moment after the answer was read.
    for _ in range(20):
        if olga.get_by_text("Disabled").count() == 0:
            olga.reload()
    expect(olga.locator("#devices .rows li")).to_contain_text("Disabled")
