"""The pages that are opened most shut nobody out; test_every_page.py looks at all the others."""

import pytest
from playwright.sync_api import Browser, Page

from league.competitions.models import Table
from tests.browser.axe import LOOKS
from tests.browser.looking import faults_on_computer, faults_on_phone, open_look
from tests.browser.made import Made, make_night
from tests.browser.night import PLAYERS, follow
from tests.league.results.hands import send
from tests.on_site import on_site
from tests.site import Site

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def made(site: Site) -> Made:
    """A night at which hands have been played."""
    made = make_night(site, "franks-zoo", PLAYERS, PLAYERS)
    on_site(site, lambda: play(made))
    return made


def play(made: Made) -> None:
    """Record two hands at each table."""
    for table in tables_of(made):
        for _hand in range(2):
            send(table)


def tables_of(made: Made) -> list[Table]:
    """Return the tables of the round."""
    return list(Table.objects.filter(round=int(made.round.strip("/").rpartition("/")[2])))


def faults_of(page: Page) -> list[str]:
    """Return what is wrong with a page on a phone and on a computer, each with the page's name."""
    faults = [*faults_on_phone(page), *faults_on_computer(page, LOOKS)]
    return [f"{page.url}: {fault}" for fault in faults]


def test_pages_that_players_open(site: Site, made: Made, browser: Browser) -> None:
    table, competition = on_site(site, lambda: first_of(made))
    with open_look(browser) as context:
        page = context.new_page()
        faults = []
        for path in ("/", f"/t/{table}/", f"/competitions/{competition}/standings/"):
            page.goto(site.url + path)
            faults += faults_of(page)
        page.goto(f"{site.url}/t/{table}/")
        follow(page.get_by_role("button", name="Enter hands only"))
        faults += faults_of(page)
        follow(page.get_by_role("link", name="Enter hand 3"))
        faults += faults_of(page)
        assert page.get_by_role("button", name="Send hand 3").is_visible()
    assert faults == []


def first_of(made: Made) -> tuple[str, int]:
    """Return what the code of the first table carries, and its competition."""
    table = tables_of(made)[0]
    return table.codes.get().token, table.round.stage.competition_id
