"""Forms of result entry longer than a screen: faults below it, and hands that are added."""

import pytest
from playwright.sync_api import expect

from tests.browser.devices import Devices
from tests.browser.night import PLAYERS, follow, game_night, open_hand, press, send
from tests.site import Site

pytestmark = pytest.mark.browser


def test_what_was_refused_leads_to_the_field_that_is_wrong(site: Site, devices: Devices) -> None:
    night = game_night(site, devices, "animal-poker", PLAYERS[:4])
    phone = night.phone()
    open_hand(phone, 1)
    phone.get_by_role("radio", name="Coins only").check()
    phone.locator("#coins-0").fill("4")
    send(phone, "Send hand 1")
    expect(phone.locator("#pot")).to_be_focused()
    expect(phone.locator("#pot")).to_be_in_viewport()
    expect(phone.get_by_text("This value is missing.")).to_be_in_viewport()


@pytest.mark.thorough
def test_hands_are_added_to_a_sheet_and_nothing_typed_is_lost(site: Site, devices: Devices) -> None:
    night = game_night(site, devices, "zop-zoo", PLAYERS[:4])
    phone = night.phone()
    follow(phone.get_by_role("link", name="Enter score sheet"))
    phone.locator("[name=h1-winner]").select_option("0")
    phone.locator("[name=h1-points-0]").fill("100")
    phone.evaluate("self.stays = true")
    for last, first in ((12, "h7-winner"), (18, "h13-winner")):
        press(phone, "Add hands")
        expect(phone.locator("fieldset.score-sheet-hand")).to_have_count(last)
        expect(phone.locator(f"[name={first}]")).to_be_focused()
    assert phone.evaluate("self.stays") is True
    expect(phone.locator("[name=h1-points-0]")).to_have_value("100")
    expect(phone.locator("[name=h1-winner]")).to_have_value("0")
    expect(phone.get_by_role("button", name="Add hands")).to_have_count(0)
    night.look_over(phone)
    phone.locator("[name=h18-points-3]").fill("5")
    send(phone, "Check")
    expect(phone.locator("fieldset.score-sheet-hand")).to_have_count(18)
    expect(phone.locator("[name=h18-points-3]")).to_have_value("5")
    without = night.phone(has_scripts=False)
    follow(without.get_by_role("link", name="Enter score sheet"))
    without.locator("[name=h1-points-0]").fill("100")
    send(without, "Add hands")
    expect(without.locator("fieldset.score-sheet-hand")).to_have_count(12)
    expect(without.locator("[name=h1-points-0]")).to_have_value("100")
