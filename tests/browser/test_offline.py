"""Entering hands without network on a phone, and what becomes of them."""

import re

import pytest
import segno
from playwright.sync_api import Browser, Page, Route, expect

from league.clubs.models import Player
from league.competitions.models import Table
from league.results.models import Submission
from tests.browser.devices import PHONE, Devices
from tests.browser.made import enter_as, make_person, session_of
from tests.browser.night import follow, names_at, open_hand, press, scan, send, tap_order
from tests.browser.without_network import (
    enter_points,
    enter_without_network,
    expect_sent,
    open_entry,
    open_table,
    wait_until,
    wait_until_kept,
)
from tests.faults.offline import Seated, make_tables, read_recorded
from tests.on_site import on_site
from tests.site import Site

pytestmark = pytest.mark.browser

DRAW = """async (text) => {
  const { generate } = await import("/static/vendor/lean-qr/lean-qr.js");
  const canvas = document.createElement("canvas");
  generate(text).toCanvas(canvas, { on: [0, 0, 0, 255], off: [255, 255, 255, 255] });
  return canvas.toDataURL();
}"""
MATRIX = """async (text) => {
  const { generate } = await import("/static/vendor/lean-qr/lean-qr.js");
  const code = generate(text);
  const every = Array.from({ length: code.size }, (_, at) => at);
  return every.map((y) => every.map((x) => Number(code.get(x, y))));
}"""
# Signs out, and returns whether pages are kept still, and the tables that are.
SIGN_OUT = """async () => {
  const form = document.querySelector("form[action='/accounts/logout/']");
  await fetch(form.action, { method: "POST", body: new FormData(form) });
  return [await caches.has("pages"), await self.handQueue.tables()];
}"""
# As when somebody signs in elsewhere just before a hand is sent; with a code it needs no token.
CHANGE_TOKEN = """() => {
  const queue = self.handQueue;
  const { add } = queue;
  queue.add = async (hand) => {
    const known = await queue.table(hand.table);
    await queue.keepTable({ ...known, csrf: [...known.csrf].toReversed().join("") });
    await add({ ...hand, code: "" });
  };
}"""


@pytest.fixture
def devices(keeping_devices: Devices) -> Devices:
    """Devices that keep pages for when there is no network."""
    return keeping_devices


def senders(site: Site, table: Seated) -> set[str]:
    """Return who has sent the hands that the site has of a table."""
    sent = Submission.objects.filter(hand__table=table.pk)
    return on_site(site, lambda: {str(each.by) for each in sent})


def test_table_goes_on_without_network_and_sends_once_it_is_back(
    site: Site, devices: Devices
) -> None:
    (table,) = make_tables(site, seats=5)
    phone = devices.phone(is_dark=True)
    address = open_table(phone, site, table, "Ada")
    order = names_at(phone)
    open_entry(phone, table, 1)
    state = phone.locator(".sending-state")
    expect(state).to_have_attribute("data-state", "online")
    height = phone.locator(".tap").first.bounding_box()
    phone.context.set_offline(True)
    expect(state).to_have_attribute("data-state", "offline")
    expect(
        state.get_by_text("Offline: hands are saved on this phone and sent later.")
    ).to_be_visible()
    assert phone.locator(".tap").first.bounding_box() == height

    phone.reload()
    tap_order(phone, order[:-1])
    expect(phone.locator("#preview")).to_contain_text("Calculated on this phone.")
    expect(phone.locator(".points-list strong").nth(1)).to_have_text("+5")
    for name in reversed(order[:-1]):
        phone.locator(f"button.tap[data-name='{name}']").click()
    expect(phone.locator("button.tap[aria-pressed=true]")).to_have_count(0)
    enter_without_network(phone, 1, order)
    # By the rule: the first with the fourth, the second with the fifth, the middle one alone.
    teams = phone.locator(".team-line li").all_inner_texts()
    assert [" ".join(re.findall(r"[A-Z]\w+", text)) for text in teams[:2]] == [
        "Ada Dörte",
        "Björn Emil",
    ]
    assert "Chiara alone" in teams[2]
    assert "Ada deals, Emil leads" in teams[3]
    enter_without_network(phone, 2, order[::-1], is_asked=True)
    expect(state.get_by_role("link")).to_have_text(re.compile("Waiting to be sent: 2"))
    devices.look_over(phone)

    phone.goto(address)
    expect(phone.get_by_text("These hands are not in the score below yet.")).to_be_visible()
    expect(phone.locator("#queue li")).to_have_count(2)
    devices.look_over(phone)
    phone.context.set_offline(False)
    recorded = expect_sent(phone, site, table, 2)
    assert [(number, record["finish"]) for _table, number, record in recorded.hands] == [
        (1, [0, 1, 2, 3, 4]),
        (2, [4, 3, 2, 1, 0]),
    ]
    assert recorded.hands[1][2]["teams"] == [[0, 3], [1, 4]]
    expect(phone.get_by_text("Hand 2 recorded.")).to_be_visible()
    expect(phone.get_by_role("heading", name="Hand 3", exact=True)).to_be_visible()


@pytest.mark.thorough
def test_open_page_keeps_hands_where_there_is_no_service_worker(
    site: Site, browser: Browser
) -> None:
    (table,) = make_tables(site)
    with browser.new_context(viewport=PHONE, service_workers="block", locale="en-GB") as context:
        phone = context.new_page()
        scan(phone, f"{site.url}/t/{table.token}/")
        order = names_at(phone)
        open_entry(phone, table, 1)
        context.set_offline(True)
        state = phone.locator(".sending-state")
        expect(state.get_by_text("Keep this page open.")).to_be_visible()
        enter_without_network(phone, 1, order)
        # Codes are drawn without network, too.
        press(phone, "Transfer to another phone")
        expect(phone.locator("#handover canvas")).to_be_visible()
        context.set_offline(False)
        assert len(expect_sent(phone, site, table, 1).hands) == 1


@pytest.mark.thorough
def test_hands_are_sent_though_the_session_is_gone(site: Site, devices: Devices) -> None:
    (table,) = make_tables(site)
    phone = devices.phone()
    open_table(phone, site, table, "Björn")
    order = names_at(phone)
    open_entry(phone, table, 1)
    phone.context.set_offline(True)
    enter_without_network(phone, 1, order)
    phone.context.clear_cookies()
    phone.context.set_offline(False)
    expect_sent(phone, site, table, 1)
    assert senders(site, table) == {"Björn"}


@pytest.mark.thorough
def test_refused_hand_is_told_in_words_mended_and_sent_again(site: Site, devices: Devices) -> None:
    (table,) = make_tables(site)
    phone = devices.phone()
    address = open_table(phone, site, table)
    order = names_at(phone)
    open_entry(phone, table, 1)
    phone.context.set_offline(True)
    enter_without_network(phone, 1, order)
    enter_without_network(phone, 2, order, is_asked=True)
    on_site(site, lambda: Table.objects.filter(pk=table.pk).update(seating=2))
    phone.goto(address)
    phone.context.set_offline(False)
    row = phone.locator("#queue li").first
    expect(row.get_by_text("The seating of this table has changed.")).to_be_visible()
    expect(phone.locator("#queue li").nth(1)).to_contain_text("waits for the previous hand")
    devices.look_over(phone)
    assert read_recorded(site, table).hands == []
    follow(row.get_by_role("button", name="Edit hand"))
    expect(phone.locator("button.tap[aria-pressed=true]")).to_have_count(4)
    send(phone, "Send hand 1")
    expect(phone.get_by_text("Hand 1 recorded.")).to_be_visible()
    # The second one was made for the old seats as well.
    second = phone.locator("#queue li", has_text="Hand 2")
    expect(second.get_by_text("The seating of this table has changed.")).to_be_visible()
    second.get_by_role("button", name="Discard").click()
    second.get_by_role("button", name="Discard for good").click()
    expect(second).to_have_count(0)
    assert [number for _table, number, _record in read_recorded(site, table).hands] == [1]


@pytest.mark.thorough
def test_other_phone_was_faster_and_differs(site: Site, devices: Devices) -> None:
    (table,) = make_tables(site)
    away, here = devices.phone(), devices.phone()
    address = open_table(away, site, table)
    order = names_at(away)
    open_entry(away, table, 1)
    away.context.set_offline(True)
    enter_without_network(away, 1, order)
    open_table(here, site, table)
    open_entry(here, table, 1)
    tap_order(here, order[::-1][:-1])
    send(here, "Send hand 1")
    expect(here.get_by_text("Hand 1 recorded.")).to_be_visible()
    away.goto(address)
    away.context.set_offline(False)
    expect(away.locator("#queue").get_by_text("differs from yours")).to_be_visible()
    expect(away.get_by_role("heading", name="Hand 1: different versions")).to_be_visible()
    devices.look_over(away)
    assert len(read_recorded(site, table).keys) == 2


@pytest.mark.thorough
def test_hands_are_handed_over_by_a_code_and_count_once(site: Site, devices: Devices) -> None:
    (table,) = make_tables(site, seats=5)
    away, here = devices.phone(), devices.phone(is_dark=True)
    open_table(away, site, table, "Chiara")
    order = names_at(away)
    open_entry(away, table, 1)
    away.context.set_offline(True)
    for number in (1, 2, 3):
        enter_without_network(away, number, order, is_asked=number > 1)
    press(away, "Transfer to another phone")
    expect(away.locator("#handover canvas")).to_be_visible()
    devices.look_over(away)
    assert away.locator("[data-handover-count]").inner_text() == ""
    here.goto(address_in_code(away, here))
    expect(here.get_by_text("Ada, Björn, Chiara, Dörte, Emil").first).to_be_visible()
    assert here.evaluate("location.hash") == ""
    devices.look_over(here)
    press(here, "Send hands")
    expect(here.get_by_text(re.compile(r"Hand \d recorded.")).first).to_be_visible()
    recorded = expect_sent(here, site, table, 3)
    assert [number for _table, number, _record in recorded.hands] == [1, 2, 3]
    away.context.set_offline(False)
    assert expect_sent(away, site, table, 3) == recorded
    assert senders(site, table) == {"Chiara"}


def address_in_code(page: Page, online: Page) -> str:
    """Return the address that is drawn on the canvas, as an encoder on a page with network does."""
    canvas = page.locator("#handover canvas")
    drawn = canvas.evaluate("(canvas) => canvas.toDataURL()")
    address: str = canvas.get_attribute("data-address") or ""
    online.goto("/".join(address.split("/")[:3]))
    again = online.evaluate(DRAW, address)
    assert drawn == again
    return address


def test_codes_of_the_phone_are_those_that_another_encoder_draws(
    site: Site, devices: Devices
) -> None:
    """Text that fills a code leaves no padding, which each encoder may choose."""
    phone = devices.phone()
    phone.goto(f"{site.url}/offline/")
    for length in (230, 858):  # what versions 9 and 20 hold at the lowest level
        text = ("https://example.org/handover/#" + "eyJ0YWJsZSI6MSwiY29k" * 50)[:length]
        drawn = phone.evaluate(MATRIX, text)
        codes = [
            segno.make_qr(text, error="l", mask=mask, mode="byte", boost_error=False)
            for mask in range(8)
        ]
        assert drawn in [[list(row) for row in code.matrix] for code in codes]


def sign_in_first(table: Seated) -> str:
    """Let the first player of a table be somebody who is signed in; return the session."""
    user = make_person("Ada Lovelace")
    Player.objects.filter(seats__table=table.pk, seats__number=0).update(user=user)
    return session_of(user)


def test_a_hand_is_sent_at_once_though_its_token_has_changed(site: Site, devices: Devices) -> None:
    (table,) = make_tables(site)
    phone = devices.phone()
    enter_as(phone, site, on_site(site, lambda: sign_in_first(table)))
    phone.goto(f"{site.url}/tables/{table.pk}/")
    order = names_at(phone)
    open_entry(phone, table, 1)
    phone.evaluate(CHANGE_TOKEN)
    tap_order(phone, order[:-1])
    send(phone, "Send hand 1")
    expect(phone.get_by_text("Hand 1 recorded.")).to_be_visible()


def test_signing_out_leaves_nothing_of_a_person_on_the_phone(site: Site, devices: Devices) -> None:
    (table,) = make_tables(site)
    phone = devices.phone()
    enter_as(phone, site, on_site(site, lambda: sign_in_first(table)))
    address = f"{site.url}/tables/{table.pk}/"
    phone.goto(address)
    expect(phone.get_by_text("Ada Lovelace").first).to_be_attached()
    wait_until_kept(phone, f"/tables/{table.pk}/")
    phone.locator(".menu summary").first.click()
    send(phone, "Sign out")
    expect(phone.get_by_role("link", name="Sign in")).to_be_visible()
    wait_until_kept(phone, "/offline/")
    phone.context.set_offline(True)
    phone.goto(address)
    expect(phone.get_by_role("heading", level=1)).to_have_text("Hands on this phone")
    assert "Lovelace" not in phone.content()
    assert phone.evaluate("self.handQueue.tables()") == []


def test_signing_out_forgets_before_any_other_page_is_shown(site: Site, devices: Devices) -> None:
    (table,) = make_tables(site)
    phone = devices.phone()
    enter_as(phone, site, on_site(site, lambda: sign_in_first(table)))
    phone.goto(f"{site.url}/tables/{table.pk}/")
    wait_until_kept(phone, f"/tables/{table.pk}/")
    assert phone.evaluate(SIGN_OUT) == [False, []]


@pytest.mark.thorough
def test_match_that_ends_without_network_asks_for_no_more(site: Site, devices: Devices) -> None:
    (table,) = make_tables(site, options={"mode": "simple", "target": 6, "final_trick": "owner"})
    phone = devices.phone()
    open_table(phone, site, table)
    order = names_at(phone)
    open_entry(phone, table, 1)
    phone.context.set_offline(True)
    enter_without_network(phone, 1, order)
    tap_order(phone, order[:-1])
    expect(phone.get_by_text("With this hand the match is over: Ada wins.")).to_be_visible()
    press(phone, "Send hand 2")
    expect(phone.get_by_text("The match is over. Your entries")).to_be_visible()
    phone.context.set_offline(False)
    assert len(expect_sent(phone, site, table, 2).hands) == 2


@pytest.mark.thorough
@pytest.mark.parametrize("game", ["zop-zoo", "animal-poker"])
def test_other_games_go_on_without_network(site: Site, devices: Devices, game: str) -> None:
    (table,) = make_tables(site, game=game, options={})
    phone = devices.phone()
    open_table(phone, site, table)
    open_entry(phone, table, 1)
    phone.context.set_offline(True)
    for number in (1, 2):
        if game == "zop-zoo":
            enter_points(phone)
            expect(phone.locator("#preview")).to_contain_text("Calculated on this phone.")
        press(phone, f"Send hand {number}")
        expect(phone.get_by_role("heading", level=1)).to_have_text(f"Hand {number + 1}")
    phone.context.set_offline(False)
    if game == "zop-zoo":
        assert [record["points"] for *_at, record in expect_sent(phone, site, table, 2).hands] == [
            [100, 95, 90, 85]
        ] * 2
    else:  # nothing was entered: the site says so, and the hand is not lost
        expect(phone.locator("#queue li").first).to_contain_text("Check the marked fields.")


@pytest.mark.thorough
@pytest.mark.parametrize("is_typing", [True, False])
def test_form_is_not_exchanged_under_somebody_who_types(
    site: Site, browser: Browser, *, is_typing: bool
) -> None:
    (table,) = make_tables(site, game="zop-zoo", options={})
    with browser.new_context(viewport=PHONE, service_workers="block", locale="en-GB") as context:
        slow, quick = context.new_page(), context.new_page()
        for phone in (slow, quick):
            scan(phone, f"{site.url}/t/{table.token}/")
        held: list[Route] = []

        def hold(route: Route) -> None:
            held.append(route)

        slow.route("**/tables/*/offline/", hold)
        open_hand(slow, 1)
        if is_typing:
            # Nothing has changed for the browser before the field is left.
            slow.locator("#hand-form").get_by_text("Points only", exact=True).first.evaluate(
                "(words) => { words.closest('label').querySelector('input').checked = true; }"
            )
            slow.locator("[name=points-1]").press_sequentially("9")
        open_entry(quick, table, 1)
        enter_points(quick)
        follow(quick.get_by_role("button", name="Send hand 1"))
        for route in held:
            route.continue_()
        told = "async (pk) => (await self.handQueue.table(pk))?.hands.length === 1"
        wait_until(slow, told, table.pk)
        heading = slow.get_by_role("heading", level=1)
        if is_typing:
            slow.locator("[name=points-1]").press_sequentially("5")
            expect(slow.locator("[name=points-1]")).to_have_value("95")
        expect(heading).to_have_text("Hand 1" if is_typing else "Hand 2")
