"""The pages around online tables shut nobody out, and fit a phone and a computer."""

from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page, expect

from tests.browser.devices import Devices
from tests.browser.night import follow, send
from tests.browser.tables import open_table, seal_something, sit_down
from tests.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.thorough]


@pytest.mark.parametrize("game", ["franks-zoo", "zop-zoo", "animal-poker"])
def test_the_options_of_a_table(site: Site, devices: Devices, game: str) -> None:
    phone = devices.phone()
    phone.goto(f"{site.url}/play/?game={game}")
    phone.get_by_text("Game options").click()
    expect(phone.get_by_role("button", name="Start match")).to_be_visible()
    devices.look_over_everywhere(phone)


def test_the_room_where_people_wait_and_the_page_of_who_plays(site: Site, devices: Devices) -> None:
    ada, ben, eve = devices.phone(), devices.phone(), devices.phone()
    open_table(ada, site, "zop-zoo", seats=2, company="people with the link", chat_mode="free")
    devices.look_over_everywhere(ada)
    ben.goto(ada.url)
    devices.look_over_everywhere(ben)
    sit_down(ben, ada.url, ada)
    eve.goto(ada.url)
    expect(eve.get_by_text("You are watching.")).to_be_visible()
    devices.look_over_everywhere(eve)
    ada.get_by_role("button", name="Roar!").click()
    expect(ada.locator(".chat-messages use")).to_have_attribute("href", "#picture-lion")
    for card in ("mole", "lion"):
        expect(ada.locator(f"symbol#picture-{card}")).to_be_attached()
    follow(ada.get_by_role("link", name="Table details"))
    ada.get_by_text("Replace", exact=True).click()
    devices.look_over_everywhere(ada)


def test_what_people_say_and_what_happened(site: Site, devices: Devices) -> None:
    ada = devices.phone()
    open_table(ada, site, "franks-zoo", seats=7, chat_mode="free", pace="90")
    expect(ada.locator(".person")).to_have_count(7)
    ada.get_by_text("Chat", exact=True).click()
    ada.get_by_role("button", name="Roar!").click()
    ada.get_by_text("Events").click()
    expect(ada.locator(".chat-messages > li")).to_have_count(1)
    devices.look_over_everywhere(ada)


def open_event(page: Page, site: Site, *, takes_tables: bool) -> None:
    """Open a duplicate event of Animal Poker, two deals at two tables, against bots."""
    page.goto(f"{site.url}/play/duplicate/?game=animal-poker")
    page.get_by_text("Game options", exact=True).click()
    for name, value in (("seats", "3"), ("tables", "2"), ("hands", "2"), ("bot", "greedy")):
        page.locator(f"[name={name}]").select_option(value)
    page.locator("[name=name]").fill("Ada")
    page.get_by_label("Allow more tables until the end").set_checked(takes_tables)
    send(page, "Play")


def event_of(page: Page) -> str:
    """Return the address of the event whose table is shown."""
    link = page.get_by_role("link", name="All tables of this event")
    return urljoin(page.url, link.get_attribute("href") or "")


def play_table(page: Page) -> str:
    """Play both deals at the table of an event that is shown; return its address."""
    address = page.url
    for _ in range(2):
        seal_something(page)
        expect(page.locator(".result h2")).to_be_visible()
        if page.get_by_role("button", name="Next hand").count():
            page.get_by_role("button", name="Next hand").click()
            expect(page.locator("button.animal").first).to_be_visible()
    return address


@pytest.mark.long
def test_a_duplicate_event_whose_deals_stay_closed(site: Site, devices: Devices) -> None:
    phone = devices.phone()
    phone.goto(f"{site.url}/play/duplicate/")
    phone.get_by_text("How duplicate works").click()
    devices.look_over_everywhere(phone)
    open_event(phone, site, takes_tables=True)
    event = event_of(phone)
    phone.goto(event)
    devices.look_over_everywhere(phone)
    follow(phone.get_by_role("link", name="Play", exact=True))
    address = play_table(phone)
    phone.goto(f"{address}hands/1/")
    expect(phone.get_by_role("heading", name="Not open yet")).to_be_visible()
    devices.look_over_everywhere(phone)
    phone.goto(f"{event}deals/3/1/")
    expect(phone.get_by_text("This deal is not open yet")).to_be_visible()
    expect(phone.get_by_text("All deals open on")).to_be_visible()
    devices.look_over_everywhere(phone)


def test_a_duplicate_event_whose_deals_lie_open(site: Site, devices: Devices) -> None:
    phone = devices.phone()
    open_event(phone, site, takes_tables=False)
    event = event_of(phone)
    play_table(phone)
    phone.goto(event)
    expect(phone.get_by_role("heading", name="Standings", exact=True)).to_be_visible()
    phone.locator(".standing-list summary").first.click()
    devices.look_over_everywhere(phone)
    phone.goto(f"{event}deals/3/1/")
    phone.locator(".traveller summary").locator("visible=true").first.click()
    devices.look_over_everywhere(phone)
    follow(phone.get_by_role("link", name="Table 1").first)
    devices.look_over_everywhere(phone)
