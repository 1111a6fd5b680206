"""The clock of a round on every screen at once, by the server's time."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.devices import Devices
from tests.browser.night import PLAYERS, Night, game_night, scan, send, start_clock
from tests.site import Site

pytestmark = pytest.mark.browser


@pytest.fixture
def night(site: Site, devices: Devices) -> Night:
    """An organiser's phone on the page of a seated round."""
    night = game_night(site, devices, seated=PLAYERS)
    night.open_organiser(devices.phone())
    return night


def seconds_on(page: Page) -> int:
    minutes, seconds = page.locator(".clock-time").inner_text().split(":")
    return int(minutes) * 60 + int(seconds)


@pytest.mark.thorough
def test_clock_runs_alike_on_every_screen_whatever_its_own_clock_says(night: Night) -> None:
    organiser, devices = night.organiser, night.devices
    player, wall = devices.phone(), devices.projector()
    player.clock.install(time="2020-02-29T12:00:00")
    player.clock.resume()
    scan(player, night.address(1), "Anna")
    wall.goto(f"{night.round_url}screen/")
    organiser.goto(night.round_url)
    start_clock(organiser, 12)

    for screen in (organiser, player, wall):
        expect(screen.locator("[data-clock=running]")).to_be_visible()
    times = [seconds_on(screen) for screen in (organiser, player, wall)]
    assert max(times) - min(times) <= 2
    assert 12 * 60 - 60 < min(times) <= 12 * 60
    expect(wall.locator(".clock-time")).not_to_have_text(f"{times[2] // 60}:{times[2] % 60:02}")
    devices.assert_accessible(organiser)
    devices.assert_accessible(wall)
    devices.assert_fits(organiser)

    send(organiser, "Last hand")
    for screen in (organiser, player, wall):
        expect(screen.get_by_text("Last hand", exact=True).first).to_be_visible()
        expect(screen.locator("[data-clock=last]")).to_be_visible()


@pytest.mark.thorough
def test_clock_without_scripts_says_when_it_ends(night: Night) -> None:
    organiser = night.organiser
    start_clock(organiser, 12)
    expect(organiser.locator("[data-clock=running]")).to_be_visible()

    plain = night.devices.phone(has_scripts=False)
    plain.goto(night.round_url)

    expect(plain.locator(".clock-words")).to_contain_text("until ")
    send(organiser, "Pause")
    expect(organiser.locator("[data-clock=paused]")).to_be_visible()
    plain.reload()
    expect(plain.locator(".clock-words")).to_contain_text("Paused")
