"""Somebody has closed the page, and the table waits: wait, adjourn, or replace them."""

import re
from http import HTTPStatus

import pytest
from playwright.sync_api import Locator, Page, Response, expect

from tests.browser.devices import Devices
from tests.browser.keys import follow_by_key, press_key
from tests.browser.night import follow, press, send
from tests.browser.tables import REFUSAL, open_table, seal_something, sit_down
from tests.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.thorough]

MISSED, PATIENCE = 21_000, 61_000
"""ms after which somebody is missed, and after which who waits is asked again."""


def begin_with_a_bot(site: Site, ada: Page, ben: Page) -> None:
    """Let Ada and Ben begin a hand with a bot.

    The hand waits for both: whatever is dealt, all choose at the same time.
    """
    open_table(ada, site, "animal-poker", seats=3, company="people with the link", hands="3")
    follow(ada.get_by_role("button", name="Add bot").last)
    sit_down(ben, ada.url, ada)
    for page in (ada, ben):
        expect(page.locator("button.animal").first).to_be_visible()


def lose_ben(site: Site, ada: Page, ben: Page) -> Page:
    """Let Ada and Ben begin a hand; Ben closes the page; return one of his browser."""
    ada.clock.install()
    begin_with_a_bot(site, ada, ben)
    # Nobody is gone whose page has never been heard of.
    expect(person(ben, "Ada")).not_to_contain_text("gone")
    again = ben.context.new_page()
    ben.close()
    expect(person(ada, "Ben")).to_contain_text("gone")
    return again


def miss_ben(ada: Page) -> None:
    """Let time pass for Ada's page, but not for the site, until it asks what to do about Ben."""
    ada.clock.fast_forward(MISSED)
    expect(missing(ada)).to_contain_text("Ben has left the page.")


def person(page: Page, name: str) -> Locator:
    """Return where a table tells of somebody."""
    return page.locator(".person", has_text=name)


def missing(page: Page) -> Locator:
    """Return where a table asks what to do about who is missing."""
    return page.locator(".missing")


@pytest.mark.long
def test_who_waits_is_asked_again_and_a_table_is_adjourned_until_all_are_back(
    site: Site, devices: Devices
) -> None:
    ada, ben = devices.phone(), devices.phone()
    ben = lose_ben(site, ada, ben)
    address = ada.url
    # The site, too, has to miss Ben, whose vote it does not wait for then: that takes 20 seconds.
    expect(missing(ada)).to_contain_text("Ben has left the page.", timeout=3 * MISSED)
    devices.look_over_everywhere(ada)
    press(ada, "Wait")
    expect(missing(ada)).to_be_empty()
    ada.clock.fast_forward(PATIENCE)
    expect(missing(ada)).to_contain_text("Ben has left the page.")
    press(ada, "Vote to adjourn")
    expect(ada.get_by_text("The table is adjourned.")).to_be_visible()
    ben.goto(address)
    expect(ben.get_by_text("The table is adjourned.")).to_be_visible()
    devices.look_over(ben)


def test_who_has_gone_is_replaced_by_somebody_with_the_link_by_keys(
    site: Site, devices: Devices
) -> None:
    ada, ben, eve = devices.computer(), devices.phone(), devices.phone()
    ben = lose_ben(site, ada, ben)
    address = ada.url
    miss_ben(ada)
    choices = missing(ada).locator("button, a")
    expect(choices).to_have_text(
        ["Wait", "Let a bot play until they return", "Replace player", "Vote to adjourn"]
    )
    follow_by_key(choices.filter(has_text="Replace player"))
    row = ada.locator("#people .rows > li").filter(has_text="Ben")
    press_key(row.locator("summary"))
    row.get_by_role("combobox").select_option("open")
    devices.look_over_everywhere(ada)
    follow_by_key(row.get_by_role("button", name="Now"))
    link = ada.get_by_label(re.compile("^Send this link"))
    eve.goto(link.input_value())
    devices.look_over(eve)
    eve.get_by_label("Your name").fill("Eve")
    send(eve, "Take seat")
    expect(ada.locator("#people")).to_contain_text("Eve")
    expect(ada.locator("#people")).to_contain_text("plays from the next hand")
    # A bot plays the hand to its end for whoever comes; Ben, who comes back, only watches.
    follow_by_key(ada.get_by_role("link", name="View table"))
    seal_something(ada)
    expect(ada.locator(".result .points")).to_be_visible()
    ben.goto(address)
    expect(ben.get_by_text("You are watching.")).to_be_visible()
    press_key(ada.locator("[data-focus=ready]"))
    seal_something(eve)
    expect(eve.locator(REFUSAL)).to_be_empty()


def test_a_bot_takes_the_seat_of_who_has_gone(site: Site, devices: Devices) -> None:
    ada, ben = devices.phone(), devices.phone()
    ben = lose_ben(site, ada, ben)
    address = ada.url
    miss_ben(ada)
    follow(missing(ada).get_by_role("link", name="Replace player"))
    row = ada.locator("#people .rows > li").filter(has_text="Ben")
    row.locator("summary").click()
    follow(row.get_by_role("button", name="Now"))
    expect(ada.locator("#people .rows > li").nth(1)).to_contain_text("a bot plays")
    follow(ada.get_by_role("link", name="View table"))
    seal_something(ada)
    expect(ada.locator(".result .points")).to_be_visible()
    ben.goto(address)
    expect(ben.get_by_text("You are watching.")).to_be_visible()


def test_page_whose_seat_a_bot_has_taken_says_so_and_asks_no_more(
    site: Site, devices: Devices
) -> None:
    ada, ben = devices.phone(), devices.phone()
    for page in (ada, ben):
        page.clock.install()
    begin_with_a_bot(site, ada, ben)
    address = ada.url
    refused: list[str] = []

    def note_refused(answer: Response) -> None:
        if answer.status == HTTPStatus.FORBIDDEN:
            refused.append(answer.url)

    ben.on("response", note_refused)
    ada.goto(f"{address}people/")
    row = ada.locator("#people .rows > li").filter(has_text="Ben")
    row.locator("summary").click()
    row.get_by_role("combobox").select_option("greedy")
    follow(row.get_by_role("button", name="Now"))
    notice = ben.locator("#game .table-notice")
    expect(notice).to_contain_text("A bot plays in your seat now. Reload the page to watch.")
    expect(ben.locator("button.animal")).to_have_count(0)
    devices.look_over_everywhere(ben)
    # In this minute it would ask many times, and say that it is here; a hand ends, too.
    asked = list(refused)
    ben.clock.run_for(60_000)
    follow(ada.get_by_role("link", name="View table"))
    seal_something(ada)
    expect(ada.locator(".result .points")).to_be_visible()
    assert refused == asked
    assert len(asked) <= 2
    press(ben, "Reload page")
    expect(ben.get_by_text("You are watching.")).to_be_visible()
