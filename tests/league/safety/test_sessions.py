"""Whoever signs in gets a session that nobody has known before, and it ends with signing out."""

import json
import re
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal import auth as totp
from django.conf import settings
from django.contrib.auth import SESSION_KEY, get_user
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.clubs.membership import make_invitation
from league.clubs.models import User
from league.clubs.services import make_owner_link, make_player_link
from tests.factories import make_club, make_organiser, make_player, make_user
from tests.league.accounts.passkeys import Passkey
from tests.league.matrix.test_sign_in_pages import person

pytestmark = pytest.mark.django_db

PASSWORD = "a long password of hers"
LOGIN, CODE = reverse("account_login"), reverse("account_confirm_login_code")
PASSKEY = reverse("mfa_login_webauthn")


def code_of_mail() -> str:
    """Return the code of the newest mail."""
    return str(re.findall(r"^    (\S+)$", str(mail.outbox[-1].body), flags=re.MULTILINE)[0])


def with_password() -> User:
    """Make somebody who has a password."""
    user = person("ada@example.org")
    user.set_password(PASSWORD)
    user.save()
    return user


def by_code(phone: Client) -> None:
    phone.post(LOGIN, {"login": person("ada@example.org").email})
    phone.post(CODE, {"code": code_of_mail()})


def by_signing_up(phone: Client) -> None:
    phone.post(reverse("account_signup"), {"name": "Ada", "email": "ada@example.org"})
    phone.post(reverse("account_email_verification_sent"), {"code": code_of_mail()})


def by_password(phone: Client) -> None:
    phone.post(LOGIN, {"login": with_password().email, "password": PASSWORD})


def by_second_step(phone: Client) -> None:
    user, secret = with_password(), totp.generate_totp_secret()
    totp.TOTP.activate(user, secret)
    phone.post(LOGIN, {"login": user.email, "password": PASSWORD})
    assert SESSION_KEY not in phone.session
    now = list(totp.yield_hotp_counters_from_time())[1]
    code = totp.format_hotp_value(totp.hotp_value(secret, now))
    phone.post(reverse("mfa_authenticate"), {"code": code})


def by_passkey(phone: Client, broken: Mapping[str, Any] | None = None) -> None:
    user, passkey = person("ada@example.org"), Passkey()
    Authenticator.objects.create(
        user=user,
        type=Authenticator.Type.WEBAUTHN,
        data={"name": "Phone", "credential": passkey.added("YXNrZWQ"), "signs_in_alone": True},
    )
    asked: Any = phone.get(PASSKEY, headers={"X-Requested-With": "XMLHttpRequest"})
    challenge = asked.json()["request_options"]["publicKey"]["challenge"]
    proof = passkey.proof(user, challenge)
    proof["response"] |= broken or {}
    answer = phone.post(PASSKEY, {"credential": json.dumps(proof)})
    assert answer.status_code == 302


def by_link_of_a_player(phone: Client) -> None:
    by, now = make_user(is_superuser=True), timezone.now()
    token = make_player_link(player=make_player(name="Ben"), by=by, now=now)
    phone.post(reverse("clubs:sign_in_by_link", args=[token]))


def by_link_of_an_owner(phone: Client) -> None:
    phone.post(
        reverse("clubs:sign_in_by_link", args=[make_owner_link(now=timezone.now())]),
        {"name": "Ada"},
    )


def by_invitation(phone: Client) -> None:
    club = make_club()
    invitation = make_invitation(
        club=club, by=make_organiser(club), life=timedelta(days=1), now=timezone.now()
    )
    phone.post(reverse("clubs:join", args=[invitation.token]), {"name": "Yves"})


WAYS = (
    by_code,
    by_signing_up,
    by_password,
    by_second_step,
    by_passkey,
    by_link_of_a_player,
    by_link_of_an_owner,
    by_invitation,
)


def browser_with(key: str) -> Client:
    """Return a browser that holds the key of a session."""
    browser = Client()
    browser.cookies[settings.SESSION_COOKIE_NAME] = key
    return browser


@pytest.mark.parametrize("way", WAYS)
def test_every_way_in_begins_a_session_that_nobody_knew_and_signing_out_ends_it(
    way: Callable[[Client], None],
) -> None:
    cache.clear()
    planted = Client().session
    planted["planted"] = True
    planted.save()
    phone = browser_with(str(planted.session_key))

    way(phone)

    assert get_user(phone).is_authenticated
    key = str(phone.session.session_key)
    assert key != planted.session_key
    assert get_user(browser_with(str(planted.session_key))).is_anonymous
    assert get_user(browser_with(key)).is_authenticated

    phone.post(reverse("account_logout"))

    assert get_user(browser_with(key)).is_anonymous
    assert phone.session.session_key != key


BROKEN: tuple[dict[str, Any], ...] = (
    {"signature": "AA"},
    {"authenticatorData": "AA"},
    {"clientDataJSON": "e30"},
    {"clientDataJSON": "W10"},
    {"clientDataJSON": "_w"},
    {"userHandle": "AA"},
    {"userHandle": "OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5"},
    {"userHandle": None},
    {"userHandle": ["MQ"]},
)
"""What may be wrong with the proof that somebody holds a passkey."""


@pytest.mark.parametrize("broken", BROKEN)
def test_broken_proof_of_a_passkey_signs_nobody_in(broken: dict[str, Any]) -> None:
    cache.clear()
    phone = Client()
    by_passkey(phone, broken)

    assert get_user(phone).is_anonymous
