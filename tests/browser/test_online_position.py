"""Every page shows where a table stands: in two tabs, after a reload, after a lost network."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.devices import Devices
from tests.browser.night import follow, press
from tests.browser.tables import (
    REFUSAL,
    choose_something,
    delay_watchers,
    expect_heard,
    moves_on,
    open_table,
    play_one_turn,
    sit_down,
    wait_for_first_hand,
    wait_for_turn,
)
from tests.site import Site

pytestmark = pytest.mark.browser
LOST = "No connection to the table"


def position(page: Page) -> tuple[str, list[str]]:
    """Return which position a page shows, and all that it tells of it."""
    parts = page.locator(
        "#game .game-board > :is(.people, .felt-middle, .demand, .area, .action-bar)"
    )
    return moves_on(page), parts.all_inner_texts()


def expect_same_moves(one: Page, other: Page) -> None:
    """Wait until one page shows the position that the other shows."""
    expect(one.locator("#game")).to_have_attribute("data-moves", moves_on(other))


def expect_same(one: Page, other: Page) -> None:
    """Wait until two pages of a player show the same position."""
    expect_same_moves(one, other)
    assert position(one) == position(other)


def open_for_two(
    site: Site, ada: Page, ben: Page, game: str = "zop-zoo", seats: int = 2, **said: str
) -> None:
    """Open a table for Ada and Ben."""
    open_table(ada, site, game, seats=seats, company="people with the link", **said)
    sit_down(ben, ada.url, ada)


def in_turn(ada: Page, ben: Page) -> tuple[Page, Page]:
    """Return who is to act, and the other, once both are dealt their cards."""
    for page in (ada, ben):
        wait_for_first_hand(page)
    expect_same_moves(ada, ben)
    return (ada, ben) if ada.locator(".person.acting.me").count() else (ben, ada)


@pytest.mark.thorough
def test_two_tabs_agree_and_a_reload_shows_the_same(site: Site, devices: Devices) -> None:
    first = devices.phone()
    open_table(first, site, "franks-zoo", seats=3)
    second = first.context.new_page()
    second.goto(first.url)
    assert wait_for_turn(first)
    play_one_turn(first)
    assert wait_for_turn(first)
    expect_same(second, first)
    second.reload()
    expect_same(second, first)


@pytest.mark.thorough
def test_a_move_from_a_tab_that_is_behind_is_refused_with_the_new_position(
    site: Site, devices: Devices
) -> None:
    first = devices.phone()
    open_table(first, site, "zop-zoo", seats=2)
    assert wait_for_turn(first)
    behind = first.context.new_page()
    # This tab hears of nothing.
    behind.route("**/live/**", lambda route: route.abort())
    behind.route("**/view/**", lambda route: route.abort())
    behind.goto(first.url)
    expect_same(behind, first)
    play_one_turn(first)
    assert wait_for_turn(first)
    behind.locator("button.zop-card, .action-bar > button").first.click()
    expect(behind.locator(REFUSAL)).to_contain_text("The table has changed since you last saw it.")
    expect_same_moves(behind, first)


@pytest.mark.thorough
def test_after_a_lost_network_a_page_says_so_and_then_shows_the_position(
    site: Site, devices: Devices
) -> None:
    ada, ben = devices.phone(), devices.phone()
    open_for_two(site, ada, ben)
    to_act, other = in_turn(ada, ben)
    other.context.set_offline(True)
    expect(other.get_by_text(LOST)).to_be_visible()
    devices.look_over_everywhere(other)
    before = moves_on(other)
    play_one_turn(to_act)
    assert moves_on(other) == before
    other.context.set_offline(False)
    expect_same_moves(other, to_act)
    expect(other.get_by_text(LOST)).to_have_count(0)
    expect(other.locator(".pile")).to_have_text(to_act.locator(".pile").all_text_contents())


@pytest.mark.thorough
def test_a_look_that_failed_is_made_again_though_nothing_more_is_told(
    site: Site, devices: Devices
) -> None:
    ada, ben = devices.phone(), devices.phone()
    open_for_two(site, ada, ben)
    to_act, other = in_turn(ada, ben)
    other.route("**/view/**", lambda route: route.abort(), times=1)
    play_one_turn(to_act)
    expect(other.get_by_text(LOST)).to_be_visible()
    expect_same_moves(other, to_act)
    expect(other.get_by_text(LOST)).to_have_count(0)


@pytest.mark.thorough
def test_a_tap_is_not_lost_when_somebody_moves_under_the_finger(
    site: Site, devices: Devices
) -> None:
    ada, ben = devices.computer(), devices.phone()
    open_for_two(site, ada, ben, "animal-poker", 3)
    follow(ada.get_by_role("button", name="Add bot"))
    animal = ada.locator("button.animal").first
    expect(animal).to_be_visible()
    animal.hover()
    # A finger that stays longer than two seconds is taken for one whose end nobody told of.
    choose_something(ben)
    ada.mouse.down()
    press(ben, "Seal choice")
    expect_heard(ada, "Ben sealed a choice")
    ada.mouse.up()
    expect(animal).to_have_attribute("aria-pressed", "true")
    expect(ada.locator(".envelopes > .sealed")).to_have_count(2)


@pytest.mark.thorough
def test_who_watches_later_sees_a_move_once_it_is_old_enough(site: Site, devices: Devices) -> None:
    ada, ben, eve = devices.phone(), devices.phone(), devices.phone()
    open_for_two(site, ada, ben)
    delay_watchers(site, ada, seconds=1)
    eve.goto(ada.url)
    expect(eve.get_by_text("You are watching with a delay of 1 second.")).to_be_visible()
    to_act, _ = in_turn(ada, ben)
    play_one_turn(to_act)
    # Nothing else happens at the table: the page of who watches has to look again by itself.
    expect_same_moves(eve, to_act)
    expect(eve.locator(".pile")).to_have_text(to_act.locator(".pile").all_text_contents())
