"""Players agree, object and call from their phones, and the organiser hears of it at once."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.devices import Devices
from tests.browser.night import (
    AT_ONCE,
    PLAYERS,
    Night,
    follow,
    game_night,
    names_at,
    press,
    send,
    send_hand,
)
from tests.site import Site

pytestmark = pytest.mark.browser


@pytest.fixture
def night(site: Site, devices: Devices) -> Night:
    """A table of four whose hands everybody confirms, and its organiser on a phone."""
    night = game_night(site, devices, seated=PLAYERS[:4], confirmation="everyone")
    night.open_organiser(devices.phone())
    return night


def open_home(night: Night) -> str:
    """Open the club's page on the organiser's phone; return its address."""
    night.organiser.goto(night.club_url)
    return night.club_url


@pytest.mark.thorough
def test_a_hand_is_confirmed_disputed_and_settled_on_everybodys_phone(night: Night) -> None:
    anna, ben = night.phone("Anna"), night.phone("Ben")
    order = names_at(anna)
    send_hand(anna, 1, order)
    expect(ben.get_by_role("heading", name="Confirm hand 1")).to_be_visible(timeout=AT_ONCE)
    night.look_over(ben)
    send(ben, "Confirm hand 1")
    both = re.compile("Confirmed by (Anna and Ben|Ben and Anna); waiting for")
    expect(anna.get_by_text(both)).to_be_visible(timeout=AT_ONCE)

    organiser = night.organiser
    open_home(night)
    cleo = night.phone("Cleo")
    cleo.get_by_text("Dispute hand").first.click()
    cleo.get_by_label("What is wrong?").first.fill("I went out first")
    send(cleo, "Dispute hand")
    night.look_over(cleo)
    for page in (anna, organiser):
        expect(page.get_by_text("“I went out first”")).to_be_visible(timeout=AT_ONCE)
    night.look_over(organiser)

    follow(organiser.get_by_role("link", name="Table 1: hand 1 is disputed"))
    organiser.get_by_label("Reason").fill("All others agree")
    night.look_over(organiser)
    send(organiser, "Dismiss dispute")
    night.look_over(organiser)
    send(organiser, "Dismiss dispute")
    expect(organiser.get_by_text("Dispute about hand 1 dismissed.")).to_be_visible()
    expect(cleo.get_by_text("Decided by Olga")).to_be_visible(timeout=AT_ONCE)
    follow(organiser.get_by_role("link", name="History of table 1"))
    expect(organiser.get_by_text("“All others agree”")).to_be_visible()
    night.look_over(organiser)


@pytest.mark.thorough
def test_a_call_is_on_the_organisers_phone_until_it_is_answered(night: Night) -> None:
    organiser, ben = night.organiser, night.phone("Ben")
    home = open_home(night)
    ben.get_by_text("Add a message").click()
    ben.get_by_label("Message").fill("Whose lions are these?")
    send(ben, "Call organiser")
    expect(ben.get_by_role("heading", name="Organiser called")).to_be_visible()
    call = organiser.get_by_role("link", name="Table 1 calls")
    expect(call).to_be_visible(timeout=AT_ONCE)
    press(organiser, "On my way")
    expect(ben.get_by_role("heading", name="Olga is on the way")).to_be_visible(timeout=AT_ONCE)
    night.look_over(ben)
    press(organiser, "Close call")
    expect(call).to_have_count(0)
    assert organiser.url == home
    expect(ben.get_by_role("button", name="Call organiser")).to_be_visible(timeout=AT_ONCE)


@pytest.mark.thorough
def test_without_scripts_a_phone_confirms_objects_and_calls(night: Night) -> None:
    anna, plain = night.phone("Anna"), night.phone("Dora", has_scripts=False)
    send_hand(anna, 1, names_at(anna))
    expect(anna.get_by_role("heading", name="Hand 2", exact=True)).to_be_visible()
    plain.reload()
    send(plain, "Confirm hand 1")
    expect(plain.get_by_text("Hand 1 confirmed.")).to_be_visible()
    send(plain, "Call organiser")
    expect(plain.get_by_role("heading", name="Organiser called")).to_be_visible()
    send(plain, "Cancel call")
    expect(plain.get_by_text("Call closed.")).to_be_visible()


@pytest.mark.thorough
def test_a_seat_belongs_to_one_phone_and_the_history_says_which_said_what(night: Night) -> None:
    address = night.address(1)
    anna, other = night.phone("Anna"), night.phone()
    send_hand(anna, 1, names_at(anna))
    other.goto(address)
    follow(other.get_by_role("button", name="I am Anna"))
    expect(other.get_by_text("Another phone at this table uses the seat of Anna.")).to_be_visible()
    night.look_over(other)
    follow(other.get_by_role("button", name="I am Cleo"))
    follow(other.get_by_role("link", name="Change seat"))
    follow(other.get_by_role("button", name="I am Ben"))
    expect(other.get_by_text("This phone confirms for Ben.")).to_be_visible()
    send(other, "Confirm hand 1")
    night.look_over(other)
    follow(other.get_by_role("link", name="Change seat"))
    follow(other.get_by_role("button", name="I am Dora"))
    said = "This phone has already entered or confirmed something for Ben"
    expect(other.get_by_text(said)).to_be_visible()

    organiser = night.organiser
    organiser.goto(anna.url)
    organiser.get_by_text("Phones at this table").click()
    night.look_over(organiser)
    send(organiser, "Free the seat of Ben")
    expect(organiser.get_by_text("The seat of Ben is free")).to_be_visible()
    follow(organiser.get_by_role("link", name="Table history"))
    expect(organiser.get_by_text("Anna (phone A at the table)")).to_be_visible()
    expect(organiser.get_by_text("Ben (phone B at the table)")).to_be_visible()
    night.devices.look_over_everywhere(organiser)
