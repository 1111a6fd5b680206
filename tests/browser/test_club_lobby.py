"""A club's own lobby: its open tables and its quick match are seen by its players alone."""

import pytest
from playwright.sync_api import Page, expect

from league.clubs.models import Player
from tests.browser.devices import Devices
from tests.browser.keys import follow_by_key, pick_by_key
from tests.browser.made import enter_as, make_person, player_of, session_of
from tests.browser.night import club_evening, follow, send
from tests.browser.tables import wait_for_first_hand
from tests.on_site import on_site
from tests.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.thorough]

EMPTY = "No open tables right now."


def enter_as_player(page: Page, site: Site, club_url: str, name: str) -> None:
    """Let a device be that of a club's player, who has an account."""
    number = player_of(site, club_url, name)

    def connect() -> str:
        user = make_person(name)
        Player.objects.filter(pk=number).update(user=user)
        return session_of(user)

    enter_as(page, site, on_site(site, connect))


def test_a_table_in_the_lobby_of_a_club_is_found_by_its_players_alone(
    site: Site, devices: Devices
) -> None:
    night = club_evening(site, devices)
    olga, ben, eve = night.organiser, devices.phone(), devices.phone()
    enter_as_player(ben, site, night.club_url, "Ben")
    lobby = f"{night.club_url}play/?game=animal-poker"
    ben.goto(lobby)
    expect(ben.get_by_role("heading", name="Play with the club", level=1)).to_be_visible()
    expect(ben.locator("#tables")).to_contain_text(EMPTY)
    devices.look_over(ben)
    # Olga goes by keys from the page of the club to a table in its lobby.
    follow_by_key(olga.get_by_role("link", name="Play with the club").first)
    olga.goto(lobby)
    olga.get_by_label("Players").select_option("3")
    pick_by_key(olga.get_by_role("radio", name="people in the lobby, or with the link"))
    follow_by_key(olga.get_by_role("button", name="Play", exact=True))
    # Ben's page hears of it; everybody's lobby does not have it, and the club's is not for others.
    table = ben.locator("#tables .row-link")
    expect(table).to_have_text("Animal Poker")
    devices.look_over_everywhere(ben)
    eve.goto(f"{site.url}/play/?game=animal-poker")
    expect(eve.locator(f'#tables a[href="{olga.url.removeprefix(site.url)}"]')).to_have_count(0)
    answer = eve.goto(lobby)
    assert answer
    assert answer.status == 404
    other = ben.context.new_page()
    other.goto(lobby)
    follow(table)
    follow(ben.get_by_role("button", name="Take seat").first)
    follow_by_key(olga.get_by_role("button", name="Add bot").first)
    for page in (olga, ben):
        wait_for_first_hand(page)
    # Where the match has begun nobody is offered the table any more.
    expect(other.locator("#tables")).to_contain_text(EMPTY)


def test_quick_match_of_a_club_waits_for_its_players(site: Site, devices: Devices) -> None:
    night = club_evening(site, devices)
    olga, ben = night.organiser, devices.phone()
    enter_as_player(ben, site, night.club_url, "Ben")
    lobby = f"{night.club_url}play/?game=zop-zoo"
    ben.goto(lobby)
    olga.goto(lobby)
    follow_by_key(olga.get_by_role("button", name="45 seconds per move"))
    expect(olga.get_by_text("1 of 4 players is here.")).to_be_visible()
    expect(ben.get_by_text("1 player waits for a quick match")).to_be_visible()
    follow(ben.get_by_role("button", name="45 seconds per move"))
    expect(olga.get_by_text("2 of 4 players are here.")).to_be_visible()
    devices.look_over(olga)
    send(ben, "Stop waiting")
    expect(olga.get_by_text("1 of 4 players is here.")).to_be_visible()
