"""The check-in list is exchanged while people tap it."""

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.devices import Devices
from tests.browser.night import check_in, game_night
from tests.site import Site

pytestmark = pytest.mark.browser


def row_of(page: Page, name: str) -> Locator:
    """Return what is tapped for a player."""
    return page.get_by_role("button", name=re.compile(f"^{name}"))


def test_a_tap_that_is_being_answered_is_not_swept_away_by_a_new_list(
    site: Site, devices: Devices
) -> None:
    night = game_night(site, devices)
    one = night.organiser
    other = one.context.new_page()
    other.goto(night.round_url)
    expect(one.locator("html[data-connection=live]")).to_be_attached()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    one.route("**/check-in/", hold)
    row = row_of(one, "Anna")
    row.evaluate("row => { row.dataset.mark = 'the same element' }")
    row.click()
    with one.expect_response(night.round_url):
        check_in(other, ["Ben"])
    # Time enough for the list to be exchanged.
    one.wait_for_timeout(300)
    expect(row).to_have_attribute("data-mark", "the same element")
    held[0].continue_()
    for name in ("Anna", "Ben"):
        expect(row_of(one, name)).to_have_attribute("aria-pressed", "true")
