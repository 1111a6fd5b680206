"""What other sites, frames and guessers may try: forged forms, addresses, hosts and sessions."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as site
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from tests.league.matrix.asking import Asking
from tests.league.matrix.table import read_table, views_that_take
from tests.league.matrix.test_sign_in_pages import person
from tests.league.safety.fuzzing import SHARES, share_of
from tests.league.safety.season import season_of_module

pytestmark = pytest.mark.django_db

BY_A_KEY_OF_THEIR_OWN = {
    # The script sends the key of its seat in the body, which no other site knows.
    "online:move",
    "online:seat_action",
    "online:share",
    "online:bot_for",
    "online:here",
    "online:lesson_move",
    "online:premove",
    "online:say",
    "online:report",
    # Says what would be sent, to whoever has the code of the table; it changes nothing.
    "results:handover_look",
    # A mail program presses the button, by the signed address.
    "notifications:stop",
    # A browser says the old address of its push service, which nobody else knows.
    "notifications:change_device",
    # An app asks, by a code or secret of its own and without a session.
    "api:app_token",
    "api:device_code",
    "api:app_revocation",
    # Changes nothing: there is no such operation.
    "api:not_there",
}


@pytest.fixture(scope="module")
def asking(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Asking]:
    """Build the season once for this module."""
    with season_of_module(django_db_blocker) as (_season, asking):
        yield asking


def test_no_form_is_taken_that_another_site_has_sent(asking: Asking) -> None:
    cookies = asking.browser("site owner").cookies.output(header="")
    strict = Client(enforce_csrf_checks=True)
    taken = set()
    for name in views_that_take("POST"):
        strict.cookies = SimpleCookie(cookies)
        with transaction.atomic():
            answer: Any = strict.post(asking.paths[name])
            if answer.status_code != 403 or b"Not sent" not in answer.content:
                taken.add(name)
            transaction.set_rollback(True)

    assert taken == BY_A_KEY_OF_THEIR_OWN


FRAMED = {"displays:widget"}
"""What other sites show in a frame of theirs."""
FOR_EVERYBODY = {
    "core:worker",
    "core:manifest",
    "printing:standings_picture",
    "printing:round_picture",
    "printing:table_picture",
    "printing:entry_picture",
    "printing:player_picture",
    "printing:club_picture",
}
"""What shows the same to everybody, and says for how long."""


@pytest.mark.parametrize("share", SHARES)
def test_every_page_bounds_what_browsers_do_with_it(asking: Asking, share: str) -> None:
    wrong = []
    for name in {*share_of(views_that_take("GET"), share), *FRAMED, "printing:club_picture"}:
        answer: Any = asking.browser("owner").get(asking.paths[name])
        headers = dict(answer.headers)
        if answer.streaming:
            answer.getvalue()
        policy = headers["Content-Security-Policy"]
        ancestors = "*" if name in FRAMED else "'none'"
        found = (
            f"frame-ancestors {ancestors}" in policy,
            headers.get("X-Frame-Options") == (None if name in FRAMED else "DENY"),
            "default-src 'self'" in policy and "unsafe" not in policy,
            headers["X-Content-Type-Options"] == "nosniff",
            headers["Referrer-Policy"] == "same-origin",
            headers["Cross-Origin-Opener-Policy"] == "same-origin",
            headers["Permissions-Policy"].startswith("camera=()"),
            name in FOR_EVERYBODY or is_kept_by_no_shared_cache(headers),
        )
        if not all(found):
            wrong.append((name, found))

    assert wrong == []


def is_kept_by_no_shared_cache(headers: dict[str, str]) -> bool:
    """Say whether an answer that depends on who asks says so to what keeps answers."""
    if "Cookie" not in headers.get("Vary", ""):
        return True
    return bool(re.search("private|no-store", headers.get("Cache-Control", "")))


def test_what_is_secret_is_kept_nowhere(asking: Asking) -> None:
    secret = {
        "clubs:player_link": "organiser",
        "clubs:sign_in_by_link": "anonymous",
        "clubs:join": "anonymous",
        "api:tokens": "player",
        "exports:club": "owner",
        "privacy:own_file": "organiser",
        "privacy:player_file": "organiser",
        "printing:sheets": "organiser",
    }
    kept = []
    for name, who in secret.items():
        answer: Any = asking.browser(who).get(asking.paths[name])
        if answer.streaming:
            answer.getvalue()
        if "no-store" not in answer.headers.get("Cache-Control", ""):
            kept.append(name)

    assert kept == []


ELSEWHERE = (
    "https://evil.example/",
    "//evil.example/",
    "/\\evil.example",
    "\\\\evil.example",
    "https:evil.example",
    "///evil.example",
    "javascript:alert(1)",
    "http:///evil.example",
    "\x08//evil.example",
    "https://testserver@evil.example/",
)


NOWHERE = ("http://[", "0001-01-01")


def led_to(asking: Asking, target: str) -> list[Any]:
    """Return the answers of all that lead to a page which the request names."""
    cache.clear()
    user = person("ada@example.org")
    user.set_password("a long password of hers")
    user.save()
    visitor, player = Client(), asking.browser("player")
    language, wishes = reverse("accounts:language"), asking.paths["notifications:subscribe"]
    sign_in = reverse("account_login")
    return [
        visitor.post(language, {"language": "de", "next": target}),
        visitor.post(language, {"language": "de"}, headers={"referer": target}),
        visitor.post(language, {"language": "de", "next": target}, headers={"HX-Request": "true"}),
        player.post(wishes, {"back": target}),
        player.get(sign_in, {"next": target}),
        visitor.post(
            sign_in, {"login": user.email, "password": "a long password of hers", "next": target}
        ),
        player.post(reverse("account_logout"), {"next": target}),
    ]


@pytest.mark.parametrize("target", ELSEWHERE)
def test_nobody_is_led_to_another_site(asking: Asking, target: str) -> None:
    places = [
        answer.headers.get(header, "")
        for answer in led_to(asking, target)
        for header in ("Location", "HX-Redirect", "HX-Location", "HX-Push-Url")
    ]
    assert [place for place in places if "evil" in place or "javascript" in place] == []


@pytest.mark.parametrize("target", NOWHERE)
def test_what_is_no_address_of_a_page_breaks_nothing(asking: Asking, target: str) -> None:
    assert {answer.status_code for answer in led_to(asking, target)} == {302}


@pytest.mark.parametrize("host", ["evil.example", "testserver.evil.example", "testserver@evil", ""])
def test_another_host_is_refused_and_named_by_no_page(host: str, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["testserver"]
    visitor = Client(raise_request_exception=False)
    answer = visitor.get("/", headers={"host": host, "x-forwarded-host": "evil.example"})
    assert answer.status_code == 400 or host == ""
    trusting = visitor.get("/", headers={"x-forwarded-host": "evil.example"})
    assert (trusting.status_code, b"evil" in trusting.content) == (200, False)


def test_session_that_somebody_else_knows_is_not_signed_in() -> None:
    cache.clear()
    user = person("bo@example.org")
    user.set_password("a long password of his")
    user.save()
    phone = Client()
    session = phone.session
    session["planted"] = True
    session.save()
    planted = session.session_key
    phone.cookies[site.SESSION_COOKIE_NAME] = str(planted)
    given = {"login": user.email, "password": "a long password of his"}
    phone.post(reverse("account_login"), given)
    assert phone.session["_auth_user_id"] == str(user.pk)
    assert phone.session.session_key != planted
    other = Client()
    other.cookies[site.SESSION_COOKIE_NAME] = str(planted)
    assert "_auth_user_id" not in other.session


READ_SETTINGS = """
import django; django.setup()
from django.conf import settings as s
print(s.SESSION_COOKIE_SECURE, s.CSRF_COOKIE_SECURE, s.LANGUAGE_COOKIE_SECURE,
      s.SESSION_COOKIE_HTTPONLY, s.SESSION_COOKIE_SAMESITE, s.CSRF_COOKIE_SAMESITE,
      s.SECURE_HSTS_SECONDS, s.DEBUG, s.SECURE_CONTENT_TYPE_NOSNIFF)
"""


@pytest.mark.thorough
def test_cookies_of_a_server_with_https_are_for_it_alone(tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "DATA_DIR": str(tmp_path),
        "DATABASE_URL": "",
        "SECRET_KEY": "k" * 50,
        "SITE_URL": "https://games.example.org",
        "ALLOWED_HOSTS": "games.example.org",
    }
    command = [sys.executable, "-c", READ_SETTINGS]
    read = subprocess.run(
        command, cwd=site.BASE_DIR, env=environment, capture_output=True, text=True, check=True
    )

    assert read.stdout.split() == ["True"] * 4 + ["Lax", "Lax", "31536000", "False", "True"]


@pytest.mark.parametrize("share", SHARES)
def test_what_is_hidden_and_what_is_not_there_are_answered_alike(
    asking: Asking, share: str
) -> None:
    # What is there for nobody is no more hidden from some than from others.
    hidden_ones = [
        line.name
        for line in read_table()
        if line.method == "GET"
        and line.answers["other club"] == "404"
        and set(line.answers.values()) != {"404"}
        and re.search(r"/\d+/", asking.paths[line.name])
    ]
    told = []
    for name in share_of(hidden_ones, share):
        path = asking.paths[name]
        hidden = asking.browser("other club").get(path)
        nothing = asking.browser("other club").get(re.sub(r"/\d+/", "/99999999/", path))
        if unsigned(hidden, path) != unsigned(nothing, path):
            told.append(name)

    assert told == []


def unsigned(answer: Any, path: str) -> tuple[int, str]:
    """Return an answer without what differs by address or at every look."""
    text = re.sub(r"\b\w{64}\b", "", answer.content.decode())
    return answer.status_code, re.sub(r"/\d+/", "//", text)
