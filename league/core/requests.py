"""Helpers of requests: htmx, outcomes of services, numbers, browsers and networks."""

import ipaddress
import re
from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest, QueryDict
from django_htmx.middleware import HtmxDetails

from league.core.errors import RefusedError


class HtmxRequest(HttpRequest):
    """Request with htmx details."""

    htmx: HtmxDetails


@contextmanager
def report_outcome(
    request: HttpRequest, done: str = "", *, level: int = messages.WARNING
) -> Iterator[None]:
    """Add a message with the error of the block, or else with `done`."""
    try:
        yield
    except RefusedError as error:
        messages.add_message(request, level, error.text)
    else:
        if done:
            messages.success(request, done)


@contextmanager
def refused_at(form: BaseForm, field: str = "") -> Iterator[None]:
    """Add the error of the block to a form, by default at the field that it names, if any."""
    try:
        yield
    except RefusedError as error:
        form.add_error(field or error.field or None, error.text)


# At most as many digits as ids have.
NUMBERS = re.compile("[0-9]{1,18}(-[0-9]{1,18})*")


def read_numbers(text: str) -> list[int]:
    """Return the numbers of "12-3-0"; nothing for anything else."""
    return [int(word) for word in text.split("-")] if NUMBERS.fullmatch(text) else []


def number_in(data: QueryDict, name: str) -> int | None:
    """Return the number, or the first of several, that a form or an address has by a name."""
    return next(iter(read_numbers(data.get(name, ""))), None)


def name_browser(agent: str) -> str:
    """Return a label of a user agent: “Firefox, Android”."""
    browsers = ("Firefox", "Edg", "OPR", "SamsungBrowser", "Chrome", "Safari")
    systems = ("Android", "iPhone", "iPad", "Windows", "Mac OS", "Linux")
    names = {"Edg": "Edge", "OPR": "Opera", "SamsungBrowser": "Samsung", "Mac OS": "Mac"}
    found = [
        next((names.get(word, word) for word in text if word in agent), "")
        for text in (browsers, systems)
    ]
    return ", ".join(filter(None, found))[:80]


def shorten_address(address: str) -> str:
    """Return the network of an address, 203.0.113.* or 2001:0db8:0000:*, or ""."""
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return ""
    if known.version == 4:
        return f"{address.rpartition('.')[0]}.*"
    return ":".join(known.exploded.split(":")[:3]) + ":*"
