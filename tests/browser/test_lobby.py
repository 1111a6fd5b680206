"""The lobby in a real browser: quick match brings two people together by one tap each."""

import pytest
from playwright.sync_api import expect

from tests.browser.devices import Devices
from tests.browser.night import follow
from tests.site import Site

pytestmark = pytest.mark.browser


def test_two_people_meet_by_one_tap_each(site: Site, devices: Devices) -> None:
    ada, ben = devices.phone(), devices.phone()
    for page in (ada, ben):
        page.goto(f"{site.url}/play/?game=zop-zoo")
        page.get_by_label("Fill free seats with bots").select_option("after 15 seconds")
    devices.look_over(ada)
    follow(ada.get_by_role("button", name="45 seconds per move"))
    expect(ada.get_by_text("1 of 4 players is here.")).to_be_visible()
    devices.look_over(ada)
    ben.reload()
    expect(ben.get_by_text("1 player waits for a quick match")).to_be_visible()
    follow(ben.get_by_role("button", name="45 seconds per move"))
    expect(ada.get_by_text("2 of 4 players are here.")).to_be_visible()
    for page in (ada, ben):
        expect(page.locator(".person")).to_have_count(4, timeout=40_000)
    assert ada.url == ben.url
