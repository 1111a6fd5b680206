"""The browser and network that a request comes from, as lists of sessions name them."""

from typing import NamedTuple

from allauth.account.adapter import get_adapter
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from league.core.requests import name_browser, shorten_address


class Device(NamedTuple):
    """A browser and a shortened network address, both blank where unknown."""

    browser: str = ""
    network: str = ""


def device_of(request: HttpRequest) -> Device:
    """Return the device that sends a request."""
    try:
        address = str(get_adapter().get_client_ip(request))
    except PermissionDenied:
        address = ""
    browser = name_browser(request.headers.get("User-Agent", ""))
    return Device(browser, shorten_address(address))
