"""Limit how much one token, session or network asks for in a minute, and say so in headers.

The headers are those of draft-ietf-httpapi-ratelimit-headers.
"""

from django.conf import settings
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from league.api.models import Token
from league.core.ratelimits import WINDOW, counts, network_of

SAFE = ("GET", "HEAD", "OPTIONS")


class Throttle(BaseThrottle):
    """Count requests by the minute; each web process for itself."""

    def __init__(self) -> None:
        self.seconds = WINDOW

    def allow_request(self, request: Request, view: APIView) -> bool:  # noqa: ARG002
        """Count one request and say whether it is within its rate."""
        policy = "read" if request.method in SAFE else "write"
        most = settings.RATE_LIMITS[f"api_{policy}"]
        count = counts.count(f"api_{policy}", _who(request))
        self.seconds = counts.seconds_left()
        left = max(0, most - count)
        request._request.rate_headers = {  # type: ignore[attr-defined]
            "RateLimit-Policy": f'"{policy}";q={most};w={WINDOW}',
            "RateLimit": f'"{policy}";r={left};t={self.seconds}',
        }
        return count <= most

    def wait(self) -> float:
        """Return after how many seconds it may be tried again."""
        return self.seconds


def _who(request: Request) -> str:
    if isinstance(request.auth, Token):
        return f"token-{request.auth.pk}"
    if request.user.is_authenticated:
        return f"user-{request.user.pk}"
    return f"network-{network_of(request._request)}"
