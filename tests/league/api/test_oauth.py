"""Apps: connected by a redirect or a device's code, bound by what their user chose, and ended."""

import base64
import hashlib
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.api.models import App, Grant, Token
from league.audit.actions import Action
from league.audit.models import AuditEntry
from league.clubs.models import Role, User
from tests.factories import make_club, make_player, make_user
from tests.league.api.scenes import Program, Scene, problem_of

pytestmark = pytest.mark.django_db

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


def test_app_is_connected_in_words_and_acts_as_its_user() -> None:
    user, app = make_user(name="Ada"), make_app()
    browser = signed_in(user)
    page = browser.get(link_of(app))
    text = page.content.decode()
    for part in ("Connect “Scoreboard”", "Ada", "read everything you can see", "Allow"):
        assert part in text
    assert "change players" not in text
    assert "form-action 'self' https://app.example.org;" in page["Content-Security-Policy"] + ";"
    assert page["X-Frame-Options"] == "DENY"
    sent = answer_of(browser.post(link_of(app), CHOICE))
    assert sent["state"] == "s 1"
    status, tokens = exchange(app, sent["code"])
    assert (status, tokens["token_type"], tokens["expires_in"], tokens["scope"]) == (
        200,
        "Bearer",
        3600,
        "read record",
    )
    told = Program(tokens["access_token"]).get("me/").json()
    assert (told["name"], told["scopes"], told["club"]) == ("Ada", ["read", "record"], None)
    stored = str(Token.objects.values().get())
    assert [name for name in ("access_token", "refresh_token") if tokens[name] in stored] == []


def test_connected_app_has_the_scopes_and_the_club_that_were_chosen() -> None:
    scene = Scene()
    choice = {"scopes": ["read"], "club": scene.club.pk}
    app, tokens = connected(scene.users[Role.ORGANISER], **choice)
    program = Program(tokens["access_token"])
    assert tokens["scope"] == "read"
    told = program.get("me/").json()
    assert (told["scopes"], told["club"]) == (["read"], scene.club.slug)
    path = f"tables/{scene.table.pk}/hands/"
    assert problem_of(program.post(path, scene.record())) == (403, "scope_missing")
    assert program.get("clubs/elsewhere/").status_code == 404
    browser, page = signed_in(scene.users[Role.ORGANISER]), reverse("api:tokens")
    assert browser.get(page).content.decode().count(scene.club.name) == 1
    told = start_device(app)
    signed_in(scene.users[Role.ORGANISER]).post(page_of(told), CHOICE | choice)
    logged = AuditEntry.objects.filter(club=scene.club, action=Action.TOKEN_CREATED)
    assert [(entry.label, entry.user) for entry in logged] == [
        ("Scoreboard", scene.users[Role.ORGANISER])
    ] * 2


def test_nobody_allows_more_than_asked_or_for_a_club_of_others() -> None:
    app, browser = make_app(), signed_in()
    wrongs: list[dict[str, Any]] = [
        {"scopes": ["read", "organise"]},
        {"scopes": []},
        {"days": "9999"},
    ]
    for wrong in wrongs:
        assert browser.post(link_of(app), CHOICE | wrong).status_code == 422
    player = make_player(make_club(), "P", Role.PLAYER, make_user())
    organiser = make_player(make_club(), "O", Role.ORGANISER, player.user)
    assert player.user is not None
    mine = signed_in(player.user)
    assert mine.post(link_of(app), CHOICE | {"club": player.club_id}).status_code == 422
    assert mine.post(link_of(app), CHOICE | {"club": organiser.club_id}).status_code == 302
    for scope in ("tokens", "read everything"):
        assert answer_of(browser.get(link_of(app, scope=scope)))["error"] == "invalid_scope"


def test_refused_app_is_told_so() -> None:
    app = make_app()
    told = answer_of(signed_in().post(link_of(app), {"refuse": "1"}))
    assert (told["error"], told["state"]) == ("access_denied", "s 1")
    assert not Grant.objects.exists()


@pytest.mark.parametrize(
    "wrong",
    [
        {"redirect_uri": f"{BACK}/"},
        {"redirect_uri": 'https://é"evil.example/'},
        {"redirect_uri": ""},
        {"client_id": "nobody"},
        {"client_id": "\0"},
    ],
)
def test_wrong_link_leads_nowhere(wrong: dict[str, str]) -> None:
    browser, link = signed_in(), link_of(make_app(), **wrong)
    for answer in (browser.get(link), browser.post(link, CHOICE)):
        assert answer.status_code == 400
        assert "cannot be connected" in answer.content.decode()


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ({"response_type": "token"}, "unsupported_response_type"),
        ({"code_challenge": ""}, "invalid_request"),
        ({"code_challenge_method": "plain"}, "invalid_request"),
        ({"code_challenge_method": ""}, "invalid_request"),
    ],
)
def test_only_codes_with_a_hashed_challenge_are_given(wrong: dict[str, str], error: str) -> None:
    answer = signed_in().post(link_of(make_app(), **wrong), CHOICE)
    assert answer_of(answer)["error"] == error
    assert not Grant.objects.exists()


def test_code_is_for_one_app_one_address_and_one_verifier_and_not_for_long() -> None:
    app = make_app()
    code = code_of(app, signed_in())
    for wrong in ({"code_verifier": "w" * 43}, {"redirect_uri": "https://evil.example/"}):
        assert refusal(exchange(app, code, **wrong)) == (400, "invalid_grant")
    assert refusal(exchange(app, code, code_verifier="")) == (400, "invalid_request")
    assert refusal(exchange(app, "wrong")) == (400, "invalid_grant")
    assert refusal(exchange(make_app(), code)) == (400, "invalid_grant")
    assert refusal(exchange(app, code, client_secret="s")) == (400, "invalid_client")
    with time_machine.travel(timezone.now() + timedelta(minutes=6)):
        assert refusal(exchange(app, code)) == (400, "invalid_grant")
    assert exchange(app, code)[0] == 200


def test_code_that_is_used_again_ends_the_connection() -> None:
    app = make_app()
    code = code_of(app, signed_in())
    tokens = exchange(app, code)[1]
    assert Program(tokens["access_token"]).get("me/").status_code == 200
    assert refusal(exchange(app, code)) == (400, "invalid_grant")
    assert problem_of(Program(tokens["access_token"]).get("me/")) == (401, "bad_token")
    assert refusal(renew(app, tokens)) == (400, "invalid_grant")


def test_access_ends_after_an_hour_and_is_renewed_while_the_connection_is_valid() -> None:
    app, tokens = connected()
    start = timezone.now()
    with time_machine.travel(start + timedelta(minutes=61)):
        assert problem_of(Program(tokens["access_token"]).get("me/")) == (401, "bad_token")
        status, fresh = renew(app, tokens)
        assert (status, fresh["scope"]) == (200, "read record")
        assert Program(fresh["access_token"]).get("me/").status_code == 200
        assert Token.objects.count() == 1
    with time_machine.travel(start + timedelta(days=31)):
        assert refusal(renew(app, fresh)) == (400, "invalid_grant")


def test_stolen_secret_ends_the_connection_when_both_use_it() -> None:
    app, tokens = connected()
    fresh = renew(app, tokens)[1]
    assert refusal(renew(make_app(), fresh)) == (400, "invalid_grant")
    assert refusal(renew(app, tokens)) == (400, "invalid_grant")
    assert problem_of(Program(fresh["access_token"]).get("me/")) == (401, "bad_token")


def test_connection_is_ended_by_its_user_by_the_app_and_with_the_app() -> None:
    user = make_user()
    app, tokens = connected(user)
    browser = signed_in(user)
    assert "Connected app" in browser.get(reverse("api:tokens")).content.decode()
    token = Token.objects.get()
    assert signed_in().post(reverse("api:revoke_token", args=[token.pk])).status_code == 404
    assert browser.post(reverse("api:revoke_token", args=[token.pk])).status_code == 302
    assert Program(tokens["access_token"]).get("me/").status_code == 401
    assert renew(app, tokens)[0] == 400

    app, tokens = connected(user)
    stolen = ask(make_app(), "app_revocation", token=tokens["refresh_token"])
    assert refusal(stolen) == (400, "invalid_grant")
    assert ask(app, "app_revocation", token=tokens["refresh_token"]) == (200, {})
    assert Program(tokens["access_token"]).get("me/").status_code == 401

    app, tokens = connected(user)
    assert signed_in().post(reverse("api:remove_app", args=[app.pk])).status_code == 404
    assert signed_in(app.owner).post(reverse("api:remove_app", args=[app.pk])).status_code == 302
    assert Program(tokens["access_token"]).get("me/").status_code == 401


def test_user_who_is_blocked_gets_nothing_more() -> None:
    user = make_user()
    app, tokens = connected(user)
    code = code_of(app, signed_in(user))
    User.objects.filter(pk=user.pk).update(is_active=False)
    assert refusal(renew(app, tokens)) == (400, "invalid_grant")
    assert refusal(exchange(app, code)) == (400, "invalid_grant")


def test_personal_data_needs_a_fresh_sign_in() -> None:
    user, app = make_user("ada@example.org"), make_app()
    user.set_password("a password of length")
    user.save()
    browser, link = signed_in(user), link_of(app, scope="read personal")
    assert "code" in answer_of(browser.post(link, {"scopes": ["read"], "days": "7"}))
    refused = {"scopes": ["personal"], "refuse": "1"}
    assert answer_of(browser.post(link, refused))["error"] == "access_denied"
    asked = browser.post(link, {"scopes": ["read", "personal"], "days": "7"})
    assert asked["Location"].startswith(reverse("account_reauthenticate"))
    assert Grant.objects.count() == 1
    # Once proved, the page asks again.
    proved = browser.post(asked["Location"], {"password": "a password of length"})
    assert proved["Location"] == link
    choice = {"scopes": ["read", "personal"], "days": "7"}
    code = answer_of(browser.post(link, choice))["code"]
    assert exchange(app, code)[1]["scope"] == "read personal"


def test_other_grants_do_not_exist() -> None:
    app = make_app()
    for kind in ("password", "client_credentials", "implicit"):
        sent = {"username": "a", "password": "b", "grant_type": kind}
        assert refusal(ask(app, **sent)) == (400, "unsupported_grant_type")


def test_forged_form_is_refused() -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(make_user())
    assert browser.post(link_of(make_app()), CHOICE).status_code == 403
    assert not Grant.objects.exists()


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


def test_app_is_registered_with_exact_addresses() -> None:
    user = make_user()
    browser, page = signed_in(user), reverse("api:apps")
    good = [BACK, "http://127.0.0.1:8765/back", "http://[::1]/", "org.example.app:/back"]
    assert browser.post(page, {"name": "Mine", "redirect_uris": "\n".join(good)}).status_code == 302
    app = App.objects.get()
    assert (app.owner, app.name, app.redirect_uris) == (user, "Mine", good)
    assert app.client_id in browser.get(page).content.decode()
    for bad in (
        "http://example.org/",
        "https://*.example.org/",
        "https://example.org/#part",
        "https://me@example.org/",
        "javascript:alert(1)",
        "data:text/html,x",
        "https://example.org/;form-action",
        "example",
    ):
        answer = browser.post(page, {"name": "Bad", "redirect_uris": bad})
        assert (bad, answer.status_code) == (bad, 422)


def test_user_has_at_most_twenty_apps() -> None:
    user = make_user()
    for _ in range(20):
        make_app(owner=user)
    answer = signed_in(user).post(reverse("api:apps"), {"name": "More"})
    assert (answer.status_code, App.objects.count()) == (422, 20)


def test_metadata_leads_apps_to_every_address() -> None:
    told = Client().get("/.well-known/oauth-authorization-server").json()
    assert told["code_challenge_methods_supported"] == ["S256"]
    assert told["scopes_supported"] == ["read", "record", "play", "organise", "personal"]
    for name in ("token_endpoint", "device_authorization_endpoint", "revocation_endpoint"):
        path = urlsplit(told[name]).path
        answer = Client(headers={"Origin": "https://app.example.org"}).post(path, {})
        assert (answer.status_code, answer["Access-Control-Allow-Origin"]) == (400, "*")
    assert urlsplit(told["authorization_endpoint"]).path == reverse("api:authorize")
