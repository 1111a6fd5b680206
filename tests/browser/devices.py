"""Phones and computers, each with its own cookies."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, ViewportSize

PHONE: ViewportSize = {"width": 390, "height": 844}
COMPUTER: ViewportSize = {"width": 1280, "height": 800}
PROJECTOR: ViewportSize = {"width": 1920, "height": 1080}
LIGHT: Literal["light"] = "light"
DARK: Literal["dark"] = "dark"
Rules = Mapping[str, Mapping[str, bool]]
# The size of what is tapped (WCAG 2.2) axe does not look at by itself.
TARGETS: Rules = {"target-size": {"enabled": True}}


class Devices:
    """Open devices, and remember what their scripts complain about."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
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
        for theme, size in ((LIGHT, PHONE), (DARK, COMPUTER)):
            page.emulate_media(color_scheme=theme)
            page.set_viewport_size(size)
            self.assert_accessible(page, rules=TARGETS)
            self.assert_fits(page)

    def assert_accessible(self, page: Page, *, rules: Rules = MappingProxyType({})) -> None:
        """Fail with what axe finds on a page, by its usual rules and these."""
        page.wait_for_load_state()
        # Preloading would try inline styles, which the policy refuses.
        options = {"preload": False, "rules": {rule: dict(on) for rule, on in rules.items()}}
        results = Axe().run(page, options=options)
        assert results.violations_count == 0, f"{page.url}\n{results.generate_report()}"

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
        )
        context.set_default_timeout(8000)
        # What has to be quick says so itself; a page may be slow where the machine is busy.
        context.set_default_navigation_timeout(30_000)
        self._contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self._listen)
        return page

    def _listen(self, message: ConsoleMessage) -> None:
        if message.type == "error" and "Content Security Policy" in message.text:
            self.errors.append(message.text)
