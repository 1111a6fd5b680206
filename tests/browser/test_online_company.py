"""Who is here at a table, decisions before one's turn, and taking a move back."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.devices import Devices
from tests.browser.keys import press_key
from tests.browser.night import follow, press
from tests.browser.tables import (
    heard,
    leave_passes_to_people,
    moves_on,
    open_table,
    play_one_turn,
    sit_down,
    wait_for_choice,
    wait_for_first_hand,
)
from tests.site import Site

pytestmark = pytest.mark.browser


@pytest.mark.long
def test_move_against_bots_is_taken_back_and_the_title_says_whose_turn_it_is(
    site: Site, devices: Devices
) -> None:
    phone = devices.phone()
    open_table(phone, site, "franks-zoo", seats=3)
    wait_for_choice(phone)
    expect(phone).to_have_title(re.compile("^● Your turn"))
    before = moves_on(phone)
    play_one_turn(phone)
    press(phone, "Undo move")
    expect(phone.locator("#game")).to_have_attribute("data-moves", before)
    expect(phone.get_by_text("the match is not rated").first).to_be_attached()
    devices.look_over(phone)


@pytest.mark.thorough
def test_people_decide_beforehand_agree_to_undo_and_see_who_has_gone(
    site: Site, devices: Devices
) -> None:
    # Ada sits at a computer and uses keys alone.
    ada, ben = devices.computer(), devices.phone()
    open_table(ada, site, "franks-zoo", seats=3, company="people with the link")
    sit_down(ben, ada.url, ada, seat=-1)
    # A pass that the site made would be nobody's to undo.
    leave_passes_to_people(site, ada)
    ada.get_by_label("Strength of this bot").first.select_option("easy")
    follow(ada.get_by_role("button", name="Add bot").first)
    # The bot begins; then it is Ben's turn, and Ada's after that.
    expect(ben.locator(".person.acting.me")).to_have_count(1, timeout=60_000)
    press_key(ada.locator("[data-focus=premove-pass]"))
    expect(ada.get_by_text("Decided for your turn: Pass.")).to_be_visible()
    expect(ben.get_by_text("Decided for your turn")).to_have_count(0)
    devices.look_over(ada)
    press_key(ada.locator("[data-focus=premove]"))
    expect(ada.get_by_role("button", name="Pass when it is my turn")).to_be_visible()
    before = moves_on(ben)
    play_one_turn(ben)
    press(ben, "Undo move")
    expect(ada.get_by_text("Ben asks to undo their move.")).to_be_visible()
    press_key(ada.locator("[data-focus=allow_undo]"))
    for page in (ada, ben):
        expect(page.locator("#game")).to_have_attribute("data-moves", before)
    ben.close()
    expect(ada.locator(".person", has_text="Ben").locator(".person-status")).to_contain_text("gone")


def in_order(*pages: Page) -> list[Page]:
    """Return the pages of all who play in the order of their turns, from who is to act on."""
    for page in pages:
        wait_for_first_hand(page)
        expect(page.locator(".person.acting")).to_have_count(1)
    first = next(at for at, page in enumerate(pages) if page.locator(".acting.me").count())
    return [*pages[first:], *pages[:first]]


def decide_on(page: Page, *tiles: Locator) -> None:
    """Choose cards before one's turn, and decide to play them if they stand then."""
    for tile in tiles:
        press_key(tile, "Space")
    press_key(page.locator("[data-focus=premove-play]"))
    expect(page.get_by_text("Decided for your turn: ")).to_be_visible()


@pytest.mark.thorough
def test_cards_decided_on_beforehand_are_played_if_they_stand_and_else_asked_for(
    site: Site, devices: Devices
) -> None:
    ada, ben, cleo = devices.computer(), devices.phone(), devices.phone()
    open_table(ada, site, "franks-zoo", seats=3, company="people with the link")
    sit_down(ben, ada.url, ada)
    sit_down(cleo, ada.url, ada, "Cleo")
    leave_passes_to_people(site, ada)
    leading, second, third = in_order(ada, ben, cleo)
    play_one_turn(leading)
    # Two animals are no set, whatever was dealt: of 12 cards the first two are neither the joker
    # nor an elephant with a mosquito.
    tiles = third.locator(".tile")
    decide_on(third, tiles.nth(0), tiles.nth(1))
    # Whoever leads again may play any single card but the joker.
    led = leading.locator(".tile:not([data-focus=joker])").first
    card = led.locator(".face-name").inner_text()
    decide_on(leading, led)
    expect(leading.get_by_text("Decided for your turn: ")).to_contain_text(card)
    for page in (leading, third):
        devices.look_over(page)
    expect(second.get_by_text("Decided for your turn")).to_have_count(0)
    cards_left = leading.locator(".person.me .cards-left > [aria-hidden]")
    before = int(cards_left.inner_text())
    press_key(second.locator("[data-focus=do-pass]"))
    # What does not stand is not played: it is asked for.
    press_key(third.locator("[data-focus=do-pass]"))
    expect(third.get_by_text("Decided for your turn")).to_have_count(0)
    # All have passed, so what was decided stands: it lies there before anybody does anything.
    expect(cards_left).to_have_text(str(before - 1))
    expect(second.locator(".person.acting.me")).to_have_count(1)
    assert card in heard(second)[-1]
