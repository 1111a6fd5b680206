"""A network that loses, doubles, delays, reorders and drips what is sent, on loopback.

It stands between a browser and the site. Every connection carries one request. Faults come from a
seeded generator and hit the addresses that match `hit`; everything else passes.
"""

import asyncio
import random
import re
import threading
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import closing, suppress
from typing import Any, NamedTuple

PATIENCE = 30.0
# Seconds between two drops: more than a browser takes to draw what has come.
DRIP = 0.05


class Request(NamedTuple):
    """A request as it came, with `Connection: close` in its head."""

    target: str
    content: bytes


class Odds(NamedTuple):
    """How likely each fault is, the longest pause in seconds, and the bytes that come at once."""

    lose_request: float = 0.1
    lose_answer: float = 0.1
    cut_answer: float = 0.05
    double: float = 0.15
    delay: float = 0.2
    drop: int = 2**20


class Proxy:
    """Forward from `port` to the site's port, in a thread of its own; `is_down`: nothing passes."""

    def __init__(self, site_port: int, *, seed: int, hit: str, odds: Odds | None = None) -> None:
        self.site_port = site_port
        self.is_down = False
        self.faults: Counter[str] = Counter()
        self.asked: Counter[str] = Counter()
        self._rng = random.Random(seed)
        self._hit = re.compile(hit)
        self._odds = odds or Odds()
        # The loop itself holds no task: one that waits for a stream alone would be collected.
        self._tasks: set[asyncio.Task[Any]] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        starting = asyncio.start_server(self._accept, "127.0.0.1", 0)
        self._server = asyncio.run_coroutine_threadsafe(starting, self._loop).result(PATIENCE)
        self.port = int(self._server.sockets[0].getsockname()[1])

    @property
    def url(self) -> str:
        """The site's address through this proxy, without a slash at the end."""
        return f"http://localhost:{self.port}"

    def close(self) -> None:
        """End it, and whatever still passes."""
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result(PATIENCE)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE)
        self._loop.close()

    async def _end(self) -> None:
        """Take no more connections, and end those that are there or were just being accepted."""
        self._server.close()
        while tasks := asyncio.all_tasks() - {asyncio.current_task()}:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await asyncio.sleep(0.1)

    def _begin(self, work: Coroutine[None, None, Any]) -> asyncio.Task[Any]:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._begin(self._serve(reader, writer))

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with closing(writer), suppress(OSError, asyncio.IncompleteReadError):
            request = await read_request(reader)
            if self.is_down:
                self.faults["down"] += 1
                return
            self.asked[request.target] += 1
            if self._hit.search(request.target):
                await self._harm(request, writer)
            else:
                await self._pass(request, reader, writer)

    async def _pass(
        self, request: Request, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        """Pass a request on, until all is answered or the browser hangs up."""
        forward = self._begin(self._forward(request, lambda part: pass_on(writer, part)))
        hang_up = self._begin(reader.read(1))
        try:
            await asyncio.wait((forward, hang_up), return_when=asyncio.FIRST_COMPLETED)
        finally:
            hang_up.cancel()
            forward.cancel()
        await asyncio.gather(forward, hang_up, return_exceptions=True)

    async def _harm(self, request: Request, writer: asyncio.StreamWriter) -> None:
        """Pass a request on, unless chance has it otherwise."""
        odds = self._odds
        await asyncio.sleep(self._rng.random() * odds.delay)
        if self._happens("lose_request", odds.lose_request):
            return
        if self._happens("double", odds.double):
            # It may overtake the first, or come after what is sent next.
            self._begin(self._later(request, self._rng.random() * odds.delay * 2))
        answer = await self._ask(request)
        if self._happens("lose_answer", odds.lose_answer):
            return
        if self._happens("cut_answer", odds.cut_answer):
            answer = answer[: len(answer) // 2]
        for at in range(0, len(answer), odds.drop):
            await asyncio.sleep(DRIP if at else 0)
            await pass_on(writer, answer[at : at + odds.drop])

    def _happens(self, fault: str, chance: float) -> bool:
        happens = self._rng.random() < chance
        self.faults[fault] += happens
        return happens

    async def _later(self, request: Request, pause: float) -> None:
        await asyncio.sleep(pause)
        with suppress(OSError):
            await self._ask(request)

    async def _ask(self, request: Request) -> bytes:
        answer = bytearray()

        async def keep(part: bytes) -> None:
            answer.extend(part)

        await self._forward(request, keep)
        return bytes(answer)

    async def _forward(
        self, request: Request, take: Callable[[bytes], Coroutine[None, None, None]]
    ) -> None:
        """Send a request to the site, and give what it answers on, piece by piece."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.site_port)
        try:
            writer.write(request.content)
            await writer.drain()
            while part := await reader.read(65536):
                await take(part)
        finally:
            writer.close()


async def pass_on(writer: asyncio.StreamWriter, part: bytes) -> None:
    """Give the browser a piece of an answer."""
    writer.write(part)
    await writer.drain()


async def read_request(reader: asyncio.StreamReader) -> Request:
    """Read one whole request; raises IncompleteReadError when the browser hangs up before."""
    head = await reader.readuntil(b"\r\n\r\n")
    first, *lines = head[:-4].split(b"\r\n")
    kept = [line for line in lines if not line.lower().startswith(b"connection:")]
    length = next(
        (int(line.split(b":")[1]) for line in lines if line.lower().startswith(b"content-length:")),
        0,
    )
    body = await reader.readexactly(length)
    content = b"\r\n".join([first, *kept, b"Connection: close", b"", b""]) + body
    return Request(first.split()[1].decode("latin-1"), content)
