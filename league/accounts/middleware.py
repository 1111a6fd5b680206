"""Middleware: sessions in use, known devices, rate limits of forms, merged players.

The cookie of a device holds a number, and signatures with each account that has signed in.
"""

import hashlib
from http import HTTPStatus
from typing import Final, NamedTuple
from uuid import uuid4

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import signing
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.utils import timezone
from django.utils.cache import patch_cache_control

from league.accounts.device import device_of
from league.accounts.queries import merged_into
from league.accounts.services.sessions import see_session
from league.clubs.models import User
from league.clubs.queries import players_visible_to
from league.core.middleware import Respond, middleware
from league.core.ratelimits import is_allowed, too_many_requests

COOKIE: Final = "device"
MOST_KNOWN: Final = 10  # accounts and addresses of a device
_NEW = "_accounts_new_device_of"


class KnownDevice(NamedTuple):
    """A browser that was signed in with; `proofs` are the signatures of its accounts."""

    id: str
    proofs: tuple[str, ...]

    def knows(self, subject: str) -> bool:
        """Say whether an account or address has signed in here."""
        return any(_unsigned(f"{self.id} {subject}:{proof}") is not None for proof in self.proofs)

    def having(self, subjects: list[str]) -> "KnownDevice":
        """Return the device after a sign-in of the subjects."""
        signed = [_signer().signature(f"{self.id} {subject}") for subject in subjects]
        return KnownDevice(self.id, tuple(dict.fromkeys([*signed, *self.proofs]))[:MOST_KNOWN])


def _signer() -> signing.Signer:
    return signing.Signer(salt="league.accounts.device")


def _unsigned(signed: str) -> str | None:
    try:
        return _signer().unsign(signed)
    except signing.BadSignature:
        return None


def device_known(request: HttpRequest) -> KnownDevice | None:
    """Return the device of a request's cookie; None for an unknown one."""
    cookie = _unsigned(request.COOKIES.get(COOKIE, ""))
    if cookie is None:
        return None
    number, *proofs = cookie.split(".")
    return KnownDevice(number, tuple(proofs[:MOST_KNOWN]))


def subject_of(address: str) -> str:
    """Return the subject of an email address."""
    return f"address {address.strip().lower()}"


def subject_of_user(user: User) -> str:
    """Return the subject of an account."""
    return f"user {user.pk}"


def remember_device(request: HttpRequest, user: User) -> None:
    """Mark a request for `write_device`."""
    setattr(request, _NEW, user)


def write_device(request: HttpRequest, response: HttpResponse) -> None:
    """Set the cookie of a device after a sign-in."""
    user: User | None = getattr(request, _NEW, None)
    if user is None:
        return
    addresses = EmailAddress.objects.filter(user=user).values_list("email", flat=True)
    mails = {address.lower() for address in (user.email, *addresses) if address}
    subjects = [subject_of_user(user), *map(subject_of, sorted(mails))]
    device = (device_known(request) or KnownDevice(uuid4().hex, ())).having(subjects)
    response.set_cookie(
        COOKIE,
        _signer().sign(".".join((device.id, *device.proofs))),
        max_age=60 * 60 * 24 * 365,
        secure=settings.IS_HTTPS,
        httponly=True,
        samesite="Lax",
    )


def mark_seen(session_key: str) -> bool:
    """Say whether a session was not seen within the last hour."""
    digest = hashlib.sha256(session_key.encode()).hexdigest()
    return bool(cache.add(f"seen:{digest}", 1, timeout=3600))


@middleware
def track_sessions(request: HttpRequest, get_response: Respond) -> HttpResponse:
    """Store that a session is in use, at most once an hour; set the cookie of a new device."""
    response = get_response(request)
    key, user = request.session.session_key, request.user
    is_due = key and request.session.accessed and mark_seen(key)
    if key and is_due and isinstance(user, User):
        browser = device_of(request).browser
        see_session(user=user, session_key=key, browser=browser, now=timezone.now())
        if device_known(request) is None:
            remember_device(request, user)
    write_device(request, response)
    return response


@middleware
def limit_forms(request: HttpRequest, get_response: Respond) -> HttpResponse:
    """Limit the rate of account forms by user, known browser or network."""
    if request.method != "POST" or not request.path.startswith("/accounts/"):
        return get_response(request)
    device = device_known(request)
    who = f"device {device.id}" if device else ""
    if request.user.is_authenticated:
        who = f"user {request.user.pk}"
    is_sign_in = request.path in ("/accounts/login/", "/accounts/signup/")
    if not is_allowed(request, "sign_in" if is_sign_in else "account", who):
        return too_many_requests(request, is_sign_in=True)
    return get_response(request)


@middleware
def redirect_merged_players(request: HttpRequest, get_response: Respond) -> HttpResponse:
    """Redirect, uncached, from pages of a merged player to those of the visible target."""
    response = get_response(request)
    found = request.resolver_match
    is_missing = response.status_code == HTTPStatus.NOT_FOUND and request.method in ("GET", "HEAD")
    if not is_missing or found is None or not found.route.startswith("players/<int:pk>/"):
        return response
    source = found.kwargs["pk"]
    target = merged_into(source)
    if target is None or not players_visible_to(request.user).filter(pk=target).exists():
        return response
    page = request.get_full_path().replace(f"/{source}/", f"/{target}/", 1)
    moved = HttpResponsePermanentRedirect(page)
    patch_cache_control(moved, private=True, no_cache=True)
    return moved
