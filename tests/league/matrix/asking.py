"""Ask every address in the name of every visitor, and leave the season as it was."""

from collections.abc import Mapping
from http.cookies import SimpleCookie
from typing import Any

from django.core.cache import cache
from django.db import transaction
from django.test import Client

from league.audit.models import AuditEntry
from league.core.ratelimits import counts
from tests.league.matrix.addresses import FORMS, addresses, form_on, path_of
from tests.league.matrix.bodies import BODIES
from tests.league.matrix.season import VISITORS, Season
from tests.league.matrix.table import views_that_take

METHODS = ("GET", "POST")
WHO_MAY = ("organiser", "player", "site owner")
"""Those of whom one sees the form of every page."""


class Asking:
    """Hold the browsers of all visitors and what they send."""

    who_may = WHO_MAY

    def __init__(self, season: Season) -> None:
        self.paths = {address.name: path_of(address, season) for address in addresses()}
        self._browsers = {visitor: season.browser(visitor) for visitor in VISITORS}
        self._cookies = {
            visitor: browser.cookies.output(header="")
            for visitor, browser in self._browsers.items()
        }
        self._season = season
        self._forms = set(views_that_take("POST"))
        self._bodies: dict[str, Mapping[str, Any]] = {}

    def ask(self, visitor: str, method: str, name: str) -> str:
        """Send a request, take back what it did, and return what it was answered in a word."""
        return self.ask_and_count(visitor, method, name)[0]

    def ask_and_count(self, visitor: str, method: str, name: str) -> tuple[str, int]:
        """Say likewise how many lines of the log the request has written."""
        body = self.body_of(name) if method == "POST" else {}
        with transaction.atomic():
            browser, path = self.browser(visitor), self.paths[name]
            answer: Any = browser.get(path) if method == "GET" else browser.post(path, body)
            if answer.streaming:
                answer.getvalue()
            acts = AuditEntry.objects.count()
            transaction.set_rollback(True)
        is_sent_to_sign_in = "/accounts/login/" in answer.headers.get("Location", "")
        return "in" if is_sent_to_sign_in else str(answer.status_code), acts

    def browser(self, visitor: str) -> Client:
        """Return a browser as it was before anything was asked."""
        cache.clear()
        counts.clear()
        browser = self._browsers[visitor]
        browser.cookies = SimpleCookie(self._cookies[visitor])
        return browser

    def query_of(self, _name: str) -> Mapping[str, Any]:
        """Return what an address may ask of a page: nothing but what the page looks for."""
        return {}

    def body_of(self, name: str) -> Mapping[str, Any]:
        """Return what the form of a view sends when nobody changes it but to make it do."""
        if name not in self._forms:
            return {}
        if name not in self._bodies:
            typed = BODIES[name](self._season) if name in BODIES else {}
            self._bodies[name] = {**self._form_of(name), **typed}
        return self._bodies[name]

    def _form_of(self, name: str) -> Mapping[str, Any]:
        page = self.paths[FORMS.get(name, name)]
        with transaction.atomic():
            found = (form_on(self.browser(who), page, self.paths[name]) for who in WHO_MAY)
            fields: Mapping[str, Any] = next((each for each in found if each is not None), {})
            transaction.set_rollback(True)
        return fields
