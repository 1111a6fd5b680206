"""A match at home in a real browser, and a match typed from paper by keyboard alone."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.devices import Devices
from tests.browser.night import PLAYERS, follow, game_night, names_at, names_in, send
from tests.site import Site

pytestmark = pytest.mark.browser


def tap(page: Page, *seats: int) -> None:
    """Tap players in the order they went out."""
    for seat in seats:
        button = page.locator("button[name=tap]").nth(seat)
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")


@pytest.mark.thorough
def test_a_match_at_home_goes_from_phone_to_phone_by_its_link(site: Site, devices: Devices) -> None:
    phone = devices.phone()
    phone.goto(site.url)
    follow(phone.get_by_role("contentinfo").get_by_role("link", name="Score calculator"))
    devices.look_over(phone)
    follow(phone.get_by_role("link", name="Frank"))
    phone.get_by_label("Player 1, seat A").fill("Ada")
    devices.look_over(phone)
    send(phone, "Start match")
    tap(phone, 2, 0, 1)
    expect(phone.locator("#preview").get_by_text("Place 1")).to_be_visible()
    devices.look_over(phone)
    send(phone, "Score hand 1")
    expect(phone.get_by_text("after hand 1")).to_be_visible()
    tap(phone, 1, 0, 2)
    send(phone, "Score hand 2")
    expect(phone.get_by_text("5 lions are missing").first).to_be_visible()
    send(phone, "Send anyway")
    expect(phone.get_by_text("after hand 2")).to_be_visible()
    devices.look_over(phone)
    link = phone.locator("#link").input_value()

    other = devices.phone(has_scripts=False)
    other.goto(site.url + link[link.index("/calculator/") :])
    expect(other.get_by_text("after hand 2")).to_be_visible()
    follow(other.get_by_role("link", name="Undo hand 2"))
    expect(other.get_by_text("after hand 1")).to_be_visible()
    tap(other, 3, 2, 1)
    expect(other.locator("button[name=tap]").nth(0)).to_contain_text("left with cards")
    follow(other.get_by_role("button", name="Preview").last)
    expect(other.locator("#preview")).to_contain_text("Place 1")


@pytest.mark.thorough
@pytest.mark.parametrize("game", ["ZOP ZOO", pytest.param("Animal Poker", marks=pytest.mark.long)])
def test_the_other_games_fit_a_phone_and_a_laptop(site: Site, devices: Devices, game: str) -> None:
    for page in (devices.phone(), devices.computer()):
        page.goto(f"{site.url}/calculator/")
        follow(page.get_by_role("link", name=game))
        send(page, "Start match")
        expect(page.get_by_role("heading", name="Enter hand 1")).to_be_visible()
        devices.look_over(page)


@pytest.mark.long
def test_a_match_is_typed_from_paper_by_keyboard_alone(site: Site, devices: Devices) -> None:
    night = game_night(site, devices, seated=PLAYERS[:4])
    phone = night.phone()
    names = names_at(phone)
    follow(phone.get_by_role("link", name="Enter score sheet"))
    night.look_over(phone)

    laptop = night.organiser
    laptop.goto(phone.url)
    night.look_over(laptop)
    laptop.get_by_label(f"Out of {names[0]}").first.focus()
    for key in ("2", "1", "4", "3"):
        laptop.keyboard.type(key)
        laptop.keyboard.press("Tab")
    laptop.get_by_label(f"Out of {names[0]}").nth(1).focus()
    for out, lions in (("1", "5"), ("2", "0"), ("3", "0"), ("4", "0")):
        laptop.keyboard.type(out)
        laptop.keyboard.press("Tab")
        laptop.keyboard.type(lions)
        laptop.keyboard.press("Tab")
        laptop.keyboard.press("Tab")
    laptop.keyboard.press("Enter")
    expect(laptop.locator("#hand-2 .score-sheet-totals")).to_be_visible()
    night.look_over(laptop)
    send(laptop, "Record all hands")
    expect(laptop.get_by_text("2 hands recorded.")).to_be_visible()
    expect(laptop.get_by_text("after hand 2")).to_be_visible()


@pytest.mark.thorough
def test_only_the_result_is_entered(site: Site, devices: Devices) -> None:
    night = game_night(site, devices, "zop-zoo", PLAYERS[:3])
    phone = night.phone()
    follow(phone.get_by_role("link", name="Enter final result"))
    names = names_in(phone.locator(".outcome .seat-name"))
    night.look_over(phone)
    for name, total in zip(names, ("800", "-50", "800"), strict=True):
        phone.get_by_label(f"Total of {name}").fill(total)
    send(phone, "Enter result")
    expect(phone.get_by_text("result only")).to_be_visible()
    assert phone.locator(".ranking .place").all_inner_texts() == ["1", "1", "3"]
    night.look_over(phone)
    history = phone.get_by_role("link", name="View history")
    follow(history.or_(phone.get_by_role("link", name="Correct or view history")))
    night.look_over(phone)
