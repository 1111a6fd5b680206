"""Games by score sheets in a real browser: made, played and counted by phones of 390 px."""

import re
from collections.abc import Mapping, Sequence
from urllib.parse import urljoin, urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.devices import Devices
from tests.browser.made import make_own_club
from tests.browser.night import (
    AT_ONCE,
    Night,
    check_in,
    create_competition,
    follow,
    names_at,
    open_hand,
    press,
    send,
)
from tests.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.thorough]

TABLE = "**/tables/*/offline/"
"""What a phone asks for to go on without network."""
SENDING = "**/tables/*/send/"

TWELVE = (
    *("Anna", "Ben", "Cleo", "Dora", "Emil", "Finn", "Greta", "Hugo", "Ida", "Jan", "Kira", "Leo"),
)


def evening(site: Site, devices: Devices, people: Sequence[str]) -> Night:
    """Return the evening of a new club whose organiser has a phone."""
    made = make_own_club(site, people)
    night = Night(site, devices, club_url=site.url + made.club, session=made.session)
    night.open_organiser(devices.phone())
    return night


def begin_round(night: Night, game: str, people: Sequence[str], **options: str) -> None:
    """Create a competition that begins now, check everybody in and seat them."""
    page = night.organiser
    page.goto(f"{night.club_url}competitions/new/")
    page.get_by_text("Ready score sheets").click()
    follow(page.get_by_role("button", name=game, exact=True))
    page.get_by_label("Name", exact=True).fill(f"{game} night")
    for label, value in options.items():
        page.get_by_text("More settings").click()
        page.get_by_label(label).fill(value)
    night.round_url = create_competition(page)
    check_in(page, people)
    seat_players(page)


def seat_players(page: Page) -> None:
    """Draw the tables of the round that is shown."""
    page.get_by_role("link", name="Seat", exact=True).click()
    send(page, "Seat players")
    expect(page.get_by_role("heading", name="Table 1").first).to_be_visible()


def fill_hand(phone: Page, values: Mapping[str, str]) -> None:
    """Fill in the fields of a hand by their names."""
    for name, value in values.items():
        field = phone.locator(f'[name="{name}"]').first
        kind = field.get_attribute("type") or field.evaluate("each => each.localName")
        if kind == "radio":
            phone.locator(f'[name="{name}"][value="{value}"]').check(force=True)
        elif kind == "checkbox":
            field.set_checked(value == "1", force=True)
        elif kind == "select":
            field.select_option(value)
        else:
            field.fill(value)


def enter_hand(phone: Page, number: int, values: Mapping[str, str], word: str = "hand") -> None:
    """Enter a hand at the table that is shown."""
    open_hand(phone, number, word)
    fill_hand(phone, values)
    send(phone, f"Send {word} {number}")
    expect(phone.get_by_text(f"{word.capitalize()} {number} recorded.")).to_be_visible()


CLUBS_WON = {"c-declarer": "1", "c-game": "clubs", "c-tops": "2", "c-won": "1"}
GRAND_LOST = {"c-declarer": "2", "c-game": "grand", "c-tops": "1", "c-won": "0"}


def test_a_skat_evening_of_twelve(site: Site, devices: Devices) -> None:
    night = evening(site, devices, TWELVE)
    begin_round(night, "Skat (Seeger-Fabian)", TWELVE)
    for table in (1, 2, 3):
        phone = night.phone(table=table)
        seated = names_at(phone)
        assert len(seated) == 4
        open_hand(phone, 1, "Game")
        fill_hand(phone, CLUBS_WON)
        expect(phone.locator("#preview")).to_contain_text("Clubs won: 36")
        night.look_over(phone)
        send(phone, "Send Game 1")
        enter_hand(phone, 2, GRAND_LOST, "Game")
        expect(phone.get_by_text("Points after Game 2")).to_be_visible()
    close_round(night)
    page = night.organiser
    page.goto(night.round_url)
    follow(page.get_by_role("link", name=re.compile("Standings")).first)
    rows = page.locator("table.numbers tbody tr")
    expect(rows).to_have_count(12)
    night.look_over(page)


def test_a_game_of_skat_is_entered_without_network(site: Site, devices: Devices) -> None:
    night = evening(site, devices, TWELVE[:4])
    begin_round(night, "Skat (Seeger-Fabian)", TWELVE[:4])
    phone = night.phone()
    open_hand(phone, 1, "Game")
    phone.wait_for_function("async () => (await self.handQueue?.tables())?.length > 0")
    phone.context.set_offline(True)
    fill_hand(phone, CLUBS_WON)
    expect(phone.locator("#preview")).to_contain_text("Calculated on this phone.")
    expect(phone.locator("#preview")).to_contain_text("+86")
    press(phone, "Send Game 1")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Game 2")
    phone.context.set_offline(False)
    phone.goto(urljoin(phone.url, "../"))
    expect(phone.get_by_text("Points after Game 1")).to_be_visible()


def test_a_refused_game_of_skat_is_worth_something_once_it_is_mended(
    site: Site, devices: Devices
) -> None:
    night = evening(site, devices, TWELVE[:4])
    begin_round(night, "Skat (Seeger-Fabian)", TWELVE[:4])
    phone = night.phone()
    open_hand(phone, 1, "Game")
    phone.wait_for_function("async () => (await self.handQueue?.tables())?.length > 0")
    send(phone, "Send Game 1")
    expect(phone.get_by_text("This value is missing.")).to_be_visible()
    fill_hand(phone, CLUBS_WON)
    expect(phone.locator("#preview")).to_contain_text("Clubs won: 36")


def test_a_game_on_its_way_keeps_its_form_when_the_table_comes(
    site: Site, devices: Devices
) -> None:
    night = evening(site, devices, TWELVE[:4])
    begin_round(night, "Skat (Seeger-Fabian)", TWELVE[:4])
    phone = night.phone()
    held: dict[str, Route] = {}

    def hold(route: Route) -> None:
        if held.setdefault(route.request.url.split("/")[-2], route) != route:
            route.continue_()

    phone.route(TABLE, hold)
    phone.route(SENDING, hold)
    with phone.expect_request(TABLE):
        open_hand(phone, 1, "Game")
    with phone.expect_request(SENDING):
        press(phone, "Send Game 1")
    with phone.expect_response(TABLE):
        held["offline"].continue_()
    phone.wait_for_timeout(AT_ONCE / 10)
    expect(phone.get_by_role("heading", level=1)).to_have_text("Game 1")
    held["send"].continue_()
    expect(phone.get_by_text("This value is missing.")).to_be_visible()


def close_round(night: Night) -> None:
    """Close the round, although its tables could go on."""
    page = night.organiser
    page.goto(night.round_url)
    follow(page.get_by_role("link", name="Close round"))
    send(page, "Close round")
    expect(page.get_by_text("Round closed")).to_be_visible()


@pytest.mark.long
def test_a_doppelkopf_league_over_three_rounds(site: Site, devices: Devices) -> None:
    people = TWELVE[:8]
    night = evening(site, devices, people)
    begin_round(night, "Doppelkopf", people)
    page = night.organiser
    competition = ""
    for round in (1, 2, 3):
        for table in (1, 2):
            phone = night.phone(table=table)
            open_hand(phone, 1, "Game")
            fill_hand(phone, {"c-re-0": "1", "c-re-2": "1", "c-re_won": "1"})
            expect(phone.locator("#preview .points-list")).to_be_visible()
            send(phone, "Send Game 1")
        close_round(night)
        competition = competition or competition_of(night)
        if round < 3:
            page.goto(competition)
            follow(page.get_by_role("link", name="Add round").first)
            send(page, "Add round")
            night.round_url = page.url
            check_in(page, people)
            seat_players(page)
    page.goto(f"{competition}standings/")
    rows = page.locator("table.numbers tbody tr")
    expect(rows).to_have_count(8)
    night.look_over(page)


def competition_of(night: Night) -> str:
    """Return the address of the round's competition."""
    page = night.organiser
    page.goto(night.round_url)
    link = page.locator('.breadcrumb a[href*="/competitions/"]').last
    return night.site.url + str(link.get_attribute("href"))


def begin_from_hearts(night: Night) -> Page:
    """Begin a game of the club from the sheet of Hearts."""
    page = night.organiser
    page.goto(night.club_url)
    follow(page.get_by_role("link", name="Own games"))
    follow(page.get_by_role("link", name="Add game").first)
    follow(page.get_by_role("link", name="Hearts", exact=True))
    return page


def test_hand_typed_while_the_form_is_drawn_anew_stays(site: Site, devices: Devices) -> None:
    page = begin_from_hearts(evening(site, devices, TWELVE[:4]))
    held: list[Route] = []

    def hold_first(route: Route) -> None:
        if route.request.method == "POST" and not held:
            held.append(route)
        else:
            route.continue_()

    page.route("**", hold_first)
    with page.expect_request(lambda request: request.method == "POST"):
        page.get_by_label("Name of the game").fill("Hearts to 50")
        page.get_by_label("Name of the game").blur()
    typed = page.locator('[name="c-hearts-1"]')
    drawn = page.locator("#trial").element_handle()
    typed.fill("5")
    page.locator('[name="c-queen"][value="2"]').check(force=True)
    held[0].continue_()
    drawn.wait_for_element_state("hidden")
    expect(typed).to_have_value("5")
    expect(page.locator('[name="c-queen"][value="2"]')).to_be_checked()


def test_hearts_to_50_is_made_by_somebody_new(site: Site, devices: Devices) -> None:
    night = evening(site, devices, TWELVE[:4])
    page = begin_from_hearts(night)
    night.look_over(page)
    page.get_by_label("Name of the game").fill("Hearts to 50")
    page.get_by_text("Options of a competition").click()
    page.locator("summary", has_text="Points that end the match").click()
    usual = page.get_by_label("Usual value")
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        usual.fill("50")  # the form to try a hand comes anew
        usual.blur()
    expect(page.locator("#trial.htmx-request")).to_have_count(0)
    fill_hand(page, {f"c-hearts-{at}": str(count) for at, count in enumerate((3, 5, 0, 5))})
    page.locator('[name="c-queen"][value="2"]').check(force=True)
    expect(page.locator("#trial .points-list")).to_contain_text("Queen of spades")
    send(page, "Save game")
    expect(page.get_by_text("“Hearts to 50” is saved.")).to_be_visible()
    follow(page.get_by_role("link", name="New competition"))
    page.get_by_label("Name", exact=True).fill("Hearts night")
    night.round_url = create_competition(page)
    check_in(page, TWELVE[:4])
    seat_players(page)
    phone = night.phone()
    hand = {f"c-hearts-{at}": str(count) for at, count in enumerate((3, 5, 0, 5))}
    enter_hand(phone, 1, hand | {"c-queen": "2"})
    expect(phone.locator(".ranking")).to_contain_text("13")


def test_every_page_of_own_games_fits_a_phone(site: Site, devices: Devices) -> None:
    night = evening(site, devices, TWELVE[:4])
    page = night.organiser
    page.goto(f"{night.club_url}sheets/new/")
    night.look_over(page)
    page.goto(f"{night.club_url}sheets/new/?from=skat")
    page.get_by_label("Name of the game").fill("Our Skat")
    send(page, "Save game")
    edit = page.url
    send(page, "Create link")
    night.look_over(page)
    link = page.locator("#share-link").input_value()
    for address in (f"{edit}labels/", f"{night.club_url}sheets/", site.url + urlsplit(link).path):
        page.goto(address)
        night.look_over(page)
    page.goto(f"{night.club_url}competitions/new/?game={edit.split('/')[-2]}")
    page.get_by_label("Name", exact=True).fill("Cup")
    send(page, "Create competition")
    page.goto(edit)
    page.locator("#part-lines summary").nth(1).click()
    page.get_by_label("Points", exact=True).first.fill("due + 1")
    send(page, "Save game")
    expect(page.get_by_text("All hands would score alike.")).to_be_visible()
    night.look_over(page)
    send(page, "Save new version")
    expect(page.get_by_text("Version 2")).to_be_visible()
