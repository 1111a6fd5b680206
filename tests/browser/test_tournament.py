"""A tournament in a real browser: a round, then its final by one press; a clock, and a swap."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from league.competitions.models import Table
from league.core.templatetags.ui import SEAT_LETTERS
from tests.browser.devices import Devices
from tests.browser.night import (
    PLAYERS,
    Night,
    club_evening,
    create_competition,
    follow,
    game_night,
    send,
    start_clock,
)
from tests.league.results.hands import send as send_record
from tests.on_site import on_site
from tests.site import Site

pytestmark = pytest.mark.browser

FINALISTS = 4


def test_tournament_goes_from_its_round_to_its_final(site: Site, devices: Devices) -> None:
    night = club_evening(site, devices)
    organiser = night.open_organiser(devices.phone())
    seat_round(night)
    on_site(site, lambda: [send_record(table) for table in tables_of(night)])
    organiser.reload()
    send(organiser, "Close round")
    expect(organiser.get_by_text("Round 1 is closed")).to_be_visible()
    send(organiser, "Start and seat Final")
    expect(organiser.get_by_role("heading", name="Final", level=1)).to_be_visible()
    night.look_over(organiser)
    [finalists] = tables_shown(organiser)
    assert len(finalists) == FINALISTS

    # Olga runs the club with an account of her own, and may be in the final, too.
    name = next(name for name in finalists if name != "Olga")
    phone = sign_in_by_code(night, name)
    phone.goto(f"{site.url}/mine/")
    seat = SEAT_LETTERS[finalists.index(name)]
    expect(phone.get_by_text(f"You have seat {seat}.")).to_be_visible()
    expect(phone.locator(".my-table")).to_have_text("Table 1")


def seat_round(night: Night) -> None:
    """Make a cup of one round and a final from its template, and seat everybody."""
    page = night.organiser
    page.goto(f"{night.club_url}competitions/new/?template=tournament")
    page.get_by_label("Rounds before the final").fill("1")
    page.get_by_label("Players in the final").fill(str(FINALISTS))
    page.get_by_text("More settings").click()
    page.get_by_text("Clock and deadlines").click()
    page.get_by_label("Hands per match").fill("1")
    night.round_url = create_competition(page)
    send(page, "Check in everyone and seat")
    send(page, "Seat players")
    expect(page.get_by_text("Players are seated.")).to_be_visible()


def tables_of(night: Night) -> list[Table]:
    """Return the tables of the round."""
    round = int(night.round_url.strip("/").rpartition("/")[2])
    return list(Table.objects.filter(round=round).order_by("number"))


def sign_in_by_code(night: Night, name: str) -> Page:
    """Return a phone that has scanned the player's sign-in code."""
    page = night.organiser
    page.goto(f"{night.club_url}players/")
    follow(page.get_by_role("link", name=name, exact=True))
    follow(page.get_by_role("link", name="Sign-in code"))
    send(page, "Show code")
    address = page.get_by_label("Sign-in link").input_value()
    phone = night.devices.phone()
    phone.goto(night.site.url + urlsplit(address).path)
    send(phone, f"Yes, I am {name}")
    return phone


def tables_shown(page: Page) -> list[list[str]]:
    """Return who sits at each table that is shown, in the order of their seats."""
    cards = page.locator(".table-card").all()
    return [card.locator(".named").all_inner_texts() for card in cards]


@pytest.mark.thorough
def test_swap_of_two_seats_is_shown_first_and_can_be_undone(site: Site, devices: Devices) -> None:
    night = game_night(site, devices, seated=PLAYERS)
    page = night.open_organiser(devices.phone())
    before = tables_shown(page)
    one, other = before[0][0], before[1][0]
    follow(page.get_by_role("link", name=one, exact=True))
    night.look_over(page)
    follow(page.get_by_role("link", name=f"Swap with {other}"))
    expect(page.get_by_text("Nothing has been changed yet.")).to_be_visible()
    night.look_over(page)
    send(page, "Apply changes")
    expect(page.get_by_text(f"{one} and {other} swapped seats.").first).to_be_visible()
    after = [[other, *before[0][1:]], [one, *before[1][1:]]]
    assert tables_shown(page) == after
    follow(page.get_by_role("link", name="Undo", exact=True))
    night.look_over(page)
    send(page, "Undo change")
    expect(page.get_by_text(f"Undone: {one} and {other} swapped seats.")).to_be_visible()
    assert tables_shown(page) == before


@pytest.mark.thorough
def test_clock_is_started_paused_and_given_more_time(site: Site, devices: Devices) -> None:
    night = game_night(site, devices, seated=PLAYERS)
    page = night.open_organiser(devices.phone())
    start_clock(page, 30)
    expect(page.locator("[data-clock=running]")).to_be_visible()
    send(page, "Pause")
    expect(page.locator("[data-clock=paused]")).to_be_visible()
    send(page, "5 minutes more")
    expect(page.locator(".clock-time")).to_have_text(re.compile("^3[45]:"))
    send(page, "Continue")
    expect(page.locator("[data-clock=running]")).to_be_visible()
    night.look_over(page)


@pytest.mark.thorough
def test_final_is_added_to_a_competition_that_began_without(site: Site, devices: Devices) -> None:
    night = game_night(site, devices, seated=PLAYERS)
    page = night.open_organiser(devices.phone())
    follow(page.get_by_role("link", name="Autumn league").first)
    follow(page.get_by_role("link", name="Settings"))
    follow(page.get_by_role("link", name="Add stage"))
    page.get_by_label("Name", exact=False).first.fill("Final")
    page.get_by_label("Finals: tables by place").check()
    page.get_by_label("Number of places or minimum points").fill(str(FINALISTS))
    night.look_over(page)
    send(page, "Add stage")
    expect(page.get_by_text("Final").first).to_be_visible()
    expect(page.get_by_text("top 4 advance")).to_be_visible()
