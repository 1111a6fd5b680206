"""Count tries under limits whose waits grow, in the database: all processes count together."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.db import transaction
from django.db.models import F
from django.utils.crypto import salted_hmac

from league.accounts.models import TryCount

REMEMBERED: Final = timedelta(days=1)
"""After so long without a try most is forgotten."""
LONGEST_REMEMBERED: Final = timedelta(days=7)
FIRST_WAIT: Final = timedelta(minutes=1)
NO_WAIT: Final = timedelta()


class Limit(NamedTuple):
    """So many tries are free; then each is waited for, twice as long as for the one before."""

    what: str
    free: int
    longest: timedelta

    @property
    def key(self) -> str:
        """Return under which key the tries are counted."""
        return salted_hmac("league.accounts.tries", self.what, algorithm="sha256").hexdigest()

    @property
    def remembered(self) -> timedelta:
        """Return after how long without a try all is forgotten: nobody gains by resting so long."""
        return min(max(REMEMBERED, 14 * self.longest), LONGEST_REMEMBERED)

    def wait_after(self, count: int) -> timedelta:
        """Return how long to wait after so many tries."""
        if count < self.free:
            return NO_WAIT
        # No limit has more steps to its longest wait.
        return min(FIRST_WAIT * (1 << min(count - self.free, 20)), self.longest)


@transaction.atomic
def take_try(*, limits: Sequence[Limit], now: datetime) -> timedelta:
    """Count one try under all limits, unless one of them says to wait; return for how long.

    What is refused is not counted. It is counted before it is tried, so that many at once are no
    more than as many one by one.
    """
    by_key = {limit.key: limit for limit in limits}
    fresh = [TryCount(key=key, count=0, last_at=now) for key in sorted(by_key)]
    TryCount.objects.bulk_create(fresh, ignore_conflicts=True)
    rows = list(TryCount.objects.select_for_update().filter(key__in=by_key).order_by("key"))
    for row in rows:
        if row.last_at <= now - by_key[row.key].remembered:
            row.count = 0
    wait = max(_wait(by_key[row.key], row, now) for row in rows)
    if wait > NO_WAIT:
        return wait
    for row in rows:
        row.count, row.last_at = row.count + 1, now
    TryCount.objects.bulk_update(rows, ["count", "last_at"])
    return NO_WAIT


def wait_for_try(*, limits: Sequence[Limit], now: datetime) -> timedelta:
    """Return how long to wait before the next try, and count none."""
    by_key = {limit.key: limit for limit in limits}
    rows = TryCount.objects.filter(key__in=by_key)
    return max((_wait(by_key[row.key], row, now) for row in rows), default=NO_WAIT)


def _wait(limit: Limit, tried: TryCount, now: datetime) -> timedelta:
    # The clock may have been put back since the last try.
    since = max(now - tried.last_at, NO_WAIT)
    return max(limit.wait_after(tried.count) - since, NO_WAIT)


def give_back_try(*, limits: Sequence[Limit]) -> None:
    """Count a try no longer that was right; once for each that was taken."""
    keys = [limit.key for limit in limits]
    TryCount.objects.filter(key__in=keys, count__gt=0).update(count=F("count") - 1)


def forget_tries(*, now: datetime) -> int:
    """Delete counts that nothing is waited for any more; return how many there were."""
    return TryCount.objects.filter(last_at__lte=now - LONGEST_REMEMBERED).delete()[0]
