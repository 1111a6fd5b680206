"""No page that an address shows shuts anybody out: WCAG 2.2 AA, as far as a machine can tell.

Every page is looked at on a dark phone and, without being loaded anew, on a light computer: in the
name of who may do most, and, in the long run, on the computer of who may do least.
"""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route

from tests.browser.axe import ALL, LOOKS, WHOLE
from tests.browser.conftest import SETTINGS
from tests.browser.every_page import Showing, Sweep, prepare_sweep, who_sees
from tests.browser.looking import faults_on_computer, faults_on_phone, kinds_on, open_look
from tests.league.matrix.addresses import addresses
from tests.site import Site

SHOW_NO_PAGE = {
    "online:substitute",  # leads on
    "online:log",
    "online:waiting",
    "rounds:card",
    "online:replay_file",
    "printing:team_picture",
    "api:not_there",
    "api:authorize",  # asked by an app, in test_apps.py
    "hosting:metrics",
    "accounts:sign_in_by_passkey",
    "account_email_verification_sent",
    "account_change_password",
    "account_set_password",
    "mfa_index",
    "mfa_reauthenticate",
    "mfa_download_recovery_codes",
    "mfa_list_webauthn",
    "mfa_login_webauthn",
}
BETWEEN_STEPS = {"account_confirm_login_code", "mfa_authenticate"}
"""Shown only between two steps of signing in, which test_accounts.py takes."""
APPS = sorted({address.name.partition(":")[0] for address in addresses()} | {"account", "mfa"})
NOT_FOUND = Showing("not found", "anonymous", "/nothing/here/")

Open = Callable[[Showing], Page]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory, migrated: Path) -> Path:
    """A copy of an empty site's data."""
    return Path(shutil.copytree(migrated, tmp_path_factory.mktemp("every-page") / "data"))


@pytest.fixture(scope="module")
def sweep(data: Path) -> Sweep:
    """All there is to look at, and a season in the data."""
    return prepare_sweep(data)


@pytest.fixture(scope="module")
def open_page(data: Path, sweep: Sweep, browser: Browser) -> Iterator[Open]:
    """Run the season's site; open its pages, one window a visitor."""
    site = Site(data, settings=SETTINGS)
    pages: dict[str, Page] = {}

    def open_showing(showing: Showing) -> Page:
        page = pages.get(showing.visitor) or open_window(showing.visitor)
        page.goto(site.url + showing.path)
        return page

    def open_window(visitor: str) -> Page:
        context = open_look(browser)
        cookies = sweep.cookies[visitor].items()
        context.add_cookies([{"name": k, "value": v, "url": site.url} for k, v in cookies])
        pages[visitor] = context.new_page()
        return pages[visitor]

    try:
        site.wait_until_ready()
        yield open_showing
        for page in pages.values():
            page.context.close()
        assert site.stop() == 0
    finally:
        site.kill()


def test_every_address_is_looked_at_or_known_to_show_no_page() -> None:
    seen = who_sees()
    assert {name for name, visitors in seen.items() if not visitors} == (
        SHOW_NO_PAGE | BETWEEN_STEPS
    )


class Looking:
    """What was looked at so far: pages, and the kinds of elements on them."""

    def __init__(self) -> None:
        self._names: set[str] = set()
        self._kinds: set[str] = set()

    def faults_of(self, page: Page, showing: Showing) -> list[str]:
        """Return what is wrong with a page, each with the page's name."""
        kinds = kinds_on(page)
        # Of elements axe has nothing more to say that it has seen on other pages.
        is_known = kinds <= self._kinds
        if showing.name not in self._names:
            faults = faults_on_phone(page, WHOLE if is_known else ALL)
            faults += faults_on_computer(page, None if is_known else LOOKS)
        else:
            faults = faults_on_computer(page, None if is_known else ALL)
        self._names.add(showing.name)
        self._kinds |= kinds
        return [f"{showing.name} ({showing.visitor}): {fault}" for fault in dict.fromkeys(faults)]


@pytest.fixture(scope="module")
def looking() -> Looking:
    """What all pages were looked at by: of what stands on several, axe is asked once."""
    return Looking()


@pytest.mark.browser
@pytest.mark.thorough
@pytest.mark.parametrize("app", APPS)
@pytest.mark.parametrize("who", ["most", pytest.param("least", marks=pytest.mark.long)])
def test_the_pages_of(who: str, app: str, sweep: Sweep, open_page: Open, looking: Looking) -> None:
    of_app = [each for each in sweep.showings if each.name.startswith((f"{app}:", f"{app}_"))]
    most = {showing.name: showing for showing in reversed(of_app)}
    faults: list[str] = []
    for showing in of_app:
        if (showing == most[showing.name]) == (who == "most"):
            faults += looking.faults_of(open_page(showing), showing)
    assert faults == []


@pytest.mark.browser
@pytest.mark.thorough
def test_the_pages_of_failures(sweep: Sweep, open_page: Open, looking: Looking) -> None:
    page = open_page(NOT_FOUND)
    faults = looking.faults_of(page, NOT_FOUND)
    for name, content in sweep.failures.items():
        page.route(f"**/{name}", answer_with(content))
        failed = Showing(name, "anonymous", f"/{name}")
        faults += looking.faults_of(open_page(failed), failed)
    assert faults == []


def answer_with(content: str) -> Callable[[Route], None]:
    """Return what answers with a page that no address shows by itself."""

    def answer(route: Route) -> None:
        route.fulfill(body=content, content_type="text/html; charset=utf-8")

    return answer
