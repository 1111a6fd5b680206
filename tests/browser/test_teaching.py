"""A stranger learns a game: the guided hand, the rules at the table, and time to read."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.devices import Devices
from tests.browser.keys import follow_by_key, press_key
from tests.browser.night import follow, press
from tests.browser.tables import (
    HAND,
    choose,
    open_table,
    play_one_turn,
    seal_something,
    wait_for_first_hand,
    wait_for_turn,
)
from tests.site import Site

pytestmark = pytest.mark.browser

MOST_MOVES = 30
WIDTHS = """() => [...document.querySelectorAll(".game-board > *")]
  .map((part) => Math.round(part.getBoundingClientRect().width)).filter(Boolean)"""
"""How wide the parts of a table are that show."""


def open_lesson(page: Page, site: Site, game: str) -> None:
    """Open the guided hand of a game from the lobby, in one tap."""
    page.goto(f"{site.url}/play/?game={game}")
    follow(page.get_by_role("link", name="First time? Play a guided hand"))
    expect(page.locator("#game")).to_have_attribute("data-moves", re.compile("."))


def tap(choice: Locator) -> None:
    """Tap a choice."""
    choice.click()


def play_lesson(page: Page, do: object) -> None:
    """Make legal moves until the guided hand is over."""
    for _ in range(MOST_MOVES):
        if page.locator(".result h2").is_visible():
            break
        moves = page.locator("#game").get_attribute("data-moves") or ""
        choose(page, do)  # type: ignore[arg-type]
        expect(page.locator("#game")).not_to_have_attribute("data-moves", moves)
    expect(page.locator(".result h2")).to_be_visible()


def test_a_stranger_plays_a_guided_hand_and_then_a_table(site: Site, devices: Devices) -> None:
    phone = devices.phone()
    open_lesson(phone, site, "animal-poker")
    devices.look_over(phone)
    for animal in ("rabbit", "elephant"):
        expect(phone.locator(".coach")).to_contain_text("rabbit and elephant")
        phone.locator(f"button.animal[data-focus={animal}]").click()
    expect(phone.locator(".coach")).to_contain_text("guess a set")
    phone.get_by_role("button", name="4", exact=True).click()
    group = phone.get_by_role("group", name="Of which animal")
    group.get_by_role("button", name="rabbit").click()
    press(phone, "Seal choice")
    expect(phone.locator(".result .points li").first).to_contain_text("+4")
    devices.look_over(phone)
    follow(phone.locator(".result").get_by_role("link", name="Play now"))
    expect(phone.get_by_role("heading", name="Animal Poker")).to_be_visible()


@pytest.mark.thorough
def test_the_guided_hand_of_animal_poker_is_played_by_keys(site: Site, devices: Devices) -> None:
    computer = devices.computer(is_dark=True)
    computer.goto(f"{site.url}/play/?game=animal-poker")
    follow_by_key(computer.get_by_role("link", name="First time? Play a guided hand"))
    for animal in ("rabbit", "elephant"):
        expect(computer.locator(".coach")).to_contain_text("rabbit and elephant")
        press_key(computer.locator(f"button.animal[data-focus={animal}]"), "Space")
    expect(computer.locator(".coach")).to_contain_text("guess a set")
    press_key(computer.get_by_role("button", name="4", exact=True))
    group = computer.get_by_role("group", name="Of which animal")
    press_key(group.get_by_role("button", name="rabbit"))
    devices.look_over(computer)
    press_key(computer.locator("[data-focus=seal]"))
    # The judgement is told, the focus is where it begins, and the way goes on from there.
    expect(computer.locator(".result h2")).to_be_focused()
    expect(computer.locator(".result .points li").first).to_contain_text("+4")
    devices.look_over(computer)
    follow_by_key(computer.locator(".result").get_by_role("link", name="Repeat guided hand"))
    expect(computer.locator(".coach")).to_contain_text("rabbit and elephant")


@pytest.mark.long
@pytest.mark.parametrize("game", ["franks-zoo", "zop-zoo"])
def test_a_guided_hand_is_played_by_keys(site: Site, devices: Devices, game: str) -> None:
    computer = devices.computer(is_dark=True)
    open_lesson(computer, site, game)
    assert len(set(computer.evaluate(WIDTHS))) == 1  # one below the other
    devices.look_over(computer)
    play_lesson(computer, press_key)
    expect(computer.locator(".result h2")).to_be_focused()
    devices.look_over(computer)


@pytest.mark.thorough
@pytest.mark.parametrize("game", [pytest.param("franks-zoo", marks=pytest.mark.long), "zop-zoo"])
def test_a_guided_hand_is_played_by_taps_and_then_a_hand_of_ones_own(
    site: Site, devices: Devices, game: str
) -> None:
    phone = devices.phone()
    open_lesson(phone, site, game)
    play_lesson(phone, tap)
    devices.look_over(phone)
    phone.goto(f"{site.url}/play/first-hand/{game}/")
    follow(phone.get_by_role("link", name="Skip guided hand"))
    follow(phone.get_by_role("button", name="Play", exact=True))
    wait_for_first_hand(phone)
    while wait_for_turn(phone):
        play_one_turn(phone)
    expect(phone.locator(".result .points")).to_be_visible()


@pytest.mark.thorough
def test_the_rules_open_at_the_table_with_what_matters_now_first(
    site: Site, devices: Devices
) -> None:
    phone = devices.phone()
    open_table(phone, site, "animal-poker", seats=3)
    press(phone, "Rules")
    drawer = phone.get_by_role("dialog", name="Rules")
    expect(drawer.locator("details[open] [data-rule]").first).to_have_attribute(
        "data-rule", "AP-04"
    )
    devices.look_over_everywhere(phone)
    drawer.get_by_role("button", name="Close").click()
    expect(drawer).to_be_hidden()
    # The hand is played to its end, and with it the match.
    seal_something(phone)
    expect(phone.get_by_role("heading", name="won the match")).to_be_visible()
    phone.goto(f"{site.url}/play/?game=zop-zoo")
    phone.get_by_text("Rules of ZOP ZOO").click()
    expect(phone.locator('[data-rule="ZZ-08"]')).to_be_visible()
    devices.look_over(phone)


@pytest.mark.thorough
def test_no_bar_covers_the_cards_and_the_selection_goes_by_one_tap(
    site: Site, devices: Devices
) -> None:
    phone = devices.phone()
    open_table(phone, site, "franks-zoo", seats=3)
    assert wait_for_turn(phone)
    covered = """() => [...document.querySelectorAll(".tile")].filter((tile) => {
      tile.scrollIntoView({ block: "nearest" });
      const box = tile.getBoundingClientRect();
      const hit = document.elementFromPoint(box.x + box.width / 2, box.bottom - 4);
      return !tile.contains(hit);
    }).length"""
    assert phone.evaluate(covered) == 0
    clear = phone.get_by_role("button", name="Clear selection")
    if not clear.count():
        return  # nothing can be chosen in this position
    phone.locator(".tile").first.click()
    clear.click()
    expect(phone.locator(".tile.taken")).to_have_count(0)
    expect(clear).to_be_disabled()


@pytest.mark.thorough
def test_the_next_hand_waits_for_who_reads_and_the_last_one_opens_again(
    site: Site, devices: Devices
) -> None:
    phone = devices.phone()
    open_table(phone, site, "animal-poker", seats=3, hands="3", reading="30")
    seal_something(phone)
    countdown = phone.locator(".next-in")
    expect(countdown).to_have_text(re.compile(r"The next hand starts in \d+ seconds?\."))
    press(phone, "Wait, I am still reading")
    expect(countdown).to_contain_text("Ada stopped the clock to read.")
    devices.look_over_everywhere(phone)
    press(phone, "Next hand")
    expect(phone.locator("button.animal").first).to_be_visible(timeout=HAND)
    press(phone, "Last hand")
    last = phone.get_by_role("dialog", name="Last hand")
    expect(last.locator(".replay-bar h2")).to_have_text("Move 3 of 3")
    expect(last.locator(".replay-controls")).to_have_css("display", "grid")
    devices.look_over_everywhere(phone)
    press(phone, "Previous")
    expect(last.locator(".replay-bar h2")).to_have_text("Move 2 of 3")
    phone.keyboard.press("Escape")
    expect(phone.locator("button.animal").first).to_be_visible()


@pytest.mark.thorough
def test_a_replay_goes_forward_and_back_at_once_and_is_shared_by_its_link(
    site: Site, devices: Devices
) -> None:
    phone = devices.phone()
    open_table(phone, site, "animal-poker", seats=3)
    seal_something(phone)
    expect(phone.locator(".result h2")).to_be_visible()
    follow(phone.get_by_role("link", name="Replay hand"))
    title = phone.locator(".replay-bar h2")
    expect(title).to_have_text("After the deal")
    requests: list[str] = []
    phone.on("request", lambda request: requests.append(request.url))
    for name, words in (
        ("Next", "Move 1 of 3"),
        ("Last move", "Move 3 of 3"),
        ("Previous", "Move 2 of 3"),
    ):
        phone.get_by_role("button", name=name, exact=True).click()
        expect(title).to_have_text(words)
    # A new address lets the browser ask for the sign of the site again.
    assert not any("/play/" in url for url in requests)
    # The controls and what is played are in view together.
    fits = "part => part.getBoundingClientRect().bottom <= innerHeight"
    phone.locator(".replay-bar").evaluate("bar => bar.scrollIntoView()")
    assert phone.locator(".replay-place").first.evaluate(fits)
    assert phone.locator(".replay-controls").evaluate(fits)
    shared = devices.phone(has_scripts=False)
    shared.goto(phone.url)
    expect(shared.get_by_role("heading", name="Move 2 of 3")).to_be_visible()
    devices.look_over_everywhere(phone)
