"""Passkeys in a real browser, by an authenticator that Chromium plays itself."""

import pytest
from django.utils import timezone
from playwright.sync_api import CDPSession, Page, expect

from league.clubs.models import User
from league.clubs.services import create_club
from tests.browser.devices import Devices
from tests.browser.made import enter_as, make_person, new_address, newest_code, session_of
from tests.browser.night import follow, send
from tests.on_site import on_site
from tests.site import Site

pytestmark = pytest.mark.browser


def add_authenticator(page: Page) -> tuple[CDPSession, str]:
    """Give a page an authenticator that always knows its owner; return how to speak with it."""
    chromium = page.context.new_cdp_session(page)
    chromium.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    added = chromium.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return chromium, str(added["authenticatorId"])


def add_passkey(page: Page, site: Site, name: str) -> None:
    """Add a passkey that signs in by itself."""
    page.goto(f"{site.url}/accounts/2fa/webauthn/add/")
    page.get_by_label("Name").fill(name)
    follow(page.get_by_role("button", name="Add passkey"))
    expect(page.get_by_text("Passkey added.")).to_be_visible()
    expect(page.get_by_role("link", name=name, exact=True)).to_be_visible()


def sign_out(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/accounts/logout/")
    page.locator("#main").get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in", exact=True)).to_be_visible()


def ask_for_code(page: Page, site: Site, email: str) -> None:
    page.goto(f"{site.url}/accounts/login/")
    page.get_by_label("Email").fill(email)
    send(page, "Send code")
    page.get_by_label("Code").fill(newest_code(site))
    send(page, "Continue")


def sign_in_without_address() -> str:
    """Make somebody to whom no code can be sent, and return their session."""
    return session_of(User.objects.create_user(name="Ada"), just_now=True)


@pytest.mark.thorough
def test_passkey_is_the_only_way_in(site: Site, devices: Devices) -> None:
    phone = devices.phone(is_dark=True)
    enter_as(phone, site, on_site(site, sign_in_without_address))
    chromium, authenticator = add_authenticator(phone)
    add_passkey(phone, site, "My phone")
    devices.look_over(phone)
    sign_out(phone, site)

    phone.goto(f"{site.url}/accounts/login/?next=/accounts/log/")
    devices.look_over(phone)
    follow(phone.get_by_role("button", name="Use passkey"))
    expect(phone.get_by_role("heading", name="Security log")).to_be_visible()
    expect(phone.get_by_text("Signed in: passkey")).to_be_visible()
    devices.look_over(phone)

    phone.goto(f"{site.url}/accounts/")
    follow(phone.get_by_role("link", name="Remove My phone"))
    devices.look_over(phone)
    send(phone, "Remove")
    expect(phone.get_by_text("You would lose access.")).to_be_visible()
    follow(phone.get_by_role("link", name="My phone", exact=True))
    phone.get_by_label("Name").fill("Ada's phone")
    send(phone, "Save")
    expect(phone.get_by_role("link", name="Ada's phone", exact=True)).to_be_visible()

    sign_out(phone, site)
    chromium.send("WebAuthn.clearCredentials", {"authenticatorId": authenticator})
    chromium.send(
        "WebAuthn.setUserVerified", {"authenticatorId": authenticator, "isUserVerified": False}
    )
    phone.goto(f"{site.url}/accounts/login/")
    phone.get_by_role("button", name="Use passkey").click()
    expect(phone.get_by_text("The passkey was not used.")).to_be_visible(timeout=90_000)


@pytest.mark.thorough
def test_passkey_is_a_second_step_after_the_code(site: Site, devices: Devices) -> None:
    page = devices.computer()
    email = new_address(site)
    ask_for_code(page, site, email)
    add_authenticator(page)
    page.goto(f"{site.url}/accounts/2fa/webauthn/add/")
    devices.look_over(page)
    page.get_by_label("Sign in with this passkey alone").uncheck()
    follow(page.get_by_role("button", name="Add passkey"))
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    devices.look_over(page)
    recovery = str(page.locator("#recovery_codes").text_content()).split()[0]
    sign_out(page, site)

    ask_for_code(page, site, email)
    expect(page.get_by_role("heading", name="Two-factor authentication")).to_be_visible()
    devices.look_over(page)
    follow(page.get_by_role("button", name="Use passkey"))
    expect(page.get_by_text("Welcome, Ada.")).to_be_visible()
    page.goto(f"{site.url}/accounts/")
    expect(page.get_by_text("Passkey, second factor")).to_be_visible()
    devices.look_over(page)
    sign_out(page, site)

    ask_for_code(page, site, email)
    page.get_by_label("Code").fill(recovery)
    send(page, "Continue")
    expect(page.get_by_text("Welcome, Ada.")).to_be_visible()


def own_twenty_clubs() -> str:
    """Make somebody who owns twenty clubs, and return their session."""
    owner = make_person()
    for number in range(20):
        create_club(name=f"Club {number}", time_zone="UTC", by=owner, now=timezone.now())
    return session_of(owner)


@pytest.mark.thorough
def test_menu_leads_to_each_club(site: Site, devices: Devices) -> None:
    phone = devices.phone()
    enter_as(phone, site, on_site(site, own_twenty_clubs))
    phone.goto(site.url)
    phone.locator("details.menu summary").click()
    expect(phone.locator("#your-clubs").get_by_role("link", name="Club 19")).to_be_attached()
    expect(phone.locator("#your-clubs a")).to_have_count(20)
    devices.assert_fits(phone)
