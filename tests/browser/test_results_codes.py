"""Every QR code of result entry, read from real pixels at the size of a phone and from paper."""

import re
from random import Random
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from league.results.calculator.match import CalculatedMatch
from league.results.calculator.views import LONGEST_QR
from tests.browser.codes import codes_on
from tests.browser.devices import Devices
from tests.browser.night import PLAYERS, game_night, names_at, press
from tests.browser.without_network import (
    enter_without_network,
    expect_sent,
    open_entry,
    open_table,
    wait_until,
)
from tests.faults.offline import make_tables
from tests.site import Site

pytestmark = pytest.mark.browser

PAPER = {"width": 794, "height": 1123}
"""A page of A4 at 96 pixels an inch."""
MULTIPLY = """async ({ keys }) => {
  const [first] = await self.handQueue.all();
  for (const [at, key] of keys.entries()) {
    await self.handQueue.add({ ...first, key, number: at + 2, label: `Hand ${at + 2}` });
  }
}"""


@pytest.fixture
def devices(keeping_devices: Devices) -> Devices:
    """Devices that keep pages for when there is no network."""
    return keeping_devices


def path_of(address: str) -> str:
    parts = urlsplit(address)
    return f"{parts.path}?{parts.query}" if parts.query else parts.path


def show(page: Page, selector: str) -> None:
    """Bring a part of a page to the middle of the screen."""
    page.locator(selector).first.evaluate("(part) => part.scrollIntoView({block: 'center'})")


def test_a_tables_code_is_read_from_the_screen_and_from_the_printed_sheet(
    site: Site, devices: Devices
) -> None:
    night = game_night(site, devices, "franks-zoo", PLAYERS[:4])
    said = urlsplit(night.address(1)).path
    organiser = night.organiser
    organiser.goto(f"{night.round_url}sheets/")
    organiser.set_viewport_size({"width": 390, "height": 844})
    show(organiser, ".qr svg")
    assert [path_of(code) for code in codes_on(organiser)] == [said]
    organiser.set_viewport_size({"width": PAPER["width"], "height": PAPER["height"]})
    organiser.emulate_media(media="print")
    assert [path_of(code) for code in codes_on(organiser)] == [said]
    phone = devices.phone()
    phone.goto(codes_on(organiser)[0])
    expect(phone.get_by_role("button", name=f"I am {PLAYERS[0]}")).to_be_visible()


def long_match(site: Site) -> str:
    """Return the address of the longest match whose code the calculator still draws."""
    names = [f"{name} with a long name" for name in PLAYERS[:4]]
    match = CalculatedMatch.begin("zop-zoo", {"target": 9000}, 0, names)
    chance, address = Random(7), ""
    while True:
        points = [5 * chance.randint(-9, 20) for _seat in names]
        match = match.with_hand({"winner": chance.randrange(4), "points": points})
        longer = f"{site.url}/calculator/match/?m={match.code}"
        if len(longer) > LONGEST_QR:
            return address
        address = longer


@pytest.mark.thorough
def test_the_longest_match_that_the_calculator_still_draws_is_read_from_a_phone(
    site: Site, devices: Devices
) -> None:
    phone = devices.phone()
    address = long_match(site)
    assert LONGEST_QR - 60 < len(address) <= LONGEST_QR
    phone.goto(address)
    phone.locator("#qr summary").click()
    show(phone, "#qr svg")
    (code,) = codes_on(phone)
    assert path_of(code) == path_of(address)
    phone.goto(code)
    expect(phone.get_by_text(f"{PLAYERS[0]} with a long name").first).to_be_visible()


def hand_over(phone: Page, site: Site, table: Any, count: int) -> None:
    """Let a phone without network hold this many hands; all but the first are copies of it."""
    open_table(phone, site, table, "Ada")
    order = names_at(phone)
    open_entry(phone, table, 1)
    phone.context.set_offline(True)
    enter_without_network(phone, 1, order)
    keys = [str(uuid4()) for _hand in range(count - 1)]
    phone.evaluate(MULTIPLY, {"keys": keys})
    wait_until(phone, "async (n) => (await self.handQueue.all()).length === n", count)


@pytest.mark.thorough
@pytest.mark.parametrize("count", [pytest.param(1, marks=pytest.mark.long), 30])
def test_hands_without_network_are_read_from_the_screen_of_a_phone_by_another(
    site: Site, devices: Devices, count: int
) -> None:
    (table,) = make_tables(site, options={"mode": "simple", "target": 200})
    away, here = devices.phone(is_dark=True), devices.phone()
    hand_over(away, site, table, count)
    press(away, "Transfer to another phone")
    show(away, "#handover canvas")
    devices.look_over(away)
    codes, shown = (1, "") if count == 1 else (2, re.compile(r"^Code 1 of 2: hands 1–\d+$"))
    expect(away.locator("[data-handover-count]")).to_have_text(shown)
    for code in range(1, codes + 1):
        (address,) = codes_on(away)
        assert address.startswith(f"{site.url}/handover/#~")
        here.goto("about:blank")
        here.goto(address)
        expect(here.get_by_role("heading", name="Hands to send")).to_be_visible()
        press(here, "Send hands")
        expect(here.get_by_text(re.compile(r"Hand \d+ recorded.")).first).to_be_visible()
        if code < codes:
            press(away, "Next code")
            expect(away.locator("[data-handover-count]")).to_contain_text(f"Code {code + 1} of")
    recorded = expect_sent(here, site, table, count)
    assert [number for _table, number, _record in recorded.hands] == [*range(1, count + 1)]
    assert len(set(recorded.keys)) == count
    away.context.set_offline(False)
    assert expect_sent(away, site, table, count) == recorded


@pytest.mark.thorough
def test_a_code_from_a_browser_that_cannot_compress_is_read_too(
    site: Site, devices: Devices
) -> None:
    (table,) = make_tables(site, options={"mode": "simple", "target": 200})
    away, here = devices.phone(), devices.phone()
    away.add_init_script("delete self.CompressionStream")
    hand_over(away, site, table, 1)
    press(away, "Transfer to another phone")
    show(away, "#handover canvas")
    (address,) = codes_on(away)
    assert address.startswith(f"{site.url}/handover/#eyJ")
    here.goto(address)
    press(here, "Send hands")
    assert len(expect_sent(here, site, table, 1).hands) == 1


@pytest.mark.thorough
def test_a_spoilt_code_says_that_it_is_not_whole(site: Site, devices: Devices) -> None:
    phone = devices.phone()
    for text in ("~" + "q" * 40, "eyJ0YWJsZSI6", "~"):
        phone.goto("about:blank")
        phone.goto(f"{site.url}/handover/#{text}")
        expect(phone.get_by_text("This code is incomplete. Scan it again.")).to_be_visible()
