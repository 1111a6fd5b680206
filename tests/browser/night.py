"""What people do on a club night, as steps in a browser that the tests and pictures share.

A step ends when people would see that it is done. So a test never reads the page before: what leads
to another page is followed (`follow`, `send`), what only changes this one is pressed (`press`) and
then expected.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, expect

from tests.browser.devices import Devices
from tests.browser.made import enter_as, make_night, make_own_club, token_of
from tests.site import Site

PLAYERS = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Finn", "Greta", "Hugo")
SECOND = 1000
AT_ONCE = 4 * SECOND
"""Sooner than a page would find out by itself that is told of nothing."""


class Night:
    """A club, its organiser's device, and the round that is played tonight."""

    def __init__(self, site: Site, devices: Devices, *, club_url: str, session: str = "") -> None:
        self.site, self.devices = site, devices
        self.club_url = self.round_url = club_url
        self._session = session
        self._organiser: Page | None = None

    @property
    def organiser(self) -> Page:
        """The organiser's device: a computer that shows the round, unless another was opened."""
        return self._organiser or self.open_organiser(self.devices.computer())

    def open_organiser(self, page: Page) -> Page:
        """Let a device that shows the round, if there is one, be the organiser's."""
        self._organiser = page
        enter_as(page, self.site, self._session)
        page.goto(self.round_url)
        return page

    def phone(self, name: str | None = None, *, table: int = 1, has_scripts: bool = True) -> Page:
        """Return a new phone at a table, as one of its players or just to enter hands."""
        phone = self.devices.phone(has_scripts=has_scripts)
        scan(phone, self.address(table), name)
        return phone

    def address(self, table: int) -> str:
        """Return what a table's QR code says, as this machine reaches it."""
        round = int(re.findall(r"/rounds/(\d+)/", self.round_url)[0])
        return f"{self.site.url}/t/{token_of(self.site, round, table)}/"

    def look_over(self, page: Page) -> None:
        """Fail when a page shuts people out, or does not fit its screen."""
        self.devices.look_over(page)


def game_night(
    site: Site,
    devices: Devices,
    game: str = "franks-zoo",
    seated: Sequence[str] = (),
    members: Sequence[str] = PLAYERS,
    **settings: Any,
) -> Night:
    """Return the night of a new club, at whose tables these people sit."""
    made = make_night(site, game, members, seated, **settings)
    night = Night(site, devices, club_url=site.url + made.club, session=made.session)
    night.round_url = site.url + made.round
    return night


def club_evening(site: Site, devices: Devices) -> Night:
    """Return the evening of a new club at which nothing is on yet."""
    made = make_own_club(site, PLAYERS)
    return Night(site, devices, club_url=site.url + made.club, session=made.session)


def follow(leading: Locator) -> None:
    """Click a link or a form's button, and wait for the page that it leads to."""
    with leading.page.expect_navigation():
        leading.click()


def press(page: Page, name: str) -> None:
    """Press the button of this name, which changes something on this page."""
    page.get_by_role("button", name=name, exact=True).click()


def send(page: Page, name: str) -> None:
    """Press the button of this name, which sends a form, and wait for the page that answers."""
    follow(page.get_by_role("button", name=name, exact=True))


def become_owner(page: Page, site: Site, name: str) -> None:
    """Use the link that the start printed."""
    found = re.search(r"/sign-in/\S+", site.output)
    assert found
    page.goto(site.url + found[0])
    page.get_by_label("Your name").fill(name)
    send(page, "Continue")
    expect(page.get_by_role("heading", name="Clubs")).to_be_visible()


def open_new_competition(page: Page) -> None:
    """Open the form of a competition of Frank's Zoo, which is the first of the games."""
    follow(page.get_by_role("link", name="Competitions", exact=True))
    follow(page.get_by_role("link", name="New competition").first)


def start_competition(page: Page, name: str, game: str = "Frank") -> str:
    """Make a competition that is played now; return the address of its first round."""
    open_new_competition(page)
    follow(page.get_by_role("group", name="Game").get_by_role("button", name=game))
    page.get_by_label("Name", exact=True).fill(name)
    return create_competition(page)


def create_competition(page: Page) -> str:
    """Send the form of a new competition; return the address of its first round."""
    send(page, "Create competition")
    expect(page.get_by_role("heading", name="Round 1")).to_be_visible()
    return page.url


def check_in(page: Page, names: Iterable[str]) -> None:
    """Tap people who are there, one after the other."""
    for name in names:
        row = page.get_by_role("button", name=re.compile(f"^{name}"))
        row.click()
        expect(row).to_have_attribute("aria-pressed", "true")


def start_clock(page: Page, minutes: int) -> None:
    """Start the clock of a round whose stage has no length of its own."""
    page.get_by_text("Clock", exact=True).click()
    page.get_by_label("Round length (minutes)", exact=True).fill(str(minutes))
    send(page, "Start clock")


def table_address(page: Page, site: Site, round_url: str, table: int) -> str:
    """Return what a table's QR code says, as this machine reaches it, from the printed sheets."""
    page.goto(f"{round_url}sheets/")
    sheet = page.locator(".sheet", has=page.get_by_role("heading", name=f"Table {table}"))
    return site.url + urlsplit(sheet.locator("figcaption small").inner_text()).path


def scan(phone: Page, address: str, name: str | None = None) -> str:
    """Open a table by its code as one of its players; return the table's address."""
    phone.goto(address)
    who = f"I am {name}" if name else "Enter hands only"
    follow(phone.get_by_role("button", name=who))
    expect(phone.get_by_role("heading", level=1)).to_contain_text("Table")
    return phone.url


def names_at(phone: Page) -> list[str]:
    """Return who sits at the table that is shown, in the order of their places."""
    return names_in(phone.locator(".ranking .seat-name"))


def names_in(shown: Locator) -> list[str]:
    """Return the players of the seats that are shown."""
    # The badge of the seat stands before the name.
    return [text.split("\n")[-1] for text in shown.all_inner_texts()]


def open_hand(phone: Page, number: int, word: str = "hand") -> None:
    """Open the form of the next hand at the table that is shown, whatever the game calls one."""
    follow(phone.get_by_role("link", name=f"Enter {word} {number}"))
    title = f"{word.capitalize()} {number}"
    expect(phone.get_by_role("heading", name=title, level=1)).to_be_visible()


def tap_order(phone: Page, names: Iterable[str]) -> None:
    """Tap players in the order they went out."""
    for name in names:
        button = phone.locator(f"button.tap[data-name='{name}']")
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")


def send_hand(
    phone: Page,
    number: int,
    order: Sequence[str],
    *,
    lions: Mapping[str, int] | None = None,
    hedgehogs: Iterable[str] = (),
) -> None:
    """Enter a hand at the table that is shown; who is last in `order` fills in by itself.

    Everybody has a hedgehog until their switch is pressed, as for these `hedgehogs`.
    """
    open_hand(phone, number)
    tap_order(phone, order[:-1])
    for name, count in (lions or {}).items():
        group = phone.get_by_role("radiogroup", name=f"Lions of {name}")
        group.get_by_role("radio", name=str(count), exact=True).click()
    for name in hedgehogs:
        phone.get_by_role("switch", name=f"Hedgehog of {name}").click()
    send(phone, f"Send hand {number}")
