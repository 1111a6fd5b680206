"""The lobby in a real browser: quick match brings two people together by one tap each."""

from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.db.models import F
from playwright.sync_api import expect

from league.online.models import QuickMatch
from tests.browser.devices import Devices
from tests.browser.keys import follow_by_key
from tests.browser.night import follow
from tests.browser.tables import open_table
from tests.on_site import on_site
from tests.site import Site

pytestmark = pytest.mark.browser


@pytest.mark.thorough
def test_two_people_meet_by_one_tap_each(site: Site, devices: Devices) -> None:
    ada, ben = devices.phone(), devices.computer()
    for page in (ada, ben):
        page.goto(f"{site.url}/play/?game=zop-zoo")
        page.get_by_label("Fill free seats with bots").select_option("after 15 seconds")
    devices.look_over(ada)
    follow(ada.get_by_role("button", name="45 seconds per move"))
    expect(ada.get_by_text("1 of 4 players is here.")).to_be_visible()
    devices.look_over(ada)
    ben.reload()
    expect(ben.get_by_text("1 player waits for a quick match")).to_be_visible()
    devices.look_over(ben)
    follow_by_key(ben.get_by_role("button", name="45 seconds per move"))
    expect(ada.get_by_text("2 of 4 players are here.")).to_be_visible()
    on_site(site, let_time_pass)
    for page in (ada, ben):
        expect(page.locator(".person")).to_have_count(4)
    assert ada.url == ben.url


@pytest.mark.thorough
def test_a_new_table_comes_with_the_news_of_it(site: Site, devices: Devices) -> None:
    ada, ben = devices.phone(), devices.computer()
    ada.goto(f"{site.url}/play/?game=zop-zoo")
    expect(ada.locator("html[data-connection=live]")).to_be_attached()
    asked: list[str] = []
    ada.on("request", lambda request: asked.append(request.url))
    open_table(ben, site, "zop-zoo", seats=2, company="people in the lobby, or with the link")
    row = ada.locator(f"#tables a[href$='{urlsplit(ben.url).path}']")
    expect(row).to_be_visible()
    assert asked == []
    follow(row)
    expect(ada).to_have_url(ben.url)


def let_time_pass() -> None:
    """Let those who wait have waited until bots come."""
    QuickMatch.objects.update(created_at=F("created_at") - timedelta(seconds=15))
