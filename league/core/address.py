"""Addresses of the site and of this machine."""

import contextlib
import fcntl
import ipaddress
import socket
import struct
from urllib.parse import urlsplit

from django.conf import settings

SIOCGIFADDR = 0x8915


def lan_address() -> str | None:
    """Return this machine's IPv4 address towards the internet, else its first one, or None."""
    return routed_address() or next(iter(interface_addresses()), None)


def routed_address() -> str | None:
    """Return the IPv4 address of the default route, or None; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return None


def interface_addresses() -> list[str]:
    """Return the IPv4 addresses of all network interfaces; Linux only."""
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _number, name in socket.if_nameindex():
            request = struct.pack("256s", name.encode()[:15])
            with contextlib.suppress(OSError):
                answer = fcntl.ioctl(probe.fileno(), SIOCGIFADDR, request)
                found.append(socket.inet_ntoa(answer[20:24]))
    return [address for address in found if not ipaddress.ip_address(address).is_loopback]


def own_hosts(site_url: str) -> list[str]:
    """Return the host names of a site started on this machine."""
    name = socket.gethostname()
    hosts = {"localhost", "127.0.0.1", "[::1]", name, f"{name}.local", *interface_addresses()}
    hosts.update(host for host in (lan_address(), urlsplit(site_url).hostname) if host)
    return sorted(hosts)


def site_url() -> str:
    """Return the site's address without trailing slash: SITE_URL, else this machine's."""
    if settings.SITE_URL:
        return str(settings.SITE_URL)
    return f"http://{lan_address() or 'localhost'}:{settings.PORT}"


def absolute_url(path: str) -> str:
    """Return the absolute address of a path."""
    return f"{site_url()}{path}"


def network_of(text: str) -> str:
    """Return an IPv4 address itself, of an IPv6 address its /64 network."""
    address = ipaddress.ip_address(text)
    if address.version == 4:
        return text
    return str(ipaddress.ip_network((address, 64), strict=False).network_address)
