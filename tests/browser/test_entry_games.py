"""Hands of each game in a real browser: by taps, without scripts, and sealed on three phones."""

from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, expect

from tests.browser.devices import Devices
from tests.browser.night import (
    AT_ONCE,
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

COUNT_TAPS = """
addEventListener("pointerdown", () => {
  sessionStorage.taps = Number(sessionStorage.taps ?? 0) + 1;
}, true);
"""


def taps_of(phone: Page) -> int:
    """Return how often a phone was tapped since it began to count."""
    return int(phone.evaluate("sessionStorage.taps ?? 0"))


def pick(phone: Page, group: str, choice: str) -> None:
    """Pick a chip of a group."""
    chips = phone.locator(f'[aria-label="{group}"] label')
    chips.filter(has=phone.get_by_text(choice, exact=True)).click()


@pytest.mark.thorough
def test_a_hand_of_five_of_franks_zoo_takes_no_more_than_ten_taps(
    site: Site, devices: Devices
) -> None:
    night = game_night(site, devices, "franks-zoo", PLAYERS[:5])
    phone = night.phone()
    order = names_at(phone)
    send_hand(phone, 1, order)
    open_hand(phone, 2)
    phone.evaluate(COUNT_TAPS)
    tap_order(phone, order[:-1])
    expect(phone.locator(".lion-sum.short")).to_have_text("0 of 5 lions counted")
    for name, count in ((order[0], 2), (order[1], 3)):
        group = phone.get_by_role("radiogroup", name=f"Lions of {name}")
        group.locator("label").nth(count).click()
    expect(phone.locator(".lion-sum:not(.short)")).to_have_text("5 of 5 lions counted")
    for name in (order[3], order[4]):
        phone.get_by_role("switch", name=f"Hedgehog of {name}").click()
    expect(phone.get_by_text("3 lions taken")).to_be_visible()
    send(phone, "Send hand 2")
    expect(phone.get_by_role("heading", name="Hand 3", exact=True)).to_be_visible()
    assert taps_of(phone) <= 10


@pytest.mark.thorough
def test_a_hand_of_zop_zoo_builds_up_by_taps(site: Site, devices: Devices) -> None:
    night = game_night(site, devices, "zop-zoo", PLAYERS[:4])
    phone = night.phone()
    names = names_at(phone)
    open_hand(phone, 1)
    phone.evaluate(COUNT_TAPS)
    phone.locator("label.tap").nth(1).click()
    added = phone.locator("[data-adds=cards-1]")
    for value in ("+10", "+65", "+80", "+100"):
        added.get_by_role("button", name=value, exact=True).click()
    added.locator("[data-undo]").click()
    expect(phone.locator("#cards-1")).to_have_value("155")
    expect(phone.locator("#cards-0")).to_be_hidden()
    phone.locator("#minus-0").click()
    expect(added).to_be_hidden()
    phone.locator("[data-adds=minus-0] button").first.click()
    phone.get_by_text("Side bonuses", exact=True).click()
    phone.get_by_label("bird 20").select_option("2")
    preview = phone.locator("#preview")
    expect(preview.get_by_text("Side bonus bird")).to_be_visible()
    expect(preview.get_by_text("Covered and connected cards: 155 points")).to_be_visible()
    night.look_over(phone)
    send(phone, "Send hand 1")
    expect(phone.get_by_role("heading", name="Hand 2", exact=True)).to_be_visible()
    assert taps_of(phone) == 10
    sums = phone.locator(".ranking .sum").all_inner_texts()
    assert sums == ["155", "20", "0", "−50"]
    assert names_at(phone)[0] == names[1]
    night.look_over(phone)


@pytest.mark.thorough
def test_a_hand_of_zop_zoo_is_entered_without_scripts(site: Site, devices: Devices) -> None:
    night = game_night(site, devices, "zop-zoo", PLAYERS[:3])
    phone = night.phone(has_scripts=False)
    open_hand(phone, 1)
    phone.locator("label.tap").last.click()
    for seat_number in range(3):
        phone.locator(f"#cards-{seat_number}").fill("65")
    phone.locator("#minus-2").fill("7")
    send(phone, "Send hand 1")
    expect(phone.locator("#minus-2_error")).to_have_text(
        "All points in this game are multiples of 5."
    )
    expect(phone.locator("#cards-1")).to_have_value("65")
    phone.locator("#minus-2").fill("75")
    send(phone, "Send hand 1")
    expect(phone.get_by_role("heading", name="Hand 2", exact=True)).to_be_visible()
    assert phone.locator(".ranking .sum").all_inner_texts() == ["65", "65", "−10"]


def submit(phone: Page, name: str, animals: Sequence[str], guess: Sequence[str]) -> None:
    """Choose what a player plays and guesses, and seal it."""
    for animal in animals:
        pick(phone, f"Animals of {name}", animal)
    kind, size, animal = guess
    pick(phone, f"Guess of {name}: herd or chain", kind)
    pick(phone, f"Guess of {name}: how many", size)
    pick(phone, f"Guess of {name}: animal, of a chain the highest", animal)
    send(phone, "Seal choice")


@pytest.mark.thorough
def test_a_hand_of_animal_poker_is_sealed_on_three_phones_and_explained_on_each(
    site: Site, devices: Devices
) -> None:
    night = game_night(site, devices, "animal-poker", PLAYERS[:3])
    names = names_at(night.phone())
    phones = [night.phone(name) for name in names]
    for phone in phones:
        follow(phone.get_by_role("link", name="Sealed choice"))
        expect(phone.get_by_role("heading", name="0 of 3 choices in")).to_be_visible()
    night.look_over(phones[0])

    phones[0].evaluate(COUNT_TAPS)
    submit(phones[0], names[0], ("cat", "dog", "goat"), ("chain of", "3", "goat"))
    expect(phones[0].get_by_text("Your choice is sealed.")).to_be_visible()
    assert taps_of(phones[0]) == 7
    for phone in phones[1:]:
        heading = phone.get_by_role("heading", name="1 of 3 choices in")
        expect(heading).to_be_visible(timeout=AT_ONCE)
    seasons = {"goat": "fall", "horse": "winter", "rabbit": "winter"}
    for animal in ("mouse", "rabbit", "snake", "cat", "dog", "goat", "horse"):
        pick(phones[1], f"Season of the {animal}", seasons.get(animal, "spring"))
    send(phones[1], "Save seasons")
    submit(phones[1], names[1], ("mouse", "horse", "goat"), ("herd of", "2", "goat"))
    expect(phones[1].get_by_role("heading", name="2 of 3 choices in")).to_be_visible()
    night.look_over(phones[1])
    submit(phones[2], names[2], ("rabbit", "horse", "elephant"), ("herd of", "9", "cat"))

    for phone in phones:
        heading = phone.get_by_role("heading", name="Hand 1 is revealed")
        expect(heading).to_be_visible(timeout=AT_ONCE)
        expect(phone.get_by_text("Best set: 3 coins from the pot of 3.")).to_be_visible()
        expect(phone.get_by_role("button", name="Seal")).to_have_count(0)
        night.look_over(phone)
    follow(phones[2].get_by_role("link", name="Go to hand 2"))
    expect(phones[2].get_by_role("heading", name="0 of 3 choices in")).to_be_visible()
    assert "differ" not in site.manage("rebuild", "--check")
