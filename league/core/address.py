"""Where this site can be reached: the address that QR codes and mails carry."""

import socket
from urllib.parse import urlsplit

from django.conf import settings


def lan_address() -> str | None:
    """Return this machine's IPv4 address on its network, None when it has no network.

    Connecting a datagram socket chooses a route and sends nothing.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return None


def own_hosts(site_url: str) -> list[str]:
    """Return the host names under which a site started on this machine answers."""
    name = socket.gethostname()
    hosts = {"localhost", "127.0.0.1", "[::1]", name, f"{name}.local"}
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
