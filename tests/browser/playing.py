"""Tables of a round that is played through the browser, with the book that is kept beside it."""

import re
from collections.abc import Mapping
from random import Random
from typing import Generic, NamedTuple, TypeVar
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, expect

from tests.browser.devices import Devices
from tests.browser.night import follow, names_in, open_hand, scan, send, send_hand
from tests.browser.scorebook import FranksZooPage, ZopZooPage
from tests.site import Site

AnyPage = TypeVar("AnyPage", FranksZooPage, ZopZooPage)
LIONS = (3, 2)
"""How the five lions are taken: by the first two who go out."""


class Sheet(NamedTuple):
    """A table's printed sheet: its number, what its QR code says, and who sits there."""

    number: int
    address: str
    names: list[str]


def read_sheets(organiser: Page, site: Site) -> list[Sheet]:
    """Look at the score sheets of the round that is shown, and come back to the round."""
    follow(organiser.get_by_role("link", name="Score sheets"))
    expect(organiser.get_by_role("heading", name="Score sheets")).to_be_visible()
    sheets = [_read(sheet, site) for sheet in organiser.locator(".sheet").all()]
    organiser.go_back()
    return sheets


def _read(sheet: Locator, site: Site) -> Sheet:
    number = int(re.sub(r"\D", "", sheet.get_by_role("heading", level=2).inner_text()))
    address = urlsplit(sheet.locator("figcaption small").inner_text()).path
    return Sheet(number, site.url + address, names_in(sheet.locator(".seat-list .named")))


class Tables(Generic[AnyPage]):
    """The tables of the round that is shown: for each a phone and a page of the book, by number."""

    def __init__(
        self, organiser: Page, site: Site, devices: Devices, new_page: type[AnyPage], seed: int
    ) -> None:
        sheets = read_sheets(organiser, site)
        self.phones = {sheet.number: _sit_down(devices, sheet) for sheet in sheets}
        self.book: dict[int, AnyPage] = {sheet.number: new_page(sheet.names) for sheet in sheets}
        self.substitutes: dict[str, str] = {}
        self._chance = Random(seed)

    def play(self, hands: int) -> None:
        """Play at all tables until each has so many hands."""
        for number, page in self.book.items():
            self.phones[number].reload()
            while len(page.hands) < hands:
                self.play_hand(number)

    def play_hand(self, number: int) -> None:
        """Play the next hand at a table: on its phone, and in the book."""
        page, phone = self.book[number], self.phones[number]
        if isinstance(page, FranksZooPage):
            _play_franks_zoo(phone, page, self._chance, self.substitutes)
        else:
            _play_zop_zoo(phone, page, self._chance)


def _sit_down(devices: Devices, sheet: Sheet) -> Page:
    """Return the phone of who sits on the first seat of a table, who has scanned its code."""
    phone = devices.phone()
    scan(phone, sheet.address, sheet.names[0])
    return phone


def _play_franks_zoo(
    phone: Page, page: FranksZooPage, chance: Random, substitutes: Mapping[str, str]
) -> None:
    """Play a hand; the phone has `substitutes` by their names, the book whom they play for."""
    number = len(page.hands) + 1
    order = chance.sample(page.playing, len(page.playing))
    lions = dict(zip(order, LIONS, strict=False)) if number > 1 else {}
    no_hedgehog = order[2:4] if number > 1 else []
    there = {name: substitutes.get(name, name) for name in page.playing}
    send_hand(
        phone,
        number,
        [there[name] for name in order],
        lions={there[name]: count for name, count in lions.items()},
        hedgehogs=[there[name] for name in no_hedgehog],
    )
    expect(phone.get_by_text(f"Hand {number} recorded")).to_be_visible()
    page.write(order, lions, no_hedgehog)


def _play_zop_zoo(phone: Page, page: ZopZooPage, chance: Random) -> None:
    """Play a hand that somebody wins, and in which all others have minus cards."""
    number, winner = len(page.hands) + 1, chance.choice(page.names)
    cards = 5 * chance.randint(20, 60)
    losers = [name for name in page.names if name != winner]
    lost = chance.sample(range(1, 20), len(losers))
    minus = {name: 5 * each for name, each in zip(losers, lost, strict=True)}
    open_hand(phone, number)
    phone.locator("label.tap").nth(page.names.index(winner)).click()
    phone.locator(f"#cards-{page.names.index(winner)}").fill(str(cards))
    for name, points in minus.items():
        phone.locator(f"#minus-{page.names.index(name)}").fill(str(points))
    send(phone, f"Send hand {number}")
    expect(phone.get_by_text(f"Hand {number} recorded")).to_be_visible()
    page.write(winner, cards, minus)
