"""Where this site can be reached: the address that QR codes and mails carry."""

import contextlib
import fcntl
import ipaddress
import socket
import struct
from urllib.parse import urlsplit

from django.conf import settings

# Linux's request for the address of an interface.
SIOCGIFADDR = 0x8915


def lan_address() -> str | None:
    """Return this machine's IPv4 address on its network, None when it has no network.

    With several networks it is the one towards the internet; without any such route, say on a
    laptop that is itself the club's hotspot, the first one.
    """
    return routed_address() or next(iter(interface_addresses()), None)


def routed_address() -> str | None:
    """Return the address that packets to the internet leave from.

    Connecting a datagram socket chooses a route and sends nothing.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return None


def interface_addresses() -> list[str]:
    """Return the IPv4 address of each network interface; none where the system is not Linux."""
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _number, name in socket.if_nameindex():
            request = struct.pack("256s", name.encode()[:15])
            # It refuses for an interface that is down or has no address.
            with contextlib.suppress(OSError):
                answer = fcntl.ioctl(probe.fileno(), SIOCGIFADDR, request)
                found.append(socket.inet_ntoa(answer[20:24]))
    return [address for address in found if not ipaddress.ip_address(address).is_loopback]


def own_hosts(site_url: str) -> list[str]:
    """Return the host names under which a site started on this machine answers."""
    name = socket.gethostname()
    hosts = {"localhost", "127.0.0.1", "[::1]", name, f"{name}.local", *interface_addresses()}
    hosts.update(host for host in (lan_address(), urlsplit(site_url).hostname) if host)
    return sorted(hosts)


def site_url() -> str:
    """Return the site's address without a slash at the end.

    `SITE_URL` when it is set, else this machine's address on its network, which phones can reach.
    """
    if settings.SITE_URL:
        return str(settings.SITE_URL)
    return f"http://{lan_address() or 'localhost'}:{settings.PORT}"


def absolute_url(path: str) -> str:
    """Return the address of a path of this site, for use outside a page."""
    return f"{site_url()}{path}"


def network_of(text: str) -> str:
    """Return whose an address is: itself, of IPv6 the network, as one device has all of those."""
    address = ipaddress.ip_address(text)
    if address.version == 4:
        return text
    return str(ipaddress.ip_network((address, 64), strict=False).network_address)
