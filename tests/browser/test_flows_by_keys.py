"""What people do on a club night, by keys alone: focus is always seen, and never lost to a swap."""

import json
import re
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.devices import Devices
from tests.browser.keys import (
    expect_focus,
    expect_shown,
    follow_by_key,
    pick_by_key,
    press_key,
    tab_to,
    type_into,
)
from tests.browser.made import new_address
from tests.browser.night import PLAYERS, game_night, names_at
from tests.browser.tables import LOCKED
from tests.faults.offline import Seated, make_tables
from tests.on_site import DATABASE
from tests.site import Site

pytestmark = pytest.mark.browser

SEATED = """
SELECT t.number, p.name FROM competitions_seat s
JOIN competitions_table t ON t.id = s.table_id
JOIN clubs_player p ON p.id = s.player_id
WHERE t.round_id = ? AND t.dissolved_at IS NULL ORDER BY t.number, s.number
"""
HAND = """
SELECT r.record, r.kind, r.reason, h.is_disputed FROM results_hand h
JOIN results_handrevision r ON r.hand_id = h.id AND r.number = h.revision
WHERE h.table_id = ? AND h.number = 1
"""


@pytest.fixture(scope="module")
def tables(site: Site) -> dict[str, Seated]:
    """Return tables of three, by what is played there."""
    games = {"together": "animal-poker", "sealed": "animal-poker", "sums": "zop-zoo"}
    return {
        name: make_tables(site, seats=3, game=game, options={})[0] for name, game in games.items()
    }


def read(site: Site, question: str, about: int) -> list[Any]:
    """Return what the site's data hold."""
    with closing(sqlite3.connect(site.data / DATABASE, timeout=LOCKED)) as data:
        return data.execute(question, (about,)).fetchall()


def id_in(address: str) -> int:
    """Return the number that an address ends in."""
    return int(re.findall(r"/(\d+)/", address)[-1])


def record_at(site: Site, table: int) -> tuple[Any, str, str, bool]:
    """Return a table's first hand: its record, why it is so, and whether it is disputed."""
    ((record, kind, reason, is_disputed),) = read(site, HAND, table)
    return json.loads(record), kind, reason, bool(is_disputed)


def row_of(page: Page, name: str) -> Locator:
    """Return what is tapped for a player on the check-in list."""
    return page.get_by_role("button", name=re.compile(f"^{name}"))


def check_in_by_keys(page: Page, names: Sequence[str]) -> None:
    """Check people in; after each the focus is still there."""
    for name in names:
        press_key(row_of(page, name), "Space")
        expect(row_of(page, name)).to_have_attribute("aria-pressed", "true")
        expect_focus(row_of(page, name))


def seat_by_keys(page: Page) -> None:
    """Draw the tables, and see that they are drawn."""
    press_key(page.get_by_role("link", name="Seat", exact=True), "Enter")
    press_key(page.locator("#draw > summary"), "Enter")
    tab_to(page.get_by_label("Draw number"))
    page.keyboard.press("Control+A")
    page.keyboard.type("7")
    follow_by_key(page.get_by_role("button", name="Seat players"))
    expect(page.get_by_text("draw number 7")).to_be_visible()


@pytest.mark.thorough
def test_people_are_checked_in_seated_late_and_moved_by_keys(site: Site, devices: Devices) -> None:
    night = game_night(site, devices)
    organiser, round_url = night.organiser, night.round_url
    check_in_by_keys(organiser, [*PLAYERS[:7], "Olga"])
    # Whoever was tapped by mistake is tapped again.
    press_key(row_of(organiser, "Anna"), "Enter")
    expect(row_of(organiser, "Anna")).to_have_attribute("aria-pressed", "false")
    expect_focus(row_of(organiser, "Anna"))
    check_in_by_keys(organiser, ["Anna"])
    seat_by_keys(organiser)

    press_key(organiser.locator("#check-in > summary"), "Enter")
    check_in_by_keys(organiser, ["Hugo"])
    follow_by_key(organiser.get_by_role("link", name="Choose seat"))
    follow_by_key(organiser.locator(".table-card.next").get_by_role("link").first)
    expect(organiser.get_by_text("Nothing has been changed yet.")).to_be_visible()
    follow_by_key(organiser.get_by_role("button", name="Apply changes"))
    expect(organiser.get_by_text("is waiting for a seat")).to_have_count(0)
    seated = read(site, SEATED, id_in(round_url))
    assert sorted(name for _table, name in seated) == sorted([*PLAYERS, "Olga"])

    full = next(number for number, name in seated if name == "Hugo")
    mover = next(name for number, name in seated if number == full and name != "Hugo")
    other = 3 - full
    follow_by_key(
        organiser.locator(".seat-link")
        .get_by_text(mover, exact=True)
        .locator("xpath=ancestor-or-self::a")
    )
    follow_by_key(organiser.get_by_role("link", name=f"To table {other}"))
    follow_by_key(organiser.get_by_role("button", name="Apply changes"))
    expect(organiser.get_by_role("heading", name="Tables")).to_be_visible()
    assert (other, mover) in read(site, SEATED, id_in(round_url))


def tap_by_keys(page: Page, names: Sequence[str]) -> None:
    """Tap players in the order in which they went out."""
    for name in names:
        button = page.locator(f"button.tap[data-name='{name}']")
        press_key(button, "Space")
        expect(button).to_have_attribute("aria-pressed", "true")
        expect_focus(button)


def dispute_by_keys(page: Page, words: str) -> None:
    """Say what is wrong with the first hand."""
    press_key(page.locator("summary", has_text="Dispute hand").first)
    type_into(page.get_by_label("What is wrong?").first, words)
    follow_by_key(page.get_by_role("button", name="Dispute hand").first)
    expect(page.get_by_role("heading", name="Hand 1 is disputed")).to_be_visible()


@pytest.mark.thorough
def test_a_hand_is_entered_disputed_settled_and_corrected_by_keys(
    site: Site, devices: Devices
) -> None:
    night = game_night(site, devices, seated=PLAYERS[:4])
    organiser, address = night.organiser, night.address(1)
    first, other = devices.computer(), devices.computer()
    first.goto(address)
    follow_by_key(first.get_by_role("button", name=f"I am {PLAYERS[0]}"))
    table, order = id_in(first.url), names_at(first)
    seats = {name: number for number, name in enumerate(order)}
    follow_by_key(first.get_by_role("link", name="Enter hand 1"))
    tap_by_keys(first, order[:-1])
    follow_by_key(first.get_by_role("button", name="Send hand 1"))
    record, *_ = record_at(site, table)
    assert record == {"finish": [0, 1, 2, 3]}

    other.goto(address)
    follow_by_key(other.get_by_role("button", name=f"I am {PLAYERS[1]}"))
    tab_to(first.get_by_role("link", name="Enter hand 2"))
    dispute_by_keys(other, "The first two are swapped")
    # The other phone fetches its table anew, and goes on from where it was.
    expect(first.get_by_role("heading", name="Hand 1 is disputed")).to_be_visible()
    expect_focus(first.get_by_role("link", name="Enter hand 2"))
    assert record_at(site, table)[3] is True

    organiser.goto(first.url)
    follow_by_key(organiser.get_by_role("link", name="Resolve dispute"))
    type_into(organiser.get_by_label("Reason").first, "Both say so")
    follow_by_key(organiser.get_by_role("button", name="Dismiss dispute"))
    expect(organiser.get_by_text("Nothing has been changed yet.")).to_be_visible()
    follow_by_key(organiser.locator("button[name=apply]"))
    assert record_at(site, table)[1:] == ("resolved", "Both say so", False)

    organiser.goto(first.url)
    follow_by_key(organiser.get_by_role("link", name="Correct", exact=True))
    for name in order[:-1]:
        button = organiser.locator(f"button.tap[data-name='{name}']")
        press_key(button, "Space")
        expect_focus(button)
    tap_by_keys(organiser, [order[1], order[0], order[2]])
    type_into(organiser.get_by_label("Reason"), "Swapped")
    follow_by_key(organiser.get_by_role("button", name="Correct hand"))
    expect(organiser.get_by_text("Nothing has been changed yet.")).to_be_visible()
    follow_by_key(organiser.locator("button[name=apply]"))
    record, kind, reason, _ = record_at(site, table)
    assert (record, kind, reason) == ({"finish": [1, 0, 2, 3]}, "corrected", "Swapped")
    assert seats[order[1]] == 1


def open_table(page: Page, site: Site, table: Seated, name: str = "Enter hands only") -> list[str]:
    """Open a table by its code; return who sits there."""
    page.goto(f"{site.url}/t/{table.token}/")
    follow_by_key(page.get_by_role("button", name=name))
    return names_at(page)


SEASONS = {"goat": "fall", "horse": "winter", "rabbit": "winter"}
SHOWN = ("mouse", "rabbit", "snake", "cat", "dog", "goat", "horse")
PLAYS = (
    (("cat", "dog", "goat"), ("chain of", "3", "goat")),
    (("mouse", "horse", "goat"), ("herd of", "2", "goat")),
    (("rabbit", "horse", "elephant"), ("herd of", "9", "cat")),
)
GUESS = ("herd or chain", "how many", "animal, of a chain the highest")


def choose_seasons(page: Page) -> None:
    """Pick the seasons that are on show."""
    for animal in SHOWN:
        group = page.get_by_role("radiogroup", name=f"Season of the {animal}")
        pick_by_key(group.get_by_role("radio", name=SEASONS.get(animal, "spring"), exact=True))


def choose_play(page: Page, name: str, play: tuple[Sequence[str], Sequence[str]]) -> None:
    """Pick what a player plays and guesses."""
    animals, guess = play
    group = page.get_by_role("group", name=f"Animals of {name}")
    for animal in animals:
        box = group.get_by_role("checkbox", name=animal, exact=True)
        press_key(box, "Space")
        expect(box).to_be_checked()
    for part, choice in zip(GUESS, guess, strict=True):
        picks = page.get_by_role("radiogroup", name=f"Guess of {name}: {part}")
        pick_by_key(picks.get_by_role("radio", name=choice, exact=True))


def plays_in(record: Any) -> list[list[str]]:
    """Return the animals that everybody played."""
    return [sorted(each["animals"]) for each in record["seats"]]


@pytest.mark.long
def test_a_hand_of_animal_poker_is_entered_together_by_keys(
    site: Site, tables: dict[str, Seated], devices: Devices
) -> None:
    table = tables["together"]
    page = devices.computer()
    names = open_table(page, site, table)
    follow_by_key(page.get_by_role("link", name="Enter hand 1"))
    choose_seasons(page)
    for name, play in zip(names, PLAYS, strict=True):
        choose_play(page, name, play)
    # What it is worth has come meanwhile, and has not taken the focus.
    expect(page.locator("#preview").get_by_text("step by step")).to_be_visible()
    expect_shown(page)
    follow_by_key(page.get_by_role("button", name="Send hand 1"))
    expect(page.get_by_role("heading", name="Hand 2", exact=True)).to_be_visible()
    record, *_ = record_at(site, table.pk)
    assert plays_in(record) == [sorted(animals) for animals, _guess in PLAYS]


@pytest.mark.long
def test_a_hand_of_animal_poker_is_sealed_on_each_ones_own_phone_by_keys(
    site: Site, tables: dict[str, Seated], devices: Devices
) -> None:
    table = tables["sealed"]
    names = ("Ada", "Björn", "Chiara")
    pages = [devices.computer() for _name in names]
    for page, name in zip(pages, names, strict=True):
        open_table(page, site, table, f"I am {name}")
        follow_by_key(page.get_by_role("link", name="Sealed choice"))
    choose_seasons(pages[0])
    follow_by_key(pages[0].get_by_role("button", name="Save seasons"))
    for number, (page, name) in enumerate(zip(pages, names, strict=True)):
        choose_play(page, name, PLAYS[number])
        seal = page.get_by_role("button", name="Seal choice")
        waiting = pages[-1].get_by_role("button", name="Seal choice")
        if page is not pages[-1]:
            tab_to(waiting)
        follow_by_key(seal)
        if page is not pages[-1]:
            # Who still chooses hears of it, and keeps the focus.
            expect(
                pages[-1].get_by_role("heading", name=f"{number + 1} of 3 choices in")
            ).to_be_visible()
            expect_focus(waiting)
    for page in pages:
        expect(page.get_by_role("heading", name="Hand 1 is revealed")).to_be_visible()
        follow_by_key(page.get_by_role("link", name="Go to hand 2"))
    record, *_ = record_at(site, table.pk)
    assert plays_in(record) == [sorted(animals) for animals, _guess in PLAYS]


@pytest.mark.long
def test_a_hand_of_zop_zoo_is_entered_by_keys(
    site: Site, tables: dict[str, Seated], devices: Devices
) -> None:
    table = tables["sums"]
    page = devices.computer()
    names = open_table(page, site, table)
    follow_by_key(page.get_by_role("link", name="Enter hand 1"))
    pick_by_key(page.locator("input[name=winner]").nth(1))
    press_key(page.locator("#cards-1"), "End")
    added = page.locator("[data-adds=cards-1]")
    for value in ("+10", "+65", "+80"):
        press_key(added.get_by_role("button", name=value, exact=True), "Space")
    undo = added.locator("[data-undo]")
    for left in ("75", "10", ""):
        press_key(undo)
        expect(page.locator("#cards-1")).to_have_value(left)
    # Nothing is left to undo: the button is off, and the focus beside it.
    expect_focus(added.get_by_role("button").first)
    for value in ("+10", "+65", "+80"):
        press_key(added.get_by_role("button", name=value, exact=True), "Space")
    press_key(page.locator("#minus-0"), "End")
    press_key(page.locator("[data-adds=minus-0] button").first)
    press_key(page.locator("#side-bonuses summary"))
    page.get_by_label("bird 20").press("Home")
    page.get_by_label("bird 20").press("ArrowDown")
    expect(page.locator("#preview").get_by_text("Side bonus bird")).to_be_visible()
    expect_shown(page)
    follow_by_key(page.get_by_role("button", name="Send hand 1"))
    expect(page.get_by_role("heading", name="Hand 2", exact=True)).to_be_visible()
    record, *_ = record_at(site, table.pk)
    assert (record["winner"], len(names)) == (1, 3)
    assert json.dumps(record).count("155") == 1


def code_sent(site: Site) -> str:
    """Return the code in the newest mail."""
    newest = max((site.data / "mail").iterdir(), key=lambda file: file.stat().st_mtime_ns)
    (code,) = re.findall(r"^    (\S+)$", newest.read_text(), flags=re.MULTILINE)
    return str(code)


@pytest.mark.thorough
def test_somebody_signs_in_and_out_by_keys(site: Site, devices: Devices) -> None:
    page = devices.computer()
    email = new_address(site)
    page.goto(f"{site.url}/")
    follow_by_key(page.get_by_role("link", name="Sign in").first)
    type_into(page.get_by_label("Email"), email)
    follow_by_key(page.get_by_role("button", name="Send code"))
    devices.look_over_everywhere(page)
    type_into(page.get_by_label("Code"), "no-code")
    follow_by_key(page.get_by_role("button", name="Continue", exact=True))
    expect(page.get_by_text("The code is wrong.")).to_be_visible()
    devices.look_over_everywhere(page)
    tab_to(page.get_by_label("Code"))
    page.keyboard.press("Control+A")
    page.keyboard.type(code_sent(site))
    follow_by_key(page.get_by_role("button", name="Continue", exact=True))
    menu = page.locator("details.menu > summary")
    press_key(menu)
    expect(page.get_by_text("Signed in as")).to_be_visible()
    page.keyboard.press("Escape")
    expect_focus(menu)
    expect(page.get_by_text("Signed in as")).to_be_hidden()
    press_key(menu)
    follow_by_key(page.locator(".menu-items").get_by_role("button", name="Sign out"))
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()
