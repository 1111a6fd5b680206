"""Nobody learns by time or traffic whether an address has an account."""

from collections.abc import Mapping
from typing import Any, NamedTuple
from unittest.mock import patch

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import get_hasher
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.factories import make_user

pytestmark = [pytest.mark.django_db, pytest.mark.databases]

LOGIN = "/accounts/login/"
SIGNUP = "/accounts/signup/"
ADDRESS = "/accounts/confirm-email/"
CODE = "/accounts/login/code/confirm/"
WHO = ("bare", "confirmed", "password", "switched off", "unknown")
"""Those who never signed in, who did, who have a password, who may not; and nobody at all."""


class Effort(NamedTuple):
    """What a request takes and what its answer shows but for words, which other tests compare."""

    statements: int
    mails: int
    hashes: int
    status: int
    place: str
    cookies: tuple[str, ...]


def effort_of(client: Client, path: str, sent: Mapping[str, Any] | None) -> Effort:
    """Send a form, or look at a page, and say what it has taken."""
    mail.outbox.clear()
    hasher = type(get_hasher())
    with (
        patch.object(hasher, "encode", autospec=True, side_effect=hasher.encode) as hashes,
        CaptureQueriesContext(connection) as statements,
    ):
        answer: Any = client.get(path) if sent is None else client.post(path, sent)
    return Effort(
        len(statements),
        len(mail.outbox),
        hashes.call_count,
        answer.status_code,
        answer.headers.get("Location", ""),
        tuple(sorted(answer.cookies)),
    )


def address_of(who: str) -> str:
    """Return the address of somebody, who is made if there is to be somebody."""
    email = f"{who.replace(' ', '-')}@example.org"
    if who != "unknown":
        password = "a long password" if who == "password" else None
        user = make_user(email, password=password, is_active=who != "switched off")
        if who != "bare":
            EmailAddress.objects.create(user=user, email=email, primary=True, verified=True)
    return email


def test_asking_for_a_code_takes_as_much_whether_anybody_has_the_address() -> None:
    found = {who: effort_of(Client(), LOGIN, {"login": address_of(who)}) for who in WHO}

    assert found == dict.fromkeys(WHO, found["unknown"])
    assert (found["unknown"].mails, found["unknown"].place) == (1, CODE)


def test_wrong_password_takes_as_much_whether_anybody_has_the_address() -> None:
    found = {
        who: effort_of(Client(), LOGIN, {"login": address_of(who), "password": "not this one"})
        for who in WHO
    }

    assert found == dict.fromkeys(WHO, found["unknown"])
    assert found["unknown"].hashes == 2


@pytest.mark.parametrize("sent", [None, {"code": "AAAA-AAAA"}, {"action": "resend"}])
def test_the_page_of_the_code_takes_as_much_whether_one_was_sent(
    sent: Mapping[str, Any] | None,
) -> None:
    found = {}
    for who in WHO:
        visitor = Client()
        visitor.post(LOGIN, {"login": address_of(who)})
        found[who] = effort_of(visitor, CODE, sent)

    assert found == dict.fromkeys(WHO, found["unknown"])
    assert found["unknown"].mails == (sent == {"action": "resend"})


@pytest.mark.parametrize("sent", [None, {"code": "AAAA-AAAA"}, {"action": "resend"}])
def test_the_page_that_proves_an_address_sends_as_much_whether_there_is_an_account(
    sent: Mapping[str, Any] | None,
) -> None:
    found = {}
    for who in WHO:
        visitor = Client()
        visitor.post(SIGNUP, {"name": "Ada", "email": address_of(who)})
        # How many statements it takes differs: see docs/security.md.
        found[who] = effort_of(visitor, ADDRESS, sent)._replace(statements=0)

    assert found == dict.fromkeys(WHO, found["unknown"])
    assert found["unknown"].mails == (sent == {"action": "resend"})
