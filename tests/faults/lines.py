"""Connections of clients that send by halves, and take little or nothing."""

import socket
import struct
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from tests.site import PATIENCE

FORM = "Content-Type: application/x-www-form-urlencoded\r\n"


def head(method: str, path: str, lines: str = "") -> bytes:
    """Return the head of a request; each of its further lines ends in CR and LF."""
    return f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{lines}\r\n".encode()


HALF_FORM = head("POST", "/accounts/login/", f"{FORM}Content-Length: 5000\r\n") + b"abc"


class Line:
    """A connection on which something was sent, from one of this machine's own addresses."""

    def __init__(self, port: int, sent: bytes, *, address: str = "127.0.0.1") -> None:
        self._socket = socket.socket()
        self._socket.settimeout(PATIENCE)
        # Little lies on the way of what is not read.
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        self._socket.bind((address, 0))
        self._socket.connect(("127.0.0.1", port))
        self.send(sent)

    def send(self, more: bytes) -> None:
        """Send more."""
        self._socket.sendall(more)

    def read(self) -> bytes:
        """Return all that comes until the server ends the line; nothing where it just cuts it."""
        parts = []
        try:
            while part := self._socket.recv(65536):
                parts.append(part)
        except ConnectionError:
            pass
        return b"".join(parts)

    def take(self, size: int) -> bytes:
        """Read so many bytes, or fewer at the end."""
        parts = b""
        while len(parts) < size and (part := self._socket.recv(min(65536, size - len(parts)))):
            parts += part
        return parts

    def take_head(self) -> bytes:
        """Read the head of an answer."""
        found = b""
        while not found.endswith(b"\r\n\r\n"):
            found += self.take(1)
        return found

    @property
    def is_open(self) -> bool:
        """Whether the server still holds the line; nothing is read from it."""
        if self._socket.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR):
            return False
        self._socket.setblocking(False)
        try:
            return self._socket.recv(1, socket.MSG_PEEK) != b""
        except BlockingIOError:
            return True
        except ConnectionError:
            return False
        finally:
            self._socket.settimeout(PATIENCE)

    def cut(self) -> None:
        """Break it off, as a phone does that goes out of reach and comes back."""
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.close()

    def close(self) -> None:
        """Hang up."""
        self._socket.close()


@contextmanager
def lines(
    port: int, sent: bytes, count: int, *, address: str = "127.0.0.1"
) -> Iterator[list[Line]]:
    """Open so many lines that all send the same."""
    with ExitStack() as stack:
        found = []
        for _ in range(count):
            found.append(Line(port, sent, address=address))
            stack.callback(found[-1].close)
        yield found
