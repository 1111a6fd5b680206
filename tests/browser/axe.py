"""What axe finds on a page: the rules of WCAG 2.2 A and AA, and its own of good practice."""

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

Looks = dict[str, Any]
# The size of what is tapped (WCAG 2.2) axe does not look at by itself.
ALL: Looks = {"rules": {"target-size": {"enabled": True}}}
# What another theme or width of the same page may change.
LOOKS: Looks = {"runOnly": ["color-contrast", "target-size", "link-in-text-block"]}
# What holds of a page as a whole, however often its parts were seen on others.
WHOLE: Looks = {
    "runOnly": [
        "aria-hidden-focus",
        "bypass",
        "document-title",
        "duplicate-id-aria",
        "heading-order",
        "html-has-lang",
        "identical-links-same-purpose",
        "label",
        "landmark-no-duplicate-main",
        "landmark-one-main",
        "landmark-unique",
        "page-has-heading-one",
        "region",
    ]
}

IS_THERE = "typeof axe !== 'undefined'"
# Preloading would try inline styles, which the policy refuses. The bar at the foot of the screen
# covers half of whatever happens to lie there, which scrolling brings out and axe calls too small.
# It is moved by a stylesheet, as htmx would copy a style of its own to the bar's next version.
RUN = """async (looks) => {
  const moved = new CSSStyleSheet();
  moved.replaceSync(".action-bar { position: static !important }");
  document.adoptedStyleSheets.push(moved);
  const found = await axe.run({
    resultTypes: ["violations"],
    preload: false,
    iframes: false,
    ...looks,
  });
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== moved);
  return found.violations.flatMap((rule) => rule.nodes.map((node) =>
    `${rule.id}: ${node.target.join(" ")} ${node.failureSummary.replaceAll(/\\s+/g, " ")}`));
}"""


def found_by_axe(page: Page, looks: Looks = ALL) -> list[str]:
    """Return what axe finds on a page as it is shown now."""
    if not page.evaluate(IS_THERE):
        page.evaluate(AXE_SCRIPT)
    faults: list[str] = page.evaluate(RUN, looks)
    return faults
