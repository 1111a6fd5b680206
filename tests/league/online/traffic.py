"""All that leaves the site while an online table is played: caught, and told apart by its kind."""

import asyncio
import contextlib
import logging
import pickle
import threading
from collections import Counter
from collections.abc import Callable, Iterator, MutableMapping
from contextlib import ExitStack, contextmanager
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.core.cache import cache
from django.db import connection, connections
from django.http import HttpResponse

from games.base import Seat
from league.core.enqueue import waiting
from league.core.live import hub, sign_topic
from league.core.sse import EventStreamServer
from league.online.models import OnlineSeat
from tests.league.online.hidden import words_in

KINDS = ("answer", "page", "error", "replay", "undo", "stream", "log", "cache", "message")


class Heard(NamedTuple):
    """A text that left the site; `seat` None: it may be read by anybody, or by nobody who plays."""

    kind: str
    seat: Seat | None
    text: str


class LeakError(AssertionError):
    """Somebody could read what they may not know."""


class Traffic:
    """What has been heard since it was last searched, and how much of each kind there was."""

    def __init__(self) -> None:
        self._fresh: list[Heard] = []
        self.counts: Counter[str] = Counter()

    def hear(self, kind: str, text: str, seat: Seat | None = None) -> None:
        """Note a text."""
        self._fresh.append(Heard(kind, seat, text))
        self.counts[kind] += 1

    def hear_answer(self, kind: str, answer: HttpResponse, seat: Seat | None) -> None:
        """Note an answer with its headers and cookies."""
        head = f"{answer.headers}{answer.cookies}"
        self.hear(kind, head + answer.content.decode(), seat)

    def hear_cache(self) -> None:
        """Note all keys and values of the cache."""
        kept = {key: pickle.loads(value) for key, value in cache._cache.items()}  # type: ignore[attr-defined]
        self.hear("cache", repr(kept))

    def hear_wake_ups(self) -> None:
        """Note what waits for a worker, and take it away."""
        with waiting.changed:
            for queue in waiting.queues.values():
                while queue:
                    self.hear("message", str(queue.popleft()))

    def search(self, secrets_of: Callable[[Seat | None], set[str]]) -> None:
        """Search all that is fresh for the secrets of who could read it; raises LeakError."""
        fresh, self._fresh = self._fresh, []
        secrets = {seat: secrets_of(seat) for seat in {each.seat for each in fresh}}
        for kind, seat, text in fresh:
            words = words_in(text)
            for secret in secrets[seat]:
                if secret in words:
                    raise LeakError(f"{kind} of seat {seat} tells{secret}: {text}")


class _LogHandler(logging.Handler):
    def __init__(self, traffic: Traffic) -> None:
        super().__init__(logging.INFO)
        self.traffic = traffic

    def emit(self, record: logging.LogRecord) -> None:
        self.traffic.hear("log", self.format(record))


@contextmanager
def all_heard(traffic: Traffic, table_id: int, seats: int) -> Iterator[None]:
    """Hear logs, messages to other processes, and streams of all seats and of who watches."""
    handler = _LogHandler(traffic)
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    try:
        with ExitStack() as stack:
            stack.enter_context(connection.execute_wrapper(_hear_notices(traffic)))
            stack.enter_context(_streams(traffic, table_id, seats + 1))
            yield
    finally:
        root.setLevel(level)
        root.removeHandler(handler)


def _hear_notices(traffic: Traffic) -> Callable[..., Any]:
    def hear(execute: Callable[..., Any], sql: str, params: Any, *rest: Any) -> Any:
        if "pg_notify" in sql:
            traffic.hear("message", str(params))
        return execute(sql, params, *rest)

    return hear


@contextmanager
def _streams(traffic: Traffic, table_id: int, count: int) -> Iterator[None]:
    """Follow a table by so many streams of the site's own gateway, in a thread of their own."""
    ready, ended = threading.Event(), threading.Event()
    seats = OnlineSeat.objects.filter(table=table_id).values_list("pk", flat=True)
    topics = [f"online:{table_id}", *(f"here:{pk}" for pk in seats)]
    followed = [
        (name, value) for t in topics for name, value in (("topic", sign_topic(t)), ("version", 0))
    ]
    query = urlencode(followed).encode()

    async def send(message: MutableMapping[str, Any]) -> None:
        body = message.get("body", b"")
        if body:
            traffic.hear("stream", body.decode())
        if body.startswith(b"data"):
            ready.set()

    async def wait() -> MutableMapping[str, Any]:
        while not ended.is_set():
            await asyncio.sleep(0.05)
        return {"type": "http.disconnect"}

    async def follow() -> None:
        stream_server = EventStreamServer(hub)
        scope = {"type": "http", "method": "GET", "query_string": query}
        streams = [asyncio.create_task(stream_server(scope, wait, send)) for _ in range(count)]
        await asyncio.gather(*streams)
        for task in stream_server._tasks:
            task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(*stream_server._tasks)
        stream_server._versions.close()

    def run() -> None:
        try:
            asyncio.run(follow())
        finally:
            connections.close_all()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    assert ready.wait(30)
    try:
        yield
    finally:
        ended.set()
        thread.join(30)
