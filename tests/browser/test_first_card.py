"""A stranger's way: from the front page to the first card in few taps, without an account."""

import pytest
from playwright.sync_api import expect

from tests.browser.devices import Devices
from tests.browser.tables import HAND, REFUSAL, TO_ACT
from tests.site import Site

pytestmark = pytest.mark.browser

FIRST_CARDS = f"button.animal, .offered button, .tile, button.zop-card, {TO_ACT}:enabled"
"""What a first tap at the table can be on: an animal to seal, cards to play, or a draw.

A button that waits for chosen cards is none of them, and comes before the cards.
"""


@pytest.mark.parametrize(
    "game",
    [
        pytest.param("Frank’s Zoo", marks=pytest.mark.thorough),
        pytest.param("ZOP ZOO", marks=pytest.mark.thorough),
        "Animal Poker",
    ],
)
def test_the_first_card_is_within_four_taps(site: Site, devices: Devices, game: str) -> None:
    phone = devices.phone()
    phone.goto(site.url)
    phone.get_by_role("link", name="Play now").first.tap()
    phone.get_by_role("navigation", name="Game").get_by_role("link", name=game).tap()
    expect(phone.locator(".lobby h2")).to_have_text(game)
    phone.get_by_role("button", name="Play", exact=True).tap()
    phone.locator(FIRST_CARDS).locator("visible=true").first.tap(timeout=HAND)
    expect(phone.locator(REFUSAL)).to_be_empty()
