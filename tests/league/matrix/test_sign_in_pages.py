"""The pages by which people sign in and keep their ways in: what each answers to whom.

They ask for no role, so here is a table of their own: who is signed in, whether just now or long
ago, and whose a passkey is.
"""

import time
from http.cookies import SimpleCookie
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from cryptography.hazmat.primitives.asymmetric import ec
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from fido2.cose import ES256
from fido2.utils import sha256, websafe_encode
from fido2.webauthn import (
    AttestationObject,
    AttestedCredentialData,
    AuthenticatorData,
    CollectedClientData,
)

from league.clubs.models import User
from league.core.ratelimits import counts
from tests.factories import make_user
from tests.league.accounts.test_services import add_passkey

pytestmark = pytest.mark.django_db

VISITORS = ("anonymous", "long ago", "just now", "another")
"""Nobody; the owner of the passkey, signed in long ago and just now; another person just now."""

# Besides what is shown: `in` leads to signing in, `again` to proving anew who one is, `on` to some
# other page. A method that a page does not take (405) has no line, nor what leads all to sign in.
TABLE = """
account_login                   GET   200   on        on       on
account_login                   POST  200   on        on       on
account_logout                  GET   on    200       200      200
account_logout                  POST  on    on        on       on
account_inactive                GET   200   200       200      200
account_signup                  GET   200   on        on       on
account_signup                  POST  200   on        on       on
account_reauthenticate          GET   in    again     again    403
account_reauthenticate          POST  in    again     again    403
account_email                   GET   in    200       200      200
account_email                   POST  in    on        on       on
account_email_verification_sent GET   in    on        on       on
account_email_verification_sent POST  in    on        on       on
account_change_password         GET   on    on        on       on
account_change_password         POST  on    on        on       on
account_set_password            GET   on    on        on       on
account_set_password            POST  on    on        on       on
account_confirm_login_code      GET   in    on        on       on
account_confirm_login_code      POST  in    on        on       on
mfa_index                       GET   on    on        on       on
mfa_index                       POST  on    on        on       on
mfa_authenticate                GET   in    on        on       on
mfa_authenticate                POST  in    on        on       on
mfa_reauthenticate              GET   in    again     again    403
mfa_reauthenticate              POST  in    again     again    403
mfa_activate_totp               GET   in    again     200      200
mfa_activate_totp               POST  in    again     200      200
mfa_deactivate_totp             GET   in    404       404      404
mfa_deactivate_totp             POST  in    404       404      404
mfa_view_recovery_codes         GET   in    404       404      404
mfa_generate_recovery_codes     GET   in    again     200      200
mfa_generate_recovery_codes     POST  in    again     on       200
mfa_download_recovery_codes     GET   in    404       404      404
mfa_download_recovery_codes     POST  in    404       404      404
mfa_list_webauthn               GET   on    on        on       on
mfa_list_webauthn               POST  on    on        on       on
mfa_add_webauthn                GET   in    again     200      200
mfa_add_webauthn                POST  in    again     200      200
mfa_reauthenticate_webauthn     GET   in    200       200      403
mfa_reauthenticate_webauthn     POST  in    in        in       403
mfa_remove_webauthn             GET   in    again     200      404
mfa_remove_webauthn             POST  in    again     on       404
mfa_edit_webauthn               GET   in    again     200      404
mfa_edit_webauthn               POST  in    again     200      404
mfa_login_webauthn              GET   in    on        on       on
mfa_login_webauthn              POST  in    on        on       on
"""


def names(resolver: URLResolver) -> list[str]:
    """List the names of allauth's pages."""
    found = []
    for each in resolver.url_patterns:
        if isinstance(each, URLResolver):
            found += [] if each.namespace else names(each)
        elif isinstance(each, URLPattern) and (each.name or "").startswith(("account_", "mfa_")):
            found.append(str(each.name))
    return found


def path_of(name: str, passkey: int) -> str:
    """Return the address of a page."""
    if name == "account_reset_password_from_key":
        return reverse(name, kwargs={"uidb36": "1", "key": "a-b"})
    with_key = name in {"mfa_remove_webauthn", "mfa_edit_webauthn"}
    return reverse(name, kwargs={"pk": passkey} if with_key else {})


def add_real_passkey(user: User) -> int:
    """Give somebody a passkey as a second step, and return its id."""
    point = ec.generate_private_key(ec.SECP256R1()).public_key()
    key_told = ES256.from_cryptography_key(point)  # type: ignore[no-untyped-call]
    credential = AttestedCredentialData.create(bytes(16), b"a passkey", key_told)
    flags = AuthenticatorData.FLAG.UP | AuthenticatorData.FLAG.AT
    data = AuthenticatorData.create(sha256(b"testserver"), flags, 0, credential)
    asked = CollectedClientData.create("webauthn.create", b"asked", "https://testserver")
    key = add_passkey(user, signs_in_alone=False)
    key.data["credential"] = {
        "id": websafe_encode(b"a passkey"),
        "rawId": websafe_encode(b"a passkey"),
        "type": "public-key",
        "response": {
            "clientDataJSON": websafe_encode(asked),
            "attestationObject": websafe_encode(AttestationObject.create("none", data, {})),
        },
    }
    key.save()
    return int(key.pk)


def signed_in(user: User, *, just_now: bool) -> Client:
    """Return somebody's browser, signed in by a code."""
    client = Client()
    client.force_login(user)
    at = time.time() - (0 if just_now else 3600)
    session = client.session
    session["account_authentication_methods"] = [{"method": "code", "at": at}]
    session["account_authentication_methods_user"] = str(user.pk)
    session.save()
    return client


def person(email: str) -> User:
    """Make somebody with a confirmed address."""
    user = make_user(email)
    EmailAddress.objects.create(user=user, email=email, verified=True, primary=True)
    return user


def word_of(answer: Any) -> str:
    """Return what was answered in a word."""
    place = answer.headers.get("Location", "")
    if place.startswith(reverse("account_login")):
        return "in"
    if "reauthenticate" in place:
        return "again"
    return "on" if answer.status_code in {301, 302} else str(answer.status_code)


def test_pages_of_signing_in_answer_everybody_as_the_table_says() -> None:
    ada, bo = person("ada@example.org"), person("bo@example.org")
    passkey = add_real_passkey(ada)
    browsers = {
        "anonymous": Client(),
        "long ago": signed_in(ada, just_now=False),
        "just now": signed_in(ada, just_now=True),
        "another": signed_in(bo, just_now=True),
    }
    cookies = {visitor: browser.cookies.output(header="") for visitor, browser in browsers.items()}

    def ask(visitor: str, method: str, path: str) -> str:
        cache.clear()
        counts.clear()
        browsers[visitor].cookies = SimpleCookie(cookies[visitor])
        with transaction.atomic():
            answer = getattr(browsers[visitor], method.lower())(path)
            transaction.set_rollback(True)
        return word_of(answer)

    lines = []
    for name in names(get_resolver()):
        for method in ("GET", "POST"):
            answers = [ask(visitor, method, path_of(name, passkey)) for visitor in VISITORS]
            if set(answers) - {"405", "in"}:
                lines.append([name, method, *answers])

    assert lines == [line.split() for line in TABLE.strip().splitlines()]
