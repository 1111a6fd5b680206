"""What somebody has played without an account is theirs once they sign up."""

from uuid import uuid4

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from tests.browser.devices import Devices
from tests.browser.keys import follow_by_key, type_into
from tests.browser.made import enter_as, newest_code
from tests.browser.tables import open_table, seal_something
from tests.portions import some_of
from tests.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.thorough]


def read_profile(page: Page) -> list[str]:
    """Return the rating and the matches that a page of one's matches shows.

    What is said of single moves comes when the site has looked at them, at any time.
    """
    expect(page.get_by_role("heading", name="Your matches", level=1)).to_be_visible()
    finished = page.locator("section").filter(has=page.get_by_text("Finished matches", exact=True))
    return [*page.locator("dl.facts").all_inner_texts(), *finished.locator("li").all_inner_texts()]


@pytest.mark.parametrize("size", some_of(["phone", "computer"], 0, 1))
def test_a_guest_who_signs_up_takes_matches_rating_and_tables_along(
    site: Site, devices: Devices, size: str
) -> None:
    page = devices.phone() if size == "phone" else devices.computer()
    open_table(page, site, "animal-poker", seats=3)
    seal_something(page)
    expect(page.locator(".result .points")).to_be_visible()
    # A second table is left in the midst of a hand.
    open_table(page, site, "animal-poker", seats=3)
    running = page.url.removeprefix(site.url)
    page.goto(f"{site.url}/play/")
    follow_by_key(page.get_by_role("link", name="All matches and rating"))
    before = read_profile(page)
    assert "Animal Poker" in before[0]
    assert "1 match" in before[0]
    devices.look_over(page)
    follow_by_key(page.locator(".notice").get_by_role("link", name="Sign in"))
    assert page.url.endswith("/accounts/login/?next=/play/profile/")
    # A site that sends no mail does not lead there; the code lies in its folder. By keys alone:
    page.goto(f"{site.url}/accounts/signup/?next=/play/profile/")
    type_into(page.get_by_label("Name"), "Ada")
    type_into(page.get_by_label("Email"), f"{uuid4().hex}@example.org")
    follow_by_key(page.get_by_role("button", name="Send code"))
    devices.look_over(page)
    type_into(page.get_by_label("Code"), newest_code(site))
    follow_by_key(page.get_by_role("button", name="Continue"))
    # The way leads back to where it began: the same matches, now the account's.
    assert read_profile(page) == before
    expect(page.get_by_text("This browser remembers your matches.")).to_have_count(0)
    devices.look_over(page)
    # Another device of the same account has them, and the table that is still played.
    cookies = {each.get("name"): each.get("value") for each in page.context.cookies()}
    other = devices.phone()
    enter_as(other, site, str(cookies[settings.SESSION_COOKIE_NAME]))
    other.goto(f"{site.url}/play/profile/")
    assert read_profile(other) == before
    other.goto(site.url + running)
    expect(other.locator(".person.me")).to_have_count(1)
    # Signed out, this browser knows nothing of them.
    page.goto(f"{site.url}/accounts/logout/")
    follow_by_key(page.locator("#main").get_by_role("button", name="Sign out"))
    page.goto(f"{site.url}/play/profile/")
    expect(page.get_by_text("No finished matches yet")).to_be_visible()
