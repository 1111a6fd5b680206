"""Devices and command lines that are connected by the code that they show."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from league.api.models import Grant
from tests.factories import make_user
from tests.league.api.apps import (
    CHOICE,
    ask,
    exchange,
    make_app,
    page_of,
    poll,
    refusal,
    signed_in,
    start_device,
)
from tests.league.api.scenes import Program

pytestmark = pytest.mark.django_db


def test_device_is_connected_by_the_code_it_shows() -> None:
    user, app = make_user(name="Ada"), make_app(redirect_uris=[])
    told, browser = start_device(app), signed_in(user)
    assert refusal(poll(app, told)) == (400, "authorization_pending")
    entry = browser.get(reverse("api:connect_device")).content.decode()
    assert "Enter the code" in entry
    typed = told["user_code"].lower().replace("-", " ")
    page = browser.get(reverse("api:connect_device"), {"user_code": typed}).content.decode()
    assert "Connect “Scoreboard”" in page
    assert f"your device shows {told['user_code']}." in page
    done = browser.post(page_of(told), CHOICE | {"scopes": ["read"]}, follow=True)
    assert "Go back to your device" in done.content.decode()
    status, tokens = poll(app, told)
    assert (status, tokens["scope"]) == (200, "read")
    assert Program(tokens["access_token"]).get("me/").json()["name"] == "Ada"
    assert refusal(poll(app, told)) == (400, "invalid_grant")
    assert Program(tokens["access_token"]).get("me/").status_code == 401


def test_device_is_told_that_it_was_refused_or_is_too_late() -> None:
    app = make_app()
    refused, late = start_device(app), start_device(app)
    assert signed_in().post(page_of(refused), {"refuse": "1"}).status_code == 302
    assert refusal(poll(app, refused)) == (400, "access_denied")
    assert signed_in().post(page_of(refused), CHOICE).status_code == 422
    with time_machine.travel(timezone.now() + timedelta(minutes=16)):
        assert refusal(poll(app, late)) == (400, "expired_token")
        assert signed_in().post(page_of(late), CHOICE).status_code == 422
    with time_machine.travel(timezone.now() + timedelta(minutes=21)):
        start_device(app)
        assert Grant.objects.count() == 1


def test_device_that_asks_too_often_has_to_wait_longer() -> None:
    app = make_app()
    told = start_device(app)
    with time_machine.travel("2027-01-01T10:00:00Z", tick=False) as clock:
        Grant.objects.update(expires_at=timezone.now() + timedelta(minutes=5))
        answers = []
        for seconds in (0, 4, 9, 15):
            clock.shift(seconds)
            answers.append(poll(app, told)[1]["error"])
    pending, slow = "authorization_pending", "slow_down"
    assert answers == [pending, slow, slow, pending]


def test_device_code_is_of_one_app_and_no_code_of_a_redirect() -> None:
    app = make_app()
    told = start_device(app)
    signed_in().post(page_of(told), CHOICE)
    assert refusal(poll(make_app(), told)) == (400, "invalid_grant")
    assert refusal(exchange(app, told["device_code"])) == (400, "invalid_grant")
    assert refusal(ask(app, "device_code", scope="tokens")) == (400, "invalid_scope")


def test_guesses_of_codes_are_counted(settings: Any) -> None:
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "user_code": 2, "oauth": 1}
    browser, told = signed_in(), start_device(make_app())
    wrong = [browser.get(reverse("api:connect_device"), {"user_code": "BBBB-BBBB"}) for _ in "123"]
    assert [page.status_code for page in wrong] == [422, 422, 429]
    assert browser.get(page_of(told)).status_code == 429
    assert refusal(poll(make_app(), told)) == (429, "temporarily_unavailable")
