"""Standings on a phone: two screens, one's own row in sight, reasons on a tap, nothing jumps."""

from contextlib import closing
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from league.clubs.models import User
from league.competitions.models import Entry, Table
from tests.browser.axe import Looks
from tests.browser.devices import PHONE, Devices
from tests.browser.made import Made, enter_as, make_night, make_person, session_of
from tests.browser.night import follow
from tests.faults.proxy import Odds, Proxy
from tests.league.results.hands import send
from tests.on_site import on_site
from tests.site import Site

pytestmark = pytest.mark.browser

NAMES = [f"Player number {number}" for number in range(1, 17)] + ["Dora Schwarzenegger-Kaltenbach"]
WATCH_SHIFTS = """
self.shifts = [];
new PerformanceObserver((list) => {
  for (const each of list.getEntries()) self.shifts.push(each.value);
}).observe({ type: "layout-shift", buffered: true });
"""
# Every answer whole, but a few words at a time.
DRIPPING = Odds(0, 0, 0, 0, 0, drop=200)
TARGETS: Looks = {"runOnly": ["target-size"]}
BOTTOM = "(row) => row.getBoundingClientRect().bottom + scrollY"


@pytest.fixture
def made(site: Site) -> Made:
    """A league of 17 with a hand at each table."""
    made = make_night(site, "franks-zoo", NAMES, NAMES)
    on_site(site, lambda: [send(table) for table in tables_of(made)])
    return made


def tables_of(made: Made) -> list[Table]:
    """Return the tables of the round."""
    return list(Table.objects.filter(round=int(made.round.strip("/").rpartition("/")[2])))


def last_of(made: Made) -> tuple[int, str]:
    """Let a person be who stands last; return the competition and the person's session."""
    competition = tables_of(made)[0].round.stage.competition_id
    entries = Entry.objects.filter(competition=competition, standings__isnull=False)
    last = entries.order_by("standings__points", "-pk").first()
    assert last is not None
    person: User = make_person("Paula")
    last.player.user = person
    last.player.save()
    return competition, session_of(person)


def open_standings(site: Site, made: Made, phone: Page) -> None:
    competition, session = on_site(site, lambda: last_of(made))
    enter_as(phone, site, session)
    phone.add_init_script(WATCH_SHIFTS)
    phone.goto(f"{site.url}/competitions/{competition}/standings/")
    expect(phone.locator("html[data-connection=live]")).to_be_attached()


def test_seventeen_fit_in_two_screens_with_ones_own_row_always_in_sight(
    site: Site, made: Made, devices: Devices
) -> None:
    phone = devices.phone()
    open_standings(site, made, phone)
    rows = phone.locator(".standings tbody tr")
    expect(rows).to_have_count(17)
    assert rows.last.evaluate(BOTTOM) <= 2 * PHONE["height"]
    own = phone.locator("tr.me > td").first
    for at in (0, 600, 100_000):
        phone.evaluate(f"scrollTo(0, {at})")
        expect(own).to_be_in_viewport(ratio=0.9)
    assert phone.evaluate("shifts") == []
    devices.look_over(phone)


@pytest.mark.thorough
def test_nothing_jumps_while_the_page_comes_in_pieces(
    site: Site, made: Made, devices: Devices
) -> None:
    phone = devices.phone()
    open_standings(site, made, phone)
    with closing(Proxy(site.port, seed=0, hit="/standings/$", odds=DRIPPING)) as proxy:
        # What the page needs beside itself is known to the browser the second time.
        for _ in range(2):
            phone.goto(proxy.url + urlsplit(phone.url).path)
        assert phone.evaluate("shifts") == []


def test_ones_own_row_is_one_target_while_it_lies_over_others(
    site: Site, made: Made, devices: Devices
) -> None:
    phone = devices.phone()
    open_standings(site, made, phone)
    name = phone.locator("tr.me th > a")
    expect(name).to_have_css("pointer-events", "none")
    for at in range(0, 48, 8):
        phone.evaluate(f"scrollTo(0, {at})")
        devices.assert_accessible(phone, TARGETS)
    phone.evaluate("scrollTo(0, 100_000)")
    expect(name).to_have_css("pointer-events", "auto")
    phone.evaluate("scrollTo(0, 0)")
    with phone.expect_navigation(url="**/entries/*/"):
        phone.locator("tr.me > th").tap()


def test_the_reason_of_a_place_comes_on_a_tap(site: Site, made: Made, devices: Devices) -> None:
    phone = devices.phone()
    open_standings(site, made, phone)
    why = phone.locator("details.why").first
    expect(why.locator("small").first).to_be_hidden()
    why.locator("summary").tap()
    expect(why.locator("small").first).to_be_visible()
    phone.set_viewport_size({"width": 1280, "height": 800})
    other = phone.locator("details.why").nth(1)
    expect(other.locator("small").first).to_be_visible()
    expect(other.locator("summary")).to_be_hidden()


@pytest.mark.thorough
def test_rounds_are_a_second_view_without_scripts(site: Site, made: Made, devices: Devices) -> None:
    phone = devices.phone(has_scripts=False)
    competition, session = on_site(site, lambda: last_of(made))
    enter_as(phone, site, session)
    phone.goto(f"{site.url}/competitions/{competition}/standings/")
    first_round = phone.get_by_role("columnheader", name="Round 1")
    expect(first_round).to_be_hidden()
    follow(phone.get_by_role("link", name="Rounds", exact=True))
    expect(first_round).to_be_visible()
    expect(phone.get_by_role("columnheader", name="Game points")).to_be_hidden()
    devices.assert_fits(phone)
    follow(phone.get_by_role("link", name="Places", exact=True))
    expect(first_round).to_be_hidden()
