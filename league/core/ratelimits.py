"""Limit how often a device may try something, at the rates of `settings.RATE_LIMITS`."""

from allauth.core import ratelimit
from django.conf import settings
from django.http import HttpRequest


def is_allowed(request: HttpRequest, action: str) -> bool:
    """Count one try of an action and say whether it is still within its rate.

    GET requests count too, as guessing a token takes nothing else. Raise KeyError for an action
    without a rate: a limit that is not set must not pass for one that is kept.
    """
    config = {action: settings.RATE_LIMITS[action]}
    used = ratelimit.consume(
        request, app="league", action=action, config=config, limit_get=True, raise_exception=False
    )
    return used is not None
