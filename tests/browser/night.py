"""What people do on a club night, as steps in a browser that the tests and pictures share."""

import re
from collections.abc import Iterable, Mapping, Sequence
from urllib.parse import urlsplit

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
    expect(page.get_by_role("heading", name="Clubs")).to_be_visible()


def make_club(page: Page, site: Site, name: str, players: Iterable[str]) -> None:
    """Make a club and paste its players."""
    page.goto(f"{site.url}/clubs/new/")
    page.get_by_label("Name of the club").fill(name)
    page.get_by_label("Time zone").select_option("Europe/Rome")
    press(page, "Create the club")
    page.get_by_label("Names").fill("\n".join(players))
    press(page, "Look at the list")
    press(page, "Add the ticked players")
    expect(page.get_by_text("players added")).to_be_visible()


def start_competition(page: Page, name: str) -> str:
    """Make a competition that is played now; return the address of its first round."""
    page.get_by_role("link", name="Competitions", exact=True).click()
    page.get_by_role("link", name="New competition").first.click()
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


def table_address(page: Page, site: Site, round_url: str, table: int) -> str:
    """Return what a table's QR code says, as this machine reaches it, from the printed sheets."""
    page.goto(f"{round_url}sheets/")
    sheet = page.locator(".sheet", has=page.get_by_role("heading", name=f"Table {table}"))
    return site.url + urlsplit(sheet.locator("figcaption small").inner_text()).path


def scan(phone: Page, address: str, name: str | None = None) -> str:
    """Open a table by its code as one of its players; return the table's address."""
    phone.goto(address)
    phone.get_by_role("button", name=f"I am {name}" if name else "Just enter hands").click()
    expect(phone.get_by_role("heading", level=1)).to_contain_text("Table")
    return phone.url


def names_at(phone: Page) -> list[str]:
    """Return who sits at the table that is shown, in the order of their places."""
    shown = phone.locator(".ranking .seat-name").all_inner_texts()
    # The badge of the seat stands before the name.
    return [text.split("\n")[-1] for text in shown]


def tap_order(phone: Page, names: Iterable[str]) -> None:
    """Tap players in the order they went out."""
    for name in names:
        phone.locator(f"button.tap[data-name='{name}']").click()


def send_hand(
    phone: Page,
    number: int,
    order: Sequence[str],
    *,
    lions: Mapping[str, int] | None = None,
    hedgehogs: Iterable[str] = (),
) -> None:
    """Enter a hand at the table that is shown; who is last in `order` fills in by itself."""
    phone.get_by_role("link", name=f"Enter hand {number}").click()
    tap_order(phone, order[:-1])
    for name, count in (lions or {}).items():
        group = phone.get_by_role("radiogroup", name=f"Lions of {name}")
        group.get_by_role("radio", name=str(count), exact=True).click()
    for name in hedgehogs:
        phone.get_by_role("switch", name=f"Hedgehog of {name}").click()
    press(phone, f"Send hand {number}")
