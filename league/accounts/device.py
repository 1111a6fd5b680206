"""The device a request comes from, as events and sessions name it."""

from typing import NamedTuple

from allauth.account.adapter import get_adapter
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from league.core.browsers import name_browser, shorten_address


class Device(NamedTuple):
    """A browser and a shortened network address, both blank where unknown."""

    browser: str = ""
    network: str = ""


def device_of(request: HttpRequest) -> Device:
    """Return what is written down of the device that sends a request."""
    try:
        # It knows how many proxies of ours the address has come through.
        address = str(get_adapter().get_client_ip(request))
    except PermissionDenied:
        address = ""
    return Device(
        browser=name_browser(request.headers.get("User-Agent", "")),
        network=shorten_address(address),
    )
