"""Two people's browsers and the site shuffle together, and anybody can check it afterwards."""

import json
import re
import subprocess
import sys
import urllib.request
from hashlib import sha256
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.devices import COMPUTER, PHONE, Devices
from tests.browser.night import follow, send
from tests.browser.tables import (
    HAND,
    forget_shares,
    is_over,
    open_table,
    play_one_turn,
    sit_down,
    wait_for_turn,
)
from tests.site import Site

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[2]
MOST_TURNS = 120
AS_OVER_HTTP = "Object.defineProperty(crypto, 'subtle', { value: undefined })"
"""What a browser does not offer to pages that came without HTTPS, as on a club's own network."""
NOTES = "Object.entries(sessionStorage).filter(([name]) => name.startsWith('shuffle:'))"


def begin(site: Site, devices: Devices, *, seats: int = 3) -> tuple[Page, Page]:
    """Seat two people, one over HTTP, and a bot at a table whose match begins then."""
    ada, ben = devices.phone(), devices.computer()
    ben.add_init_script(AS_OVER_HTTP)
    open_table(ada, site, "zop-zoo", seats=seats, company="people with the link")
    sit_down(ben, ada.url, ada)
    ada.get_by_label("Strength of this bot").select_option("easy")
    send(ada, "Add bot")
    for page in (ada, ben):
        expect(page.locator(".prompt")).to_be_visible()
    return ada, ben


def play_to_the_end(*pages: Page) -> None:
    """Play for all of them until the hand is over."""
    for _ in range(MOST_TURNS):
        if is_over(pages[0]):
            break
        turn = ", ".join((".result h2", ".person.acting.me"))
        for page in pages:
            if page.locator(turn).first.is_visible() and wait_for_turn(page):
                play_one_turn(page)
        pages[0].wait_for_timeout(50)
    for page in pages:
        expect(page.get_by_role("heading", name=re.compile("won the match|is over"))).to_be_visible(
            timeout=HAND
        )


def log_of(page: Page) -> str:
    """Fetch the log of the first hand as a program would."""
    with urllib.request.urlopen(f"{page.url}hands/1/log.jsonl") as answer:
        log: str = answer.read().decode()
    return log


@pytest.mark.thorough
def test_two_people_and_the_site_shuffle_and_each_part_can_be_verified(
    site: Site, devices: Devices
) -> None:
    ada, ben = begin(site, devices)
    notes = [json.loads(page.evaluate(NOTES)[0][1]) for page in (ada, ben)]
    play_to_the_end(ada, ben)
    log = log_of(ada)
    [attempt] = json.loads(log.splitlines()[0])["shuffle"]["attempts"]
    assert [each["seat"] for each in attempt["shares"]] == [0, 1]
    assert [each["share"] for each in attempt["shares"]] == [note["share"] for note in notes]
    verified = subprocess.run(
        [sys.executable, "-m", "games", "verify"],
        input=log,
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert verified.returncode == 0, verified.stdout
    assert "shuffle 1: the site, seat 0, seat 1" in verified.stdout
    for page, size in ((ada, PHONE), (ben, COMPUTER)):
        page.set_viewport_size(size)
        follow(page.get_by_role("link", name="Verify deal"))
        expect(
            page.get_by_text("The deal that was played matches this fingerprint.")
        ).to_be_visible()
        expect(page.get_by_text("This browser recorded its own number")).to_be_visible()
        expect(page.locator(".parts > li")).to_have_count(3)
        devices.look_over_everywhere(page)


@pytest.mark.long
def test_browsers_find_out_a_site_that_leaves_a_share_out(site: Site, devices: Devices) -> None:
    ada, ben = begin(site, devices)
    play_to_the_end(ada, ben)
    forget_shares(site, ben, 1)
    for page in (ada, ben):
        follow(page.get_by_role("link", name="Verify deal"))
        expect(
            page.get_by_text("The values recorded by this browser during the shuffle differ")
        ).to_be_visible()


def test_browser_makes_the_commitment_that_the_document_describes(
    site: Site, devices: Devices
) -> None:
    phone = devices.phone()
    open_table(phone, site, "animal-poker", seats=3)
    expect(phone.locator("button.animal").first).to_be_visible()
    [[name, text]] = phone.evaluate(NOTES)
    note = json.loads(text)
    place = name.removeprefix("shuffle:")
    words = f"menagerie-shuffle-1:seat:{place}:0:{note['site']}:{note['share']}"
    assert sha256(words.encode()).hexdigest() == note["commitment"]
    # Nobody had to be waited for, and a second tab of the seat takes nothing away.
    assert note["all"] == [{"seat": 0, "commitment": note["commitment"]}]
    second = phone.context.new_page()
    second.goto(phone.url)
    expect(second.locator("button.animal").first).to_be_visible()
    assert second.evaluate(NOTES) == []
