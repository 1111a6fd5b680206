"""Phones and screens on raw sockets, so that they cost the machine that is measured little."""

import asyncio
import json
import select
import socket
import time
from collections.abc import Iterable, Sequence
from typing import Any
from urllib.parse import urlencode

HOST = "127.0.0.1"
MOST_SECONDS = 20
# When a fragment is fetched again, as live.js has it, in seconds.
COALESCE = 0.06
JITTER = 0.2
REST = 5
LONGEST_REST = 15
TOKEN = "benchmark" * 3 + "phone"  # as long as Django's own


class Phone:
    """A browser that keeps its connection open."""

    def __init__(self, port: int, session: str = "", host: str = HOST) -> None:
        self._port = port
        self.session = session
        self.led_to = ""  # by the last answer that leads elsewhere
        self._host = host

    async def open(self) -> "Phone":
        """Connect."""
        self._reader, self._writer = await asyncio.open_connection(self._host, self._port)
        return self

    async def get(self, path: str, more: str = "") -> tuple[int, bytes]:
        """Ask for a page, with more lines of the head; return status and body of the answer."""
        return await self._ask(f"GET {path}", b"", more=more)

    async def get_fragment(self, path: str, target: str) -> tuple[int, bytes]:
        """Ask for the fragment of a page that has an id, as the page itself does."""
        return await self._ask(
            f"GET {path}", b"", more=f"HX-Request: true\r\nHX-Target: {target}\r\n"
        )

    async def post(self, path: str, form: dict[str, str]) -> tuple[int, bytes, float]:
        """Send a form; return status and body of the answer, and the seconds that it took."""
        begun = time.perf_counter()
        kind = "application/x-www-form-urlencoded"
        status, answer = await self._ask(f"POST {path}", urlencode(form).encode(), kind)
        return status, answer, time.perf_counter() - begun

    async def post_json(self, path: str, body: object) -> tuple[int, bytes]:
        """Send what a script sends; return status and body of the answer."""
        return await self._ask(f"POST {path}", json.dumps(body).encode(), "application/json")

    async def _ask(
        self, what: str, body: bytes, kind: str = "", more: str = ""
    ) -> tuple[int, bytes]:
        session = f"; sessionid={self.session}" if self.session else ""
        sent = f"Content-Type: {kind}\r\nContent-Length: {len(body)}\r\n" if kind else ""
        head = (
            f"{what} HTTP/1.1\r\nHost: {HOST}\r\nCookie: csrftoken={TOKEN}{session}\r\n"
            f"X-CSRFToken: {TOKEN}\r\n{more}{sent}\r\n"
        )
        try:
            return await self._send(head.encode() + body)
        except (ConnectionError, asyncio.IncompleteReadError):
            # The server has closed a line that was quiet for long; browsers open another, too.
            await self.open()
            return await self._send(head.encode() + body)

    async def _send(self, message: bytes) -> tuple[int, bytes]:
        self._writer.write(message)
        return await self._read_answer()

    async def _read_answer(self) -> tuple[int, bytes]:
        raw = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        self._remember(raw)
        head = raw.lower()
        status = int(head.split(" ", 2)[1])
        if "transfer-encoding: chunked" not in head:
            lengths = [line for line in head.split("\r\n") if line.startswith("content-length:")]
            return status, await self._reader.readexactly(int(lengths[0].split(":")[1]))
        body = b""
        while size := int(await self._reader.readline(), 16):
            body += (await self._reader.readexactly(size + 2))[:-2]
        await self._reader.readline()
        return status, body

    def _remember(self, head: str) -> None:
        _, mark, rest = head.partition("sessionid=")
        if mark:
            self.session = rest.partition(";")[0]
        for line in head.split("\r\n"):
            name, _, value = line.partition(": ")
            if name.lower() == "location":
                self.led_to = value

    def close(self) -> None:
        """Hang up."""
        self._writer.close()


class Screens:
    """Open pages that follow one topic, read by one thread as the system tells of them."""

    def __init__(self, port: int, token: str, version: int, count: int) -> None:
        query = urlencode({"topic": token, "version": version})
        request = f"GET /live/?{query} HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode()
        self._sockets: dict[int, socket.socket] = {}
        self._poll = select.epoll()
        for _ in range(count):
            screen = socket.create_connection((HOST, port), timeout=MOST_SECONDS)
            screen.sendall(request)
            self._sockets[screen.fileno()] = screen
        for number, screen in self._sockets.items():
            begun = b""
            while b"retry: 3000" not in begun:
                begun += screen.recv(4096)
            self._poll.register(number, select.EPOLLIN)

    def hear(self, version: int) -> list[float]:
        """Return the moments in which the screens were told of a version, all of them."""
        wanted = f'"version": {version}}}'.encode()
        moments: list[float] = []
        while len(moments) < len(self._sockets):
            ready = self._poll.poll(MOST_SECONDS)
            if not ready:
                raise TimeoutError(f"{len(moments)} of {len(self._sockets)} screens heard.")
            for number, _event in ready:
                if wanted in self._sockets[number].recv(4096):
                    moments.append(time.perf_counter())
        return moments

    def close(self) -> None:
        """Hang up."""
        self._poll.close()
        for screen in self._sockets.values():
            screen.close()


def share(values: Sequence[float], part: float) -> float:
    """Return the value that this part of the values does not exceed, in milliseconds."""
    in_order = sorted(values)
    return round(1000 * in_order[min(len(in_order) - 1, int(part * len(in_order)))], 1)


def say(measure: str, seconds: Iterable[float], **facts: Any) -> dict[str, Any]:
    """Print a measure as one line of JSON, and return it."""
    values = list(seconds)
    line = {
        "measure": measure,
        "count": len(values),
        "p50_ms": share(values, 0.5),
        "p99_ms": share(values, 0.99),
        **facts,
    }
    print(json.dumps(line), flush=True)  # noqa: T201
    return line
