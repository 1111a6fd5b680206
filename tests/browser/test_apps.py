"""An app is connected on a phone without scripts, and a device by its code."""

from urllib.parse import urlencode, urlsplit

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from league.api.models import App
from tests.browser.devices import Devices
from tests.browser.made import enter_as, make_person, session_of
from tests.browser.night import send
from tests.on_site import on_site
from tests.site import Site

pytestmark = pytest.mark.browser


@pytest.mark.thorough
def test_app_gets_its_answer_at_another_address(site: Site, devices: Devices) -> None:
    # Another host than that of the page, as those of apps are.
    back = f"http://localhost:{urlsplit(site.url).port}/back"

    def make() -> tuple[str, str]:
        user = make_person()
        terms = {"redirect_uris": [back], "created_at": timezone.now()}
        return App.objects.create(owner=user, name="Scoreboard", **terms).client_id, session_of(
            user
        )

    client_id, session = on_site(site, make)
    asked = {
        "response_type": "code",
        "client_id": client_id,
        "redirect_uri": back,
        "scope": "read record",
        "state": "kept",
        "code_challenge": "c" * 43,
        "code_challenge_method": "S256",
    }
    link = f"{site.url}/oauth/authorize/?{urlencode(asked)}"
    looked_at = devices.phone()
    enter_as(looked_at, site, session)
    looked_at.goto(link)
    devices.look_over_everywhere(looked_at)
    phone = devices.phone(has_scripts=False)
    enter_as(phone, site, session)
    for button, answer in (("Refuse", "error=access_denied"), ("Allow", "code=")):
        phone.goto(link)
        expect(phone.get_by_role("heading", name="Connect “Scoreboard”")).to_be_visible()
        send(phone, button)
        assert phone.url.startswith(f"{back}?{answer}")
        assert phone.url.endswith("state=kept")
