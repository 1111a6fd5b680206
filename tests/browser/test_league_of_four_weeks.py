"""A league over four weeks in a browser: byes, a guest, and a substitute who had a bye."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.browser.counting import counts_presses, job
from tests.browser.devices import Devices
from tests.browser.night import PLAYERS, club_evening, follow, send
from tests.browser.playing import Tables
from tests.browser.scorebook import FranksZooPage, add_up, standings_shown
from tests.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.long]

BYE_POINTS = 4
MEMBERS = (*PLAYERS, "Olga")
GUEST = "Vera"
MISSING = "Finn"
HANDS = 2


def test_league_of_four_weeks(site: Site, devices: Devices) -> None:
    night = club_evening(site, devices)
    organiser = counts_presses(night.open_organiser(devices.phone()))
    organiser.reload()
    begin(organiser)
    given = []

    seat(organiser, byes=1)
    given.append(sitting_out(organiser))
    weeks = [Tables(organiser, site, devices, FranksZooPage, seed=1)]
    weeks[0].play(HANDS)
    close(organiser)

    open_next(organiser, 2)
    bring_guest(organiser)
    seat(organiser, byes=2)
    idle = sitting_out(organiser)
    assert len(idle) == 2
    weeks.append(Tables(organiser, site, devices, FranksZooPage, seed=2))
    weeks[1].play(1)
    substitute = next(name for name in idle if name != GUEST)
    leaver = substitute_for_one(devices, organiser, weeks[1], substitute)
    given.append(idle - {substitute})
    assert sitting_out(organiser) == given[-1]
    weeks[1].play(HANDS)
    read_hands(devices, organiser, weeks[1], leaver, substitute)
    close(organiser)

    open_next(organiser, 3)
    seat(organiser, without=[MISSING], byes=0)
    assert sitting_out(organiser) == set()
    weeks.append(Tables(organiser, site, devices, FranksZooPage, seed=3))
    weeks[2].play(HANDS)
    close(organiser)

    open_next(organiser, 4)
    seat(organiser, byes=1)
    given.append(sitting_out(organiser))
    weeks.append(Tables(organiser, site, devices, FranksZooPage, seed=4))
    weeks[3].play(HANDS)
    close(organiser)

    follow(organiser.get_by_role("link", name="Standings", exact=True))
    devices.look_over(organiser)
    compare(organiser, [page for week in weeks for page in week.book.values()], given)
    assert "differ" not in site.manage("rebuild", "--check")


def begin(organiser: Page) -> None:
    """Make a league of four weeks at tables of four, and open its first round."""
    with job(organiser, "from a club to the open first round of a league"):
        follow(organiser.get_by_role("link", name="New competition").first)
        follow(organiser.get_by_role("button", name="League season"))
        organiser.get_by_label("Name", exact=True).fill("Winter league")
        next_week = datetime.now(UTC) + timedelta(days=7)
        organiser.get_by_label("First round opens").fill(f"{next_week:%Y-%m-%dT%H:%M}")
        organiser.get_by_label("Number of rounds", exact=True).fill("4")
        organiser.get_by_text("More settings").click()
        for label in ("Smallest table", "Largest table"):
            organiser.get_by_label(label).select_option("4")
        organiser.get_by_label("Preferred table sizes").fill("4")
        organiser.get_by_text("Results in the standings").click()
        organiser.get_by_label("Points for a bye").fill(str(BYE_POINTS))
        organiser.get_by_label("Rank guests in the standings").uncheck()
        organiser.get_by_text("Clock and deadlines").click()
        organiser.get_by_label("Hands per match").fill(str(HANDS))
        send(organiser, "Create competition")
        follow(organiser.get_by_role("link", name="Round 1", exact=True).first)
        send(organiser, "Open round now")
    expect(organiser.get_by_text("Round 1 is open.")).to_be_visible()


def open_next(organiser: Page, number: int) -> None:
    """Open the round of the next week."""
    send(organiser, f"Open Round {number} now")
    expect(organiser.get_by_role("heading", name=f"Round {number}", level=1)).to_be_visible()


def bring_guest(organiser: Page) -> None:
    """Check in somebody who is no member, and let them be a guest in the league."""
    with job(organiser, "a guest plays along"):
        organiser.get_by_label("New player").fill(GUEST)
        send(organiser, "Add and check in")
        follow(organiser.get_by_role("link", name="Winter league").first)
        follow(organiser.get_by_role("link", name="Settings"))
        follow(organiser.get_by_role("link", name="Teams and guests"))
        organiser.get_by_role("group", name=GUEST).get_by_label("Guest").check()
        send(organiser, "Save")
        follow(organiser.get_by_role("link", name="Round 2", exact=True).first)


def seat(organiser: Page, *, without: Sequence[str] = (), byes: int) -> None:
    """Check in all members, but for some, and seat as many as tables of four hold."""
    with job(organiser, "check in nine, but for one, and seat eight"):
        follow(
            organiser.get_by_role("button", name=re.compile("^Check in (everyone|all but guests)$"))
        )
        for name in without:
            row = organiser.get_by_role("button", name=re.compile(f"^{name}"))
            row.click()
            expect(row).to_have_attribute("aria-pressed", "false")
        organiser.get_by_role("link", name="Seat", exact=True).click()
        if byes:
            organiser.get_by_role("link", name="2 tables of 4", exact=True).click()
        send(organiser, "Seat players")
    expect(organiser.get_by_text("Players are seated.")).to_be_visible()


def sitting_out(organiser: Page) -> set[str]:
    """Return who sits the round out, as its page says."""
    text = " ".join(organiser.locator(".sitting-out").all_inner_texts())
    return {name for name in (*MEMBERS, GUEST) if name in text}


def substitute_for_one(
    devices: Devices, organiser: Page, tables: Tables[FranksZooPage], substitute: str
) -> str:
    """Let a player leave whose seat somebody takes who had a bye; return who left."""
    leaver = tables.book[1].names[-1]
    organiser.reload()
    with job(organiser, "a player leaves, a substitute takes over"):
        follow(organiser.get_by_role("link", name=leaver, exact=True))
        follow(organiser.get_by_role("link", name="Player leaves"))
        follow(organiser.get_by_role("link", name="Choose substitute"))
        follow(organiser.get_by_role("link", name=substitute, exact=True))
        expect(organiser.get_by_text("Nothing has been changed yet.")).to_be_visible()
        devices.look_over(organiser)
        send(organiser, "Apply changes")
    expect(organiser.get_by_text("waiting for a seat")).to_have_count(0)
    tables.substitutes[leaver] = substitute
    return leaver


def read_hands(
    devices: Devices,
    organiser: Page,
    tables: Tables[FranksZooPage],
    leaver: str,
    substitute: str,
) -> None:
    """Read at the table that each hand is under the name of who played it."""
    phone = tables.phones[1]
    hands = phone.locator(".hands > details")
    for number, played, idle in ((1, leaver, substitute), (2, substitute, leaver)):
        hand = hands.filter(has=phone.get_by_text(f"Hand {number}", exact=True))
        expect(hand).to_contain_text(played)
        expect(hand).not_to_contain_text(idle)
    devices.look_over(phone)
    organiser.reload()


def close(organiser: Page) -> None:
    """Close the round, whose matches are over."""
    expect(organiser.get_by_text("All tables are finished")).to_be_visible()
    send(organiser, "Close round")
    expect(organiser.get_by_text("is closed. The standings are posted.")).to_be_visible()


def compare(organiser: Page, book: list[FranksZooPage], byes: list[set[str]]) -> None:
    """Compare the standings with the sums of the book, in which byes are points."""
    points = add_up(
        [
            *(page.ranking_points() for page in book),
            *(dict.fromkeys(names, BYE_POINTS) for names in byes),
        ]
    )
    totals = add_up(page.totals() for page in book)
    shown = standings_shown(organiser)
    assert shown == {name: (points[name], totals.get(name, 0)) for name in points}
    members = [name for name in shown if name != GUEST]
    assert members == sorted(members, key=lambda name: -points[name])
    row = organiser.get_by_role("row", name=GUEST)
    expect(row).to_contain_text("guest, not ranked")
    expect(row.locator(".place")).not_to_have_text(re.compile("[0-9]"))
