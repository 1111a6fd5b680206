"""What people do at online tables, by taps and by keys, as steps that the tests share."""

import json
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing

from playwright.sync_api import Locator, Page, expect

from tests.browser.night import follow, press, send
from tests.on_site import DATABASE
from tests.site import Site

LOCKED = 30
"""Seconds to wait for the site to let go of its data."""
HAND = 90_000
"""ms; how long others may take for a hand: the machine may be busy, and bots think."""
REFUSAL = "#game .action-bar > .refusal"
TO_ACT = ".action-bar > button:not([data-focus^=premove])"
"""What can be done on one's turn, and not before it."""
SEALING = ("cat", "dog", "horse")


def open_table(
    page: Page, site: Site, game: str, *, seats: int, company: str = "bots, start now", **said: str
) -> None:
    """Open a table to play now, of one hand with easy bots unless it is `said` otherwise."""
    page.goto(f"{site.url}/play/?game={game}")
    form = page.locator("form.lobby")
    form.get_by_label("Your name").fill("Ada")
    form.get_by_label("Players").select_option(str(seats))
    form.get_by_role("radio", name=company).check()
    page.get_by_text("Game options").click()
    for name, value in {"bot": "greedy", "hands": "1", **said}.items():
        field = form.locator(f"[name={name}]")
        if field.evaluate("field => field.localName") == "select":
            field.select_option(value)
        else:
            field.fill(value)
    send(page, "Play")
    if company == "bots, start now":
        wait_for_first_hand(page)


def wait_for_first_hand(page: Page) -> None:
    """Wait until the browsers have shuffled with the site, and the first hand is there."""
    dealt = page.locator("#game[data-moves]:not([data-moves^='0-'])")
    expect(dealt).to_have_count(1, timeout=HAND)


def sit_down(page: Page, address: str, host: Page, name: str = "Ben", *, seat: int = 0) -> None:
    """Sit down at a table whose host waits for people, and wait until the host's page shows it.

    `seat` counts the free seats, from the end where it is negative.
    """
    page.goto(address)
    taking = page.get_by_role("button", name="Take seat")
    form = page.locator("form").filter(has=taking).nth(seat)
    form.get_by_label("Your name").fill(name)
    follow(form.get_by_role("button", name="Take seat"))
    # Once the table is full, that page becomes the table by itself: who loads it anew meets that.
    expect(host.locator("#waiting, .people").get_by_text(name).first).to_be_visible()


def delay_watchers(site: Site, page: Page, seconds: int) -> None:
    """Let who watches the table of a page see what happens so much later."""
    _change(
        site, page, "UPDATE online_onlinetable SET spectator_delay = ? WHERE token = ?", seconds
    )


def forget_shares(site: Site, page: Page, seat: int) -> None:
    """Let the site leave a seat's share out of all shuffles at the table of a page."""
    shares = (
        "DELETE FROM online_shuffleshare WHERE seat = ? AND shuffle_id IN ("
        "SELECT shuffle.id FROM online_shuffle AS shuffle "
        "JOIN online_onlinetable AS found ON found.id = shuffle.table_id WHERE found.token = ?)"
    )
    _change(site, page, shares, seat)


def leave_passes_to_people(site: Site, page: Page) -> None:
    """Let the site pass for nobody who sits at the table of a page, whatever is dealt."""
    passes = (
        "UPDATE online_onlineseat SET auto_pass = ? WHERE auto_pass AND table_id = ("
        "SELECT id FROM online_onlinetable WHERE token = ?)"
    )
    assert _change_rows(site, page, passes, value=False)


def end_first_hand(site: Site, page: Page, record: object) -> None:
    """Let the first hand at the table of a page be over, with this record."""
    wait_for_first_hand(page)
    ended = (
        "UPDATE online_onlinehand SET record = ?, ended_at = created_at "
        "WHERE number = 1 AND table_id = (SELECT id FROM online_onlinetable WHERE token = ?)"
    )
    _change(site, page, ended, json.dumps(record))
    between = "UPDATE online_onlinetable SET phase = ?, due_at = NULL WHERE token = ?"
    _change(site, page, between, "between")


def _change(site: Site, page: Page, sql: str, value: object) -> None:
    assert _change_rows(site, page, sql, value) == 1


def _change_rows(site: Site, page: Page, sql: str, value: object) -> int:
    """Change rows of the table of a page, and return how many there were."""
    token = page.url.rstrip("/").rpartition("/")[2]
    with closing(sqlite3.connect(site.data / DATABASE, timeout=LOCKED)) as data, data:
        return data.execute(sql, (value, token)).rowcount


def is_over(page: Page) -> bool:
    """Say whether the hand is over."""
    return page.locator(".result h2").is_visible()


def moves_on(page: Page) -> str:
    """Return which position a page shows."""
    return page.locator("#game").get_attribute("data-moves") or ""


def expect_moved(page: Page, moves: str) -> None:
    """Wait until a page shows another position than that, and nothing was refused."""
    expect(page.locator("#game")).not_to_have_attribute("data-moves", moves)
    expect(page.locator(REFUSAL)).to_be_empty()


def wait_for_turn(page: Page) -> bool:
    """Wait until this page is to act or the hand is over; say whether it goes on."""
    turn = page.locator(f".result h2, {TO_ACT}, button.zop-card")
    expect(turn.filter(visible=True).first).to_be_visible(timeout=HAND)
    return not is_over(page)


def wait_for_choice(page: Page) -> None:
    """Wait until this page is to act, and the site does not pass for it."""
    while wait_for_turn(page) and page.locator(".action-bar .decided").count():
        expect_moved(page, moves_on(page))


def play_one_turn(page: Page) -> None:
    """Take the first of the choices that are surely legal, whatever was dealt, by taps.

    A wild card covers something; a set that is offered is played; who need not lead passes, and who
    leads plays any card but the joker, which alone is no set (FZ-04). Nothing of it is refused.
    """
    moves = moves_on(page)
    choose(page, lambda choice: choice.click())
    expect_moved(page, moves)


def choose(page: Page, do: Callable[[Locator], None]) -> None:
    """Do something to one choice after the other, until a move has been sent."""
    wild, passing = page.locator("button.zop-card"), page.locator("[data-focus=do-pass]")
    offered = page.locator(".offered button")
    leading = page.locator(".tile:not([data-focus=joker])")
    if wild.count():
        do(wild.first)
        return
    if page.locator(".action-bar .decided").count():
        # The site passes by itself where nothing can be played.
        return
    if passing.count() and not offered.count():
        do(passing)
        return
    for choice in (offered, leading):
        if choice.count():
            do(choice.first)
            break
    do(page.locator(".action-bar > button").first)


def seal_something(page: Page) -> None:
    """Choose animals and a guess at a table of three, and seal them."""
    choose_something(page)
    press(page, "Seal choice")


def choose_something(page: Page) -> None:
    """Choose animals and a guess at a table of three."""
    for animal in SEALING:
        page.locator(f"button.animal[data-focus={animal}]").click()
    page.get_by_role("button", name="3", exact=True).click()
    page.get_by_role("group", name="Of which animal").get_by_role("button", name="cat").click()


def heard(page: Page) -> list[str]:
    """Return what a table has told who listens, the oldest first."""
    return page.locator("#game > [role=log] > p").all_inner_texts()


def expect_heard(page: Page, words: str) -> None:
    """Wait until the table has told this to who listens."""
    told = page.locator("#game > [role=log] > p").filter(has_text=re.compile(words))
    expect(told.last).to_be_attached()
