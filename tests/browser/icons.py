"""Draw the icons of the app from the site's mark: `python -m tests.browser.icons`."""

from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, sync_playwright

from tests.chromium import launch_chromium

IMAGES = Path(__file__).resolve().parents[2] / "league" / "static" / "img"
FELT = "#123f33"


class Icon(NamedTuple):
    """A picture of the mark on felt: `share` of its width is the mark, `corner` its radius."""

    name: str
    size: int
    share: float
    corner: float


ICONS = (
    Icon("app-180", 180, 0.72, 0),
    Icon("app-192", 192, 0.72, 0.22),
    Icon("app-512", 512, 0.72, 0.22),
    # Launchers cut it to a shape of theirs: all that matters lies in the inner 80 percent.
    Icon("app-maskable-512", 512, 0.54, 0),
)


def main() -> None:
    """Draw every icon anew."""
    with sync_playwright() as playwright:
        browser = launch_chromium(playwright)
        for icon in ICONS:
            draw(browser, icon)
        browser.close()


def draw(browser: Browser, icon: Icon) -> None:
    """Draw one icon."""
    mark = (IMAGES / "mark.svg").read_text(encoding="utf-8")
    page = browser.new_page(viewport={"width": icon.size, "height": icon.size})
    page.set_content(
        f"<style>*{{margin:0}}div{{display:grid;place-items:center;height:{icon.size}px;"
        f"border-radius:{icon.corner * icon.size}px;background:{FELT}}}"
        f"svg{{width:{icon.share * icon.size}px;overflow:visible}}</style><div>{mark}</div>"
    )
    page.screenshot(path=IMAGES / f"{icon.name}.png", omit_background=True)
    page.close()


if __name__ == "__main__":
    main()
