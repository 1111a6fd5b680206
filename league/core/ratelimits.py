"""Limit how often a network may ask for something, at the rates of `settings.RATE_LIMITS`.

Counts are kept in the process, where no other traffic can push them out and no write is waited
for. They bound what is asked for often, and guesses at what nobody guesses: links and tokens of 128
bits. Each web process counts for itself. What can be guessed, codes and passwords, is counted in
the database: see `league.accounts.limits`.
"""

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
MOST_COUNTED = 100_000
"""Who comes in a minute after so many others is counted together, some 20 MB after all."""


class MinuteCounts:
    """Count by the minute, in this process; each begins with the first count after the last."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._ends_at = 0
        self._counts: Counter[str] = Counter()

    def count(self, action: str, who: str) -> int:
        """Count one more, and return which this is in the running minute."""
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
        """Return in how many seconds the running minute is over; 0 or less once it is."""
        return self._ends_at - int(time.time())

    def clear(self) -> None:
        """Forget all counts, and the minute."""
        with self._lock:
            self._ends_at = 0
            self._counts.clear()


counts = MinuteCounts()


def is_allowed(request: HttpRequest, action: str, who: str = "") -> bool:
    """Count one try of an action and say whether it is within its rate, by default of a network.

    Raise KeyError for an action without a rate: a limit that is not set must not pass for one that
    is kept.
    """
    most = settings.RATE_LIMITS[action]
    return counts.count(action, who or network_of(request)) <= most


def network_of(request: HttpRequest) -> str:
    """Return the visitor's address; of IPv6 the network, as one device has all of its addresses."""
    # allauth knows how many proxies of ours the address has come through.
    return address.network_of(str(get_adapter().get_client_ip(request)))


def too_many_requests(
    request: HttpRequest, seconds: float | None = None, *, is_sign_in: bool = False
) -> HttpResponse:
    """Say that this was too often, how long to wait and, at signing in, what works meanwhile."""
    wait = counts.seconds_left() if seconds is None else ceil(seconds)
    context = {"wait": wait_text(wait), "is_sign_in": is_sign_in}
    answer = render(request, "429.html", context, status=429)
    answer["Retry-After"] = str(wait)
    return answer


def wait_text(seconds: int) -> str:
    """Say how long to wait, in seconds, or in minutes rounded up."""
    if seconds < WINDOW:
        return ngettext("%(number)d second", "%(number)d seconds", seconds) % {"number": seconds}
    minutes = ceil(seconds / WINDOW)
    return ngettext("%(number)d minute", "%(number)d minutes", minutes) % {"number": minutes}
