"""Apps that connect: their links, codes and tokens, as an app and its user see them."""

import base64
import hashlib
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.api.models import App
from league.clubs.models import User
from tests.factories import make_user

BACK = "https://app.example.org/back"
VERIFIER = "v" * 43
CHALLENGE = base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).decode().strip("=")
DEVICE = "urn:ietf:params:oauth:grant-type:device_code"
CHOICE = {"scopes": ["read", "record"], "days": "30", "allow": "1"}


def make_app(**fields: Any) -> App:
    """Make an app of somebody."""
    options = {"owner": make_user(), "name": "Scoreboard", "created_at": timezone.now()}
    return App.objects.create(**options | {"redirect_uris": [BACK]} | fields)


def signed_in(user: User | None = None) -> Client:
    """Return the browser of somebody."""
    client = Client()
    client.force_login(user or make_user())
    return client


def link_of(app: App, **other: str) -> str:
    """Return the link by which an app asks for access."""
    asked = {
        "response_type": "code",
        "client_id": app.client_id,
        "redirect_uri": BACK,
        "scope": "read record",
        "state": "s 1",
        "code_challenge": CHALLENGE,
        "code_challenge_method": "S256",
    }
    return f"{reverse('api:authorize')}?{urlencode(asked | other)}"


def answer_of(response: Any) -> dict[str, str]:
    """Return what a redirect tells an app."""
    address = urlsplit(response.headers["Location"])
    assert f"{address.scheme}://{address.netloc}{address.path}" == BACK
    return {name: value for name, [value] in parse_qs(address.query).items()}


def code_of(app: App, browser: Client, **choice: Any) -> str:
    """Return the code of an app that was allowed."""
    return answer_of(browser.post(link_of(app), CHOICE | choice))["code"]


def ask(app: App, endpoint: str = "app_token", **sent: str) -> tuple[int, dict[str, Any]]:
    """Return the status and JSON that an app is answered."""
    answer = Client().post(reverse(f"api:{endpoint}"), {"client_id": app.client_id} | sent)
    return answer.status_code, answer.json()


def exchange(app: App, code: str, **other: str) -> tuple[int, dict[str, Any]]:
    """Exchange a code."""
    sent = {"code": code, "redirect_uri": BACK, "code_verifier": VERIFIER}
    return ask(app, grant_type="authorization_code", **sent | other)


def refusal(answer: tuple[int, dict[str, Any]]) -> tuple[int, str]:
    """Return the status and error of an answer."""
    return answer[0], answer[1]["error"]


def renew(app: App, tokens: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    """Ask for the next tokens."""
    return ask(app, grant_type="refresh_token", refresh_token=tokens["refresh_token"])


def connected(user: User | None = None, **choice: Any) -> tuple[App, dict[str, Any]]:
    """Return an app and its tokens."""
    app = make_app()
    status, tokens = exchange(app, code_of(app, signed_in(user), **choice))
    assert status == 200
    return app, tokens


def start_device(app: App, scope: str = "read record") -> dict[str, Any]:
    """Return what a device is told."""
    status, told = ask(app, "device_code", scope=scope)
    assert (status, told["interval"], told["expires_in"]) == (200, 5, 900)
    return told


def poll(app: App, told: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    """Ask whether the user has decided."""
    return ask(app, grant_type=DEVICE, device_code=told["device_code"])


def page_of(told: dict[str, Any]) -> str:
    """Return the page on which a device's code is confirmed."""
    address = urlsplit(told["verification_uri_complete"])
    return f"{address.path}?{address.query}"
