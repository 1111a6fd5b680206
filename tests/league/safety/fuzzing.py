"""Send every form what it does not expect, and say what is wrong with the answers."""

import re
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Protocol
from unittest.mock import patch
from urllib.parse import urlencode

import pytest
from django.apps import apps
from django.conf import settings
from django.db import connection, transaction
from django.http import QueryDict
from django.test import Client
from django.utils.datastructures import MultiValueDict

from tests.league.safety import nasty

WRITING = re.compile(
    r'\s*(?:INSERT INTO|UPDATE|DELETE FROM) "(\w+)"'
    r"|\s*(?:INSERT|UPDATE|DELETE|WITH\b.*\b(?:INSERT|UPDATE|DELETE))\b",
    re.IGNORECASE | re.DOTALL,
)
"""A statement that writes, and to which table if it says so first."""
CLOSED = {"403", "404", "in"}
KINDS = ("field", "fields", "path", "body", "headers")
WEIGHTS = (8, 1, 2, 2, 1)
# Django's administration fails at an empty `_to_field`, which its own links alone send.
NOT_SENT = {"csrfmiddlewaretoken", "_to_field"}
ASKED = ("get", "getlist", "__getitem__", "__contains__")


class Shot(NamedTuple):
    """One request: whose, of which view, and how; with fields, or with a body of another kind."""

    visitor: str
    name: str
    method: str
    path: str
    fields: Mapping[str, Any] = {}
    raw: tuple[str, bytes] | None = None
    headers: Mapping[str, str] = {}

    def sent(self) -> tuple[str, bytes, str]:
        """Return the address, the body and its type."""
        text = urlencode(self.fields, doseq=True, errors="surrogatepass")
        if self.method == "GET":
            return f"{self.path}?{text}", b"", nasty.FORM
        content_type, body = self.raw or (nasty.FORM, text.encode())
        return self.path, body, content_type

    def __str__(self) -> str:
        path, body, content_type = self.sent()
        what = f"{path[:300]} {content_type[:40]} {body[:300]!r} {self.headers}"
        return f"{self.visitor} {self.method} {self.name} {what}"


class Pages(Protocol):
    """Pages by name, those who ask for them, and what is sent when nothing is wrong."""

    @property
    def paths(self) -> Mapping[str, str]:
        """Return the address of each page."""

    @property
    def who_may(self) -> Sequence[str]:
        """Return those of whom one sees the form of every page."""

    def browser(self, visitor: str) -> Client:
        """Return a browser as it was before anything was asked."""

    def ask(self, visitor: str, method: str, name: str) -> str:
        """Send a request, take back what it did, and return what it was answered in a word."""

    def query_of(self, name: str) -> Mapping[str, Any]:
        """Return what an address may ask of a page."""

    def body_of(self, name: str) -> Mapping[str, Any]:
        """Return what the form of a page sends."""


class Fuzzing:
    """Know the fields of each view: those of its form, and those that it asks for.

    `noted` are the tables in which refusals are written down.
    """

    def __init__(self, asking: Pages, noted: Set[str] = frozenset()) -> None:
        self.asking = asking
        self._noted = noted
        self._fields: dict[tuple[str, str], Mapping[str, Any]] = {}
        self._whole = contents()

    def fields_of(self, name: str, method: str) -> Mapping[str, Any]:
        """Return what is sent when nothing is wrong, with all that the view looks for in it."""
        if (name, method) not in self._fields:
            asking = self.asking
            body = asking.body_of(name) if method == "POST" else asking.query_of(name)
            with asked_for() as wanted:
                for visitor in asking.who_may:
                    if asking.ask(visitor, method, name) not in CLOSED:
                        break
            missing = sorted(wanted - set(body) - NOT_SENT)
            self._fields[name, method] = {**body, **dict.fromkeys(missing, "")}
        return self._fields[name, method]

    def any_shot(self, name: str, method: str, visitor: str, chance: Random) -> Shot:
        """Return a request of which one part is wrong, or all fields are."""
        fields = self.fields_of(name, method)
        right = Shot(visitor, name, method, self.asking.paths[name], fields)
        value = chance.choice(nasty.VALUES)
        kind = chance.choices(KINDS, WEIGHTS)[0]
        if kind == "field" and fields:
            field = chance.choice(list(fields))
            return right._replace(fields={**fields, field: value})
        if kind == "fields":
            return right._replace(fields=dict.fromkeys(fields, value))
        if kind == "path":
            return right._replace(path=wrong_address(right.path, chance))
        if kind == "body" and method == "POST":
            return right._replace(raw=chance.choice(nasty.BODIES))
        return right._replace(headers=chance.choice(nasty.HEADERS))

    def fault_of(self, shot: Shot) -> str:
        """Send it, take back what it did, and say what is wrong with the answer, if anything."""
        browser = self.asking.browser(shot.visitor)
        with transaction.atomic():
            with writes(but_to=FLEETING | self._noted) as written:
                fault = self.sent(browser, shot)
            if fault == REFUSED:
                fault = self.changes() if written else ""
            transaction.set_rollback(True)
        return fault

    def changes(self) -> str:
        """Say in which tables a request that was refused has changed something, if in any."""
        now = contents()
        changed = [
            table
            for table, rows in self._whole.items()
            if now[table] != rows and table not in self._noted
        ]
        return f"refused, but changed {', '.join(changed)}" if changed else ""

    def sent(self, browser: Client, shot: Shot) -> str:
        """Send it, and say what is wrong with the answer: nothing, `REFUSED`, or the fault."""
        try:
            with transaction.atomic():
                path, body, content_type = shot.sent()
                answer: Any = browser.generic(
                    shot.method, path, body, content_type, headers=shot.headers
                )
                answer.getvalue()
        except Exception as error:  # noqa: BLE001
            own = [
                f"{Path(frame.filename).relative_to(settings.BASE_DIR)}:{frame.lineno}"
                for frame in traceback.extract_tb(error.__traceback__)
                if "/league/" in frame.filename and "site-packages" not in frame.filename
            ]
            return f"{type(error).__name__}: {str(error)[:100]} at {own[-1:]}"
        if answer.status_code >= 500 and answer.headers.get("Retry-After") is None:
            return f"answered {answer.status_code}"
        if answer.status_code >= 400:
            has_words = answer.content.strip() or answer.status_code in {405, 412, 416}
            return REFUSED if has_words else f"{answer.status_code} without a word"
        # A page that is looked at may hold forms, and keep the seat of whoever looks.
        has_errors = shot.method == "POST" and b'class="errorlist' in answer.getvalue()
        return REFUSED if has_errors else ""


REFUSED = "refused"
SHARES = ("some", pytest.param("others", marks=pytest.mark.thorough))
RANDOM_SHARES = (
    "some",
    pytest.param("more", marks=pytest.mark.thorough),
    pytest.param("rest", marks=pytest.mark.long),
)
"""The same where what is sent is drawn: the most of it in the long run, which draws the most."""
_OF_FOUR = {"some": {0}, "others": {1, 2, 3}, "more": {2}, "rest": {1, 3}}


def share_of(names: Iterable[str], share: str) -> list[str]:
    """Return one name of four, for a quick look; or the three others, or one or two of them."""
    return [name for at, name in enumerate(names) if at % 4 in _OF_FOUR[share]]


def wrong_address(path: str, chance: Random) -> str:
    """Return the address with one of its parts replaced."""
    parts = path.split("/")
    filled = [at for at, part in enumerate(parts) if part] or [0]
    parts[chance.choice(filled)] = chance.choice(nasty.IN_ADDRESSES)
    return "/".join(parts)


@contextmanager
def asked_for() -> Iterator[set[str]]:
    """Note the names of the fields that are looked for in what was sent."""
    found: set[str] = set()

    def noting(method: Callable[..., Any]) -> Callable[..., Any]:
        def ask(self: Any, key: Any, *rest: Any) -> Any:
            if isinstance(self, QueryDict):
                found.add(key)
            return method(self, key, *rest)

        return ask

    patched: dict[str, Any] = {name: noting(getattr(MultiValueDict, name)) for name in ASKED}
    with patch.multiple(MultiValueDict, **patched):
        yield found


@contextmanager
def writes(*, but_to: Set[str]) -> Iterator[list[str]]:
    """Note what is written to the database, but not to some tables."""
    found: list[str] = []

    def note(execute: Any, sql: str, *rest: Any) -> Any:
        writing = WRITING.match(sql)
        if writing and writing[1] not in but_to:
            found.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(note):
        yield found


FLEETING = {"django_session", "accounts_usersession", "notifications_pushkey", "online_lobby"}
"""What is noted of who looks, or made at the first look."""


def contents() -> dict[str, list[Any]]:
    """Return all rows of all tables but of those that say who looks."""
    tables = {model._meta.db_table for model in apps.get_models()} - FLEETING
    found = {}
    with connection.cursor() as cursor:
        for table in sorted(tables):
            cursor.execute(f'SELECT * FROM "{table}"')
            found[table] = sorted(map(repr, cursor.fetchall()))
    return found
