"""Nothing moves at an online table where the device, or its own switch, says so."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.devices import Devices
from tests.browser.tables import open_table, seal_something
from tests.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.thorough]
SWITCH = "Show moves one by one"


def open_moving(page: Page, site: Site) -> None:
    """Open a table of Animal Poker on a device that asks for nothing."""
    page.emulate_media(reduced_motion="no-preference")
    open_table(page, site, "animal-poker", seats=3)
    page.get_by_text("Events").click()


def expect_still(page: Page) -> None:
    """Wait for the judgement, which is told at once, and see that nothing moves."""
    expect(page.locator(".result .points")).to_be_visible()
    assert page.get_by_role("button", name="Next step").is_hidden()
    assert page.evaluate("document.getAnimations().length") == 0


def test_plays_and_judgements_come_one_after_the_other(site: Site, devices: Devices) -> None:
    phone = devices.phone()
    open_moving(phone, site)
    expect(phone.get_by_label(SWITCH)).to_be_checked()
    seal_something(phone)
    expect(phone.get_by_role("button", name="Next step")).to_be_visible()
    assert phone.locator(".result .points").is_hidden()


def test_nothing_moves_where_the_device_asks_for_less_motion(site: Site, devices: Devices) -> None:
    phone = devices.phone()
    open_moving(phone, site)
    phone.emulate_media(reduced_motion="reduce")
    phone.reload()
    phone.get_by_text("Events").click()
    expect(phone.get_by_label(SWITCH)).not_to_be_checked()
    seal_something(phone)
    expect_still(phone)


def test_nothing_moves_where_it_was_switched_off_on_this_device(
    site: Site, devices: Devices
) -> None:
    phone = devices.phone()
    open_moving(phone, site)
    phone.get_by_label(SWITCH).uncheck()
    phone.reload()
    phone.get_by_text("Events").click()
    expect(phone.get_by_label(SWITCH)).not_to_be_checked()
    seal_something(phone)
    expect_still(phone)
