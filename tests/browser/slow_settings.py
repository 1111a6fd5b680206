"""The site's settings behind a slow network, so that a test that is too fast fails every time.

`NETWORK_DELAY=400 ./run test -m browser` lets every page and piece come 400 ms later: who reads
the old page after a tap, or measures a page before it is there, finds out. Files come at once.
"""

import os
import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from league.settings import *  # noqa: F403
from league.settings import MIDDLEWARE as REAL_MIDDLEWARE

MIDDLEWARE = [*REAL_MIDDLEWARE, "tests.browser.slow_settings.be_late"]


def be_late(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[..., HttpResponse]:
    """Answer every request as many milliseconds later as NETWORK_DELAY says."""
    delay = int(os.environ["NETWORK_DELAY"]) / 1000

    def answer_late(request: HttpRequest) -> HttpResponse:
        time.sleep(delay)
        return get_response(request)

    return answer_late
