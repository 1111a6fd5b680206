"""Online tables in a real browser: a visitor against bots, and two people on two phones."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.devices import Devices
from tests.browser.night import follow, press, send
from tests.site import Site

pytestmark = pytest.mark.browser

MOST_TURNS = 120
MOST_TABS = 80
# ms; how long others may take: the machine may be busy, and bots think.
PATIENCE = 30_000
HAND = 90_000
REFUSAL = "#game > .action-bar > .refusal"


@pytest.fixture(autouse=True)
def patience() -> Iterator[None]:
    """Wait for what comes over the network as long as it takes; nothing here is about speed."""
    expect.set_options(timeout=PATIENCE)
    yield
    expect.set_options(timeout=None)


def open_table(
    page: Page, site: Site, game: str, *, seats: int, company: str = "bots, at once"
) -> None:
    """Open a table of one hand to play now."""
    page.goto(f"{site.url}/play/?game={game}")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_label("Players").select_option(str(seats))
    page.get_by_role("radio", name=company).check()
    page.get_by_text("How you play").click()
    page.get_by_label("Length").select_option("one hand")
    send(page, "Play")


def is_over(page: Page) -> bool:
    return page.locator(".result h2").is_visible()


def moves_on(page: Page) -> str:
    return page.locator("#game").get_attribute("data-moves") or ""


def play_one_turn(page: Page) -> None:
    """Take the first of the choices that are surely legal, whatever was dealt.

    A wild card covers something; a set that is offered is played; who need not lead passes, and who
    leads plays any card but the joker, which alone is no set (FZ-04). Nothing of it is refused.
    """
    moves = moves_on(page)
    wild = page.locator("button.zop-card")
    offered = page.locator(".offered button")
    passing = page.get_by_role("button", name="Pass", exact=True)
    if wild.count():
        wild.first.click()
    elif passing.count() and not offered.count():
        passing.click()
    else:
        leading = page.locator(".tile:not([data-focus=joker])")
        for choice in (offered, leading):
            if choice.count():
                choice.first.click()
                break
        page.locator(".action-bar > button").first.click()
    expect(page.locator("#game")).not_to_have_attribute("data-moves", moves)
    expect(page.locator(REFUSAL)).to_be_empty()


def wait_for_turn(page: Page) -> bool:
    """Wait until this phone is to act or the hand is over; say whether it goes on."""
    turn = page.locator(".result h2, .action-bar button, button.zop-card")
    expect(turn.filter(visible=True).first).to_be_visible(timeout=HAND)
    return not is_over(page)


def test_a_visitor_plays_a_hand_against_bots_by_taps(site: Site, devices: Devices) -> None:
    phone = devices.phone()
    phone.goto(site.url)
    follow(phone.get_by_role("banner").get_by_role("link", name="Play now"))
    devices.look_over(phone)
    open_table(phone, site, "franks-zoo", seats=3)
    expect(phone.locator(".ask")).to_be_visible()
    devices.look_over(phone)
    for _ in range(MOST_TURNS):
        if not wait_for_turn(phone):
            break
        play_one_turn(phone)
    expect(phone.get_by_role("heading", name="Won by")).to_be_visible()
    devices.look_over(phone)


def tab_to(page: Page, mark: str) -> None:
    """Press Tab until that has the focus which is marked so."""
    for _ in range(MOST_TABS):
        if page.evaluate("document.activeElement?.dataset.focus") == mark:
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never leads to {mark}.")


def test_a_hand_is_played_by_keys_alone(site: Site, devices: Devices) -> None:
    computer = devices.computer(is_dark=True)
    open_table(computer, site, "zop-zoo", seats=2)
    for _ in range(MOST_TURNS):
        if not wait_for_turn(computer):
            break
        moves = moves_on(computer)
        choice = computer.locator("button.zop-card, .action-bar > button").first
        tab_to(computer, choice.get_attribute("data-focus") or "")
        computer.keyboard.press("Enter")
        expect(computer.locator("#game")).not_to_have_attribute("data-moves", moves)
    # Who listens hears how it came out, and finds the focus there.
    result = computer.locator(".result h2")
    expect(result).to_be_focused()
    told = computer.locator("#game > [role=log] > p").last
    expect(told).to_contain_text(result.inner_text())
    devices.look_over(computer)


def place_of_middle(page: Page) -> object:
    """Return where the middle of the table begins on the page, and how high it is."""
    return page.locator(".felt-middle").evaluate("part => [part.offsetTop, part.offsetHeight]")


def test_plays_of_others_are_shown_in_one_place_and_can_be_skipped(
    site: Site, devices: Devices
) -> None:
    phone = devices.phone()
    # Time stands still, so that a play is shown until it is skipped.
    phone.clock.install()
    open_table(phone, site, "franks-zoo", seats=3)
    assert wait_for_turn(phone)
    before = place_of_middle(phone)
    phone.get_by_text("What happened").click()
    phone.get_by_label("Show plays one after the other").check()
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
    phone.get_by_label("Show plays one after the other").uncheck()
    expect(phone.get_by_role("button", name="Skip")).to_have_count(0)
    assert wait_for_turn(phone)


def test_who_leaves_is_asked_first_and_may_stay(site: Site, devices: Devices) -> None:
    phone = devices.phone()
    open_table(phone, site, "animal-poker", seats=3)
    press(phone, "Leave the table")
    dialog = phone.get_by_role("dialog", name="Leave the table")
    devices.assert_accessible(phone)
    dialog.get_by_role("button", name="Stay").click()
    expect(dialog).to_have_count(0)
    expect(phone.locator("button.animal").first).to_be_visible()
    press(phone, "Leave the table")
    follow(dialog.get_by_role("button", name="Leave the table"))
    expect(phone.get_by_role("heading", name="Play now")).to_be_visible()


def test_two_people_who_play_again_meet_at_the_next_table(site: Site, devices: Devices) -> None:
    ada, ben = devices.phone(), devices.phone()
    open_table(ada, site, "animal-poker", seats=3, company="people who get the link")
    devices.look_over(ada)
    ben.goto(ada.url)
    expect(ben.get_by_label("Your name").first).not_to_be_empty()
    follow(ben.get_by_role("button", name="Sit here").first)
    ada.reload()
    ada.get_by_label("How strong the bot is").select_option("easy")
    send(ada, "Let a bot sit here")
    for phone in (ada, ben):
        seal_something(phone)
    for phone in (ada, ben):
        expect(phone.get_by_role("heading", name="Won by")).to_be_visible()
    devices.look_over(ada)
    send(ada, "Again")
    send(ben, "Again")
    assert ada.url == ben.url
    expect(ada.locator(".person")).to_have_count(3)


def seal_something(phone: Page) -> None:
    """Choose animals and a guess at a table of three, and seal them."""
    for animal in ("cat", "dog", "horse"):
        phone.locator(f"button.animal[data-focus={animal}]").click()
    phone.get_by_role("button", name="3", exact=True).click()
    phone.get_by_role("group", name="Of which animal").get_by_role("button", name="cat").click()
    press(phone, "Seal and send")


def test_two_people_on_two_phones_see_each_others_moves(site: Site, devices: Devices) -> None:
    ada, ben = devices.phone(), devices.phone()
    open_table(ada, site, "zop-zoo", seats=2, company="people who get the link")
    ben.goto(ada.url)
    ben.get_by_label("Your name").fill("Ben")
    send(ben, "Sit here")
    expect(ben.locator(".person")).to_have_count(2)
    # The page that waited has become the table by itself.
    expect(ada.locator(".person")).to_have_count(2)
    ada.reload()
    for _ in range(6):
        if is_over(ada):
            break
        to_act, other = (ada, ben) if ada.locator(".person.acting.me").count() else (ben, ada)
        play_one_turn(to_act)
        expect(other.locator("#game")).to_have_attribute("data-moves", moves_on(to_act))
    assert ada.locator(".pile").all_inner_texts() == ben.locator(".pile").all_inner_texts()


def test_a_move_made_without_network_is_sent_when_it_is_back(site: Site, devices: Devices) -> None:
    phone = devices.phone()
    open_table(phone, site, "animal-poker", seats=3)
    expect(phone.locator("button.animal").first).to_be_visible()
    phone.context.set_offline(True)
    seal_something(phone)
    expect(phone.get_by_text("No network. Your move is kept")).to_be_visible()
    phone.context.set_offline(False)
    expect(phone.locator(".result h2")).to_be_visible()
    expect(phone.locator(".steps li").first).to_be_visible()


def test_an_illegal_play_says_which_rule_forbids_it(site: Site, devices: Devices) -> None:
    phone = devices.phone()
    open_table(phone, site, "franks-zoo", seats=3)
    assert wait_for_turn(phone)
    # Two animals together are no set, whatever lies on the table. The tiles are in the order of the
    # deck: of 13 cards the first two are neither the joker nor an elephant with a mosquito.
    phone.locator(".tile").nth(0).click()
    phone.locator(".tile").nth(1).click()
    phone.get_by_role("button", name="Play ").click()
    expect(phone.locator(REFUSAL)).to_contain_text("Rule FZ-")
    phone.locator(REFUSAL).get_by_text("Rule FZ-04").click()
    expect(phone.get_by_text("A set is any number of one animal.")).to_be_visible()
    devices.look_over(phone)


def test_without_scripts_the_page_says_that_playing_needs_them(
    site: Site, devices: Devices
) -> None:
    phone = devices.phone(has_scripts=False)
    open_table_without_scripts(phone, site)
    expect(phone.get_by_text("Playing needs JavaScript")).to_be_visible()


def open_table_without_scripts(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/play/")
    page.get_by_label("Your name").fill("Ada")
    send(page, "Play")
