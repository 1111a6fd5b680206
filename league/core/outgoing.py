"""Send requests to addresses that people have typed in, and to no others.

Whoever can name an address must not reach through this server what only this server can reach: its
own ports, its neighbours, its provider's metadata. So a name is looked up once, every address it
has must be public, and the connection goes to one of the addresses that were judged; the name stays
in the Host header and in TLS. Redirects are answers like any other, not followed. What a host of
the site runs at home is let through by `settings.OUTGOING_PRIVATE_HOSTS`.
"""

import ipaddress
import socket
import ssl
import time
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from urllib.parse import SplitResult, quote, urlsplit

import certifi
import httpcore
from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from httpcore import NetworkBackend, NetworkStream

from league.core.address import site_url

PORTS = frozenset({80, 443, 8080, 8443})
LONGEST_URL = 2000
LONGEST_ANSWER = 64 * 1024  # bytes of a body that are read; the rest is left
TOTAL_SECONDS = 15.0
CONNECT_SECONDS = 5.0

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
GLOBAL_UNICAST = ipaddress.ip_network("2000::/3")
# Ranges inside the public ones that lead to an IPv4 address written in them, or to nobody.
DISGUISES = tuple(
    ipaddress.ip_network(text)
    for text in (
        "192.0.0.0/24",
        "192.88.99.0/24",
        "2001::/23",
        "2001:db8::/32",
        "2002::/16",
        "3fff::/20",
    )
)
# Looking a name up cannot be given a time limit, so it is done aside and waited for.
resolving = ThreadPoolExecutor(max_workers=8, thread_name_prefix="resolve")


class OutgoingError(Exception):
    """A request that got no answer: a stable code, and words for whoever typed the address."""

    def __init__(self, code: str, words: str | Promise) -> None:
        super().__init__(str(words))
        self.code = code


class RefusedAddressError(OutgoingError):
    """An address that this site never sends to."""


class NoAnswerError(OutgoingError):
    """A server that did not answer as it should; the next try may do better."""


@dataclass(frozen=True)
class Answer:
    """What a server answered: its status, its headers by lower-case name, the body's beginning."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def is_success(self) -> bool:
        """Say whether the status is a 2xx."""
        return 200 <= self.status < 300


def send(
    url: str,
    *,
    method: str = "POST",
    headers: Mapping[str, str] | None = None,
    body: bytes = b"",
    seconds: float = TOTAL_SECONDS,
) -> Answer:
    """Send one request and return the answer, whatever its status.

    Raise RefusedAddressError where this site does not send to, NoAnswerError where no answer of
    HTTP came within `seconds`, counted from the look-up of the name to the end of the body.
    """
    parts = split_url(url)
    deadline = time.monotonic() + seconds
    fields = {
        "Host": parts.netloc,
        "User-Agent": f"Menagerie (+{site_url()})",
        "Accept": "*/*",
        "Connection": "close",
        **(headers or {}),
    }
    try:
        with httpcore.ConnectionPool(
            ssl_context=tls(), network_backend=CheckedBackend(deadline), retries=0
        ) as pool:
            request = httpcore.URL(
                scheme=parts.scheme,
                host=parts.hostname or "",
                port=parts.port,
                target=f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}",
            )
            with pool.stream(
                method,
                request,
                headers=list(fields.items()),
                content=body,
                extensions={"timeout": {"connect": CONNECT_SECONDS}},
            ) as answer:
                return Answer(answer.status, _headers(answer), _beginning(answer))
    except httpcore.TimeoutException as error:
        raise NoAnswerError("timeout", _("The server did not answer in time.")) from error
    except httpcore.NetworkError as error:
        raise NoAnswerError("unreachable", _("The server could not be reached.")) from error
    except httpcore.ProtocolError as error:
        raise NoAnswerError("protocol", _("The server did not answer in HTTP.")) from error


def check_url(url: str) -> str:
    """Return an address in the form it is sent to; raise RefusedAddressError when it is none.

    This looks nothing up: whether the name leads to a public address is judged at each sending.
    """
    return split_url(url).geturl()


def split_url(url: str) -> SplitResult:
    """Take an address apart, its name in ASCII; raise RefusedAddressError for what is none."""
    if len(url) > LONGEST_URL or any(ord(sign) <= 32 or ord(sign) == 127 for sign in url):
        raise RefusedAddressError("url", _("This is not an address of the web."))
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").rstrip(".").encode("idna").decode("ascii")
        port = parts.port
    except ValueError as error:
        raise RefusedAddressError("url", _("This is not an address of the web.")) from error
    if parts.scheme not in {"http", "https"}:
        raise RefusedAddressError("scheme", _("The address begins with http:// or https://."))
    if not host or "%" in host:
        raise RefusedAddressError("url", _("This is not an address of the web."))
    if parts.username is not None or parts.password is not None:
        raise RefusedAddressError("user", _("An address with a user name is not sent to."))
    standard = 443 if parts.scheme == "https" else 80
    if (port or standard) not in PORTS and not _is_listed(host):
        raise RefusedAddressError("port", _("This port is not sent to."))
    shown = f"[{host}]" if ":" in host else host
    return SplitResult(
        parts.scheme,
        shown if port in (None, standard) else f"{shown}:{port}",
        quote(parts.path, safe="/%:@!$&'()*+,;=~-._"),
        quote(parts.query, safe="/?%:@!$&'()*+,;=~-._"),
        "",
    )


def is_public(address: Address) -> bool:
    """Say whether an address belongs to the public internet, disguises seen through."""
    if any(address in network for network in DISGUISES if network.version == address.version):
        return False
    if isinstance(address, ipaddress.IPv6Address) and address not in GLOBAL_UNICAST:
        return False  # so are ::1, fe80::, fc00::, multicast, and IPv4 in ::ffff: and 64:ff9b::
    return address.is_global and not address.is_multicast


def addresses_of(host: str, *, seconds: float) -> list[str]:
    """Look a name up once and return its addresses, all of which may be sent to."""
    looking = resolving.submit(socket.getaddrinfo, host, None, type=socket.SOCK_STREAM)
    try:
        found = looking.result(timeout=seconds)
    except TimeoutError as error:
        looking.cancel()
        raise NoAnswerError("timeout", _("The server did not answer in time.")) from error
    except (OSError, UnicodeError) as error:  # UnicodeError: a label that DNS cannot hold
        raise NoAnswerError("name", _("There is no server of this name.")) from error
    addresses = list(dict.fromkeys(str(sockaddr[0]) for *_kind, sockaddr in found))
    if not _is_listed(host) and not all(_may_be_sent_to(text) for text in addresses):
        raise RefusedAddressError("private", _("This name does not lead to a public address."))
    return addresses


class CheckedBackend(NetworkBackend):
    """Open connections to addresses that may be sent to, all within one time."""

    def __init__(self, deadline: float) -> None:
        self.deadline = deadline
        self.network = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> NetworkStream:
        """Connect to the first address of a name that takes the connection."""
        *others, last = addresses_of(host, seconds=seconds_left(self.deadline))

        def connect(address: str) -> NetworkStream:
            seconds = seconds_left(self.deadline, timeout)
            stream = self.network.connect_tcp(address, port, seconds, local_address, socket_options)
            return TimedStream(stream, self.deadline)

        for address in others:
            try:
                return connect(address)
            except (httpcore.ConnectError, httpcore.ConnectTimeout):
                continue
        return connect(last)


class TimedStream(NetworkStream):
    """A connection that ends at a moment, however slowly the other side drips."""

    def __init__(self, stream: NetworkStream, deadline: float) -> None:
        self.stream = stream
        self.deadline = deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """Read some bytes."""
        return self.stream.read(max_bytes, seconds_left(self.deadline, timeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Write all bytes."""
        self.stream.write(buffer, seconds_left(self.deadline, timeout))

    def close(self) -> None:
        """Close the connection."""
        self.stream.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> NetworkStream:
        """Begin TLS, which checks that the server has a certificate of the name."""
        seconds = seconds_left(self.deadline, timeout)
        stream = self.stream.start_tls(ssl_context, server_hostname, seconds)
        return TimedStream(stream, self.deadline)

    def get_extra_info(self, info: str) -> object:
        """Return what is known of the connection."""
        return self.stream.get_extra_info(info)


def seconds_left(deadline: float, most: float | None = None) -> float:
    """Return how long there is to a moment, or `most`; raise httpcore's ReadTimeout after it."""
    left = deadline - time.monotonic()
    if left <= 0:
        raise httpcore.ReadTimeout
    return left if most is None else min(left, most)


@cache
def tls() -> ssl.SSLContext:
    """Return what servers are checked by: the authorities of the system and of certifi."""
    context = ssl.create_default_context(cafile=certifi.where())
    context.load_default_certs()
    return context


def _headers(answer: httpcore.Response) -> dict[str, str]:
    return {name.decode("latin-1").lower(): text.decode("latin-1") for name, text in answer.headers}


def _beginning(answer: httpcore.Response) -> bytes:
    body = bytearray()
    for chunk in answer.iter_stream():
        body += chunk
        if len(body) >= LONGEST_ANSWER:
            break
    return bytes(body[:LONGEST_ANSWER])


def _may_be_sent_to(text: str) -> bool:
    address = ipaddress.ip_address(text)
    return is_public(address) or _is_in_listed_network(address)


def _is_listed(host: str) -> bool:
    """Say whether the site's host has named this host, or a network with this very address."""
    if host.lower() in {name.lower() for name in settings.OUTGOING_PRIVATE_HOSTS}:
        return True
    try:
        return _is_in_listed_network(ipaddress.ip_address(host))
    except ValueError:
        return False


def _is_in_listed_network(address: Address) -> bool:
    for text in settings.OUTGOING_PRIVATE_HOSTS:
        try:
            network = ipaddress.ip_network(text)
        except ValueError:
            continue  # a name
        if address.version == network.version and address in network:
            return True
    return False
