"""Server-sent events of new versions, an ASGI application beside Django without its threads."""

import asyncio
import contextlib
import json
import logging
import signal
import threading
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from types import FrameType
from typing import Any
from urllib.parse import parse_qs

import psycopg
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured, PermissionDenied
from django.core.signing import BadSignature
from django.db import connection, connections
from django.http import HttpRequest

from league.core import live, ratelimits
from league.core.live import CHANNEL, Hub
from league.core.live_fragments import (
    LiveFragment,
    LiveFragmentRenderer,
    Receive,
    Scope,
    Send,
    read_fragment,
)

logger = logging.getLogger(__name__)

MOST_TOPICS = 50
MOST_FRAGMENTS = 5
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-cache, no-transform"),
    (b"x-accel-buffering", b"no"),
]
RETRY = b"retry: 3000\n\n"  # milliseconds before browsers connect again
# An event and not a comment, so that a page notices a dead connection.
BEAT = b"event: beat\ndata: {}\n\n"


class BadRequestError(Exception):
    """A request that cannot be streamed."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status


class EventStreamServer:
    """The streams of one process."""

    def __init__(
        self,
        hub: Hub,
        fragments: LiveFragmentRenderer | None = None,
        *,
        beat_seconds: float = 15,
        heal_seconds: float = 20,
    ) -> None:
        self._hub = hub
        self._fragments = fragments
        self._beat_seconds = beat_seconds
        self._heal_seconds = heal_seconds
        self._versions = VersionReader()
        self._tasks: list[asyncio.Task[None]] = []
        self._of_network: Counter[str] = Counter()
        self._is_closing = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        try:
            self._check(scope)
            known, fragments = read_query(scope["query_string"])
        except BadRequestError as error:
            await answer(send, error.status, str(error))
            return
        self._run_in_background()
        with self._counted(scope), self._hub.subscribe(known) as subscription:
            leaving = asyncio.create_task(self._close_when_gone(receive, subscription.close))
            try:
                # After the subscription, so that no version is missed.
                await self._catch_up(known)
                await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
                await send({"type": "http.response.body", "body": RETRY, "more_body": True})
                while not subscription.closed:
                    news = await subscription.news(self._beat_seconds)
                    body = await self._body(scope, fragments, news)
                    await send({"type": "http.response.body", "body": body, "more_body": True})
                await send({"type": "http.response.body", "body": b""})
            finally:
                leaving.cancel()

    async def _body(
        self, scope: Scope, fragments: Sequence[LiveFragment], news: Mapping[str, int]
    ) -> bytes:
        """Return the events of new versions, fragments before the version that they have."""
        events = []
        for topic, version in news.items():
            if self._fragments:
                followed = [fragment for fragment in fragments if fragment.topic == topic]
                events += [await self._fragments.event(scope, each, version) for each in followed]
            events.append(frame(topic, version))
        return b"".join(events) or BEAT

    def _check(self, scope: Scope) -> None:
        """Raise BadRequestError unless there is room for one more stream."""
        if scope["method"] != "GET":
            raise BadRequestError(405, "Only GET.")
        if self._is_closing or len(self._hub) >= settings.STREAMS:
            raise BadRequestError(503, "No more streams now.")
        network = network_of(scope)
        if network and self._of_network[network] >= settings.STREAMS_PER_ADDRESS:
            raise BadRequestError(429, "No more streams for this address now.")

    @contextlib.contextmanager
    def _counted(self, scope: Scope) -> Iterator[None]:
        """Count an open stream of a network."""
        network = network_of(scope)
        self._of_network[network] += 1
        try:
            yield
        finally:
            self._of_network[network] -= 1
            if not self._of_network[network]:
                del self._of_network[network]

    async def _close_when_gone(self, receive: Receive, close: Callable[[], None]) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        close()

    async def _catch_up(self, topics: Iterable[str]) -> None:
        for topic, version in (await self._versions.read(topics)).items():
            self._hub.deliver(topic, version)

    def _run_in_background(self) -> None:
        loop = asyncio.get_running_loop()
        if self._tasks and self._tasks[0].get_loop() is loop:
            return
        self._tasks = [loop.create_task(self._heal())]
        if connection.vendor == "postgresql":
            self._tasks.append(loop.create_task(listen(self._hub.deliver, self._catch_up_all)))

    async def _heal(self) -> None:
        """Look all versions up now and then, as messages may be lost."""
        while True:
            await asyncio.sleep(self._heal_seconds)
            await self._catch_up_all()

    async def _catch_up_all(self) -> None:
        try:
            if topics := self._hub.topics:
                await self._catch_up(topics)
        except Exception:
            logger.warning("Could not look up the versions of live topics.", exc_info=True)

    def close(self) -> None:
        """End all streams and accept no more."""
        self._is_closing = True
        self._hub.close()

    async def lifespan(self, receive: Receive, send: Send) -> None:
        """Handle the server's start and stop."""
        await receive()
        with self._closing_on_signals():
            await send({"type": "lifespan.startup.complete"})
            await receive()
        self.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._versions.close()
        await send({"type": "lifespan.shutdown.complete"})

    @contextlib.contextmanager
    def _closing_on_signals(self) -> Iterator[None]:
        """End the streams on a signal, for which the server would wait."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        loop = asyncio.get_running_loop()
        before = {
            int(number): handler
            for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
            if callable(handler := signal.getsignal(number))
        }

        def stop(number: int, stack: FrameType | None) -> None:
            loop.call_soon_threadsafe(self.close)
            before[number](number, stack)

        for number in before:
            signal.signal(number, stop)
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


class VersionReader:
    """Batched reads of versions in one thread."""

    def __init__(self) -> None:
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="live-versions")
        self._requested: set[str] = set()
        self._next: asyncio.Task[dict[str, int]] | None = None
        self._turn = asyncio.Lock()

    async def read(self, topics: Iterable[str]) -> dict[str, int]:
        """Return at least the versions of the topics."""
        self._requested.update(topics)
        if self._next is None:
            self._next = asyncio.create_task(self._read_requested())
        # Others wait for it, too.
        return await asyncio.shield(self._next)

    async def _read_requested(self) -> dict[str, int]:
        async with self._turn:
            topics, self._requested, self._next = self._requested, set(), None
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._executor, read_versions, topics)

    def close(self) -> None:
        """Stop the thread."""
        self._executor.shutdown(wait=False, cancel_futures=True)


def read_versions(topics: set[str]) -> dict[str, int]:
    """Return the versions of topics and close the connection."""
    try:
        return live.current_versions(topics)
    finally:
        connections.close_all()


def read_query(query: bytes) -> tuple[dict[str, int], list[LiveFragment]]:
    """Return the version a page has of each topic, and its fragments; raise BadRequestError."""
    try:
        fields = parse_qs(query.decode("ascii"), max_num_fields=2 * MOST_TOPICS + MOST_FRAGMENTS)
        versions = [int(version) for version in fields.get("version", [])]
    except ValueError:
        raise BadRequestError(400, "Not a list of topics and versions.") from None
    tokens = fields.get("topic", [])
    if not tokens or len(tokens) != len(versions):
        raise BadRequestError(400, "One version for each topic.")
    fragments = fields.get("fragment", [])
    if len(tokens) > MOST_TOPICS or len(fragments) > MOST_FRAGMENTS:
        raise BadRequestError(400, "Too many topics or fragments.")
    try:
        known = {
            live.read_topic(token): version for token, version in zip(tokens, versions, strict=True)
        }
        return known, [read_fragment(token) for token in fragments]
    except BadSignature:
        raise BadRequestError(403, "Not a topic or fragment of this site.") from None


def network_of(scope: Scope) -> str:
    """Return the client's network, "" if unknown."""
    request = HttpRequest()
    if client := scope.get("client"):
        request.META["REMOTE_ADDR"] = client[0]
    headers = scope.get("headers", ())
    if forwarded := [text for name, text in headers if name == b"x-forwarded-for"]:
        request.META["HTTP_X_FORWARDED_FOR"] = b",".join(forwarded).decode("latin-1")
    try:
        return ratelimits.network_of(request)
    except (PermissionDenied, ImproperlyConfigured, ValueError):
        return ""


def frame(topic: str, version: int) -> bytes:
    """Return the event of a topic's version."""
    return b"data: " + json.dumps({"topic": topic, "version": version}).encode() + b"\n\n"


async def answer(send: Send, status: int, text: str) -> None:
    """Send a short plain response."""
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": text.encode()})


async def listen(
    deliver: Callable[[str, int], None], catch_up: Callable[[], Awaitable[None]]
) -> None:
    """Deliver PostgreSQL's notifications for ever, reconnecting."""
    pause = 1
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(**connection_options()) as database:
                await database.execute(f"LISTEN {CHANNEL}")
                pause = 1
                await catch_up()
                async for notification in database.notifies():
                    topic, _, version = notification.payload.rpartition(" ")
                    deliver(topic, int(version))
        except psycopg.OperationalError as error:
            logger.warning("Live updates lost the database, next try in %s s: %s", pause, error)
            await asyncio.sleep(pause)
            pause = min(pause * 2, 30)


def connection_options() -> dict[str, Any]:
    """Return Django's connection options for psycopg."""
    found = connection.get_connection_params()
    options = {name: found[name] for name in found if name not in ("context", "cursor_factory")}
    return {**options, "autocommit": True}
