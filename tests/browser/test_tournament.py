"""A tournament in a real browser: a clock, a Swiss round, a swap taken back, a final by its cut."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.devices import Devices
from tests.browser.night import (
    PLAYERS,
    Night,
    check_in,
    club_evening,
    create_competition,
    follow,
    names_at,
    send,
    send_hand,
)
from tests.site import Site

pytestmark = pytest.mark.browser

FINALISTS = 4


@pytest.fixture
def night(site: Site, devices: Devices) -> Night:
    """Eight players at two tables, a Swiss round of one hand each, then a final of four."""
    night = club_evening(site, devices)
    page = night.open_organiser(devices.phone())
    page.goto(f"{night.club_url}competitions/new/")
    page.get_by_label("Name", exact=True).fill("Autumn Cup")
    page.get_by_text("More settings").click()
    page.get_by_label("Tournament: a day or a weekend").check()
    page.get_by_label("Swiss: players with similar points share a table").check()
    page.get_by_text("Clock and deadlines").click()
    page.get_by_label("Hands per match").fill("1")
    page.get_by_label("Round length (minutes)").fill("30")
    night.round_url = create_competition(page)
    check_in(page, PLAYERS)
    return night


def seat_as_shown(night: Night) -> None:
    """Look at the draw, then seat as it was shown."""
    page = night.organiser
    page.goto(f"{night.round_url}seat/")
    expect(page.get_by_role("heading", name="Preview")).to_be_attached()
    night.look_over(page)
    shown = tables_shown(page)
    send(page, "Seat players")
    expect(page.get_by_text("Players are seated. Everyone can see their table")).to_be_visible()
    assert tables_shown(page) == shown


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


def play(night: Night, table: int) -> None:
    """Enter the one hand of a table, its players out in the order of their seats."""
    phone = night.phone(table=table)
    send_hand(phone, 1, names_at(phone))
    expect(phone.get_by_text("Hand 1 recorded")).to_be_visible()


def tables_shown(page: Page) -> list[list[str]]:
    """Return who sits at each table that is shown, in the order of their seats."""
    cards = page.locator(".table-card").all()
    return [re.findall(r"\b(?:" + "|".join(PLAYERS) + r")\b", card.inner_text()) for card in cards]


def test_tournament_goes_from_a_swiss_round_with_a_clock_to_its_final(night: Night) -> None:
    organiser = night.organiser
    competition = organiser.get_by_role("link", name="Autumn Cup").first
    competition_url = night.site.url + str(competition.get_attribute("href"))
    seat_as_shown(night)
    swap_and_take_back(night)
    start_clock(night)
    for table in (1, 2):
        play(night, table)
    organiser.goto(night.round_url)
    send(organiser, "Close round")
    expect(organiser.get_by_text("Round 1 is closed")).to_be_visible()

    add_final(night, competition_url)
    going_on = let_the_first_decline(night)
    organiser.goto(night.round_url)
    send(organiser, "Start and seat Final")
    expect(organiser.get_by_role("heading", name="Final", level=1)).to_be_visible()
    night.look_over(organiser)
    assert tables_shown(organiser) == [going_on]
    phone = sign_in_by_code(night, going_on[0])
    phone.goto(f"{night.site.url}/mine/")
    expect(phone.get_by_text("You have seat A.")).to_be_visible()
    expect(phone.locator(".my-table")).to_have_text("Table 1")
    night.look_over(phone)
    out = next(name for name in PLAYERS if name not in going_on)
    spectator = sign_in_by_code(night, out)
    spectator.goto(f"{night.site.url}/mine/")
    expect(spectator.get_by_text("No open rounds")).to_be_visible()


def swap_and_take_back(night: Night) -> None:
    """Look at what a swap would change, do it, and undo it."""
    page = night.organiser
    page.goto(night.round_url)
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


def start_clock(night: Night) -> None:
    """Start the clock with the minutes of the stage, pause it, give more time, go on."""
    page = night.organiser
    send(page, "Start clock")
    expect(page.locator("[data-clock=running]")).to_be_visible()
    send(page, "Pause")
    expect(page.locator("[data-clock=paused]")).to_be_visible()
    send(page, "5 minutes more")
    expect(page.locator(".clock-time")).to_have_text(re.compile("^3[45]:"))
    send(page, "Continue")
    expect(page.locator("[data-clock=running]")).to_be_visible()
    night.look_over(page)


def add_final(night: Night, competition_url: str) -> None:
    """Add a final for the best."""
    page = night.organiser
    page.goto(competition_url)
    follow(page.get_by_role("link", name="Settings"))
    follow(page.get_by_role("link", name="Add stage"))
    page.get_by_label("Name", exact=False).first.fill("Final")
    page.get_by_label("Finals: tables by place").check()
    page.get_by_label("Number of places or minimum points").fill(str(FINALISTS))
    night.look_over(page)
    send(page, "Add stage")


def let_the_first_decline(night: Night) -> list[str]:
    """Let the first of the cut decline; return who is in the final then, the first first."""
    page = night.organiser
    page.goto(night.round_url)
    follow(page.get_by_role("link", name="Check the cut"))
    expect(page.get_by_text(f"{FINALISTS} qualified")).to_be_visible()
    night.look_over(page)
    before = names_of_rows(page)
    follow(page.get_by_role("button", name=f"Decline: {before[0]}"))
    expect(page.get_by_text(f"moves up: {before[0]} declined")).to_be_visible()
    night.look_over(page)
    after = names_of_rows(page)
    assert after[: FINALISTS - 1] == before[1:FINALISTS]
    assert after[-1] == before[0]
    return after[:FINALISTS]


def names_of_rows(page: Page) -> list[str]:
    """Return the players in the order of the cut."""
    rows = page.locator("ol.rows > li").all_inner_texts()
    return [name for name in (find_name(row) for row in rows) if name]


def find_name(text: str) -> str | None:
    """Return the player whom a text names first."""
    found = [(text.index(name), name) for name in PLAYERS if name in text]
    return min(found)[1] if found else None
