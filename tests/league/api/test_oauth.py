"""Apps: connected by a redirect or a device's code, bound by what their user chose, and ended."""

from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

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
from tests.league.api.apps import (
    BACK,
    CHOICE,
    answer_of,
    ask,
    code_of,
    connected,
    exchange,
    link_of,
    make_app,
    page_of,
    refusal,
    renew,
    signed_in,
    start_device,
)
from tests.league.api.scenes import Program, Scene, problem_of

pytestmark = pytest.mark.django_db


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
