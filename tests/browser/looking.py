"""What a page must be for everybody, told by axe and by what axe does not look at."""

from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.axe import ALL, Looks, found_by_axe
from tests.browser.devices import COMPUTER, DARK, LIGHT, PHONE

NARROW = 320  # CSS pixels: a page of 1280 enlarged four times (WCAG 1.4.10)

SHAPE = """() => [
  [document.querySelectorAll("h1").length, 1, "headings of the first level"],
  [Boolean(document.documentElement.lang), true, "language"],
  [document.getAnimations().length, 0, "animations though motion is reduced"],
  [document.querySelectorAll("[id]").length,
    new Set([...document.querySelectorAll("[id]")].map((each) => each.id)).size, "ids"],
].filter(([is, should]) => is !== should)
  .map(([is, should, what]) => `${what}: ${is}, not ${should}`)"""

WIDTH = "[document.documentElement.scrollWidth, window.innerWidth]"

FOCUS = """() => {
  const faults = [];
  const stops = [...document.querySelectorAll(
    "a[href], button, input, select, textarea, summary, iframe, [tabindex='0']",
  )].filter((each) => !each.disabled && each.tabIndex >= 0
    && each.checkVisibility({ visibilityProperty: true }));
  const outlined = (each) => each && ["", "::after"].some((part) =>
    getComputedStyle(each, part).outlineStyle !== "none");
  for (const stop of [...stops, ...stops.toReversed()]) {
    stop.focus();
    if (document.activeElement !== stop) continue;
    const name = stop.id || stop.name || stop.innerText?.slice(0, 30) || stop.className;
    const shown = [stop, ...(stop.labels ?? []), stop.nextElementSibling, stop.parentElement];
    if (stop.tagName !== "IFRAME" && !shown.some(outlined)) faults.push(`focus not shown: ${name}`);
    // The document within takes the focus, and is brought into view only after that.
    if (stop.tagName === "IFRAME") stop.scrollIntoView({ block: "nearest" });
    const box = stop.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) continue;
    const points = [0.02, 0.5, 0.98].flatMap((x) => [0.02, 0.5, 0.98].map((y) =>
      document.elementFromPoint(box.x + x * box.width, box.y + y * box.height)));
    const own = (hit) => hit && (stop.contains(hit) || hit.contains(stop)
      || [...(stop.labels ?? [])].some((label) => label.contains(hit)));
    if (!points.some(own)) faults.push(`focus hidden: ${name}`);
  }
  document.activeElement.blur();
  scrollTo(0, 0);
  return [...new Set(faults)];
}"""
"""Each stop of the Tab key, forth and back, shows its focus and is not hidden (2.4.7, 2.4.11)."""


KINDS = """() => [...new Set([...document.querySelectorAll("body *")].map((each) => [
  each.parentElement.localName, each.parentElement.className, each.localName, each.className,
  ...each.getAttributeNames().sort(), each.getAttribute("type"), each.getAttribute("role"),
  each.textContent.trim() ? "words" : "",
].join(" ")))]"""
"""What kinds of elements a page is made of: by tag, classes, attributes, and what they stand in."""


def kinds_on(page: Page) -> set[str]:
    """Return what kinds of elements a page is made of."""
    return set(page.evaluate(KINDS))


def open_look(browser: Browser) -> BrowserContext:
    """Open a dark phone."""
    context = browser.new_context(
        viewport=PHONE,
        color_scheme=DARK,
        locale="en-GB",
        reduced_motion="reduce",
        service_workers="block",
    )
    context.set_default_navigation_timeout(30_000)
    return context


def faults_on_phone(page: Page, looks: Looks = ALL) -> list[str]:
    """Return what is wrong with the page that a dark phone shows, to be enlarged as well."""
    faults = found_by(page, SHAPE, FOCUS) + found_by_axe(page, looks)
    for width in (PHONE["width"], NARROW):
        page.set_viewport_size({**PHONE, "width": width})
        faults += too_wide(page)
    page.set_viewport_size(PHONE)
    return faults


def faults_on_computer(page: Page, looks: Looks | None = ALL) -> list[str]:
    """Return what is wrong with the same page on a light computer; axe may be left out."""
    page.emulate_media(color_scheme=LIGHT)
    page.set_viewport_size(COMPUTER)
    faults = found_by(page, SHAPE) + too_wide(page)
    if looks:
        faults += found_by_axe(page, looks)
    page.emulate_media(color_scheme=DARK)
    page.set_viewport_size(PHONE)
    return faults


def found_by(page: Page, *looks: str) -> list[str]:
    """Return what these scripts find."""
    return [str(fault) for look in looks for fault in page.evaluate(look)]


def too_wide(page: Page) -> list[str]:
    """Say when a page has to be pushed sideways."""
    width, screen = page.evaluate(WIDTH)
    return [f"{width} px wide on a screen of {screen} px"] if width > screen else []
