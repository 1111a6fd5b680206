"""Bound what connections cost: how many there are, and how long they may keep the site waiting.

A server's own deadline is for lines between two requests alone. Here a request's head has to be
there in time, and whatever is larger has to move on: bodies as they come, answers as they are
taken. All connections are looked over once a second, so that a request costs no timer.
"""

import asyncio
import contextlib
import fcntl
import logging
import resource
import socket
import struct
import sys
import termios
from collections import Counter
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings

from league.core.address import network_of

if TYPE_CHECKING:
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol as AutoHTTPProtocol
else:
    from uvicorn.protocols.http.auto import AutoHTTPProtocol

logger = logging.getLogger("menagerie.connections")

LOOK_SECONDS: Final = 1.0
# Slower than the slowest phone: who takes or sends at this pace is not counted as standing still.
BYTES_A_SECOND: Final = 4096
LARGEST_HEAD: Final = 64 * 1024
# The database, files and the worker of `./run` need some, and a connection two: its own, and that
# of what waits for it on the disk.
OTHER_FILES: Final = 256
# After this time without a sign of life from the other side the system ends a connection.
DEAD_MILLISECONDS: Final = 120_000
AT_ONCE: Final = struct.pack("ii", 1, 0)
FULL: Final = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\n"
    b"Content-Length: 50\r\nRetry-After: 10\r\nConnection: close\r\n\r\n"
    b"The site has too many visitors. Try again shortly."
)
HEAD_TOO_LARGE: Final = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\nContent-Length: 0\r\n"
    b"Connection: close\r\n\r\n"
)


class CountedTransport:
    """A transport that counts what it was given to send."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self.written = 0

    def write(self, data: bytes) -> None:
        """Send it, sooner or later."""
        self.written += len(data)
        self._transport.write(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


class Connection(AutoHTTPProtocol):
    """A connection as uvicorn has it, with deadlines; uvicorn's option `http` names it."""

    transport: Any  # a CountedTransport
    client: tuple[str, int] | None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin, unless there are too many."""
        super().connection_made(CountedTransport(transport))  # type: ignore[arg-type]
        # When what is waited for began to be, and how many bytes of it have come.
        self.since = self.loop.time()
        self._come = 0
        # Since when an answer stands in line, and how much was taken until then.
        self._standing: tuple[float, int] | None = None
        self.network = ""
        if not _prepare(transport.get_extra_info("socket"), self.client):
            transport.abort()
        elif not watch.admit(self):
            self.transport.write(FULL)
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Make room for others."""
        watch.forget(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on, and notice where one thing ends and another begins."""
        if self.is_waiting and not self._come:
            self.since = self.loop.time()
        self._come += len(data)
        cycle = self.cycle
        super().data_received(data)
        if self.cycle is not cycle:
            self._begin()
        elif self.is_waiting and self._come > LARGEST_HEAD and not self.transport.is_closing():
            self.transport.write(HEAD_TOO_LARGE)
            self.transport.close()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        self._begin()
        super().on_response_complete()

    def shutdown(self) -> None:
        """End when the server does: it is not kept up by a request that never comes whole."""
        super().shutdown()
        if not self.is_waiting and self.cycle.more_body:
            self.abort()

    def _begin(self) -> None:
        self.since = self.loop.time()
        self._come = 0

    @property
    def is_waiting(self) -> bool:
        """Whether no request is in hand."""
        return self.cycle is None or self.cycle.response_complete

    def abort(self) -> None:
        """End it, whatever is still to be sent, which the system forgets, too."""
        if (line := self.transport.get_extra_info("socket")) is not None:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
        self.transport.abort()

    def is_overdue(self, now: float) -> bool:
        """Say whether the other side has kept the site waiting for too long."""
        if size := self.transport.get_write_buffer_size():
            size += _in_system(self.transport.get_extra_info("socket"))
            return self._stands_still(now, self.transport.written - size)
        self._standing = None
        if self.is_waiting:
            # Between two requests uvicorn has a deadline of its own.
            is_idle = self.cycle is not None and not self._come
            return not is_idle and now - self.since > settings.HEAD_SECONDS
        return self.cycle.more_body and now - self.since > _seconds_for(self._come)

    def _stands_still(self, now: float, taken: int) -> bool:
        since, before = self._standing = self._standing or (now, taken)
        return now - since > _seconds_for(taken - before)


def _seconds_for(size: int) -> float:
    return float(settings.TRANSFER_SECONDS) + size / BYTES_A_SECOND


def _in_system(line: Any) -> int:
    """Return how many bytes the system has taken to send that the other side has not got yet."""
    try:
        told = fcntl.ioctl(line.fileno(), termios.TIOCOUTQ, bytes(4))
    except (AttributeError, OSError):
        return 0  # not every system says so
    return int.from_bytes(told, sys.byteorder)


def _prepare(line: Any, client: tuple[str, int] | None) -> bool:
    """Have the system end a connection whose other side is dead; say whether it is alive now."""
    if line is None or line.family == socket.AF_UNIX:
        return True
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAD_MILLISECONDS)
    return client is not None


class Watch:
    """All connections of a process."""

    def __init__(self) -> None:
        self._connections: set[Connection] = set()
        self._of_network: Counter[str] = Counter()
        # Where the last look found nobody to send away; empty again after a second.
        self._crowded: set[str] = set()
        self._timer: asyncio.TimerHandle | None = None

    def admit(self, connection: Connection) -> bool:
        """Let a connection in, and for it perhaps others out; say whether there was room."""
        most = min(settings.CONNECTIONS, most_by_files())
        if len(self._connections) >= most and not self._make_room(""):
            return False
        network = self._network_of(connection)
        if network:
            is_full = self._of_network[network] >= settings.CONNECTIONS_PER_ADDRESS
            if is_full and not self._make_room(network):
                return False
            self._of_network[network] += 1
        connection.network = network
        self._connections.add(connection)
        if self._timer is None:
            self._timer = connection.loop.call_later(LOOK_SECONDS, self._look, connection.loop)
        return True

    def _network_of(self, connection: Connection) -> str:
        """Return whose it is; the empty text for a proxy, which speaks for many."""
        if connection.client is None:
            return ""
        host = connection.client[0]
        # uvicorn's own reading of which proxies are trusted.
        proxies = getattr(connection.config.loaded_app, "trusted_hosts", ())
        return "" if host in proxies else network_of(host)

    def _make_room(self, network: str) -> bool:
        """Send some away that wait for nothing, the longest waiting first; say whether any went."""
        if network in self._crowded:
            return False
        waiting = [
            connection
            for connection in self._connections
            if connection.is_waiting and network in ("", connection.network)
        ]
        waiting.sort(key=attrgetter("since"))
        # Several at once: to look for them takes a millisecond.
        for connection in waiting[: 1 + len(waiting) // 8]:
            connection.abort()
            self.forget(connection)
        if not waiting:
            self._crowded.add(network)
        return bool(waiting)

    def forget(self, connection: Connection) -> None:
        """Count a connection no longer; a second time does nothing."""
        if connection not in self._connections:
            return
        self._connections.discard(connection)
        if connection.network:
            self._of_network[connection.network] -= 1
            if not self._of_network[connection.network]:
                del self._of_network[connection.network]

    def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        """End what is overdue, and look again as long as there is something to look at."""
        self._crowded.clear()
        now = loop.time()
        overdue = [connection for connection in self._connections if connection.is_overdue(now)]
        for connection in overdue:
            connection.abort()
        if overdue:
            logger.info("Closed %d connections that kept the site waiting.", len(overdue))
        self._timer = loop.call_later(LOOK_SECONDS, self._look, loop) if self._connections else None


# The one of this process.
watch = Watch()


def most_by_files() -> int:
    """Return for how many connections the system lets this process have files."""
    soft, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return max(1, (soft - OTHER_FILES) // 2)


def ask_for_files() -> None:
    """Ask the system for as many files as the connections need; it may give fewer."""
    wanted = OTHER_FILES + 2 * settings.CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < wanted:
        with contextlib.suppress(OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (min(wanted, hard), hard))
