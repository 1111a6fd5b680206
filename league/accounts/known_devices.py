"""Know a browser again in which somebody has signed in: others' tries never keep it out.

It holds a cookie with a number of its own, and for each account and address that signed in there a
signature over both. So it names nobody, and nobody can make one.
"""

from typing import Final, NamedTuple
from uuid import uuid4

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

from league.clubs.models import User

COOKIE: Final = "device"
LIFE: Final = 60 * 60 * 24 * 365  # seconds
MOST_KNOWN: Final = 10
"""Addresses and accounts; a club's tablet forgets those who signed in longest ago."""
_SALT: Final = "league.accounts.known_devices"
_NEW = "_accounts_new_device_of"


class KnownDevice(NamedTuple):
    """A browser that somebody has signed in with; `proofs` says who."""

    id: str
    proofs: tuple[str, ...]

    def knows(self, subject: str) -> bool:
        """Say whether an account or address has signed in here."""
        return any(_is_proof(f"{self.id} {subject}:{proof}") for proof in self.proofs)

    def having(self, subjects: list[str]) -> "KnownDevice":
        """Return the device after these have signed in."""
        signed = [_signer().signature(f"{self.id} {subject}") for subject in subjects]
        return KnownDevice(self.id, tuple(dict.fromkeys([*signed, *self.proofs]))[:MOST_KNOWN])


def _signer() -> signing.Signer:
    return signing.Signer(salt=_SALT)


def _is_proof(signed: str) -> bool:
    try:
        _signer().unsign(signed)
    except signing.BadSignature:
        return False
    return True


def device_known(request: HttpRequest) -> KnownDevice | None:
    """Return the device by its cookie; None for one where nobody has signed in."""
    try:
        number, *proofs = _signer().unsign(request.COOKIES.get(COOKIE, "")).split(".")
    except signing.BadSignature:
        return None
    return KnownDevice(number, tuple(proofs[:MOST_KNOWN]))


def subject_of(address: str) -> str:
    """Return what stands for an email address."""
    return f"address {address.strip().lower()}"


def subject_of_user(user: User) -> str:
    """Return what stands for an account."""
    return f"user {user.pk}"


def remember_device(request: HttpRequest, user: User) -> None:
    """Have the answer to this request say that this user signs in with this device."""
    setattr(request, _NEW, user)


def write_device(request: HttpRequest, response: HttpResponse) -> None:
    """Give the device its cookie where somebody has just signed in."""
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
        max_age=LIFE,
        secure=settings.IS_HTTPS,
        httponly=True,
        samesite="Lax",
    )
