"""Rate limits of codes, passwords and mails, counted in the database; see docs/security.md."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from allauth.core.exceptions import ImmediateHttpResponse
from django.db import transaction
from django.db.models import F
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from league.accounts.middleware import device_known, subject_of, subject_of_user
from league.accounts.models import AttemptCount
from league.clubs.models import User
from league.core.ratelimits import network_of, too_many_requests

REMEMBERED: Final = timedelta(days=1)
LONGEST_REMEMBERED: Final = timedelta(days=7)
NO_WAIT: Final = timedelta()


class Limit(NamedTuple):
    """A number of free tries, after which each wait is twice as long as the one before."""

    what: str
    free: int
    longest: timedelta

    @property
    def key(self) -> str:
        """Return the hashed key of the count."""
        return salted_hmac("league.accounts.tries", self.what, algorithm="sha256").hexdigest()

    @property
    def remembered(self) -> timedelta:
        """Return after how long without a try the count starts again."""
        return min(max(REMEMBERED, 14 * self.longest), LONGEST_REMEMBERED)

    def wait_after(self, count: int) -> timedelta:
        """Return how long to wait after this number of tries."""
        if count < self.free:
            return NO_WAIT
        # No limit has more steps to its longest wait.
        return min(timedelta(minutes=1) * (1 << min(count - self.free, 20)), self.longest)


@transaction.atomic
def take_attempt(*, limits: Sequence[Limit], now: datetime) -> timedelta:
    """Count one try, before it is made, unless a limit says to wait; return how long."""
    by_key = {limit.key: limit for limit in limits}
    fresh = [AttemptCount(key=key, count=0, last_at=now) for key in sorted(by_key)]
    AttemptCount.objects.bulk_create(fresh, ignore_conflicts=True)
    rows = list(AttemptCount.objects.select_for_update().filter(key__in=by_key).order_by("key"))
    for row in rows:
        if row.last_at <= now - by_key[row.key].remembered:
            row.count = 0
    wait = max(_wait(by_key[row.key], row, now) for row in rows)
    if wait > NO_WAIT:
        return wait
    for row in rows:
        row.count, row.last_at = row.count + 1, now
    AttemptCount.objects.bulk_update(rows, ["count", "last_at"])
    return NO_WAIT


def wait_for_attempt(*, limits: Sequence[Limit], now: datetime) -> timedelta:
    """Return how long to wait before the next try, without counting one."""
    by_key = {limit.key: limit for limit in limits}
    rows = AttemptCount.objects.filter(key__in=by_key)
    return max((_wait(by_key[row.key], row, now) for row in rows), default=NO_WAIT)


def _wait(limit: Limit, tried: AttemptCount, now: datetime) -> timedelta:
    # The clock may have been put back since the last try.
    since = max(now - tried.last_at, NO_WAIT)
    return max(limit.wait_after(tried.count) - since, NO_WAIT)


def give_back_attempt(*, limits: Sequence[Limit]) -> None:
    """Take back the count of a try that was right."""
    keys = [limit.key for limit in limits]
    AttemptCount.objects.filter(key__in=keys, count__gt=0).update(count=F("count") - 1)


def forget_attempts(*, now: datetime) -> int:
    """Delete expired counts and return their number."""
    return AttemptCount.objects.filter(last_at__lte=now - LONGEST_REMEMBERED).delete()[0]


class Bounds(NamedTuple):
    """Free tries and longest wait: by known browser, by account and network, by account."""

    what: str
    device: tuple[int, timedelta]
    network: tuple[int, timedelta]
    everywhere: tuple[int, timedelta]


QUARTER: Final = timedelta(minutes=15)
HOUR: Final = timedelta(hours=1)
PASSWORDS: Final = Bounds("password", (10, QUARTER), (5, HOUR), (20, QUARTER))
CODES: Final = Bounds("code", (10, QUARTER), (5, HOUR), (20, QUARTER))
SECOND_FACTORS: Final = Bounds("step", (5, HOUR), (5, HOUR), (5, timedelta(hours=12)))
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
    """Return the key of a browser that has signed in; None for any other."""
    device = device_known(request)
    if device is not None and device.knows(subject):
        return f"device {device.id}"
    user = request.user
    # A session from before browsers were known is that account's, too.
    if user.is_authenticated and subject in (subject_of_user(user), subject_of(user.email or "")):
        return f"session {request.session.session_key}"
    return None


def take(request: HttpRequest, limits: Sequence[Limit]) -> None:
    """Count a try; raise ImmediateHttpResponse where it is too early."""
    _refuse(request, take_attempt(limits=limits, now=timezone.now()))


def refuse_early(request: HttpRequest, limits: Sequence[Limit]) -> None:
    """Raise ImmediateHttpResponse where a try would be too early; count none."""
    _refuse(request, wait_for_attempt(limits=limits, now=timezone.now()))


def _refuse(request: HttpRequest, wait: timedelta) -> None:
    if wait:
        answer = too_many_requests(request, wait.total_seconds(), is_sign_in=True)
        raise ImmediateHttpResponse(answer)
