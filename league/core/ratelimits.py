"""Rate limits by network, `settings.RATE_LIMITS` a minute, counted in each process."""

import time
from collections import Counter
from math import ceil
from threading import Lock

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import ngettext

from league.core import address

WINDOW = 60  # seconds
MOST_COUNTED = 100_000  # networks; later ones are counted together


class MinuteCounts:
    """Counts of a minute that starts with the first count."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._ends_at = 0
        self._counts: Counter[str] = Counter()

    def count(self, action: str, who: str) -> int:
        """Add one and return the count."""
        with self._lock:
            if not 0 < self.seconds_left() <= WINDOW:
                self._ends_at = int(time.time()) + WINDOW
                self._counts.clear()
            key = f"{action}:{who}"
            if key not in self._counts and len(self._counts) >= MOST_COUNTED:
                key = f"{action}:others"
            self._counts[key] += 1
            return self._counts[key]

    def seconds_left(self) -> int:
        """Return the seconds left of the minute, 0 or less after it."""
        return self._ends_at - int(time.time())

    def clear(self) -> None:
        """Forget all counts."""
        with self._lock:
            self._ends_at = 0
            self._counts.clear()


counts = MinuteCounts()


def is_allowed(request: HttpRequest, action: str, who: str = "") -> bool:
    """Count one try and say whether it is within its rate, by default of the network."""
    most = settings.RATE_LIMITS[action]
    return counts.count(action, who or network_of(request)) <= most


def network_of(request: HttpRequest) -> str:
    """Return the visitor's network."""
    return address.network_of(str(get_adapter().get_client_ip(request)))


def too_many_requests(
    request: HttpRequest, seconds: float | None = None, *, is_sign_in: bool = False
) -> HttpResponse:
    """Return the page 429 with the time to wait."""
    wait = counts.seconds_left() if seconds is None else ceil(seconds)
    context = {"wait": wait_text(wait), "is_sign_in": is_sign_in}
    answer = render(request, "429.html", context, status=429)
    answer["Retry-After"] = str(wait)
    return answer


def wait_text(seconds: int) -> str:
    """Return a time to wait in seconds, or in minutes rounded up."""
    if seconds < WINDOW:
        return ngettext("%(number)d second", "%(number)d seconds", seconds) % {"number": seconds}
    minutes = ceil(seconds / WINDOW)
    return ngettext("%(number)d minute", "%(number)d minutes", minutes) % {"number": minutes}
