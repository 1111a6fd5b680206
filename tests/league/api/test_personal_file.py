"""All that is held about a person, by a token that was made for it."""

import json
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from jsonschema import Draft202012Validator

from league.api.models import Token
from league.api.schema import example_of
from league.api.views import schema
from league.audit.actions import Action
from league.audit.models import AuditEntry, Origin
from league.clubs.models import User
from tests.factories import make_club, make_organiser, make_player, make_user
from tests.league.accounts.test_views_account import sign_in_now
from tests.league.api.scenes import Program, content_of, problem_of, token_of

pytestmark = pytest.mark.django_db


def without_moment(answer: Any) -> dict[str, Any]:
    """Return what a file holds, but for when it was made and what asking leaves behind."""
    told: dict[str, Any] = json.loads(content_of(answer))
    del told["made_at"]
    for part in ("sessions", "tokens", "account", "log"):
        del told["parts"][part]
    return told


def test_own_file_is_that_of_the_page() -> None:
    user = make_user("ada@example.org")
    make_player(make_club("Zoo"), "Ada", user=user, contact_email="private@example.org")
    browser = Client()
    sign_in_now(browser, user)
    page = browser.get("/accounts/my-data.json")

    answer = Program(token_of(user, "personal")).get("me/file/")

    assert answer.headers["Content-Disposition"] == page.headers["Content-Disposition"]
    assert answer.headers["Cache-Control"] == "private, no-store"
    told = without_moment(answer)
    assert told == without_moment(page)
    assert told["parts"]["players"]["rows"][0]["contact_email"] == "private@example.org"


def test_file_has_the_shape_that_is_described() -> None:
    described = schema()["paths"]["/api/v1/me/file/"]["get"]["responses"]["200"]
    media = described["content"]["application/json"]
    whole = Draft202012Validator({**media["schema"], "components": schema()["components"]})
    told = json.loads(content_of(Program(token_of(make_user(), "personal")).get("me/file/")))

    assert example_of(media["schema"], schema()["components"]["schemas"]).keys() == told.keys()
    assert list(whole.iter_errors(told)) == []


def test_tokens_for_other_things_and_sessions_do_not_open_it() -> None:
    user, club = make_user(), make_club()
    make_player(club, "Ada", user=user)
    others = token_of(user, "read", "record", "play", "organise")
    of_club = token_of(user, "personal", club=club)
    browser = Client()
    sign_in_now(browser, user)

    assert problem_of(Program(others).get("me/file/")) == (403, "scope_missing")
    assert problem_of(Program(of_club).get("me/file/")) == (404, "not_found")
    assert problem_of(browser.get("/api/v1/me/file/")) == (403, "permission_denied")


def test_organiser_takes_the_file_of_a_player_without_account_of_the_club() -> None:
    club = make_club()
    organiser = make_organiser(club)
    player = make_player(club, "Ada", contact_email="ada@example.org")
    with_account = make_player(club, "Bo", user=make_user())
    program = Program(token_of(organiser, "personal"))
    elsewhere = token_of(organiser, "personal", club=make_club("Elsewhere"))
    organising = token_of(organiser, "read", "organise")

    told = json.loads(content_of(program.get(f"players/{player.pk}/file/")))

    assert told["parts"]["players"]["rows"][0]["contact_email"] == "ada@example.org"
    act = AuditEntry.objects.get(action=Action.PLAYER_DATA_EXPORTED)
    assert (act.about_id, act.origin) == (player.pk, Origin.API)
    for refused in (
        program.get(f"players/{with_account.pk}/file/"),
        Program(elsewhere).get(f"players/{player.pk}/file/"),
    ):
        assert problem_of(refused) == (404, "not_found")
    answer = Program(organising).get(f"players/{player.pk}/file/")
    assert problem_of(answer) == (403, "scope_missing")
    assert AuditEntry.objects.filter(action=Action.PLAYER_DATA_EXPORTED).count() == 1


def make_token_on_page(client: Client, *scopes: str) -> Any:
    """Send the form of a token."""
    form = {"name": "Mine", "scopes": scopes, "days": "30", "key": str(uuid4())}
    return client.post(reverse("api:tokens"), form)


def with_password() -> User:
    """Return somebody who can be asked to prove who it is."""
    user = make_user("ada@example.org")
    user.set_password("a password of length")
    user.save()
    return user


def test_token_that_opens_it_is_made_by_who_proves_to_be_it(client: Client) -> None:
    user = with_password()
    client.force_login(user)

    assert make_token_on_page(client, "read").status_code == 200
    answer = make_token_on_page(client, "read", "personal")
    assert answer["Location"].startswith("/accounts/reauthenticate/")
    assert [token.scopes for token in Token.objects.all()] == [["read"]]

    # Once proved, what was asked for goes on by itself.
    made = client.post(answer["Location"], {"password": "a password of length"})
    assert made.status_code == 200
    assert sorted(Token.objects.values_list("scopes", flat=True)) == [
        ["personal", "read"],
        ["read"],
    ]
