"""A night in a real browser: a phone, a projector, nine players at two tables.

Whole nights, from making the club on, are in test_club_night_of_seventeen.py and its neighbours.
"""

import pytest
from playwright.sync_api import Page, expect

from league.competitions.models import Table
from tests.browser.devices import Devices
from tests.browser.night import (
    AT_ONCE,
    PLAYERS,
    SECOND,
    Night,
    follow,
    game_night,
    names_at,
    open_hand,
    scan,
    send,
    send_hand,
    tap_order,
)
from tests.league.results.hands import send as send_record
from tests.on_site import on_site
from tests.site import Site

pytestmark = pytest.mark.browser


SEATED = [*PLAYERS[:7], "Olga"]


@pytest.fixture
def night(site: Site, devices: Devices) -> Night:
    """A round of two tables of four; Hugo is late."""
    return game_night(site, devices, seated=SEATED)


def phone_on(night: Night, table: int, *, seat: int) -> Page:
    """Return a new phone that has scanned a table's code, as the player on a seat."""
    address = night.address(table)
    phone = night.devices.phone()
    phone.goto(address)
    buttons = phone.locator("button.tap").all_inner_texts()
    scan(phone, address, buttons[seat].split("I am ")[-1].strip())
    return phone


def test_club_night_ends_with_standings_that_everybody_can_open(
    night: Night, devices: Devices
) -> None:
    """A late arrival, a phone, a projector, a correction, the end of the round."""
    on_site(night.site, lambda: send_first_hand(night))
    wall = devices.projector()
    wall.goto(f"{night.round_url}screen/?tables=600")
    expect(wall.get_by_role("heading", name="Table 2")).to_be_visible()
    seat_late(night, "Hugo")
    expect(wall.get_by_text("Hugo")).to_be_visible(timeout=AT_ONCE)

    phone = phone_on(night, 1, seat=0)
    order = names_at(phone)
    send_hand(phone, 2, order, lions={order[0]: 3, order[1]: 2}, hedgehogs=[order[2]])
    expect(wall.get_by_text("Hand 3")).to_be_visible(timeout=AT_ONCE)
    correct_first_hand(night, phone.url, [order[1], order[0], *order[2:]])
    expect(phone.get_by_text("Corrected").first).to_be_visible(timeout=AT_ONCE)

    close_round(night)
    expect(phone.get_by_text("The round is closed").first).to_be_visible(timeout=AT_ONCE)
    expect(phone.get_by_role("link", name="Enter hand 3")).to_have_count(0)
    read_standings(night, devices.phone(is_dark=True))


@pytest.mark.thorough
def test_hand_on_one_phone_is_on_another_within_a_second(night: Night) -> None:
    first, other = phone_on(night, 1, seat=0), phone_on(night, 1, seat=1)
    order = names_at(first)
    for number in (1, 2):
        open_hand(first, number)
        tap_order(first, order[:-1])
        send(first, f"Send hand {number}")
        if number > 1:
            send(first, "Send anyway")
        expect(first.get_by_text(f"Hand {number} recorded")).to_be_visible()
        heading = other.get_by_role("heading", name=f"Hand {number + 1}", exact=True)
        expect(heading).to_be_visible(timeout=SECOND)


@pytest.mark.long
def test_two_phones_that_disagree_leave_the_choice_to_the_table(night: Night) -> None:
    first, other = phone_on(night, 1, seat=0), phone_on(night, 1, seat=1)
    order = names_at(first)
    for phone in (first, other):
        open_hand(phone, 1)
    tap_order(first, order[:-1])
    tap_order(other, list(reversed(order))[:-1])
    send(first, "Send hand 1")
    expect(first.get_by_text("Hand 1 recorded")).to_be_visible()
    send(other, "Send hand 1")
    for phone in (first, other):
        heading = phone.get_by_role("heading", name="Hand 1: different versions")
        expect(heading).to_be_visible(timeout=AT_ONCE)
        night.look_over(phone)
    assert names_at(first) == order
    follow(first.get_by_role("button", name="Choose this version").nth(1))
    night.look_over(first)
    send(first, "Choose this version")
    expect(first.get_by_text("Hand 1: different versions")).to_have_count(0)
    expect(other.get_by_text("Hand 1: different versions")).to_have_count(0, timeout=AT_ONCE)
    assert names_at(other) == list(reversed(order))


def seat_late(night: Night, name: str) -> None:
    """Check somebody in after the draw, and give them the seat that is suggested."""
    organiser = night.organiser
    organiser.goto(night.round_url)
    organiser.get_by_text("Late arrivals").click()
    organiser.get_by_role("button", name=name).click()
    follow(organiser.get_by_role("link", name="Choose seat"))
    expect(organiser.get_by_role("heading", name=name, level=1)).to_be_visible()
    follow(organiser.locator(".table-card.next").get_by_role("link").first)
    send(organiser, "Apply changes")
    expect(organiser.get_by_text("is waiting for a seat")).to_have_count(0)


def send_first_hand(night: Night) -> None:
    """Record the first hand of the first table."""
    round = int(night.round_url.strip("/").rpartition("/")[2])
    send_record(Table.objects.get(round=round, number=1))


def correct_first_hand(night: Night, table_url: str, order: list[str]) -> None:
    """Correct the order of a table's first hand, as an organiser."""
    organiser = night.organiser
    organiser.goto(table_url)
    organiser.get_by_text("Hand 1", exact=True).click()
    follow(organiser.get_by_role("link", name="Correct").last)
    tapped = organiser.locator("button.tap[aria-pressed='true']")
    while tapped.count():
        tapped.first.click()
    tap_order(organiser, order[:-1])
    organiser.get_by_label("Reason").fill("The first two were swapped.")
    send(organiser, "Correct hand")
    expect(organiser.get_by_text("Nothing has been changed yet.")).to_be_visible()
    send(organiser, "Correct hand")
    expect(organiser.get_by_text("The first two were swapped.")).to_be_visible()


def close_round(night: Night) -> None:
    """Close the round."""
    organiser = night.organiser
    organiser.goto(night.round_url)
    follow(organiser.get_by_role("link", name="Close round"))
    expect(organiser.get_by_text("Would count with its current score").first).to_be_visible()
    send(organiser, "Close round")
    expect(organiser.get_by_text("Round closed")).to_be_visible()


def read_standings(night: Night, reader: Page) -> None:
    """Read the standings, and open the first row down to the rules behind its points."""
    reader.goto(f"{night.club_url}competitions/")
    follow(reader.get_by_role("link", name="Autumn league"))
    follow(reader.get_by_role("link", name="Standings").first)
    rows = reader.locator("table.standings tbody tr")
    expect(rows).to_have_count(4)
    leader = rows.first.get_by_role("link").first
    name = leader.inner_text().split("\n")[0]
    follow(leader)
    expect(reader.get_by_role("heading", level=1)).to_contain_text(name)
    expect(reader.get_by_text("FZ-").first).to_be_attached()
    night.look_over(reader)
