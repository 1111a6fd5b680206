"""A cup of ZOP ZOO in a browser: two rounds, a cut that somebody declines, a final by one press."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.counting import counts_presses, job
from tests.browser.devices import Devices
from tests.browser.night import PLAYERS, club_evening, follow, send
from tests.browser.playing import Tables
from tests.browser.scorebook import ZopZooPage, add_up, standings_shown
from tests.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.thorough]

FINALISTS = 4


def test_cup_with_a_cut(site: Site, devices: Devices) -> None:
    night = club_evening(site, devices)
    organiser = counts_presses(night.open_organiser(devices.phone()))
    organiser.reload()
    begin(organiser)
    first = play_round(organiser, site, devices, seed=1)
    close(organiser)
    with job(organiser, "next round of a tournament, seated"):
        follow(organiser.get_by_role("button", name="Open Round 2 now"))
        organiser.get_by_role("link", name="Seat", exact=True).click()
        devices.look_over(organiser)
        send(organiser, "Seat players")
    second = play_round(organiser, site, devices, seed=2)
    assert meetings(first) != meetings(second)
    close(organiser)

    follow(organiser.get_by_role("link", name="Standings", exact=True))
    ranking = list(standings_shown(organiser))
    assert_in_order(ranking, [*first.book.values(), *second.book.values()])
    organiser.go_back()
    finalists = let_the_first_decline(devices, organiser, ranking)
    with job(organiser, "start and seat the final, from the closed round or the cut"):
        send(organiser, "Start and seat Final")
    expect(organiser.get_by_role("heading", name="Final", level=1)).to_be_visible()
    devices.look_over(organiser)
    final = play_round(organiser, site, devices, seed=3)
    assert [sorted(page.names) for page in final.book.values()] == [sorted(finalists)]
    close(organiser)

    follow(organiser.get_by_role("link", name="Standings", exact=True))
    assert_in_order(list(standings_shown(organiser))[:FINALISTS], list(final.book.values()))
    devices.look_over(organiser)
    assert "differ" not in site.manage("rebuild", "--check")


def begin(organiser: Page) -> None:
    """Make the cup from its template, and seat everybody."""
    with job(organiser, "from a club to the first seated round of a cup with a final"):
        follow(organiser.get_by_role("link", name="New competition").first)
        follow(organiser.get_by_role("button", name="One-day tournament"))
        follow(organiser.get_by_role("button", name="ZOP ZOO"))
        organiser.get_by_label("Rounds before the final").fill("2")
        organiser.get_by_label("Players in the final").fill(str(FINALISTS))
        organiser.get_by_text("More settings").click()
        organiser.get_by_text("Clock and deadlines").click()
        organiser.get_by_label("Hands per match").fill("1")
        send(organiser, "Create competition")
        send(organiser, "Check in everyone and seat")
        send(organiser, "Seat players")
    expect(organiser.get_by_text("Players are seated.")).to_be_visible()


def play_round(organiser: Page, site: Site, devices: Devices, *, seed: int) -> Tables[ZopZooPage]:
    """Play the one hand of each table of the round that is shown."""
    tables = Tables(organiser, site, devices, ZopZooPage, seed)
    tables.play(1)
    return tables


def close(organiser: Page) -> None:
    """Close the round, whose matches are over."""
    expect(organiser.get_by_text("All tables are finished")).to_be_visible()
    with job(organiser, "close a round whose tables are finished"):
        send(organiser, "Close round")
    expect(organiser.get_by_text("is closed. The standings are posted.")).to_be_visible()


def meetings(tables: Tables[ZopZooPage]) -> list[set[str]]:
    """Return who sat together."""
    return [set(page.names) for page in tables.book.values()]


def assert_in_order(ranking: list[str], book: list[ZopZooPage]) -> None:
    """Compare with the book: points, then tables that were won, then game points.

    Who are equal in all three are in the order that the site has found for them.
    """
    points = add_up(page.ranking_points() for page in book)
    wins = add_up({name: place == 1 for name, place in page.places().items()} for page in book)
    totals = add_up(page.totals() for page in book)
    assert sorted(ranking) == sorted(points)
    values = [(points[name], wins[name], totals[name]) for name in ranking]
    assert values == sorted(values, reverse=True)


def let_the_first_decline(devices: Devices, organiser: Page, ranking: list[str]) -> list[str]:
    """Let the first of the cut decline, so that a reserve moves up; return who is in the final."""
    with job(organiser, "somebody declines the final, a reserve moves up"):
        follow(organiser.get_by_role("link", name="Check the cut"))
        assert names_of_rows(organiser) == ranking
        expect(organiser.get_by_text("reserve 1")).to_be_visible()
        devices.look_over(organiser)
        follow(organiser.get_by_role("button", name=f"Decline: {ranking[0]}"))
    expect(organiser.get_by_text(f"moves up: {ranking[0]} declined")).to_be_visible()
    finalists = ranking[1 : FINALISTS + 1]
    assert names_of_rows(organiser)[:FINALISTS] == finalists
    devices.look_over(organiser)
    return finalists


def names_of_rows(organiser: Page) -> list[str]:
    """Return the players in the order of the cut."""
    rows = organiser.locator("ol.rows > li .row-main").all_inner_texts()
    name = re.compile("|".join((*PLAYERS, "Olga")))
    return [found[0] for found in map(name.search, rows) if found]
