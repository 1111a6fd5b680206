"""Tokens: made, shown once, bound by scopes, expiry and rights, revoked."""

from datetime import timedelta
from uuid import uuid4

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.api.models import Token
from league.api.services import TokenCreatedError, create_token, revoke_token
from league.clubs.models import Player, Role
from tests.factories import make_club, make_organiser, make_player, make_user
from tests.league.api.scenes import Program, Scene, problem_of, token_of

pytestmark = pytest.mark.django_db


def _form(**fields: object) -> dict[str, object]:
    return {"name": "Scoreboard", "scopes": ["read"], "days": "90", "key": str(uuid4())} | fields


def test_token_says_who_asks_and_what_it_may() -> None:
    user = make_user(name="Ada")
    club = make_club("Zoo", slug="zoo")
    make_player(club, "Ada", Role.SCORER, user)
    told = Program(token_of(user, "read", "record")).get("me/").json()
    assert (told["name"], told["scopes"], told["club"]) == ("Ada", ["read", "record"], None)
    assert [(each["club"], each["role"]) for each in told["players"]] == [("zoo", "scorer")]


def test_nothing_of_a_token_but_its_hash_is_kept() -> None:
    user = make_user()
    text = token_of(user)
    kept = Token.objects.values().get()
    assert text not in str(kept)
    assert kept["tail"] == text[-4:]


def test_token_without_the_scope_is_refused() -> None:
    scene = Scene()
    program = scene.program("owner", "read")
    answer = program.post(f"tables/{scene.table.pk}/hands/", scene.record())
    assert problem_of(answer) == (403, "scope_missing")
    answer = scene.program("owner", "record").get("clubs/")
    assert problem_of(answer) == (403, "scope_missing")


def test_wrong_expired_and_revoked_tokens_are_refused() -> None:
    user = make_user()
    assert problem_of(Program("menagerie_nothing").get("clubs/")) == (401, "bad_token")
    text = token_of(user, life=timedelta(days=7))
    assert Program(text).get("me/").status_code == 200
    with time_machine.travel(timezone.now() + timedelta(days=7, seconds=1)):
        answer = Program(text).get("me/")
        assert problem_of(answer) == (401, "bad_token")
        assert answer.headers["WWW-Authenticate"] == "Bearer"
    revoke_token(token=Token.objects.get(), now=timezone.now())
    assert problem_of(Program(text).get("me/")) == (401, "bad_token")


def test_token_ends_with_its_owners_account() -> None:
    user = make_user()
    text = token_of(user)
    user.is_active = False
    user.save()
    assert problem_of(Program(text).get("me/")) == (401, "bad_token")


def test_other_schemes_than_bearer_are_refused() -> None:
    answer = Client(headers={"Authorization": "Basic YTpi"}).get("/api/v1/clubs/")
    assert problem_of(answer) == (401, "bad_token")


def test_guesses_are_counted(settings: object) -> None:
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "api_guess": 1}  # type: ignore[attr-defined]
    assert Program("wrong").get("clubs/").status_code == 401
    answer = Program("wrong").get("clubs/")
    assert problem_of(answer) == (429, "throttled")
    assert answer.headers["Retry-After"] == "60"


def test_last_use_is_noted_once_a_minute() -> None:
    program = Program(token_of(make_user()))
    with time_machine.travel("2027-01-01T10:00:00Z", tick=False):
        Token.objects.update(expires_at=timezone.now() + timedelta(days=1))
        program.get("me/")
        first = Token.objects.get().last_used_at
    with time_machine.travel("2027-01-01T10:00:30Z", tick=False):
        program.get("me/")
        assert Token.objects.get().last_used_at == first
    with time_machine.travel("2027-01-01T10:01:00Z", tick=False):
        program.get("me/")
        assert Token.objects.get().last_used_at == timezone.now()


def test_service_token_reaches_nothing_outside_its_club() -> None:
    scene = Scene()
    other = make_club("Other", slug="other")
    owner = scene.users[Role.OWNER]
    make_player(other, "Owner", Role.OWNER, owner)
    program = Program(token_of(owner, club=scene.club))
    slugs = [club["slug"] for club in program.get("clubs/").json()["results"]]
    assert slugs == [scene.club.slug]
    assert program.get("clubs/other/").status_code == 404
    assert program.ask("PATCH", "clubs/other/", {"name": "Mine"}).status_code == 404
    assert program.get(f"tables/{scene.table.pk}/").status_code == 200
    assert program.post("online/", {"game": "zop-zoo", "seats": 3}).status_code == 404
    assert program.get(f"online/{scene.online.token}/").status_code == 404


def test_service_token_has_no_more_rights_than_who_made_it_still_has() -> None:
    scene = Scene()
    organiser = scene.users[Role.ORGANISER]
    program = Program(token_of(organiser, club=scene.club))
    path = f"clubs/{scene.club.slug}/"
    assert program.ask("PATCH", path, {"name": "Zoo"}).status_code == 200
    Player.objects.filter(user=organiser).update(role=Role.PLAYER)
    assert program.ask("PATCH", path, {"name": "Zoo 2"}).status_code == 404


def test_making_twice_with_one_key_makes_one() -> None:
    user, key, now = make_user(), uuid4(), timezone.now()
    terms = {"club": None, "name": "A", "scopes": ["read"], "life": timedelta(days=1)}
    create_token(user=user, key=key, now=now, **terms)  # type: ignore[arg-type]
    with pytest.raises(TokenCreatedError):
        create_token(user=user, key=key, now=now, **terms)  # type: ignore[arg-type]
    assert Token.objects.count() == 1


def test_page_shows_a_new_token_once() -> None:
    client = Client()
    client.force_login(make_user())
    form = _form()
    page = client.post(reverse("api:tokens"), form)
    token = Token.objects.get()
    text = page.content.decode().split('id="token" class="token">')[1].split("<")[0]
    assert Program(text).get("me/").status_code == 200
    assert page.headers["Cache-Control"].count("no-store") == 1
    again = client.post(reverse("api:tokens"), form, follow=True).content.decode()
    assert text not in again
    assert "shown only once" in again
    assert f"ends in {token.tail}" in again
    assert Token.objects.count() == 1


def test_page_refuses_a_token_for_nothing() -> None:
    client = Client()
    client.force_login(make_user())
    page = client.post(reverse("api:tokens"), _form(scopes=[]))
    assert (page.status_code, Token.objects.count()) == (422, 0)


def test_own_tokens_are_revoked_by_their_owner_alone() -> None:
    user, stranger = make_user(), Client()
    token_of(user)
    token = Token.objects.get()
    stranger.force_login(make_user())
    assert stranger.post(reverse("api:revoke_token", args=[token.pk])).status_code == 404
    client = Client()
    client.force_login(user)
    for _ in range(2):
        answer = client.post(reverse("api:revoke_token", args=[token.pk]))
        assert answer.status_code == 302
    token.refresh_from_db()
    assert token.revoked_at is not None
    assert "No API tokens yet" in client.get(reverse("api:tokens")).content.decode()


def test_tokens_of_a_club_are_for_its_organisers() -> None:
    club = make_club()
    maker = make_organiser(club)
    token_of(maker, club=club)
    token = Token.objects.get()
    outsider, player, colleague = Client(), Client(), Client()
    player.force_login(make_player(club, user=make_user()).user or make_user())
    colleague.force_login(make_player(club, "C", Role.OWNER, make_user()).user or make_user())
    page, revoke = (
        reverse("api:club_tokens", args=[club.slug]),
        reverse("api:revoke_club_token", args=[club.slug, token.pk]),
    )
    assert outsider.get(page).status_code == 302
    assert [player.get(page).status_code, player.post(revoke).status_code] == [404, 404]
    assert f"ends in {token.tail}" in colleague.get(page).content.decode()
    assert colleague.post(revoke).status_code == 302
    token.refresh_from_db()
    assert token.revoked_at is not None


def test_session_writes_need_the_token_against_forgery() -> None:
    scene = Scene()
    user = scene.users[Role.OWNER]
    client = Client(enforce_csrf_checks=True)
    client.force_login(user)
    path = f"/api/v1/clubs/{scene.club.slug}/"
    answer = client.patch(path, {"name": "Zoo"}, content_type="application/json")
    assert problem_of(answer) == (403, "permission_denied")
    client.get(reverse("api:tokens"))
    headers = {"X-CSRFToken": client.cookies["csrftoken"].value}
    answer = client.patch(path, {"name": "Zoo"}, content_type="application/json", headers=headers)
    assert (answer.status_code, answer.json()["name"]) == (200, "Zoo")
