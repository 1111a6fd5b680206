"""At a computer by keys: the table in two columns, what calls back, and what is remembered."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.devices import Devices
from tests.browser.keys import follow_by_key, press_key
from tests.browser.night import club_evening
from tests.browser.tables import open_table, seal_something
from tests.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.thorough]


def edges(part: Locator) -> tuple[float, float]:
    """Return where a part of the page begins and ends, from left to right."""
    box = part.bounding_box()
    assert box
    return box["x"], box["x"] + box["width"]


def test_a_table_calls_back_and_the_match_is_remembered(site: Site, devices: Devices) -> None:
    night = club_evening(site, devices)
    computer = night.organiser
    open_table(computer, site, "animal-poker", seats=3)
    expect(computer.locator("button.animal").first).to_be_visible()
    assert edges(computer.locator(".game-board"))[1] <= edges(computer.locator(".beside"))[0]
    expect(computer.get_by_label("Show moves one by one")).to_be_visible()
    rules = computer.get_by_role("button", name="Rules", exact=True)
    press_key(rules)
    expect(computer.get_by_role("dialog", name="Rules")).to_be_visible()
    computer.keyboard.press("Escape")
    expect(computer.get_by_role("dialog", name="Rules")).to_be_hidden()
    expect(rules).to_be_focused()
    # Whoever goes elsewhere on the site is told that the table waits.
    computer.goto(night.club_url)
    waits = computer.locator(".table-waits")
    expect(waits).to_contain_text("Your table is waiting:")
    devices.look_over_everywhere(computer)
    follow_by_key(waits.get_by_role("link"))
    expect(computer.locator(".table-waits")).to_have_count(0)
    seal_something(computer)
    expect(computer.locator(".result .points")).to_be_visible()
    computer.goto(f"{site.url}/play/")
    expect(computer.locator(".table-waits")).to_have_count(0)
    follow_by_key(computer.get_by_role("link", name="All matches and rating"))
    expect(computer.get_by_role("heading", name="Your matches", level=1)).to_be_visible()
    expect(computer.locator("dl.facts").first).to_contain_text("Animal Poker")
    expect(computer.locator("dl.facts").first).to_contain_text("1 match")
    devices.look_over_everywhere(computer)
    # The match leads back to its hand.
    match = computer.locator("main .rows a.row-link").first
    expect(match).to_have_attribute("href", re.compile("^/play/.+"))
    follow_by_key(match)
    expect(computer.locator(".replay-bar, .result").first).to_be_visible()
