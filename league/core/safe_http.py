"""HTTP client for addresses that people have typed, which reaches no private network.

A name is looked up once, all its addresses must be public, and one of these is connected to.
Redirects are not followed. `settings.OUTGOING_PRIVATE_HOSTS` lists exceptions.
"""

import ipaddress
import socket
import ssl
import time
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
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
LONGEST_ANSWER = 64 * 1024  # bytes of a body that are read
Address = ipaddress.IPv4Address | ipaddress.IPv6Address
GLOBAL_UNICAST = ipaddress.ip_network("2000::/3")
# Public ranges that lead to an IPv4 address written in them, or to nobody.
DISGUISES = (
    *map(ipaddress.ip_network, ("192.0.0.0/24", "192.88.99.0/24", "2001::/23")),
    *map(ipaddress.ip_network, ("2001:db8::/32", "2002::/16", "3fff::/20")),
)
# Look-ups have no time limit of their own.
resolving = ThreadPoolExecutor(max_workers=8, thread_name_prefix="resolve")


class SafeHttpError(Exception):
    """A failed request: a stable code and a text for people."""

    def __init__(self, code: str, text: str | Promise) -> None:
        super().__init__(str(text))
        self.code = code


class RefusedAddressError(SafeHttpError):
    """An address that is never requested."""


class NoAnswerError(SafeHttpError):
    """A server that did not answer properly, perhaps for now."""


@dataclass(frozen=True)
class Answer:
    """Response: status, headers by lower-case name, beginning of the body."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def is_success(self) -> bool:
        """Say whether the status is 2xx."""
        return 200 <= self.status < 300


def send(
    url: str,
    *,
    method: str = "POST",
    headers: Mapping[str, str] | None = None,
    body: bytes = b"",
    seconds: float = 15.0,
    most_bytes: int = LONGEST_ANSWER,
) -> Answer:
    """Send one request within `seconds`; raise RefusedAddressError, NoAnswerError.

    `most_bytes` of a body are read.
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
                extensions={"timeout": {"connect": 5.0}},
            ) as answer:
                received = {
                    name.decode("latin-1").lower(): text.decode("latin-1")
                    for name, text in answer.headers
                }
                return Answer(answer.status, received, _beginning(answer, most_bytes))
    except httpcore.TimeoutException as error:
        raise NoAnswerError("timeout", _("The server did not answer in time.")) from error
    except httpcore.NetworkError as error:
        raise NoAnswerError("unreachable", _("The server could not be reached.")) from error
    except httpcore.ProtocolError as error:
        raise NoAnswerError("protocol", _("The server did not answer in HTTP.")) from error


def check_url(url: str) -> str:
    """Return a normalised address without looking it up; raise RefusedAddressError."""
    return split_url(url).geturl()


def split_url(url: str) -> SplitResult:
    """Return the normalised parts of an address; raise RefusedAddressError."""
    if len(url) > 2000 or any(ord(sign) <= 32 or ord(sign) == 127 for sign in url):
        raise RefusedAddressError("url", _("This is not a web address."))
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").rstrip(".").encode("idna").decode("ascii")
        port = parts.port
    except ValueError as error:
        raise RefusedAddressError("url", _("This is not a web address.")) from error
    if parts.scheme not in {"http", "https"}:
        raise RefusedAddressError("scheme", _("The address must start with http:// or https://."))
    if not host or "%" in host:
        raise RefusedAddressError("url", _("This is not a web address."))
    if parts.username is not None or parts.password is not None:
        raise RefusedAddressError("user", _("The address must not contain a user name."))
    standard = 443 if parts.scheme == "https" else 80
    if (port or standard) not in PORTS and not _is_listed(host):
        raise RefusedAddressError("port", _("This port is not allowed."))
    shown = f"[{host}]" if ":" in host else host
    return SplitResult(
        parts.scheme,
        shown if port in (None, standard) else f"{shown}:{port}",
        quote(parts.path, safe="/%:@!$&'()*+,;=~-._"),
        quote(parts.query, safe="/?%:@!$&'()*+,;=~-._"),
        "",
    )


def is_public(address: Address) -> bool:
    """Say whether an address belongs to the public internet."""
    if any(address in network for network in DISGUISES):
        return False
    if isinstance(address, ipaddress.IPv6Address) and address not in GLOBAL_UNICAST:
        return False
    return address.is_global and not address.is_multicast


def addresses_of(host: str, *, seconds: float) -> list[str]:
    """Return the addresses of a host, all of them allowed; raise SafeHttpError."""
    looking = resolving.submit(socket.getaddrinfo, host, None, type=socket.SOCK_STREAM)
    try:
        found = looking.result(timeout=seconds)
    except TimeoutError as error:
        looking.cancel()
        raise NoAnswerError("timeout", _("The server did not answer in time.")) from error
    except (OSError, UnicodeError) as error:  # UnicodeError: a label that DNS cannot hold
        raise NoAnswerError("name", _("No server with this name was found.")) from error
    addresses = list(dict.fromkeys(str(sockaddr[0]) for *_kind, sockaddr in found))
    numbers = map(ipaddress.ip_address, addresses)
    is_allowed = all(is_public(each) or _is_in_listed_network(each) for each in numbers)
    if not is_allowed and not _is_listed(host):
        raise RefusedAddressError("private", _("This name does not resolve to a public address."))
    return addresses


class CheckedBackend(NetworkBackend):
    """Network backend that connects only to allowed addresses, until a deadline."""

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
        """Connect to the first address that accepts."""
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
    """Connection with a deadline."""

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
        """Start TLS."""
        seconds = seconds_left(self.deadline, timeout)
        stream = self.stream.start_tls(ssl_context, server_hostname, seconds)
        return TimedStream(stream, self.deadline)

    def get_extra_info(self, info: str) -> object:
        """Return the stream's details."""
        return self.stream.get_extra_info(info)


def seconds_left(deadline: float, most: float | None = None) -> float:
    """Return the seconds left, at most `most`; raise httpcore.ReadTimeout."""
    left = deadline - time.monotonic()
    if left <= 0:
        raise httpcore.ReadTimeout
    return left if most is None else min(left, most)


@cache
def tls() -> ssl.SSLContext:
    """Return the TLS context of the system's and certifi's authorities."""
    context = ssl.create_default_context(cafile=certifi.where())
    context.load_default_certs()
    return context


def _beginning(answer: httpcore.Response, most_bytes: int) -> bytes:
    body = bytearray()
    for chunk in answer.iter_stream():
        body += chunk
        if len(body) >= most_bytes:
            break
    return bytes(body[:most_bytes])


def _is_listed(host: str) -> bool:
    """Say whether a host is in OUTGOING_PRIVATE_HOSTS, by name or network."""
    if host.lower() in {name.lower() for name in settings.OUTGOING_PRIVATE_HOSTS}:
        return True
    try:
        return _is_in_listed_network(ipaddress.ip_address(host))
    except ValueError:
        return False


def _is_in_listed_network(address: Address) -> bool:
    for text in settings.OUTGOING_PRIVATE_HOSTS:
        with suppress(ValueError):  # a name
            if address in ipaddress.ip_network(text):
                return True
    return False
