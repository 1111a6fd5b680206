"""How often codes and passwords are tried and mails asked for, before it is waited for.

Tries at an account are counted by network and account together, so that somebody elsewhere keeps
nobody out, and of all networks together, so that many of them guess no better. Whoever has signed
in with this browser before is counted by the browser alone: nobody else makes it wait. What that
leaves to a guesser says docs/security.md.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final, NamedTuple

from allauth.core.exceptions import ImmediateHttpResponse
from django.http import HttpRequest
from django.utils import timezone

from league.accounts.known_devices import device_known, subject_of, subject_of_user
from league.accounts.services import Limit, give_back_try, take_try, wait_for_try
from league.clubs.models import User
from league.core.ratelimits import network_of, too_many_requests


class Bounds(NamedTuple):
    """How many tries of something are free, and the longest wait afterwards.

    `device` is for a browser that has signed in, `network` for an account in one network,
    `everywhere` for an account in all networks together.
    """

    what: str
    device: tuple[int, timedelta]
    network: tuple[int, timedelta]
    everywhere: tuple[int, timedelta]


QUARTER: Final = timedelta(minutes=15)
HOUR: Final = timedelta(hours=1)
# Codes and passwords are long: what is left everywhere is little beside them, and the waits short,
# as people with a new phone are among those who wait. A second step has six digits; whoever is
# asked for it has had the code or the password, so no stranger makes others wait there.
PASSWORDS: Final = Bounds("password", (10, QUARTER), (5, HOUR), (20, QUARTER))
CODES: Final = Bounds("code", (10, QUARTER), (5, HOUR), (20, QUARTER))
SECOND_STEPS: Final = Bounds("step", (5, HOUR), (5, HOUR), (5, timedelta(hours=12)))
MAILS: Final = Bounds("mail", (5, QUARTER), (3, HOUR), (20, QUARTER))


def limits_of(
    request: HttpRequest, bounds: Bounds, *, address: str = "", user: User | None = None
) -> Sequence[Limit]:
    """Return the limits of a try at an address, or at an account."""
    subject = subject_of_user(user) if user else subject_of(address)
    if (known := _known(request, subject)) is not None:
        return [Limit(f"{bounds.what} {known} {subject}", *bounds.device)]
    return [
        Limit(f"{bounds.what} network {network_of(request)} {subject}", *bounds.network),
        Limit(f"{bounds.what} {subject}", *bounds.everywhere),
    ]


def _known(request: HttpRequest, subject: str) -> str | None:
    """Return what a browser that has signed in is counted by; None for any other."""
    device = device_known(request)
    if device is not None and device.knows(subject):
        return f"device {device.id}"
    user = request.user
    # A session from before browsers were known is that account's, too.
    if user.is_authenticated and subject in (subject_of_user(user), subject_of(user.email or "")):
        return f"session {request.session.session_key}"
    return None


def take(request: HttpRequest, limits: Sequence[Limit]) -> None:
    """Count a try; answer the request with how long to wait instead where it is too early."""
    _refuse(request, take_try(limits=limits, now=timezone.now()))


def refuse_early(request: HttpRequest, limits: Sequence[Limit]) -> None:
    """Answer the request with how long to wait where a try would be too early; count none."""
    _refuse(request, wait_for_try(limits=limits, now=timezone.now()))


def _refuse(request: HttpRequest, wait: timedelta) -> None:
    if wait:
        answer = too_many_requests(request, wait.total_seconds(), is_sign_in=True)
        raise ImmediateHttpResponse(answer)


def give_back(limits: Sequence[Limit]) -> None:
    """Count a try no longer that was right."""
    give_back_try(limits=limits)
