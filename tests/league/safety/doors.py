"""The pages by which people sign in and keep their ways in, and those of the administration."""

from collections.abc import Mapping
from http.cookies import SimpleCookie
from typing import Any

from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.contrib import admin
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import get_resolver, reverse

from league.clubs.models import User
from league.core.ratelimits import counts
from tests.league.matrix.addresses import form_on
from tests.league.matrix.season import Season
from tests.league.matrix.test_sign_in_pages import (
    add_real_passkey,
    names,
    path_of,
    person,
    signed_in,
)

PASSWORD = "a long password of hers"
CREDENTIAL = '{"id": "AA", "rawId": "AA", "type": "public-key", "response": {}}'


class Behind:
    """Hold the browsers of some visitors, and ask for pages in their name."""

    def __init__(self, paths: dict[str, str], browsers: dict[str, Client]) -> None:
        self.paths = paths
        self.who_may = tuple(browsers)
        self._browsers = browsers
        self._cookies = {who: kept.cookies.output(header="") for who, kept in browsers.items()}

    def browser(self, visitor: str) -> Client:
        """Return a browser as it was before anything was asked."""
        cache.clear()
        counts.clear()
        browser = self._browsers[visitor]
        browser.cookies = SimpleCookie(self._cookies[visitor])
        return browser

    def ask(self, visitor: str, method: str, name: str) -> str:
        """Send a request and take back what it did; `in` is any answer that leads elsewhere."""
        with transaction.atomic():
            body = self.body_of(name) if method == "POST" else self.query_of(name)
            browser = self.browser(visitor)
            send = browser.post if method == "POST" else browser.get
            answer: Any = send(self.paths[name], body)
            transaction.set_rollback(True)
        return "in" if answer.status_code in {301, 302} else str(answer.status_code)

    def query_of(self, _name: str) -> Mapping[str, Any]:
        """Return what an address may ask of a page."""
        return {"next": "/"}

    def body_of(self, name: str) -> Mapping[str, Any]:
        """Return what the form of a page sends, for the first who sees one."""
        found: Mapping[str, Any] = {}
        with transaction.atomic():
            for visitor in self.who_may:
                path = self.paths[name]
                found = found or form_on(self.browser(visitor), path, path) or {}
            transaction.set_rollback(True)
        return found


class Doors(Behind):
    """The pages of signing in, asked by people who are at some step of it."""

    def __init__(self) -> None:
        ada, bo = person("ada@example.org"), person("bo@example.org")
        passkey = add_real_passkey(ada)
        browsers = {
            "anonymous": Client(),
            "just now": signed_in(ada, just_now=True),
            "long ago": signed_in(ada, just_now=False),
            "without a passkey": signed_in(bo, just_now=True),
            "waiting for a code": asking_for_code(bo),
            "signing up": signing_up(),
            "at the second step": at_second_step(),
        }
        paths = {name: path_of(name, passkey) for name in names(get_resolver())}
        paths |= {name: reverse(f"accounts:{name}") for name in ("password", "remove_password")}
        super().__init__(paths, browsers)

    def body_of(self, name: str) -> Mapping[str, Any]:
        """Return what the form of a page sends, and what only a script of it would."""
        return {"credential": CREDENTIAL, **super().body_of(name)}


def asking_for_code(user: User) -> Client:
    """Return a browser to whose owner a code was sent."""
    client = Client()
    client.post(reverse("account_login"), {"login": user.email})
    return client


def signing_up() -> Client:
    """Return the browser of somebody who is to prove an address."""
    client = Client()
    client.post(reverse("account_signup"), {"name": "Cleo", "email": "cleo@example.org"})
    return client


def at_second_step() -> Client:
    """Return the browser of somebody whose password was right, and who has an app beside it."""
    user = person("dan@example.org")
    user.set_password(PASSWORD)
    user.save()
    TOTP.activate(user, generate_totp_secret())
    assert Authenticator.objects.filter(user=user).exists()
    client = Client()
    client.post(reverse("account_login"), {"login": user.email, "password": PASSWORD})
    return client


LOOKUPS = {
    "q": "a",
    "o": "1",
    "p": "1",
    "all": "",
    "e": "1",
    "role__exact": "owner",
    "club__id__exact": "1",
    "user__email": "a",
    "is_active__exact": "1",
    "kind__exact": "1",
    "sent_at__gte": "2026-01-01",
    "given_up_at__isnull": "True",
    "_popup": "1",
    "_changelist_filters": "q=a",
    "app_label": "clubs",
    "model_name": "player",
    "field_name": "user",
    "term": "a",
}
"""What the addresses of the administration may ask; it takes them as they come."""


class Administration(Behind):
    """The pages of the site's administration, asked by the owner of the site."""

    def __init__(self, season: Season) -> None:
        browsers = {who: season.browser(who) for who in ("site owner", "organiser")}
        super().__init__(pages_of_administration(), browsers)

    def query_of(self, _name: str) -> Mapping[str, Any]:
        """Return what an address may ask of a page."""
        return LOOKUPS


def pages_of_administration() -> dict[str, str]:
    """Return the address of each page, with a row where it is about one."""
    plain = ("index", "logout", "password_change", "autocomplete", "jsi18n")
    paths = {name: reverse(f"admin:{name}") for name in plain}
    paths["app_list"] = reverse("admin:app_list", args=["clubs"])
    for model in admin.site._registry:
        row = model._default_manager.order_by("pk").last()
        kind = f"{model._meta.app_label}_{model._meta.model_name}"
        paths |= {f"{kind}_{of}": reverse(f"admin:{kind}_{of}") for of in ("changelist", "add")}
        paths |= {
            f"{kind}_{of}": reverse(f"admin:{kind}_{of}", args=[row.pk if row else 1])
            for of in ("change", "delete", "history")
        }
    return paths
