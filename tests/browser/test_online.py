"""Online tables in a real browser: a visitor against bots, and two people on two phones."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.devices import Devices
from tests.browser.night import follow, press, send
from tests.browser.tables import (
    REFUSAL,
    is_over,
    moves_on,
    open_table,
    play_one_turn,
    seal_something,
    sit_down,
    wait_for_choice,
    wait_for_turn,
)
from tests.site import Site

pytestmark = pytest.mark.browser

MOST_TURNS = 120


def test_a_visitor_sits_at_a_table_and_moves_after_two_taps_and_no_typing(
    site: Site, devices: Devices
) -> None:
    phone = devices.phone()
    phone.goto(site.url)
    follow(phone.get_by_role("banner").get_by_role("link", name="Play now"))
    follow(phone.get_by_role("button", name="Play", exact=True))
    # The cards are dealt: nothing stands between them and the visitor.
    expect(phone.locator("button.tile").first).to_be_visible()
    expect(phone.locator(".person.me")).to_have_count(1)
    devices.look_over(phone)
    assert wait_for_turn(phone)
    play_one_turn(phone)


@pytest.mark.long
def test_a_visitor_plays_a_hand_against_bots_by_taps(site: Site, devices: Devices) -> None:
    phone = devices.phone()
    phone.goto(site.url)
    follow(phone.get_by_role("banner").get_by_role("link", name="Play now"))
    devices.look_over(phone)
    open_table(phone, site, "franks-zoo", seats=3)
    expect(phone.locator(".prompt")).to_be_visible()
    devices.look_over(phone)
    for _ in range(MOST_TURNS):
        if not wait_for_turn(phone):
            break
        play_one_turn(phone)
    expect(phone.get_by_role("heading", name="won the match")).to_be_visible()
    devices.look_over(phone)


def place_of_middle(page: Page) -> object:
    """Return where the middle of the table begins on the page, and how high it is."""
    return page.locator(".felt-middle").evaluate("part => [part.offsetTop, part.offsetHeight]")


@pytest.mark.thorough
def test_plays_of_others_are_shown_in_one_place_and_can_be_skipped(
    site: Site, devices: Devices
) -> None:
    phone = devices.phone()
    # Time stands still, so that a play is shown until it is skipped.
    phone.clock.install()
    open_table(phone, site, "franks-zoo", seats=3)
    assert wait_for_turn(phone)
    before = place_of_middle(phone)
    phone.get_by_text("Events").click()
    phone.get_by_label("Show moves one by one").check()
    phone.clock.pause_at(phone.evaluate("Date.now() / 1000 + 1"))
    if phone.get_by_role("button", name="Pass", exact=True).count():
        press(phone, "Pass")
    else:
        phone.locator(".tile:not([data-focus=joker])").first.click()
        phone.locator(".action-bar > button").first.click()
    expect(phone.get_by_role("button", name="Skip")).to_be_visible()
    assert place_of_middle(phone) == before
    # The people are shown at the same moment: it is the turn of whose play lies there.
    expect(phone.locator(".person.acting")).to_have_count(1)
    badge = phone.locator(".felt-says .seat").inner_text()
    expect(phone.locator(".person.acting .seat")).to_have_text(badge)
    phone.get_by_label("Show moves one by one").uncheck()
    expect(phone.get_by_role("button", name="Skip")).to_have_count(0)
    assert wait_for_turn(phone)


@pytest.mark.thorough
def test_who_leaves_is_asked_first_and_may_stay(site: Site, devices: Devices) -> None:
    phone = devices.phone()
    open_table(phone, site, "animal-poker", seats=3)
    press(phone, "Leave table")
    dialog = phone.get_by_role("dialog", name="Leave table")
    devices.assert_accessible(phone)
    dialog.get_by_role("button", name="Stay").click()
    expect(dialog).to_have_count(0)
    expect(phone.locator("button.animal").first).to_be_visible()
    press(phone, "Leave table")
    follow(dialog.get_by_role("button", name="Leave table"))
    expect(phone.get_by_role("heading", name="Play now")).to_be_visible()


@pytest.mark.thorough
def test_two_people_who_play_again_meet_at_the_next_table(site: Site, devices: Devices) -> None:
    ada, ben = devices.phone(), devices.phone()
    open_table(ada, site, "animal-poker", seats=3, company="people with the link")
    devices.look_over(ada)
    ben.goto(ada.url)
    expect(ben.get_by_label("Your name").first).not_to_be_empty()
    name = ben.get_by_label("Your name").first.input_value()
    sit_down(ben, ada.url, ada, name)
    ada.get_by_label("Strength of this bot").select_option("easy")
    send(ada, "Add bot")
    for phone in (ada, ben):
        seal_something(phone)
    for phone in (ada, ben):
        expect(phone.get_by_role("heading", name="won the match")).to_be_visible()
    devices.look_over(ada)
    send(ada, "Rematch")
    send(ben, "Rematch")
    assert ada.url == ben.url
    expect(ada.locator(".person")).to_have_count(3)


@pytest.mark.thorough
def test_two_people_on_two_phones_see_each_others_moves(site: Site, devices: Devices) -> None:
    ada, ben = devices.phone(), devices.phone()
    open_table(ada, site, "zop-zoo", seats=2, company="people with the link")
    ben.goto(ada.url)
    ben.get_by_label("Your name").fill("Ben")
    send(ben, "Take seat")
    expect(ben.locator(".person")).to_have_count(2)
    # The page that waited has become the table by itself.
    expect(ada.locator(".person")).to_have_count(2)
    ada.reload()
    for page in (ada, ben):
        # Who loads the page again in the midst of shuffling can still open what it added.
        expect(page.locator(".prompt")).to_be_visible()
    for _ in range(6):
        if is_over(ada):
            break
        to_act, other = (ada, ben) if ada.locator(".person.acting.me").count() else (ben, ada)
        play_one_turn(to_act)
        # It may be the other's turn only once both pages show the move.
        expect(other.locator("#game")).to_have_attribute("data-moves", moves_on(to_act))
    expect(ada.locator(".pile")).to_have_text(ben.locator(".pile").all_text_contents())


@pytest.mark.thorough
def test_a_move_made_without_network_is_sent_when_it_is_back(site: Site, devices: Devices) -> None:
    phone = devices.phone()
    open_table(phone, site, "animal-poker", seats=3)
    expect(phone.locator("button.animal").first).to_be_visible()
    phone.context.set_offline(True)
    seal_something(phone)
    expect(phone.get_by_text("Offline. Your move is saved")).to_be_visible()
    phone.context.set_offline(False)
    expect(phone.locator(".result h2")).to_be_visible()
    expect(phone.locator(".steps li").first).to_be_visible()


@pytest.mark.thorough
def test_an_illegal_play_says_which_rule_forbids_it(site: Site, devices: Devices) -> None:
    phone = devices.phone()
    open_table(phone, site, "franks-zoo", seats=3)
    wait_for_choice(phone)
    # Two animals together are no set, whatever lies on the table. The tiles are in the order of the
    # deck: of 13 cards the first two are neither the joker nor an elephant with a mosquito.
    phone.locator(".tile").nth(0).click()
    phone.locator(".tile").nth(1).click()
    phone.get_by_role("button", name=re.compile("^Play ")).click()
    expect(phone.locator(REFUSAL)).to_contain_text("Rule FZ-")
    phone.locator(REFUSAL).get_by_text("Rule FZ-04").click()
    text = phone.locator(REFUSAL).get_by_text("A set is any number of one animal.")
    expect(text).to_be_visible()
    devices.look_over(phone)


@pytest.mark.thorough
def test_without_scripts_the_page_says_that_playing_needs_them(
    site: Site, devices: Devices
) -> None:
    phone = devices.phone(has_scripts=False)
    open_table_without_scripts(phone, site)
    expect(phone.get_by_text("Playing requires JavaScript")).to_be_visible()


def open_table_without_scripts(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/play/")
    page.locator("form.lobby").get_by_label("Your name").fill("Ada")
    send(page, "Play")
