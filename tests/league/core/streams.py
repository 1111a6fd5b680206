"""Speak ASGI to the live gateway, as a server does."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import urlencode

from league.core.live import sign_topic
from league.core.sse import EventStreamServer


def query(**versions: int) -> str:
    """Return the query for topics written as kind_id=version."""
    topics = {name.replace("_", ":"): version for name, version in versions.items()}
    return urlencode(
        [("topic", sign_topic(topic)) for topic in topics]
        + [("version", version) for version in topics.values()]
    )


class Stream:
    """One request to the gateway and what came back so far."""

    def __init__(
        self,
        stream_server: EventStreamServer,
        query: str,
        method: str = "GET",
        address: str = "127.0.0.1",
    ) -> None:
        self._sent: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._gone = asyncio.Event()
        scope = {
            "type": "http",
            "method": method,
            "path": "/live/",
            "query_string": query.encode(),
            "headers": [],
            "client": (address, 50000),
        }
        self.task = asyncio.create_task(stream_server(scope, self._receive, self._send))

    async def _receive(self) -> dict[str, Any]:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        await self._sent.put(message)

    async def next(self, seconds: float = 5) -> dict[str, Any]:
        """Return the next ASGI message."""
        async with asyncio.timeout(seconds):
            return await self._sent.get()

    async def body(self, seconds: float = 5) -> str:
        """Return the next piece of the body."""
        message = await self.next(seconds)
        assert message["type"] == "http.response.body"
        return str(message["body"].decode())

    async def leave(self) -> None:
        """Close the connection from the browser's side."""
        self._gone.set()
        await asyncio.wait_for(self.task, 5)


@contextlib.asynccontextmanager
async def open_stream(
    stream_server: EventStreamServer, query: str, address: str = "127.0.0.1"
) -> AsyncIterator[Stream]:
    """Open a stream that is answered, read its head, and leave at the end."""
    stream = Stream(stream_server, query, address=address)
    start = await stream.next()
    assert start["status"] == 200
    assert await stream.body() == "retry: 3000\n\n"
    yield stream
    await stream.leave()
