"""The script of live pages in a real browser: it may be late, it never misses."""

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.faults.conftest import Start
from tests.site import Site

pytestmark = pytest.mark.browser

# Sooner than a page that is told of nothing would look.
AT_ONCE = 4
FETCHES = "window.fetches = 0; addEventListener('htmx:afterRequest', () => window.fetches++)"


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with browser.new_page() as page:
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.add_init_script(FETCHES)
        yield page
        assert errors == []


def show(page: Page, site: Site, connection: str = "live") -> None:
    page.goto(f"http://127.0.0.1:{site.port}/probe/page/")
    expect(page.locator(f"html[data-connection={connection}]")).to_be_attached(timeout=15_000)


def expect_version(page: Page, version: int, *, seconds: float, pk: int = 1) -> None:
    expect(page.locator(f"#probe-{pk} output")).to_have_text(str(version), timeout=1000 * seconds)


def publish(site: Site, version: int, pk: int = 1) -> None:
    assert site.post(f"/probe/publish/{pk}/{version}/")[0] == 200


def test_page_shows_a_new_version_at_once(site: Site, page: Page) -> None:
    publish(site, 1)
    show(page, site)
    for version in range(2, 6):
        publish(site, version)
        expect_version(page, version, seconds=AT_ONCE)


@pytest.mark.thorough
def test_burst_of_versions_is_few_fetches_and_ends_at_the_newest(site: Site, page: Page) -> None:
    publish(site, 10)
    show(page, site)
    for version in range(11, 41):
        publish(site, version)
    expect_version(page, 40, seconds=2)
    assert page.evaluate("window.fetches") <= 10


def test_only_the_piece_that_is_older_is_fetched(site: Site, page: Page) -> None:
    publish(site, 50, pk=1)
    publish(site, 1, pk=2)
    show(page, site)
    page.evaluate("document.querySelector('#probe-1').dataset.mark = 'the same element'")
    publish(site, 2, pk=2)
    expect_version(page, 2, seconds=AT_ONCE, pk=2)
    assert page.locator("#probe-1").get_attribute("data-mark") == "the same element"


@pytest.mark.thorough
def test_piece_that_came_slowly_is_asked_for_again_after_a_rest(site: Site, page: Page) -> None:
    slow, asked = 0.4, []

    def dawdle(route: Route) -> None:
        asked.append(time.monotonic())
        time.sleep(slow)
        route.continue_()

    publish(site, 55)
    show(page, site)
    page.route("**/probe/page/", dawdle)
    for version in (56, 57):
        publish(site, version)
        expect_version(page, version, seconds=10)
    # Five times as long as the answer took, and it took at least so long itself.
    assert asked[1] - asked[0] >= 6 * slow


def test_failed_fetch_is_made_again(site: Site, page: Page) -> None:
    publish(site, 60)
    show(page, site)
    failures = iter(["abort", "status"])

    def fail_twice(route: Route) -> None:
        match next(failures, None):
            case "abort":
                route.abort()
            case "status":
                route.fulfill(status=503)
            case _:
                route.continue_()

    page.route("**/probe/page/", fail_twice)
    publish(site, 61)
    expect_version(page, 61, seconds=10)


def test_piece_in_which_somebody_types_waits(site: Site, page: Page) -> None:
    publish(site, 70)
    show(page, site)
    page.locator("#probe-1 input").fill("half a")
    publish(site, 71)
    page.wait_for_timeout(1500)
    expect_version(page, 70, seconds=0.1)
    assert page.locator("#probe-1 input").input_value() == "half a"
    page.locator("#probe-1 input").blur()
    expect_version(page, 71, seconds=2)


def test_piece_that_somebody_presses_waits_until_they_let_go(site: Site, page: Page) -> None:
    publish(site, 72)
    show(page, site)
    page.locator("#probe-1 a").hover()
    page.mouse.down()
    with page.expect_response("**/probe/page/"):
        publish(site, 73)
    page.wait_for_timeout(300)
    expect_version(page, 72, seconds=0.1)
    page.mouse.up()
    page.wait_for_url("**/?1")


@pytest.mark.thorough
@pytest.mark.parametrize("place", ["a", "button >> nth=0", "button >> nth=1"])
def test_focus_stays_at_the_same_place_of_a_new_piece(site: Site, page: Page, place: str) -> None:
    publish(site, 75)
    show(page, site)
    page.locator(f"#probe-1 {place}").focus()
    publish(site, 76)
    expect_version(page, 76, seconds=2)
    expect(page.locator(f"#probe-1 {place}")).to_be_focused()


@pytest.mark.thorough
def test_page_polls_when_the_stream_is_refused(site: Site, page: Page) -> None:
    publish(site, 80)
    page.route("**/live/?*", lambda route: route.fulfill(status=503))
    show(page, site, connection="polling")
    publish(site, 81)
    expect_version(page, 81, seconds=15)


@pytest.mark.thorough
def test_page_polls_when_the_stream_never_answers(site: Site, page: Page) -> None:
    publish(site, 85)
    page.route("**/live/?*", lambda route: None)
    show(page, site, connection="polling")
    publish(site, 86)
    expect_version(page, 86, seconds=20)


@pytest.mark.thorough
def test_page_catches_up_after_a_lost_network(site: Site, page: Page) -> None:
    publish(site, 90)
    show(page, site)
    page.context.set_offline(True)
    expect(page.locator("html[data-connection=offline]")).to_be_attached(timeout=5000)
    publish(site, 91)
    page.context.set_offline(False)
    expect_version(page, 91, seconds=5)
    expect(page.locator("html[data-connection=live]")).to_be_attached(timeout=5000)


@pytest.mark.thorough
def test_page_catches_up_after_the_site_was_away(start: Start, page: Page) -> None:
    first = start().wait_until_ready()
    publish(first, 1)
    show(page, first)
    first.kill()
    second = start(PORT=str(first.port))
    second.port = first.port
    second.wait_until_ready()
    publish(second, 2)
    expect_version(page, 2, seconds=40)
    expect(page.locator("html[data-connection=live]")).to_be_attached(timeout=40_000)


@pytest.mark.thorough
def test_piece_that_is_gone_is_left_alone(site: Site, page: Page) -> None:
    publish(site, 100)
    show(page, site)
    page.route("**/probe/page/", lambda route: route.fulfill(status=404))
    publish(site, 101)
    expect(page.locator("#probe-1:not([data-live])")).to_be_attached(timeout=5000)
    fetched = page.evaluate("window.fetches")
    publish(site, 102)
    page.wait_for_timeout(2000)
    assert page.evaluate("window.fetches") == fetched
    expect_version(page, 100, seconds=0.1)


@pytest.mark.thorough
def test_redirect_to_the_sign_in_page_is_not_put_into_the_piece(site: Site, page: Page) -> None:
    publish(site, 110)
    show(page, site)
    page.route("**/probe/page/", lambda route: route.fulfill(status=302, headers={"location": "/"}))
    publish(site, 111)
    expect(page.locator("#probe-1:not([data-live])")).to_be_attached(timeout=5000)
    expect_version(page, 110, seconds=0.1)


@pytest.mark.thorough
def test_answer_that_stays_old_is_not_asked_for_without_end(site: Site, page: Page) -> None:
    publish(site, 120)
    show(page, site)
    old = site.get("/probe/page/")[1].decode().partition("<body>")[2]
    page.route("**/probe/page/", lambda route: route.fulfill(body=old, content_type="text/html"))
    publish(site, 121)
    page.wait_for_timeout(6000)
    assert 1 <= page.evaluate("window.fetches") <= 10
