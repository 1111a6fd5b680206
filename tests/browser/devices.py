"""Phones and computers, each with its own cookies."""

from typing import Literal

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, ViewportSize

from tests.browser.axe import ALL, LOOKS, Looks, found_by_axe

PHONE: ViewportSize = {"width": 390, "height": 844}
COMPUTER: ViewportSize = {"width": 1280, "height": 800}
PROJECTOR: ViewportSize = {"width": 1920, "height": 1080}
LIGHT: Literal["light"] = "light"
DARK: Literal["dark"] = "dark"
# ms; people would be gone by then, but the machine may be busy.
PATIENCE = 30_000


class Devices:
    """Open devices, and remember what their scripts complain about."""

    def __init__(self, browser: Browser, *, keeps_pages: bool = False) -> None:
        self._browser = browser
        # A service worker fetches a dozen pages for each new device, which few tests are about.
        self._workers: Literal["allow", "block"] = "allow" if keeps_pages else "block"
        self._contexts: list[BrowserContext] = []
        self.errors: list[str] = []

    def phone(self, *, is_dark: bool = False, has_scripts: bool = True) -> Page:
        """Open a phone of 390 pixels."""
        return self._open(PHONE, is_dark=is_dark, has_scripts=has_scripts)

    def computer(self, *, is_dark: bool = False) -> Page:
        """Open a computer of 1280 pixels."""
        return self._open(COMPUTER, is_dark=is_dark)

    def projector(self) -> Page:
        """Open a computer with a projector."""
        return self._open(PROJECTOR)

    def look_over(self, page: Page) -> None:
        """Fail when a page shuts people out, or does not fit its screen."""
        self.assert_accessible(page)
        self.assert_fits(page)

    def look_over_everywhere(self, page: Page) -> None:
        """Look a page over in both themes, at the width of a phone and of a computer."""
        for theme, size, looks in ((LIGHT, PHONE, ALL), (DARK, COMPUTER, LOOKS)):
            page.emulate_media(color_scheme=theme)
            page.set_viewport_size(size)
            self.assert_accessible(page, looks)
            self.assert_fits(page)

    def assert_accessible(self, page: Page, looks: Looks = ALL) -> None:
        """Fail with what axe finds on a page by these rules."""
        page.wait_for_load_state()
        faults = found_by_axe(page, looks)
        assert faults == [], f"{page.url}\n" + "\n".join(faults)

    def assert_fits(self, page: Page) -> None:
        """Fail when a page is wider than its screen, so that a thumb would push it about."""
        page.wait_for_load_state()
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= page.evaluate("window.innerWidth"), f"{page.url} is {width} px wide"

    def close(self) -> None:
        """Close all devices."""
        for context in self._contexts:
            context.close()

    def _open(self, size: ViewportSize, *, is_dark: bool = False, has_scripts: bool = True) -> Page:
        context = self._browser.new_context(
            viewport=size,
            has_touch=size == PHONE,
            color_scheme="dark" if is_dark else "light",
            java_script_enabled=has_scripts,
            locale="en-GB",
            reduced_motion="reduce",
            service_workers=self._workers,
        )
        # What has to be quick says so itself; a page may be slow where the machine is busy.
        context.set_default_timeout(PATIENCE)
        self._contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self._listen)
        return page

    def _listen(self, message: ConsoleMessage) -> None:
        if message.type == "error" and "Content Security Policy" in message.text:
            self.errors.append(message.text)
