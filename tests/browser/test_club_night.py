"""A whole night in a real browser: two phones, a projector, nine players at two tables."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.devices import Devices
from tests.browser.night import (
    PLAYERS,
    become_owner,
    check_in,
    make_club,
    names_at,
    press,
    scan,
    seat,
    send_hand,
    start_competition,
    table_address,
    tap_order,
)
from tests.site import Site

pytestmark = pytest.mark.browser

SECOND = 1000


class Night:
    """A round of two tables with everybody on their device."""

    def __init__(self, site: Site, devices: Devices) -> None:
        self.site = site
        self.devices = devices
        self.organiser = devices.computer()
        become_owner(self.organiser, site, "Olga")
        make_club(self.organiser, site, "Zoo Club", PLAYERS)
        self.round_url = start_competition(self.organiser, "Autumn league")
        check_in(self.organiser, [*PLAYERS[:7], "Olga"])
        seat(self.organiser, seed=7)

    def phone_at(self, table: int, *, who: int | None = None) -> Page:
        """Return a new phone that has scanned a table's code, as the player on a seat."""
        address = table_address(self.organiser, self.site, self.round_url, table)
        phone = self.devices.phone()
        phone.goto(address)
        buttons = phone.locator("button.tap").all_inner_texts()
        name = None if who is None else buttons[who].split("I am ")[-1].strip()
        scan(phone, address, name)
        return phone

    def look_over(self, page: Page) -> None:
        """Fail when a page shuts people out, or does not fit its screen."""
        self.devices.assert_accessible(page)
        self.devices.assert_fits(page)


@pytest.fixture
def night(site: Site, devices: Devices) -> Night:
    return Night(site, devices)


def test_club_night_ends_with_standings_that_everybody_can_open(night: Night) -> None:
    """A late arrival, two phones, a projector, a correction, the end of the round."""
    wall = night.devices.projector()
    wall.goto(f"{night.round_url}screen/")
    expect(wall.get_by_role("heading", name="Table 2")).to_be_visible()
    seat_late(night, "Hugo")
    expect(wall.get_by_text("Hugo")).to_be_visible(timeout=2 * SECOND)
    night.look_over(wall)

    phones = night.phone_at(1, who=0), night.phone_at(2, who=1)
    assert sorted(len(names_at(phone)) for phone in phones) == [4, 5]
    for phone in phones:
        order = names_at(phone)
        send_hand(phone, 1, order)
        expect(phone.get_by_role("heading", name="Hand 2", exact=True)).to_be_visible()
        assert names_at(phone) == order
        night.look_over(phone)

    phone = phones[0]
    order = names_at(phone)
    send_second_hand(night, phone, order)
    expect(wall.get_by_text("Hand 3")).to_be_visible(timeout=2 * SECOND)
    correct_first_hand(night, phone.url, [order[1], order[0], *order[2:]])
    expect(phone.get_by_text("Corrected").first).to_be_visible(timeout=2 * SECOND)

    close_round(night)
    expect(phone.get_by_text("The round is closed").first).to_be_visible(timeout=2 * SECOND)
    expect(phone.get_by_role("link", name="Enter hand 3")).to_have_count(0)
    read_standings(night, night.devices.phone(is_dark=True))
    assert "differ" not in night.site.manage("rebuild", "--check")


def test_hand_on_one_phone_is_on_another_within_a_second(night: Night) -> None:
    first, other = night.phone_at(1, who=0), night.phone_at(1, who=1)
    order = names_at(first)
    for number in (1, 2):
        first.get_by_role("link", name=f"Enter hand {number}").click()
        tap_order(first, order[:-1])
        press(first, f"Send hand {number}")
        if number > 1:
            press(first, "Send anyway")
        expect(first.get_by_text(f"Hand {number} is recorded")).to_be_visible()
        heading = other.get_by_role("heading", name=f"Hand {number + 1}", exact=True)
        expect(heading).to_be_visible(timeout=SECOND)


def test_two_phones_that_disagree_leave_the_choice_to_the_table(night: Night) -> None:
    first, other = night.phone_at(1, who=0), night.phone_at(1, who=1)
    order = names_at(first)
    for phone in (first, other):
        phone.get_by_role("link", name="Enter hand 1").click()
    tap_order(first, order[:-1])
    tap_order(other, list(reversed(order))[:-1])
    press(first, "Send hand 1")
    expect(first.get_by_text("Hand 1 is recorded")).to_be_visible()
    press(other, "Send hand 1")
    for phone in (first, other):
        heading = phone.get_by_role("heading", name="Hand 1: which one is right?")
        expect(heading).to_be_visible(timeout=2 * SECOND)
        night.look_over(phone)
    assert names_at(first) == order
    first.get_by_role("button", name="This one is right").nth(1).click()
    expect(first.get_by_text("which one is right?")).to_have_count(0)
    expect(other.get_by_text("which one is right?")).to_have_count(0, timeout=2 * SECOND)
    assert names_at(other) == list(reversed(order))


def test_hand_is_entered_without_scripts(night: Night) -> None:
    scanner = night.phone_at(2)
    order = names_at(scanner)
    phone = night.devices.phone(has_scripts=False)
    scan(phone, table_address(night.organiser, night.site, night.round_url, 2))
    send_hand(phone, 1, order)
    expect(phone.get_by_role("heading", name="Hand 2", exact=True)).to_be_visible()
    assert names_at(phone) == order


def seat_late(night: Night, name: str) -> None:
    """Check somebody in after the draw, and give them the seat that is suggested."""
    organiser = night.organiser
    organiser.goto(night.round_url)
    organiser.get_by_role("button", name=name).click()
    organiser.get_by_role("link", name="Find a seat").click()
    expect(organiser.get_by_role("heading", name=name, level=1)).to_be_visible()
    night.look_over(organiser)
    organiser.locator(".table-card.next").get_by_role("button").first.click()
    expect(organiser.get_by_text("waits for a table")).to_have_count(0)
    night.look_over(organiser)


def send_second_hand(night: Night, phone: Page, order: list[str]) -> None:
    """Enter a hand that counts lions and hedgehogs, and look at its form on the way."""
    phone.get_by_role("link", name="Enter hand 2").click()
    expect(phone.get_by_role("heading", name="Hand 2", level=1)).to_be_visible()
    night.look_over(phone)
    phone.go_back()
    send_hand(phone, 2, order, lions={order[0]: 3, order[1]: 2}, hedgehogs=[order[2]])
    expect(phone.get_by_role("heading", name="Hand 3", exact=True)).to_be_visible()


def correct_first_hand(night: Night, table_url: str, order: list[str]) -> None:
    """Correct the order of a table's first hand, as an organiser."""
    organiser = night.organiser
    organiser.goto(table_url)
    organiser.get_by_text("Hand 1", exact=True).click()
    organiser.get_by_role("link", name="Correct").last.click()
    tapped = organiser.locator("button.tap[aria-pressed='true']")
    while tapped.count():
        tapped.first.click()
    tap_order(organiser, order[:-1])
    organiser.get_by_label("Why is it corrected?").fill("The first two were swapped.")
    night.look_over(organiser)
    press(organiser, "Correct the hand")
    expect(organiser.get_by_text("The first two were swapped.")).to_be_visible()
    night.look_over(organiser)


def close_round(night: Night) -> None:
    """Close the round and find its standings in the feed."""
    organiser = night.organiser
    organiser.goto(night.round_url)
    press(organiser, "Close the round")
    expect(organiser.get_by_text("This round is closed")).to_be_visible()
    organiser.goto(f"{night.site.url}/c/zoo-club/feed/")
    expect(organiser.get_by_role("heading", name="Autumn league")).to_be_visible()
    night.look_over(organiser)


def read_standings(night: Night, reader: Page) -> None:
    """Read the standings, and open the first row down to the rules behind its points."""
    reader.goto(f"{night.site.url}/c/zoo-club/competitions/")
    reader.get_by_role("link", name="Autumn league").click()
    expect(reader.get_by_role("heading", name="Autumn league", level=1)).to_be_visible()
    night.look_over(reader)
    reader.get_by_role("link", name="Standings").first.click()
    expect(reader.get_by_role("heading", name="Standings", level=1)).to_be_visible()
    rows = reader.locator("table.standings tbody tr")
    expect(rows).to_have_count(9)
    night.look_over(reader)
    leader = rows.first.get_by_role("link").first
    name = leader.inner_text().split("\n")[0]
    leader.click()
    expect(reader.get_by_role("heading", level=1)).to_contain_text(name)
    expect(reader.get_by_text("FZ-").first).to_be_attached()
    night.look_over(reader)
