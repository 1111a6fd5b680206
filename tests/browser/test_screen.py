"""The screen on the wall: it turns, shows everything, survives the network, and heeds the clock."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from league.competitions.models import Competition
from tests.browser.conftest import running
from tests.browser.devices import Devices
from tests.browser.made import make_night
from tests.browser.night import SECOND, become_owner, send, start_clock
from tests.on_site import on_site
from tests.site import Site, manage

pytestmark = [pytest.mark.browser, pytest.mark.thorough]

SIZES = ((1920, 1080), (1280, 720), (1024, 768), (800, 1280))


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory, migrated: Path) -> Path:
    """The data of a site with the demonstration."""
    data = shutil.copytree(migrated, tmp_path_factory.mktemp("season") / "data")
    manage(data, "demo", "--verbosity=0")
    return data


@pytest.fixture(scope="module")
def site(season: Path) -> Iterator[Site]:
    """Run a site with the demonstration; what changes that comes last in this file."""
    with running(season) as site:
        yield site


@pytest.fixture
def screen_url(site: Site) -> str:
    """The address of the screen of the demonstration's league."""
    return f"{site.url}/competitions/1/projector/"


def scene(wall: Page, name: str) -> None:
    """Wait until a scene is seen."""
    expect(wall.locator("#screen")).to_have_attribute("data-scene", name, timeout=10 * SECOND)


def page_is(wall: Page, mark: str) -> None:
    """Wait until a page of the scene is seen."""
    expect(wall.locator(".screen-page")).to_have_text(mark)


def seen_whole(wall: Page, selector: str) -> list[str]:
    """Return the texts that lie within the stage, and in full."""
    script = """(selector) => {
      const stage = document.querySelector(".screen-stage").getBoundingClientRect();
      const isSeen = (each) => {
        const box = each.getBoundingClientRect();
        return box.width && box.top >= stage.top - 1 && box.bottom <= stage.bottom + 1
          && box.right <= innerWidth && each.scrollWidth <= each.clientWidth + 1;
      };
      return [...document.querySelectorAll(selector)].filter(isSeen).map((each) => each.innerText);
    }"""
    texts: list[str] = wall.evaluate(script, selector)
    return texts


def test_screen_turns_by_itself_and_by_keys(devices: Devices, screen_url: str) -> None:
    wall = devices.projector()
    wall.clock.install()
    wall.goto(f"{screen_url}?tables=20&standings=10&hands=10")
    scene(wall, "tables")
    devices.look_over(wall)
    wall.clock.run_for(15 * SECOND)
    scene(wall, "tables")
    wall.clock.run_for(6 * SECOND)
    scene(wall, "standings")
    page_is(wall, "1/2")
    devices.look_over(wall)

    wall.keyboard.press("Space")
    expect(wall.get_by_text("Paused. Press the space bar to resume.")).to_be_visible()
    wall.clock.run_for(60 * SECOND)
    scene(wall, "standings")
    wall.keyboard.press("ArrowRight")
    page_is(wall, "2/2")
    wall.keyboard.press("ArrowRight")
    scene(wall, "hands")
    devices.look_over(wall)
    wall.keyboard.press("ArrowLeft")
    page_is(wall, "2/2")
    wall.keyboard.press("Space")
    wall.clock.run_for(11 * SECOND)
    scene(wall, "hands")


def test_nothing_is_cut_off_on_a_screen_of_any_size(devices: Devices, screen_url: str) -> None:
    wall = devices.projector()
    wall.goto(f"{screen_url}?tables=600&standings=600")
    for width, height in SIZES:
        wall.set_viewport_size({"width": width, "height": height})
        wall.goto(f"{screen_url}?tables=600&standings=600")
        tables, names = set[str](), list[str]()
        for _ in range(8):
            if wall.locator("#screen").get_attribute("data-scene") == "tables":
                tables.update(seen_whole(wall, ".table-card > h2"))
            else:
                names += seen_whole(wall, ".screen-name")
            wall.keyboard.press("ArrowRight")
        assert len(tables) == 4, (width, height)
        assert len(set(names)) == 20, (width, height)


def test_twelve_tables_fill_one_page_with_names_that_can_be_read(
    site: Site, devices: Devices
) -> None:
    people = [f"Person number {number}" for number in range(1, 52)]
    made = make_night(site, "franks-zoo", people, people)
    wall = devices.projector()
    wall.goto(f"{site.url}{made.round}projector/?tables=30")
    cards = wall.locator(".scene-tables .screen-tables > li")
    expect(cards).to_have_count(12)
    for card in cards.all():
        expect(card).to_be_in_viewport(ratio=1)
    size = "(name) => parseFloat(getComputedStyle(name).fontSize)"
    assert wall.locator(".screen-name").first.evaluate(size) >= 26
    foot = cards.last.evaluate("(card) => card.getBoundingClientRect().bottom")
    assert foot >= 0.8 * 1080


def test_lost_network_is_told_and_the_turn_goes_on(devices: Devices, screen_url: str) -> None:
    wall = devices.projector()
    wall.goto(f"{screen_url}?tables=5&standings=5")
    scene(wall, "tables")
    expect(wall.locator("html")).to_have_attribute("data-connection", "live")
    wall.context.set_offline(True)
    lost = wall.get_by_text(re.compile(r"Offline since \d+:\d\d"))
    expect(lost).to_be_visible(timeout=60 * SECOND)
    for name in ("tables", "standings"):
        expect(wall.locator("#screen")).to_have_attribute("data-scene", name, timeout=15 * SECOND)
    wall.context.set_offline(False)
    expect(lost).to_be_hidden(timeout=30 * SECOND)


def test_screen_without_scripts_turns_by_itself(devices: Devices, screen_url: str) -> None:
    wall = devices.phone(has_scripts=False)
    wall.goto(f"{screen_url}?tables=4&hands=4")
    expect(wall.locator(".scene-tables")).to_be_visible()
    expect(wall.locator(".scene-hands")).to_be_visible(timeout=20 * SECOND)
    assert "at=hands-1" in wall.url
    expect(wall.locator(".scene-tables")).to_be_hidden()


def test_search_goes_by_keyboard_alone(site: Site, devices: Devices, screen_url: str) -> None:
    page = devices.computer()
    page.goto(f"{site.url}/c/demo/")
    page.keyboard.press("/")
    page.keyboard.type("calrota")
    expect(page.locator("#menu-found").get_by_role("link", name="Carlotta Neri")).to_be_visible()
    devices.look_over(page)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Escape")
    expect(page.get_by_role("textbox", name="Search this club")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Carlotta Neri", level=1)).to_be_visible()
    devices.look_over(page)


def test_what_is_new_comes_while_the_turn_stays(
    site: Site, devices: Devices, screen_url: str
) -> None:
    wall = devices.projector()
    wall.goto(f"{screen_url}?standings=600")
    page_is(wall, "1/2")
    wall.keyboard.press("ArrowRight")
    page_is(wall, "2/2")
    now = {"name": "Saturday League", "version": 999}
    on_site(site, lambda: Competition.objects.update(**now))
    expect(wall.get_by_role("heading", name="Saturday League")).to_be_visible(timeout=60 * SECOND)
    page_is(wall, "2/2")


def test_clock_takes_the_screen_for_the_last_hand(
    site: Site, devices: Devices, screen_url: str
) -> None:
    organiser, wall = devices.computer(), devices.projector()
    become_owner(organiser, site, "Olga")
    organiser.goto(f"{site.url}/competitions/1/")
    organiser.get_by_role("link", name="Manage round").click()
    start_clock(organiser, 30)
    wall.goto(f"{screen_url}?tables=600&standings=5")
    expect(wall.locator("[data-clock=running]")).to_be_visible()
    scene(wall, "tables")
    send(organiser, "Last hand")
    scene(wall, "clock")
    expect(wall.get_by_text("Finish this hand. Do not start another.")).to_be_visible()
    devices.look_over(wall)
    wall.keyboard.press("ArrowRight")
    scene(wall, "tables")
    for _page in range(1 + int(wall.locator(".scene-tables").get_attribute("data-last") or 0)):
        wall.keyboard.press("ArrowRight")
    scene(wall, "standings")
    expect(wall.locator("#screen")).to_have_attribute("data-scene", "clock", timeout=20 * SECOND)
