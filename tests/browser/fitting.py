"""Whether a page fits its screen: nothing sideways, no text cut, nothing to tap lies on another."""

from playwright.sync_api import CDPSession, Page, ViewportSize

from tests.browser.devices import COMPUTER, PHONE

TEXT = 16
"""px of a browser's text unless its reader wants another size."""
CUT_ON_PURPOSE = {
    ".club-name": "the title of the club's page says it in full",
    ".menu > summary > span": "the menu says it in full",
    "select": "its open list has the whole text",
    ".person-name": "the details of the table have the names in full",
    ".person-status": "its frame shows who acts, and below stands what is asked",
}
"""What may end in an ellipsis, and where its text can be read in full."""

MEASURE = r"""(allowed) => {
  const faults = new Set();
  const styles = new Map();
  const style = (each) => styles.get(each)
    ?? styles.set(each, getComputedStyle(each)).get(each);
  const isInline = (each) => ["inline", "contents"].includes(style(each).display);
  const isSeen = (each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && !each.closest(".skip, .for-screen-readers, [aria-hidden=true], svg, .menu-items");
  const named = (each) => {
    const inside = each.parentElement.closest("body [class]");
    const text = each.innerText || each.value || each.getAttribute("aria-label") || "";
    const words = text.trim().replaceAll(/\s+/g, " ").slice(0, 40);
    return [inside, each].filter(Boolean)
      .map(({ localName, classList }) => [localName, ...classList].join("."))
      .join(" ") + ` “${words}”`;
  };

  // What hides or scrolls the parts of an element that lie outside, the innermost first.
  const clipping = (each) => {
    const found = [];
    for (let at = each; at && at !== document.body; at = at.parentElement) {
      const { overflowX: x, overflowY: y } = style(at);
      if (!isInline(at) && (x !== "visible" || y !== "visible")) found.push(at);
    }
    return found;
  };
  const scrolls = (way) => way === "auto" || way === "scroll";
  const sticksOut = (inner, outer, by) => inner.right > outer.right + by
    || inner.left < outer.left - by;

  const lookSideways = () => {
    const root = document.documentElement;
    if (root.scrollWidth <= innerWidth) return;
    const wide = [...document.querySelectorAll("body *")].filter((each) => isSeen(each)
      && each.getBoundingClientRect().right > innerWidth + 1
      && !clipping(each.parentElement).some((at) => style(at).overflowX !== "visible"));
    const inner = wide.filter((each) => !wide.some((other) => other !== each
      && each.contains(other)));
    faults.add(`${root.scrollWidth} px wide: ${inner.slice(0, 3).map(named)}`);
  };

  const lookForCuts = (parent, text) => {
    for (const at of clipping(parent)) {
      const { overflowX: x, overflowY: y } = style(at);
      const seen = at.getBoundingClientRect();
      if (scrolls(x) || scrolls(y)) return;
      if (x !== "visible" && sticksOut(text, seen, 1.5)) faults.add(`cut: ${named(parent)}`);
      if (y !== "visible" && (text.bottom > seen.bottom + 3 || text.top < seen.top - 3)) {
        faults.add(`cut above or below: ${named(parent)}`);
      }
    }
  };

  const lookAtText = (node) => {
    const parent = node.parentElement;
    if (!node.data.trim() || !isSeen(parent)) return;
    if (parent.closest(`script, style, option, ${allowed}`)) return;
    const range = document.createRange();
    range.selectNodeContents(node);
    const text = range.getBoundingClientRect();
    // Words for screen readers alone lie in a box of one pixel.
    if (!text.width || clipping(parent).some((at) => at.clientWidth <= 1)) return;
    if (/^\s*[+−]?[\d.,]+\s*$/.test(node.data) && range.getClientRects().length > 1) {
      faults.add(`a number on two lines: ${named(parent)}`);
    }
    lookForCuts(parent, text);
    let block = parent;
    while (isInline(block)) block = block.parentElement;
    if (style(block).overflowX === "visible"
      && sticksOut(text, block.getBoundingClientRect(), 2)) {
      faults.add(`runs out of its box: ${named(parent)}`);
    }
  };

  // A link that goes on in the next line has a box a line, of which each may be clipped.
  const boxesOf = (each) => [...each.getClientRects()].map((rect) => {
    const box = { each, left: rect.left, top: rect.top, right: rect.right, bottom: rect.bottom };
    for (const at of clipping(each.parentElement)) {
      const seen = at.getBoundingClientRect();
      box.left = Math.max(box.left, seen.left);
      box.right = Math.min(box.right, seen.right);
      box.top = Math.max(box.top, seen.top);
      box.bottom = Math.min(box.bottom, seen.bottom);
    }
    return box;
  }).filter(({ left, top, right, bottom }) => right - left > 2 && bottom - top > 2);

  const lookForOverlaps = () => {
    // What sticks to an edge may lie on what goes past below it.
    const stops = [...document.querySelectorAll(
      "a[href], button, input:not([type=hidden]), select, textarea, summary",
    )].filter((each) => isSeen(each) && !each.closest(".action-bar, .sticky, tr.me"));
    const boxes = stops.flatMap(boxesOf).sort((one, other) => one.top - other.top);
    boxes.forEach((one, at) => {
      for (const other of boxes.slice(at + 1)) {
        if (other.top >= one.bottom - 2) break;
        const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const height = Math.min(one.bottom, other.bottom) - other.top;
        if (width <= 2 || height <= 2) continue;
        if (one.each.contains(other.each) || other.each.contains(one.each)) continue;
        faults.add(`${named(one.each)} lies on ${named(other.each)}`);
      }
    });
  };

  const lookAtHeader = () => {
    const header = document.querySelector("body > header > .top");
    const lines = header ? header.offsetHeight / parseFloat(style(document.body).fontSize) : 0;
    // On a phone a club's pages have a line for the club and one for its parts.
    const isOfClub = document.querySelector(".club-nav") && !matchMedia("(width >= 62rem)").matches;
    const isLarge = parseFloat(style(document.documentElement).fontSize) > 16;
    if (lines > 5 && !isOfClub && !isLarge) faults.add("a header of two lines");
  };

  lookSideways();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) lookAtText(texts.currentNode);
  lookForOverlaps();
  lookAtHeader();
  return [...faults];
}"""
"""Looks at what is on the screen; what scrolls by itself may be wider than its place."""


class Screens:
    """The same page on a phone and on a computer, and with its text twice as large."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._browser: CDPSession = page.context.new_cdp_session(page)

    def faults(self, *, has_large_text: bool) -> list[str]:
        """Return what does not fit, each with where."""
        texts = (TEXT, 2 * TEXT) if has_large_text else (TEXT,)
        return [
            f"{size['width']} px{', large text' if text > TEXT else ''}: {fault}"
            for text in texts
            for size in (PHONE, COMPUTER)
            for fault in self._measured(size, text)
        ]

    def _measured(self, size: ViewportSize, text: int) -> list[str]:
        self._page.set_viewport_size(size)
        sizes = {"standard": text, "fixed": text - 3}
        self._browser.send("Page.setFontSizes", {"fontSizes": sizes})
        faults: list[str] = self._page.evaluate(MEASURE, ", ".join(CUT_ON_PURPOSE))
        return faults
