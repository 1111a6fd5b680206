"""Take the pictures of the documents from a running site: `./run screenshots`.

With names, such as `./run screenshots own-game-wide`, only those pictures are written.
"""

import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from pathlib import Path

import django
from PIL import Image
from playwright.sync_api import Page, expect, sync_playwright

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
django.setup()

from tests.browser.devices import Devices  # noqa: E402
from tests.browser.night import become_owner, follow, names_at, scan, table_address, tap_order  # noqa: E402
from tests.browser.tutorial import Taker, tell  # noqa: E402
from tests.chromium import launch_chromium  # noqa: E402
from tests.site import Site  # noqa: E402

PICTURES = Path(__file__).resolve().parent.parent.parent / "docs" / "img"
COLOURS = 128
# ms; pictures may take their time, the machine may be busy.
PATIENCE = 30_000


class AllTakenError(Exception):
    """Raised once every picture that was named is taken: the walk goes no further."""


def main(*names: str) -> None:
    """Take the named pictures anew, or all: of a season, and the tutorials' of an empty site."""
    expect.set_options(timeout=PATIENCE)
    left = set(names)

    def take_named(page: Page, name: str) -> None:
        if not names:
            take(page, name)
        elif name in left:
            take(page, name)
            left.remove(name)
            if not left:
                raise AllTakenError

    with sync_playwright() as playwright, suppress(AllTakenError):
        devices = Devices(launch_chromium(playwright))
        with started_site() as site:
            site.manage("demo")
            take_all(Taker(site, devices, take_named))
        with started_site() as site:
            tell(Taker(site, devices, take_named))
        devices.close()
    if left:
        raise SystemExit(f"There is no picture of this name: {', '.join(sorted(left))}")


@contextmanager
def started_site() -> Iterator[Site]:
    """Run a new, empty site."""
    data = Path(tempfile.mkdtemp(prefix="menagerie-pictures-"))
    site = Site(data)
    try:
        yield site.wait_until_ready()
    finally:
        site.kill()
        shutil.rmtree(data, ignore_errors=True)


def take_all(taker: Taker) -> None:
    """Walk through the demonstration and take the pictures."""
    site, devices, take = taker
    organiser = devices.computer()
    become_owner(organiser, site, "Olga")
    organiser.goto(f"{site.url}/c/demo/competitions/")
    follow(organiser.get_by_role("link", name="Friday League"))
    competition_url = organiser.url
    follow(organiser.get_by_role("link", name="Round 6").first)
    round_url = organiser.url
    take(organiser, "round-wide")
    organiser.goto(f"{competition_url}standings/")
    take(organiser, "standings-wide")

    organiser.goto(f"{site.url}/c/demo/sheets/new/?from=hearts")
    show_own_game(organiser)
    take(organiser, "own-game-wide")

    wall = devices.projector()
    wall.goto(f"{round_url}screen/")
    take(wall, "projector")

    phone = devices.phone()
    table_url = scan(phone, table_address(organiser, site, round_url, 3))
    take(phone, "table-phone")
    follow(phone.get_by_role("link", name=re.compile("Enter hand")))
    enter_url = phone.url
    phone.goto(table_url)
    order = names_at(phone)
    phone.goto(enter_url)
    tap_order(phone, order[:-1])
    expect(phone.locator("button.tap[aria-pressed='true']")).to_have_count(len(order))
    phone.wait_for_timeout(500)
    take(phone, "enter-phone")


def show_own_game(page: Page) -> None:
    """Begin a game from Hearts and try a hand beside it."""
    drawn = page.locator("#trial").element_handle()
    page.get_by_label("Name of the game").fill("Hearts to 50")
    page.get_by_label("Name of the game").blur()
    # The hand to try is drawn anew by that, and would lose what was typed meanwhile.
    drawn.wait_for_element_state("hidden")
    for seat, hearts in enumerate((3, 5, 0, 5)):
        page.locator(f'[name="c-hearts-{seat}"]').fill(str(hearts))
    page.locator('[name="c-queen"][value="2"]').check(force=True)
    expect(page.locator("#trial .points-list")).to_contain_text("Queen of spades")
    page.evaluate("scrollTo(0, 0)")


def take(page: Page, name: str) -> None:
    """Write what a screen shows to a picture, of few colours, so that it is small."""
    page.wait_for_timeout(300)
    shown = Image.open(BytesIO(page.screenshot())).convert("RGB")
    few = shown.quantize(COLOURS, dither=Image.Dither.NONE)
    few.save(PICTURES / f"{name}.png", optimize=True)


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    main(*sys.argv[1:])
