"""The club night that the tutorials tell, step by step, with their pictures.

What the tutorials say can be done is done here; so a picture shows what its reader sees.
"""

import re
from collections.abc import Callable
from typing import NamedTuple

from playwright.sync_api import Page, expect

from tests.browser.devices import Devices
from tests.browser.night import (
    check_in,
    follow,
    names_at,
    open_hand,
    open_new_competition,
    press,
    scan,
    send,
    send_hand,
    table_address,
    tap_order,
)
from tests.browser.tables import open_table
from tests.site import Site

MEMBERS = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Finn", "Greta", "Hugo", "Ida")
THERE = (*MEMBERS[:7], "Olga")
SEED = 7
SENT = 30_000
"""ms; how long a phone may take to send what it has kept."""


class Taker(NamedTuple):
    """A new site, devices to look at it, and what writes a picture: of a page, by name."""

    site: Site
    devices: Devices
    take: Callable[[Page, str], None]


def tell(taker: Taker) -> None:
    """Go through the tutorials and take their pictures."""
    organiser = taker.devices.computer()
    make_club(taker, organiser)
    round_url = make_league(taker, organiser)
    seat_everybody(taker, organiser)
    seat_late(taker, organiser, round_url, "Hugo")
    table_url = play_hands(taker, organiser, round_url)
    correct(taker, organiser, table_url)
    show_and_print(taker, organiser, round_url)
    close(taker, organiser, round_url)
    other_games(taker)
    play_online(taker)


def make_club(taker: Taker, page: Page) -> None:
    """Become the owner by the link that the start printed, and make a club of names."""
    found = re.search(r"/sign-in/\S+", taker.site.output)
    assert found
    page.goto(taker.site.url + found[0])
    page.get_by_label("Your name").fill("Olga")
    taker.take(page, "owner")
    send(page, "Continue")
    page.goto(f"{taker.site.url}/clubs/new/")
    page.get_by_label("Club name").fill("Zoo Club")
    page.get_by_label("Time zone").select_option("Europe/Rome")
    send(page, "Create club")
    page.get_by_label("Names").fill("\n".join(MEMBERS))
    taker.take(page, "players")
    send(page, "Preview list")
    send(page, "Add selected players")


def make_league(taker: Taker, page: Page) -> str:
    """Make a league that begins now; return the address of its first round."""
    open_new_competition(page)
    page.get_by_label("Name", exact=True).fill("Autumn league")
    taker.take(page, "competition")
    page.get_by_text("More settings").click()
    page.get_by_text("Results in the standings").click()
    page.get_by_label("everyone at the table").check()
    send(page, "Create competition")
    expect(page.get_by_role("heading", name="Round 1")).to_be_visible()
    return page.url


def seat_everybody(taker: Taker, page: Page) -> None:
    """Check in who is there, look at the draw, and seat them."""
    check_in(page, THERE)
    taker.take(page, "check-in")
    page.get_by_role("link", name="Seat", exact=True).click()
    page.get_by_text("Draw again").click()
    page.get_by_label("Draw number").fill(str(SEED))
    send(page, "Preview draw")
    taker.take(page, "seat")
    send(page, "Seat players")
    taker.take(page, "seated")


def seat_late(taker: Taker, page: Page, round_url: str, name: str) -> None:
    """Give a seat to somebody who comes after the draw."""
    page.goto(round_url)
    page.get_by_text("Late arrivals").click()
    check_in(page, [name])
    follow(page.get_by_role("link", name="Choose seat"))
    taker.take(page, "late")
    follow(page.locator(".table-card.next").get_by_role("link").first)
    send(page, "Apply changes")


def play_hands(taker: Taker, organiser: Page, round_url: str) -> str:
    """Enter hands at both tables, one of them with its lions; return the first one's address."""
    other = taker.devices.phone()
    scan(other, table_address(organiser, taker.site, round_url, 2))
    send_hand(other, 1, names_at(other))
    phone = taker.devices.phone()
    address = table_address(organiser, taker.site, round_url, 1)
    phone.goto(address)
    taker.take(phone, "code-phone")
    first = phone.locator("button.tap").first.inner_text().split("I am ")[-1].strip()
    table_url = scan(phone, address, first)
    order = names_at(phone)
    send_hand(phone, 1, order)
    expect(phone.get_by_role("heading", name="Hand 2", exact=True)).to_be_visible()
    taker.take(phone, "next-hand-phone")
    confirm(taker, address, order[1])
    open_hand(phone, 2)
    tap_order(phone, order[:0:-1])
    expect(phone.locator("button.tap[aria-pressed='true']")).to_have_count(len(order))
    taker.take(phone, "taps-phone")
    for name, count in ((order[1], 2), (order[2], 3)):
        group = phone.get_by_role("radiogroup", name=f"Lions of {name}")
        group.get_by_role("radio", name=str(count), exact=True).click()
    phone.locator("#preview").scroll_into_view_if_needed()
    taker.take(phone, "preview-phone")
    send(phone, "Send hand 2")
    expect(phone.get_by_role("heading", name="Hand 3", exact=True)).to_be_visible()
    offline(taker, phone, table_url)
    return table_url


def confirm(taker: Taker, address: str, name: str) -> None:
    """Let a player of the table be asked whether the hand is right."""
    phone = taker.devices.phone()
    scan(phone, address, name)
    expect(phone.get_by_role("button", name="Confirm hand 1")).to_be_visible()
    phone.get_by_role("button", name="Confirm hand 1").scroll_into_view_if_needed()
    taker.take(phone, "confirm-phone")


def offline(taker: Taker, phone: Page, table_url: str) -> None:
    """Enter a hand without network, and let it be sent."""
    order = names_at(phone)
    open_hand(phone, 3)
    expect(phone.locator(".sending-state")).to_have_attribute("data-state", "online")
    phone.context.set_offline(True)
    tap_order(phone, order[:-1])
    press(phone, "Send hand 3")
    expect(phone.get_by_text("Check it again.")).to_be_visible()
    press(phone, "Send anyway")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Hand 4")
    phone.evaluate("scrollTo(0, 0)")
    taker.take(phone, "offline-phone")
    phone.context.set_offline(False)
    phone.goto(table_url)
    expect(phone.get_by_role("heading", name="Hand 4", exact=True)).to_be_visible(timeout=SENT)


def correct(taker: Taker, page: Page, table_url: str) -> None:
    """Correct the first hand, whose first two were swapped, after a look at what it changes."""
    page.goto(table_url)
    order = names_at(page)
    page.get_by_text("Hand 1", exact=True).click()
    follow(page.get_by_role("link", name="Correct").last)
    tapped = page.locator("button.tap[aria-pressed='true']")
    while tapped.count():
        tapped.first.click()
    tap_order(page, [order[1], order[0], *order[2:-1]])
    page.get_by_label("Reason").fill("The first two were swapped.")
    send(page, "Correct hand")
    expect(page.get_by_text("Nothing has been changed yet.")).to_be_visible()
    taker.take(page, "correct")
    send(page, "Correct hand")


def show_and_print(taker: Taker, organiser: Page, round_url: str) -> None:
    """Put the big screen on the wall, and look at the sheets for the tables."""
    wall = taker.devices.computer()
    wall.goto(f"{round_url}screen/?tables=600")
    taker.take(wall, "screen")
    organiser.goto(f"{round_url}sheets/")
    taker.take(organiser, "sheets")


def close(taker: Taker, page: Page, round_url: str) -> None:
    """Close the round, and read its standings and one player's points."""
    page.goto(round_url)
    follow(page.get_by_role("link", name="Close round"))
    send(page, "Close round")
    follow(page.get_by_role("link", name="Standings").first)
    taker.take(page, "standings")
    follow(page.locator("table.standings tbody tr").first.get_by_role("link").first)
    taker.take(page, "why")


def other_games(taker: Taker) -> None:
    """Begin a hand of the other two games in the calculator, which asks as a table does."""
    phone = taker.devices.phone()
    open_calculator(phone, taker.site, "zop-zoo")
    phone.locator("label.tap").nth(1).click()
    for value in ("+65", "+100"):
        phone.locator("[data-adds=cards-1]").get_by_role("button", name=value, exact=True).click()
    phone.get_by_role("group", name="Winner of the hand").scroll_into_view_if_needed()
    taker.take(phone, "zop-phone")
    open_calculator(phone, taker.site, "animal-poker")
    taker.take(phone, "poker-phone")


def open_calculator(phone: Page, site: Site, game: str) -> None:
    """Begin a match of a game in the calculator, and scroll to its form."""
    phone.goto(f"{site.url}/calculator/{game}/")
    send(phone, "Start match")
    heading = phone.get_by_role("heading", name="Enter hand 1")
    heading.evaluate("heading => heading.scrollIntoView()")


def play_online(taker: Taker) -> None:
    """Open an online table against bots."""
    phone = taker.devices.phone()
    phone.goto(f"{taker.site.url}/play/")
    taker.take(phone, "lobby-phone")
    open_table(phone, taker.site, "franks-zoo", seats=4)
    expect(phone.locator(".hand, .tile").first).to_be_visible()
    taker.take(phone, "online-phone")
