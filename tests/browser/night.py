"""What people do on a club night, as steps in a browser that the tests and pictures share."""

import re
from collections.abc import Iterable

from playwright.sync_api import Page, expect

from tests.site import Site

PLAYERS = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Finn", "Greta", "Hugo")


def press(page: Page, name: str) -> None:
    """Press the button of this name."""
    page.get_by_role("button", name=name, exact=True).click()


def become_owner(page: Page, site: Site, name: str) -> None:
    """Use the link that the start printed."""
    found = re.search(r"/enter/\S+", site.output)
    assert found
    page.goto(site.url + found[0])
    page.get_by_label("Your name").fill(name)
    press(page, "Continue as owner")
    expect(page.get_by_role("heading", name="Start your club")).to_be_visible()


def make_club(page: Page, site: Site, name: str, players: Iterable[str]) -> None:
    """Make a club and paste its players."""
    page.goto(f"{site.url}/clubs/new/")
    page.get_by_label("Name of the club").fill(name)
    page.get_by_label("Time zone").select_option("Europe/Rome")
    press(page, "Create a club")
    page.get_by_label("Names").fill("\n".join(players))
    press(page, "Look at the list")
    press(page, "Add the ticked players")
    expect(page.get_by_text("players added")).to_be_visible()


def start_competition(page: Page, name: str) -> str:
    """Make a competition that is played now; return the address of its first round."""
    page.get_by_role("link", name="Competitions", exact=True).click()
    page.get_by_role("link", name=re.compile("new competition", re.IGNORECASE)).first.click()
    page.get_by_label("Name", exact=True).fill(name)
    press(page, "Create the competition")
    expect(page.get_by_role("heading", name="Round 1")).to_be_visible()
    return page.url


def check_in(page: Page, names: Iterable[str]) -> None:
    """Tap people who are there, one after the other."""
    for name in names:
        row = page.get_by_role("button", name=re.compile(f"^{name}"))
        row.click()
        expect(row).to_have_attribute("aria-pressed", "true")


def seat(page: Page, seed: int) -> None:
    """Draw the tables."""
    page.get_by_role("link", name="Seat", exact=True).click()
    page.get_by_label(re.compile("seed", re.IGNORECASE)).fill(str(seed))
    press(page, "Seat them now")
    expect(page.get_by_text(f"drawn with seed {seed}")).to_be_visible()
