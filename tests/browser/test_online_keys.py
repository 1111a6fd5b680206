"""Whole matches by keys alone, told to who listens; and a hand that is over, walked by keys."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.devices import Devices
from tests.browser.keys import follow_by_key, press_key
from tests.browser.night import follow
from tests.browser.tables import (
    SEALING,
    TO_ACT,
    choose,
    end_first_hand,
    expect_heard,
    expect_moved,
    heard,
    leave_passes_to_people,
    moves_on,
    open_table,
    sit_down,
    wait_for_turn,
)
from tests.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.thorough]

MOST_TURNS = 120


def play_by_keys(page: Page) -> None:
    """Take the first of the choices that are surely legal, by keys."""
    moves = moves_on(page)
    choose(page, press_key)
    expect_moved(page, moves)


def stand_back(page: Page) -> None:
    """Pass, or lead with one card where that cannot be."""
    moves = moves_on(page)
    passing = page.locator("[data-focus=do-pass]")
    if passing.count():
        press_key(passing)
    else:
        press_key(page.locator(".tile:not([data-focus=joker])").first, "Space")
        press_key(page.locator("[data-focus=do-play]"))
    expect_moved(page, moves)


def exchange(page: Page) -> None:
    """Pass on the first two animals, which Space chooses."""
    moves = moves_on(page)
    for number in range(2):
        press_key(page.locator(".tile").nth(number), "Space")
    press_key(page.locator("[data-focus=do-exchange]"))
    expect_moved(page, moves)


def ask_for_help(page: Page, press: Callable[[Locator], None]) -> bool:
    """Ask with the first animal that is part of a set, if there is one; say whether there was."""
    if not page.get_by_text("Or choose part of a set").count():
        return False
    moves, ask = moves_on(page), page.locator("[data-focus=do-ask]")
    for tile in page.locator(".tile:not(.idle)").all():
        press(tile)
        if ask.count():
            press(ask)
            expect_moved(page, moves)
            return True
        while tile.get_attribute("aria-pressed") == "true":
            press(tile)
    return False


@pytest.mark.long
def test_a_match_of_franks_zoo_is_played_by_keys(site: Site, devices: Devices) -> None:
    computer = devices.computer(is_dark=True)
    open_table(computer, site, "franks-zoo", seats=4, hands="", target="5")
    while wait_for_turn(computer):
        play_by_keys(computer)
    expect(computer.locator(".result h2")).to_be_focused()
    expect_heard(computer, r"Hand 1 is over\. Ada ")
    # Whoever was last is somebody's junior in the second hand.
    end_first_hand(site, computer, {"finish": [1, 2, 3, 0]})
    press_key(computer.locator("[data-focus=ready]"))
    expect(computer.locator("[data-focus=do-exchange]")).to_be_visible()
    expect_heard(computer, "pass two cards to .+, your senior")
    devices.look_over_everywhere(computer)
    exchange(computer)
    expect_heard(computer, "Ada passes on .+,|Ada passes on 2 ×")
    has_asked = False
    while wait_for_turn(computer):
        if has_asked:
            play_by_keys(computer)
        elif ask_for_help(computer, press_key):
            has_asked = True
            expect_heard(computer, "Ada asks for help with")
            expect_heard(computer, "gives no help|helps with")
        else:
            stand_back(computer)
    assert has_asked
    result = computer.locator(".result h2")
    expect(result).to_be_focused()
    expect(result).to_contain_text("won the match")
    assert heard(computer)[-1].startswith(result.inner_text())


def open_for_two(site: Site, ada: Page, ben: Page, **said: str) -> None:
    """Open a table of Frank's Zoo for Ada and Ben, who pass by themselves, and two bots."""
    open_table(ada, site, "franks-zoo", seats=4, company="people with the link", **said)
    sit_down(ben, ada.url, ada)
    leave_passes_to_people(site, ada)
    for _ in range(2):
        ada.get_by_label("Strength of this bot").first.select_option("easy")
        follow(ada.get_by_role("button", name="Add bot").first)
    expect(ada.locator(".person")).to_have_count(4)


def tap(choice: Locator) -> None:
    """Tap a choice."""
    choice.click()


@pytest.mark.long
def test_a_senior_who_is_asked_for_help_answers_by_keys(site: Site, devices: Devices) -> None:
    ada, ben = devices.computer(), devices.phone()
    open_for_two(site, ada, ben, hands="3", pace="90")
    # Who went out second helps who was last.
    end_first_hand(site, ada, {"finish": [2, 0, 3, 1]})
    for page in (ada, ben):
        page.reload()
        press_key(page.locator("[data-focus=ready]"))
    for page in (ben, ada):
        expect(page.locator("[data-focus=do-exchange]")).to_be_visible()
        exchange(page)
    answer = ada.locator("[data-focus=do-decline]")
    for _ in range(MOST_TURNS):
        acting = next_to_act(ada, ben)
        if answer.count():
            break
        if acting is ada or not ask_for_help(ben, tap):
            stand_back(acting)
    expect_heard(ada, "Ben asks you for help. Add cards, or decline.")
    expect(ada.locator(".countdown")).to_contain_text("Time left")
    devices.look_over_everywhere(ada)
    moves = moves_on(ada)
    if ada.locator(".offered button").count():
        press_key(ada.locator(".offered button").first)
        press_key(ada.locator("[data-focus=do-help]"))
    else:
        press_key(answer)
    expect_moved(ada, moves)
    expect_heard(ben, "Ada helps with|Ada gives no help")


def next_to_act(*pages: Page) -> Page:
    """Wait until one of some people is to act; return their page."""
    for _ in range(MOST_TURNS):
        for page in pages:
            if page.locator(TO_ACT).filter(visible=True).count():
                return page
        pages[0].wait_for_timeout(100)
    raise AssertionError("Nobody is to act.")


@pytest.mark.long
def test_a_match_of_zop_zoo_is_played_by_keys(site: Site, devices: Devices) -> None:
    computer = devices.computer(is_dark=True)
    open_table(computer, site, "zop-zoo", seats=2)
    for _ in range(MOST_TURNS):
        if not wait_for_turn(computer):
            break
        play_by_keys(computer)
    # Who listens hears how it came out, and finds the focus there.
    result = computer.locator(".result h2")
    expect(result).to_be_focused()
    assert heard(computer)[-1].startswith(result.inner_text())
    devices.look_over(computer)


def seal_by_keys(page: Page) -> None:
    """Choose animals and a guess, and seal them."""
    for animal in SEALING:
        press_key(page.locator(f"button.animal[data-focus={animal}]"), "Space")
    press_key(page.get_by_role("button", name="3", exact=True))
    group = page.get_by_role("group", name="Of which animal")
    press_key(group.get_by_role("button", name="cat"))
    press_key(page.locator("[data-focus=seal]"))


@pytest.mark.long
def test_a_match_of_animal_poker_is_played_by_keys(site: Site, devices: Devices) -> None:
    computer = devices.computer()
    open_table(computer, site, "animal-poker", seats=3, hands="3")
    expect(computer.locator("button.animal").first).to_be_visible()
    # The steps of the judgement are to come one after the other.
    press_key(computer.get_by_label("Show moves one by one"), "Space")
    seal_by_keys(computer)
    expect_heard(computer, "Ada sealed: ")
    expect(computer.locator(".revealed > li")).to_have_count(3)
    expect(computer.locator(".result h2")).to_be_focused()
    walk_through_steps(computer, devices)
    expect_heard(computer, r"Hand 1 is over\. Ada ")
    expect(computer.locator(".result h2")).to_be_focused()
    for number in (2, 3):
        press_key(computer.locator("[data-focus=ready]"))
        expect(computer.locator("button.animal").first).to_be_visible()
        seal_by_keys(computer)
        press_key(computer.locator("[data-focus=all]"))
        expect_heard(computer, f"Hand {number} is over|won the match")
    expect(computer.locator(".result h2")).to_contain_text("won the match")
    walk_through_replay(computer, devices)


def walk_through_steps(page: Page, devices: Devices) -> None:
    """Stop the judgement, go one step on, then to its end; the points come last."""
    press_key(page.locator("[data-focus=run]"))
    expect(page.locator("[data-focus=run]")).to_have_text("Play automatically")
    steps = page.locator(".steps > li")
    expect(page.locator(".steps")).to_have_attribute("aria-live", "polite")
    devices.look_over_everywhere(page)
    before = steps.count()
    press_key(page.locator("[data-focus=step]"))
    expect(steps).to_have_count(before + 1)
    expect(page.locator(".result .points")).to_be_hidden()
    press_key(page.locator("[data-focus=all]"))
    expect(page.locator(".result .points")).to_be_visible()


def walk_through_replay(page: Page, devices: Devices) -> None:
    """Go through the hand that is over: moves, seats, and the link to a moment."""
    moment = page.locator(".replay-bar h2")
    follow_by_key(page.get_by_role("link", name="Replay hand"))
    expect(moment).to_have_text("After the deal")
    press_key(page.get_by_role("button", name="Next"))
    expect(moment).to_have_text("Move 1 of 3")
    keys = (("ArrowRight", 2), ("ArrowLeft", 1), ("End", 3), ("Home", 0), ("End", 3))
    for key, number in keys:
        page.keyboard.press(key)
        expect(moment).to_have_text(f"Move {number} of 3" if number else "After the deal")
    press_key(page.get_by_role("button", name="First move"))
    press_key(page.get_by_role("button", name="Play automatically"))
    expect(moment).to_have_text("Move 3 of 3")
    seats = page.get_by_role("navigation", name="Point of view")
    press_key(seats.get_by_role("link", name="Ada"))
    expect(seats.locator("[aria-current]")).to_contain_text("Ada")
    expect(moment).to_have_text("Move 3 of 3")
    devices.look_over_everywhere(page)
    # The address is that of the moment: whoever opens it sees the same.
    other = devices.computer()
    other.goto(page.url)
    expect(other.locator(".replay-bar h2")).to_have_text("Move 3 of 3")
    # What the search thinks of it may come between the two.
    for part in (".replay-middle", ".replay-places"):
        assert other.locator(part).inner_text() == page.locator(part).inner_text()
    follow_by_key(page.get_by_role("link", name="Verify deal"))
    devices.look_over_everywhere(page)
