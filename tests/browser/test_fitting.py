"""Every page of a full club fits phones and computers, in each language, and with large text."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.devices import PATIENCE
from tests.browser.fitting import Screens
from tests.browser.made import enter_as
from tests.browser.rich_club import RichClub, Shown, make_rich_club
from tests.browser.tables import wait_for_first_hand
from tests.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.thorough]

LARGE_TEXT_IN = "de"
"""The language with the longest words: large text is looked at in this one."""


@pytest.fixture(scope="module")
def club(site: Site) -> RichClub:
    """The club in which everything is there."""
    return make_rich_club(site)


@pytest.mark.parametrize(
    "language",
    [pytest.param("en", marks=pytest.mark.long), "de", pytest.param("it", marks=pytest.mark.long)],
)
def test_every_page_fits_its_screen(
    language: str, site: Site, club: RichClub, browser: Browser
) -> None:
    faults: dict[str, str] = {}
    with screens_of(browser, site, club, language) as screens:
        for name, shown in club.pages.items():
            page = screens[shown.is_public]
            open_page(page, site, shown)
            for fault in Screens(page).faults(has_large_text=language == LARGE_TEXT_IN):
                faults.setdefault(fault, name)
    assert [f"{name}: {fault}" for fault, name in faults.items()] == []


@contextmanager
def screens_of(
    browser: Browser, site: Site, club: RichClub, language: str
) -> Iterator[dict[bool, Page]]:
    """Open a device of somebody without a sign-in (True), and one of the organiser's (False)."""
    pages = {is_public: new_page(browser, site, language) for is_public in (True, False)}
    enter_as(pages[False], site, club.session)
    yield pages
    for page in pages.values():
        page.context.close()


def new_page(browser: Browser, site: Site, language: str) -> Page:
    """Return a page of a new device on which a language was chosen."""
    context = browser.new_context(reduced_motion="reduce", service_workers="block")
    context.set_default_timeout(PATIENCE)
    context.add_cookies([{"name": "language", "value": language, "url": site.url}])
    return context.new_page()


def open_page(page: Page, site: Site, shown: Shown) -> None:
    """Open a page and wait for what its scripts draw."""
    answer = page.goto(site.url + shown.path)
    assert answer is not None
    assert answer.status == 200, shown.path
    if page.locator("#game").count():
        wait_for_first_hand(page)
