"""The organiser's evening on one page: how many presses and screens it takes."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.devices import PHONE, Devices
from tests.browser.night import Night, become_owner, follow, game_night, start_clock
from tests.site import Site

pytestmark = pytest.mark.browser

MOST_PRESSES = 8
MOST_SCREENS = 3
GUESTS = [
    "Anna Rossi",
    "Ben Huber",
    "Cleo Bianchi",
    "Dora Maria Esposito",
    "Emil Steiner",
    "Finn O'Brien",
    "Greta Lang",
    "Hugo Verdi",
    "Ida Colombo",
    "Jakob Moser",
    "Karl Ferrari",
    "Lea Ricci",
    "Mia Gruber",
    "Nora Pichler",
    "Oskar Marino",
    "Paula Greco",
    "Quirin Wolf",
    "Rosa Conti",
    "Sam Egger",
    "Tina Gallo",
]


class Presses:
    """Presses that lead to another page, counted."""

    def __init__(self) -> None:
        self.count = 0

    def follow(self, target: Locator) -> None:
        """Press what leads to another page."""
        self.count += 1
        follow(target)


@pytest.mark.thorough
def test_new_club_has_its_first_round_seated_after_eight_presses(
    new_site: Site, devices: Devices
) -> None:
    page, presses = devices.phone(), Presses()
    become_owner(page, new_site, "Olga")
    presses.follow(page.get_by_role("link", name="Create club").first)
    page.get_by_label("Club name").fill("Zoo Club")
    presses.follow(page.get_by_role("button", name="Create club"))
    page.get_by_label("Names").fill("\n".join(GUESTS[:16]))
    presses.follow(page.get_by_role("button", name="Preview list"))
    presses.follow(page.get_by_role("button", name="Add selected players"))
    presses.follow(page.get_by_role("link", name="New competition").first)
    page.get_by_label("Name", exact=True).fill("Autumn league")
    presses.follow(page.get_by_role("button", name="Create competition"))
    presses.follow(page.get_by_role("button", name="Check in everyone and seat"))
    expect(page.get_by_text("3 tables of 4 and 1 of 5").first).to_be_visible()
    devices.look_over(page)
    presses.follow(page.get_by_role("button", name="Seat players"))
    expect(page.get_by_role("heading", name="Table 4")).to_be_visible()
    assert presses.count <= MOST_PRESSES


@pytest.mark.thorough
def test_round_of_five_tables_fits_on_three_phone_screens(site: Site, devices: Devices) -> None:
    night = game_night(site, devices, members=GUESTS, seated=GUESTS)
    page = night.open_organiser(devices.phone())
    expect(page.get_by_role("heading", name="Table 5")).to_be_visible()
    start_clock(page, 45)
    expect(page.locator("[data-clock=running]")).to_be_visible()
    devices.look_over(page)
    height = page.evaluate("document.documentElement.scrollHeight")
    assert height <= MOST_SCREENS * PHONE["height"]


def test_check_in_list_is_filtered_while_one_types(site: Site, devices: Devices) -> None:
    page = game_night(site, devices, members=GUESTS).open_organiser(devices.phone())
    rows = page.locator(".check-in [data-name]:visible")
    expect(rows).to_have_count(21)
    page.get_by_role("searchbox", name="Find player").fill("o'br")
    expect(rows).to_have_count(1)
    rows.get_by_role("button").click()
    expect(rows.get_by_role("button")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("searchbox", name="Find player").fill("")
    page.get_by_role("link", name="Not here", exact=True).click()
    expect(rows).to_have_count(20)
    devices.look_over(page)


@pytest.mark.thorough
def test_two_players_swap_in_the_preview_by_drag_and_by_keys(site: Site, devices: Devices) -> None:
    page = preview_of_eight(site, devices).organiser
    (one, *_), (other, *_) = tables_shown(page)
    name_of(page, one).drag_to(name_of(page, other))
    expect(page.get_by_role("link", name="Undo swap")).to_be_visible()
    (first, *_), (second, *_) = tables_shown(page)
    assert (first, second) == (other, one)

    name_of(page, one).press("Enter")
    expect(name_of(page, one)).to_have_attribute("aria-current", "true")
    expect(name_of(page, one)).to_be_focused()
    devices.look_over(page)
    name_of(page, other).press("Enter")
    expect(page.locator(".table-card .named").first).to_have_text(one)
    shown = tables_shown(page)
    assert (shown[0][0], shown[1][0]) == (one, other)
    follow(page.get_by_role("button", name="Seat players"))
    expect(page.get_by_text("Players are seated.")).to_be_visible()
    assert tables_shown(page) == shown


@pytest.mark.thorough
def test_two_players_swap_in_the_preview_without_scripts(site: Site, devices: Devices) -> None:
    night = game_night(site, devices, members=GUESTS[:7])
    page = night.open_organiser(devices.phone(has_scripts=False))
    follow(page.get_by_role("button", name="Check in everyone and seat"))
    (one, *_), (other, *_) = tables_shown(page)
    follow(name_of(page, one))
    expect(page.get_by_text(f"Swap {one} with: tap the other player.")).to_be_visible()
    follow(name_of(page, other))
    swapped = tables_shown(page)
    assert (swapped[0][0], swapped[1][0]) == (other, one)
    follow(page.get_by_role("button", name="Seat players"))
    assert tables_shown(page) == swapped


def preview_of_eight(site: Site, devices: Devices) -> Night:
    """Return a night whose round's page shows how eight players would sit."""
    night = game_night(site, devices, members=GUESTS[:7])
    follow(night.organiser.get_by_role("button", name="Check in everyone and seat"))
    expect(night.organiser.get_by_role("heading", name="Preview")).to_be_attached()
    return night


def name_of(page: Page, name: str) -> Locator:
    """Return a player's name in the tables that are shown."""
    return page.locator(".table-card .seat-link", has_text=re.compile(f"^{name}$"))


def tables_shown(page: Page) -> list[list[str]]:
    """Return who sits at each table, in the order of their seats."""
    cards = page.locator(".table-card").all()
    return [card.locator(".named").all_inner_texts() for card in cards]
