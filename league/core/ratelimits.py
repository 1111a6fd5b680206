"""Limit how often a device may try something, at the rates of `settings.RATE_LIMITS`."""

import ipaddress
import time

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest

WINDOW = 60  # seconds


def is_allowed(request: HttpRequest, action: str) -> bool:
    """Count one try of an action and say whether it is within the rate of its network address.

    Looking counts as much as sending, as guessing a token takes nothing else. Tries are counted by
    the minute of the clock, so that a count is one step that no other try can come between. Raise
    KeyError for an action without a rate: a limit that is not set must not pass for one that is
    kept.
    """
    most = settings.RATE_LIMITS[action]
    key = _key_of(request, action)
    cache.add(key, 0, timeout=2 * WINDOW)
    try:
        return cache.incr(key) <= most
    except ValueError:  # a full cache dropped the count in between
        return True


def has_tries_left(request: HttpRequest, action: str) -> bool:
    """Say whether one more try is within the rate, and count none: for what counts failures."""
    tried: int = cache.get(_key_of(request, action), 0)
    return tried < settings.RATE_LIMITS[action]


def _key_of(request: HttpRequest, action: str) -> str:
    return f"tries:{action}:{network_of(request)}:{int(time.time()) // WINDOW}"


def network_of(request: HttpRequest) -> str:
    """Return the visitor's address; of IPv6 the network, as one device has all of its addresses."""
    # allauth knows how many proxies of ours the address has come through.
    text = str(get_adapter().get_client_ip(request))
    address = ipaddress.ip_address(text)
    if address.version == 4:
        return text
    return str(ipaddress.ip_network((address, 64), strict=False).network_address)
