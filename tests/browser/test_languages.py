"""A language that is chosen on a phone: it stays, and what comes by itself comes in it."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.devices import Devices
from tests.browser.made import new_address
from tests.browser.night import PLAYERS, game_night, send, start_clock
from tests.site import Site

pytestmark = pytest.mark.browser


def speaks(page: Page, language: str) -> None:
    expect(page.locator("html")).to_have_attribute("lang", language)


@pytest.mark.thorough
def test_language_chosen_on_a_phone_stays_and_holds_for_what_comes_by_itself(
    site: Site, devices: Devices
) -> None:
    night = game_night(site, devices, seated=PLAYERS[:4])
    start_clock(night.organiser, 12)
    email = new_address(site)

    phone = devices.phone()
    phone.goto(night.round_url)
    speaks(phone, "en")
    send(phone, "Deutsch")
    assert phone.url == night.round_url
    speaks(phone, "de")
    devices.look_over(phone)
    expect(phone.locator("html")).to_have_attribute("data-connection", "live")
    send(night.organiser, "Last hand")
    expect(phone.get_by_text("Letzte Hand", exact=True).first).to_be_visible()
    speaks(night.organiser, "en")

    phone.goto(f"{site.url}/accounts/login/")
    phone.get_by_label("E-Mail").fill(email)
    send(phone, "Code senden")
    newest = max((site.data / "mail").iterdir(), key=lambda file: file.stat().st_mtime_ns)
    (code,) = re.findall(r"^    (\S+)$", newest.read_text(), flags=re.MULTILINE)
    phone.get_by_label("Code").fill(code)
    send(phone, "Weiter")
    speaks(phone, "de")
    phone.reload()
    speaks(phone, "de")
    devices.look_over(phone)

    # The account takes it along to a device that has chosen nothing.
    cookies = [each for each in phone.context.cookies() if each["name"] == "sessionid"]
    laptop = devices.computer()
    laptop.context.add_cookies([{**each} for each in cookies])  # type: ignore[typeddict-item]
    laptop.goto(night.round_url)
    speaks(laptop, "de")
    send(laptop, "Italiano")
    speaks(laptop, "it")
    phone.reload()
    speaks(phone, "it")
