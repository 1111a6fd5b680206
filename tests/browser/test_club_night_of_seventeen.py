"""A club night of seventeen in a browser: one comes late, one leaves, one hand is corrected."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.counting import counts_presses, job
from tests.browser.devices import Devices
from tests.browser.night import become_owner, follow, send, tap_order
from tests.browser.playing import Tables
from tests.browser.scorebook import FranksZooPage, add_up, standings_shown
from tests.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.long]

MEMBERS = [
    "Anna Rossi",
    "Ben Huber",
    "Cleo Bianchi",
    "Dora Esposito",
    "Emil Steiner",
    "Finn Bruno",
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
]
LATE = "Tina Gallo"


def test_club_night_of_seventeen(new_site: Site, devices: Devices) -> None:
    organiser = counts_presses(devices.phone())
    begin(new_site, organiser)
    seat_late(devices, organiser)
    first = Tables(organiser, new_site, devices, FranksZooPage, seed=1)
    assert sorted(len(page.names) for page in first.book.values()) == [4, 4, 5, 5]
    enter_first_hands(first)
    first.play(2)
    gone = let_one_leave(devices, organiser, first)
    first.play(3)
    correct(organiser, first)
    close(devices, organiser)

    seat_next(organiser, gone)
    second = Tables(organiser, new_site, devices, FranksZooPage, seed=2)
    here = [name for page in second.book.values() for name in page.names]
    assert sorted(here) == sorted({*MEMBERS, LATE, "Olga"} - {gone})
    second.play(2)
    close(devices, organiser)

    follow(organiser.get_by_role("link", name="Standings", exact=True))
    compare(organiser, [*first.book.values(), *second.book.values()])
    devices.look_over(organiser)
    assert "differ" not in new_site.manage("rebuild", "--check")


def begin(site: Site, organiser: Page) -> None:
    """Make the club, its players and the night, and seat seventeen."""
    become_owner(organiser, site, "Olga")
    with job(organiser, "from the list of clubs to the first seated round of 17"):
        follow(organiser.get_by_role("link", name="Create club").first)
        organiser.get_by_label("Club name").fill("Zoo Club")
        send(organiser, "Create club")
        organiser.get_by_label("Names").fill("\n".join(MEMBERS))
        send(organiser, "Preview list")
        send(organiser, "Add selected players")
        follow(organiser.get_by_role("link", name="New competition").first)
        send(organiser, "Create competition")
        send(organiser, "Check in everyone and seat")
        expect(organiser.get_by_text("3 tables of 4 and 1 of 5").first).to_be_visible()
        send(organiser, "Seat players")
        expect(organiser.get_by_role("heading", name="Table 4")).to_be_visible()


def seat_late(devices: Devices, organiser: Page) -> None:
    """Give a seat to somebody new, who comes after the draw."""
    with job(organiser, "a new player comes late and gets a seat"):
        organiser.get_by_text("Late arrivals").click()
        organiser.get_by_label("New player").fill(LATE)
        send(organiser, "Add and check in")
        follow(organiser.get_by_role("link", name="Choose seat"))
        devices.look_over(organiser)
        follow(organiser.locator(".table-card.next").get_by_role("link").first)
        send(organiser, "Apply changes")
    expect(organiser.get_by_text("is waiting for a seat")).to_have_count(0)


def enter_first_hands(tables: Tables[FranksZooPage]) -> None:
    """Let a phone count what the first hands of its table take."""
    number, phone = min(tables.phones.items())
    counts_presses(phone).reload()
    with job(phone, "first hand at a table of four or five"):
        tables.play_hand(number)
    with job(phone, "hand with teams, lions and hedgehogs"):
        tables.play_hand(number)


def let_one_leave(devices: Devices, organiser: Page, tables: Tables[FranksZooPage]) -> str:
    """Let somebody at a table of five go home; the others go on, as the preview says."""
    page = next(page for page in tables.book.values() if len(page.names) == 5)
    gone = page.names[-1]
    organiser.reload()
    with job(organiser, "a player leaves in mid-match"):
        follow(organiser.get_by_role("link", name=gone, exact=True))
        follow(organiser.get_by_role("link", name="Player leaves"))
        expect(organiser.get_by_text("Nothing has been changed yet.")).to_be_visible()
        devices.look_over(organiser)
        way = organiser.locator("#reduced")
        rows = way.locator(".numbers").first.locator("tbody tr").all()
        shown = [
            [cell.split("\n")[0] for cell in row.locator("th, td").all_inner_texts()]
            for row in rows
        ]
        send(organiser, "Continue without the player")
    page.leave(gone)
    totals, places, points = page.totals(), page.places(), page.ranking_points()
    assert {row[0].removesuffix(" leaves"): [int(cell) for cell in row[1:]] for row in shown} == {
        name: [totals[name], places[name], points[name]] for name in page.names
    }
    return gone


def correct(organiser: Page, tables: Tables[FranksZooPage]) -> None:
    """Correct the first hand of a table: the first two went out the other way round."""
    page = tables.book[1]
    one, other, *others = page.hands[0].order
    with job(organiser, "correct the order of a hand"):
        follow(organiser.get_by_role("link", name="Table 1", exact=True))
        organiser.get_by_text("Hand 1", exact=True).click()
        follow(organiser.get_by_role("link", name="Correct").last)
        tapped = organiser.locator("button.tap[aria-pressed='true']")
        while tapped.count():
            tapped.first.click()
        tap_order(organiser, [other, one, *others][:-1])
        organiser.get_by_label("Reason").fill("The first two were swapped.")
        send(organiser, "Correct hand")
        expect(organiser.get_by_text("Nothing has been changed yet.")).to_be_visible()
        send(organiser, "Correct hand")
    expect(organiser.get_by_text("The first two were swapped.")).to_be_visible()
    page.hands[0] = page.hands[0]._replace(order=[other, one, *others])
    follow(organiser.get_by_role("link", name="Round 1", exact=True))


def close(devices: Devices, organiser: Page) -> None:
    """Close the round, whose matches are not over, after reading what counts."""
    organiser.reload()
    with job(organiser, "close a round with unfinished tables"):
        follow(organiser.get_by_role("link", name="Close round"))
        expect(organiser.get_by_text("Would count with its current score").first).to_be_visible()
        devices.look_over(organiser)
        send(organiser, "Close round")
    expect(organiser.get_by_text("is closed. The standings are posted.")).to_be_visible()


def seat_next(organiser: Page, gone: str) -> None:
    """Seat the next round of the evening: who was here is checked in, but for who has gone home."""
    with job(organiser, "next round of an evening, without one who has left"):
        send(organiser, "Open Round 2 now")
        row = organiser.get_by_role("button", name=gone)
        expect(row).to_have_attribute("aria-pressed", "false")
        organiser.get_by_role("link", name="Seat", exact=True).click()
        send(organiser, "Seat players")
    expect(organiser.get_by_text("Players are seated.")).to_be_visible()


def compare(organiser: Page, book: list[FranksZooPage]) -> None:
    """Compare the standings with the sums of the book."""
    points = add_up(page.ranking_points() for page in book)
    totals = add_up(page.totals() for page in book)
    shown = standings_shown(organiser)
    assert shown == {name: (points[name], totals[name]) for name in points}
    assert list(shown) == sorted(shown, key=lambda name: -points[name])
