"""What must be true of every page."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page


def assert_accessible(page: Page) -> None:
    """Fail with what axe finds on a page."""
    results = Axe().run(page)
    assert results.violations_count == 0, f"{page.url}\n{results.generate_report()}"


def assert_fits(page: Page) -> None:
    """Fail when a page is wider than its screen, so that a thumb would have to push it about."""
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= page.evaluate("window.innerWidth"), f"{page.url} is {width} px wide"
