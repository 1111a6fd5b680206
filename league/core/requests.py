"""The request as the site's middleware leaves it, and what its sender is told."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib import messages
from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from league.core.errors import RefusedError


class HtmxRequest(HttpRequest):
    """A request that says which piece of the page htmx asks for."""

    htmx: HtmxDetails


@contextmanager
def report_outcome(
    request: HttpRequest, done: str = "", *, level: int = messages.WARNING
) -> Iterator[None]:
    """Say by a message what is refused in this block, or else that it is done."""
    try:
        yield
    except RefusedError as error:
        messages.add_message(request, level, error.text)
    else:
        if done:
            messages.success(request, done)
