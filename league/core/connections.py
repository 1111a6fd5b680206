"""uvicorn's connections with limits on their number and on slow heads, bodies and answers."""

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

import uvicorn
from django.conf import settings

from league.core.address import network_of

if TYPE_CHECKING:
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol as AutoHTTPProtocol
else:
    from uvicorn.protocols.http.auto import AutoHTTPProtocol

logger = logging.getLogger("menagerie.connections")

LOOK_SECONDS: Final = 1.0
BYTES_A_SECOND: Final = 4096  # slower than the slowest phone
LARGEST_HEAD: Final = 64 * 1024
OTHER_FILES: Final = 256  # of database and worker; a connection needs two
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
    """Transport that counts the bytes written."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self.written = 0

    def write(self, data: bytes) -> None:
        """Write data."""
        self.written += len(data)
        self._transport.write(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


class Connection(AutoHTTPProtocol):
    """HTTP connection of uvicorn with deadlines; uvicorn's option `http` names it."""

    transport: Any  # a CountedTransport
    client: tuple[str, int] | None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start, unless there are too many connections."""
        super().connection_made(CountedTransport(transport))  # type: ignore[arg-type]
        # When the current wait began, and the bytes received since.
        self.since = self.loop.time()
        self._received = 0
        # When a response last stalled, and the bytes sent until then.
        self._stalled: tuple[float, int] | None = None
        self.network = ""
        if not _prepare(transport.get_extra_info("socket"), self.client):
            transport.abort()
        elif not watch.admit(self):
            self.transport.write(FULL)
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Free the connection's slot."""
        watch.forget(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read data, restart the deadline at each request."""
        if self.is_waiting and not self._received:
            self.since = self.loop.time()
        self._received += len(data)
        cycle = self.cycle
        super().data_received(data)
        if self.cycle is not cycle:
            self._begin()
        elif self.is_waiting and self._received > LARGEST_HEAD and not self.transport.is_closing():
            self.transport.write(HEAD_TOO_LARGE)
            self.transport.close()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        self._begin()
        super().on_response_complete()

    def shutdown(self) -> None:
        """End an incomplete request when the server stops."""
        super().shutdown()
        if not self.is_waiting and self.cycle.more_body:
            self.abort()

    def _begin(self) -> None:
        self.since = self.loop.time()
        self._received = 0

    @property
    def is_waiting(self) -> bool:
        """Whether no request is being handled."""
        return self.cycle is None or self.cycle.response_complete

    def abort(self) -> None:
        """Reset the connection, dropping unsent data."""
        if (line := self.transport.get_extra_info("socket")) is not None:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
        self.transport.abort()

    def is_overdue(self, now: float) -> bool:
        """Say whether the client keeps the site waiting for too long."""
        if size := self.transport.get_write_buffer_size():
            size += _in_system(self.transport.get_extra_info("socket"))
            sent = self.transport.written - size
            since, before = self._stalled = self._stalled or (now, sent)
            return now - since > _seconds_for(sent - before)
        self._stalled = None
        if self.is_waiting:
            # Between two requests uvicorn has a deadline of its own.
            is_idle = self.cycle is not None and not self._received
            return not is_idle and now - self.since > settings.HEAD_SECONDS
        return self.cycle.more_body and now - self.since > _seconds_for(self._received)


def _seconds_for(size: int) -> float:
    return float(settings.TRANSFER_SECONDS) + size / BYTES_A_SECOND


def _in_system(line: Any) -> int:
    """Return the number of bytes in the system's send buffer."""
    try:
        answer = fcntl.ioctl(line.fileno(), termios.TIOCOUTQ, bytes(4))
    except (AttributeError, OSError):
        return 0  # not every system says so
    return int.from_bytes(answer, sys.byteorder)


def _prepare(line: Any, client: tuple[str, int] | None) -> bool:
    """Let the system time out dead peers; return whether the peer is alive."""
    if line is None or line.family == socket.AF_UNIX:
        return True
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 120_000)
    return client is not None


class Watch:
    """All connections of a process, checked once a second."""

    def __init__(self) -> None:
        self._connections: set[Connection] = set()
        self._of_network: Counter[str] = Counter()
        self._crowded: set[str] = set()  # networks without idle connections
        self._timer: asyncio.TimerHandle | None = None

    def admit(self, connection: Connection) -> bool:
        """Say whether there is room for a connection, made by idle ones if need be."""
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
        """Return the client's network; "" for a trusted proxy."""
        if connection.client is None:
            return ""
        host = connection.client[0]
        proxies = getattr(connection.config.loaded_app, "trusted_hosts", ())
        return "" if host in proxies else network_of(host)

    def _make_room(self, network: str) -> bool:
        """Abort some idle connections, longest waiting first; return whether any."""
        if network in self._crowded:
            return False
        own = (each for each in self._connections if network in ("", each.network))
        waiting = sorted((each for each in own if each.is_waiting), key=attrgetter("since"))
        for connection in waiting[: 1 + len(waiting) // 8]:
            connection.abort()
            self.forget(connection)
        if not waiting:
            self._crowded.add(network)
        return bool(waiting)

    def forget(self, connection: Connection) -> None:
        """Remove a connection, once."""
        if connection not in self._connections:
            return
        self._connections.discard(connection)
        if connection.network:
            self._of_network[connection.network] -= 1
            if not self._of_network[connection.network]:
                del self._of_network[connection.network]

    def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        """Abort overdue connections and schedule the next check."""
        self._crowded.clear()
        now = loop.time()
        overdue = [connection for connection in self._connections if connection.is_overdue(now)]
        for connection in overdue:
            connection.abort()
        if overdue:
            logger.info("Closed %d connections that kept the site waiting.", len(overdue))
        self._timer = loop.call_later(LOOK_SECONDS, self._look, loop) if self._connections else None


watch = Watch()


def most_by_files() -> int:
    """Return for how many connections this process may have files."""
    soft, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return max(1, (soft - OTHER_FILES) // 2)


def ask_for_files() -> None:
    """Raise the limit of open files as far as the system allows."""
    wanted = OTHER_FILES + 2 * settings.CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < wanted:
        with contextlib.suppress(OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (min(wanted, hard), hard))


def options() -> dict[str, Any]:
    """Return the options of uvicorn of every start."""
    return {
        "access_log": False,  # addresses carry secrets
        "http": "league.core.connections:Connection",
        "lifespan": "on",
        "log_config": None,  # as LOGGING says
        "server_header": False,
        "timeout_keep_alive": settings.IDLE_SECONDS,
        "ws": "none",
    }


def serve(application: str, **chosen: Any) -> None:
    """Serve the application `module:name` until stopped."""
    ask_for_files()
    uvicorn.run(application, **options(), **chosen)
