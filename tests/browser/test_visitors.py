"""Visitors who watch: what is new comes with the news of it."""

import pytest
from playwright.sync_api import Page, Request, expect

from league.clubs.models import Club, Visibility
from tests.browser.devices import Devices
from tests.browser.night import AT_ONCE, PLAYERS, Night, follow, game_night, names_at, send_hand
from tests.on_site import on_site
from tests.site import Site

pytestmark = pytest.mark.browser

LIVE = "[data-live][data-fragment]"


@pytest.fixture
def night(site: Site, devices: Devices) -> Night:
    """An evening of a public club with a table of four."""
    night = game_night(site, devices, seated=PLAYERS[:4])
    slug = night.club_url.rstrip("/").rpartition("/")[2]
    on_site(site, lambda: Club.objects.filter(slug=slug).update(visibility=Visibility.PUBLIC))
    return night


def open_standings(night: Night, page: Page) -> str:
    """Open the standings from the round as a visitor; return their address."""
    page.goto(night.round_url)
    follow(page.get_by_role("link", name="Standings", exact=True).first)
    return page.url


def watch(page: Page, address: str) -> list[str]:
    """Open a page as a visitor; return what it asks for from now on."""
    page.goto(address)
    expect(page.locator("body[data-cached]")).to_be_attached()
    expect(page.locator("html[data-connection=live]")).to_be_attached()
    asked: list[str] = []

    def note(request: Request) -> None:
        asked.append(f"{request.resource_type} {request.url}")

    page.on("request", note)
    return asked


def version_of(page: Page) -> int:
    return int(page.locator(LIVE).get_attribute("data-version") or -1)


def expect_newer(page: Page, version: int) -> None:
    unchanged = page.locator(f'{LIVE}[data-version="{version}"]')
    expect(unchanged).to_have_count(0, timeout=AT_ONCE)


@pytest.mark.thorough
def test_visitors_have_a_hand_without_asking_for_it(night: Night) -> None:
    devices = night.devices
    reader, screen, phone = devices.phone(), devices.projector(), night.phone()
    asked = {
        "reader": watch(reader, open_standings(night, reader)),
        "screen": watch(screen, f"{night.round_url}projector/"),
    }
    versions = {page: version_of(page) for page in (reader, screen)}
    names = names_at(phone)
    send_hand(phone, 1, names)
    for page, version in versions.items():
        expect_newer(page, version)
    expect(reader.locator(".standings tbody tr").first).to_contain_text(names[0])
    assert asked == {"reader": [], "screen": []}


@pytest.mark.thorough
def test_what_a_visitor_has_opened_stays_open(night: Night) -> None:
    reader, phone = night.devices.phone(), night.phone()
    names = names_at(phone)
    send_hand(phone, 1, names)
    watch(reader, night.round_url)
    opened = reader.locator(f"{LIVE} details[id]").first
    opened.locator("summary").first.click()
    version = version_of(reader)
    send_hand(phone, 2, names, lions={names[0]: 3, names[1]: 2}, hedgehogs=[names[2]])
    expect_newer(reader, version)
    expect(opened).to_have_attribute("open", "")
