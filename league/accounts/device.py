"""Devices: a cookie holds a number, and signatures with each account that has signed in."""

from typing import Final, NamedTuple
from uuid import uuid4

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import signing
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse

from league.clubs.models import User
from league.core.requests import name_browser, shorten_address


class Device(NamedTuple):
    """A browser and a shortened network address, both blank where unknown."""

    browser: str = ""
    network: str = ""


def device_of(request: HttpRequest) -> Device:
    """Return the device that sends a request."""
    try:
        address = str(get_adapter().get_client_ip(request))
    except PermissionDenied:
        address = ""
    browser = name_browser(request.headers.get("User-Agent", ""))
    return Device(browser, shorten_address(address))


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
