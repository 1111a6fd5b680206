"""Frank's Zoo's passing of cards with two people and a spectator: network, reload, closed tabs."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.devices import Devices
from tests.browser.keys import press_key
from tests.browser.night import follow, press
from tests.browser.tables import (
    end_first_hand,
    expect_moved,
    moves_on,
    open_table,
    sit_down,
)
from tests.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.thorough]
LOST = "No connection to the table"
MISSED = 60_000
"""ms; after 20 seconds somebody is missed, and the machine may be busy."""


def begin_exchange(site: Site, ada: Page, ben: Page) -> None:
    """Open a table for Ada and Ben and two bots, whose second hand begins: Ben passes on first."""
    open_table(ada, site, "franks-zoo", seats=4, company="people with the link", hands="3")
    for _ in range(2):
        ada.get_by_label("Strength of this bot").last.select_option("easy")
        follow(ada.get_by_role("button", name="Add bot").last)
    sit_down(ben, ada.url, ada)
    end_first_hand(site, ada, {"finish": [2, 0, 3, 1]})
    for page in (ada, ben):
        page.reload()
        page.locator("[data-focus=ready]").click()
    expect(ben.locator("[data-focus=do-exchange]")).to_be_visible()


def choose_two(page: Page) -> None:
    """Choose one card each of the first two animals."""
    for number in range(2):
        page.locator(".tile").nth(number).click()


def hand_of(page: Page) -> list[str]:
    """Return the cards that a page shows as its own."""
    tiles = page.locator(".tile")
    return [tile.get_attribute("aria-label") or "" for tile in tiles.all()]


def reopen(page: Page) -> Page:
    """Close a tab, and open the table again in another one of the same browser."""
    address, browser = page.url, page.context
    page.close()
    again = browser.new_page()
    again.goto(address)
    return again


def expect_same_moves(one: Page, other: Page) -> None:
    """Wait until one page shows the position that the other shows."""
    expect(one.locator("#game")).to_have_attribute("data-moves", moves_on(other))


@pytest.mark.long
def test_a_tab_that_is_closed_in_the_exchange_loses_nothing(site: Site, devices: Devices) -> None:
    ada, ben = devices.phone(), devices.phone()
    begin_exchange(site, ada, ben)
    cards = hand_of(ben)
    ben.locator(".tile").first.click()
    ben = reopen(ben)
    expect(ben.locator("[data-focus=do-exchange]")).to_be_disabled()
    assert hand_of(ben) == cards
    choose_two(ben)
    moves = moves_on(ben)
    ben.locator("[data-focus=do-exchange]").click()
    expect_moved(ben, moves)
    ben = reopen(ben)
    expect(ben.locator(".exchanged")).to_contain_text("You passed on")
    expect(ben.locator("[data-focus=do-exchange]")).to_have_count(0)


@pytest.mark.long
def test_two_people_and_a_spectator_lose_network_reload_and_close_tabs_in_the_exchange(
    site: Site, devices: Devices
) -> None:
    ada, ben, eve = devices.computer(), devices.phone(), devices.phone()
    begin_exchange(site, ada, ben)
    eve.goto(ada.url)
    expect(eve.get_by_text("You are watching.")).to_be_visible()
    # What is passed on without network goes once it is back, one time.
    ben.context.set_offline(True)
    choose_two(ben)
    moves = moves_on(ben)
    press_key(ben.locator("[data-focus=do-exchange]"))
    expect(ben.get_by_text("Offline. Your move is saved")).to_be_visible()
    expect(ben.get_by_text(LOST)).to_be_visible()
    devices.look_over(ben)
    ben.context.set_offline(False)
    expect_moved(ben, moves)
    expect(ben.get_by_text(LOST)).to_have_count(0)
    # Who watches loses the network meanwhile, and sees the same, without a card of anybody's hand.
    eve.context.set_offline(True)
    expect(eve.get_by_text(LOST)).to_be_visible()
    # Ada's tab closes with one of two cards chosen.
    ada.locator(".tile").first.click()
    address, browser = ada.url, ada.context
    ada.close()
    eve.context.set_offline(False)
    for page in (ben, eve):
        expect(page.locator(".person", has_text="Ada")).to_contain_text("gone")
        page.reload()
        expect(page.locator(".person", has_text="Ada")).to_contain_text("gone")
    expect_same_moves(eve, ben)
    expect(eve.locator(".tile, .exchanged")).to_have_count(0)
    # After a while Ben alone is asked what to do.
    expect(ben.locator(".missing")).to_contain_text("Ada has left the page.", timeout=MISSED)
    expect(eve.locator(".missing button")).to_have_count(0)
    devices.look_over_everywhere(ben)
    choices = ben.locator(".missing :is(button, a)").all_inner_texts()
    assert choices == ["Wait", "Let a bot play until they return", "Vote to adjourn"]
    press_key(ben.locator("[data-focus^=bot-for]"))
    # The bot passes on Ada's cards, and the hand begins without her.
    expect(ben.locator(".exchange")).to_have_count(0)
    ada = browser.new_page()
    ada.goto(address)
    expect(ada.locator(".exchanged")).to_contain_text("You passed on")
    press(ada, "I am back")
    expect(ben.locator(".person", has_text="Ada")).not_to_contain_text("gone")
    for page in (ada, eve):
        expect_same_moves(page, ben)
