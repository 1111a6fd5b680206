"""Entering a hand with one thumb: what is seen at once, how many taps, where the focus goes."""

from collections.abc import Sequence

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.counting import counts_presses, job
from tests.browser.devices import Devices
from tests.browser.night import (
    PLAYERS,
    follow,
    game_night,
    names_at,
    open_hand,
    send,
    send_hand,
    tap_order,
)
from tests.site import Site

pytestmark = pytest.mark.browser

HEADER = "() => document.querySelector('main > .page').getBoundingClientRect().top"
TARGETS = """() => [...document.querySelectorAll(
  "#hand-form :is(a[href], button, input, select, summary, textarea)",
)].filter((each) => each.checkVisibility({ visibilityProperty: true })
  && each.tabIndex >= 0 && each.type !== "hidden").length"""


@pytest.fixture
def counted(site: Site, devices: Devices) -> tuple[Page, list[str]]:
    """A phone that counts taps, at a table of four with partners whose first hand is recorded."""
    night = game_night(site, devices, "franks-zoo", PLAYERS[:4])
    phone = night.phone()
    order = names_at(phone)
    send_hand(phone, 1, order)
    counts_presses(phone).reload()
    return phone, order


def assert_in_view(phone: Page, shown: Sequence[Locator]) -> None:
    """Fail unless all of these lie whole on the screen, above the bar at its foot."""
    foot = phone.locator(".action-bar").bounding_box()
    assert foot is not None
    for each in shown:
        box = each.bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= foot["y"]
    expect(phone.locator(".action-bar button[name=send]")).to_be_in_viewport(ratio=1)


@pytest.mark.thorough
def test_a_hand_of_four_without_lions_and_hedgehogs_takes_no_more_than_six_taps(
    counted: tuple[Page, list[str]],
) -> None:
    phone, order = counted
    with job(phone, "second hand of four with partners, no lions or hedgehogs"):
        open_hand(phone, 2)
        assert phone.evaluate(HEADER) <= 56
        assert_in_view(phone, phone.locator("button.tap").all())
        tap_order(phone, order[:-1])
        follow(phone.locator("button[name=send]"))
        warning = phone.locator(".notice.warn[role=alert]")
        expect(warning).to_be_focused()
        expect(warning).to_contain_text("lion")
        send(phone, "Send anyway")
        expect(phone.get_by_role("heading", name="Hand 3", exact=True)).to_be_visible()


def test_a_hand_of_four_with_lions_and_hedgehogs_takes_no_more_than_ten_taps(
    counted: tuple[Page, list[str]],
) -> None:
    phone, order = counted
    with job(phone, "second hand of four with partners, lions and hedgehogs"):
        open_hand(phone, 2)
        tap_order(phone, order[:-1])
        for name, count in ((order[0], 2), (order[1], 3)):
            lions = phone.get_by_role("radiogroup", name=f"Lions of {name}")
            lions.locator("label").nth(count).click()
        for name in order[2:]:
            phone.get_by_role("switch", name=f"Hedgehog of {name}").click()
        send(phone, "Send hand 2")
        expect(phone.get_by_role("heading", name="Hand 3", exact=True)).to_be_visible()


@pytest.mark.thorough
def test_a_form_of_zop_zoo_has_no_more_than_forty_targets(site: Site, devices: Devices) -> None:
    night = game_night(site, devices, "zop-zoo", PLAYERS[:4])
    phone = night.phone()
    open_hand(phone, 1)
    assert phone.evaluate(HEADER) <= 56
    assert_in_view(phone, phone.locator("label.tap").all())
    assert phone.evaluate(TARGETS) <= 40
    for winner in (1, 4):
        phone.locator("label.tap").nth(winner).click()
        assert phone.evaluate(TARGETS) <= 40
    phone.locator("#cards-2").click()
    expect(phone.locator("[data-adds=cards-2]")).to_be_visible()
    expect(phone.locator("#cards-2")).to_have_attribute("inputmode", "none")
    assert phone.evaluate(TARGETS) <= 40
    phone.locator("[data-adds=cards-2] [data-keys]").click()
    expect(phone.locator("#cards-2")).to_be_focused()
    expect(phone.locator("#cards-2")).to_have_attribute("inputmode", "numeric")
    phone.get_by_text("Side bonuses", exact=True).click()
    expect(phone.locator("[data-adds=cards-2]")).to_be_hidden()
    assert phone.evaluate(TARGETS) <= 40
    night.look_over(phone)


@pytest.mark.thorough
def test_the_focus_goes_to_the_field_that_was_refused(site: Site, devices: Devices) -> None:
    night = game_night(site, devices, "zop-zoo", PLAYERS[:3])
    phone = night.phone()
    open_hand(phone, 1)
    phone.locator("label.tap").nth(1).click()
    phone.locator("#cards-1").fill("65")
    phone.locator("#minus-2").fill("7")
    send(phone, "Send hand 1")
    expect(phone.locator("#minus-2")).to_be_focused()
    expect(phone.locator("#minus-2")).to_have_accessible_description(
        "All points in this game are multiples of 5."
    )
    phone.locator("#minus-2").fill("")
    phone.locator("#cards-1").fill("")
    phone.locator("label.tap").nth(3).click()
    for seat in range(3):
        phone.locator(f"#cards-{seat}").fill("")
    send(phone, "Send hand 1")
    expect(phone.locator("#cards-0")).to_be_focused()
